"""The figures of a run by turn, from its answer as it is stored: facts and code may have changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.model.games import game_of
from engine.simulation.goldfish.figures import FIGURES, FigureWords, GameWords
from vsdb.core.line_charts import LineChart, Series
from vsdb.simulations.goldfish.figures import CURVES, build_chart, build_point
from vsdb.simulations.goldfish.words import write_figure


@dataclass(frozen=True)
class AnsweredGames:
    """What the games of a run came to, as the API gives it."""

    answer: Mapping[str, Any]

    @cached_property
    def by_turn(self) -> list[tuple[int, dict[str, Mapping[str, float]]]]:
        """Each turn with all its figures, each with `mean` and `se`."""
        rows = zip(self.answer["by_turn"], self.answer["more_by_turn"], strict=True)
        joined = ({**row, **more} for row, more in rows)
        return [(row["turn"], {metric: found for metric, found in row.items() if metric != "turn"}) for row in joined]

    @cached_property
    def figures(self) -> dict[str, FigureWords]:
        """The figures that are shown, with their words."""
        policy = game_of(self.answer["game"]).goldfish
        words = policy.words if policy else GameWords()
        return words.name_figures(metric for metric in self.by_turn[0][1] if metric in {**FIGURES, **words.figures})

    @property
    def rows(self) -> Iterator[tuple[int, str, float, float]]:
        """Turn, metric, mean and standard error of every figure."""
        for turn, found in self.by_turn:
            for metric, each in found.items():
                yield turn, metric, each["mean"], each["se"]

    @property
    def table(self) -> list[tuple[int, list[str]]]:
        """Every figure of every turn in words."""
        return [
            (turn, [write_figure(words, found[metric]["mean"], found[metric]["se"]) for metric, words in self._shown])
            for turn, found in self.by_turn
        ]

    @property
    def charts(self) -> list[LineChart]:
        """The curves, and how often a rule is in the way."""
        blocked = ("blocked", "Plays that a rule stops", tuple(self.answer["blocked_by"]))
        return [*self._build_charts((*CURVES, blocked))]

    @property
    def _shown(self) -> list[tuple[str, FigureWords]]:
        return list(self.figures.items())

    def _build_charts(self, asked: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Iterator[LineChart]:
        for slug, title, metrics in asked:
            shown = [metric for metric in metrics if metric in self.figures]
            if shown:
                is_share = self.figures[shown[0]].is_share
                yield build_chart(slug, title, map(self._build_series, shown), is_share=is_share)

    def _build_series(self, metric: str) -> Series:
        points = ((turn, found[metric]) for turn, found in self.by_turn)
        return Series(
            self.figures[metric].title, tuple(build_point(turn, each["mean"], each["se"]) for turn, each in points)
        )
