"""What scoring gives: a point or a card, the score, and whether it wins (466-467; July 471-472)."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.citing import Place, applied, cite_places
from engine.games.riftbound.play.combat import other_side
from engine.games.riftbound.play.combat_facts import CONQUER, EFFECT, HOLD
from engine.games.riftbound.play.facts import YOU, Side
from engine.model.verdicts import LEGAL
from engine.play.rules import Applied, Line, Missing, Result, Row
from engine.play.truth import Unknown

POINT: tuple[Place, ...] = (("466.1", "471.1"),)
LAST_POINT: dict[str, tuple[Place, ...]] = {
    HOLD: (("466.1.b.1", "471.1.a.1"),),
    CONQUER: (("466.1.b.2", "471.1.b.1"), ("466.1.b", "471.1.b")),
    EFFECT: (("466.1.a.1", "471.1.a.1"),),
}
WIN: tuple[Place, ...] = (("467", "472"), "323.1")


class Gain(NamedTuple):
    """What a side gains: values of a result, what they were computed by, and what can't be told."""

    values: dict[str, Any]
    applied: tuple[Applied, ...] = ()
    missing: tuple[Missing, ...] = ()
    working: tuple[Line, ...] = ()


def side_of(attempt: Attempt, name: str) -> Side:
    """What a side has."""
    return attempt.position.you if name == YOU else attempt.position.opponent


def gain_point(attempt: Attempt, player: str, how: str, battlefield: str = "") -> Gain:
    """The point that a side gains by conquering, holding or an effect; or the card that it draws instead."""
    side, victory = side_of(attempt, player), attempt.position.victory_score
    score = side.score
    if isinstance(score, Unknown):
        return Gain({}, missing=(_missing(attempt, "last-point", LAST_POINT[how], score.asks),))
    last = score >= victory - 1
    draws = False
    if last and how == CONQUER:
        fields = attempt.position.battlefields
        if isinstance(fields, Unknown):
            return Gain({}, missing=(_missing(attempt, "last-point", LAST_POINT[how], fields.asks),))
        scored = {battlefield, *side.scored_here}
        draws = not {each.id for each in fields} <= scored
    rules = [applied(attempt.edition, "point-gained", *POINT)]
    if last:
        rules.append(applied(attempt.edition, "last-point", *LAST_POINT[how]))
    gained = Gain(
        {"points": int(not draws), "draws": int(draws), "score": score + (not draws)},
        tuple(rules),
        (),
        (_line_of_point(attempt, score, how, last, draws),),
    )
    return _with_win(attempt, player, gained)


def _line_of_point(attempt: Attempt, score: int, how: str, last: bool, draws: bool) -> Line:
    victory = attempt.position.victory_score
    places = LAST_POINT[how] if last else POINT
    citation = cite_places(attempt.edition, *places)[0]
    if draws:
        text = f"{score} of {victory} points, and not every battlefield scored this turn: a card, no point"
    else:
        text = f"{score} + 1 = {score + 1} of {victory} points"
    return Line(text, citation)


def _with_win(attempt: Attempt, player: str, gained: Gain) -> Gain:
    score, victory = gained.values["score"], attempt.position.victory_score
    if score < victory:
        return gained._replace(values={**gained.values, "wins": False})
    theirs = side_of(attempt, other_side(player)).score
    if isinstance(theirs, Unknown):
        return gained._replace(missing=(_missing(attempt, "win", WIN, theirs.asks),))
    wins = score > theirs
    sign = "more than" if wins else "not more than"
    line = Line(f"{score} of {victory} points, {sign} the other’s {theirs}", cite_places(attempt.edition, *WIN)[0])
    return Gain(
        {**gained.values, "wins": wins},
        (*gained.applied, applied(attempt.edition, "win", *WIN)),
        (),
        (*gained.working, line),
    )


def _missing(attempt: Attempt, code: str, places: tuple[Place, ...], asks: tuple[str, ...]) -> Missing:
    return Missing(code, cite_places(attempt.edition, *places), asks)


def compute_conquer(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Control is established, the battlefield is scored, and what triggers on conquering triggers (461.5, 466)."""
    return _compute_score(attempt, CONQUER, outcome, {"controller": attempt.player, "triggers": CONQUER})


def compute_hold(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The battlefield is scored, and what triggers on holding triggers (464.2, 466)."""
    return _compute_score(attempt, HOLD, outcome, {"controller": attempt.player, "triggers": HOLD})


def compute_score(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """A point, or the card in its stead (466.1)."""
    return _compute_score(attempt, attempt.says.how, outcome, {})


def _compute_score(attempt: Attempt, how: str, outcome: str, more: dict[str, Any]) -> Result | None:
    if outcome != LEGAL:
        return None
    named = "" if how == EFFECT else attempt.says.battlefield
    gained = gain_point(attempt, attempt.player, how, named)
    triggers = () if how == EFFECT else (applied(attempt.edition, "score-triggers", ("466.2", "471.2")),)
    return Result(
        {"scores": named or None, **more, **gained.values}, (*gained.applied, *triggers), gained.missing, gained.working
    )


def compute_win(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The game is won (467)."""
    if outcome != LEGAL:
        return None
    return Result({"winner": attempt.player}, (applied(attempt.edition, "win", *WIN),))
