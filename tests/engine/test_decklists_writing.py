"""A deck that is written reads back as the same deck."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decklists import read_deck, write_deck
from engine.decklists.items import read_items
from engine.model import decks
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.catalog import Catalog
from engine.model.decks import Deck, DeckEntry
from engine.model.reference import Reference
from tests.engine.decklist_cards import (
    BORIS,
    CLASSIC,
    KNIGHT,
    ON,
    PCG,
    RIFT,
    classic,
    pcg,
    rift,
)

CATALOGS = {VS_CLASSIC: CLASSIC, VS_2PCG: PCG, RIFTBOUND: RIFT}
SECTIONS = {
    VS_CLASSIC: (decks.DECK, decks.SIDEBOARD),
    VS_2PCG: (decks.MAIN_CHARACTER, decks.LEVEL_UP, decks.DECK, "pile:Gift", "pile:Sinister Six"),
    RIFTBOUND: (decks.LEGEND, decks.CHAMPION, decks.DECK, decks.RUNES, decks.BATTLEFIELDS, decks.SIDEBOARD),
}
GAMES = tuple(CATALOGS)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=30)
NAMES = st.sampled_from(
    [
        "X-23",
        "She-Hulk",
        "Annie, Fiery",
        "Boris",
        "Ghost Rider",
        "MOR-202",
        "[AEW-065]",
        "Nobody",
        "Chair [AEW-065]",
        "*Spider-Man*",
    ]
)
LINES = st.one_of(
    st.tuples(st.sampled_from(["", "0 ", "1 ", "4x ", "x2 ", "SB: 3 ", "- 4 ", "-4 "]), NAMES).map("".join),
    st.sampled_from(
        [
            "Deck",
            "Sideboard",
            "Legend",
            "Runes:",
            "Main Character",
            "Level Up (2)",
            "Pile: Gift",
            "Plot Twists",
            "",
            "# Title",
            "# format: x",
            "# Sideboard",
            "# Legend",
            "x" * 600,
            "4 a\x07b",
        ]
    ),
    TEXT,
)


def decks_of(game: str, catalog: Catalog) -> st.SearchStrategy[Deck]:
    """Decks of any cards of a catalog in any sections, however little they make sense."""
    entry = st.builds(
        DeckEntry,
        st.sampled_from(SECTIONS[game]),
        st.integers(1, 99),
        st.sampled_from(catalog.cards),
    )
    titles = st.one_of(st.sampled_from(["", "Legend", "Deck", "Pile: Gift", "format: x", "#1"]), TEXT)
    metadata = st.dictionaries(
        st.sampled_from(["game", "format", "as-of", "event", "player"]), TEXT.map(_line).filter(bool)
    )
    return st.builds(
        lambda entries, title, said: Deck(game, tuple(entries), _line(title), said),
        st.lists(entry, max_size=30),
        titles,
        metadata,
    )


def _line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None)
@given(data=st.data())
def test_reading_what_was_written_gives_the_deck(game: str, data: st.DataObject) -> None:
    deck = data.draw(decks_of(game, CATALOGS[game]))

    assert read_deck(write_deck(deck), CATALOGS[game], ON).contents == deck.contents


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None)
@given(lines=st.lists(LINES, max_size=20))
def test_writing_what_was_read_loses_nothing(game: str, lines: list[str]) -> None:
    deck = read_deck("\n".join(lines), CATALOGS[game], ON)
    again = read_deck(write_deck(deck), CATALOGS[game], ON)

    assert again.contents == deck.contents
    assert write_deck(again) == write_deck(deck)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_the_whole_reference_can_be_written_and_read(
    game: str, data: st.DataObject, reference: Callable[[str], Reference]
) -> None:
    catalog = reference(game).catalog
    deck = data.draw(decks_of(game, catalog))

    assert read_deck(write_deck(deck), catalog, date(2026, 12, 31)).contents == deck.contents


@pytest.mark.parametrize("game", GAMES)
def test_each_card_of_the_reference_is_read_by_what_is_written_of_it(
    game: str, reference: Callable[[str], Reference]
) -> None:
    catalog = reference(game).catalog
    for start in range(0, len(catalog.cards), 1000):
        deck = Deck(game, tuple(DeckEntry(decks.DECK, 1, card) for card in catalog.cards[start : start + 1000]))

        assert read_deck(write_deck(deck), catalog, date(1990, 1, 1)).contents == deck.contents


def test_a_classic_list_has_titles_and_no_headings() -> None:
    deck = classic("# Doom", "# format: golden-age", "Characters", "4 boris personal servant of dr doom", "2 MOR-202")

    assert write_deck(deck) == (
        "# Doom\n# format: golden-age\n4 Boris, Personal Servant of Dr. Doom\n2 Nasty Surprise [MOR-202]\n"
    )


def test_the_other_games_have_headings_and_printings() -> None:
    assert write_deck(rift("Legend: Annie, Dark Child", "Deck", "3 Darius, Trifarian")) == (
        "Legend\n1 Annie, Dark Child [OGS-017]\nDeck\n3 Darius, Trifarian [OGN-027]\n"
    )
    assert write_deck(rift("1 Promo")) == "Deck\n1 Promo [promo]\n"
    assert write_deck(pcg("Pile: Gift", "1 Chair")) == "Pile: Gift\n1 Chair [AEW-065]\n"


def test_lines_that_were_not_read_stay_as_they_were() -> None:
    assert write_deck(classic("0 X-23", " 2  Ghost Rider ", "4 Nobody")) == "0 X-23\n2  Ghost Rider\n4 Nobody\n"


def test_a_card_whose_version_is_not_known_is_written_with_its_slug_unless_its_name_led_to_it() -> None:
    assert write_deck(Deck(VS_CLASSIC, (DeckEntry("deck", 1, KNIGHT),))) == "1 Moon Knight [moon-knight]\n"
    assert write_deck(classic("1 Moon Knight")) == "1 Moon Knight\n"


def test_decks_that_say_the_same_have_the_same_contents() -> None:
    pasted = classic("4x boris", "2 MOR-202")
    given_ = read_items([{"count": 4, "slug": BORIS.slug}, {"count": 2, "name": "Nasty Surprise"}], CLASSIC, ON)

    assert pasted.contents == given_.contents
    assert pasted.contents != classic("4x boris", "3 MOR-202").contents
