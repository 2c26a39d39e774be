"""Super powers with their costs, level-up conditions and power symbols, in the layouts that files have."""

from __future__ import annotations

from typing import Any

import pytest

from engine.card_text import derive_facts
from engine.card_text.sentences import split_sentences
from engine.model.cards import VS_2PCG, VS_CLASSIC


def facts(text: str, **given: Any) -> dict[str, Any]:
    return derive_facts(text, **{"game": VS_2PCG, "name": "X", "keywords": ("Tough",), **given})


def powers(text: str) -> list[tuple[str | None, list[list[str]]]]:
    return [(power["name"], power["costs"]) for power in facts(text).get("super_powers", [])]


class TestSuperPowers:
    def test_have_name_time_cost_and_text(self) -> None:
        assert facts("Long Hop\n[anyturn] Any Combat [blue][red]: It hops. (Quite far.) It lands.")["super_powers"] == [
            {
                "name": "Long Hop",
                "when": ["Combat"],
                "any_turn": True,
                "any_combat": True,
                "costs": [["Energy", "Skill"]],
                "text": "It hops. It lands.",
            }
        ]

    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("Long Hop\nMain [blue]: Hop.", ["Long Hop"]),
            ("Long Hop. Main [ENERGY]: Hop.", ["Long Hop"]),
            ("Hop! Main [ENERGY]: Hop.", ["Hop!"]),
            ("He hops... Then Lands... Main [ENERGY]: Hop.", ["Then Lands..."]),
            ("Long Hop [Any Turn] Combat [ENERGY] When it lands, hop.", ["Long Hop"]),
            (
                "Tough. It stands. Long Hop. Main[ENERGY]: Hop. Short Hop. Build [SKILL]: Land.",
                ["Long Hop", "Short Hop"],
            ),
            ("I Hop. I Hop. Main [ENERGY]: Hop.", ["I Hop. I Hop"]),
            ("AKA The Frog. Long Hop. Main [ENERGY]: Hop.", ["Long Hop"]),
            ("Ask Dr. Frog. Main [ENERGY]: Hop.", ["Ask Dr. Frog"]),
            ("Rings\nMain [blue]: Hop.\nMain [red]: Land.", ["Rings", "Rings"]),
            ("Wait! Is it? It is!\nMain [blue]: Hop.", ["Wait! Is it? It is!"]),
            ("Main [blue]: Hop.", [None]),
            ("It hops and lands.\nMain [blue]: Hop.", [None]),
            ("Sprung [Might][Might]: Hop.", ["Sprung"]),
        ],
    )
    def test_are_named_above_or_before_them(self, text: str, names: list[str | None]) -> None:
        assert [name for name, _ in powers(text)] == names

    @pytest.mark.parametrize(
        ("cost", "ways"),
        [
            ("[blue]", [["Energy"]]),
            ("[blue] or [yellow] or [green]", [["Energy"], ["Intellect"], ["Might"]]),
            ("[MIGHT][MIGHT] or [ALIEN][HUMANITY]", [["Might", "Might"], ["Alien", "Humanity"]]),
            ("(MIGHT)", [["Might"]]),
        ],
    )
    def test_cost_symbols_in_one_or_more_ways(self, cost: str, ways: list[list[str]]) -> None:
        assert powers(f"Hop\nMain {cost}: Hop.") == [("Hop", ways)]

    def test_may_be_used_at_several_times(self) -> None:
        [power] = facts("Hop. Build, Main, or [Anytime] Combat [Might]: Hop.")["super_powers"]
        assert (power["when"], power["any_turn"], power["any_combat"]) == (["Build", "Main", "Combat"], True, False)

    @pytest.mark.parametrize("ending", [" -", ";", " \u2013", ":"])
    def test_begin_their_text_after_whatever_a_file_puts_there(self, ending: str) -> None:
        assert powers(f"Hop\nMain [red]{ending} Land.") == [("Hop", [["Skill"]])]

    def test_end_where_the_next_name_stands(self) -> None:
        said = "Hop. Main [ENERGY]: It hops. It lands. Long Rest. While it rests, it sleeps."
        assert [power["text"] for power in facts(said)["super_powers"]] == ["It hops. It lands."]

    @pytest.mark.parametrize("text", ["Pay a [blue] to hop.", "Main: Hop.", "Your [red] locations hop."])
    def test_are_not_symbols_that_are_mentioned(self, text: str) -> None:
        assert facts(text)["power_symbols"] == []
        assert powers(text) == []


class TestPowerSymbols:
    def test_are_those_of_the_costs_each_once_in_the_order_of_the_rulebook(self) -> None:
        text = "Hop\nMain [red][red]: Hop.\n\nLand\nMain [space] or [blue]: Land with a [green] location."
        assert facts(text)["power_symbols"] == ["Energy", "Skill", "Alien"]

    def test_of_a_location_are_those_it_gives(self) -> None:
        text = "[blue] or [yellow] for an [avenger] character."
        assert facts(text, type="Special Location")["power_symbols"] == ["Energy", "Intellect"]
        assert facts("[earth]", type="Basic Location")["power_symbols"] == ["Humanity"]

    def test_at_the_head_of_a_text_of_unknown_type_make_it_a_location(self) -> None:
        assert facts("[red]")["power_symbols"] == ["Skill"]
        assert facts("[red]: It hops.", type="Supporting Character")["power_symbols"] == []

    def test_are_read_in_2pcg_alone(self) -> None:
        assert "power_symbols" not in facts("Main [Might]: Hop.", game=VS_CLASSIC)


class TestLevelUp:
    @pytest.mark.parametrize(
        "text",
        [
            "Long Hop\nLevel Up (4) - When it hops, it gains an XP.",
            "Tough. It stands. Long Hop. Level Up(4) - When it hops, it gains an XP.",
            "Long Hop\nLevel Up (4) \u2013 When it hops, it gains an XP.",
        ],
    )
    def test_has_a_name_a_figure_and_a_condition(self, text: str) -> None:
        assert facts(text)["level_up"] == {"name": "Long Hop", "xp": 4, "text": "When it hops, it gains an XP."}

    def test_is_left_out_where_there_is_none(self) -> None:
        assert "level_up" not in facts("When it levels up, it hops.")


def test_sentences_end_neither_after_abbreviations_nor_after_initials() -> None:
    assert split_sentences('Ask Dr. Frog of the F.R.O.G. Pond. "Hop!" Lt. Toad hops. ...') == (
        "Ask Dr. Frog of the F.R.O.G. Pond.",
        '"Hop!"',
        "Lt. Toad hops.",
    )
