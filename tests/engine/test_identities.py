"""What makes two copies the same card, and how many of each stand where."""

from __future__ import annotations

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.identities import count_by_section, get_identity
from tests.engine.builders import card
from tests.engine.decklist_cards import classic, pcg, rift
from tests.engine.real_lists import GAMES, catalog


class TestIdentity:
    def test_of_a_classic_card_is_its_name_with_its_versions_in_any_order(self) -> None:
        one = card(VS_CLASSIC, "Dr. Doom", versions=("Lord", "Army"), identity="Victor")
        other = card(VS_CLASSIC, "Dr Doom", versions=("ARMY", "Lord"), printings=("MOR-002",))
        assert get_identity(one) == get_identity(other) == "dr doom|army|lord"

    def test_of_a_classic_card_without_version_is_another_than_of_one_with(self) -> None:
        assert get_identity(card(VS_CLASSIC, "T-Jet")) == "t jet"
        assert get_identity(card(VS_CLASSIC, "T-Jet", versions=("Tamaranian Fighter",))) == "t jet|tamaranian fighter"

    def test_says_where_a_version_is_not_recorded(self) -> None:
        assert get_identity(card(VS_CLASSIC, "Moon Knight", versions_known=False)) == "moon knight|?"

    def test_of_a_2pcg_card_is_its_name_with_its_first_printing(self) -> None:
        academy = card(VS_2PCG, "Academy", printings=("MNB-111", "HOX-061"))
        assert get_identity(academy) == "academy|mnb-111"

    def test_tells_two_2pcg_cards_of_one_number_apart(self) -> None:
        bat, chair = (card(VS_2PCG, name, printings=("AEW-065",)) for name in ("Baseball Bat", "Chair"))
        assert get_identity(bat) != get_identity(chair)

    def test_of_a_2pcg_card_without_printing_is_its_name(self) -> None:
        assert get_identity(card(VS_2PCG, "Prototype")) == "prototype|"

    def test_of_a_riftbound_card_is_its_name(self) -> None:
        assert get_identity(card(RIFTBOUND, "Annie, Fiery", printings=("OGS-001",))) == "annie, fiery"

    @pytest.mark.parametrize("game", GAMES)
    def test_is_shared_by_exactly_the_cards_that_count_as_copies(self, game: str) -> None:
        pairs = {(get_identity(each), each.copy_key) for each in catalog(game).cards}
        assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) > 100


class TestStandings:
    def test_add_up_the_lines_of_a_card_in_a_section(self) -> None:
        found = count_by_section(classic("2 Nasty Surprise", "1 MOR-202", "1 X-23", "1 DCL-267", "Sideboard", "1 X-23"))
        assert [(each.section, each.name, each.count) for each in found.values()] == [
            ("deck", "Nasty Surprise", 4),
            ("deck", "X-23", 1),
            ("sideboard", "X-23", 1),
        ]

    def test_keep_the_lines_that_name_no_card(self) -> None:
        found = count_by_section(classic("2 Nobody", "1 NOBODY", "-4 Storm", "4 Ghost Rider"))
        assert [(key, each.name, each.count) for key, each in found.items()] == [
            (("deck", "nobody"), "Nobody", 3),
            (("deck", "? 4 storm"), "-4 Storm", 1),
            (("deck", "ghost rider"), "Ghost Rider", 4),
        ]

    def test_take_a_pile_in_any_spelling_for_one(self) -> None:
        found = count_by_section(pcg("Pile: Sinister Six", "1 Facehugger", "Pile: SINISTER-SIX", "1 Facehugger"))
        assert [(key[0], each.section, each.count) for key, each in found.items()] == [
            ("pile:sinister six", "pile:Sinister Six", 2)
        ]

    def test_take_printings_of_one_card_together(self) -> None:
        found = count_by_section(rift("Deck", "1 OGN-027", "2 OGN-027a"))
        assert [each.count for each in found.values()] == [3]
