"""The figures of a run by turn, from its answer as it is stored: facts and code may have changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from engine.model.games import game_of
from engine.model.verdicts import Citation
from engine.simulation.goldfish.figures import FIGURES, FigureWords, GameWords
from engine.simulation.goldfish.running import NOTHING_BY
from vsdb.core.line_charts import LineChart, Point, Series
from vsdb.simulations.goldfish.figures import CURVES, SUMMED_UP_BY, build_chart, build_point
from vsdb.simulations.goldfish.words import MessagePart, explain_figure, split_message, write_figure


@dataclass(frozen=True, slots=True)
class ToldCard:
    """A card of a step that is told."""

    title: str
    slug: str


@dataclass(frozen=True, slots=True)
class ToldStep:
    """A step of the first game as the answer tells it."""

    code: str
    message: str
    cards: tuple[ToldCard, ...]
    citation: Citation | None


def _read_step(told: Mapping[str, Any]) -> ToldStep:
    cards = tuple(ToldCard(each["name"], each["slug"] or "") for each in told["cards"])
    cited = told["citation"]
    return ToldStep(told["code"], told["message"], cards, _read_citation(cited) if cited else None)


def _read_citation(told: Mapping[str, str]) -> Citation:
    return Citation(told["document"], told["rule"])


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
        words = self._words
        return words.name_figures(metric for metric in self.by_turn[0][1] if metric in {**FIGURES, **words.figures})

    @property
    def _words(self) -> GameWords:
        policy = game_of(self.answer["game"]).goldfish
        return policy.words if policy else GameWords()

    @property
    def rows(self) -> Iterator[tuple[int, str, float, float, str]]:
        """Turn, metric, mean, standard error and meaning of every figure."""
        for turn, found in self.by_turn:
            for metric, each in found.items():
                yield turn, metric, each["mean"], each["se"], explain_figure(self._words, metric)

    @property
    def table(self) -> list[tuple[int, list[str]]]:
        """Every figure of every turn in words."""
        return [
            (turn, [write_figure(words, found[metric]["mean"], found[metric]["se"]) for metric, words in self._shown])
            for turn, found in self.by_turn
        ]

    @property
    def sentences(self) -> Iterator[str]:
        """The games in sentences."""
        turn = min(SUMMED_UP_BY, len(self.by_turn))
        had = sum(found["points"]["mean"] for _, found in self.by_turn[:turn])
        yield f"By turn {turn}: {self._write(turn, 'spent_so_far')} of {had:.2f} {self.figures['points'].noun} spent."
        told = [(turn, "on_curve"), *((each, "nothing_recruited") for each in NOTHING_BY if each <= len(self.by_turn))]
        for at, metric in (*told, (turn, "champion")):
            if metric in self.figures:
                yield f"By turn {at}: {self._write(at, metric)} of games {self.figures[metric].noun}."

    @property
    def charts(self) -> list[LineChart]:
        """The curves."""
        return [*self._build_charts(CURVES)]

    @property
    def blocked_charts(self) -> list[LineChart]:
        """How often a rule is in the way; none in a game without such rules."""
        return [*self._build_charts((("blocked", "Plays that a rule stops", tuple(self.answer["blocked_by"])),))]

    @property
    def stopped(self) -> list[tuple[str, list[Citation]]]:
        """What the rules stop, and where they stand."""
        found = self.answer["blocked_by"].items()
        return [(self.figures[metric].title, [*map(_read_citation, cited)]) for metric, cited in found]

    @cached_property
    def replay(self) -> list[tuple[int, list[tuple[ToldStep, list[MessagePart]]]]]:
        """The first game by turn; each step with the parts of its sentence."""
        turns = ((each["turn"], map(_read_step, each["steps"])) for each in self.answer["game_0"])
        return [(turn, [(step, split_message(step)) for step in steps]) for turn, steps in turns]

    @property
    def citations(self) -> list[Citation]:
        """The rules that the games follow."""
        return [*map(_read_citation, self.answer["citations"])]

    def _write(self, turn: int, metric: str) -> str:
        found = self.by_turn[turn - 1][1][metric]
        return write_figure(self.figures[metric], found["mean"], found["se"])

    @property
    def _shown(self) -> list[tuple[str, FigureWords]]:
        return list(self.figures.items())

    def _build_charts(self, asked: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Iterator[LineChart]:
        for slug, title, metrics in asked:
            shown = [metric for metric in metrics if metric in self.figures]
            if shown:
                is_share = self.figures[shown[0]].is_share
                exact = self._build_exact_series() if slug == "curve" else ()
                yield build_chart(slug, title, [*map(self._build_series, shown), *exact], is_share=is_share)

    def _build_exact_series(self) -> Iterator[Series]:
        """The exact odds of a card on curve seen; none in an answer from before they were told."""
        told = [(each["turn"], each["on_curve_seen"]) for each in self.answer.get("exact", ())]
        points = tuple(Point(turn, float(Fraction(odds))) for turn, odds in told if odds is not None)
        if points:
            yield Series(f"Exact: {self._words.curve_card}, seen", points)

    def _build_series(self, metric: str) -> Series:
        points = ((turn, found[metric]) for turn, found in self.by_turn)
        return Series(
            self.figures[metric].title, tuple(build_point(turn, each["mean"], each["se"]) for turn, each in points)
        )
