"""The sections of a deck under construction: every card of the list is in one, and an empty one says what to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import decklists
from engine.model.reference import Reference
from tests.engine.real_lists import CASE_IDS, CASES, ON, case_deck
from vsdb.decks.builder.changes import TYPE, Zone, build_zones


def laid_out(text: str, reference: Reference) -> tuple[Zone, ...]:
    deck = decklists.read_deck(text, reference.catalog, ON)
    return build_zones(deck, TYPE, remarks={}, notes={}, has_sideboard=False)


def test_a_pile_shows_its_cards_however_its_heading_is_spelt(reference: Callable[[str], Reference]) -> None:
    found = laid_out("1 Ahab [FUT-023]\nPile: HOUNDS\n1 Pixie\n", reference("vs-2pcg"))
    assert [(zone.section, zone.count) for zone in found if zone.section.startswith("pile:")] == [("pile:HOUNDS", 1)]


@pytest.mark.parametrize("case", CASES, ids=CASE_IDS)
def test_every_card_of_a_list_is_in_a_zone(case: dict[str, str]) -> None:
    deck = case_deck(case)
    found = build_zones(deck, TYPE, remarks={}, notes={}, has_sideboard=False)
    assert {zone.section: zone.count for zone in found if zone.count} == {
        name: n for name, n in deck.sizes.items() if n
    }


def test_each_deck_of_an_adventure_says_what_goes_in(reference: Callable[[str], Reference]) -> None:
    found = laid_out("Main Character\n1 Franklin Richards [FRF-001]\n", reference("vs-2pcg"))
    asked = {zone.title: zone.step.query for zone in found if zone.step and zone.section.startswith("pile:")}
    assert asked["Pile: Multiverse Adventure 1 Main Character"] == "t:mc level=1"
    assert asked["Pile: Multiverse Adventure 3"] == "t:sc sort:cost"
    assert len(asked) == 6
