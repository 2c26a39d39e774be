"""The universe that the cards of a 2PCG deck share, and the brand that a main character asks for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from engine.decklists import read_deck
from engine.games.vs_2pcg.deck_terms import CHANGES
from engine.games.vs_2pcg.universe import BRANDS, has_brand
from engine.model.cards import VS_2PCG, Card
from engine.model.decks import AMBIGUOUS, DECK, MAIN_CHARACTER, DeckEntry
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, NOT_APPLICABLE, Breach, Citation, Measure
from engine.rules.validation import check_deck
from tests.engine import builders
from tests.engine.pcg_builders import (
    against,
    main_character,
    multiverse,
    pcg_deck,
    said,
    severities,
    supporting,
)


class TestUniverse:
    """format:multiverse universe: Illustrated or Photographic cards, never both."""

    HUGH = supporting("Hugh Campbell Sr.", universe="Photographic")

    def test_holds_where_all_are_of_one(self) -> None:
        assert severities("universe", pcg_deck({supporting(): 4}, starters={main_character(): 1})) == []

    def test_is_broken_by_one_card_of_the_other(self) -> None:
        assert against("universe", pcg_deck({supporting(): 4, supporting("Storm"): 4, self.HUGH: 2})) == [
            (
                "error",
                (
                    "1 card not from the Illustrated universe: Hugh Campbell Sr. [AFF-100]; "
                    "Illustrated or Photographic, not both"
                ),
            )
        ]

    def test_binds_the_main_character_and_the_piles(self) -> None:
        assert severities("universe", pcg_deck({self.HUGH: 4}, starters={main_character(): 1})) == ["error"]
        assert severities("universe", pcg_deck({self.HUGH: 4}, piles={"Hound": {supporting(): 1}})) == ["error"]

    def test_leaves_the_wish_pile_free(self) -> None:
        assert severities("universe", pcg_deck({self.HUGH: 4}, piles={"Wish": {supporting(): 2}})) == []

    def test_fits_a_card_of_any_universe_to_both(self) -> None:
        anyone = supporting("Anyone", universe="Any")

        assert severities("universe", pcg_deck({anyone: 1, self.HUGH: 1})) == []
        assert severities("universe", pcg_deck({anyone: 1, supporting(): 1})) == []

    def test_is_unknown_for_a_universe_that_is_not_recorded(self) -> None:
        unread = supporting("Chair", universe=None)

        assert severities("universe", pcg_deck({unread: 1, supporting(): 1})) == ["unknown"]

    @pytest.mark.parametrize("universe", ["mixed", None])
    def test_asks_nothing_where_the_format_lets_them_mix_or_says_nothing(self, universe: str | None) -> None:
        deck = pcg_deck({supporting(): 4, self.HUGH: 2})
        found = said("universe", deck, multiverse(universe=universe))

        assert [(type(each), getattr(each, "outcome", None)) for each in found] == [(Measure, NOT_APPLICABLE)]

    def test_asks_for_the_one_that_the_format_names_and_cites_the_format(self) -> None:
        fmt = multiverse(slug="previously-on", universe="Photographic")

        assert severities("universe", pcg_deck({self.HUGH: 4}), fmt) == []
        (found,) = (each for each in said("universe", pcg_deck({supporting(): 4}), fmt) if isinstance(each, Breach))
        assert found.message == "1 card not from the Photographic universe: Pixie [AFF-100]; Photographic only"
        assert found.citation == Citation("format:previously-on", "universe")


References = Callable[[str], Reference]
DAY = date(2024, 6, 1)


def photo(name: str, *printings: str, **facts: Any) -> Card:
    return supporting(name, universe="Photographic", printings=printings, **facts)


class TestBrand:
    @pytest.mark.parametrize(
        ("printings", "answer"),
        [
            (("FRF-001",), True),
            (("AEW-001",), False),
            (("AEW-001", "FRF-001"), True),
            (("NEW9-001",), None),
            (("NEW9-001", "AEW-001"), None),
            ((), None),
        ],
    )
    def test_is_that_of_a_set(self, printings: tuple[str, ...], answer: bool | None) -> None:
        assert has_brand(supporting(printings=printings), ("Marvel",)) is answer

    def test_may_be_that_of_a_printing_that_is_not_recorded(self) -> None:
        assert has_brand(supporting(printings=("AEW-001",), has_unrecorded_printing=True), ("Marvel",)) is None

    def test_is_rather_what_is_recorded(self) -> None:
        sets = {"AEW": builders.card_set(VS_2PCG, "AEW", date(2023, 8, 2), brand="Marvel")}
        sets["NEW9"] = builders.card_set(VS_2PCG, "NEW9", date(2026, 8, 2))
        assert has_brand(supporting(printings=("AEW-001",)), ("Marvel",), sets) is True
        assert has_brand(supporting(printings=("NEW9-001",)), ("Marvel",), sets) is None
        assert has_brand(supporting(printings=("FRF-001",), brand="DC"), ("Marvel",), sets) is False

    def test_is_known_of_every_recorded_set(self, reference: References) -> None:
        assert BRANDS.keys() == reference(VS_2PCG).sets.keys()


class TestUatu:
    """pcg-5.0 Your Main Character Changes Your Deckbuilding Rules: universe: Marvel cards only, of either universe."""

    UATU = main_character("Uatu", printings=("FRF-011",))
    THOR = photo("Thor", "CV5-019")
    STING = photo("Sting", "AEW-013")
    NEWT = supporting("Newt", printings=("ALN-001",))

    def found(self, *cards: Card, fmt: Format | None = None, **parts: Any) -> list[str]:
        return severities("universe", pcg_deck(dict.fromkeys(cards, 1), starters={self.UATU: 1}, **parts), fmt)

    def test_lets_marvel_cards_of_both_universes_in(self) -> None:
        assert self.found(supporting(), self.THOR) == []
        assert severities("universe", pcg_deck({self.THOR: 1}, starters={main_character(): 1})) == ["error"]

    def test_has_to_start(self) -> None:
        deck = pcg_deck({self.THOR: 1, supporting(): 1}, starters={main_character(): 1}, level_up={self.UATU: 1})
        assert severities("universe", deck) == ["error"]

    def test_lets_no_other_card_in_whatever_its_universe(self) -> None:
        deck = pcg_deck({supporting(): 1, self.STING: 4, self.NEWT: 1}, starters={self.UATU: 1})
        (breach,) = (each for each in said("universe", deck) if isinstance(each, Breach))
        why = "Uatu [FRF-011] allows Marvel cards only"
        assert breach.message == f"2 cards of another brand: Sting [AEW-013], Newt [ALN-001]; {why}"
        assert (breach.severity, breach.section, breach.found, breach.citation) == ("error", DECK, 2, CHANGES)

    def test_is_unknown_for_a_card_whose_brand_is_not_recorded(self) -> None:
        stranger = photo("Stranger", "NEW9-001")
        assert against("universe", pcg_deck({stranger: 1}, starters={self.UATU: 1})) == [
            (
                "unknown",
                "Brand not recorded for Stranger [NEW9-001]; Uatu [FRF-011] allows Marvel cards only",
            )
        ]

    def test_needs_no_universe_of_a_card_that_may_be_of_either(self) -> None:
        unread = supporting("Chair", universe=None)
        assert self.found(unread) == []
        assert self.found(piles={"Power": {supporting("Chair", universe=None, printings=("AEW-065",)): 1}}) == [
            "unknown"
        ]

    @pytest.mark.parametrize(
        ("card", "found"), [(THOR, []), (STING, ["error"]), (NEWT, []), (photo("Stranger", "NEW9-001"), ["unknown"])]
    )
    def test_lets_photographic_cards_into_piles_where_they_are_marvels(self, card: Card, found: list[str]) -> None:
        assert self.found(supporting(), piles={"Power": {card: 1}}) == found

    @pytest.mark.parametrize("universe", ["mixed", None])
    def test_asks_for_marvel_cards_where_universes_may_be_mixed(self, universe: str | None) -> None:
        fmt = multiverse(universe=universe)
        assert self.found(self.THOR, fmt=fmt) == []
        assert self.found(self.STING, fmt=fmt) == ["error"]

    def test_does_not_undo_what_a_format_asks_by_name(self) -> None:
        fmt = multiverse(slug="children-of-the-atom", universe="Illustrated")
        assert self.found(self.THOR, fmt=fmt) == ["error"]

    def test_may_be_the_main_character_where_a_line_may_name_it(self) -> None:
        line = DeckEntry(
            MAIN_CHARACTER, 1, None, AMBIGUOUS, name="Uatu", candidates=(self.UATU, main_character("Uatu", 2))
        )
        assert against("universe", pcg_deck({self.THOR: 1, supporting(): 1}, line)) == [
            (
                "unknown",
                (
                    "1 card from outside the Illustrated universe might be allowed: Thor [CV5-019]; Uatu "
                    "[FRF-011] allows this, and may be the main character"
                ),
            )
        ]
        assert severities("universe", pcg_deck({self.THOR: 1}, line)) == []
        assert against("universe", pcg_deck({self.NEWT: 1}, line)) == [
            (
                "unknown",
                "1 card of another brand: Newt [ALN-001]; Uatu [FRF-011], who may be the main character, "
                "allows Marvel cards only",
            )
        ]
        assert severities("universe", pcg_deck({supporting(): 1}, line, piles={"Power": {self.STING: 1}})) == ["error"]

    def test_says_why_it_may_let_a_card_into_a_pile(self) -> None:
        stranger = photo("Stranger", "NEW9-001")
        [(_, message)] = against("universe", pcg_deck(starters={self.UATU: 1}, piles={"Power": {stranger: 1}}))
        assert message.endswith("might be allowed: Stranger [NEW9-001]; their brand isn’t recorded")

    def test_is_one_text_among_others(self) -> None:
        any_brand = main_character("Reader", deck_building=("universe: Photographic",))
        assert severities("universe", pcg_deck({self.STING: 1, supporting(): 1}, starters={any_brand: 1})) == []
        only = main_character("Reader", deck_building=("only: Marvel", "only: Alien"))
        assert severities("universe", pcg_deck({self.NEWT: 1, supporting(): 1}, starters={only: 1})) == []
        assert severities("universe", pcg_deck({self.STING: 1}, starters={only: 1})) == ["error", "error"]

    def test_leaves_the_universe_to_one_that_only_starts_with_a_card(self) -> None:
        jericho = main_character("Chris Jericho", printings=("AEW-003",), universe="Photographic")
        assert severities("universe", pcg_deck({self.STING: 1, supporting(): 1}, starters={jericho: 1})) == ["error"]
        found = said("universe", pcg_deck({self.STING: 1}, starters={jericho: 1}), multiverse(universe="mixed"))
        assert [getattr(each, "outcome", None) for each in found] == [NOT_APPLICABLE]


class TestUatuInTheReference:
    """Cards as they are recorded; AEW and The Alien Battles have no Marvel cards."""

    STARTERS = "Main Character\n1 Uatu [FRF-011]\nLevel Up\n1 Uatu [FRF-012]\nDeck\n"
    PEOPLE = tuple(f"4 MNB-{number:03}" for number in range(9, 22))

    @pytest.mark.parametrize(
        ("others", "outcome"),
        [
            (("4 Frigga [CV5-012]", "4 Rescue [CV5-010]"), "legal"),
            (("4 Frigga [CV5-012]", "4 Hikaru Shida [AEW-014]"), "illegal"),
            (("4 Frigga [CV5-012]", "4 ALN-010"), "illegal"),
        ],
    )
    def test_is_legal_with_marvel_cards_of_both_universes(
        self, reference: References, others: tuple[str, ...], outcome: str
    ) -> None:
        held = reference(VS_2PCG)
        text = self.STARTERS + "\n".join((*self.PEOPLE, *others))
        verdict = check_deck(read_deck(text, held.catalog, DAY), held.formats["multiverse"], DAY)
        assert verdict.outcome == outcome
        assert {each.code for each in verdict.of(ERROR)} == ({"universe"} if outcome == "illegal" else set())
