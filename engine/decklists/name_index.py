"""The names that plain lines of a list have, each looked up once.

A plain line is `4 Name`, `4x Name` or `4 Name [MOR-053]` with nothing to tidy. A name is in the index only if nothing
else can be read into such a line, so that reading it at length comes to the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from engine.decklists.resolving import note_missing_version
from engine.decklists.sections import begins_like_heading
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import ReadingNote
from engine.model.names import fold

MAX_LINES_KEPT = 8_192  #: of each catalog

_PLAIN_LINE = re.compile(r"([0-9]{1,4})(?: ?[x×]|X)? ([^\[]*[^\[ ])(?: \[([^\[\]]+)\])?")

#: Folded names without any sign that means something around a name.
_PLAIN_NAME = re.compile(r"(?![ ,;|])(?:[a-z0-9 ,;:'\"!?+$%○*()=>]|/(?!/)|&(?![a-z0-9#])|<(?!/|b))+(?<![ ,;|])")
#: Titles that have none that may end a name either.
_PLAIN_TITLE = re.compile(r"[^:()*]+")
_PLAIN_CODE = re.compile(r"[A-Z0-9]{2,6}-[A-Za-z]{0,2}[0-9]{1,4}[A-Za-z*]{0,2}(?:/[0-9]{1,4})?")
_WORD = re.compile("[a-z0-9]+")


class PlainName(NamedTuple):
    """What a name or title means: the `cards` that are called so and, where it settles one without its printing, that
    `card`, on lists `since` a day; `is_version_missing` where others may come to be called so."""

    cards: tuple[Card, ...]
    card: Card | None = None
    since: date = date.min
    is_version_missing: bool = False


class PlainLine(NamedTuple):
    """What a plain line says. It means its `card` on lists `since` a day, and no one card where there is none."""

    copies: int
    name: str
    card: Card | None
    since: date
    notes: tuple[ReadingNote, ...]
    code: str


@dataclass(frozen=True, slots=True)
class NameIndex:
    """What plain lines name: by folded name, and by the printing's code as it is recorded."""

    names: Mapping[str, PlainName]
    codes: Mapping[str, Card]
    #: Plain lines that were read. Lists share most of theirs.
    kept: dict[str, PlainLine] = field(default_factory=dict)

    def read_line(self, text: str) -> PlainLine | None:
        """What a tidy line says that is plain, which is kept; None for any other."""
        line = self._read_line(text)
        if line is not None:
            if len(self.kept) >= MAX_LINES_KEPT:
                self.kept.clear()
            self.kept[text] = line
        return line

    def _read_line(self, text: str) -> PlainLine | None:
        written = _PLAIN_LINE.fullmatch(text)
        if written is None:
            return None
        digits, name, code = written.groups()
        copies, named = int(digits), self.names.get(fold(name))
        if named is None or not copies:
            return None
        if code is not None:
            card = self.codes.get(code)
            return PlainLine(copies, name, card, date.min, (), code) if card in named.cards else None
        notes = (note_missing_version(name, named.card),) if named.card and named.is_version_missing else ()
        return PlainLine(copies, name, named.card, named.since, notes, "")


def build_name_index(catalog: Catalog) -> NameIndex:
    """The names and codes of a catalog's cards that plain lines may have."""
    shown = (fold(card.title) for card in catalog.cards)
    called = {*catalog.names, *catalog.titles, *catalog.short_titles, *shown}
    has_brackets = any("[" in name for name in called)
    names = {name: _settle(name, catalog) for name in called if _is_plain(name, catalog)}
    return NameIndex(names, {} if has_brackets else dict(_list_codes(catalog)))


def _is_plain(name: str, catalog: Catalog) -> bool:
    """Whether nothing of a line with this name can be anything but the name."""
    if not _PLAIN_NAME.fullmatch(name) or fold(name) != name:
        return False
    return name in catalog.names or (
        _PLAIN_TITLE.fullmatch(name) is not None
        and not begins_like_heading(name, catalog.game)
        and not any(map(catalog.set_code, _WORD.findall(name)))
    )


def _settle(name: str, catalog: Catalog) -> PlainName:
    depends_on_spelling = catalog.has_versions and "," in name
    titled = catalog.titles.get(name) or (() if depends_on_spelling else catalog.by_title(name))
    named = catalog.names.get(name, ())
    cards = (*titled, *named)
    if len(titled) == 1:
        return PlainName(cards, titled[0])
    if titled or depends_on_spelling or len(named) != 1:
        return PlainName(cards)
    return PlainName(cards, named[0], catalog.first_day(named[0]), is_version_missing=True)


def _list_codes(catalog: Catalog) -> Iterator[tuple[str, Card]]:
    """The codes by which plain lines name one card, in the spelling that the card has for them."""
    for card in catalog.cards:
        codes = {printing.code for printing in card.printings}
        if len(set(map(str.casefold, codes))) == len(codes):
            for code in filter(_PLAIN_CODE.fullmatch, codes):
                if catalog.by_printing(code) == (card,) and catalog.set_code(code) is None:
                    yield code, card
