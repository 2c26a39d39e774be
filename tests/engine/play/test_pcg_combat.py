"""How combats of the 2PCG are resolved, with the rulebook's own examples, and what a stun does."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.verdicts import LEGAL, UNCERTAIN
from engine.play.judging import APPLIED
from tests.engine.play.pcg_examples import ABSENT, CAP, LOKI, Changes, ask, fighter, next_position, one, result

_TEAM: dict[str, Any] = {"turn.combat.attackers": ["cap", "thor"]}


class TestStrikes:
    """Normal Resolution and Ferocious Resolution."""

    def test_both_strike_at_once(self) -> None:
        held = result("resolve-combat", {**one(atk=4), **one("opponent.front", atk=4)})
        assert (held["stunned"], held["survived"], held["attack_total"]) == (["cap", "loki"], [], 4)

    def test_no_strike_with_less_than_one_atk(self) -> None:
        held = result("resolve-combat", {**one(atk=0), **one("opponent.front", **{"def": 0})})
        assert held["stunned"] == []

    def test_three_small_attackers_stun_a_large_defender(self) -> None:
        # The rulebook's example of three 2/2 against a 6/6.
        front = [fighter(name, atk=2, **{"def": 2}) for name in ("Cap", "Thor", "Wasp")]
        changes = {"you.front": front, "turn.combat.attackers": ["cap", "thor", "wasp"]}
        changes |= one("opponent.front", atk=6, **{"def": 6})
        held = result("resolve-combat", changes)
        assert (held["attack_total"], held["strike_choice"]) == (6, "opponent")
        assert held["strike_options"] == {"cap": True, "thor": True, "wasp": True}
        chosen = result("resolve-combat", {**changes, "action.strikes": "thor"})
        assert (chosen["stunned"], chosen["survived"]) == (["loki", "thor"], ["cap", "wasp"])

    def test_a_ferocious_strike_counts_in_the_total(self) -> None:
        # The rulebook's example of Black Panther and Nick Fury against Major Victory.
        front = [fighter("Cap", atk=3, keywords=["Ferocious"], **{"def": 2}), fighter("Thor", atk=1, **{"def": 5})]
        changes = {"you.front": front, **_TEAM, **one("opponent.front", atk=2), "action.strikes": "cap"}
        held = result("resolve-combat", changes)
        assert (held["attack_total"], held["stunned"]) == (4, ["cap", "loki"])

    def test_whoever_falls_to_a_ferocious_strike_does_not_strike(self) -> None:
        held = result("resolve-combat", {**one(atk=4, keywords=["Ferocious"]), **one("opponent.front", atk=9)})
        assert held["stunned"] == ["loki"]

    def test_a_ferocious_defender_strikes_first(self) -> None:
        changes = {**one(atk=9), **one("opponent.front", atk=4, keywords=["Ferocious"])}
        held = result("resolve-combat", changes)
        assert (held["stunned"], held["attack_total"]) == (["cap"], 0)

    def test_whoever_fell_in_an_earlier_wave_adds_nothing_to_its_crew(self) -> None:
        crew = {"atk": 2, "keywords": ["Wrecking Crew"]}
        front = [fighter("Cap", **crew), fighter("Thor", **crew)]
        changes = {"you.front": front, **_TEAM, **one("opponent.front", atk=6, keywords=["Ferocious"])}
        held = result("resolve-combat", {**changes, "action.strikes": "thor"})
        assert (held["attack_total"], held["stunned"]) == (2, ["thor"])

    @pytest.mark.parametrize(
        ("caps", "thors", "asks"),
        [
            ([], [], ()),
            (["Lethal"], [], ("action.strikes",)),
            (["Wrecking Crew"], ["Wrecking Crew"], ("action.strikes",)),
            (["Wrecking Crew"], [], ()),
        ],
    )
    def test_whom_it_strikes_first_is_asked_where_a_power_would_be_lost(
        self, caps: list[str], thors: list[str], asks: tuple[str, ...]
    ) -> None:
        front = [fighter("Cap", keywords=["Ferocious", *caps]), fighter("Thor", keywords=thors, **{"def": 9})]
        defender = one("opponent.front", atk=6, keywords=["Ferocious"], **{"def": 9})
        assert ask("resolve-combat", {"you.front": front, **_TEAM, **defender}).asks == asks

    def test_whom_it_strikes_first_is_asked_where_it_decides(self) -> None:
        held = ask("resolve-combat", {**_TEAM, **one("opponent.front", atk=4, keywords=["Ferocious"])})
        assert (held.outcome, held.asks) == (UNCERTAIN, ("action.strikes",))

    def test_a_strike_that_stuns_nobody_decides_nothing(self) -> None:
        changes = {**_TEAM, **one("opponent.front", atk=1, keywords=["Ferocious"])}
        held = result("resolve-combat", changes)
        assert (held["stunned"], held["strike_options"]) == (["loki"], {"cap": False, "thor": False})

    def test_nor_does_one_of_a_defender_that_falls_at_once(self) -> None:
        changes = {
            **_TEAM,
            **one(atk=4, keywords=["Ferocious"]),
            **one("opponent.front", atk=4, keywords=["Ferocious"]),
        }
        assert result("resolve-combat", changes)["stunned"] == ["loki"]

    def test_whoever_is_perhaps_struck_has_not_survived_yet(self) -> None:
        changes = {**_TEAM, **one("opponent.front", atk=4, **{"def": 9}), "you.front.thor.def": 9}
        held = result("resolve-combat", changes)
        assert (held["strike_options"], held["survived"]) == ({"cap": True, "thor": False}, ["loki", "thor"])

    @pytest.mark.parametrize(
        ("attackers", "defender", "chooser"), [(["cap", "thor"], "loki", "opponent"), (["loki", "hela"], "cap", "you")]
    )
    def test_who_attacks_follows_from_who_stands_where(self, attackers: list[str], defender: str, chooser: str) -> None:
        combat = {"attackers": attackers, "defenders": [defender]}
        changes = {"turn.active": ABSENT, "turn.combat": combat, "opponent.front": [LOKI, fighter("Hela")]}
        assert result("resolve-combat", changes)["strike_choice"] == chooser

    @pytest.mark.parametrize(("defender", "side"), [("cap", "opponent"), ("loki", "you"), ("drax", "you")])
    def test_unlisted_attackers_stand_against_the_defender(self, defender: str, side: str) -> None:
        combat = {"attackers": ["zz"], "defenders": [defender]}
        asked = ask("resolve-combat", {"turn.active": ABSENT, "turn.combat": combat}).asks
        assert f"{side}.characters.zz.atk" in asked

    def test_several_defenders_strike_together(self) -> None:
        changes = {"opponent.front": [LOKI, fighter("Drax")], "turn.combat.defenders": ["loki", "drax"]}
        held = result("resolve-combat", {**changes, **one(**{"def": 6})})
        assert (held["attack_total"], held["stunned"]) == ({"drax": 3, "loki": 3}, ["cap"])

    def test_a_ranged_attack_is_struck_back_with_range_alone(self) -> None:
        changes = {"you.front": [], "you.back": [fighter("Cap", range=True, **{"def": 1})]}
        assert result("resolve-combat", changes)["stunned"] == []
        held = result("resolve-combat", {**changes, **one("opponent.front", range=True)})
        assert (held["kind"], held["stunned"]) == ("ranged", ["cap"])


STRUCK: tuple[tuple[str, Changes, list[str]], ...] = (
    (
        "Fearless doubles against a main character",
        {**one(keywords=["Fearless"]), **one("opponent.front", main=True, **{"def": 6})},
        ["loki"],
    ),
    ("Fearless doesn't against others", {**one(keywords=["Fearless"]), **one("opponent.front", **{"def": 6})}, []),
    (
        "Violent doubles against a supporting character",
        {**one(keywords=["Violent"]), **one("opponent.front", **{"def": 6})},
        ["loki"],
    ),
    ("Noble doubles the defender's", {**one("opponent.front", keywords=["Noble"]), **one(**{"def": 6})}, ["cap"]),
    ("Acrobatic doubles the DEF", {**one(atk=7), **one("opponent.front", keywords=["Acrobatic"])}, []),
    ("Hunter adds to the attacker", {**one(keywords=["Hunter"]), **one("opponent.front", **{"def": 6})}, ["loki"]),
    ("Hunted adds to the defender", {**one(atk=6), **one("opponent.front", keywords=["Hunted"])}, []),
    (
        "a Martial Artist adds to both",
        {**one(keywords=["Martial Artist"], **{"def": 1}), **one("opponent.front", **{"def": 5})},
        ["cap", "loki"],
    ),
    (
        "a Master Martial Artist too",
        {**one(keywords=["Master Martial Artist"]), **one("opponent.front", **{"def": 7})},
        ["loki"],
    ),
    (
        "Intangible neither strikes nor is struck",
        {**one(atk=9), **one("opponent.front", atk=9, keywords=["Intangible"])},
        [],
    ),
    (
        "Air Superiority stops those that fly",
        {**one(atk=9, flight=True), **one("opponent.front", keywords=["Air Superiority"])},
        [],
    ),
    (
        "Leap flies on its own turn",
        {**one(atk=9, keywords=["Leap"]), **one("opponent.front", keywords=["Air Superiority"])},
        [],
    ),
    (
        "Bulletproof stops those with Range",
        {**one(atk=9, range=True), **one("opponent.front", keywords=["Bulletproof"])},
        [],
    ),
    ("Passive doesn't strike back", {**one(**{"def": 1}), **one("opponent.front", keywords=["Passive"])}, []),
    (
        "Pounce on an exhausted defender",
        {**one(keywords=["Pounce"], **{"def": 1}), **one("opponent.front", ready=False)},
        [],
    ),
    ("Pounce on a ready one", {**one(keywords=["Pounce"], **{"def": 1})}, ["cap"]),
    (
        "Monstrous strikes everybody",
        {**_TEAM, **one("opponent.front", atk=9, keywords=["Monstrous"], **{"def": 9})},
        ["cap", "thor"],
    ),
    (
        "Quick Draw is not struck back",
        {
            "you.front": [],
            "you.back": [fighter("Cap", range=True, keywords=["Quick Draw"], **{"def": 1})],
            **one("opponent.front", range=True),
        },
        [],
    ),
    (
        "Invade is not struck by the back row",
        {**one(keywords=["Invade"], **{"def": 1}), "opponent.front": [], "opponent.back": [LOKI]},
        [],
    ),
    (
        "a Wrecking Crew adds for each other",
        {
            **one(keywords=["Wrecking Crew"]),
            "you.front.thor.keywords": ["Wrecking Crew"],
            **one("opponent.front", **{"def": 5}),
        },
        ["loki"],
    ),
    (
        "face-down characters have no keywords",
        {**one(state="hidden", keywords=["Hunter"]), **one("opponent.front", **{"def": 6})},
        [],
    ),
)


@pytest.mark.parametrize(("changes", "stunned"), [each[1:] for each in STRUCK], ids=[each[0] for each in STRUCK])
def test_keywords(changes: Changes, stunned: list[str]) -> None:
    assert result("resolve-combat", changes)["stunned"] == stunned


class TestWounds:
    """Stunned Characters: wounds and KO's."""

    def test_the_last_wound_kos(self) -> None:
        held = result("resolve-combat", {**one(atk=9), **one("opponent.front", wounds=2)})
        assert (held["wounds"], held["ko"], held["removed_from_game"]) == ({"loki": 3}, ["loki"], [])

    def test_a_main_character_is_removed_from_the_game(self) -> None:
        held = result("resolve-combat", {**one(atk=9), **one("opponent.front", wounds=2, main=True)})
        assert held["removed_from_game"] == ["loki"]

    def test_lethal_kos_a_defending_supporting_character(self) -> None:
        changes = {**one(atk=9, keywords=["Lethal"]), **one("opponent.front", health=9)}
        assert result("resolve-combat", changes)["ko"] == ["loki"]
        main = {**changes, **one("opponent.front", main=True)}
        assert result("resolve-combat", main)["ko"] == []

    def test_lethal_does_not_matter_for_a_last_wound_or_a_main_character(self) -> None:
        changes = one(atk=9, keywords=["Lethal"], state=ABSENT)
        assert ask("resolve-combat", {**changes, **one("opponent.front", wounds=2)}).outcome == LEGAL
        assert ask("resolve-combat", {**changes, **one("opponent.front", main=True)}).outcome == LEGAL

    def test_lethal_is_lost_with_a_stun_in_an_earlier_wave(self) -> None:
        front = [fighter("Cap", keywords=["Lethal"]), fighter("Thor")]
        changes = {"you.front": front, **_TEAM, "action.strikes": "cap"}
        late = result(
            "resolve-combat", {**changes, **one("opponent.front", atk=4, keywords=["Ferocious"], **{"def": 3})}
        )
        assert (late["stunned"], late["ko"]) == (["cap", "loki"], [])
        at_once = result("resolve-combat", {**changes, **one("opponent.front", atk=4)})
        assert (at_once["stunned"], at_once["ko"]) == (["cap", "loki"], ["loki"])

    @pytest.mark.parametrize("keyword", ["Indestructible", "Elder of the Universe"])
    def test_some_are_not_wounded(self, keyword: str) -> None:
        held = result("resolve-combat", {**one(atk=9), **one("opponent.front", wounds=2, keywords=[keyword])})
        assert (held["stunned"], held["wounds"], held["ko"]) == (["loki"], {"loki": 2}, [])

    @pytest.mark.parametrize(
        ("changes", "headings"),
        [
            (one("opponent.front", keywords=["Indestructible"]), ["Keyword Glossary > Indestructible"]),
            (
                {**one(keywords=["Lethal"]), **one("opponent.front", keywords=["Elder of the Universe"])},
                ["Keyword Glossary > Elder of the Universe"],
            ),
            (one(keywords=["Lethal"]), ["Keyword Glossary > Lethal"]),
            ({**one(keywords=["Lethal"]), **one("opponent.front", main=True)}, []),
            (one("opponent.front", vitality=1), ["Game Terms > Vitality Counter"]),
            (one("opponent.front", vitality=1, no_wound=True), []),
        ],
    )
    def test_what_decides_the_wound_is_cited(self, changes: Changes, headings: list[str]) -> None:
        (applied,) = [row for row in ask("resolve-combat", {**changes, **one(atk=9)}).checked if row.outcome == APPLIED]
        cited = [each.rule for each in applied.citations]
        assert cited == ["Stunned Characters", "Normal Resolution", "Normal Resolution > Solo Attack", *headings]

    def test_vitality_takes_the_wound(self) -> None:
        changes = {**one(atk=9), **one("opponent.front", vitality=1)}
        assert result("resolve-combat", changes)["wounds"] == {"loki": 0}
        loki = next_position("resolve-combat", changes)["opponent"]["front"][0]
        assert (loki["vitality"], loki["wounds"], loki["state"]) == (0, 0, "stunned")

    def test_that_of_a_stunned_defender_too(self) -> None:
        changes = {**one(atk=9), **one("opponent.front", vitality=1, state="stunned")}
        assert next_position("resolve-combat", changes)["opponent"]["front"][0]["vitality"] == 0

    def test_the_working_says_who_strikes_whom(self) -> None:
        lines = [line.text for line in ask("resolve-combat", one(atk=4)).working]
        assert lines == ["4 ≥ DEF 4: Loki is stunned", "3 < DEF 4: Cap is not stunned"]

    @pytest.mark.parametrize(
        ("changes", "told"),
        [
            (one(atk=0), "Cap has 0 ATK and doesn’t strike Loki"),
            (one(keywords=["Hunter"]), "Cap strikes Loki: ATK 3 + 3 (Hunter) = 6"),
            (
                {**one(keywords=["Hunter", "Fearless"]), **one("opponent.front", main=True)},
                "Cap strikes Loki: ATK 3 + 3 (Hunter), doubled (Fearless) = 12",
            ),
            (one("opponent.front", keywords=["Hunted"]), "3 < DEF 4 + 3 (Hunted) = 7: Loki is not stunned"),
            (_TEAM, "3 + 3 = 6 ≥ DEF 4: Loki is stunned"),
        ],
    )
    def test_the_working_shows_what_keywords_and_teams_add(self, changes: Changes, told: str) -> None:
        assert told in [line.text for line in ask("resolve-combat", changes).working]

    def test_what_is_not_known_is_told_by_name(self) -> None:
        (finding,) = ask("resolve-combat", {**one(atk=ABSENT), **one("opponent.front", **{"def": ABSENT})}).findings
        assert finding.message == "Not known yet: what is the ATK of Cap? what is the DEF of Loki?"


class TestAfterwards:
    """The position after a combat."""

    def test_the_combat_is_over(self) -> None:
        after = next_position("resolve-combat", {**one(atk=9), **one("opponent.front", wounds=2)})
        assert after["opponent"]["front"] == []
        assert after["turn"] == {"active": "you", "phase": "main", "step": "no-combat"}


class TestStuns:
    """What a stun by an effect does."""

    def test_it_turns_face_down_and_is_wounded(self) -> None:
        after = next_position("stun", {"you.front.cap.equipment": ["Shield"], "you.front.cap.counters": {"+1/+1": 2}})
        cap = after["you"]["front"][0]
        assert (cap["state"], cap["ready"], cap["wounds"]) == ("stunned", False, 1)
        assert not {"equipment", "counters"} & {key for key, value in cap.items() if value}

    @pytest.mark.parametrize(
        "changes",
        [
            {"action.cause": "daze"},
            {"you.front.cap.no_wound": True},
            {"you.front.cap.keywords": ["Durable"]},
            {"you.front.cap.keywords": ["Enhanced Durability"]},
            {"you.front.cap.vitality": 1},
        ],
    )
    def test_some_stuns_do_not_wound(self, changes: Changes) -> None:
        held = result("stun", changes)
        assert (held["wounds"], held["ko"]) == (0, False)

    def test_a_fatal_wound_kos_and_takes_it_away(self) -> None:
        changes = {"you.front.cap.wounds": 2}
        assert result("stun", changes)["goes_to"] == "ko pile"
        assert result("stun", {**changes, "you.front.cap.main": True})["goes_to"] == "removed from the game"
        assert [each["id"] for each in next_position("stun", changes)["you"]["front"]] == ["thor"]

    def test_a_lethal_one_kos_a_supporting_character(self) -> None:
        assert result("stun", {"action.lethal": True})["ko"] is True
        assert result("stun", {"action.lethal": True, "you.front.cap.main": True})["ko"] is False

    def test_in_a_combat_it_leaves(self) -> None:
        combat = {"turn.step": "during-combat", "turn.combat": {"attackers": ["cap", "thor"], "defenders": ["loki"]}}
        assert next_position("stun", combat)["turn"]["combat"]["attackers"] == ["thor"]
        fought = {**combat, "action.cause": "combat"}
        assert next_position("stun", fought)["turn"]["combat"]["attackers"] == ["cap", "thor"]

    @pytest.mark.parametrize("fact", ["wounds", "health"])
    def test_a_missing_figure_is_asked_for(self, fact: str) -> None:
        held = ask("stun", {f"you.front.cap.{fact}": ABSENT})
        assert (held.outcome, held.asks) == (UNCERTAIN, (f"you.front.cap.{fact}",))

    def test_a_stunned_one_is_wounded_by_a_combat(self) -> None:
        changes = {"action.cause": "combat", "you.front.cap.state": "stunned"}
        assert ask("stun", changes).outcome == LEGAL
        assert result("stun", changes)["wounds"] == 1

    def test_a_dazed_one_keeps_its_vitality(self) -> None:
        cap = next_position("stun", {"action.cause": "daze", "you.front.cap.vitality": 1})["you"]["front"][0]
        assert cap["vitality"] == 1


def test_an_unlisted_character_is_known_by_its_id() -> None:
    held = ask("stun", {"you.front": [CAP], "action.character": "drax"})
    assert held.asks[0] == "you.characters.drax.state"
