"""Which card a line names; nothing is settled silently."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.decklists.lines import ParsedLine
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import AMBIGUOUS, READ, UNKNOWN, ReadingNote
from engine.model.games import game_of

MAX_SUGGESTIONS = 5  #: for a name that isn't there


@dataclass(frozen=True, slots=True)
class LineResolution:
    """What a line's name came to: the fields of an Entry that say so."""

    card: Card | None
    state: str
    candidates: tuple[Card, ...] = ()
    notes: tuple[ReadingNote, ...] = ()
    printing: str = ""


def resolve_line(
    written: ParsedLine, section: str, catalog: Catalog, as_of: date, *, suggest: bool = True
) -> LineResolution:
    """The card that a line names in its section; with `suggest`, the nearest names for one that isn't there.

    A recorded printing decides; else the full title; else the name, if its version was left out; else the title with
    its comma or `!` left out. A misspelt name does not resolve.
    """
    notes: tuple[ReadingNote, ...] = ()
    if written.printing:
        found = _resolve_by_printing(written, catalog)
        if found:
            return found
        notes = (_not_recorded(written.printing, written.name),)
    cards = catalog.by_title(written.name)
    if cards:
        return _choose_one(cards, written, section, catalog, notes)
    cards = catalog.by_name(written.name)
    if cards:
        return _resolve_without_version(
            _choose_one(cards, written, section, catalog, notes), written.name, catalog, as_of
        )
    cards = catalog.by_words(written.name)
    if cards:
        comma = ReadingNote("comma-inferred", f"“{written.name}” differs in punctuation; read as {cards[0].title}")
        return _choose_one(cards, written, section, catalog, (*notes, comma))
    nearest = catalog.nearest(written.name, MAX_SUGGESTIONS) if suggest and written.name else ()
    return LineResolution(None, UNKNOWN, nearest, notes)


def _resolve_by_printing(written: ParsedLine, catalog: Catalog) -> LineResolution | None:
    """The card of the line's printing; the name settles which where two cards share a number."""
    code = written.printing
    cards = catalog.by_printing(code) or tuple(filter(None, (catalog.by_slug.get(code.casefold()),)))
    if not cards:
        return None
    named = _filter_by_name(written.name, cards, catalog)
    if len(named or cards) > 1:
        return LineResolution(None, AMBIGUOUS, named or cards)
    card = (named or cards)[0]
    recorded = catalog.recorded_code(card, code)
    if named or not written.name:
        return LineResolution(card, READ, printing=recorded)
    differs = ReadingNote(
        "printing-name-differs", f"{recorded} is {card.title}, not “{written.name}”; read by its printing"
    )
    return LineResolution(card, READ, notes=(differs,), printing=recorded)


def _filter_by_name(name: str, cards: tuple[Card, ...], catalog: Catalog) -> tuple[Card, ...]:
    """Those of a printing's cards that the name means: by full title, without version or without comma."""
    looked_up = (catalog.by_title, catalog.by_name, catalog.by_words)
    return tuple(card for card in cards if any(card in look_up(name) for look_up in looked_up))


def _not_recorded(code: str, name: str) -> ReadingNote:
    decides = f"; read by its name, “{name}”" if name else ", and the line has no name"
    return ReadingNote("printing-not-recorded", f"Printing {code} isn’t recorded{decides}")


def _choose_one(
    cards: tuple[Card, ...], written: ParsedLine, section: str, catalog: Catalog, notes: tuple[ReadingNote, ...]
) -> LineResolution:
    """The one card of several that the line's set, its level and its section leave; else they are ambiguous."""
    if written.set_code:
        in_set = tuple(card for card in cards if written.set_code in card.set_codes)
        notes = notes if in_set else (*notes, _not_recorded(written.set_code, written.name))
        cards = in_set or cards
    if written.level:
        cards = tuple(card for card in cards if card.level == written.level) or cards
    if len(cards) > 1:
        may_hold = game_of(catalog.game).sections.may_hold
        fitting = tuple(card for card in cards if may_hold(card, section)) or cards
        if len(fitting) == 1:
            notes = (*notes, _section_decides(fitting[0], len(cards)))
        cards = fitting
    if len(cards) > 1:
        return LineResolution(None, AMBIGUOUS, cards, notes)
    return LineResolution(cards[0], READ, notes=notes)


def _section_decides(card: Card, of: int) -> ReadingNote:
    code = card.printings[0].code if card.printings else card.slug
    return ReadingNote(
        "section-inferred", f"{of} cards are named {card.name}; read as {code}, the only one for this section"
    )


def _resolve_without_version(found: LineResolution, name: str, catalog: Catalog, as_of: date) -> LineResolution:
    """A name without its version stands for its one card, if that may have been out; else it is ambiguous."""
    if found.card is None:
        return found
    if not catalog.may_be_out(found.card, as_of):
        return LineResolution(None, AMBIGUOUS, (found.card,), found.notes)
    return LineResolution(found.card, READ, notes=(*found.notes, note_missing_version(name, found.card)))


def note_missing_version(name: str, card: Card) -> ReadingNote:
    """The note on a name that stands for its one card though it gives no version."""
    return ReadingNote("version-inferred", f"“{name}” gives no version; read as {card.title}, the only one on record")
