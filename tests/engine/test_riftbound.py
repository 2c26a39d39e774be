"""The deck rules of Riftbound, each at its figure and one beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from engine.games.riftbound import deck_rules
from engine.games.riftbound.editions import RB_CORE_1_3
from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import BATTLEFIELDS, LEGEND, RUNES, SIDEBOARD
from engine.model.verdicts import ERROR, INFO, NONE_RECORDED, NOT_APPLICABLE
from engine.rules import Ruleset
from engine.rules.editions import find_edition_in_force
from tests.engine import builders
from tests.engine.builders import breaches, measures, severities, unknown
from tests.engine.riftbound_lists import (
    ANNIE,
    CAPE,
    DARIUS,
    FIERY,
    FIGURES,
    LIMITED,
    RUNE,
    STANDARD,
    TREE,
    WARRENS,
    deck,
    unit,
    with_legend,
)

DECK_MINIMUM = deck_rules.build_deck_minimum("rb-tournament")


class TestLegend:
    """rb-core-1.3 103.1: one Champion Legend."""

    def test_accepts_one(self) -> None:
        assert breaches(deck_rules.legend, with_legend(), STANDARD) == []

    @pytest.mark.parametrize("count", [0, 2])
    def test_refuses_any_other_number(self, count: int) -> None:
        list_ = deck(legend={ANNIE: count}) if count else deck()
        [breach] = breaches(deck_rules.legend, list_, STANDARD)

        assert (breach.severity, breach.found, breach.allowed, breach.section) == ("error", count, 1, LEGEND)

    def test_refuses_a_card_that_is_no_legend(self) -> None:
        [breach] = breaches(deck_rules.legend, with_legend(legend=DARIUS), STANDARD)

        assert breach.severity == "error"
        assert breach.cards == (DARIUS,)

    def test_does_not_judge_a_card_whose_type_is_not_recorded(self) -> None:
        assert severities(deck_rules.legend, with_legend(legend=replace(ANNIE, type=None)), STANDARD) == ["unknown"]

    def test_counts_a_legend_that_is_not_in_the_reference(self) -> None:
        assert breaches(deck_rules.legend, deck(unknown(1, section=LEGEND)), STANDARD) == []

    def test_asks_for_none_where_the_format_does_not(self) -> None:
        assert breaches(deck_rules.legend, deck(), LIMITED) == []
        assert measures(deck_rules.legend, deck(), LIMITED)[0].outcome == NOT_APPLICABLE

    def test_says_when_the_day_is_before_the_edition(self) -> None:
        """rb-core-1.3 103.1: edition-before-held is reported beside it."""
        ruleset = find_edition_in_force(RIFTBOUND, date(2025, 12, 7))
        check = next(rule.check for rule in ruleset.rules if rule.code == "edition-before-held")

        assert severities(check, deck(), STANDARD, date(2026, 3, 29)) == [INFO]
        assert severities(check, deck(), STANDARD, date(2026, 3, 30)) == []


class TestDeckSize:
    """rb-core-1.3 103.2: at least forty with the chosen champion.
    rb-tournament 601.1.b: exactly forty in competitions.
    """

    @pytest.mark.parametrize(("others", "expected"), [(38, ["error"]), (39, []), (40, [])])
    def test_asks_for_forty_with_the_champion(self, others: int, expected: list[str]) -> None:
        assert severities(DECK_MINIMUM, deck(deck={unit(): others}, champion={FIERY: 1}), STANDARD) == expected

    @pytest.mark.parametrize(("others", "expected"), [(39, []), (40, ["error"])])
    def test_allows_no_more_in_competitions(self, others: int, expected: list[str]) -> None:
        assert (
            severities(deck_rules.deck_maximum, deck(deck={unit(): others}, champion={FIERY: 1}), STANDARD) == expected
        )

    def test_gives_the_figures(self) -> None:
        [low] = breaches(DECK_MINIMUM, deck(deck={unit(): 39}), STANDARD)
        [high] = breaches(deck_rules.deck_maximum, deck(deck={unit(): 41}), STANDARD)

        assert (low.message, low.found, low.allowed) == (
            "39 cards including the chosen champion; exactly 40",
            39,
            "40+",
        )
        assert (high.message, high.found, high.allowed) == (
            "41 cards including the chosen champion; exactly 40",
            41,
            40,
        )

    @pytest.mark.parametrize(("count", "expected"), [(24, ["at least 25"]), (25, []), (99, [])])
    def test_takes_the_figures_of_the_format(self, count: int, expected: list[str]) -> None:
        list_ = deck(deck={unit(): count})
        found = breaches(DECK_MINIMUM, list_, LIMITED) + breaches(deck_rules.deck_maximum, list_, LIMITED)

        assert [breach.message.partition("; ")[2] for breach in found] == expected

    def test_asks_for_no_size_where_the_format_has_none(self) -> None:
        open_ = builders.fmt(RIFTBOUND)

        assert breaches(DECK_MINIMUM, deck(), open_) == []

    def test_says_at_most_where_the_format_sets_a_range(self) -> None:
        ranged = builders.fmt(RIFTBOUND, construction={"deck_min": 30, "deck_max": 40})
        [breach] = breaches(deck_rules.deck_maximum, deck(deck={unit(): 41}), ranged)

        assert breach.message.endswith("at most 40")

    def test_counts_cards_that_are_not_in_the_reference(self) -> None:
        assert breaches(DECK_MINIMUM, deck(unknown(40)), STANDARD) == []

    def test_leaves_runes_battlefields_and_sideboard_out(self) -> None:
        list_ = deck(deck={unit(): 39}, runes={RUNE: 12}, battlefields={TREE: 3}, sideboard={unit("Other"): 8})

        assert measures(DECK_MINIMUM, list_, STANDARD)[0].found == 39


class TestCopyLimit:
    """rb-core-1.3 103.2.b: three of a name.
    rb-core-1.3 103.2.b.1: the chosen champion counted.
    rb-tournament 601.1.c.3: over main deck and sideboard together.
    """

    @pytest.mark.parametrize(("count", "expected"), [(3, []), (4, ["error"])])
    def test_allows_three_of_a_name(self, count: int, expected: list[str]) -> None:
        assert severities(deck_rules.copy_limit, deck(deck={unit(): count}), STANDARD) == expected

    @pytest.mark.parametrize(("count", "expected"), [(2, []), (3, ["error"])])
    def test_counts_the_chosen_champion(self, count: int, expected: list[str]) -> None:
        list_ = deck(deck={FIERY: count}, champion={FIERY: 1})

        assert severities(deck_rules.copy_limit_with_champion, list_, STANDARD) == expected
        assert severities(deck_rules.copy_limit, list_, STANDARD) == []

    def test_reports_too_many_beside_the_chosen_champion_once(self) -> None:
        list_ = deck(deck={FIERY: 4}, champion={FIERY: 1})
        [breach] = breaches(deck_rules.copy_limit, list_, STANDARD)

        assert (breach.found, breach.allowed) == (5, 3)
        assert severities(deck_rules.copy_limit_with_champion, list_, STANDARD) == []

    @pytest.mark.parametrize(("main", "side", "expected"), [(2, 1, []), (3, 1, ["error"]), (0, 4, ["error"])])
    def test_counts_the_sideboard_too(self, main: int, side: int, expected: list[str]) -> None:
        poro = unit()
        list_ = deck(**({"deck": {poro: main}} if main else {}), sideboard={poro: side})

        assert severities(deck_rules.copy_limit_with_sideboard, list_, STANDARD) == expected
        assert severities(deck_rules.copy_limit, list_, STANDARD) == []

    def test_reports_too_many_in_the_main_deck_once(self) -> None:
        poro = unit()
        list_ = deck(deck={poro: 4}, sideboard={poro: 1})

        assert severities(deck_rules.copy_limit, list_, STANDARD) == ["error"]
        assert severities(deck_rules.copy_limit_with_sideboard, list_, STANDARD) == []

    def test_names_the_lines(self) -> None:
        poro = unit()
        list_ = deck(deck={poro: 2, FIERY: 1}, champion={poro: 2})
        [breach] = breaches(deck_rules.copy_limit_with_champion, list_, STANDARD)

        assert (breach.cards, breach.found, breach.allowed, breach.lines) == ((poro,), 4, 3, (1, 3))

    def test_sets_no_limit_where_the_format_has_none(self) -> None:
        list_ = deck(deck={unit(): 9})

        assert breaches(deck_rules.copy_limit, list_, LIMITED) == []
        assert breaches(deck_rules.copy_limit_with_sideboard, list_, LIMITED) == []
        assert measures(deck_rules.copy_limit, list_, LIMITED)[0].outcome == NOT_APPLICABLE


class TestUnique:
    """rb-core-1.3 825.2.a: one of a card with Unique, the copy-limit beside it doesn't count.
    rb-core-2026-07-16 825.3.a: the same.
    rb-core-2026-10-09 825: the same.
    """

    @pytest.mark.parametrize(
        ("main", "side", "expected"), [(1, 0, []), (2, 0, ["error"]), (1, 1, ["error"]), (4, 0, ["error"])]
    )
    def test_allows_one(self, main: int, side: int, expected: list[str]) -> None:
        list_ = deck(deck={CAPE: main}, **({"sideboard": {CAPE: side}} if side else {}))
        checks = (deck_rules.unique_cards, deck_rules.copy_limit, deck_rules.copy_limit_with_sideboard)

        assert [severity for check in checks for severity in severities(check, list_, STANDARD)] == expected

    def test_says_that_keywords_are_taken_on_trust(self) -> None:
        assert measures(deck_rules.unique_cards, deck(deck={unit(): 2}), STANDARD)[0].outcome == NONE_RECORDED

    def test_is_not_asked_where_copies_are_not_limited(self) -> None:
        assert breaches(deck_rules.unique_cards, deck(deck={CAPE: 2}), LIMITED) == []


class TestCardType:
    """rb-core-1.3 103.2: units, gear and spells only, which is the card-type."""

    @pytest.mark.parametrize("kind", ["Unit", "Gear", "Spell"])
    def test_accepts_main_deck_cards(self, kind: str) -> None:
        assert breaches(deck_rules.card_type, deck(deck={builders.riftbound("A", kind): 1}), STANDARD) == []

    @pytest.mark.parametrize("kind", ["Legend", "Rune", "Battlefield"])
    def test_refuses_the_others(self, kind: str) -> None:
        assert severities(deck_rules.card_type, deck(deck={builders.riftbound("A", kind): 1}), STANDARD) == ["error"]

    @pytest.mark.parametrize("kind", ["Unit", "Gear", None])
    def test_refuses_tokens(self, kind: str | None) -> None:
        token = replace(unit(), type=kind, supertype="Token")
        [breach] = breaches(deck_rules.card_type, deck(deck={token: 1}), STANDARD)

        assert breach.severity == "error"
        assert "a token" in breach.message

    def test_does_not_judge_a_type_that_is_not_recorded(self) -> None:
        assert severities(deck_rules.card_type, deck(deck={replace(unit(), type=None): 1}), STANDARD) == ["unknown"]


class TestRunes:
    """rb-core-1.3 103.3.a: exactly twelve runes, the rune-count."""

    @pytest.mark.parametrize(("count", "expected"), [(11, ["error"]), (12, []), (13, ["error"])])
    def test_asks_for_twelve(self, count: int, expected: list[str]) -> None:
        assert severities(deck_rules.rune_count, deck(runes={RUNE: count}), STANDARD) == expected

    def test_refuses_what_is_no_rune(self) -> None:
        [breach] = breaches(deck_rules.rune_count, deck(runes={RUNE: 11, unit(): 1}), STANDARD)

        assert (breach.message, breach.section) == ("Poro is a unit; only runes can be in this section", RUNES)


class TestBattlefields:
    """rb-core-1.3 103.4.a: as many as the mode says, the battlefield-count.
    rb-core-1.3 103.4.c: no two of one name, the battlefield-duplicate.
    """

    @pytest.mark.parametrize(("count", "expected"), [(2, ["error"]), (3, []), (4, ["error"])])
    def test_asks_for_three(self, count: int, expected: list[str]) -> None:
        fields = {builders.riftbound(f"Field {n}", "Battlefield"): 1 for n in range(count)}

        assert severities(deck_rules.battlefield_count, deck(battlefields=fields), STANDARD) == expected

    def test_refuses_a_token_battlefield(self) -> None:
        fields = {TREE: 1, WARRENS: 1, builders.riftbound("Brush", "Battlefield", supertype="Token"): 1}

        assert severities(deck_rules.battlefield_count, deck(battlefields=fields), STANDARD) == ["error"]

    @pytest.mark.parametrize(("count", "expected"), [(1, []), (2, ["error"])])
    def test_refuses_a_name_twice(self, count: int, expected: list[str]) -> None:
        list_ = deck(battlefields={TREE: count, WARRENS: 1})

        assert severities(deck_rules.battlefield_duplicate, list_, STANDARD) == expected

    def test_asks_nothing_where_the_format_does_not(self) -> None:
        list_ = deck(battlefields={TREE: 2})

        assert breaches(deck_rules.battlefield_count, list_, LIMITED) == []
        assert breaches(deck_rules.battlefield_duplicate, list_, LIMITED) == []
        assert [m.section for m in measures(deck_rules.battlefield_duplicate, list_, LIMITED)] == [BATTLEFIELDS]


class TestSideboard:
    """rb-tournament 601.1.c.1: at most eight, the sideboard-size.
    rb-tournament 601.1.c.2: cards that the main deck may hold.
    """

    @pytest.mark.parametrize(("count", "expected"), [(8, []), (9, ["error"])])
    def test_allows_eight(self, count: int, expected: list[str]) -> None:
        assert severities(deck_rules.sideboard_size, deck(sideboard={unit(): count}), STANDARD) == expected

    def test_needs_none(self) -> None:
        assert breaches(deck_rules.sideboard_size, deck(), STANDARD) == []

    @pytest.mark.parametrize(("card", "expected"), [(unit(), []), (RUNE, ["error"]), (TREE, ["error"])])
    def test_holds_main_deck_cards_only(self, card: Card, expected: list[str]) -> None:
        assert severities(deck_rules.sideboard_types, deck(sideboard={card: 1}), STANDARD) == expected

    def test_asks_nothing_where_the_format_does_not(self) -> None:
        assert measures(deck_rules.sideboard_size, deck(), LIMITED)[0].outcome == NOT_APPLICABLE
        assert measures(deck_rules.sideboard_size, deck(sideboard={unit(): 1}), STANDARD)[0].section == SIDEBOARD

    def test_is_free_where_the_format_says_nothing_of_one(self) -> None:
        poro, no_sideboard = unit(), builders.fmt(RIFTBOUND, construction={**FIGURES, "sideboard_max": None})
        list_ = deck(deck={poro: 3, CAPE: 1}, sideboard={poro: 1, CAPE: 1, RUNE: 1})
        checks = (deck_rules.copy_limit_with_sideboard, deck_rules.unique_cards, deck_rules.sideboard_types)

        assert [severities(check, list_, STANDARD) for check in checks] == [[ERROR]] * 3
        assert [severities(check, list_, no_sideboard) for check in checks] == [[]] * 3


def test_the_edition_holds_every_rule_of_a_riftbound_deck() -> None:
    ruleset: Ruleset = RB_CORE_1_3

    assert (ruleset.game, ruleset.edition, ruleset.in_force_from) == (RIFTBOUND, "rb-core-1.3", date(2026, 3, 30))
    assert {rule.code for rule in ruleset.rules} >= {
        "legend",
        "chosen-champion",
        "deck-size",
        "copy-limit",
        "card-type",
        "signature-limit",
        "domain-identity",
        "rune-count",
        "battlefield-count",
        "battlefield-duplicate",
        "sideboard-size",
        "unknown-card",
        "banned",
        "not-yet-legal",
    }
