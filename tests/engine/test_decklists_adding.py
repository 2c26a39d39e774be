"""Copies of a card go where they belong, one after the other, and come out of where they stand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import decklists
from engine.decklists.adding import add_copies, add_entries, remove_copies, set_total_copies
from engine.model.cards import Card
from engine.model.decks import CHAMPION, DECK, LEGEND, LEVEL_UP, MAIN_CHARACTER, SIDEBOARD, Deck
from engine.model.reference import Reference

A_DAY = date(2026, 6, 1)


def standing(deck: Deck) -> dict[tuple[str, str], int]:
    """How many of which card stand where."""
    return {(section, card.slug): count for section in deck.sections for card, count in deck.read(section)}


@pytest.fixture
def riftbound(reference: Callable[[str], Reference]) -> Reference:
    return reference("riftbound")


def card(reference: Reference, slug: str) -> Card:
    return reference.catalog.by_slug[slug]


class TestAdding:
    def test_makes_the_first_fitting_champion_unit_the_chosen_one_and_puts_the_others_into_the_deck(
        self, riftbound: Reference
    ) -> None:
        deck = add_copies(Deck("riftbound"), card(riftbound, "jinx-loose-cannon"), 1, riftbound.catalog)
        deck = add_copies(deck, card(riftbound, "jinx-rebel"), 3, riftbound.catalog)
        assert standing(deck) == {
            (LEGEND, "jinx-loose-cannon"): 1,
            (CHAMPION, "jinx-rebel"): 1,
            (DECK, "jinx-rebel"): 2,
        }

    def test_makes_the_first_main_character_start_and_the_next_wait(
        self, reference: Callable[[str], Reference]
    ) -> None:
        pcg = reference("vs-2pcg")
        deck = add_copies(Deck("vs-2pcg"), card(pcg, "she-hulk-aff-003"), 1, pcg.catalog)
        deck = add_copies(deck, card(pcg, "she-hulk-aff-004"), 1, pcg.catalog)
        assert standing(deck) == {(MAIN_CHARACTER, "she-hulk-aff-003"): 1, (LEVEL_UP, "she-hulk-aff-004"): 1}

    def test_puts_all_of_them_into_a_section_that_is_named(self, riftbound: Reference) -> None:
        deck = add_copies(Deck("riftbound"), card(riftbound, "jinx-rebel"), 3, riftbound.catalog, SIDEBOARD)
        assert standing(deck) == {(SIDEBOARD, "jinx-rebel"): 3}

    def test_of_none_changes_nothing(self, riftbound: Reference) -> None:
        assert standing(add_copies(Deck("riftbound"), card(riftbound, "jinx-rebel"), 0, riftbound.catalog)) == {}


class TestTakingOut:
    @pytest.fixture
    def deck(self, riftbound: Reference) -> Deck:
        text = "Champion\n1 Jinx, Rebel\nDeck\n2 Jinx, Rebel\nSideboard\n1 Jinx, Rebel\n"
        return decklists.read_deck(text, riftbound.catalog, A_DAY)

    @pytest.mark.parametrize(
        ("count", "left"),
        [
            (1, {(CHAMPION, "jinx-rebel"): 1, (DECK, "jinx-rebel"): 2}),
            (3, {(CHAMPION, "jinx-rebel"): 1}),
            (4, {}),
            (5, {}),
        ],
    )
    def test_begins_with_the_section_that_is_written_last(
        self, riftbound: Reference, deck: Deck, count: int, left: dict[tuple[str, str], int]
    ) -> None:
        assert standing(remove_copies(deck, card(riftbound, "jinx-rebel"), count, riftbound.catalog)) == left

    def test_keeps_to_a_section_that_is_named(self, riftbound: Reference, deck: Deck) -> None:
        left = remove_copies(deck, card(riftbound, "jinx-rebel"), 9, riftbound.catalog, CHAMPION)
        assert standing(left) == {(DECK, "jinx-rebel"): 2, (SIDEBOARD, "jinx-rebel"): 1}


class TestATotal:
    @pytest.mark.parametrize(("total", "unit"), [(4, {CHAMPION: 1, DECK: 3}), (2, {CHAMPION: 1, DECK: 1})])
    def test_adds_what_is_missing_and_takes_out_what_is_too_much(
        self, riftbound: Reference, total: int, unit: dict[str, int]
    ) -> None:
        text = "Legend\n1 Jinx, Loose Cannon\nChampion\n1 Jinx, Rebel\nDeck\n2 Jinx, Rebel\n"
        deck = decklists.read_deck(text, riftbound.catalog, A_DAY)
        after = set_total_copies(deck, card(riftbound, "jinx-rebel"), total, riftbound.catalog)
        assert standing(after) == {
            (LEGEND, "jinx-loose-cannon"): 1,
            **{(section, "jinx-rebel"): count for section, count in unit.items()},
        }

    @given(before=st.integers(0, 6), total=st.integers(0, 6))
    def test_is_what_stands_there_afterwards(self, before: int, total: int) -> None:
        from tests.conftest import _reference

        riftbound = _reference("riftbound")
        unit = card(riftbound, "jinx-rebel")
        deck = add_copies(Deck("riftbound"), card(riftbound, "jinx-loose-cannon"), 1, riftbound.catalog)
        deck = add_copies(deck, unit, before, riftbound.catalog)
        after = set_total_copies(deck, unit, total, riftbound.catalog)
        assert after.counts.get(unit, 0) == total
        assert after.size(LEGEND) == 1


class TestAnotherList:
    def test_joins_section_by_section_and_adds_copies_up(self, riftbound: Reference) -> None:
        catalog = riftbound.catalog
        deck = decklists.read_deck("Deck\n2 Flame Chompers\nSideboard\n1 Rebuke\n", catalog, A_DAY)
        other = decklists.read_deck("Deck\n1 Flame Chompers\n1 Rebuke\nSideboard\n2 Rebuke\n", catalog, A_DAY)
        assert standing(add_entries(deck, other.entries, catalog)) == {
            (DECK, "flame-chompers"): 3,
            (DECK, "rebuke"): 1,
            (SIDEBOARD, "rebuke"): 3,
        }

    def test_has_its_champion_join_the_deck_that_has_one(self, riftbound: Reference) -> None:
        text = "Legend\n1 Jinx, Loose Cannon\nChampion\n1 {}\n"
        one, other = (
            decklists.read_deck(text.format(name), riftbound.catalog, A_DAY)
            for name in ("Jinx, Rebel", "Jinx, Demolitionist")
        )
        champions = [entry for entry in other.entries if entry.section == CHAMPION]
        assert standing(add_entries(one, champions, riftbound.catalog)) == {
            (LEGEND, "jinx-loose-cannon"): 1,
            (CHAMPION, "jinx-rebel"): 1,
            (DECK, "jinx-demolitionist"): 1,
        }
        assert standing(add_entries(Deck("riftbound"), other.entries, riftbound.catalog)) == standing(other)

    def test_keeps_lines_that_name_no_card(self, riftbound: Reference) -> None:
        other = decklists.read_deck("3 No Such Card\n", riftbound.catalog, A_DAY)
        more = add_entries(Deck("riftbound"), other.entries, riftbound.catalog)
        assert [entry.written for entry in more.unsettled] == ["3 No Such Card"]
