"""What texts say about decks: limits, Loyalty, further names and piles; the wordings are our own."""

from __future__ import annotations

from typing import Any

import pytest

from engine.card_text import derive_facts
from engine.model.cards import VS_2PCG, VS_CLASSIC


def facts(text: str, game: str = VS_2PCG, name: str = "Frog") -> dict[str, Any]:
    return derive_facts(text, game=game, name=name, keywords=("Invention", "Loyalty-Reveal"))


class TestPrintedLimit:
    """cr-2.7 513.3c: by name; pcg-5.0: One of a Kind and Legion, and in words."""

    @pytest.mark.parametrize(
        ("text", "limit"),
        [
            ("No more than six cards named Frog in your deck.", 6),
            ('No more than 6 cards named "FROG" in your deck.', 6),
            ("No more than one copy of Frog in a deck.", 1),
            ("No more than two cards named Toad in your deck.", None),
            ("No more than two cards named Frog in your hand.", None),
            ("No more than ten cards named Frog in your deck. No more than 3 cards named Frog in your deck.", 3),
        ],
    )
    def test_counts_cards_of_the_name(self, text: str, limit: int | None) -> None:
        assert facts(text, VS_CLASSIC).get("printed_limit") == limit

    @pytest.mark.parametrize(
        ("text", "limit"),
        [
            ("One of a Kind", 1),
            ("Legion", 8),
            ("Hop. You have up to seven of this card in your deck.", 7),
            ("Hop.", None),
        ],
    )
    def test_counts_the_card_in_2pcg(self, text: str, limit: int | None) -> None:
        assert facts(text).get("printed_limit") == limit


class TestLoyalty:
    @pytest.mark.parametrize(
        ("text", "kind", "teams"),
        [
            ("[avenger] Loyalty\nEach card is [avenger].", "Loyalty", ["Avengers"]),
            (
                "Frog Loyalty. Only [Xmen] and [A-Force] hop in your deck. It hops with [femme].",
                "Frog Loyalty",
                ["X-Men", "A-Force"],
            ),
        ],
    )
    def test_names_its_teams_in_2pcg(self, text: str, kind: str, teams: list[str]) -> None:
        assert facts(text)["loyalty"] == {"kind": kind, "teams": teams}

    @pytest.mark.parametrize("kind", ["Loyalty", "Loyalty-Reveal", "Dual Loyalty"])
    def test_has_three_kinds_in_classic(self, kind: str) -> None:
        assert facts(kind, VS_CLASSIC)["loyalty"] == {"kind": kind, "teams": []}
        assert facts(f"Boost 2: Hop.\n{kind}: Hop.", VS_CLASSIC)["loyalty"]["kind"] == kind

    def test_is_left_out_where_there_is_none(self) -> None:
        assert "loyalty" not in facts("Its Loyalty is doubtful.")


class TestFurtherNames:
    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("AKA Toad\n\nTough", ["Toad"]),
            ("AKA Toad and Dark Toad", ["Toad", "Dark Toad"]),
            ("AKA Toad, Dr. Newt, and Eft. Hop.", ["Toad", "Dr. Newt", "Eft"]),
        ],
    )
    def test_stand_after_aka(self, text: str, names: list[str]) -> None:
        assert facts(text)["aka"] == names


class TestPiles:
    @pytest.mark.parametrize(
        ("text", "uses"),
        [
            ("Show what lies on your Facehugger pile.", ["Facehugger"]),
            ("You begin with a Multiverse Adventure pile.", ["Multiverse Adventure"]),
            ("Frog creates an Invention.", ["Invention"]),
            ("Frog creates two [Fantastic] Inventions.", ["Invention"]),
            ("Frog transforms into a toad.", ["Transform"]),
            ("Put it into your KO pile or a heap.", None),
        ],
    )
    def test_are_used_by_name_or_by_what_is_done(self, text: str, uses: list[str] | None) -> None:
        assert facts(text).get("uses_piles") == uses

    @pytest.mark.parametrize(
        "text",
        [
            "This card, as few do, starts the game within an Invention pile.",
            "Once it has hopped, shuffle this card into the Invention pile.",
        ],
    )
    def test_hold_the_cards_that_say_so(self, text: str) -> None:
        found = facts(text)
        assert (found.get("uses_piles"), found["member_of_piles"]) == (None, ["Invention"])
