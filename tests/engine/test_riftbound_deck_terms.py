"""What Riftbound cards say about building decks: additional legends, and cards of any domain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from engine.card_text import derive_facts
from engine.decklists import read_deck, write_deck
from engine.decklists.default_sections import list_shown_sections
from engine.games.riftbound.building import may_move
from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import Deck
from engine.model.games import game_of
from engine.model.reference import Reference, build_catalog
from engine.model.verdicts import ERROR, UNKNOWN, Citation
from engine.repair import repair
from engine.rules.validation import check_deck
from tests.engine import builders
from tests.engine.riftbound_lists import (
    ANNIE,
    CALM,
    CORE,
    DAYS,
    FIERY,
    LIMITED_WITH_SETS,
    OCTOBER,
    ORIGINS,
    RUNE,
    TWELVE,
    WITH_SETS,
    a_deck,
    deck,
    unit,
)

LEGENDS = [builders.riftbound(name, "Legend", domains=("Calm",), tags=(name,)) for name in ("Yi", "Lux", "Jax", "Vex")]
ANOTHER = builders.riftbound("Dark Child Again", "Legend", domains=("Fury", "Chaos"), tags=("Annie",))


def asking(count: str = "3") -> Card:
    """A legend whose text asks for more legends."""
    return replace(ANNIE, deck_building=(f"additional legends: {count}",))


def decisive(list_: Deck, day: date = OCTOBER) -> list[tuple[str, str, Citation | None]]:
    """The errors and unknowns of a deck in Standard."""
    return [(each.severity, each.code, each.citation) for each in check_deck(list_, WITH_SETS, day).of(ERROR, UNKNOWN)]


class TestAdditionalLegends:
    """rb-core-2026-10-09 103.1: additional-legends, as many as the cards ask for."""

    RULE = Citation("rb-core-2026-10-09", "103.1")

    @pytest.mark.parametrize(
        ("legend", "others", "found"),
        [
            (ANNIE, 0, []),
            (asking(), 3, []),
            (asking(), 4, [("error", "additional-legends", RULE)]),
            (asking(), 2, [("unknown", "additional-legends", RULE)]),
            (asking(), 0, [("unknown", "additional-legends", RULE)]),
            (asking("?"), 3, [("unknown", "additional-legends", RULE)]),
            (ANNIE, 3, [("unknown", "additional-legends", RULE)]),
        ],
    )
    def test_are_as_many_as_a_card_asks_for(self, legend: Card, others: int, found: list[object]) -> None:
        more = {"additional-legends": dict.fromkeys(LEGENDS[:others], 1)} if others else {}

        assert decisive(a_deck(legend={legend: 1}, **more)) == found

    def test_are_legends(self) -> None:
        cards = {**dict.fromkeys(LEGENDS[:2], 1), FIERY: 1}

        assert decisive(a_deck(legend={asking(): 1}, **{"additional-legends": cards})) == [
            ("error", "additional-legends", self.RULE)
        ]

    @pytest.mark.parametrize("edition", ["1.3", "2026-07-16"])
    def test_are_none_in_earlier_editions(self, edition: str) -> None:
        list_ = a_deck(legend={asking(): 1}, **{"additional-legends": dict.fromkeys(LEGENDS[:3], 1)})

        assert decisive(list_, DAYS[edition][0]) == [("error", "legend", Citation(CORE.format(edition), "103.1"))] * 3

    def test_are_asked_for_by_no_limited_deck(self) -> None:
        list_ = deck(legend={asking(): 1}, deck={unit(): 25}, runes={RUNE: 12})

        assert check_deck(list_, LIMITED_WITH_SETS, OCTOBER).of(ERROR, UNKNOWN) == ()

    @pytest.mark.parametrize(
        ("domains", "found"), [(("Calm",), ["unknown"]), (None, ["unknown"]), (("Mind",), ["error"])]
    )
    def test_may_lend_their_domains_which_is_not_known(self, domains: tuple[str, ...] | None, found: list[str]) -> None:
        others = {replace(each, domains=domains): 1 for each in LEGENDS[:3]}
        list_ = a_deck(legend={asking(): 1}, deck={**TWELVE, CALM: 3}, **{"additional-legends": others})

        assert [(severity, code) for severity, code, _ in decisive(list_)] == [(found[0], "domain-identity")]

    def test_are_read_from_a_section_of_a_list(self, reference: Callable[[str], Reference]) -> None:
        text = "Legend\n1 Annie, Dark Child [OGS-017]\nAdditional Legends:\nSwift Scout\n1 Blind Monk\nDeck\n1 Gust\n"
        found = read_deck(text, reference(RIFTBOUND).catalog, OCTOBER)

        assert found.sizes == {"legend": 1, "additional-legends": 2, "deck": 1}
        assert "\nAdditional Legends\n" in write_deck(found)
        assert read_deck(write_deck(found), reference(RIFTBOUND).catalog, OCTOBER).contents == found.contents

    @pytest.mark.parametrize(
        ("legend", "sizes"), [(ANNIE, {}), (asking("?"), {}), (asking(), {"additional-legends": 3})]
    )
    def test_are_as_many_as_is_recorded(self, legend: Card, sizes: dict[str, int]) -> None:
        assert game_of(RIFTBOUND).sections.asked_sizes(a_deck(legend={legend: 1})) == sizes

    @pytest.mark.parametrize(("legend", "is_shown"), [(ANNIE, False), (asking(), True)])
    def test_have_a_section_where_a_card_asks_for_them(self, legend: Card, is_shown: bool) -> None:
        shown = list_shown_sections(a_deck(legend={legend: 1}))

        assert ("additional-legends" in shown) is is_shown
        assert may_move(LEGENDS[0], "additional-legends")
        assert not may_move(FIERY, "additional-legends")


class TestCardsOfAnyDomain:
    """rb-core-2026-07-16 103.1.b.5: domain-identity gives way to an effect.
    rb-core-2026-10-09 103.2.b.6: domain-identity gives way to an effect.
    """

    @pytest.mark.parametrize(
        ("said", "found"),
        [
            ("any domain: all", []),
            ("any domain: Calm Poro", []),
            ("any domain: unit", []),
            ("any domain: Spell", ["error"]),
            ("any domain: ?", ["unknown"]),
            ("something else: all", ["error"]),
        ],
    )
    @pytest.mark.parametrize("edition", list(DAYS))
    def test_are_those_that_the_effect_names(self, edition: str, said: str, found: list[str]) -> None:
        legend = replace(ANNIE, deck_building=(said,))
        list_ = a_deck(legend={legend: 1}, deck={**TWELVE, CALM: 3})

        assert [severity for severity, *_ in decisive(list_, DAYS[edition][0])] == found

    def test_need_no_recorded_domain(self) -> None:
        legend = replace(ANNIE, deck_building=("any domain: all",))

        assert decisive(a_deck(legend={legend: 1}, deck={**TWELVE, unit("Vague", domains=None): 3})) == []

    @pytest.mark.parametrize(("edition", "rule"), [("2026-07-16", "103.1.b.5"), ("2026-10-09", "103.2.b.6")])
    def test_are_counted_by_their_own_rule(self, edition: str, rule: str) -> None:
        legend = replace(ANNIE, deck_building=("any domain: Calm Poro",))
        verdict = check_deck(a_deck(legend={legend: 1}, deck={**TWELVE, CALM: 3}), WITH_SETS, DAYS[edition][0])

        [row] = [each for each in verdict.checked if each.citation == Citation(CORE.format(edition), rule)]
        assert (row.outcome, row.found) == ("ok", 1)


class TestTexts:
    """What a text says about building; the sentences are made up."""

    @pytest.mark.parametrize(
        ("text", "terms"),
        [
            ("Choose three additional legends.", ["additional legends: 3"]),
            ("You may bring an additional legend.", ["additional legends: ?"]),
            ("Your deck can hold spells regardless of domain.", ["any domain: ?"]),
            ("Draw 1. Play a unit regardless of its domain.", []),
            ("Look at the top card of your deck.", []),
        ],
    )
    def test_are_read_for_what_they_ask(self, text: str, terms: list[str]) -> None:
        assert derive_facts(text, game=RIFTBOUND, name="Card").get("deck_building", []) == terms


class TestRepairs:
    """Lists with additional legends are repaired by the legends or the card that asks for them."""

    @pytest.mark.parametrize(
        ("list_", "day", "size"),
        [
            (a_deck(legend={asking(): 1}, **{"additional-legends": dict.fromkeys(LEGENDS, 1)}), OCTOBER, 1),
            (a_deck(**{"additional-legends": dict.fromkeys(LEGENDS[:2], 1)}), date(2026, 7, 16), 2),
            (
                a_deck(legend={asking(): 1}, **{"additional-legends": {**dict.fromkeys(LEGENDS[:3], 1), FIERY: 1}}),
                OCTOBER,
                1,
            ),
            (a_deck(legend={asking(): 1}), OCTOBER, 1),
            (a_deck(legend={asking("?"): 1}), OCTOBER, 1),
            (
                a_deck(legend={asking(): 1}, **{"additional-legends": dict.fromkeys(LEGENDS[:2], 1)}),
                OCTOBER,
                1,
            ),
            (a_deck(**{"additional-legends": dict.fromkeys(LEGENDS[:2], 1)}), OCTOBER, 2),
        ],
    )
    def test_are_as_small_as_they_can_be(self, list_: Deck, day: date, size: int) -> None:
        cards = dict.fromkeys((*list_.cards, *LEGENDS, ANOTHER))
        found = repair(list_, WITH_SETS, day, build_catalog(RIFTBOUND, cards, {"OGN": ORIGINS}), budget=400)

        assert (found.size, found.verdict and found.verdict.outcome) == (size, "legal")
