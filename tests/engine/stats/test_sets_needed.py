"""The fewest sets from which a deck can be built."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.cards import Card, Printing
from engine.stats import find_sets_needed
from engine.stats.sets_needed import MAX_TRIED
from tests.engine.classic_builders import a_card, a_deck, an_unknown


def printed(name: str, *codes: str) -> Card:
    return a_card(name, printings=tuple(Printing(code, "1") for code in codes))


def named(*cards: Card) -> dict[str, list[str]]:
    """The sets needed for four of each card, with the names of their cards."""
    found = find_sets_needed(a_deck(*((4, card) for card in cards)))
    return {share.name: [card.name for card, _ in share.cards] for share in found.shares}


def test_a_set_that_is_needed_anyway_gives_every_card_that_it_has() -> None:
    assert named(printed("A", "MOR"), printed("B", "MOR", "DCL"), printed("C", "MOR", "MAV")) == {
        "MOR": ["A", "B", "C"]
    }


def test_two_sets_are_found_where_taking_the_largest_first_needs_three() -> None:
    # X has most cards (4 of 6), but Y and Z together have all.
    cards = (
        printed("A", "X", "Y"),
        printed("B", "X", "Y"),
        printed("C", "X", "Z"),
        printed("D", "X", "Z"),
        printed("E", "Y", "W"),
        printed("F", "Z", "V"),
    )
    assert sorted(named(*cards)) == ["Y", "Z"]


def test_counts_copies_and_keeps_cards_of_every_set_and_of_none_apart() -> None:
    island = replace(printed("Island", "MOR"), is_in_every_set=True)
    found = find_sets_needed(
        a_deck((3, printed("A", "MOR")), (2, printed("B", "MOR", "DCL")), (8, island), (1, a_card("C", printings=())))
    )
    assert [(share.name, share.copies) for share in found.shares] == [("MOR", 5)]
    assert [(card.name, copies) for card, copies in found.without.cards] == [("Island", 8)]
    assert [(card.name, copies) for card, copies in found.unrecorded.cards] == [("C", 1)]


def test_a_list_without_cards_needs_none() -> None:
    found = find_sets_needed(a_deck(an_unknown(1, "Nobody")))
    assert (found.shares, found.without.cards, found.unrecorded.cards) == ((), (), ())


def test_of_more_sets_than_are_tried_that_with_the_most_cards_is_taken() -> None:
    many = [f"S{number:02}" for number in range(MAX_TRIED + 2)]
    cards = [printed(f"C{code}", code, "ALL") for code in many]
    assert list(named(*cards)) == ["ALL"]


@given(st.lists(st.frozensets(st.sampled_from("ABCDE"), min_size=1), min_size=1, max_size=7))
def test_no_fewer_sets_have_every_card(options: list[frozenset[str]]) -> None:
    cards = [printed(f"C{number}", *sorted(found)) for number, found in enumerate(options)]
    needed = named(*cards)
    assert sum(map(len, needed.values())) == len(cards)
    fewer = combinations("ABCDE", len(needed) - 1)
    assert not any(all(found & set(chosen) for found in options) for chosen in fewer)
