"""Differences between goldfish games as text."""

from __future__ import annotations

import pytest

from engine.simulation.goldfish.comparing import Difference
from engine.simulation.goldfish.figures import FigureWords
from engine.simulation.goldfish.tallies import Estimate
from vsdb.simulations.goldfish.words import describe_difference, is_within_error, write_difference, write_figure

POINTS = FigureWords("Points spent", "points spent")
SHARE = FigureWords("On curve", "on curve", is_share=True)


def differ(by: float, error: float) -> Difference:
    """A difference of two figures, the first of which is certain."""
    return Difference(4, "spent", Estimate(1.0, 0.0), Estimate(1.0 + by, error))


@pytest.mark.parametrize(
    ("words", "by", "error", "said"),
    [
        (POINTS, 0.311, 0.02, "+0.31 ± 0.02"),
        (POINTS, -0.311, 0.02, "−0.31 ± 0.02"),
        (POINTS, -0.001, 0.02, "+0.00 ± 0.02"),
        (POINTS, 0.0311, 0.003, "+0.031 ± 0.003"),
        (SHARE, 0.03123, 0.0002, "+3.12 ± 0.02"),
        (POINTS, 0.0, 0.0, "0"),
        (SHARE, -0.0312, 0.004, "−3.1 ± 0.4"),
    ],
)
def test_a_difference_has_its_sign_and_its_error(words: FigureWords, by: float, error: float, said: str) -> None:
    assert write_difference(words, differ(by, error)) == said


def test_a_difference_is_said_as_more_or_fewer() -> None:
    assert describe_difference(POINTS, differ(0.311, 0.02)) == "0.31 ± 0.02 more points spent"
    assert describe_difference(SHARE, differ(-0.03, 0.01)) == "3.0 ± 1.0 percentage points fewer games on curve"


@pytest.mark.parametrize(("by", "is_chance"), [(0.04, True), (-0.04, True), (0.041, False), (-0.041, False)])
def test_at_most_two_errors_may_be_chance(by: float, is_chance: bool) -> None:
    difference = Difference(4, "spent", Estimate(0.0, 0.0), Estimate(by, 0.02))
    assert is_within_error(difference) is is_chance


def test_no_difference_without_an_error_is_no_chance() -> None:
    assert not is_within_error(differ(0.0, 0.0))


def test_an_error_has_enough_digits() -> None:
    assert write_figure(POINTS, 8.7912, 0.0031) == "8.791 ± 0.003"
    assert write_figure(SHARE, 0.23, 0.0001) == "23.00 % ± 0.01"
    assert write_figure(POINTS, 8.7912, 0.31) == "8.79 ± 0.31"
    assert describe_difference(POINTS, differ(0.0311, 0.003)) == "0.031 ± 0.003 more points spent"


def test_a_figure_without_an_error_stands_alone() -> None:
    assert (write_figure(POINTS, 4.0, 0.0), write_figure(SHARE, 0.5, 0.011)) == ("4.00", "50.0 % ± 1.1")
