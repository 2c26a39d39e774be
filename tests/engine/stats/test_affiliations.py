"""Who may attack together and reinforce whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.cards import Card
from engine.stats import find_shared_affiliations
from engine.stats.affiliations import Affiliations, can_go_together
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck
from tests.engine.pcg_builders import main_character, pcg_deck, plot_twist, supporting, unrecorded

STORM = a_card("Storm", teams=("X-Men",))
BEAST = a_card("Beast", teams=("X-Men", "Avengers"))
HAWKEYE = a_card("Hawkeye", teams=("Avengers",))
LONER = a_card("Loner", teams=())
MYSTERY = a_card("Mystery Man")


def names(found: Affiliations, card: Card) -> tuple[list[str], list[str]]:
    """Whom a card goes together with, certainly and perhaps."""
    return [each.name for each in found.partners[card]], [each.name for each in found.perhaps[card]]


class TestClassic:
    """cr-2.7 601.5a and 708.7b: an affiliation that all attackers, or reinforcer and defender, share."""

    def test_two_that_share_one_go_together_and_it_does_not_reach_over_a_third(self) -> None:
        found = find_shared_affiliations(a_deck((4, STORM), (4, BEAST), (4, HAWKEYE)))
        assert names(found, BEAST) == (["Storm", "Hawkeye"], [])
        assert names(found, STORM) == (["Beast"], [])

    def test_a_band_is_everyone_with_one_affiliation(self) -> None:
        found = find_shared_affiliations(a_deck((4, STORM), (3, BEAST), (2, HAWKEYE)))
        bands = [(band.name, [card.name for card, _ in band.cards], band.copies) for band in found.bands]
        assert bands == [("X-Men", ["Storm", "Beast"], 7), ("Avengers", ["Beast", "Hawkeye"], 5)]

    def test_those_without_an_affiliation_or_with_one_of_their_own_stand_apart(self) -> None:
        found = find_shared_affiliations(a_deck((4, STORM), (4, LONER), (4, HAWKEYE)))
        assert found.apart == (STORM, LONER, HAWKEYE)
        assert [card for card, _ in found.unaffiliated.cards] == [LONER]

    def test_one_whose_affiliation_is_not_recorded_may_go_with_all_but_the_unaffiliated(self) -> None:
        found = find_shared_affiliations(a_deck((4, STORM), (4, MYSTERY), (4, LONER)))
        assert names(found, MYSTERY) == ([], ["Storm"])
        assert names(found, STORM) == ([], ["Mystery Man"])
        assert (found.apart, [card for card, _ in found.unrecorded.cards]) == ((LONER,), [MYSTERY])

    def test_one_that_may_be_no_character_only_may(self) -> None:
        thing = a_card("Thing", type=None, teams=("X-Men",))
        found = find_shared_affiliations(a_deck((4, STORM), (4, thing), (4, HAWKEYE)))
        assert (names(found, STORM), names(found, thing)) == (([], ["Thing"]), ([], ["Storm"]))

    def test_cards_that_are_no_characters_are_left_out(self) -> None:
        assert find_shared_affiliations(a_deck((4, a_card("X-Jet", type="Equipment", teams=("X-Men",))))).members == ()

    def test_two_versions_of_a_character_are_not_in_play_together(self) -> None:
        goddess = a_card("Storm", "Weather Goddess", teams=("X-Men",))
        assert find_shared_affiliations(a_deck((4, STORM), (4, goddess))).apart == (STORM, goddess)

    @pytest.mark.parametrize(
        ("facts", "together"), [({"versions": ("Army",)}, True), ({"keywords": ("Non-Unique",)}, True), ({}, False)]
    )
    def test_copies_go_together_where_the_character_is_not_unique(
        self, facts: dict[str, tuple[str, ...]], together: bool
    ) -> None:
        sentinel = a_card("Sentinel", *facts.get("versions", ()), keywords=facts.get("keywords", ()), teams=("S",))
        assert find_shared_affiliations(a_deck((2, sentinel))).partners[sentinel] == ((sentinel,) if together else ())
        assert find_shared_affiliations(a_deck((1, sentinel))).partners[sentinel] == ()

    def test_copies_of_one_that_may_be_an_army_may_go_together(self) -> None:
        """Rule 202.4a: an army isn't unique, and which versions it has isn't recorded."""
        minion = a_card("Minion", versions_known=False, teams=("S",))
        found = find_shared_affiliations(a_deck((2, minion)))
        assert (names(found, minion), found.apart) == (([], ["Minion"]), ())
        known = find_shared_affiliations(a_deck((2, a_card("Minion", teams=("S",)))))
        assert len(known.apart) == 1


class TestTwoPcg:
    """pcg-5.0, Team Attack: one team affiliation among all attackers; Uniqueness by name, AKA included."""

    def test_the_main_character_is_among_them_and_its_levels_are_not_together(self) -> None:
        first, second, pixie = main_character(), main_character(level=2), supporting("Pixie")
        found = find_shared_affiliations(
            pcg_deck({pixie: 4, plot_twist(): 4}, starters={first: 1}, level_up={second: 1})
        )
        assert [card for card, _ in found.members] == [first, second, pixie]
        assert (found.partners[first], found.partners[pixie]) == ((pixie,), (first, second))

    def test_names_of_the_aka_line_count(self) -> None:
        assert can_go_together(supporting("Trapster"), supporting("Paste-Pot Pete", aka=("Trapster",))) is False

    def test_any_number_of_a_swarm_goes_together(self) -> None:
        doombot = supporting("Doombot", keywords=("Swarm",))
        assert find_shared_affiliations(pcg_deck({doombot: 4})).partners[doombot] == (doombot,)

    def test_a_mercenary_goes_with_any_main_character(self) -> None:
        hired = supporting("Deadpool", teams=("Mercs",), keywords=("Mercenary",))
        assert can_go_together(hired, main_character()) is can_go_together(main_character(), hired) is True
        assert can_go_together(hired, supporting("Pixie")) is False

    def test_a_solitary_one_goes_with_nobody(self) -> None:
        ghost, pixie = supporting("Ghost", keywords=("Solitary",)), supporting("Pixie")
        assert can_go_together(ghost, pixie) is False
        found = find_shared_affiliations(pcg_deck({ghost: 1, pixie: 4}))
        assert [(band.name, band.cards) for band in found.bands] == [("A-Force", ((pixie, 4),))]

    def test_a_team_in_two_spellings_is_one(self) -> None:
        toad = supporting("Toad", teams=("Brotherhood of Mutants",))
        assert can_go_together(toad, main_character("Magneto", teams=("Brotherhood",))) is True

    def test_a_team_that_no_source_records_is_unknown(self) -> None:
        assert can_go_together(unrecorded("Nobody", "Supporting Character"), supporting("Pixie")) is None


def test_riftbound_has_no_affiliations() -> None:
    found = find_shared_affiliations(deck("riftbound", deck={riftbound("Annie", "Unit"): 3}))
    assert (found.members, found.bands, found.apart) == ((), (), ())


TEAMS = st.one_of(st.none(), st.lists(st.sampled_from("ABC"), unique=True).map(tuple))


@given(st.lists(TEAMS, max_size=8))
def test_going_together_holds_both_ways_and_within_every_band(held: list[tuple[str, ...] | None]) -> None:
    cards = [a_card(f"Card {n}", teams=each) for n, each in enumerate(held)]
    found = find_shared_affiliations(a_deck(*((2, card) for card in cards)))
    for card in cards:
        assert all(card in found.partners[other] for other in found.partners[card])
        assert all(card in found.perhaps[other] for other in found.perhaps[card])
        assert not set(found.partners[card]) & set(found.perhaps[card])
    for band in found.bands:
        members = {card for card, _ in band.cards}
        assert all(members - {card} <= set(found.partners[card]) for card in members)
