"""Lists for laws: the case decks, the samples, and random ones of real cards with lines that no card answers to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from hypothesis import strategies as st

from engine.decklists import read_deck
from engine.decklists.reading import ListReader
from engine.model import decks
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.catalog import Catalog
from engine.model.decks import READ, Deck, DeckEntry
from tests.conftest import ROOT, SHARED, _reference

FILE = SHARED / "cases" / "verdicts.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []
CASE_IDS = [case["id"] for case in CASES]
SAMPLES = ROOT / "vsdb" / "check" / "sample_lists"

SECTIONS = {
    VS_CLASSIC: (decks.DECK, decks.SIDEBOARD),
    VS_2PCG: (decks.MAIN_CHARACTER, decks.LEVEL_UP, decks.DECK, "pile:Gift", "pile:Sinister Six"),
    RIFTBOUND: (decks.LEGEND, decks.CHAMPION, decks.DECK, decks.RUNES, decks.BATTLEFIELDS, decks.SIDEBOARD),
}
GAMES = tuple(SECTIONS)
ON = date(2026, 6, 1)
UNSETTLED = ("3 Nobody Of That Name", "2 XYZ-123", "-4 Storm", "1 Spider-Mann", "what is this", "5 日本 – “ü”")


def catalog(game: str) -> Catalog:
    """The cards of a game as the fixtures have them."""
    return _reference(game).catalog


def read_sample(slug: str) -> str:
    """A list that the check page offers as a sample."""
    return (SAMPLES / f"{slug}.txt").read_text(encoding="utf-8")


def case_deck(case: dict[str, Any]) -> Deck:
    """The deck of a case, read on its day."""
    return read_deck(case["deck"], catalog(case["game"]), date.fromisoformat(case["as_of"]))


@dataclass(frozen=True)
class Line:
    """Copies of a card in a section, under a printing of it where one is given, or a line that names no card."""

    section: str
    count: int
    card: Card | None = None
    printing: str = ""
    text: str = ""


@st.composite
def _lines(draw: st.DrawFn, game: str) -> Line:
    section = draw(st.sampled_from(SECTIONS[game]))
    if draw(st.integers(0, 9)) == 0:
        return Line(section, 0, text=draw(st.sampled_from(UNSETTLED)))
    card = draw(st.sampled_from(catalog(game).cards))
    codes = [p.code for p in card.printings if p.number and catalog(game).by_printing(p.code) == (card,)]
    return Line(section, draw(st.integers(1, 12)), card, draw(st.sampled_from(["", *codes])))


def lines(game: str, most: int = 25) -> st.SearchStrategy[list[Line]]:
    """Random lines of a game."""
    return st.lists(_lines(game), max_size=most)


def deck_of(game: str, lines: list[Line], title: str = "") -> Deck:
    """The deck of these lines: the read cards as they are, the others as the reader reads them in their section."""
    reader = ListReader(catalog(game), ON)
    for number, line in enumerate(lines, start=1):
        if line.card:
            reader.add(DeckEntry(line.section, line.count, line.card, READ, number, printing=line.printing))
        else:
            reader.section = line.section
            reader.read_line(number, line.text)
    return Deck(game, tuple(reader.entries), title)


def real_decks(most: int = 25) -> st.SearchStrategy[Deck]:
    """Random decks of real cards of any game."""
    return st.sampled_from(GAMES).flatmap(lambda game: lines(game, most).map(lambda found: deck_of(game, found)))
