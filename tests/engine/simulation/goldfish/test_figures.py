"""What the figures of each game are called."""

from __future__ import annotations

import pytest

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.simulation.goldfish.running import GoldfishRun
from tests.engine.simulation.goldfish.decks import curve


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_has_words_or_is_left_out(game: str) -> None:
    run = GoldfishRun(curve(game))
    shown = run.policy.words.name_figures(run.metrics)
    left_out = {"def", "resources_missed"} if game == RIFTBOUND else set()
    assert list(shown) == [metric for metric in run.metrics if metric not in left_out]
    assert all(words.title and words.noun for words in shown.values())
    assert all(shown[metric].is_share for metric in run.policy.blocked_by)


@pytest.mark.parametrize(("game", "costs"), [(VS_CLASSIC, (3,)), (VS_2PCG, (3,)), (RIFTBOUND, (5, 6))])
def test_on_curve_is_the_cost_of_the_turn_or_all_energy_but_one(game: str, costs: tuple[int, ...]) -> None:
    assert GoldfishRun(curve(game)).policy.words.list_curve_costs(3) == costs
