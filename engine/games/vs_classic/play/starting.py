"""The start of an attack substep (602.1): the proposal is checked again, then the attackers exhaust."""

from __future__ import annotations

from engine.games.vs_classic.play.attack_actions import LEGALITY_RULES
from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.citing import cite_new
from engine.games.vs_classic.play.facts import SIDES
from engine.play.rules import Applied, Broken, Line, Missing, Result, Row
from engine.play.truth import Unknown


def start(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Whether the attack goes on, why not, and who exhausts."""
    attack = attempt.attack
    if (
        outcome != "legal"
        or attack is None
        or isinstance(attack, Unknown)
        or isinstance(attack.attackers, Unknown)
        or isinstance(attack.defender, Unknown)
        or isinstance(attack.by, Unknown)
    ):
        return None
    proposal = attempt.proposing(attack.attackers, attack.defender, attack.by)
    found = [(rule, rule.check(proposal)) for rule in LEGALITY_RULES[attempt.edition]]
    applied = (Applied("legality-again", cite_new("602.1, 602.1a, 602.1b, 602.1c, 602.1d")),)
    broken = [(rule, what) for rule, what in found if what is False or isinstance(what, Broken)]
    if broken:
        reasons = [
            Line(what.message if isinstance(what, Broken) else rule.broken, rule.citation) for rule, what in broken
        ]
        off = cite_new("602.1b" if attack.defender in SIDES else "602.1a")[0]
        lines = (*reasons, Line("The attack is off, and nobody exhausts.", off))
        because = [rule.code for rule, _ in broken]
        return Result({"goes_on": False, "because": because, "exhausted": []}, applied, (), lines)
    missing = tuple(Missing(rule.code, rule.citations, what.asks) for rule, what in found if isinstance(what, Unknown))
    if missing:
        return Result(None, applied, missing)
    line = Line("The attack goes on, and the attackers exhaust.", cite_new("602.1d")[0])
    exhausted = sorted(dict.fromkeys(attack.attackers))
    return Result({"goes_on": True, "because": [], "exhausted": exhausted}, applied, (), (line,))
