"""Goldfish games of two lists side by side: each difference with its error, and what may be chance."""

from __future__ import annotations

from dataclasses import dataclass

from engine.decklists.differences import DeckDifferences, compare_decks
from engine.simulation.goldfish.comparing import Difference, compare_runs
from engine.simulation.goldfish.figures import FigureWords
from vsdb.simulations.goldfish.figures import SUMMED_UP_BY, PlayedList
from vsdb.simulations.goldfish.words import describe_difference, is_within_error, write_difference

_TOLD = ("spent", "spent_so_far", "on_curve", "characters", "atk")  #: in sentences, of one turn


@dataclass(frozen=True, slots=True)
class DifferenceCell:
    """A difference on a turn; `is_chance`: it may be chance alone."""

    words: str
    is_chance: bool


@dataclass(frozen=True, slots=True)
class GamesComparison:
    """Two lists, of which one is that of the page: sentences about a turn, a row of differences for each figure, the
    cards that differ. All say how much more `after` has than `before`; `other` is the one beside the page's own.
    """

    before: PlayedList
    after: PlayedList
    other: PlayedList
    sentences: tuple[str, ...]
    rows: tuple[tuple[str, tuple[DifferenceCell, ...]], ...]
    changes: DeckDifferences

    @property
    def title(self) -> str:
        """Which is compared with which; `version 4, the newest, against version 1` of a stored deck."""
        if self.after.is_later_than(self.before):
            after = self.after.title + ("," if "," in self.after.title else "")
            return f"{after} against {self.before.title[:1].lower()}{self.before.title[1:]}"
        return f"{self.after.title} against {self.before.title}"


def compare_played(first: PlayedList, other: PlayedList) -> GamesComparison:
    """Another list beside the first; of two versions of a stored deck the later against the earlier.

    Raises InputError for lists of two games.
    """
    before, after = (other, first) if first.is_later_than(other) else (first, other)
    found = {(each.turn, each.metric): each for each in compare_runs(before.result, after.result)}
    turn = min(SUMMED_UP_BY, first.run.turns)
    shown = {metric: words for metric, words in first.figures.items() if metric != "points"}
    return GamesComparison(
        before,
        after,
        other,
        tuple(_say(turn, shown[metric], found[turn, metric]) for metric in _TOLD if metric in shown),
        tuple(
            (
                f"{words.title}, %" if words.is_share else words.title,
                tuple(_write_cell(words, found[each, metric]) for each in first.turns),
            )
            for metric, words in shown.items()
        ),
        compare_decks(before.run.deck, after.run.deck),
    )


def _say(turn: int, words: FigureWords, difference: Difference) -> str:
    if not difference.mean:
        return f"On turn {turn}: the same {'share of games ' if words.is_share else ''}{words.noun}."
    said = describe_difference(words, difference)
    return f"On turn {turn}: {said}" + (", which may be chance." if is_within_error(difference) else ".")


def _write_cell(words: FigureWords, difference: Difference) -> DifferenceCell:
    return DifferenceCell(write_difference(words, difference), is_within_error(difference))
