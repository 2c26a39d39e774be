"""Goldfish games as files: the games by each value of a figure, or each figure with its error, as CSV; all as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.simulation.goldfish.blocked_cards import BlockedCards
from engine.simulation.goldfish.comparing import compare_runs
from vsdb.exchange.deck_lists.data_layouts import escape_cell
from vsdb.simulations.goldfish.figures import PlayedList
from vsdb.simulations.goldfish.words import explain_figure

DISTRIBUTION = ("list", "turn", "figure", "value", "games", "share", "meaning")
MEANS = ("list", "turn", "figure", "mean", "se", "meaning")


def write_distribution(lists: Sequence[PlayedList]) -> str:
    """A row for each value of a figure on a turn: the games with it, and their share."""
    rows = (
        (played.title, *row.as_dict().values(), explain_figure(played.run.policy.words, row.metric))
        for played in lists
        for row in played.result.distribution
    )
    return _write_table(DISTRIBUTION, rows)


def write_means(lists: Sequence[PlayedList]) -> str:
    """A row for each figure of a turn with its mean and standard error."""
    return _write_table(MEANS, (row for played in lists for row in _list_means(played)))


def _list_means(played: PlayedList) -> Iterator[tuple[Any, ...]]:
    for turn in played.turns:
        for metric in played.run.metrics:
            estimate = played.result.estimate(turn, metric)
            meaning = explain_figure(played.run.policy.words, metric)
            yield (played.title, turn, metric, estimate["mean"], estimate["se"], meaning)


def build_json(lists: Sequence[PlayedList], blocked: BlockedCards | None = None) -> dict[str, Any]:
    """The first list's result with the cards in the way, and each other list's with what differs."""
    first, *others = lists
    return {
        "title": first.title,
        **first.result.as_dict(),
        **({"blocked_cards": blocked.as_dict()} if blocked else {}),
        "against": [
            {
                "title": other.title,
                "result": other.result.as_dict(),
                "differences": [each.as_dict() for each in compare_runs(first.result, other.result)],
            }
            for other in others
        ],
    }


def _write_table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([escape_cell(each) if isinstance(each, str) else each for each in row] for row in rows)
    return held.getvalue()
