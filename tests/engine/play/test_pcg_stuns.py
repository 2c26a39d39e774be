"""What a stun and a wound do in the 2PCG (Stunned Characters, Game Terms > Wounds)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.verdicts import LEGAL, UNCERTAIN
from engine.play.judging import APPLIED
from tests.engine.play.pcg_examples import ABSENT, Changes, ask, next_position, result

_WOUND: dict[str, Any] = {"action.cause": "wound"}
_COMBAT: dict[str, Any] = {
    "turn.step": "during-combat",
    "turn.combat": {"attackers": ["cap", "thor"], "defenders": ["loki"]},
}


def cap(**facts: Any) -> dict[str, Any]:
    """The character with other facts."""
    return {f"you.front.cap.{key}": value for key, value in facts.items()}


class TestWoundsAlone:
    """A wound doesn't stun."""

    def test_the_character_stays_as_it_is(self) -> None:
        changes = {**_COMBAT, **_WOUND, **cap(equipment=["Web"], counters={"+1/+1": 1})}
        assert result("stun", changes) == {
            "state": "face-up",
            "ready": True,
            "counters_left": 1,
            "ko_equipment": [],
            "leaves_combat": False,
            "wounds": 1,
            "ko": False,
        }
        after = next_position("stun", changes)
        held = after["you"]["front"][0]
        assert (held["state"], held["equipment"], held["counters"]) == ("face-up", ["Web"], {"+1/+1": 1})
        assert after["turn"]["combat"]["attackers"] == ["cap", "thor"]

    def test_what_is_not_said_of_it_stays_unsaid(self) -> None:
        held = result("stun", {**_WOUND, **cap(state=ABSENT, ready=ABSENT)})
        assert not {"state", "ready"} & set(held)

    def test_a_fatal_one_takes_it_and_its_equipment_away(self) -> None:
        held = result("stun", {**_COMBAT, **_WOUND, **cap(wounds=2, equipment=["Web"], counters={"+1/+1": 1})})
        assert (held["ko"], held["ko_equipment"], held["counters_left"]) == (True, ["Web"], 0)
        assert held["leaves_combat"] is True

    @pytest.mark.parametrize(
        ("keyword", "wounds"),
        [("Durable", 1), ("Enhanced Durability", 1), ("Elder of the Universe", 1), ("Indestructible", 0)],
    )
    def test_only_the_indestructible_are_spared(self, keyword: str, wounds: int) -> None:
        assert result("stun", {**_COMBAT, **_WOUND, **cap(keywords=[keyword])})["wounds"] == wounds


class TestStuns:
    """Who is wounded by which stun, and what stays."""

    @pytest.mark.parametrize(
        ("changes", "wounds"),
        [
            ({**_COMBAT, "action.cause": "effect"}, 0),
            ({**_COMBAT, "action.cause": "combat"}, 0),
            ({"action.cause": "effect"}, 1),
        ],
    )
    def test_an_elder_is_spared_during_a_combat_whatever_stuns_it(self, changes: Changes, wounds: int) -> None:
        assert result("stun", {**changes, **cap(keywords=["Elder of the Universe"])})["wounds"] == wounds

    def test_an_elders_wound_hangs_on_the_step(self) -> None:
        held = ask("stun", {"turn.step": ABSENT, **cap(keywords=["Elder of the Universe"])})
        assert (held.outcome, held.asks) == (UNCERTAIN, ("turn.step",))

    def test_a_keyword_that_may_be_off_asks_for_the_state(self) -> None:
        changes = {**_COMBAT, "action.cause": "combat", **cap(state=ABSENT)}
        assert ask("stun", changes).outcome == LEGAL
        assert ask("stun", {**changes, **cap(keywords=["Indestructible"])}).asks == ("you.front.cap.state",)

    def test_symbiosis_keeps_what_is_left_of_its_counters(self) -> None:
        changes = cap(keywords=["Symbiosis"], counters={"+1/+1": 3, "-1/-1": 1})
        assert result("stun", changes)["counters_left"] == 2
        assert next_position("stun", changes)["you"]["front"][0]["counters"] == {"+1/+1": 2}
        assert result("stun", {**changes, **cap(wounds=2)})["counters_left"] == 0

    def test_symbiosis_keeps_counters_in_a_combat_too(self) -> None:
        held = cap(keywords=["Symbiosis"], counters={"+1/+1": 2}, **{"def": 1})
        assert next_position("resolve-combat", held)["you"]["front"][0]["counters"] == {"+1/+1": 2}

    def test_vitality_stays_where_nothing_wounds(self) -> None:
        changes = cap(keywords=["Indestructible"], vitality=1)
        assert next_position("stun", changes)["you"]["front"][0]["vitality"] == 1
        assert next_position("stun", cap(vitality=1))["you"]["front"][0]["vitality"] == 0


class TestCitations:
    """A stun cites what decided its wound and its counters."""

    @pytest.mark.parametrize(
        ("changes", "headings"),
        [
            ({}, []),
            (cap(keywords=["Durable"]), ["Keyword Glossary > Durable"]),
            ({**_WOUND, **cap(keywords=["Durable"])}, []),
            (cap(keywords=["Enhanced Durability"]), ["Keyword Glossary > Enhanced Durability"]),
            (cap(keywords=["Indestructible"], vitality=1), ["Keyword Glossary > Indestructible"]),
            (cap(keywords=["Elder of the Universe"]), []),
            ({**_COMBAT, **cap(keywords=["Elder of the Universe"])}, ["Keyword Glossary > Elder of the Universe"]),
            (cap(vitality=1), ["Game Terms > Vitality Counter"]),
            ({"action.cause": "daze", **cap(vitality=1, keywords=["Durable"])}, []),
            (cap(keywords=["Symbiosis"], counters={"+1/+1": 1}), ["Keyword Glossary > Symbiosis"]),
            (cap(keywords=["Symbiosis"], counters={"+1/+1": 1}, wounds=2), []),
            (cap(keywords=["Symbiosis"]), []),
        ],
    )
    def test_of_keywords_and_counters_that_work(self, changes: Changes, headings: list[str]) -> None:
        (applied,) = [row for row in ask("stun", changes).checked if row.outcome == APPLIED]
        assert [each.rule for each in applied.citations] == [
            "Stunned Characters",
            "Game Terms > Fatal Wound",
            *headings,
        ]


class TestLeavingTheCombat:
    """A stun by an effect removes a character from its combat."""

    @pytest.mark.parametrize(
        ("changes", "leaves"),
        [
            (_COMBAT, True),
            ({**_COMBAT, "turn.step": "combat-declaration"}, True),
            ({**_COMBAT, "turn.combat": {"attackers": ["thor"], "defenders": ["loki"]}}, False),
            ({}, False),
        ],
    )
    def test_only_out_of_one_that_it_is_in(self, changes: Changes, leaves: bool) -> None:
        assert result("stun", changes)["leaves_combat"] is leaves

    def test_unsaid_where_the_combat_is_not_known(self) -> None:
        for unsaid in ({"turn.step": "during-combat"}, {**_COMBAT, "turn.step": ABSENT}):
            assert "leaves_combat" not in result("stun", unsaid)


class TestKnockOuts:
    """Where a KO'd character goes hangs on whether it is a main character."""

    def test_the_pile_stays_unsaid_where_that_is_open(self) -> None:
        held = result("stun", cap(wounds=2, main=ABSENT))
        assert (held["ko"], "goes_to" in held) == (True, False)
        fallen = result("resolve-combat", {"you.front.cap.def": 1, **cap(wounds=2, main=ABSENT)})
        assert (fallen["ko"], "removed_from_game" in fallen) == (["cap"], False)

    def test_a_lethal_wound_asks_for_it(self) -> None:
        lethal = {"action.lethal": True, **cap(main=ABSENT)}
        assert ask("stun", lethal).asks == ("you.front.cap.main",)
        assert result("stun", {**lethal, **cap(wounds=2)})["ko"] is True
