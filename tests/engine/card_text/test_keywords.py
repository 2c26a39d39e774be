"""The keywords that a card has by its text, told from those that it only mentions."""

from __future__ import annotations

import pytest

from engine.card_text import derive_facts
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC

_CLASSIC = ("Boost", "Concealed", "Cosmic", "Cosmic-Surge", "Evasion", "Insanity", "Invulnerability", "Leader")
CLASSIC = (*_CLASSIC, "Loyalty", "Ongoing", "Reservist", "Substitute", "Willpower")
PCG = ("Amplify", "Creature", "Freeze", "Invention", "Leap", "Spell", "Swarm", "Team Up", "Tough")


def keywords(text: str, game: str = VS_CLASSIC) -> list[tuple[str, str | None]]:
    """The pairs that are derived."""
    names = {VS_CLASSIC: CLASSIC, VS_2PCG: PCG, RIFTBOUND: ("Assault", "Hidden", "Tank")}[game]
    return [
        (name, parameter)
        for name, parameter in derive_facts(text, game=game, name="X", keywords=names).get("keywords", [])
    ]


class TestClassic:
    """cr-2.7 706: keywords with and without a parameter."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Reservist", [("Reservist", None)]),
            ("Reservist (You may hop.)", [("Reservist", None)]),
            ("RESERVIST", [("Reservist", None)]),
            ("Concealed, Evasion", [("Concealed", None), ("Evasion", None)]),
            ("Concealed Willpower 3", [("Concealed", None), ("Willpower", "3")]),
            ("Willpower 3 (It thinks hard.)", [("Willpower", "3")]),
            ("Boost 2: Hop.", [("Boost", "2")]),
            ("Boost X: Hop.", [("Boost", "X")]),
            ("Boost\u2014Discard a card: Hop.", [("Boost", "Discard a card")]),
            ("Loyalty Boost 4: Hop.", [("Loyalty", None), ("Boost", "4")]),
            ("Loyalty\u2014Reveal", [("Loyalty-Reveal", None)]),
            ("Dual loyalty", [("Dual Loyalty", None)]),
            ("Cosmic\u2014Surge: Hop.", [("Cosmic-Surge", None)]),
            ("Cosmic: Invulnerability", [("Cosmic", None), ("Invulnerability", None)]),
            ("Leader: Pay 1 >>> Hop.", [("Leader", None)]),
            ("Invulnerability. Hop.", [("Invulnerability", None)]),
            ("Hop. Ongoing: Hop again.", [("Ongoing", None)]),
            ("Hop. Insanity: Hop again.\nReservist", [("Insanity", None), ("Reservist", None)]),
            ("Boost 2: Hop.\nBoost 4: Hop far.", [("Boost", "2"), ("Boost", "4")]),
        ],
    )
    def test_stand_at_the_head_of_a_paragraph(self, text: str, found: list[tuple[str, str | None]]) -> None:
        assert keywords(text) == found

    @pytest.mark.parametrize(
        "text",
        [
            "Whoever hops has evasion.",
            "Evasion hops.",
            "Leader's friends hop.",
            "Characters lose Cosmic and Loyalty.",
            "(Reservist lets it hop.)",
            "Substitutes",
        ],
    )
    def test_are_not_those_that_a_text_mentions(self, text: str) -> None:
        assert keywords(text) == []


class TestPcg:
    """pcg-5.0 Keyword Glossary: a keyword is a name above or before its text."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Leap\nIt hops.", [("Leap", None)]),
            ("Leap. It hops. Tough. It stands.", [("Leap", None), ("Tough", None)]),
            ("Creature, Swarm, \n\nLeap\nIt hops.", [("Creature", None), ("Swarm", None), ("Leap", None)]),
            ("Invention (1). It begins elsewhere.", [("Invention", "1")]),
            ("Invention 2\nIt begins elsewhere.", [("Invention", "2")]),
            ("Team Up [guardians]\nAll hop.", [("Team Up", "Guardians of the Galaxy")]),
            ("[x-men] Loyalty\nAll hop.", [("Loyalty", "X-Men")]),
            ("[Energy] Spell\nHop.", [("Spell", "Energy")]),
            ("[x-men] Starting Main Character Required", [("Starting Main Character Required", "X-Men")]),
            ("Hop. Amplify \u2013 Hop far.", [("Amplify", None)]),
            ("One of a Kind. It stands alone.", [("One of a Kind", None)]),
        ],
    )
    def test_are_lines_or_sentences_of_their_own(self, text: str, found: list[tuple[str, str | None]]) -> None:
        assert keywords(text, VS_2PCG) == found

    @pytest.mark.parametrize(
        ("text", "name", "teams"),
        [
            ("[x-men] Loyalty\nOnly [xmen] hop in your deck.", "Loyalty", ["X-Men"]),
            ("Loyalty\nOnly [xmen] and [Frogs] hop in your deck.", "Loyalty", ["X-Men", "Frogs"]),
            ("[Frogs] or [xmen] Loyalty\nAll hop.", "Loyalty", ["Frogs", "X-Men"]),
            ("Leap. Frog Loyalty. Only [xmen] and/or [Frogs] hop in your deck.", "Frog Loyalty", ["X-Men", "Frogs"]),
            (
                "Loyalty to the Pond\nOnly [Frogs], and [Toads] hop in your deck.",
                "Loyalty to the Pond",
                ["Frogs", "Toads"],
            ),
            ("Frog Loyalty (Hops in your deck only if each is [Frogs].) Leap", "Frog Loyalty", ["Frogs"]),
            ("Loyalty \u2013 Only [Frogs] hop in your deck.", "Loyalty", ["Frogs"]),
            ("Ponds. It hops in your deck only if each card is [Frogs] or [xmen].", "Loyalty", ["Frogs", "X-Men"]),
            ("Loyalty\nOnly those that share a pond hop in your deck.", "Loyalty", [None]),
            ("Good Loyalty\nOnly [Good] frogs hop in your deck.", "Good Loyalty", [None]),
        ],
    )
    def test_has_loyalty_once_for_each_team_that_it_names(self, text: str, name: str, teams: list[str | None]) -> None:
        found = [pair for pair in keywords(text, VS_2PCG) if pair[0] != "Leap"]
        assert found == [(name, team) for team in teams]

    @pytest.mark.parametrize(
        "text",
        [
            "Doubtful Loyalty\nLook for frogs in your deck.",
            "Its Loyalty is doubted. Only frogs hop in your deck.",
            "It hops in your deck only if each frog is [Good].",
            "Main [blue]: It gains Leap this turn.",
            "Freeze\nMain [blue]: It can't hop.",
            "It hops. Freeze. Main [ENERGY]: It can't hop.",
            "Doubtful Loyalty\nIt hops over.",
            "Creature, hopping",
            "Main: Hop \u2013 or don't.",
        ],
    )
    def test_are_not_names_of_other_powers(self, text: str) -> None:
        assert keywords(text, VS_2PCG) == []


class TestRiftbound:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("[Assault 2] (+2 while it hops.)", [("Assault", "2")]),
            ("[TANK][Hidden]\nHop.", [("Tank", None), ("Hidden", None)]),
            ("Give a unit [Assault 2].", []),
        ],
    )
    def test_stand_in_brackets_at_the_head_of_a_line(self, text: str, found: list[tuple[str, str | None]]) -> None:
        assert keywords(text, RIFTBOUND) == found


def test_no_text_states_nothing() -> None:
    assert derive_facts("(Only a reminder.)", game=VS_2PCG, name="X") == {}


def test_words_that_bear_on_decks_are_known_without_a_list() -> None:
    assert derive_facts("Legion", game=VS_2PCG, name="X")["keywords"] == [["Legion", None]]
