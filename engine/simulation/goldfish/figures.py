"""What the figures of goldfish games are called. A game has its own words for some, and for those of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FigureWords:
    """A figure as a column's head, and as what there is more or less of: `points spent`; a share is of games."""

    title: str
    noun: str
    is_share: bool = False


FIGURES: Mapping[str, FigureWords] = {
    "points": FigureWords("Points", "points"),
    "spent": FigureWords("Points spent", "points spent"),
    "lost": FigureWords("Points lost", "points lost"),
    "curve_hit": FigureWords("On curve this turn", "on curve on this turn", is_share=True),
    "on_curve": FigureWords("On curve every turn so far", "on curve on every turn so far", is_share=True),
    "characters": FigureWords("Characters in play", "characters in play"),
    "atk": FigureWords("ATK in play", "ATK in play"),
    "def": FigureWords("DEF in play", "DEF in play"),
    "hand": FigureWords("Cards in hand", "cards in hand"),
    "spent_so_far": FigureWords("Points spent so far", "points spent so far"),
    "nothing_recruited": FigureWords("Nothing recruited so far", "with nothing recruited so far", is_share=True),
    "resources_missed": FigureWords("Resources missed so far", "resources missed so far"),
}


def _find_own_cost(turn: int) -> tuple[int, ...]:
    return (turn,)


@dataclass(frozen=True, slots=True)
class GameWords:
    """How a game calls what its figures count. `figures` are its own words, None for a figure that it leaves out.

    `list_curve_costs` gives the costs that are on curve on a turn, `curve_card` says which card has one.
    """

    character: str = "character"
    cost: str = "cost"
    curve_card: str = "a character whose cost is the turn"
    figures: Mapping[str, FigureWords | None] = field(default_factory=dict)
    list_curve_costs: Callable[[int], tuple[int, ...]] = _find_own_cost

    def name_figures(self, metrics: Iterable[str]) -> dict[str, FigureWords]:
        """The figures that are shown, in the order of the metrics."""
        named = {**FIGURES, **self.figures}
        return {metric: words for metric in metrics if (words := named[metric])}
