"""Where a card may be played, what bans name it, and why a format is as it is on a day."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from engine.formats.bans import is_in_force, is_named_by_ban, list_bans_naming
from engine.formats.changes import (
    IN_FORCE,
    NOT_IN_FORCE,
    FormatChange,
    format_banned_title,
    get_ban_state,
    list_change_days,
    list_changes_on,
)
from engine.formats.legality import CardLegality, find_legality, is_in_season
from engine.formats.pool_counts import PoolCount, count_cards, count_dependent_cards
from engine.formats.pool_questions import SETS_RECORDED, OpenQuestion, list_open_questions
from engine.formats.pool_reasons import InclusionReason, find_inclusion_reasons
from engine.formats.pools import get_pool_on
from engine.formats.recorded_pools import PoolComparison, compare_recorded_pools
from engine.formats.set_status import IN, OUT, UNKNOWN, SetStatus
from engine.model.cards import Card, CardSet
from engine.model.formats import Ban, Format
from engine.model.reference import Reference

_MAX_NAMED = 5  #: cards that are named where many want the same fact
#: Kinds of restrictions that a list alone doesn't settle, with how that is said.
_BY_KIND = {
    "not-in-the-list": "A deck list can’t show {what}.",
    "between-decks": "Only the lists of the whole team show this: {what}.",
    "copies-of-a-character": "A deck list can’t show which character is {part}.",
    "named-character": "A deck list shows which card names mention a character, but not which card texts do.",
    "customary-size": "No source states the usual size of {min} cards.",
}


def list_legalities(card: Card, on: date, reference: Reference) -> list[CardLegality]:
    """Where a card is legal on a day: every format of its game, in their order; no query."""
    return [find_legality(card, fmt, on) for fmt in reference.formats.values()]


@dataclass(frozen=True, slots=True)
class BanOnDay:
    """A ban with its state on a day: in force, over or not yet begun, or unknown; and the formats that have it."""

    ban: Ban
    state: str
    formats: tuple[Format, ...]
    cards: tuple[Card, ...] = ()


def list_bans_of_card(card: Card, reference: Reference, on: date) -> list[BanOnDay]:
    """Every ban that names a card, or may, at any time, the earliest first; no query."""
    found: dict[Ban, list[Format]] = defaultdict(list)
    for fmt in reference.formats.values():
        for ban in list_bans_naming(card, fmt):
            found[ban].append(fmt)
    bans = (BanOnDay(ban, get_ban_state(ban, on), tuple(formats)) for ban, formats in found.items())
    return sorted(bans, key=lambda each: each.ban.begins.earliest)


@dataclass(frozen=True, slots=True)
class FormatOnDay:
    """A format as it stands on a day; `sets` are those in it, then those in doubt, then those that aren't.

    `unrecorded` are the years whose sets it has too, though none of them is recorded.
    """

    fmt: Format
    on: date
    is_in_season: bool
    sets: tuple[tuple[CardSet, SetStatus], ...]
    bans: tuple[BanOnDay, ...]
    unrecorded: tuple[int, ...] = ()

    def of(self, status: str) -> list[tuple[CardSet, SetStatus]]:
        """The sets of one status."""
        return [each for each in self.sets if each[1].status == status]

    @property
    def sets_in(self) -> list[tuple[CardSet, SetStatus]]:
        """The sets that are in it."""
        return self.of(IN)

    @property
    def sets_in_doubt(self) -> list[tuple[CardSet, SetStatus]]:
        """The sets of which that isn't established."""
        return self.of(UNKNOWN)

    @property
    def sets_out(self) -> list[tuple[CardSet, SetStatus]]:
        """The sets that aren't in it."""
        return self.of(OUT)

    @property
    def has_reasons(self) -> bool:
        """Whether of any ban more than its days is recorded."""
        return any(each.ban.reason or each.ban.event or each.ban.replacement for each in self.bans)

    @property
    def bans_in_force(self) -> int:
        """How many bans are certainly in force."""
        return sum(each.state == IN_FORCE for each in self.bans)


def format_on(fmt: Format, on: date, reference: Reference) -> FormatOnDay:
    """A format with its sets and bans on a day; no query."""
    pool = get_pool_on(fmt, on)
    bans = (BanOnDay(ban, get_ban_state(ban, on), (), _cards_under(ban, reference)) for ban in fmt.bans)
    order = {IN_FORCE: 0, UNKNOWN: 1, NOT_IN_FORCE: 2}
    sets = tuple((fmt.sets[code], status) for code, status in pool.sets.items())
    in_order = sorted(bans, key=lambda each: (order[each.state], each.ban.begins.earliest, each.ban.card))
    return FormatOnDay(fmt, on, is_in_season(fmt, on), sets, tuple(in_order), pool.unrecorded)


def _cards_under(ban: Ban, reference: Reference) -> tuple[Card, ...]:
    """The recorded cards that a ban certainly names."""
    return tuple(card for card in reference.catalog.by_name(ban.card) if is_named_by_ban(card, ban)[0])


@dataclass(frozen=True, slots=True)
class FormatDoubt:
    """A question with the number of cards that hang on it: cards whose being in, or being banned, is in doubt."""

    asked: OpenQuestion
    cards: int


@dataclass(frozen=True, slots=True)
class ChangesOfDay:
    """The turns of a day."""

    day: date
    turns: tuple[FormatChange, ...]


@dataclass(frozen=True, slots=True)
class FormatExplanation:
    """A format on a day. `doubts` are about its sets, bans and season, `card_doubts` about single cards.

    `changed` is what is otherwise than on the day before; `last` the change before that day, `following` the next one.
    """

    day: FormatOnDay
    reasons: Mapping[str, InclusionReason]
    count: PoolCount
    doubts: tuple[FormatDoubt, ...]
    card_doubts: tuple[FormatDoubt, ...]
    changed: tuple[FormatChange, ...]
    last: ChangesOfDay | None
    following: ChangesOfDay | None
    turning: tuple[date, ...]
    records: tuple[PoolComparison, ...]
    unseen: tuple[str, ...]

    @property
    def is_certain(self) -> bool:
        """Whether its sets, its bans and its season are all established on this day."""
        return not self.doubts

    @property
    def sets_in(self) -> Iterator[tuple[CardSet, SetStatus, InclusionReason]]:
        """The sets that are in it, each with the reason."""
        return ((card_set, status, self.reasons[card_set.code]) for card_set, status in self.day.sets_in)


def explain(fmt: Format, on: date, reference: Reference) -> FormatExplanation:
    """A format on a day, explained; no query."""
    turning = list_change_days(fmt)
    before, after = bisect_left(turning, on), bisect_right(turning, on)
    pool, catalog = get_pool_on(fmt, on), reference.catalog
    count = count_cards(pool, catalog)

    def hanging(asked: OpenQuestion) -> int:
        """How many cards hang on a question; on sets that aren't recorded each that isn't certainly in."""
        return count.in_doubt if asked.kind == SETS_RECORDED else count_dependent_cards(pool, catalog, asked.sets)

    return FormatExplanation(
        day=format_on(fmt, on, reference),
        reasons=find_inclusion_reasons(fmt, on),
        count=count,
        doubts=tuple(FormatDoubt(each, hanging(each)) for each in list_open_questions(fmt, on)),
        card_doubts=(*_of_printings(count), *_of_banned_cards(fmt, on, reference)),
        changed=list_changes_on(fmt, on),
        last=_change(fmt, turning, before - 1),
        following=_change(fmt, turning, after),
        turning=turning,
        records=compare_recorded_pools(fmt),
        unseen=tuple(describe_unverifiable(fmt)),
    )


def _change(fmt: Format, turning: tuple[date, ...], place: int) -> ChangesOfDay | None:
    return ChangesOfDay(turning[place], list_changes_on(fmt, turning[place])) if 0 <= place < len(turning) else None


def _of_printings(count: PoolCount) -> Iterator[FormatDoubt]:
    """Cards that no recorded printing puts into the pool, though one that isn't recorded may."""
    if count.without_printing:
        fact, known = "the sets of these cards", "not all printings are recorded"
        yield FormatDoubt(OpenQuestion("printings", fact, known), count.without_printing)


def _of_banned_cards(fmt: Format, on: date, reference: Reference) -> Iterator[FormatDoubt]:
    """Bans of which it can't be told whether a card of that name falls under them."""
    for ban in fmt.bans:
        if is_in_force(ban, on) is False:
            continue
        answers = ((card, *is_named_by_ban(card, ban)) for card in reference.catalog.by_name(ban.card))
        if vague := [(card, missing) for card, falls, missing in answers if falls is None]:
            missing = vague[0][1]
            titles = ", ".join(card.title for card, _ in vague[:_MAX_NAMED])
            more = f" and {len(vague) - _MAX_NAMED} more" if len(vague) > _MAX_NAMED else ""
            fact = f"the {missing} of {titles}{more}"
            known = f"the ban names {format_banned_title(ban)}"
            yield FormatDoubt(OpenQuestion("banned card", fact, known, ban=ban), len(vague))


def describe_unverifiable(fmt: Format) -> list[str]:
    """A sentence for everything about a format that can't be checked from a deck list; none where all can be."""
    said = []
    if fmt.pool.is_inferred:
        said.append("No source lists its sets, so the legality of its cards is uncertain.")
    elif fmt.pool.kind == "chosen":
        said.append("Its sets are chosen for each event. A deck list can’t show which.")
    for each in fmt.restrictions:
        if each.kind in _BY_KIND:
            terms = {name: str(term).rstrip(".") for name, term in each.terms.items()}
            said.append(_BY_KIND[each.kind].format_map(terms))
    return said
