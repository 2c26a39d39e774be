"""What a format asks on a day, whatever the game: its pool, its bans, its restrictions, its season."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache, partial
from typing import Protocol

from engine.formats.bans import BanStatus, find_bans_on
from engine.formats.pools import ON_TRUST, PLAINLY_IN, CardStatus, PoolOnDay, get_pool_on
from engine.formats.set_status import IN, OUT, format_days
from engine.formats.set_status import UNKNOWN as POOL_UNKNOWN
from engine.model.cards import Between, Card
from engine.model.decks import AMBIGUOUS, DECK, UNREADABLE, Deck, DeckEntry
from engine.model.formats import LIMITED, Format, Restriction
from engine.model.verdicts import (
    BROKEN,
    ERROR,
    INFO,
    NONE_RECORDED,
    NOT_APPLICABLE,
    OK,
    UNKNOWN,
    WARNING,
    Breach,
    Citation,
    Measure,
)
from engine.rules import Check, DayCheck, MarkCheck, SeldomCheck
from engine.rules.messages import card_label, quantity

#: A restriction looks at a deck with the terms that the format gives it.
RestrictionCheck = Callable[[Deck, Format, date, Mapping[str, object]], Iterable[Breach | Measure]]


@dataclass(frozen=True, slots=True)
class EachCard:
    """A kind of restriction that looks at each card by itself, wherever it stands, under terms to which this `applies`.

    It finds in a list what it finds in each of its cards alone; where that is nothing, it says what it says of an empty
    list.
    """

    look_at: RestrictionCheck
    applies: Callable[[Mapping[str, object]], bool] = lambda terms: True

    def __call__(self, deck: Deck, fmt: Format, as_of: date, terms: Mapping[str, object]) -> Iterable[Breach | Measure]:
        return self.look_at(deck, fmt, as_of, terms)


_SHARED_WILD = "shared-wild-locations"
#: The kinds of restriction that say the same of every list.
_OF_NO_LIST = frozenset(("not-in-the-list", "between-decks", "play-only"))
_CHARACTERS = frozenset(("Main Character", "Supporting Character"))


@dataclass(frozen=True, slots=True)
class _Survey:
    """A deck's cards against a pool: those that aren't certainly in, those that come `later` apart, and what was taken
    for granted of the rest."""

    outside: tuple[tuple[Card, CardStatus], ...]
    later: tuple[tuple[Card, CardStatus], ...]
    on_trust: int


@lru_cache(maxsize=8)
def _get_survey(deck: Deck, fmt: Format, as_of: date) -> _Survey:
    """What several rules ask in turn."""
    return _survey_cards(deck, get_pool_on(fmt, as_of))


@lru_cache(maxsize=32)
def _survey_cards(deck: Deck, pool: PoolOnDay) -> _Survey:
    """Look every card up once; formats with the same pool share the answer."""
    outside: list[tuple[Card, CardStatus]] = []
    later: list[tuple[Card, CardStatus]] = []
    on_trust = 0
    for card in deck.cards:
        status = pool.card_status(card)
        if status is PLAINLY_IN:
            continue
        if status is ON_TRUST:
            on_trust += 1
            continue
        if status.status != IN and may_be_shared_wild(card, pool.fmt):
            status = _shared_wild_location(deck, card, status)
        if status.status != IN:
            (later if status.is_not_yet else outside).append((card, status))
    return _Survey(tuple(outside), tuple(later), on_trust)


def may_be_shared_wild(card: Card, fmt: Format) -> bool:
    """Whether a card can be in a format by the team that it shares with a character of the deck."""
    return _SHARED_WILD in fmt.pool.always and card.type == "Special Location"


def _shared_wild_location(deck: Deck, location: Card, status: CardStatus) -> CardStatus:
    """A special location of several power symbols is in whatever its set, if a character of the deck has its team."""
    if location.power_symbols is not None and len(location.power_symbols) < 2:
        return status
    if location.power_symbols is None or location.teams is None:
        return CardStatus(POOL_UNKNOWN, "its power symbols and team aren’t recorded")
    characters = [card for card in deck.cards if card.type in _CHARACTERS]
    if any(set(location.teams) & set(card.teams or ()) for card in characters):
        return CardStatus(IN)
    if any(card.teams is None for card in characters):
        return CardStatus(POOL_UNKNOWN, "the team of a character that might share its team isn’t recorded")
    return status


def _build_breach(deck: Deck, card: Card, message: str, cite: Citation, *, is_certain: bool) -> Breach:
    """What speaks against every copy of a card: certainly, or perhaps."""
    found, lines = deck.counts[card], deck.lines[card]
    if is_certain:
        return Breach(message, (card,), found, 0, None, ERROR, None, cite, lines)
    return Breach(message, (card,), found, None, None, UNKNOWN, None, cite, lines)


def not_in_format(deck: Deck, fmt: Format, as_of: date, *, may_be_provided: bool = False) -> Iterator[Breach | Measure]:
    """Every card has a printing in a set of the format; none is certainly out that the event may provide."""
    survey = _get_survey(deck, fmt, as_of)
    cite = Citation(f"format:{fmt.slug}", "sets")
    outside = survey.outside
    where = f"in {fmt.name} on {as_of}:" if outside else ""
    for card, status in outside:
        if status.is_about_pool:
            continue
        is_certain = status.status == OUT and not may_be_provided
        said = f"{card_label(card)} {'is not' if is_certain else 'might not be'} {where} {status.reason}"
        yield _build_breach(deck, card, said, cite, is_certain=is_certain)
    open_cards = tuple(card for card, status in outside if status.is_about_pool)
    if open_cards:
        reason = next(status.reason for _, status in outside if status.is_about_pool)
        yield Breach(
            f"{quantity(len(open_cards), 'card')} may or may not be in {fmt.name}: {reason}",
            open_cards,
            found=len(open_cards),
            severity=UNKNOWN,
            citation=cite,
        )
    note = f"no recorded printing for {quantity(survey.on_trust, 'card')}: assumed released"
    yield Measure(
        found=len(outside),
        allowed=0,
        outcome=NONE_RECORDED if survey.on_trust else None,
        note=note if survey.on_trust else "",
        citation=cite,
    )


def not_yet_legal(deck: Deck, fmt: Format, as_of: date, *, may_be_provided: bool = False) -> Iterator[Breach | Measure]:
    """Every card's first set in the format is legal by that day; none is certainly out that the event may provide."""
    cite = Citation("set-list", "sets")
    later = _get_survey(deck, fmt, as_of).later
    for card, status in later:
        is_certain = status.status == OUT and not may_be_provided
        said = f"{card_label(card)} {'is not' if is_certain else 'might not be'} legal yet on {as_of}: {status.reason}"
        yield _build_breach(deck, card, said, cite, is_certain=is_certain)
    yield Measure(found=len(later), allowed=0, citation=cite)


def banned(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """No card is banned on that day."""
    cite = Citation("ban-list", fmt.slug)
    bans = find_bans_on(fmt, as_of)
    found = 0
    for card in deck.cards:
        status = bans.of(card)
        if status:
            found += 1
            yield _build_breach(
                deck, card, _ban_message(card_label(card), fmt, status), cite, is_certain=status.is_certain
            )
    for entry in deck.unsettled:
        if entry.state == UNREADABLE:
            continue
        suspects = tuple(c for c in entry.candidates if bans.of(c)) if entry.state == AMBIGUOUS else ()
        if suspects or bans.named(entry.name):
            found += 1
            yield Breach(
                f"{entry.name} may be banned in {fmt.name}: a card with that name is banned",
                found=entry.count,
                section=entry.section,
                severity=UNKNOWN,
                citation=cite,
                lines=(entry.line,),
                suggestions=suspects,
            )
    yield Measure(
        found=found,
        allowed=0,
        outcome=None if fmt.bans else NONE_RECORDED,
        note="" if fmt.bans else "no bans recorded for this format",
        citation=cite,
    )


def _ban_message(title: str, fmt: Format, status: BanStatus) -> str:
    ban = status.ban
    reason = f"; {ban.reason}" if ban.reason else ""
    if ban.event:
        reason += f"; {ban.event}"
    if ban.replacement:
        reason += f" ({ban.replacement})"
    if not status.is_certain:
        return f"{title} may be banned in {fmt.name}: {status.doubt}{reason}"
    return f"{title} is banned in {fmt.name}; the ban began {format_days(ban.begins)}{reason}"


@lru_cache(maxsize=512)
def _cite_restriction(fmt: Format) -> Citation:
    return Citation(f"format:{fmt.slug}", "restriction")


def _outcome(said: Iterable[Breach | Measure]) -> str:
    """The outcome of one restriction among several."""
    severities = {each.severity for each in said if isinstance(each, Breach)}
    return BROKEN if ERROR in severities else UNKNOWN if UNKNOWN in severities else OK


@DayCheck
def format_out_of_season(fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """The day lies in the time in which the format was played."""
    cite = Citation(f"format:{fmt.slug}", "season")
    if fmt.starts and as_of < fmt.starts.latest:
        verb = "was not" if as_of < fmt.starts.earliest else "might not have been"
        yield Breach(
            f"{fmt.name} {verb} played yet on {as_of}; it began {format_days(fmt.starts)}",
            severity=WARNING,
            citation=cite,
        )
    if fmt.ends and as_of > fmt.ends.earliest:
        verb = "was no longer" if as_of > fmt.ends.latest else "might no longer have been"
        yield Breach(
            f"{fmt.name} {verb} played on {as_of}; it ended {format_days(fmt.ends)}", severity=WARNING, citation=cite
        )
    yield Measure(found=as_of.isoformat(), allowed=_season(fmt.starts, fmt.ends), citation=cite)


def _season(starts: Between | None, ends: Between | None) -> str | None:
    if starts is None and ends is None:
        return None
    return f"{starts.earliest if starts else '...'} to {ends.latest if ends else '...'}"


def _list_stand_ins(card: Card, fmt: Format, as_of: date) -> tuple[str, ...]:
    return get_pool_on(fmt, as_of).card_status(card).stand_ins


def _legality_date_inferred(stand_ins: tuple[str, ...], fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """Where the day from which a set is legal isn't recorded, its release stands in."""
    cite = Citation("set-list", "sets")
    if stand_ins:
        yield Breach(
            f"First legal day not recorded for {', '.join(stand_ins)}; release date used instead",
            found=len(stand_ins),
            severity=INFO,
            citation=cite,
        )
    yield Measure(found=len(stand_ins), citation=cite)


legality_date_inferred = MarkCheck(_legality_date_inferred, _list_stand_ins)


class SetCheck(Protocol):
    """A check of sets, of which a card that the event may provide can be excepted."""

    def __call__(
        self, deck: Deck, fmt: Format, as_of: date, *, may_be_provided: bool = False
    ) -> Iterator[Breach | Measure]: ...


def cite_game_rule(check: SetCheck, rule: Citation, provided: Citation) -> Check:
    """A check of sets for a game whose rules say which sets are legal: it cites them, and names the list in words.

    In limited play no set is illegal: `provided` is the rule that a card may be played if the event provides it.
    """

    def look_at(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
        is_limited = fmt.kind.startswith(LIMITED)
        cite, more = (provided, "; limited decks may hold what the event provides") if is_limited else (rule, "")
        for each in check(deck, fmt, as_of, may_be_provided=is_limited):
            if isinstance(each, Breach):
                yield each._replace(message=f"{each.message} (set list){more}", citation=cite)
            else:
                yield each._replace(citation=cite)

    return look_at


def _is_any_outside(deck: Deck, fmt: Format, as_of: date) -> bool:
    survey = _get_survey(deck, fmt, as_of)
    return bool(survey.outside or survey.on_trust)


def _is_any_later(deck: Deck, fmt: Format, as_of: date) -> bool:
    return bool(_get_survey(deck, fmt, as_of).later)


class FormatRestriction:
    """Everything that a format asks beyond the game's rules, each kind by its function."""

    def __init__(self, kinds: Mapping[str, RestrictionCheck]) -> None:
        self.kinds = kinds

    def __call__(self, deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
        cite = _cite_restriction(fmt)
        if not fmt.restrictions:
            yield Measure(outcome=NOT_APPLICABLE, note="the format has no restrictions of its own", citation=cite)
        for restriction in fmt.restrictions:
            said = list(self.kinds[restriction.kind](deck, fmt, as_of, restriction.terms))
            outcome = _outcome(said)
            for each in said:
                if isinstance(each, Breach):
                    yield each if each.citation else Breach(*each[:7], cite, *each[8:])
                else:
                    found, allowed, section, own, note, citation = each
                    yield Measure(found, allowed, section, own or outcome, note, citation or cite)

    def may_say_more(self, deck: Deck, fmt: Format, as_of: date) -> bool:
        """Whether they ask something of the list that is more than its cards each say of themselves."""
        return any(
            each.kind not in _OF_NO_LIST and (bool(deck.entries) or not self._is_of_each_card(each))
            for each in fmt.restrictions
        )

    def look_at_card(self, card: Card, fmt: Format, as_of: date) -> list[Breach]:
        """What those find in a card that look at each by itself."""
        if not fmt.restrictions:
            return []
        alone = Deck(fmt.game, (DeckEntry(DECK, 1, card),))
        return [
            said
            for each in fmt.restrictions
            if self._is_of_each_card(each)
            for said in self.kinds[each.kind](alone, fmt, as_of, each.terms)
            if isinstance(said, Breach)
        ]

    def _is_of_each_card(self, restriction: Restriction) -> bool:
        kind = self.kinds[restriction.kind]
        return isinstance(kind, EachCard) and kind.applies(restriction.terms)


def _is_told_by_pool(card: Card, fmt: Format, as_of: date) -> bool:
    """Whether a card is out, or may be, by its own sets, and not by what else is in the deck or by the whole pool."""
    return not may_be_shared_wild(card, fmt) and not get_pool_on(fmt, as_of).card_status(card).is_about_pool


def _is_told_by_ban(card: Card, fmt: Format, as_of: date) -> bool:
    return True


def _may_be_banned(deck: Deck, fmt: Format, as_of: date) -> bool:
    return not find_bans_on(fmt, as_of).names.isdisjoint(deck.folded_names)


def build_format_rows(
    kinds: Mapping[str, RestrictionCheck], sets: Citation | None = None, provided: Citation | None = None
) -> tuple[tuple[str, str, Check, str], ...]:
    """The rows that close every game's table; what they say cites the format that was asked about.

    `sets` is the rule that says which sets are legal, in a game that has one, and `provided` the one of limited play.
    """
    rule = sets.rule if sets else "sets"
    named = sets.document if sets else ""
    not_in = cite_game_rule(not_in_format, sets, provided or sets) if sets else not_in_format
    not_yet = cite_game_rule(not_yet_legal, sets, provided or sets) if sets else not_yet_legal
    of_pool = partial(SeldomCheck, is_of_cards=True, is_told_by_card=_is_told_by_pool)
    asked = FormatRestriction(kinds)
    restriction = SeldomCheck(asked, asked.may_say_more, look_at_card=asked.look_at_card)
    return (
        ("not-in-format", rule, of_pool(not_in, _is_any_outside), named or "format:any"),
        ("not-yet-legal", rule, of_pool(not_yet, _is_any_later), named or "set-list"),
        ("legality-date-inferred", "sets", legality_date_inferred, "set-list"),
        (
            "banned",
            "bans",
            SeldomCheck(banned, _may_be_banned, is_of_cards=True, is_told_by_card=_is_told_by_ban),
            "ban-list",
        ),
        ("format-restriction", "restriction", restriction, "format:any"),
        ("format-out-of-season", "season", format_out_of_season, "format:any"),
    )
