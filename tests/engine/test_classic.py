"""The deck rules of the Vs. System TCG, with the comprehensive rules' own examples."""

from __future__ import annotations

from datetime import date

import pytest

from engine.games.vs_classic.deck_rules import army, copy_limit, deck_size, insane_deck, printed_limit
from engine.model.cards import VS_CLASSIC, Card
from engine.model.decks import Deck
from engine.model.formats import Construction
from engine.model.verdicts import ERROR, INFO, NONE_RECORDED, UNKNOWN
from engine.rules.editions import find_edition_in_force
from engine.rules.validation import check_deck
from tests.engine.classic_builders import (
    A_DAY,
    a_card,
    a_deck,
    a_format,
    an_ambiguous,
    an_unknown,
    an_unreadable,
    breaches,
    measures,
    severities,
)

FMT = a_format()
POWER_MAN = a_card("Luke Cage", "Power Man")
HERO_FOR_HIRE = a_card("Luke Cage", "Hero for Hire")
ASSASSIN_INITIATE = a_card("Assassin Initiate", "Army")
T_JET = a_card("T-Jet", type="Equipment")
T_JET_OF_TAMARAN = a_card("T-Jet", "Tamaranian Fighter", type="Equipment")


def over(deck: Deck) -> list[str]:
    """The severities of what the copy limit has to say."""
    return severities(copy_limit(deck, FMT, A_DAY))


class TestDeckSize:
    """cr-2007-02-05 101.1: at least sixty cards, no maximum.

    cr-2.7 101.1: the same.
    """

    @pytest.mark.parametrize(("count", "expected"), [(0, [ERROR]), (59, [ERROR]), (60, []), (61, []), (600, [])])
    def test_is_at_least_sixty(self, count: int, expected: list[str]) -> None:
        deck = a_deck((count, ASSASSIN_INITIATE))
        assert severities(deck_size(deck, FMT, A_DAY)) == expected

    def test_tells_how_many_there_are(self) -> None:
        [breach] = breaches(deck_size(a_deck((59, ASSASSIN_INITIATE)), FMT, A_DAY))
        assert (breach.message, breach.found, breach.allowed) == ("59 cards; at least 60", 59, "60+")

    def test_counts_cards_that_are_not_known_and_no_unreadable_lines(self) -> None:
        deck = a_deck((50, ASSASSIN_INITIATE), an_unknown(4, "Borris"), an_ambiguous(6, "Hawk"), an_unreadable())
        assert severities(deck_size(deck, FMT, A_DAY)) == []

    @pytest.mark.parametrize(("count", "expected"), [(59, [ERROR]), (80, []), (81, [ERROR])])
    def test_keeps_a_maximum_where_a_format_has_one(self, count: int, expected: list[str]) -> None:
        fmt = a_format(construction=Construction(deck_min=60, deck_max=80))
        found = list(deck_size(a_deck((count, ASSASSIN_INITIATE)), fmt, A_DAY))
        assert severities(found) == expected
        assert measures(found)[0].allowed == "60 to 80"

    def test_is_taken_on_trust_where_none_is_recorded(self) -> None:
        [measure] = measures(deck_size(a_deck((5, ASSASSIN_INITIATE)), a_format(construction=Construction()), A_DAY))
        assert (measure.found, measure.outcome) == (5, NONE_RECORDED)


class TestCopyLimit:
    """cr-2007-02-05 101.2: four of a name, with an exception for each version.

    cr-2.7 101.2: four of a name and version.
    """

    @pytest.mark.parametrize(("count", "expected"), [(4, []), (5, [ERROR])])
    def test_is_four_of_a_card(self, count: int, expected: list[str]) -> None:
        assert over(a_deck((count, POWER_MAN))) == expected

    def test_is_four_of_each_version(self) -> None:
        """202.2: the two Luke Cages are told apart by their versions."""
        assert over(a_deck((4, POWER_MAN), (4, HERO_FOR_HIRE))) == []

    def test_takes_a_card_without_a_version_for_a_version_of_its_own(self) -> None:
        """708.2f: the older T-Jet is no copy of the one with a version."""
        assert over(a_deck((4, T_JET), (4, T_JET_OF_TAMARAN))) == []
        assert over(a_deck((5, T_JET))) == [ERROR]

    def test_counts_versions_as_a_set(self) -> None:
        """202.6: versions A and B are other versions than A alone, and the same in whatever order they stand."""
        both, one = a_card("Nobody", "A", "B"), a_card("Nobody", "A")
        again = a_card("Nobody", "B", "A")
        assert over(a_deck((4, both), (4, one))) == []
        [breach] = breaches(copy_limit(a_deck((3, both), (4, one), (2, again)), FMT, A_DAY))
        assert (breach.found, breach.cards, breach.lines) == (5, (both, again), (1, 3))

    def test_adds_up_the_lines_of_a_card(self) -> None:
        [breach] = breaches(copy_limit(a_deck((3, POWER_MAN), (4, T_JET), (2, POWER_MAN)), FMT, A_DAY))
        assert (breach.message, breach.lines) == ("5 copies of Luke Cage, Power Man; at most 4", (1, 3))

    def test_names_each_card_over_the_limit(self) -> None:
        found = breaches(copy_limit(a_deck((5, POWER_MAN), (4, T_JET), (6, HERO_FOR_HIRE)), FMT, A_DAY))
        assert [breach.cards for breach in found] == [(POWER_MAN,), (HERO_FOR_HIRE,)]

    def test_measures_the_most_of_any_card(self) -> None:
        [measure] = measures(copy_limit(a_deck((2, POWER_MAN), (3, T_JET), (12, ASSASSIN_INITIATE)), FMT, A_DAY))
        assert (measure.found, measure.allowed) == (3, 4)

    def test_is_taken_on_trust_where_none_is_recorded(self) -> None:
        found = list(copy_limit(a_deck((9, POWER_MAN)), a_format(construction=Construction()), A_DAY))
        assert (breaches(found), measures(found)[0].outcome) == ([], NONE_RECORDED)


class TestCopyLimitOf2007:
    """cr-2007-02-05 101.2a: of several versions of a card four each; the copy-limit gives the same answer in 2.7."""

    @pytest.mark.parametrize("on", [date(2007, 3, 1), date(2009, 3, 1)])
    @pytest.mark.parametrize(
        ("cards", "rule"),
        [
            (((4, POWER_MAN), (4, HERO_FOR_HIRE)), None),
            (((5, POWER_MAN),), "101.2"),
            (((5, POWER_MAN), (1, HERO_FOR_HIRE)), "101.2a"),
            (((5, T_JET),), "101.2"),
            (((1, T_JET), (5, T_JET_OF_TAMARAN)), "101.2a"),
        ],
    )
    def test_cites_what_decides(self, cards: tuple[tuple[int, Card], ...], rule: str | None, on: date) -> None:
        verdict = check_deck(a_deck((60, ASSASSIN_INITIATE), *cards), FMT, on)
        rules = [found.citation.rule for found in verdict.findings if found.citation and found.code == "copy-limit"]
        expected = [] if rule is None else [rule if on.year == 2007 else "101.2"]

        assert rules == expected

    @pytest.mark.parametrize(("count", "outcome"), [(4, "ok"), (5, "broken")])
    def test_lists_both_rules_among_those_looked_at(self, count: int, outcome: str) -> None:
        deck = a_deck((60, ASSASSIN_INITIATE), (count, POWER_MAN), (3, HERO_FOR_HIRE))
        checked = check_deck(deck, FMT, date(2007, 3, 1)).checked

        assert [(c.citation.rule, c.outcome, c.found) for c in checked if c.code == "copy-limit"] == [
            ("101.2", "ok", count),
            ("101.2a", outcome, count),
            ("101.2b", "ok", 60),
        ]

    @pytest.mark.parametrize(
        ("cards", "copies", "outcome"),
        [
            (((4, POWER_MAN),), 4, "not applicable"),
            (((4, POWER_MAN), (4, HERO_FOR_HIRE)), None, "none recorded"),
            (((4, a_card("Boris", versions_known=False)),), 4, "ok"),
            (((5, a_card("Boris", versions_known=False)),), 4, "unknown"),
            (((4, a_card("Drone", "A", "Army")), (4, a_card("Drone", "B", "Army"))), 4, "ok"),
        ],
    )
    def test_is_not_applicable_only_where_all_versions_are_recorded(
        self, cards: tuple[tuple[int, Card], ...], copies: int | None, outcome: str
    ) -> None:
        fmt = a_format(construction=Construction(copies=copies))
        checked = check_deck(a_deck(*cards), fmt, date(2007, 3, 1)).checked

        assert [each.outcome for each in checked if each.citation.rule == "101.2a"] == [outcome]


class TestCopiesOfUnknownVersions:
    """A fact that is missing makes the limit unknown, never broken."""

    boris = a_card("Boris", versions_known=False)

    @pytest.mark.parametrize(("count", "expected"), [(4, []), (5, [UNKNOWN])])
    def test_may_be_several_cards_or_army(self, count: int, expected: list[str]) -> None:
        assert over(a_deck((count, self.boris))) == expected

    def test_are_free_where_the_army_keyword_is_recorded(self) -> None:
        assert over(a_deck((9, a_card("Boris", versions_known=False, keywords=("Army",))))) == []

    def test_may_be_further_copies_of_a_card_of_the_same_name(self) -> None:
        [breach] = breaches(copy_limit(a_deck((2, self.boris), (3, a_card("Boris", "Servant"))), FMT, A_DAY))
        assert (breach.severity, breach.found) == (UNKNOWN, 5)
        assert over(a_deck((2, self.boris), (2, a_card("Boris", "Servant")))) == []

    def test_do_not_blur_a_card_that_is_over_the_limit_by_itself(self) -> None:
        assert over(a_deck((2, self.boris), (5, a_card("Boris", "Servant")))) == [ERROR]

    def test_add_up_over_the_lines_of_a_name(self) -> None:
        luke = an_ambiguous(3, "Luke Cage", POWER_MAN, HERO_FOR_HIRE, line=5)
        cage = an_ambiguous(2, "luke cage", POWER_MAN, HERO_FOR_HIRE, line=6)
        [breach] = breaches(copy_limit(a_deck(luke, cage), FMT, A_DAY))
        assert (breach.severity, breach.found, breach.lines) == (UNKNOWN, 5, (5, 6))

    @pytest.mark.parametrize(("count", "expected"), [(4, []), (5, [UNKNOWN])])
    def test_include_cards_that_are_not_recorded(self, count: int, expected: list[str]) -> None:
        assert over(a_deck(an_unknown(count, "Borris", self.boris), an_unreadable())) == expected


class TestArmy:
    """cr-2007-02-05 101.2b: any number of an Army card.

    cr-2.7 202.4: the same; the copy-limit doesn't bind them.
    """

    def test_may_be_any_number(self) -> None:
        """The rules name Assassin Initiate for this."""
        deck = a_deck((60, ASSASSIN_INITIATE))
        assert over(deck) == []
        assert measures(army.look_at(deck))[0].found == 60

    def test_may_have_further_versions(self) -> None:
        assert over(a_deck((9, a_card("MODOC Squad", "Army", "A.I.M.")))) == []


class TestPrintedLimit:
    """cr-2.7 513.3c: a card may limit how many cards of its name a deck has; nothing overrides it."""

    def bears(self, *versions: str, limit: int | None = None) -> Card:
        return a_card("Space Bears", *versions, printed_limit=limit)

    @pytest.mark.parametrize(("count", "expected"), [(1, []), (2, [ERROR])])
    def test_binds_below_the_four_per_deck_rule(self, count: int, expected: list[str]) -> None:
        assert severities(printed_limit.look_at(a_deck((count, self.bears(limit=1))))) == expected

    def test_binds_army_cards(self) -> None:
        assert severities(printed_limit.look_at(a_deck((6, self.bears("Army", limit=5))))) == [ERROR]

    def test_counts_the_name_across_versions(self) -> None:
        deck = a_deck((1, self.bears("Construct", limit=1)), (4, POWER_MAN), (1, self.bears("Cosmic")))
        [breach] = breaches(printed_limit.look_at(deck))
        assert (breach.found, breach.allowed, breach.lines) == (2, 1, (1, 3))
        assert breach.message == "2 cards named Space Bears; its own text allows at most 1"

    def test_is_the_smallest_that_a_card_of_the_name_prints(self) -> None:
        deck = a_deck((1, self.bears("A", limit=1)), (1, self.bears("B", limit=2)))
        assert [measure.allowed for measure in measures(printed_limit.look_at(deck))] == [1]
        assert severities(printed_limit.look_at(deck)) == [ERROR]

    def test_is_unknown_where_a_line_may_be_a_card_of_the_name(self) -> None:
        deck = a_deck((1, self.bears(limit=1)), an_ambiguous(1, "Bears", self.bears("A"), self.bears("B")))
        [breach] = breaches(printed_limit.look_at(deck))
        assert (breach.severity, breach.found) == (UNKNOWN, 2)

    def test_is_taken_on_trust_where_none_is_recorded(self) -> None:
        [measure] = measures(printed_limit.look_at(a_deck((4, POWER_MAN))))
        assert measure.outcome == NONE_RECORDED


class TestInsaneDeck:
    """cr-2.7 706.15a: no more than one copy of each card."""

    def test_is_told(self) -> None:
        [breach] = breaches(insane_deck.look_at(a_deck((1, POWER_MAN), (1, HERO_FOR_HIRE))))
        assert breach.severity == INFO

    @pytest.mark.parametrize(
        "deck",
        [
            a_deck((1, POWER_MAN), (2, HERO_FOR_HIRE)),
            a_deck((1, POWER_MAN), (2, ASSASSIN_INITIATE)),
            a_deck((1, POWER_MAN), (1, a_card("Luke Cage", versions_known=False))),
            a_deck((1, POWER_MAN), an_unknown(1, "Luke Cage")),
            a_deck((1, POWER_MAN), an_unreadable()),
            a_deck(),
        ],
    )
    def test_is_not_told_where_a_card_is_or_may_be_there_twice(self, deck: Deck) -> None:
        assert breaches(insane_deck.look_at(deck)) == []


class TestEditions:
    @pytest.mark.parametrize(
        ("day", "edition"),
        [
            ("2004-04-01", "cr-2007-02-05"), ("2007-02-05", "cr-2007-02-05"),
            ("2008-12-21", "cr-2007-02-05"), ("2008-12-22", "cr-2.7"),
        ],
    )  # fmt: skip
    def test_are_in_force_from_their_day(self, day: str, edition: str) -> None:
        assert find_edition_in_force(VS_CLASSIC, date.fromisoformat(day)).edition == edition

    def test_give_the_same_answer_with_their_own_citations(self) -> None:
        deck = a_deck((5, POWER_MAN), (55, ASSASSIN_INITIATE))
        before, after = (check_deck(deck, FMT, date(2008, 12, day)) for day in (21, 22))
        assert [finding.code for finding in before.findings] == [finding.code for finding in after.findings]
        assert before.of(ERROR)[0].as_dict()["citation"] == {"document": "cr-2007-02-05", "rule": "101.2"}
        assert after.of(ERROR)[0].as_dict()["citation"] == {"document": "cr-2.7", "rule": "101.2"}

    def test_cite_from_the_next_edition_what_the_file_of_2007_lacks(self) -> None:
        verdict = check_deck(a_deck((1, POWER_MAN)), FMT, date(2007, 6, 1))
        assert {rule.citation.document for rule in verdict.checked if rule.code == "printed-limit"} == {"cr-2.7"}
