"""Riftbound lists without headings, and what of them is placed by type."""

from __future__ import annotations

from datetime import date

import pytest

from engine.decklists import read_deck, read_items, write_deck
from engine.model.cards import RIFTBOUND
from engine.model.decks import Deck
from tests.engine import builders
from tests.engine.decklist_cards import notes, said
from tests.engine.riftbound_lists import ANNIE, DARIUS, FIERY, RUNE, TIBBERS, TREE, unit

ON = date(2026, 6, 1)
OTHER_ANNIE = builders.riftbound("Annie, Stubborn", "Unit", supertype="Champion", tags=("Annie",))
TOKEN_FIELD = builders.riftbound("Brush", "Battlefield", supertype="Token", domains=())
CARDS = builders.catalog(RIFTBOUND, (ANNIE, FIERY, OTHER_ANNIE, DARIUS, TIBBERS, RUNE, TREE, TOKEN_FIELD, unit("Poro")))


def pasted(*lines: str) -> Deck:
    return read_deck("\n".join(lines), CARDS, ON)


class TestListsWithoutHeadings:
    """Legends, runes, battlefields and one fitting champion unit are placed by type, and that is said."""

    def test_are_placed_by_type(self) -> None:
        deck = pasted("1 Annie, Dark Child", "3 Annie, Fiery", "3 Poro", "12 Fury Rune", "1 The Tree")

        assert said(deck) == [
            ("legend", 1, "dark-child"),
            ("champion", 1, "annie-fiery"),
            ("deck", 2, "annie-fiery"),
            ("deck", 3, "poro"),
            ("runes", 12, "fury-rune"),
            ("battlefields", 1, "the-tree"),
        ]
        assert [notes(entry) for entry in deck.entries] == [
            ["section-inferred"],
            ["section-inferred"],
            [],
            [],
            ["section-inferred"],
            ["section-inferred"],
        ]
        assert [entry.line for entry in deck.entries] == [1, 2, 2, 3, 4, 5]

    def test_have_the_first_champion_unit_that_fits_as_the_chosen_one(self) -> None:
        deck = pasted("1 Darius, Trifarian", "1 Annie, Stubborn", "1 Annie, Fiery", "1 Dark Child")

        assert [(entry.section, entry.name) for entry in deck.entries] == [
            ("deck", "Darius, Trifarian"),
            ("champion", "Annie, Stubborn"),
            ("deck", "Annie, Fiery"),
            ("legend", "Dark Child"),
        ]

    @pytest.mark.parametrize("lines", [("1 Annie, Fiery",), ("1 Dark Child", "1 Tibbers", "1 Darius, Trifarian")])
    def test_have_no_chosen_champion_where_none_fits_a_legend(self, lines: tuple[str, ...]) -> None:
        assert pasted(*lines).size("champion") == 0

    def test_may_sort_by_type_and_have_a_sideboard(self) -> None:
        deck = pasted("Units (2)", "1 Annie, Fiery", "Legend cards:", "1 Dark Child", "Sideboard", "1 Fury Rune")

        assert said(deck) == [
            ("champion", 1, "annie-fiery"),
            ("legend", 1, "dark-child"),
            ("sideboard", 1, "fury-rune"),
        ]

    def test_keep_tokens_and_unknown_cards_where_they_stand(self) -> None:
        assert said(pasted("1 Brush", "2 Nobody")) == [("deck", 1, "brush"), ("deck", 2, "unknown")]

    def test_are_written_with_headings_and_read_back_the_same(self) -> None:
        deck = pasted("1 Dark Child", "3 Annie, Fiery", "12 Fury Rune")

        assert pasted(*write_deck(deck).splitlines()).contents == deck.contents

    @pytest.mark.parametrize("heading", ["Deck", "MainDeck:", "Runes", "Legend: Dark Child", "# Battlefields"])
    def test_are_those_that_open_no_section(self, heading: str) -> None:
        deck = pasted("2 Fury Rune", heading, "1 Poro")

        assert said(deck)[0] == ("deck", 2, "fury-rune")

    def test_are_items_without_sections_too(self) -> None:
        deck = read_items([{"name": "Dark Child"}, {"name": "Fury Rune", "count": 12}], CARDS, ON)
        with_one = read_items([{"name": "Dark Child", "section": "deck"}, {"name": "Fury Rune"}], CARDS, ON)

        assert said(deck) == [("legend", 1, "dark-child"), ("runes", 12, "fury-rune")]
        assert said(with_one) == [("deck", 1, "dark-child"), ("deck", 1, "fury-rune")]
