"""A deck given as a list of items."""

from __future__ import annotations

from typing import Any

import pytest

from engine.decklists import MAX_LINES, read_items
from engine.model.decks import AMBIGUOUS, UNKNOWN, Deck
from engine.model.errors import InputError
from tests.engine.decklist_cards import BORIS, CLASSIC, KNIGHT, ON, PCG, SURPRISE, classic, notes, said


def items(*given: Any) -> Deck:
    return read_items(given, CLASSIC, ON)


class TestItems:
    """Each is a line of the list."""

    @pytest.mark.parametrize(
        "item",
        [
            {"name": "Nasty Surprise", "count": 2},
            {"printing": "MOR-202", "count": 2, "section": "deck"},
            {"slug": "nasty-surprise", "count": 2, "section": "Main Deck"},
            {"name": "nasty  surprise", "printing": "DCL-267", "count": 2, "slug": None},
        ],
    )
    def test_name_a_card_in_one_of_three_ways(self, item: dict[str, Any]) -> None:
        [entry] = items(item).entries

        assert (entry.section, entry.count, entry.card, entry.line) == ("deck", 2, SURPRISE, 1)

    def test_are_one_card_of_the_deck_where_nothing_else_is_said(self) -> None:
        assert said(items({"name": "X-23"})) == [("deck", 1, "x-23")]

    def test_give_the_deck_that_the_same_text_gives(self) -> None:
        given = items({"name": "Boris", "count": 4}, {"name": "Ghost Rider", "count": 2}, {"name": "Nobody"})
        pasted = classic("4 Boris", "2 Ghost Rider", "1 Nobody")

        assert given.contents == pasted.contents
        assert [notes(entry) for entry in given.entries] == [notes(entry) for entry in pasted.entries]
        assert [entry.candidates for entry in given.entries] == [entry.candidates for entry in pasted.entries]
        assert [entry.state for entry in given.entries][1:] == [AMBIGUOUS, UNKNOWN]

    def test_know_the_sections_of_their_game(self) -> None:
        deck = read_items(
            [{"section": "main-character", "slug": "she-hulk-1"}, {"section": "Pile: Gift", "name": "Chair"}], PCG, ON
        )

        assert said(deck) == [("main-character", 1, "she-hulk-1"), ("pile:Gift", 1, "chair")]

    def test_may_come_with_a_title_and_metadata(self) -> None:
        deck = read_items([], CLASSIC, ON, title="Doom", metadata={"format": "golden-age"})

        assert (deck.title, deck.metadata, deck.entries) == ("Doom", {"format": "golden-age"}, ())

    def test_keep_a_slug_of_no_card_as_unknown(self) -> None:
        [entry] = items({"slug": "nobody"}).entries

        assert (entry.state, entry.name, entry.written) == (UNKNOWN, "nobody", "1 nobody")

    def test_keep_the_slug_where_the_title_would_not_lead_back(self) -> None:
        knight, boris = items({"slug": KNIGHT.slug}, {"slug": BORIS.slug}).entries

        assert (knight.printing, boris.printing) == ("moon-knight", "")

    def test_keep_a_printing_alone_as_unknown_where_it_is_not_recorded(self) -> None:
        [entry] = items({"printing": "MOR-999"}).entries

        assert (entry.state, entry.name, entry.written) == (UNKNOWN, "MOR-999", "1 MOR-999")


class TestRefusals:
    """What can't be used is named with its item and its field."""

    @pytest.mark.parametrize(
        ("item", "place", "message"),
        [
            ("4 X-23", "deck[0]", "str; each item must be an object"),
            ({}, "deck[0]", "give a name, a printing or a slug"),
            ({"name": " "}, "deck[0]", "give a name, a printing or a slug"),
            ({"name": 4}, "deck[0].name", "int; must be text"),
            (
                {"name": "X-23", "copies": 4},
                "deck[0].copies",
                "unknown field; the fields are section, count, name, printing, slug",
            ),
            ({"name": "X-23", "count": 0}, "deck[0].count", "0; must be a whole number from 1 to 9,999"),
            ({"name": "X-23", "count": 10_000}, "deck[0].count", "10000; must be a whole number from 1 to 9,999"),
            ({"name": "X-23", "count": "4"}, "deck[0].count", "str; must be a whole number from 1 to 9,999"),
            ({"name": "X-23", "count": True}, "deck[0].count", "bool; must be a whole number from 1 to 9,999"),
            ({"name": "X-23", "count": 10**5000}, "deck[0].count", "int; must be a whole number from 1 to 9,999"),
            ({"name": "X-23", "section": "Legend"}, "deck[0].section", "“Legend” is not a section of this game"),
            ({"name": "X" * 501}, "deck[0].name", "501 characters; at most 500"),
            ({"name": "X\0"}, "deck[0].name", "column 2 has the control character U+0000"),
            ({"name": "X\n4 Y"}, "deck[0].name", "line break; must be one line"),
            ({"name": "X\ud800"}, "deck[0].name", "column 2 has the control character U+D800"),
        ],
    )
    def test_name_the_place(self, item: Any, place: str, message: str) -> None:
        with pytest.raises(InputError) as caught:
            items(item)

        assert caught.value.place == place
        assert message in caught.value.message

    def test_take_two_thousand_items(self) -> None:
        assert len(items(*[{"name": "X-23"}] * MAX_LINES).entries) == MAX_LINES
        with pytest.raises(InputError, match="more than 2,000 items"):
            items(*[{"name": "X-23"}] * (MAX_LINES + 1))

    def test_take_ten_thousand_cards(self) -> None:
        with pytest.raises(InputError, match="more than 10,000 cards"):
            items({"name": "X-23", "count": 9_999}, {"name": "X-23", "count": 2})
