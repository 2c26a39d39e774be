"""The winner, and a character's figures line by line."""

from __future__ import annotations

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.games.vs_2pcg.play.turn_checks import subject
from engine.model.verdicts import LEGAL
from engine.play.rules import Line, Result, Row
from engine.play.truth import Unknown

_PLUS, _MINUS = "+1/+1", "-1/-1"


def name_winner(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    return Result({"winner": attempt.by}) if outcome == LEGAL else None


def calculate_figures(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Base figures, then counters, then modifiers in their order; a switch swaps what is there by then."""
    figure = subject(attempt)
    if figure is None:
        return None
    facts = figure.facts
    atk, defence = facts.base_atk, facts.base_def
    if isinstance(atk, Unknown) or isinstance(defence, Unknown):
        return None
    lines = [f"{figure.name} base {atk}/{defence}"]
    counters = dict(facts.counters)
    net = counters.get(_PLUS, 0) - counters.get(_MINUS, 0)
    if counters.get(_PLUS) or counters.get(_MINUS):
        atk, defence = atk + net, defence + net
        lines.append(f"Counters {net:+}/{net:+}: {atk}/{defence}")
    for each in facts.modifiers:
        atk, defence = atk + each.atk, defence + each.def_
        said = [f"{each.atk:+}/{each.def_:+}"] if each.atk or each.def_ else []
        if each.switch:
            atk, defence = defence, atk
            said.append("switched")
        lines.append(f"Modifier {', '.join(said)}: {atk}/{defence}")
    if atk < 0:
        lines.append(f"ATK {atk} counts as 0")
    stunned = defence <= 0
    if stunned:
        lines.append(f"DEF {defence}: {figure.name} is stunned at once")
    heading = cite_headings("Calculating ATK/DEF; +1/+1 and -1/-1 counters")
    working = tuple(Line(text, heading[1 if "stunned" in text else 0]) for text in lines)
    return Result({"atk": max(atk, 0), "def": defence, "stunned_at_once": stunned}, working=working)
