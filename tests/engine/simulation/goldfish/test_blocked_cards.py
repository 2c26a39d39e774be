"""Which cards the rules keep from being played."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.simulation.goldfish.blocked_cards import count_blocked_cards
from engine.simulation.goldfish.running import GoldfishRun, run_goldfish
from tests.engine.builders import card, deck
from tests.engine.simulation.goldfish.decks import hero, rune

LOYAL = hero("Loyal", 2, teams=("X",), keywords=("Loyalty",))
TWIST = card(VS_CLASSIC, "Twist", type="Plot Twist", cost=3)
BAT = card(VS_2PCG, "Bat", type="Equipment", cost=1, teams=("Y",))
CALM = hero("Calm", 2, RIFTBOUND, domains=("Calm",), power=1)


def loyal() -> Deck:
    """Loyal characters among others without their team, and plot twists with a threshold of 3."""
    return deck(VS_CLASSIC, deck={LOYAL: 20, hero("Other", 1): 20, TWIST: 20})


class TestCounts:
    def test_are_those_of_the_run_where_one_card_alone_can_be_in_the_way(self) -> None:
        """The same games: a figure counts those with any card in the way, and only one card can be."""
        result = run_goldfish(loyal(), games=60, turns=4, seed=5)
        found = count_blocked_cards(result.run, 60)
        for metric, cards in found.by_metric.items():
            (blocked,) = cards
            shares = [result.estimate(turn, metric) for turn in range(1, 5)]
            assert [found.estimate(games).as_dict() for games in blocked.by_turn] == shares

    def test_count_a_game_once_however_often_the_card_is_in_the_way(self) -> None:
        found = count_blocked_cards(GoldfishRun(loyal(), seed=5, turns=4), 60)
        for (blocked,) in found.by_metric.values():
            assert max(blocked.by_turn) <= blocked.games <= min(60, sum(blocked.by_turn))

    def test_put_first_what_is_in_the_way_most_often(self) -> None:
        cards = {card(VS_CLASSIC, f"Twist {cost}", type="Plot Twist", cost=cost): 12 for cost in (1, 6, 3)}
        run = GoldfishRun(deck(VS_CLASSIC, deck={**cards, hero("One", 1): 24}), seed=2, turns=4)
        (missed,) = [found for name, found in count_blocked_cards(run, 40).by_metric.items() if name[0] == "t"]
        assert [each.card.title for each in missed] == ["Twist 6", "Twist 3"]
        assert missed[0].games >= missed[1].games

    @pytest.mark.parametrize(
        ("listed", "metric", "name", "rule"),
        [
            (loyal(), "loyalty_blocked", "Loyal", "706.3"),
            (loyal(), "threshold_missed", "Twist", "203.5b"),
            (
                deck(VS_2PCG, deck={BAT: 30, hero("Two", 2, VS_2PCG): 30}),
                "stamp_blocked",
                "Bat",
                "Playing Equipment",
            ),
            (
                deck(RIFTBOUND, deck={CALM: 39}, runes={rune("Fury"): 12}),
                "power_blocked",
                "Calm",
                "163.2.a",
            ),
        ],
    )
    def test_name_the_card_and_the_rule(self, listed: Deck, metric: str, name: str, rule: str) -> None:
        told = count_blocked_cards(GoldfishRun(listed, seed=1, turns=3), 20).as_dict()
        first: dict[str, Any] = told["cards"][metric][0]
        assert (told["games"], first["name"], first["citation"]["rule"]) == (20, name, rule)
        assert len(first["by_turn"]) == 3
        assert first["ever"]["mean"] > 0

    def test_leave_out_the_runes_that_are_recycled_for_power(self) -> None:
        listed = deck(RIFTBOUND, deck={CALM: 39}, runes={rune("Calm"): 2, rune("Fury"): 10})
        (blocked,) = count_blocked_cards(GoldfishRun(listed, seed=1, turns=6), 30).by_metric["power_blocked"]
        assert blocked.card.title == "Calm"
        assert blocked.games <= 30

    def test_are_none_where_nothing_can_be_in_the_way(self) -> None:
        found = count_blocked_cards(GoldfishRun(deck(VS_CLASSIC, deck={hero("One", 1): 60})), 5)
        assert found.by_metric == {"loyalty_blocked": (), "threshold_missed": ()}

    def test_need_a_game(self) -> None:
        with pytest.raises(InputError) as refused:
            count_blocked_cards(GoldfishRun(loyal()), 0)
        assert refused.value.place == "games"
