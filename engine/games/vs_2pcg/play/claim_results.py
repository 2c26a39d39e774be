"""The winner, and a character's figures line by line."""

from __future__ import annotations

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.games.vs_2pcg.play.figures import work_out
from engine.games.vs_2pcg.play.turn_checks import subject
from engine.model.verdicts import LEGAL
from engine.play.rules import Line, Result, Row


def name_winner(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    return Result({"winner": attempt.by}) if outcome == LEGAL else None


def calculate_figures(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Base figures, then counters, then modifiers in their order; a switch swaps what is there by then."""
    figure = subject(attempt)
    if figure is None:
        return None
    steps = tuple(work_out(figure.facts))
    if not steps:
        return None
    atk, defence, _ = steps[-1]
    lines = [f"{figure.name} base {steps[0].atk}/{steps[0].defence}"]
    lines += [f"{each.step}: {each.atk}/{each.defence}" for each in steps[1:]]
    if atk < 0:
        lines.append(f"ATK {atk} counts as 0")
    stunned = defence <= 0
    if stunned:
        lines.append(f"DEF {defence}: {figure.name} is stunned at once")
    heading = cite_headings("Calculating ATK/DEF; +1/+1 and -1/-1 counters")
    working = tuple(Line(text, heading[1 if "stunned" in text else 0]) for text in lines)
    return Result({"atk": max(atk, 0), "def": defence, "stunned_at_once": stunned}, working=working)
