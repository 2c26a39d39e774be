"""A format on a day with everything that explains it: why, since when, what is uncertain and what would settle it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from engine.formats.bans import falls_under, is_in_force
from engine.formats.changes import Turn, banned_title, turning_days, turns_on
from engine.formats.pool_counts import PoolCount, count_cards, count_hanging
from engine.formats.pool_questions import SETS_RECORDED, Question, questions_on
from engine.formats.pool_reasons import Reason, reasons_on
from engine.formats.pools import PoolOnDay, pool_on
from engine.formats.recorded_pools import Comparison, comparisons
from engine.formats.set_status import SetStatus
from engine.model.cards import CardSet
from engine.model.catalog import Catalog
from engine.model.formats import Format
from engine.model.reference import Reference
from vsdb.catalog.formats.services import FormatOnDay, format_on
from vsdb.catalog.formats.unverifiable import what_no_list_shows

PRINTINGS = "printings"
BANNED_CARD = "banned card"
_MOST_NAMED = 5  #: cards that are named where many want the same fact


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question with the number of cards that hang on it: cards whose being in, or being banned, is in doubt."""

    asked: Question
    cards: int


@dataclass(frozen=True, slots=True)
class Change:
    """The turns of a day."""

    day: date
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """A format on a day. `doubts` are about its sets, bans and season, `card_doubts` about single cards.

    `changed` is what is otherwise than on the day before; `last` the change before that day, `following` the next one.
    """

    day: FormatOnDay
    reasons: Mapping[str, Reason]
    count: PoolCount
    doubts: tuple[Doubt, ...]
    card_doubts: tuple[Doubt, ...]
    changed: tuple[Turn, ...]
    last: Change | None
    following: Change | None
    turning: tuple[date, ...]
    records: tuple[Comparison, ...]
    unseen: tuple[str, ...]

    @property
    def is_certain(self) -> bool:
        """Whether its sets, its bans and its season are all established on this day."""
        return not self.doubts

    @property
    def sets_in(self) -> Iterator[tuple[CardSet, SetStatus, Reason]]:
        """The sets that are in it, each with the reason."""
        return ((card_set, status, self.reasons[card_set.code]) for card_set, status in self.day.sets_in)


def explain(fmt: Format, on: date, reference: Reference) -> Explained:
    """A format on a day, explained; no query."""
    turning = turning_days(fmt)
    before, after = bisect_left(turning, on), bisect_right(turning, on)
    pool = pool_on(fmt, on)
    count = count_cards(pool, reference.catalog)
    return Explained(
        day=format_on(fmt, on, reference),
        reasons=reasons_on(fmt, on),
        count=count,
        doubts=tuple(Doubt(each, _hanging(each, pool, count, reference.catalog)) for each in questions_on(fmt, on)),
        card_doubts=(*_of_printings(count), *_of_banned_cards(fmt, on, reference)),
        changed=turns_on(fmt, on),
        last=_change(fmt, turning, before - 1),
        following=_change(fmt, turning, after),
        turning=turning,
        records=comparisons(fmt),
        unseen=tuple(what_no_list_shows(fmt)),
    )


def _hanging(asked: Question, pool: PoolOnDay, count: PoolCount, catalog: Catalog) -> int:
    """How many cards hang on a question; on sets that aren't recorded each that isn't certainly in."""
    return count.in_doubt if asked.kind == SETS_RECORDED else count_hanging(pool, catalog, asked.sets)


def _change(fmt: Format, turning: tuple[date, ...], place: int) -> Change | None:
    return Change(turning[place], turns_on(fmt, turning[place])) if 0 <= place < len(turning) else None


def _of_printings(count: PoolCount) -> Iterator[Doubt]:
    """Cards that no recorded printing puts into the pool, though one that isn't recorded may."""
    if count.without_printing:
        fact = "the sets in which these cards were printed"
        yield Doubt(Question(PRINTINGS, fact, "not every printing of them is recorded"), count.without_printing)


def _of_banned_cards(fmt: Format, on: date, reference: Reference) -> Iterator[Doubt]:
    """Bans of which it can't be told whether a card of that name falls under them."""
    for ban in fmt.bans:
        if is_in_force(ban, on) is False:
            continue
        answers = ((card, *falls_under(card, ban)) for card in reference.catalog.by_name(ban.card))
        vague = [(card, missing) for card, falls, missing in answers if falls is None]
        if vague:
            missing = vague[0][1]
            titles = ", ".join(card.title for card, _ in vague[:_MOST_NAMED])
            more = f" and {len(vague) - _MOST_NAMED} more" if len(vague) > _MOST_NAMED else ""
            fact = f"the {missing} of {titles}{more}"
            known = f"the ban is of {banned_title(ban)}"
            yield Doubt(Question(BANNED_CARD, fact, known, ban=ban), len(vague))
