"""The games by each value of a metric, tallies as JSON, and two results side by side."""

from __future__ import annotations

import json
from math import sqrt

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.errors import InputError
from engine.simulation.goldfish.comparing import compare_runs
from engine.simulation.goldfish.running import GoldfishRun, join_portions, run_goldfish
from engine.simulation.goldfish.tallies import Tally, list_rows, read_tally
from tests.engine.simulation.goldfish.decks import curve

GAME_SLUGS = [VS_CLASSIC, VS_2PCG, RIFTBOUND]
TALLIES = [
    Tally(3, ((4, 2),), ((6, 2),)),
    Tally(3, ((4, 2),), ((6, 2),), ((((1, 2), (2, 1)), ((0, 1), (1, 2))),)),
]


class TestDistribution:
    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_counts_the_games_by_each_value(self, game: str) -> None:
        result = run_goldfish(curve(game), games=40, turns=4, seed=6, distribution=True)
        rows = [list(list_rows(result.run.play(number))) for number in range(40)]
        told = {(each.turn, each.metric, each.value): (each.games, each.share) for each in result.distribution}
        expected: dict[tuple[int, str, int], tuple[int, float]] = {}
        for turn in range(1, 5):
            for place, metric in enumerate(result.run.metrics):
                values = [row[turn - 1][place] for row in rows]
                expected |= {
                    (turn, metric, value): (values.count(value), values.count(value) / 40) for value in set(values)
                }
        assert told == expected
        assert [each[:3] for each in result.distribution] == sorted(
            told, key=lambda row: (row[0], result.run.metrics.index(row[1]), row[2])
        )

    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_is_the_same_in_bulk_and_in_whatever_portions(self, game: str) -> None:
        run = GoldfishRun(curve(game), seed=11, turns=5, distribution=True)
        whole = run.play_portion(0, 60)
        assert run.play_portion(0, 60, in_bulk=True) == whole
        portions = [run.play_portion(start, start + 20, in_bulk=start == 20) for start in (0, 20, 40)]
        assert join_portions(run, reversed(portions)).tally == whole

    def test_leaves_the_other_figures_as_they_are(self) -> None:
        plain, counted = (run_goldfish(curve(), games=30, turns=4, distribution=each) for each in (False, True))
        assert (plain.tally.sums, plain.tally.squares) == (counted.tally.sums, counted.tally.squares)
        told = counted.as_dict()
        assert told.pop("distribution") == [each.as_dict() for each in counted.distribution]
        assert told == plain.as_dict()

    def test_is_left_out_where_nobody_asks(self) -> None:
        plain = run_goldfish(curve(), games=3, turns=2)
        assert (plain.tally.histograms, list(plain.distribution)) == ((), [])

    def test_tells_a_share_to_six_places(self) -> None:
        row = next(run_goldfish(curve(), games=3, turns=1, distribution=True).distribution)
        assert row.as_dict() == {"turn": 1, "metric": "points", "value": 1, "games": 3, "share": 1.0}
        assert row._replace(games=1, share=1 / 3).as_dict()["share"] == 0.333333


class TestJson:
    @pytest.mark.parametrize("tally", TALLIES)
    def test_gives_the_same_tally_back(self, tally: Tally) -> None:
        back = read_tally(json.loads(json.dumps(tally.as_dict())))
        assert back == tally
        assert hash(back) == hash(tally)

    def test_of_a_run_adds_up_as_before(self) -> None:
        run = GoldfishRun(curve(), seed=4, turns=6, distribution=True)
        stored = [json.dumps(run.play_portion(at, at + 10, in_bulk=True).as_dict()) for at in (0, 10)]
        joined = join_portions(run, (read_tally(json.loads(each)) for each in stored))
        assert joined.as_dict() == join_portions(run, [run.play_portion(0, 20)]).as_dict()


class TestComparison:
    def test_gives_each_difference_with_its_error(self) -> None:
        before = run_goldfish(curve(dearest=7), games=200, turns=5, seed=1)
        after = run_goldfish(curve(dearest=5), games=300, turns=4, seed=2)
        found = compare_runs(before, after)
        assert [(each.turn, each.metric) for each in found] == [
            (turn, metric) for turn in range(1, 5) for metric in before.run.metrics
        ]
        hit = next(each for each in found if (each.turn, each.metric) == (3, "curve_hit"))
        one, other = (result.estimate(3, "curve_hit") for result in (before, after))
        assert hit.as_dict() == {
            "turn": 3,
            "metric": "curve_hit",
            "before": one,
            "after": other,
            "difference": pytest.approx(other["mean"] - one["mean"], abs=2e-6),
            "se": pytest.approx(sqrt(one["se"] ** 2 + other["se"] ** 2), abs=2e-6),
        }

    def test_of_one_result_with_itself_is_nothing(self) -> None:
        result = run_goldfish(curve(), games=20, turns=2)
        assert {each.mean for each in compare_runs(result, result)} == {0.0}

    def test_refuses_two_games(self) -> None:
        classic, other = (run_goldfish(curve(game), games=1, turns=1) for game in (VS_CLASSIC, VS_2PCG))
        with pytest.raises(InputError) as refused:
            compare_runs(classic, other)
        assert refused.value.place == "game"
