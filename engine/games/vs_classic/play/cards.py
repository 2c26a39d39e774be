"""The card that an action is about: its type, where it comes from, its face, restrictions and targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games.vs_classic.play import timing
from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.costs import is_said
from engine.games.vs_classic.play.saying import RecruitSays
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, equals
from engine.rules.messages import quantity


def has_type(kind: str) -> Callable[[Attempt], Found]:
    """The check that the card is of a type."""

    def check(attempt: Attempt) -> Found:
        return equals(attempt.says.card.type, kind)

    check.__doc__ = f"The card is of type {kind}."
    return check


def from_hand(attempt: Attempt) -> Found:
    """The card comes from the hand."""
    return equals(attempt.says.from_, "hand")


def in_own_row(attempt: Attempt) -> Found:
    """The card is in the actor's own resource row."""
    if attempt.says.card.controller not in {None, attempt.by}:
        return Broken("The resource is another player’s.")
    return equals(attempt.says.from_, "resource-row")


def recruit_zone(attempt: Attempt) -> Found:
    """The card is recruited from the hand, as a reservist from the resource row, or from where a card allows."""
    zone, card = attempt.says.from_, attempt.says.card
    if isinstance(zone, Unknown):
        return zone
    if zone == "hand" or zone in card.may_play_from:
        return True
    if zone != "resource-row" or not isinstance(attempt.says, RecruitSays):
        return False
    reservist: Truth = card.reservist
    return Broken("Only a reservist is recruited from the resource row.") if reservist is False else reservist


def play_zone(attempt: Attempt) -> Found:
    """A plot twist is played from hand or resource row, or from where a card allows."""
    zone = attempt.says.from_
    if isinstance(zone, Unknown):
        return zone
    if zone == "resource-row" and attempt.says.card.controller not in {None, attempt.by}:
        return Broken("The resource is another player’s.")
    return zone in {"hand", "resource-row"} or zone in attempt.says.card.may_play_from


def face_down(attempt: Attempt) -> Found:
    """The resource is face down."""
    return equals(attempt.says.card.face, "down")


def face_down_in_row(attempt: Attempt) -> Found:
    """A plot twist that is played from the resource row is face down there."""
    return face_down(attempt) if attempt.says.from_ == "resource-row" else None


def built_face_down(attempt: Attempt) -> Found:
    """A resource is built face down."""
    return bool(attempt.says.face == "down")


def first_build(attempt: Attempt) -> Found:
    """Nothing was built in this step."""
    return attempt.own.resources_built == 0


def restriction_met(attempt: Attempt) -> Found:
    """What the text asks by “only if” or “only when” is met."""
    says = attempt.says
    restriction = restricting(says).restriction
    if not is_said(restriction):
        return None
    met: Truth = says.restriction_met
    return Broken(f"Not met: {restriction}.") if met is False else met


def restricting(says: Any) -> Any:
    """What carries the text of an action: its power, else its card."""
    return says.power if hasattr(says, "power") else says.card


def within_duration(attempt: Attempt) -> Found:
    """The effect is played inside the duration of what it creates."""
    return timing.within_duration(attempt, restricting(attempt.says).duration)


def enough_targets(attempt: Attempt) -> Found:
    """There are as many legal targets as the effect needs."""
    needed, legal = restricting(attempt.says).targets, attempt.says.legal_targets
    if not needed:
        return None
    if isinstance(legal, Unknown):
        return legal
    return True if legal >= needed else Broken(f"It needs {quantity(needed, 'target')}, and {legal} would be legal.")


def targets_differ(attempt: Attempt) -> Found:
    """No card is chosen for two targets of one effect."""
    targets = attempt.says.targets
    return len(set(targets)) == len(targets) if targets else None
