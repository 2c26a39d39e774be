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


#: Kinds of restrictions that a list alone doesn't settle, with how that is said.
_BY_KIND = {
    "not-in-the-list": "A deck list can’t show {what}.",
    "between-decks": "One deck list can’t show this, only the lists of a team side by side: {what}.",
    "copies-of-a-character": "A deck list can’t show which of its characters is {part}.",
    "named-character": "A deck list shows which cards name a character in their names, but not in their texts.",
    "customary-size": "The size of {min} cards is customary; no source that is held states it.",
}


def what_no_list_shows(fmt: Format) -> list[str]:
    """A sentence for everything about a format that can't be checked from a deck list; none where all can be."""
    said = []
    if fmt.pool.is_inferred:
        said.append("No source states which sets it has, so whether a card is in it is uncertain.")
    elif fmt.pool.kind == "chosen":
        said.append("Its sets are chosen for each event, and a deck list can’t show which.")
    for each in fmt.restrictions:
        if each.kind in _BY_KIND:
            terms = {name: str(term).rstrip(".") for name, term in each.terms.items()}
            said.append(_BY_KIND[each.kind].format_map(terms))
    return said
