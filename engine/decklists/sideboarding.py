"""A deck between two games of a match: cards of the deck exchanged for as many of its sideboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from engine.decklists.changing import find_place
from engine.model.decks import DECK, SIDEBOARD, UNREADABLE, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.names import fold

MAX_LINES = 60  #: that go out, and that come in
MAX_LENGTH = 200  #: characters of a line
_COUNTED = re.compile(r"([0-9]{1,4})\s*[xX×]?\s+(\S.*)")
_TITLES = {DECK: "deck", SIDEBOARD: "sideboard"}

Entries = list[DeckEntry]


@dataclass(frozen=True, slots=True)
class ExchangeLine:
    """A line of an exchange: so many copies of a card of a section; `place` names it in errors."""

    place: str
    section: str
    count: int
    name: str


def exchange_cards(deck: Deck, out: str, into: str) -> Deck:
    """The deck after sideboarding: the cards `out` stand in the sideboard, as many `into` the deck came from there.

    A line has a card of the list by name, title or slug, with the number of copies before it, else one. Raises
    InputError with the line for a card that isn't there or not so often, and where the numbers differ.
    """
    leaving, coming = _read_lines(deck, out, "out", DECK), _read_lines(deck, into, "in", SIDEBOARD)
    going, new = (sum(line.count for line in lines) for lines in (leaving, coming))
    if going != new:
        raise InputError(f"{going} out, {new} in; exchange one for one", place="in", code="uneven-exchange")
    entries = list(deck.entries)
    taken = [(goal, each) for lines, goal in ((leaving, SIDEBOARD), (coming, DECK)) for each in _take(entries, lines)]
    for section, entry in taken:
        _put(entries, replace(entry, section=section), deck.game)
    return replace(deck, entries=tuple(entries))


def _read_lines(deck: Deck, text: str, side: str, section: str) -> list[ExchangeLine]:
    written = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(written) > MAX_LINES:
        raise InputError(f"{len(written)} lines; at most {MAX_LINES}", place=side)
    return [_read_line(deck, line, f"{side}, line {number}", section) for number, line in written]


def _read_line(deck: Deck, line: str, place: str, section: str) -> ExchangeLine:
    if len(line) > MAX_LENGTH:
        raise InputError(f"the line has {len(line):,} characters; at most {MAX_LENGTH}", place=place)
    counted = None if any(_is_called(entry, fold(line)) for entry in deck.entries) else _COUNTED.fullmatch(line)
    count, name = (int(counted[1]), counted[2]) if counted else (1, line)
    if not count:
        raise InputError("0 copies; at least 1", place=place)
    return ExchangeLine(place, section, count, name)


def _take(entries: Entries, lines: list[ExchangeLine]) -> Iterator[DeckEntry]:
    """Take the copies out of the entries, from the last line on; each as an entry with the copies that were taken."""
    for line in lines:
        places = _find(entries, line)
        if (held := sum(entries[at].count for at in places)) < line.count:
            raise InputError(
                f"{line.count} copies of {line.name}; the {_TITLES[line.section]} has {held}",
                place=line.place,
                code="too-many-copies",
            )
        left = line.count
        for at in reversed(places):
            going = min(left, entries[at].count)
            left -= going
            if going:
                yield replace(entries[at], count=going)
            entries[at] = replace(entries[at], count=entries[at].count - going)
        entries[:] = [entry for entry in entries if entry.count or entry.state == UNREADABLE]


def _find(entries: Entries, line: ExchangeLine) -> list[int]:
    """The places of the lines that a line of the exchange means, all of one card."""
    section, name = [each for each in entries if each.section == line.section and each.count], fold(line.name)
    found = [entry for entry in section if _is_called(entry, name)]
    titles = {_title(entry): entry for entry in found}
    if not found:
        near = get_close_matches(line.name, sorted({_title(entry) for entry in section}), 3)
        said = f"; did you mean {' or '.join(near)}?" if near else ""
        raise InputError(
            f"{line.name} isn’t in the {_TITLES[line.section]}{said}", place=line.place, code="not-in-section"
        )
    if len(titles) > 1:
        raise InputError(f"{line.name} may be {' or '.join(sorted(titles))}", place=line.place, code="ambiguous-card")
    return [at for at, entry in enumerate(entries) if any(entry is each for each in found)]


def _put(entries: Entries, entry: DeckEntry, game: str) -> None:
    """Add the copies to the line of their card in their section, or as a new line behind the others there."""
    key = _key(entry)
    for at, each in enumerate(entries):
        if _key(each) == key:
            entries[at] = replace(each, count=each.count + entry.count)
            return
    entries.insert(find_place(entries, entry.section, game), replace(entry, line=0))


def _key(entry: DeckEntry) -> tuple[str, str, str]:
    return entry.section, entry.card.slug if entry.card else fold(entry.name), entry.printing


def _is_called(entry: DeckEntry, name: str) -> bool:
    card = entry.card
    return name in {fold(each) for each in ((card.name, card.title, card.slug) if card else (entry.name,))}


def _title(entry: DeckEntry) -> str:
    return entry.card.title if entry.card else entry.name
