"""Plain lines are looked up once; what comes of them is what reading them at length gives."""

from __future__ import annotations

from datetime import date
from itertools import product

import pytest

from engine.decklists import name_index, read_deck
from engine.decklists.name_index import NameIndex, build_name_index
from engine.decklists.reading import ListReader
from engine.model.cards import RIFTBOUND, VS_CLASSIC, Card
from engine.model.catalog import Catalog
from engine.model.decks import DeckEntry
from tests.engine.builders import card, card_set, catalog
from tests.engine.decklist_cards import CLASSIC, ON
from tests.engine.real_lists import GAMES
from tests.engine.real_lists import catalog as recorded

DAYS = (date(2004, 6, 1), date(2026, 6, 1))

#: Names that are headings, counts, codes, comments or markup too, each as a card and as a card's version.
AWKWARD = (
    *("Gear", "Drops", "Cost (12)", "Ten Drops", "X Deck", "Deck", "Cards", "Secret Pile", "Pile", "Location: Home"),
    *("Foo [MOR-001]", "Foo (MOR-002)", "Foo (L2)", "MOR-003", "MOR-003 Foo", "Foo MOR-004", "Foo x4", "4 Aces"),
    *("# Sharp", "Slash // Bash", "A / B", "C & D", "&amp; E", "<b>Bold</b>", "*Star*", "Star *foil*", "Star ☆"),
    *(
        "-",
        "...",
        "- Dash",
        "Comma,",
        "Pipe |",
        "Foo <> Bar",
        "Foo ◊ Bar",
        "Foo, Bar",
        "Straße",
        "Ærø",
        "日本",
        "Dr. Who",
    ),
)
WRITTEN = (
    *(
        "4 {}",
        "4x {}",
        "4 x {}",
        "4X {}",
        "4 X {}",
        " 4 {} ",
        "4  {}",
        "4\t{}",
        "0 {}",
        "10000 {}",
        "{} x4",
        "{}",
        "SB: 4 {}",
    ),
    *("- 4 {}", "(4) {}", "4. {}", "1. 4 {}", "4 {} # good", "4 {}.", "4 {},", "4 {} -", "4 <b>{}</b>", "4 \u200b{}"),
    *("4 {} [MOR-005]", "4 {} [mor-5]", "4 {} (MOR) 005", "4 {} [MOR-099]", "4 {} [foil]", "{}:", "{} (4)"),
)


def awkward() -> Catalog:
    """A catalog of the awkward names; the card that each is a version of is called Foo."""
    named = (card(VS_CLASSIC, each, slug=f"name-{at}") for at, each in enumerate(AWKWARD))
    versions = (
        card(VS_CLASSIC, "Foo", slug=f"version-{at}", title=f"Foo, {each}", versions=(each,))
        for at, each in enumerate(AWKWARD)
    )
    printed = card(VS_CLASSIC, "Gears", printings=("MOR-005", "MOR-006"))
    return catalog(VS_CLASSIC, (*named, *versions, printed), card_set(VS_CLASSIC, "MOR", date(2004, 4, 1)))


def read(catalog: Catalog, lines: list[str], day: date) -> list[DeckEntry]:
    """The entries of some lines as the reader gives them."""
    reader = ListReader(catalog, day)
    for number, line in enumerate(lines, start=1):
        reader.total = 0
        reader.read_line(number, line)
    return reader.entries


def read_at_length(catalog: Catalog, lines: list[str], day: date) -> list[DeckEntry]:
    """The same without the index and without ready headings."""
    reader = ListReader(catalog, day)
    reader._index, reader._headings = NameIndex({}, {}), {}
    for number, line in enumerate(lines, start=1):
        reader.total = 0
        reader.read_line(number, line)
    return reader.entries


def list_lines(card: Card) -> list[str]:
    """A card's plain lines."""
    names = (card.title, card.name.upper(), *(f"{card.title} [{printing.code}]" for printing in card.printings))
    return [f"4 {name}" for name in names]


class TestPlainLines:
    """Reading a plain line gives what reading it at length gives, for every name on record."""

    @pytest.mark.parametrize("game", GAMES)
    def test_every_card_of_the_fixtures_reads_the_same(self, game: str) -> None:
        cards = recorded(game).cards[::7]
        lines = [line for each in cards for line in list_lines(each)]
        for day in DAYS:
            assert read(recorded(game), lines, day) == read_at_length(recorded(game), lines, day)

    @pytest.mark.parametrize("game", GAMES)
    def test_nearly_every_name_is_in_the_index(self, game: str) -> None:
        held = recorded(game)
        names = {*held.names, *held.titles}
        assert len(names & set(held.once(build_name_index).names)) > 0.99 * len(names)

    def test_awkward_names_read_the_same_however_they_are_written(self) -> None:
        held = awkward()
        names = (*AWKWARD, *(f"Foo, {each}" for each in AWKWARD), "Gears", "X Gears")
        lines = [written.format(name) for name, written in product(names, WRITTEN)]
        for line in lines:  # twice: the second time it may be kept
            assert read(held, [line, line], ON) == read_at_length(held, [line, line], ON), line

    def test_short_titles_that_are_headings_read_the_same(self) -> None:
        names = ("Gear", "Runes", "Drops", "Two Drops", "X Spell", "Total", "Fury")
        legends = (
            card(RIFTBOUND, f"{each}, Starter", slug=f"{at}", type="Legend", tags=("Annie",))
            for at, each in enumerate(names)
        )
        held = catalog(RIFTBOUND, legends)
        lines = [written.format(name) for name, written in product(names, WRITTEN)]
        for line in lines:
            assert read(held, [line, "4 Nobody"], ON) == read_at_length(held, [line, "4 Nobody"], ON), line
        assert held.once(build_name_index).names.keys() >= {"fury", "annie, gear"}

    def test_names_with_brackets_keep_printings_out_of_the_index(self) -> None:
        assert not awkward().once(build_name_index).codes
        assert CLASSIC.once(build_name_index).codes

    def test_a_code_that_a_card_has_twice_is_looked_up_at_length(self) -> None:
        twice = card(VS_CLASSIC, "Twice", printings=("MOR-1a", "MOR-1A", "MOR-002"))
        held = catalog(VS_CLASSIC, (twice,), card_set(VS_CLASSIC, "MOR", date(2004, 4, 1)))
        assert not held.once(build_name_index).codes
        assert read_deck("4 Twice [MOR-1A]", held, ON).entries[0].printing == "MOR-1a"

    def test_keeps_no_more_lines_than_it_may(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(name_index, "MAX_LINES_KEPT", 2)
        held = catalog(VS_CLASSIC, (card(VS_CLASSIC, "Frog"),))
        lines = [f"{count} Frog" for count in (1, 2, 3, 1)]
        assert read(held, lines, ON) == read_at_length(held, lines, ON)
        assert list(held.once(build_name_index).kept) == [lines[2], lines[3]]

    def test_works_the_index_out_once(self) -> None:
        assert CLASSIC.once(build_name_index) is CLASSIC.once(build_name_index)
