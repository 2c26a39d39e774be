"""What main characters' texts say about their decks; the wordings are our own."""

from __future__ import annotations

from typing import Any

import pytest

from engine.card_text import derive_facts
from engine.model.cards import VS_2PCG, VS_CLASSIC

ONE_MORE = "an additional main character"


def facts(text: str, game: str = VS_2PCG, kind: str | None = "Main Character") -> dict[str, Any]:
    return derive_facts(text, game=game, name="Frog", type=kind)


def terms(text: str) -> list[str]:
    found: list[str] = facts(text).get("deck_building", [])
    return found


class TestBrandAndUniverse:
    @pytest.mark.parametrize(
        ("text", "read"),
        [
            ("You can include only [marvel] cards in your deck.", ["only: Marvel"]),
            (
                "You may include only [MARVEL] cards but can include [Marvel] cards from the photographic Universe",
                ["only: Marvel", "universe: Photographic"],
            ),
            ("Hop. You may also include cards from the Illustrated Universe in your deck.", ["universe: Illustrated"]),
            ("You can include only [Toads] cards in your deck.", ["not read: card-type"]),
            (
                "You may include only [Marvel] cards, but [Toads] cards of both universes in your deck.",
                ["not read: universe"],
            ),
        ],
    )  # fmt: skip
    def test_are_read_off_a_whole_sentence(self, text: str, read: list[str]) -> None:
        assert terms(text) == read


class TestWhatStartsInPlay:
    @pytest.mark.parametrize(
        ("text", "read"),
        [
            ("Frog starts the game with a Lily Pad.", ["starts with: Lily Pad"]),
            ("Frog starts the game equipped with one Lily Pad equipment.", ["starts with: Lily Pad"]),
            ("You start the game with a Dr. Newt from your deck on his side.", ["starts with: Dr. Newt"]),
            ('Frog starts the game with a second main character called "Toad".', ["starts beside: Toad"]),
            (f"Frog starts the game with {ONE_MORE} named *Toad* in play.", ["starts beside: *Toad*"]),
            ("You start the game with two additional main characters.", ["not read: main-character"]),
            ("Frog starts the game with any equipment of its own.", ["not read: main-character"]),
            ("Frog starts the game with two wounds.", []),
            ("You start the game with a Facehugger pile.", []),
            ("When the game starts, draw a card.", []),
        ],
    )  # fmt: skip
    def test_is_a_card_by_name(self, text: str, read: list[str]) -> None:
        assert terms(text) == read


class TestWhatElseIsSaidOfTheDeck:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("Your deck may include up to two Ponds.", "card-type"),
            ("You may have any number of Toads in your deck.", "card-type"),
            ("You can have up to six copies of each Toad in your deck.", "copy-limit"),
            ("Your deck has to have exactly fifty cards.", "deck-size"),
            ("While you build your deck, mix both universes.", "universe"),
        ],
    )
    def test_is_named_by_the_rule_that_it_changes(self, text: str, code: str) -> None:
        assert terms(text) == [f"not read: {code}"]

    @pytest.mark.parametrize(
        "text",
        [
            "You may have up to six of this card in your deck.",
            "Put this in your deck only if you have only Toads in your deck.",
            "You may include up to four other Spider-Verse frogs in your deck.",
            "You may put Frog under your deck.",
            "Look for a Toad among your deck. You may have it hop.",
            f"You may include {'very ' * 90}many Toads in your deck.",
        ],
    )
    def test_is_nothing_where_other_facts_have_it_or_the_deck_is_only_named(self, text: str) -> None:
        assert terms(text) == []

    def test_is_said_once(self) -> None:
        assert terms("You may include a Toad in your deck.\nYou may include a Newt in your deck.") == [
            "not read: card-type"
        ]

    @pytest.mark.parametrize(
        ("game", "kind"), [(VS_2PCG, "Supporting Character"), (VS_2PCG, None), (VS_CLASSIC, "Main Character")]
    )
    def test_is_read_off_main_characters_of_2pcg_alone(self, game: str, kind: str | None) -> None:
        assert "deck_building" not in facts("Frog starts the game with a Lily Pad.", game, kind)


class TestKeywordsThatLetMainCharactersIn:
    @pytest.mark.parametrize("name", ["Spider-Verse", "Citizen of the Multiverse", "Zombie Master"])
    def test_are_read_without_a_list_of_keywords(self, name: str) -> None:
        assert facts(f"{name}. Frog hops.")["keywords"] == [[name, None]]
