"""The common greedy step against the count of all sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.simulation.goldfish.cards import GoldfishCard
from engine.simulation.goldfish.choosing import Chosen, choose_cards

Facts = list[tuple[int, int]]


def cards_of(*costs: int) -> list[GoldfishCard]:
    return [GoldfishCard("character", cost=cost, rank=rank) for rank, cost in enumerate(sorted(costs, reverse=True))]


def costs(chosen: Chosen) -> list[int]:
    return [card.cost or 0 for card in chosen]


def free(cards: Chosen) -> int:
    return 0


def best_of_all(cards: Sequence[GoldfishCard], points: int, spoilt: set[int]) -> list[int]:
    """The ranks of the best set, found by trying every one."""
    ranked = sorted(cards, key=lambda card: card.rank)
    sets = [chosen for size in range(1, len(ranked) + 1) for chosen in combinations(ranked, size)]
    fitting = [each for each in sets if 0 < sum(costs(each)) <= points and price(each, spoilt) is not None]
    key = {
        each: (-sum(costs(each)), price(each, spoilt), -max(costs(each)), len(each), [card.rank for card in each])
        for each in fitting
    }
    return [card.rank for card in min(fitting, key=lambda each: key[each], default=())]


def price(cards: Chosen, spoilt: set[int]) -> int | None:
    """One for each third card; no set with the first two of the spoilt."""
    ranks = {card.rank for card in cards}
    if len(spoilt) > 1 and ranks.issuperset(sorted(spoilt)[:2]):
        return None
    return sum(rank % 3 == 0 for rank in ranks) if 0 in spoilt else 0


class TestChoice:
    def test_spends_the_most(self) -> None:
        assert costs(choose_cards(cards_of(1, 2, 3), 5, free)) == [3, 2]

    def test_of_equal_totals_takes_the_dearest_card(self) -> None:
        assert costs(choose_cards(cards_of(5, 4, 3, 1, 1), 7, free)) == [5, 1, 1]

    def test_of_equally_dear_ones_takes_the_fewest(self) -> None:
        assert costs(choose_cards(cards_of(4, 3, 2, 1), 7, free)) == [4, 3]

    def test_takes_nothing_that_costs_too_much_or_nothing(self) -> None:
        assert choose_cards(cards_of(4, 0), 3, free) == ()

    def test_takes_a_card_of_no_cost_that_makes_another_playable(self) -> None:
        def needs_two(cards: Chosen) -> int | None:
            return 0 if len(cards) > 1 else None

        assert costs(choose_cards(cards_of(3, 0, 0), 3, needs_two, can_be_helped=True)) == [3, 0]
        assert choose_cards(cards_of(3, 0, 0), 3, needs_two) == ()

    def test_is_quick_for_a_hand_of_free_cards(self) -> None:
        tried: list[Chosen] = []

        def never(cards: Chosen) -> None:
            tried.append(cards)

        assert choose_cards(cards_of(3, *[0] * 40), 5, never, can_be_helped=True) == ()
        assert len(tried) <= 64

    def test_passes_over_cards_without_a_cost(self) -> None:
        assert choose_cards([GoldfishCard("character")], 3, free) == ()

    def test_takes_two_of_one_card(self) -> None:
        twin = GoldfishCard("character", cost=2)
        assert choose_cards([twin, twin, twin], 5, free) == (twin, twin)

    @given(
        st.lists(st.integers(0, 6), max_size=8),
        st.integers(0, 9),
        st.sets(st.integers(0, 7), max_size=3),
    )
    def test_is_the_best_of_all_sets(self, found: list[int], points: int, spoilt: set[int]) -> None:
        cards = cards_of(*found)
        chosen = choose_cards(cards, points, lambda each: price(each, spoilt))
        helped = choose_cards(cards, points, lambda each: price(each, spoilt), can_be_helped=True)
        assert chosen == helped
        assert [card.rank for card in chosen] == best_of_all(cards, points, spoilt)
