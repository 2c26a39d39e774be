"""Every row of the table of piles: what each may hold, at its figures and beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.cards import Card
from engine.decks import UNREADABLE, Deck, Entry
from engine.rulesets.pcg_levels import with_followers
from engine.rulesets.pcg_pile_needs import MADE_IN_PLAY, MANDATORY, OPTIONAL
from engine.rulesets.pcg_piles import PILES, PILES_BY_KEY
from tests.engine import builders
from tests.engine.pcg_builders import (
    Counts,
    against,
    equipment,
    main_character,
    pcg_deck,
    plot_twist,
    severities,
    special_location,
    supporting,
    unrecorded,
)


def pile(name: str, cards: Counts, *users: Card, **parts: Any) -> Deck:
    """A list with one pile and, in its deck, a card that uses it."""
    using = users or (supporting("User", uses_piles=(name,)),)
    return pcg_deck({**dict.fromkeys(using, 1), **parts.pop("main", {})}, piles={name: cards}, **parts)


def wrong(deck: Deck) -> list[str]:
    """How grave each thing is that the pile rules find, code by code."""
    return [
        f"{code} {severity}"
        for code in ("pile-missing", "pile-size", "pile-card", "pile-nested", "pile-unexpected")
        for severity in severities(code, deck)
    ]


def domains(count: int) -> dict[Card, int]:
    return {plot_twist(f"Domain {number}", type="Battleworld Domain"): 1 for number in range(count)}


def twists(*names: str) -> dict[Card, int]:
    return {plot_twist(name): 1 for name in names}


def people(*names: str, **facts: Any) -> dict[Card, int]:
    return {supporting(name, **facts): 1 for name in names}


def mains(*names: str, **facts: Any) -> dict[Card, int]:
    return {main_character(name, **facts): 1 for name in names}


def x_men(*titles: str) -> dict[Card, int]:
    return {main_character(title, level): 1 for level, title in enumerate(titles, start=1)}


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
            ("error", "Lizard pile: 4 cards; as many as copies of Dr. Curt Connors [AFF-100]: 3")
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


class TestPilesOfCharacters:
    """pcg-5.0 Ability Glossary: pile-card and pile-size: Hound, Echo, Hostage, Absorption History, and piles like them.

    pcg-5.0 Basic Game Concepts: their figures.
    """

    def test_hounds_are_four_mutants_of_different_names(self) -> None:
        hounds = people("A", "B", "C", "D", teams=("X-Men",))
        three = dict.fromkeys(list(hounds)[:3], 1)

        assert wrong(pile("Hound", hounds)) == []
        assert wrong(pile("Hound", three)) == ["pile-size error"]
        assert wrong(pile("Hound", {**three, supporting("D"): 1})) == ["pile-card error"]
        assert wrong(pile("Hound", {**three, supporting("D", teams=None, alignments=None): 1})) == ["pile-card unknown"]
        assert wrong(pile("Hound", dict.fromkeys(list(hounds)[:2], 2))) == ["pile-size error"] * 2
        twin = supporting("E", aka=("A",), teams=("Resistance",))
        assert wrong(pile("Hound", {**three, twin: 1})) == ["pile-card error"]

    def test_hounds_have_no_name_of_a_character_in_the_deck(self) -> None:
        hounds = people("A", "B", "C", "D", teams=("X-Men",))

        assert wrong(pile("Hound", hounds, main={supporting("A", printings=("X-1",)): 1})) == ["pile-card error"]

    def test_an_echo_is_one_of_each_mutant_team(self) -> None:
        one = supporting("A", teams=("Brotherhood of Mutants", "X-Men"))
        two, three = supporting("B", teams=("X-Men",)), supporting("C", teams=("Resistance",))

        assert wrong(pile("Echo", {one: 1, two: 1, three: 1})) == []
        assert wrong(pile("Echo", {one: 1, two: 1, supporting("D", teams=("X-Men",)): 1})) == ["pile-card error"]
        unread = supporting("D", teams=None, alignments=None)
        assert wrong(pile("Echo", {one: 1, two: 1, unread: 1})) == ["pile-card unknown"]
        assert wrong(pile("Echo", {one: 1, two: 1})) == ["pile-size error"]
        assert wrong(pile("Echo", {one: 2, three: 1})) == ["pile-size error"]
        leader = main_character("D", teams=("Resistance",))
        assert wrong(pile("Echo", {one: 1, two: 1, leader: 1})) == ["pile-card error"]
        namesake = supporting("A", teams=("Resistance",), printings=("X-1",))
        assert wrong(pile("Echo", {one: 1, two: 1, namesake: 1})) == ["pile-card error"]

    def test_hostages_are_friends_and_family(self) -> None:
        friend = supporting("Mary Jane", keywords=["Friends and Family"])
        hideout = special_location("Secret Hideout", uses_piles=("Hostage",))

        assert wrong(pile("Hostage", {friend: 1}, hideout)) == []
        assert wrong(pile("Hostage", {friend: 2}, hideout)) == ["pile-size error"]
        assert wrong(pile("Hostage", {supporting(): 1}, hideout)) == ["pile-card error"]
        assert wrong(pcg_deck({hideout: 1})) == ["pile-missing error"]
        unreadable = Entry("pile:Hostage", 0, state=UNREADABLE, problem="no card")
        assert wrong(pcg_deck({hideout: 1}, unreadable)) == ["pile-size error"]

    def test_mimic_absorbs_three_of_the_first_x_men_at_three_levels(self) -> None:
        assert wrong(pile("Absorption History", x_men("Angel", "Beast", "Cyclops"))) == []
        assert wrong(pile("Absorption History", x_men("Angel", "Beast"))) == ["pile-size error"]
        assert wrong(pile("Absorption History", x_men("Angel", "Beast", "Storm"))) == ["pile-card error"]
        assert wrong(pile("Absorption History", x_men("Angel", "Beast", "Angel"))) == ["pile-card error"]
        twice = {**x_men("Angel", "Beast"), main_character("Cyclops", 2): 1}
        assert wrong(pile("Absorption History", twice)) == ["pile-card error"]
        unread = {**x_men("Angel", "Beast"), main_character("Cyclops", None): 1}
        assert wrong(pile("Absorption History", unread)) == ["pile-card unknown"]

    def test_an_aka_name_is_no_title_for_mimic(self) -> None:
        girl = main_character("Marvel Girl", 3, aka=("Jean Grey",))

        assert wrong(pile("Absorption History", {**x_men("Angel", "Beast"), girl: 1})) == ["pile-card error"]

    def test_identities_are_illustrated_spider_men(self) -> None:
        assert wrong(pile("Identity", people("Spider-Man", "*Spider-Man*", "Spider-Man 2099"))) == []
        assert wrong(pile("Identity", people("Spider-Woman"))) == ["pile-card error"]
        assert wrong(pile("Identity", {supporting("Spider-Man"): 2})) == ["pile-size error"]
        assert wrong(pile("Identity", people("Spider-Man", universe="Photographic"))) == ["pile-card error"]
        assert wrong(pile("Identity", mains("Spider-Man"))) == ["pile-card error"]

    def test_a_spider_web_is_other_spiders_of_level_one(self) -> None:
        scarlet = main_character("Scarlet Spider", uses_piles=("Spider Web",))

        def web(cards: Counts) -> list[str]:
            return wrong(pcg_deck(starters={scarlet: 1}, piles={"Spider-Web": cards}))

        assert web(mains("Spider-Man", "Spider-Gwen", "SP//dr")) == []
        assert web({main_character("Spider-Man"): 2}) == ["pile-size error"]
        assert web(mains("Iron Man")) == ["pile-card error"]
        assert web({main_character("Spider-Man", 2): 1}) == ["pile-card error"]
        assert web({scarlet: 1}) == ["pile-card error", "pile-nested error"]
        assert web({main_character("Spider-Man", None): 1}) == ["pile-card unknown"]

    def test_an_edge_is_of_spiders_that_are_not_in_the_deck(self) -> None:
        star = main_character("*Spider-Man*", uses_piles=("Edge (optional)",))
        silk = main_character("Silk", keywords=["Spider-Verse"])

        def edge(cards: Counts, main: Counts | None = None) -> list[str]:
            return wrong(pcg_deck(main, starters={star: 1}, piles={"Edge": cards}))

        assert edge({silk: 1}) == []
        assert edge({silk: 2}) == ["pile-size error"]
        assert edge({silk: 1}, {silk: 1}) == ["pile-card error"]
        assert edge({main_character("Iron Man"): 1}) == ["pile-card error"]
        namesake = main_character("*Spider-Man*", keywords=["Spider-Verse"], printings=("X-1",))
        assert edge({namesake: 1}) == ["pile-card error"]

    def test_personalities_are_the_three_other_moon_knights(self) -> None:
        knight = main_character("Moon Knight", uses_piles=("Personality",))
        names = ("Marc Spector", "Jake Lockley", "Steven Grant")
        others = mains(*names, keywords=["Alternate Personality"])

        assert wrong(pcg_deck(starters={knight: 1}, piles={"Personality": others})) == []
        two = dict.fromkeys(list(others)[:2], 1)

        def personality(cards: Counts) -> list[str]:
            return wrong(pcg_deck(starters={knight: 1}, piles={"Personality": cards}))

        assert personality(two) == ["pile-size error"]
        assert personality({**two, main_character("Khonshu"): 1}) == ["pile-card error"]
        assert personality(dict.fromkeys(list(others)[:1], 3)) == ["pile-size error"]

    def test_no_moon_knight_stands_in_his_own_personality(self) -> None:
        knight = main_character("Moon Knight", keywords=["Alternate Personality"], uses_piles=("Personality",))
        others = mains("Jake Lockley", "Steven Grant", keywords=["Alternate Personality"])

        assert wrong(pcg_deck(starters={knight: 1}, piles={"Personality": {**others, knight: 1}})) == [
            "pile-card error"
        ]

    def test_six_different_sinister_ones_stand_together(self) -> None:
        six = mains(*"ABCDEF", keywords=["Sinister Six"], uses_piles=("Sinister Six",))
        first, *others = six

        assert wrong(pcg_deck(piles={"Sinister Six": six})) == []
        assert wrong(pcg_deck(starters={first: 1}, piles={"Sinister Six": six})) == []
        assert wrong(pcg_deck(starters={first: 1}, piles={"Sinister Six": dict.fromkeys(others, 1)})) == []
        assert wrong(pcg_deck(piles={"Sinister Six": dict.fromkeys(others, 1)})) == ["pile-size error"]
        assert wrong(pcg_deck(piles={"Sinister Six": {**dict.fromkeys(others[:3], 1), others[3]: 3}})) == [
            "pile-size error"
        ]
        assert wrong(pcg_deck(piles={"Sinister Six": {**dict.fromkeys(others, 1), main_character("Nice"): 1}})) == [
            "pile-card error"
        ]
        assert wrong(pcg_deck(starters={first: 1})) == ["pile-missing error"]
        assert wrong(pcg_deck(starters={main_character(): 1}, piles={"Sinister Six": six})) == ["pile-unexpected error"]

    def test_graduates_are_main_characters_of_the_students_in_the_deck(self) -> None:
        professor = main_character("Professor X", uses_piles=("Graduation",))
        low, high = with_followers(main_character("X-23", level) for level in (1, 2))
        student = supporting("X-23")

        def graduation(cards: Counts, main: Counts) -> list[str]:
            return wrong(pcg_deck(main, starters={professor: 1}, piles={"Graduation": cards}))

        assert graduation({low: 1, high: 1}, {student: 1}) == []
        assert graduation({low: 2, high: 1}, {student: 1}) == ["pile-size error"]
        assert graduation({low: 1, high: 1, supporting("X-23", printings=("X-1",)): 1}, {student: 1}) == [
            "pile-card error"
        ]
        assert graduation({low: 1}, {student: 1}) == ["pile-card error"]
        assert graduation({high: 1}, {student: 1}) == ["pile-card error"]
        assert graduation({low: 1, high: 1}, {}) == ["pile-card error"] * 2
        assert graduation({main_character("X-23", None): 1}, {student: 1}) == ["pile-card unknown"]

    def test_a_copied_professor_gives_no_graduation(self) -> None:
        professor = main_character("Professor X", uses_piles=("Graduation",))
        mimic = main_character("Mimic")

        assert wrong(pcg_deck({professor: 1}, starters={mimic: 1})) == []

    def test_a_binding_holds_whom_the_hosts_name_in_all_levels(self) -> None:
        peter = supporting("Peter Parker", uses_piles=("Binding",))
        low, high = with_followers(main_character("Spider-Man", level) for level in (1, 2))

        assert wrong(pile("Binding", {low: 1, high: 1}, peter)) == []
        assert wrong(pile("Binding", {low: 1}, peter)) == ["pile-card error"]
        assert wrong(pile("Binding", {low: 1, high: 1, supporting("Mary Jane"): 1}, peter)) == ["pile-card error"]
        assert wrong(pile("Binding", mains("Venom"), peter)) == ["pile-card error"]
        assert wrong(pile("Binding", mains("Venom"), supporting("Eddie Brock", uses_piles=("Binding",)))) == [
            "pile-card unknown"
        ]

    def test_what_is_missing_of_a_binding_may_stand_on_a_line_that_is_not_settled(self) -> None:
        peter = supporting("Peter Parker", uses_piles=("Binding",))
        low, high = with_followers(main_character("Spider-Man", level) for level in (1, 2))
        line = builders.unknown(1, "Spidre-Man", "pile:Binding")

        assert wrong(pcg_deck({peter: 1}, line)) == ["pile-card unknown"]
        assert wrong(pcg_deck({peter: 1}, line, piles={"Binding": {low: 1}})) == ["pile-card unknown"]
        assert wrong(pcg_deck({peter: 1}, line, piles={"Binding": {high: 1}})) == ["pile-card unknown"]


class TestInvention:
    """pcg-5.0 Ability Glossary: pile-size and pile-card: each Invention up to its number, team-less or an inventor's.

    pcg-5.0 Basic Game Concepts: one pile for all inventors.
    """

    DOOM = supporting("Doctor Doom", teams=("Frightful",), uses_piles=("Invention",))
    GADGET = equipment("Gadget", keywords=[("Invention", "2")])

    @pytest.mark.parametrize(("count", "found"), [(2, []), (3, ["pile-size error"]), (1, ["pile-size info"])])
    def test_more_than_its_number_is_wrong_and_fewer_is_said(self, count: int, found: list[str]) -> None:
        """pcg-updates August 2021: each Invention is optional."""
        assert wrong(pile("Invention", {self.GADGET: count}, self.DOOM)) == found

    def test_takes_a_number_that_is_not_recorded_on_trust(self) -> None:
        portal = equipment("Portal", member_of_piles=("Invention",))

        assert wrong(pile("Invention", {portal: 3}, self.DOOM)) == []

    def test_is_of_no_team_or_an_inventors(self) -> None:
        siphon = equipment("Siphon", teams=("Frightful",), keywords=["Invention"])
        portal = equipment("Portal", teams=("Pro-Registration",), keywords=["Invention"])
        unread = equipment("Discs", teams=None, alignments=None, keywords=["Invention"])

        assert wrong(pile("Invention", {siphon: 1}, self.DOOM)) == []
        assert wrong(pile("Invention", {portal: 1}, self.DOOM)) == ["pile-card error"]
        assert wrong(pile("Invention", {unread: 1}, self.DOOM)) == ["pile-card unknown"]
        inventor = supporting("Ant-Man", teams=None, alignments=None, uses_piles=("Invention",))
        assert wrong(pile("Invention", {portal: 1}, self.DOOM, inventor)) == ["pile-card unknown"]

    def test_holds_equipment_for_the_maker_alone(self) -> None:
        maker = supporting("The Maker", uses_piles=("Invention (+5 Equipment)",))
        five = {equipment(f"Tool {number}"): 1 for number in range(5)}

        assert wrong(pile("Invention", {**five, self.GADGET: 2}, maker)) == []
        assert wrong(pile("Invention", {**five, equipment("Sixth"): 1}, maker)) == ["pile-size error"]
        assert wrong(pile("Invention", dict.fromkeys(list(five)[:1], 1), self.DOOM)) == ["pile-card error"]
        assert wrong(pile("Invention", {plot_twist(): 1}, maker)) == ["pile-card error"]
        assert wrong(pile("Invention", {unrecorded("Gizmo"): 1}, maker)) == ["pile-card unknown"]


class TestTransform:
    """pcg-5.0 Deck Building Rules: pile-size and pile-card: three characters at most, each with level 2 and level 1."""

    MYSTIQUE = main_character("Mystique", 2, uses_piles=("Transform",))

    def test_is_of_three_characters_at_most(self) -> None:
        three = {main_character(name, level): 1 for name in "ABC" for level in (1, 2)}
        four = {**three, **{main_character("D", level): 1 for level in (1, 2)}}

        assert wrong(pile("Transform", three, self.MYSTIQUE)) == []
        assert against("pile-size", pile("Transform", four, self.MYSTIQUE)) == [
            ("error", "Transform pile: 4 different characters; at most 3")
        ]

    def test_has_alternates_and_other_levels_for_free(self) -> None:
        versions = {main_character("A", level, printings=(f"AFF-{level}",)): 1 for level in (1, 2, 3)}
        alternate = main_character("A", 2, printings=("AFF-9",))

        assert wrong(pile("Transform", {**versions, alternate: 1}, self.MYSTIQUE)) == []

    def test_has_each_card_once(self) -> None:
        cards = {main_character("A", 1): 2, main_character("A", 2): 1}

        assert wrong(pile("Transform", cards, self.MYSTIQUE)) == ["pile-size error"]

    @pytest.mark.parametrize("level", [1, 2])
    def test_has_both_levels_of_each(self, level: int) -> None:
        assert wrong(pile("Transform", {main_character("A", level): 1}, self.MYSTIQUE)) == ["pile-card error"]

    def test_has_the_level_one_that_leads_to_the_level_two(self) -> None:
        low = main_character("A", 1, teams=("X-Men",))
        high = main_character("A", 2, teams=("Avengers",))

        assert wrong(pile("Transform", {low: 1, high: 1}, self.MYSTIQUE)) == ["pile-card error"]

    def test_is_unknown_without_a_level(self) -> None:
        deck = pile("Transform", {main_character("A", 1): 1, main_character("A", None): 1}, self.MYSTIQUE)

        assert wrong(deck) == ["pile-card unknown"]

    def test_holds_main_characters_only(self) -> None:
        assert wrong(pile("Transform", people("A"), self.MYSTIQUE)) == ["pile-card error"]


class TestWish:
    """pcg-5.0 Ability Glossary: pile-size and pile-card: three different cards, two copies of each.

    pcg-5.0 Basic Game Concepts: and none that starts in a pile.
    """

    JENN = supporting("Jenn", uses_piles=("Wish",))

    def wish(self, cards: Counts) -> list[str]:
        return wrong(pile("Wish", cards, self.JENN))

    def test_is_three_times_two(self) -> None:
        assert self.wish({supporting(): 2, plot_twist(): 2, equipment(): 2}) == []
        assert self.wish({supporting(): 2, plot_twist(): 2}) == ["pile-size error"]
        assert self.wish({supporting(): 2, plot_twist(): 2, equipment(): 1}) == ["pile-size error"]

    @pytest.mark.parametrize(
        "card",
        [
            main_character(),
            special_location(),
            supporting("Monkey", type="Token (Supporting Character)"),
            plot_twist("Agenda", member_of_piles=("Agenda",)),
            equipment("Gadget", keywords=["Invention"]),
        ],
    )
    def test_holds_no_token_main_character_location_or_pile_card(self, card: Card) -> None:
        assert self.wish({supporting(): 2, plot_twist(): 2, card: 2}) == ["pile-card error"]

    def test_may_stand_on_lines_that_are_not_settled(self) -> None:
        line = builders.unknown(2, "Pixi", "pile:Wish")

        assert wrong(pcg_deck({self.JENN: 1}, line, piles={"Wish": {supporting(): 2, plot_twist(): 2}})) == [
            "pile-size unknown"
        ]
