"""Every row of the table of piles; those of fixed and of counted cards at their figures and beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.vs_2pcg.pile_needs import MADE_IN_PLAY, MANDATORY, OPTIONAL
from engine.games.vs_2pcg.piles import PILES, PILES_BY_KEY
from engine.model.decks import Deck
from tests.engine import builders
from tests.engine.pcg_builders import (
    Counts,
    against,
    domains,
    equipment,
    main_character,
    mains,
    pcg_deck,
    people,
    pile,
    plot_twist,
    supporting,
    twists,
    unrecorded,
    wrong,
)


class TestTheTable:
    """pcg-5.0 Basic Game Concepts: pile-missing: piles are mandatory unless a card says otherwise."""

    EXPECTED: Mapping[str, str] = {
        "Absorption History": MANDATORY,
        "Agenda": MANDATORY,
        "Alien Symbiote": MANDATORY,
        "Animals": OPTIONAL,
        "Battleworld": MANDATORY,
        "Behind the Camera": MANDATORY,
        "Binding": MANDATORY,
        "Challenge Match": OPTIONAL,
        "Chaos": MANDATORY,
        "Clone": MADE_IN_PLAY,
        "Creator": MANDATORY,
        "Echo": MANDATORY,
        "Edge": OPTIONAL,
        "Facehugger": MANDATORY,
        "Gift": OPTIONAL,
        "Graduation": MANDATORY,
        "Hostage": MANDATORY,
        "Hound": MANDATORY,
        "Identity": MANDATORY,
        "Invention": MANDATORY,
        "Kang Collective": MANDATORY,
        "Key": OPTIONAL,
        "Lizard": MANDATORY,
        "Memory": MANDATORY,
        "Multiverse Adventure": MANDATORY,
        "Perfection": OPTIONAL,
        "Personality": MANDATORY,
        "Power": MANDATORY,
        "Quiver": MANDATORY,
        "Sinister Six": MANDATORY,
        "Spellbook": MADE_IN_PLAY,
        "Spider Web": MANDATORY,
        "Tactics": MADE_IN_PLAY,
        "Terrain": MANDATORY,
        "Transform": OPTIONAL,
        "Ultron Facility": MANDATORY,
        "Wish": MANDATORY,
    }

    def test_has_every_pile_with_what_is_asked_of_it(self) -> None:
        assert {rule.name: rule.presence for rule in PILES} == self.EXPECTED

    def test_has_each_name_once(self) -> None:
        assert len(PILES_BY_KEY) == sum(1 + len(rule.aliases) for rule in PILES)

    @pytest.mark.parametrize("rule", [rule for rule in PILES if rule.contents], ids=lambda rule: rule.name)
    def test_refuses_a_pile_of_thirteen_boss_battles_whatever_the_pile(self, rule: Any) -> None:
        bosses = {plot_twist(f"Boss {number}", type="Boss Battle"): 1 for number in range(13)}
        starters = {main_character("Buffy"): 1, main_character("Squirrel Girl"): 1, main_character("Ultron"): 1}
        starters |= {main_character("The Grandmaster"): 1, main_character("Agent", teams=("Syndicate",)): 1}
        user = main_character("User", uses_piles=(rule.name,))
        found = wrong(pcg_deck(starters={**starters, user: 1}, piles={rule.name: bosses}))

        assert {"pile-size error", "pile-card error"} & set(found)


#: For each fixed pile the cards that are right.
FIXED: Mapping[str, Counts] = {
    "Alien Symbiote": {unrecorded("Alien Symbiote"): 1},
    "Behind the Camera": {supporting("Trevor Slattery"): 2, equipment("The Ten Rings"): 1},
    "Facehugger": {supporting("Facehugger"): 3, plot_twist("Extended Incubation"): 1},
    "Gift": twists("Death", "Immortality", "Knowledge", "Madness", "Power"),
    "Kang Collective": mains("Rama-Tut", "Scarlet Centurion", "Immortus", "Iron Lad"),
}


class TestFixedPiles:
    """pcg-5.0 Basic Game Concepts: pile-size and pile-card: fixed content leaves no choice."""

    @pytest.mark.parametrize("name", FIXED)
    def test_hold_exactly_their_cards(self, name: str) -> None:
        assert wrong(pile(name, FIXED[name])) == []

    @pytest.mark.parametrize("name", FIXED)
    def test_miss_none_of_them(self, name: str) -> None:
        first, *rest = FIXED[name]
        deck = pile(name, {first: FIXED[name][first] + 1, **{card: FIXED[name][card] for card in rest}})

        assert wrong(deck) == ["pile-size error"]

    def test_hold_no_stranger(self) -> None:
        assert wrong(pile("Gift", {**FIXED["Gift"], plot_twist("Envy"): 1})) == ["pile-card error"]

    def test_are_unknown_where_the_missing_card_may_stand_on_a_line_that_is_not_settled(self) -> None:
        user = supporting("User", uses_piles=("Facehugger",))
        line = builders.unknown(1, "Facehuger", "pile:Facehugger")
        deck = pcg_deck(
            {user: 1}, line, piles={"Facehugger": {supporting("Facehugger"): 2, plot_twist("Extended Incubation"): 1}}
        )

        assert wrong(deck) == ["pile-size unknown"]

    def test_challenge_matches_come_with_a_starter_that_brings_them(self) -> None:
        matches = twists("Ladder Match", "Lights Out Match", "Steel Cage Match", "Texas Death Match")
        page = main_character("Adam Page", uses_piles=("Challenge Match",))

        assert wrong(pcg_deck(starters={page: 1}, piles={"Challenge Match": matches})) == []
        assert wrong(pcg_deck({page: 1}, piles={"Challenge Match": matches})) == ["pile-unexpected error"]
        three = dict.fromkeys(list(matches)[:3], 1)
        assert wrong(pcg_deck(starters={page: 1}, piles={"Challenge Match": three})) == ["pile-size error"]

    def test_four_keys_come_with_buffy(self) -> None:
        dawn = supporting("Dawn")

        assert wrong(pcg_deck({supporting("Buffy"): 1}, piles={"Key": {dawn: 4}})) == []
        assert wrong(pcg_deck({supporting("Buffy"): 1}, piles={"Key": {dawn: 3}})) == ["pile-size error"]
        assert wrong(pcg_deck({supporting("Willow"): 1}, piles={"Key": {dawn: 4}})) == ["pile-unexpected error"]

    def test_the_memory_is_vision_at_three_levels(self) -> None:
        visions = {main_character("*Vision*", level): 1 for level in (1, 2, 3)}

        assert wrong(pile("Memory", visions)) == []
        assert wrong(pile("Memory", dict.fromkeys(list(visions)[:2], 1))) == ["pile-size error"]
        assert wrong(pile("Memory", {**dict.fromkeys(list(visions)[:2], 1), main_character("Vision", 3): 1})) == [
            "pile-card error"
        ]

    def test_the_memory_has_each_level_once(self) -> None:
        visions = {
            main_character("*Vision*", level, printings=(f"WDV-{level}{copy}",)): 1
            for copy, level in enumerate((1, 2, 2))
        }

        assert wrong(pile("Memory", visions)) == ["pile-card error"]

    def test_the_other_five_ultrons_wait_in_the_facility(self) -> None:
        facts: dict[str, Any] = {"universe": "Photographic", "uses_piles": ("Ultron Facility",)}
        first, *others = (
            main_character("Ultron", level, printings=(f"MCU1-0{number}",), **facts)
            for number, level in enumerate((1, 1, 1, 2, 2, 3), start=40)
        )

        assert wrong(pcg_deck(starters={first: 1}, piles={"Ultron Facility": dict.fromkeys(others, 1)})) == []
        assert "pile-size error" in wrong(pcg_deck(starters={first: 1}, piles={"Ultron Facility": {others[0]: 1}}))
        wrong_levels = {**dict.fromkeys(others[:4], 1), main_character("Ultron", 2, **facts): 1}
        assert wrong(pcg_deck(starters={first: 1}, piles={"Ultron Facility": wrong_levels})) == [
            "pile-card error",
            "pile-card error",
        ]
        drawn = main_character("Ultron", 3, uses_piles=("Ultron Facility",))
        assert wrong(
            pcg_deck(starters={first: 1}, piles={"Ultron Facility": {**dict.fromkeys(others[:4], 1), drawn: 1}})
        ) == ["pile-card error"]
        itself = {first: 1, **dict.fromkeys(others[1:], 1)}
        assert wrong(pcg_deck(starters={first: 1}, piles={"Ultron Facility": itself})) == ["pile-card error"]
        twice = {others[0]: 2, **dict.fromkeys(others[2:], 1)}
        assert wrong(pcg_deck(starters={first: 1}, piles={"Ultron Facility": twice})) == ["pile-size error"]
        unread = {**dict.fromkeys(others[:4], 1), main_character("Ultron", None, **facts): 1}
        assert wrong(pcg_deck(starters={first: 1}, piles={"Ultron Facility": unread})) == ["pile-card unknown"]


class TestCountedPiles:
    """pcg-5.0 Basic Game Concepts: pile-size and pile-card: piles of so many cards of a kind."""

    @pytest.mark.parametrize(("name", "count"), [("Battleworld", 12), ("Creator", 5)])
    def test_battleworld_domains_come_in_their_number(self, name: str, count: int) -> None:
        assert wrong(pile(name, domains(count))) == []
        assert wrong(pile(name, domains(count - 1))) == ["pile-size error"]
        assert wrong(pile(name, {**domains(count - 1), plot_twist(): 1})) == ["pile-card error"]

    def test_the_twelve_domains_are_different(self) -> None:
        doubled = dict.fromkeys(domains(6), 2)

        assert wrong(pile("Battleworld", doubled)) == ["pile-size error"] * 6

    def test_whether_a_card_is_a_domain_may_not_be_recorded(self) -> None:
        assert wrong(pile("Creator", {**domains(4), unrecorded("Greenland"): 1})) == ["pile-card unknown"]

    def test_ultron_as_a_boss_may_bring_one_domain(self) -> None:
        ultron = main_character("Ultron")

        assert wrong(pcg_deck(starters={ultron: 1}, piles={"Perfection": domains(1)})) == []
        assert wrong(pcg_deck(starters={ultron: 1}, piles={"Perfection": domains(2)})) == ["pile-size error"]
        assert wrong(pcg_deck(starters={ultron: 1}, piles={"Perfection": twists("Perfection")})) == ["pile-card error"]

    def test_chaos_is_ten_terrains(self) -> None:
        terrains = {plot_twist(f"Alley {number}", type="Terrain"): 1 for number in range(10)}

        assert wrong(pile("Chaos", terrains)) == []
        nine = dict.fromkeys(list(terrains)[:9], 1)
        assert wrong(pile("Chaos", nine)) == ["pile-size error"]
        assert wrong(pile("Chaos", {**nine, plot_twist(): 1})) == ["pile-card error"]

    def test_the_grandmaster_needs_the_ten_terrains_of_the_city(self) -> None:
        master = main_character("The Grandmaster", uses_piles=("Battleworld",))
        city = {plot_twist(f"Street {number}", type="Terrain", traits=("City",)): 1 for number in range(10)}
        unread = {plot_twist(f"Street {number}", type="Terrain"): 1 for number in range(10)}
        strangers = {**dict.fromkeys(list(city)[:9], 1), plot_twist(): 1}

        def with_terrains(cards: Counts) -> Deck:
            return pcg_deck(starters={master: 1}, piles={"Battleworld": domains(12), "Terrain": cards})

        assert wrong(with_terrains(city)) == []
        assert wrong(with_terrains(unread)) == ["pile-card unknown"] * 10
        assert wrong(with_terrains(strangers)) == ["pile-card error"]
        assert wrong(with_terrains(dict.fromkeys(list(city)[:9], 1))) == ["pile-size error"]
        assert wrong(with_terrains(dict.fromkeys(list(city)[:5], 2))) == ["pile-size error"] * 5
        assert wrong(pcg_deck(starters={master: 1}, piles={"Battleworld": domains(12)})) == ["pile-missing error"]

    def test_power_is_five_different_supporting_characters(self) -> None:
        assert wrong(pile("Power", people(*"ABCDE"))) == []
        assert wrong(pile("Power", people(*"ABCD"))) == ["pile-size error"]
        assert wrong(pile("Power", {**people(*"ABC"), supporting("D"): 2})) == ["pile-size error"]
        assert wrong(pile("Power", {**people(*"ABCD"), plot_twist(): 1})) == ["pile-card error"]

    def test_a_quiver_is_four_different_arrows(self) -> None:
        arrows = {plot_twist(f"Arrow {letter}", keywords=["Custom Arrows"]): 1 for letter in "ABCD"}

        assert wrong(pile("Quiver", arrows)) == []
        assert wrong(pile("Quiver", dict.fromkeys(list(arrows)[:3], 1))) == ["pile-size error"]
        assert wrong(pile("Quiver", dict.fromkeys(list(arrows)[:2], 2))) == ["pile-size error"] * 2
        assert wrong(pile("Quiver", {**dict.fromkeys(list(arrows)[:3], 1), plot_twist(): 1})) == ["pile-card error"]

    def test_keywords_that_no_source_records_are_taken_on_trust(self) -> None:
        arrows = {unrecorded(f"Arrow {letter}", "Plot Twist"): 1 for letter in "ABCD"}

        assert wrong(pile("Quiver", arrows)) == []

    def test_there_are_as_many_lizards_as_copies_of_connors(self) -> None:
        connors, lizard = supporting("Dr. Curt Connors", uses_piles=("Lizard",)), supporting("Lizard")

        assert wrong(pcg_deck({connors: 3, lizard: 4}, piles={"Lizard": {lizard: 3}})) == []
        assert against("pile-size", pcg_deck({connors: 3}, piles={"Lizard": {lizard: 4}})) == [
            ("error", "Lizard pile: 4 cards; exactly 3, one for each copy of Dr. Curt Connors [AFF-100]")
        ]
        assert wrong(pcg_deck({connors: 1}, piles={"Lizard": {supporting("Gecko"): 1}})) == ["pile-card error"]

    def test_an_agenda_comes_with_a_starter_of_the_syndicate(self) -> None:
        agent = main_character("Cigarette Smoking Man", teams=("Syndicate",), alignments=("Evil",))
        agenda = plot_twist("Project", traits=("Agenda",), teams=("Syndicate",))
        other = plot_twist("Plot", traits=("Agenda",))

        assert wrong(pcg_deck(starters={agent: 1}, piles={"Agenda": {agenda: 1}})) == []
        assert wrong(pcg_deck(starters={agent: 1})) == ["pile-missing error"]
        assert wrong(pcg_deck(starters={agent: 1}, piles={"Agenda": {agenda: 2}})) == ["pile-size error"]
        assert wrong(pcg_deck(starters={agent: 1}, piles={"Agenda": {other: 1}})) == ["pile-card error"]
        assert wrong(pcg_deck(starters={main_character(): 1}, piles={"Agenda": {agenda: 1}})) == [
            "pile-unexpected error"
        ]

    def test_whether_a_starter_of_that_set_brings_an_agenda_may_not_be_recorded(self) -> None:
        unread = unrecorded("Cigarette Smoking Man", "Main Character", printings=("XFB-020",))
        agenda = plot_twist("Project", traits=("Agenda",), teams=("Syndicate",))

        assert wrong(pcg_deck(starters={unread: 1})) == ["pile-missing unknown"]
        assert wrong(pcg_deck(starters={unread: 1}, piles={"Agenda": {agenda: 1}})) == ["pile-unexpected unknown"]

    def test_tokens_come_with_squirrel_girl(self) -> None:
        tokens = people("Monkey Joe", "Tippy Toe", member_of_piles=("Animals",))

        assert wrong(pcg_deck({supporting("Squirrel Girl"): 1}, piles={"Animals": tokens})) == []
        assert wrong(pcg_deck({supporting("Squirrel Girl"): 1}, piles={"Tokens": people("Rabbit")})) == [
            "pile-card error"
        ]
