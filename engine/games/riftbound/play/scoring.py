"""Scoring: conquering, holding, the last point, burning out and winning (431, 462-467; July 467-472)."""

from __future__ import annotations

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.combat import find_field, has_units
from engine.games.riftbound.play.combat_facts import EFFECT
from engine.play.rules import Broken, Found
from engine.play.truth import Unknown, all_of, at_least, compute, equals, negate


def conquer_alone(attempt: Attempt) -> Found:
    """Control goes to the side that alone has units there (348.2.a, 461.5)."""
    named = attempt.says.battlefield
    if isinstance(named, Unknown):
        return named
    mine, theirs = (has_units(attempt, named, side) for side in (attempt.player, attempt.other))
    if mine is False:
        return Broken("No unit of this side is there.")
    if theirs is True:
        return Broken("The other side has units there, too.")
    return all_of((mine, negate(theirs)))


def conquer_gains(attempt: Attempt) -> Found:
    """To conquer is to gain control: whoever controls the battlefield already doesn't (464.1, 348.2.a)."""
    field = find_field(attempt)
    return field if isinstance(field, Unknown) else negate(equals(field.controller, attempt.player))


def score_once(attempt: Attempt) -> Found:
    """A battlefield is scored once a turn (465)."""
    named = attempt.says.battlefield
    return compute(lambda field, scored: field not in scored, named, attempt.side.scored_here)


def hold_time(attempt: Attempt) -> Found:
    """Battlefields are held in their player's beginning phase (464.2, 315.2.b.2)."""
    return all_of((attempt.is_my_turn, equals(attempt.position.turn.phase, "beginning")))


def hold_control(attempt: Attempt) -> Found:
    """Only a battlefield under control is held (464.2)."""
    field = find_field(attempt)
    return field if isinstance(field, Unknown) else equals(field.controller, attempt.player)


def score_how(attempt: Attempt) -> Found:
    """Points come from conquering and holding, or from an effect (464, 466.1.a.1)."""
    return attempt.says.how if isinstance(attempt.says.how, Unknown) else True


def score_once_by(attempt: Attempt) -> Found:
    """A battlefield is scored once a turn, whichever way; an effect's point counts for none (465)."""
    return None if isinstance(attempt.says.how, Unknown) or attempt.says.how == EFFECT else score_once(attempt)


def burn_out_needed(attempt: Attempt) -> Found:
    """Whoever has to take more cards than the main deck has burns out (431.1)."""
    return compute(lambda deck: bool(deck < attempt.says.cards), attempt.side.deck)


def win_score(attempt: Attempt) -> Found:
    """To win takes the victory score (467, 323.1)."""
    return at_least(attempt.side.score, attempt.position.victory_score)


def win_lead(attempt: Attempt) -> Found:
    """To win takes more points than the other side (467, 323.1)."""
    theirs = (attempt.position.you if attempt.side is attempt.position.opponent else attempt.position.opponent).score
    return compute(lambda own, other: bool(own > other), attempt.side.score, theirs)
