"""The life of a deck, or of a card, in a format: from which day to which it was legal, illegal or uncertain, and why.

Nothing is asked day by day. A verdict can only change on a day on which something about the format turns that has to do
with the deck's cards (`engine.formats.changes`), another edition of the rules comes into force, a card's wording
changes, or a name on the list comes to mean a card; between two such days it is the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import chain
from typing import Any

from engine.decklists import read_deck, read_items
from engine.formats.bans import is_named_by_ban, list_bans_naming, list_change_days_of_ban
from engine.formats.changes import (
    BAN,
    EDITION,
    SET,
    FormatChange,
    list_changes_on,
    list_first_set_days,
    list_set_change_days,
)
from engine.formats.legality import CardLegality, find_legality
from engine.formats.pools import find_unrecorded_since
from engine.model.cards import Card, CardSet
from engine.model.catalog import Catalog
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.names import fold
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, UNKNOWN, Finding, Verdict
from engine.rules.editions import EDITIONS
from engine.rules.validation import check_deck

WORDING = "wording"  #: a change of this kind: a card has a new wording
READING = "reading"  #: a change of this kind: a name on the list means a card, or several

Given = str | Sequence[Mapping[str, Any]]  #: a list as text, or as items

_DAY = timedelta(days=1)
_VERSION_INFERRED = "version-inferred"
_BANNED = "banned"
_RESTRICTION = "format-restriction"
_SECTIONS_OF_SETS = ("later",)  #: terms of restrictions that name sets from whose first day on more counts


@dataclass(frozen=True, slots=True)
class DeckSpan:
    """A time in which a deck had one outcome in a format. `since` is its first day, None: ever; `until` its last, None:
    for as long as the facts tell.

    `verdict` is that of its first day, `last` that of its last one, None while it lasts. `begun_by` is what turned on
    the first day and has to do with it, `resolved` the findings that spoke against the deck the day before and no
    longer do, `raised` those that came.
    """

    outcome: str
    since: date | None
    until: date | None
    verdict: Verdict
    last: Verdict | None = None
    begun_by: tuple[FormatChange, ...] = ()
    resolved: tuple[Finding, ...] = ()
    raised: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSpan:
    """A time in which a card had one status in a format: legal, banned, not in it or unknown; days as in `DeckSpan`.

    `legality` is that of its first day.
    """

    status: str
    since: date | None
    until: date | None
    legality: CardLegality
    begun_by: tuple[FormatChange, ...] = ()


@dataclass(frozen=True, slots=True)
class _ListReadings:
    """A list as it reads from each of several days on; the first from the first day there is."""

    since: tuple[tuple[date, Deck], ...]

    def on(self, day: date) -> Deck:
        return next(deck for since, deck in reversed(self.since) if since <= day)


def build_deck_timelines(
    given: Given, reference: Reference, formats: Iterable[Format]
) -> dict[Format, tuple[DeckSpan, ...]]:
    """The life of a list in each of the formats, in their order; the spans of each follow each other without a gap.

    It is a text, or items as `engine.decklists.read_items` takes them. The outcome on any day is that of `check_deck`
    of the list as it reads on that day. Raises InputError for a list that can't be used.
    """
    readings = _read_list_through_time(given, reference)
    return {fmt: _build_spans(readings, fmt) for fmt in formats}


def find_verdict_span(deck: Deck, reference: Reference, fmt: Format, day: date) -> tuple[date, date]:
    """The first and the last day of a time around a day in which a list has one outcome, by the same errors and
    unknowns; `date.min` and `date.max` stand for ever.

    `deck` is the list as it reads on that day. The time ends wherever something turns that has to do with the deck,
    even if its verdict doesn't.
    """
    since, after = date.min, date.max
    reading_days = sorted(_list_reading_days(deck, reference))
    for turns in (reference.turns, reading_days, *_list_turns(deck, fmt)):
        place = bisect_right(turns, day)
        if place and turns[place - 1] > since:
            since = turns[place - 1]
        if place < len(turns) and turns[place] < after:
            after = turns[place]
    return since, after if after == date.max else after - _DAY


def build_card_timelines(
    slug: str, reference: Reference, formats: Iterable[Format]
) -> dict[Format, tuple[CardSpan, ...]]:
    """The life of a card in each of the formats, in their order. Raises KeyError where there is no such card."""
    cards: list[tuple[date, Card]] = []
    for day in sorted({date.min, *reference.turns}):
        card = reference.on(day).catalog.by_slug[slug]
        if not cards or not _is_as_before(cards[-1][1], card):
            cards.append((day, card))
    return {fmt: _build_card_spans(cards, fmt) for fmt in formats}


def _read(given: Given, catalog: Catalog, day: date) -> Deck:
    return read_deck(given, catalog, day) if isinstance(given, str) else read_items(given, catalog, day)


def _read_list_through_time(given: Given, reference: Reference) -> _ListReadings:
    """The list read anew from every day on which it may read otherwise."""
    days = {date.min, *reference.turns}
    for turn in (date.min, *reference.turns):
        days.update(_list_name_days(_read(given, reference.on(turn).catalog, date.max), reference))
    found: list[tuple[date, Deck]] = []
    for day in sorted(days):
        deck = _read(given, reference.on(day).catalog, day)
        if not found or not _reads_alike(found[-1][1], deck):
            found.append((day, deck))
    return _ListReadings(tuple(found))


def _list_name_days(deck: Deck, reference: Reference) -> Iterator[date]:
    """The days from which a name without its version means its one card: before, that card wasn't out."""
    for entry in deck.noted:
        card = entry.card
        for note in entry.notes:
            if card and note.code == _VERSION_INFERRED:
                yield from _list_release_days(card, reference)


def _list_reading_days(deck: Deck, reference: Reference) -> Iterator[date]:
    """The days on which a list may read otherwise by the same facts: also those from which a name that means no card
    yet means its one card."""
    yield from _list_name_days(deck, reference)
    for entry in deck.unsettled:
        if len(entry.candidates) == 1:
            yield from _list_release_days(entry.candidates[0], reference)


def _list_release_days(card: Card, reference: Reference) -> Iterator[date]:
    sets = (reference.sets.get(code) for code in card.set_codes)
    return (each.released.earliest for each in sets if each)


def _reads_alike(one: Deck, other: Deck) -> bool:
    """Whether two readings of a list are of the same cards with the same facts."""
    pairs = zip(one.entries, other.entries, strict=True)
    return all(a.state == b.state and _is_as_before(a.card, b.card) for a, b in pairs)


def _is_as_before(before: Card | None, now: Card | None) -> bool:
    """Whether two are one card with the same facts; each turn of the reference has values of its own."""
    if before is now or before is None or now is None:
        return before is now
    return all(getattr(before, each.name) == getattr(now, each.name) for each in fields(Card))


def _build_spans(readings: _ListReadings, fmt: Format) -> tuple[DeckSpan, ...]:
    first = check_deck(readings.on(date.min), fmt, date.min)
    spans = [DeckSpan(first.outcome, None, None, first)]
    for day in _list_verdict_days(readings, fmt):
        verdict = check_deck(readings.on(day), fmt, day)
        if verdict.outcome != spans[-1].outcome:
            before = check_deck(readings.on(day - _DAY), fmt, day - _DAY)
            resolved, raised = _differences(before, verdict)
            causes = _find_causes(day, fmt, readings, resolved + raised)
            spans[-1] = replace(spans[-1], until=day - _DAY, last=before)
            spans.append(DeckSpan(verdict.outcome, day, None, verdict, None, causes, resolved, raised))
    return tuple(spans)


def _list_verdict_days(readings: _ListReadings, fmt: Format) -> Sequence[date]:
    """The days on which a verdict on the list may change in a format, in order."""
    found: set[date] = set()
    for since, deck in readings.since:
        found.add(since)
        found.update(chain.from_iterable(_list_turns(deck, fmt)))
    return sorted(day for day in found if date.min < day < date.max)


def _list_turns(deck: Deck, fmt: Format) -> Iterator[Sequence[date]]:
    """The days on which a verdict on a reading of a list may change in a format: several rows, each in order."""
    yield _list_format_turns(fmt)
    yield from _list_card_turns(deck.cards, fmt)
    of_bans = _group_ban_days(fmt)
    yield from (of_bans[name] for name in deck.folded_names if name in of_bans)


@lru_cache(maxsize=512)
def _list_format_turns(fmt: Format) -> Sequence[date]:
    """The days on which a format may ask something else of any deck."""
    found = {edition.in_force_from for edition in EDITIONS[fmt.game]}
    found.update(_list_restriction_days(fmt))
    found.update(change.since for change in fmt.construction_changes)
    return sorted(found)


@lru_cache(maxsize=512)
def _group_ban_days(fmt: Format) -> Mapping[str, Sequence[date]]:
    """The days on which cards of a name may come under a ban of a format, or out of one, by the name as it counts."""
    found: dict[str, set[date]] = {}
    for ban in fmt.bans:
        found.setdefault(fold(ban.card), set()).update(list_change_days_of_ban(ban))
    return {name: sorted(days) for name, days in found.items()}


def list_card_change_days(cards: Iterable[Card], fmt: Format) -> Iterator[date]:
    """The days on which a card may come into a format or leave it."""
    return chain.from_iterable(_list_card_turns(cards, fmt))


def _list_card_turns(cards: Iterable[Card], fmt: Format) -> Iterator[Sequence[date]]:
    held = tuple(cards)
    of_sets = _group_set_days(fmt)
    codes = frozenset().union(*(card.set_codes for card in held))
    yield from (of_sets[code] for code in codes if code in of_sets)
    if since := find_unrecorded_since(fmt):
        yield (since,)
    if any(map(_hangs_on_the_first, held)):
        yield list_first_set_days(fmt)


@lru_cache(maxsize=512)
def _group_set_days(fmt: Format) -> Mapping[str, Sequence[date]]:
    """The days on which the sets of a format get another status, by code."""
    return {code: list_set_change_days(fmt, code) for code in fmt.sets}


@lru_cache(maxsize=512)
def _list_restriction_days(fmt: Format) -> tuple[date, ...]:
    """The days from which a restriction asks something else, since a set that it names is legal."""
    return tuple(day for each in _list_restriction_sets(fmt) for day in (each.legal.earliest, each.legal.latest))


def _list_restriction_sets(fmt: Format) -> tuple[CardSet, ...]:
    """The sets that the restrictions of a format name, since more counts from their first day on."""
    named = (each for part in fmt.restrictions for each in _walk_later_terms(part.terms))
    return tuple(found for each in named if (found := fmt.sets.get(str(each.get("set")))))


def _walk_later_terms(terms: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    for key in _SECTIONS_OF_SETS:
        said = terms.get(key)
        if isinstance(said, (list, tuple)):
            yield from (each for each in said if isinstance(each, Mapping))


def _differences(before: Verdict, after: Verdict) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The errors and unknowns that are gone, and those that came."""
    old = {_get_finding_key(each): each for each in before.of(ERROR, UNKNOWN)}
    new = {_get_finding_key(each): each for each in after.of(ERROR, UNKNOWN)}
    return (
        tuple(finding for gist, finding in old.items() if gist not in new),
        tuple(finding for gist, finding in new.items() if gist not in old),
    )


def _get_finding_key(finding: Finding) -> object:
    """What a finding is about, however the day is worded."""
    slugs = tuple(card.slug for card in finding.cards)
    return finding.code, finding.severity, slugs, finding.section, finding.found, finding.lines


def _find_causes(
    day: date, fmt: Format, readings: _ListReadings, changed: tuple[Finding, ...]
) -> tuple[FormatChange, ...]:
    """What turned on a day that has to do with findings that came or went."""
    cards = _list_cards(changed)
    by_set = _list_cards(finding for finding in changed if finding.code != _BANNED)
    codes = {code for card in by_set for code in card.set_codes}
    if any(finding.code == _RESTRICTION for finding in changed):
        codes.update(each.code for each in _list_restriction_sets(fmt))
    is_of_any_set = _is_by_the_first(by_set, fmt, day)
    named = {fold(card.name) for card in cards} | {fold(e.name) for e in readings.on(day).unsettled}
    found = [
        turn
        for turn in list_changes_on(fmt, day)
        if (turn.kind == SET and turn.card_set and (turn.card_set.code in codes or is_of_any_set))
        or (turn.kind == BAN and turn.ban and fold(turn.ban.card) in named)
        or turn.kind == EDITION
    ]
    return (*found, *_list_reading_changes(day, readings))


def _list_cards(findings: Iterable[Finding]) -> tuple[Card, ...]:
    """The cards that findings are about, or may be, each once."""
    return tuple(dict.fromkeys(card for finding in findings for card in (*finding.cards, *finding.suggestions)))


def _is_by_the_first(cards: Iterable[Card], fmt: Format, day: date) -> bool:
    """Whether a first set that comes on a day, whichever it is, brings one of these cards."""
    return day in list_first_set_days(fmt) and any(map(_hangs_on_the_first, cards))


def _list_reading_changes(day: date, readings: _ListReadings) -> Iterator[FormatChange]:
    """The lines of the list that name another card than the day before, or one with other facts."""
    days = [since for since, _ in readings.since]
    if day not in days[1:]:
        return
    for old, new in zip(readings.on(day - _DAY).entries, readings.on(day).entries, strict=True):
        if old.state != new.state:
            said = f"“{new.name}” now means {new.card.title}" if new.card else f"“{new.name}” becomes ambiguous"
            yield FormatChange(day, READING, old.state, new.state, said)
        elif new.card and not _is_as_before(old.card, new.card):
            yield _build_wording_change(new.card, day)


def _build_wording_change(card: Card, day: date) -> FormatChange:
    return FormatChange(day, WORDING, "", "", f"{card.title} has a new wording")


def _build_card_spans(cards: Sequence[tuple[date, Card]], fmt: Format) -> tuple[CardSpan, ...]:
    days = {since for since, _ in cards}
    for _, card in cards:
        days.update(list_card_change_days((card,), fmt))
        for ban in list_bans_naming(card, fmt):
            days.update(list_change_days_of_ban(ban))
    spans: list[CardSpan] = []
    for day in sorted(each for each in days if each < date.max):
        card = next(card for since, card in reversed(cards) if since <= day)
        now = find_legality(card, fmt, day)
        if not spans:
            spans.append(CardSpan(now.status, None, None, now))
        elif now.status != spans[-1].status:
            spans[-1] = replace(spans[-1], until=day - _DAY)
            spans.append(CardSpan(now.status, day, None, now, tuple(_find_causes_of_card(cards, card, fmt, day))))
    return tuple(spans)


def _find_causes_of_card(
    cards: Sequence[tuple[date, Card]], card: Card, fmt: Format, day: date
) -> Iterator[FormatChange]:
    is_of_any_set = _is_by_the_first((card,), fmt, day)
    for turn in list_changes_on(fmt, day):
        is_of_its_set = turn.card_set and (turn.card_set.code in card.set_codes or is_of_any_set)
        if is_of_its_set or (turn.ban and is_named_by_ban(card, turn.ban)[0] is not False):
            yield turn
    if any(since == day for since, _ in cards):
        yield _build_wording_change(card, day)


def _hangs_on_the_first(card: Card) -> bool:
    """Whether a card can be in as soon as any set is, since its own aren't all recorded or make no difference."""
    return card.is_in_every_set or card.has_unrecorded_printing or not card.set_codes
