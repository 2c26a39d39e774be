"""What classic and Riftbound formats ask beyond the rules, kind by kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.model.cards import VS_CLASSIC, Card, Printing
from engine.model.decks import Deck
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, INFO, NOT_APPLICABLE, UNKNOWN, Breach, Measure
from engine.rules.restrictions import RESTRICTIONS, can_cover
from tests.engine.classic_builders import (
    A_DAY,
    a_card,
    a_deck,
    a_format,
    an_unknown,
    an_unreadable,
    breaches,
    measures,
    severities,
)

A_FORMAT = a_format()
UNKNOWN_LINE = an_unknown(2, "Borris")


def say(kind: str, deck: Deck, **terms: object) -> list[Breach | Measure]:
    """What a restriction has to say of a deck."""
    return list(RESTRICTIONS[kind](deck, A_FORMAT, A_DAY, terms))


def hero(name: str, *teams: str, **facts: Any) -> Card:
    return a_card(name, **{"teams": teams, **facts})


class TestSetsAtMost:
    mor, both, msm = (
        a_card("Boris", sets=("MOR",)),
        a_card("Foiled", sets=("MOR", "MSM")),
        a_card("Venom", sets=("MSM",)),
    )
    vague = a_card("Puppet Master")

    def test_holds_where_one_set_has_them_all(self) -> None:
        found = say("sets-at-most", a_deck((4, self.mor), (4, self.both)), count=1)
        assert (breaches(found), measures(found)[0].allowed) == ([], "1 set")

    def test_is_broken_where_no_one_set_has_them_all(self) -> None:
        [breach] = breaches(say("sets-at-most", a_deck((4, self.mor), (4, self.both), (1, self.msm)), count=1))
        assert (breach.severity, breach.message) == (ERROR, "Cards from more than 1 set")
        assert severities(say("sets-at-most", a_deck((4, self.mor), (1, self.msm)), count=2)) == []

    def test_is_unknown_where_a_printing_is_missing(self) -> None:
        assert severities(say("sets-at-most", a_deck((4, self.mor), (4, self.vague)), count=1)) == [UNKNOWN]
        reprinted = a_card("Venom", sets=("MSM",), has_unrecorded_printing=True)
        assert severities(say("sets-at-most", a_deck((4, self.mor), (4, reprinted)), count=1)) == [UNKNOWN]
        assert severities(say("sets-at-most", a_deck((4, self.mor), UNKNOWN_LINE), count=1)) == [UNKNOWN]

    def test_is_broken_whatever_the_missing_printing_is(self) -> None:
        assert severities(say("sets-at-most", a_deck((4, self.mor), (4, self.msm), (4, self.vague)), count=1)) == [
            ERROR
        ]

    def test_leaves_out_sets_that_go_with_any_and_cards_of_every_set(self) -> None:
        exclusive = a_card("Wolverine", sets=("MEX", "MUL"))
        deck = a_deck((4, self.mor), (4, exclusive), (1, a_card("Bizarro World", is_in_every_set=True)))
        assert severities(say("sets-at-most", deck, count=1, besides=["MEX"])) == []
        assert severities(say("sets-at-most", deck, count=1, besides="MEX")) == []
        assert severities(say("sets-at-most", deck, count=1)) == [ERROR]


class TestCovering:
    """Whether a few choices are enough for all."""

    @pytest.mark.parametrize(
        ("options", "most", "expected"),
        [
            ([], 0, True),
            ([{"a"}], 0, False),
            ([set()], 3, False),
            ([{"a", "b"}, {"b", "c"}, {"c", "a"}], 1, False),
            ([{"a", "b"}, {"b", "c"}, {"c", "a"}], 2, True),
        ],
    )
    def test_is_found_by_trying(self, options: list[set[str]], most: int, expected: bool) -> None:
        assert can_cover([frozenset(option) for option in options], most) is expected


class TestNoRares:
    def card(self, *rarities: str | None, unrecorded: bool = False) -> Card:
        printings = tuple(Printing("MOR", str(number), rarity) for number, rarity in enumerate(rarities))
        return a_card("Boris", printings=printings, has_unrecorded_printing=unrecorded)

    @pytest.mark.parametrize(
        ("card", "expected"),
        [
            (a_card("Boris", sets=("MOR",), rarity="Common"), []),
            (a_card("Boris", sets=("MOR",), rarity="Uncommon"), []),
            (a_card("Boris", sets=("MOR",), rarity="Rare"), [ERROR]),
            (a_card("Boris", sets=("MOR",)), [UNKNOWN]),
            (a_card("Boris", rarity="Rare"), [UNKNOWN]),
        ],
    )
    def test_asks_for_a_common_or_uncommon_printing(self, card: Card, expected: list[str]) -> None:
        assert severities(say("no-rares", a_deck((4, card)))) == expected

    def test_goes_by_any_printing(self) -> None:
        assert severities(say("no-rares", a_deck((4, self.card("R", "C"))))) == []
        assert severities(say("no-rares", a_deck((4, self.card("R"))))) == [ERROR]
        assert severities(say("no-rares", a_deck((4, self.card("R", None))))) == [UNKNOWN]
        assert severities(say("no-rares", a_deck((4, self.card("R", unrecorded=True))))) == [UNKNOWN]

    def test_says_both_what_is_broken_and_what_is_not_known(self) -> None:
        rare = a_card("Onslaught", sets=("MOR",), rarity="Rare")
        found = breaches(say("no-rares", a_deck((1, rare), UNKNOWN_LINE)))
        assert [(each.severity, each.lines) for each in found] == [(ERROR, (1,)), (UNKNOWN, ())]


class TestTeamsAtMost:
    storm, hawkeye, both = hero("Storm", "X-Men"), hero("Hawkeye", "Avengers"), hero("Beast", "X-Men", "Avengers")
    plot = a_card("Foiled", type="Plot Twist")

    def test_holds_for_characters_alone(self) -> None:
        assert severities(say("teams-at-most", a_deck((4, self.storm), (4, self.both), (4, self.plot)), count=1)) == []

    def test_is_broken_by_a_further_affiliation(self) -> None:
        deck = a_deck((4, self.storm), (1, self.hawkeye))
        [breach] = breaches(say("teams-at-most", deck, count=1))
        assert (breach.severity, breach.lines) == (ERROR, (1, 2))
        assert severities(say("teams-at-most", deck, count=2)) == []
        third = a_deck((4, self.storm), (1, self.hawkeye), (1, hero("Doom", "Doom")))
        assert severities(say("teams-at-most", third, count=2)) == [ERROR]

    @pytest.mark.parametrize(
        "line", [(1, a_card("Nobody")), (1, hero("Loner")), (1, a_card("Thing", type=None)), UNKNOWN_LINE]
    )
    def test_is_unknown_for_characters_without_one(self, line: Any) -> None:
        found = say("teams-at-most", a_deck((4, self.storm), line), count=1)
        assert (severities(found), measures(found)[0].allowed) == ([UNKNOWN], "1 affiliation")


class TestWithoutType:
    def test_is_broken_by_a_card_of_that_type(self) -> None:
        deck = a_deck((4, a_card("Boris")), (3, a_card("Foiled", type="Plot Twist")))
        [breach] = breaches(say("without-type", deck, type="Plot Twist"))
        assert (breach.severity, breach.lines) == (ERROR, (2,))

    @pytest.mark.parametrize("line", [(1, a_card("Thing", type=None)), UNKNOWN_LINE])
    def test_is_unknown_where_a_type_is_missing(self, line: Any) -> None:
        assert severities(say("without-type", a_deck(line), type="Plot Twist")) == [UNKNOWN]

    def test_holds_otherwise(self) -> None:
        assert severities(say("without-type", a_deck((4, a_card("Boris")), an_unreadable()), type="Plot Twist")) == []


class TestSingleton:
    def test_asks_for_one_of_each_version(self) -> None:
        deck = a_deck((1, a_card("Cage", "Power Man")), (1, a_card("Cage", "Hero for Hire")), an_unknown(1, "Borris"))
        assert severities(say("singleton", deck)) == []

    def test_is_broken_by_a_second_copy_army_or_not(self) -> None:
        found = say("singleton", a_deck((2, a_card("Initiate", "Army")), (1, a_card("Boris", "Servant"))))
        assert (severities(found), measures(found)[0].found) == ([ERROR], 2)

    @pytest.mark.parametrize("line", [(2, a_card("Boris", versions_known=False)), UNKNOWN_LINE])
    def test_is_unknown_for_several_cards_of_unknown_versions(self, line: Any) -> None:
        assert severities(say("singleton", a_deck(line))) == [UNKNOWN]


class TestCharactersPerTeam:
    """Ten characters from each of four teams, in the format that asks for them."""

    def team(self, name: str, count: int) -> tuple[int, Card]:
        return count, hero(name, name)

    def test_holds_at_the_number(self) -> None:
        deck = a_deck(*(self.team(name, 10) for name in "ABCD"), (9, a_card("Foiled", type="Plot Twist")))
        found = say("characters-per-team", deck, teams=4, characters=10)
        assert (severities(found), measures(found)[0].found) == ([], 4)

    def test_is_broken_one_below_it(self) -> None:
        deck = a_deck(*(self.team(name, 10) for name in "ABC"), self.team("D", 9))
        assert severities(say("characters-per-team", deck, teams=4, characters=10)) == [ERROR]
        fewer = a_deck(*(self.team(name, 10) for name in "ABC"))
        assert severities(say("characters-per-team", fewer, teams=4, characters=10)) == [ERROR]

    @pytest.mark.parametrize("line", [(1, a_card("Nobody")), (1, a_card("Thing", type=None)), an_unknown(1, "Borris")])
    def test_is_unknown_where_a_missing_affiliation_may_fill_it(self, line: Any) -> None:
        deck = a_deck(*(self.team(name, 10) for name in "ABC"), self.team("D", 9), line)
        assert severities(say("characters-per-team", deck, teams=4, characters=10)) == [UNKNOWN]


class TestNamedCharacter:
    def test_counts_the_cards_that_bear_a_character_s_name_word_by_word(self) -> None:
        hulk, smash, hulkling = hero("Hulk"), a_card("Hulk Smash!", type="Plot Twist"), hero("Hulkling")
        found = say("named-character", a_deck((8, hulk), (4, smash), (4, hulkling)), count=12)
        assert (severities(found), measures(found)[0].found) == ([], 12)

    def test_counts_identities_and_genitives(self) -> None:
        robin = a_card("Tim Drake", identity="Robin")
        deck = a_deck(
            (4, robin), (4, a_card("Robin's Nest", type="Location")), (4, a_card("Robin Redbird")), (8, hero("X"))
        )
        assert measures(say("named-character", deck, count=12))[0].found == 12

    def test_is_unknown_below_the_number_as_texts_are_not_recorded(self) -> None:
        assert severities(say("named-character", a_deck((11, hero("Hulk")), (1, hero("Rick"))), count=12)) == [UNKNOWN]

    def test_names_the_character_as_its_card_does(self) -> None:
        starfire = a_card("Koriand'r", identity="Starfire")
        [breach] = breaches(
            say("named-character", a_deck((4, starfire), (8, a_card("T-Jet", type="Equipment"))), count=12)
        )
        assert breach.message == (
            "4 cards with the name Starfire; 12 must name the same character, and card texts aren’t recorded"
        )

    def test_says_where_no_character_has_a_name(self) -> None:
        [breach] = breaches(say("named-character", a_deck((12, a_card("T-Jet", type="Equipment"))), count=12))
        assert breach.message.startswith("No card with a character’s name; ")

    def test_is_broken_in_a_deck_of_fewer_cards(self) -> None:
        assert severities(say("named-character", a_deck((11, hero("Hulk"))), count=12)) == [ERROR]
        assert severities(say("named-character", a_deck(), count=12)) == [ERROR]


class TestCopiesOfACharacter:
    terms = {"count": 4, "part": "a traditional enemy of the legend"}  # noqa: RUF012

    def test_is_unknown_where_a_character_has_that_many(self) -> None:
        two_versions = a_deck((3, a_card("Doom", "A")), (1, a_card("Doom", "B")))
        assert severities(say("copies-of-a-character", two_versions, **self.terms)) == [UNKNOWN]

    def test_is_broken_where_none_has(self) -> None:
        deck = a_deck((3, hero("Doom")), (5, hero("Hulk")), (4, a_card("Foiled", type="Plot Twist")))
        assert severities(say("copies-of-a-character", deck, **self.terms)) == [ERROR]

    def test_is_unknown_where_a_line_is_not_settled(self) -> None:
        assert severities(say("copies-of-a-character", a_deck(UNKNOWN_LINE), **self.terms)) == [UNKNOWN]


class TestWhatAListCannotShow:
    def test_is_unknown_where_it_bears_on_legality(self) -> None:
        [breach] = breaches(say("not-in-the-list", a_deck(), what="which cards were opened"))
        assert (breach.severity, breach.message) == (UNKNOWN, "A deck list can’t show which cards were opened")

    def test_is_said_where_it_is_for_several_decks_together(self) -> None:
        assert severities(say("between-decks", a_deck(), what="the legends differ")) == [INFO]

    def test_is_noted_where_it_only_changes_play(self) -> None:
        found = say("play-only", a_deck(), what="a random Alter Ego")
        assert (breaches(found), measures(found)[0].outcome) == ([], NOT_APPLICABLE)

    @pytest.mark.parametrize(("count", "expected"), [(29, [UNKNOWN]), (30, [])])
    def test_may_be_a_size_that_is_only_customary(self, count: int, expected: list[str]) -> None:
        assert severities(say("customary-size", a_deck((count, a_card("Boris", "Army"))), min=30)) == expected


class TestClassicFormats:
    """Every classic format in the fixtures asks only for kinds that are known, with the terms they need."""

    def test_can_be_asked_about_any_deck(self, reference: Callable[[str], Reference]) -> None:
        formats = reference(VS_CLASSIC).formats.values()
        deck = a_deck((4, a_card("Boris")), (1, hero("Storm", "X-Men")), UNKNOWN_LINE)
        for fmt in formats:
            for restriction in fmt.restrictions:
                assert measures(RESTRICTIONS[restriction.kind](deck, fmt, A_DAY, restriction.terms)), fmt.slug
