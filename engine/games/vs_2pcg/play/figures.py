"""A character's ATK and DEF from its base figures, counters and modifiers (Calculating ATK/DEF)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.vs_2pcg.play.facts import Character
from engine.play.truth import Unknown

PLUS, MINUS = "+1/+1", "-1/-1"


class Figures(NamedTuple):
    """ATK and DEF after a step, and the step in words."""

    atk: int
    defence: int
    step: str


def work_out(facts: Character) -> Iterator[Figures]:
    """The figures step by step: base, counters, then modifiers in their order; none where the base isn't known."""
    atk, defence = facts.base_atk, facts.base_def
    if isinstance(atk, Unknown) or isinstance(defence, Unknown):
        return
    yield Figures(atk, defence, "base")
    counters = dict(facts.counters)
    if counters.get(PLUS) or counters.get(MINUS):
        net = counters.get(PLUS, 0) - counters.get(MINUS, 0)
        atk, defence = atk + net, defence + net
        yield Figures(atk, defence, f"Counters {net:+}/{net:+}")
    for each in facts.modifiers:
        atk, defence = atk + each.atk, defence + each.def_
        said = [f"{each.atk:+}/{each.def_:+}"] if each.atk or each.def_ else []
        if each.switch:
            atk, defence = defence, atk
            said.append("switched")
        yield Figures(atk, defence, f"Modifier {', '.join(said)}")
