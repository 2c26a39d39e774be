"""What every game asks of a list as it was written: that each line names one card."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.model.cards import disambiguate_titles
from engine.model.decks import AMBIGUOUS, UNREADABLE, Deck, DeckEntry
from engine.model.decks import UNKNOWN as NO_SUCH_CARD
from engine.model.fast_path import Guard, guard
from engine.model.formats import Format
from engine.model.verdicts import INFO, UNKNOWN, Breach, Measure
from engine.rules import Check, DayCheck, ListCheck
from engine.rules.messages import join_or

_NAMES_AT_MOST = 5


@ListCheck
def unreadable_line(deck: Deck) -> Iterator[Breach | Measure]:
    """Every line can be read."""
    unreadable = 0
    for entry in deck.unsettled:
        if entry.state == UNREADABLE:
            unreadable += 1
            yield Breach(
                f"Line {entry.line} can’t be read: {entry.problem}", section=entry.section, lines=(entry.line,)
            )
    yield Measure(found=unreadable, allowed=0)


@ListCheck
def unknown_card(deck: Deck) -> Iterator[Breach | Measure]:
    """Every card is in the reference. It isn't complete, so a card that isn't may still be legal."""
    unknown = 0
    for entry in deck.unsettled:
        if entry.state == NO_SUCH_CARD:
            unknown += entry.count
            nearest = entry.candidates[:_NAMES_AT_MOST]
            hint = f". Did you mean {join_or(disambiguate_titles(nearest), '; ')}?" if nearest else " is recorded"
            yield Breach(
                f"No card named “{entry.name}”{hint}",
                found=entry.count,
                section=entry.section,
                severity=UNKNOWN,
                lines=(entry.line,),
                suggestions=nearest,
            )
    yield Measure(found=unknown, allowed=0)


@ListCheck
def ambiguous_card(deck: Deck) -> Iterator[Breach | Measure]:
    """Every name belongs to one card."""
    ambiguous = 0
    for entry in deck.unsettled:
        if entry.state == AMBIGUOUS:
            ambiguous += entry.count
            yield Breach(
                _ambiguity(entry),
                found=entry.count,
                section=entry.section,
                severity=UNKNOWN,
                lines=(entry.line,),
                suggestions=entry.candidates,
            )
    yield Measure(found=ambiguous, allowed=0)


@ListCheck
def reader_notes(deck: Deck) -> Iterator[Breach | Measure]:
    """What had to be settled to read a line is said."""
    for entry in deck.noted:
        for note in entry.notes:
            yield Breach(
                note.message,
                (entry.card,) if entry.card else (),
                section=entry.section,
                severity=INFO,
                code=note.code,
                lines=(entry.line,),
            )
    yield Measure(found=len(deck.noted))


def edition_before_held(edition: str, in_force_from: date) -> Check:
    """The check for the oldest edition that is held: a day before its own is judged by it, and that is said."""

    def look_at(fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
        if as_of < in_force_from:
            yield Breach(
                f"No rules on record for {as_of}; judged by the oldest edition, {edition}, "
                f"in force from {in_force_from}",
                severity=INFO,
            )
        yield Measure(found=as_of.isoformat(), allowed=f"{in_force_from}+")

    return DayCheck(look_at)


def edition_day_doubtful(edition: str, in_force_from: date, certain_from: date) -> Check:
    """The check for an edition whose first day the sources tell otherwise: until it is certain, that is said."""

    def look_at(fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
        if as_of < certain_from:
            yield Breach(
                f"The sources differ on the first day of {edition}: {in_force_from}, "
                f"or a day up to {certain_from}; judged by this edition",
                severity=INFO,
            )
        yield Measure(found=as_of.isoformat(), allowed=f"{in_force_from}+")

    return DayCheck(look_at)


def _ambiguity(entry: DeckEntry) -> str:
    """Why a name doesn't settle the card."""
    cards = entry.candidates
    if len(cards) == 1:
        return f"“{entry.name}” gives no version, and {cards[0].title} was not out yet"
    more = ", ..." if len(cards) > _NAMES_AT_MOST else ""
    return f"“{entry.name}” matches {len(cards)} cards: {'; '.join(disambiguate_titles(cards[:_NAMES_AT_MOST]))}{more}"


#: The rows that open every game's table. Reader's notes carry their own codes.
LIST_ROWS: tuple[tuple[str, str, Check, str], ...] = (
    ("unreadable-line", "cards", unreadable_line, "set-list"),
    ("unknown-card", "cards", unknown_card, "set-list"),
    ("ambiguous-card", "cards", ambiguous_card, "set-list"),
    ("reader-notes", "cards", reader_notes, "set-list"),
)
#: And what rules them out.
LIST_GUARDS: tuple[Guard, ...] = (
    guard("unreadable-line unknown-card ambiguous-card", lambda deck: deck.unsettled),
    guard("reader-notes", lambda deck: deck.noted, only_notes=True),
)
