"""What if: one door for the pages, the API and the command line. Nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass

from vsdb.accounts.viewers import Visitor
from vsdb.catalog.cards import selectors
from vsdb.what_if.batches import Slice, judge_slice
from vsdb.what_if.lists import ListEffect, list_effects
from vsdb.what_if.pools import PoolEffect, pool_effects
from vsdb.what_if.questions import Question
from vsdb.what_if.trying import Trial, trial

_MOST_FINDINGS = 20
_MOST_CARDS = 500  #: of a pool in one answer of the API


@dataclass(frozen=True, slots=True)
class Answer:
    """What a proposal would do: to decks, a slice of them at a time, to the lists that came along, and to pools."""

    trial: Trial
    stored: Slice
    lists: tuple[ListEffect, ...]
    pools: tuple[PoolEffect, ...]


def what_if(question: Question, asker: Visitor, *, cursor: str = "", most: int | None = None) -> Answer:
    """Try a proposal on the next decks; lists and pools only beside the first ones. Nine queries.

    Raises InputError and NotFound for what can't be proposed or asked.
    """
    with selectors.one_state():
        tried = trial(question)
        stored = judge_slice(tried, asker, cursor, most)
        if cursor:
            return Answer(tried, stored, (), ())
        return Answer(tried, stored, tuple(list_effects(tried)), tuple(pool_effects(tried)))
