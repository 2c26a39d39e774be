"""What is paid: recruit costs with reductions, press and boost; thresholds; costs in words."""

from __future__ import annotations

from typing import Any

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.saying import RecruitSays
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, combine


def is_said(text: str | None) -> bool:
    """Whether a text of a card says anything; “none” says nothing."""
    return bool(text) and str(text).casefold() != "none"


def total_cost(attempt: Attempt) -> Maybe[int]:
    """The resource points that recruiting costs (505.1d): reductions, then press, then what is added; never below 0."""
    card, boost = attempt.says.card, getattr(attempt.says, "boost", 0)
    base = reduced_cost(attempt)
    return base if isinstance(base, Unknown) else max(base + card.additional + boost, 0)


def reduced_cost(attempt: Attempt) -> Maybe[int]:
    """The recruit cost less reductions, then less press, which helps characters alone and stops at 1 (706.12)."""
    card = attempt.says.card
    cost: Maybe[int] = card.cost
    if card.costless:
        return 0
    if isinstance(cost, Unknown):
        return cost
    base = int(cost - card.reduction)
    press = attempt.own.press if helps_press(attempt) else 0
    return max(base - press, 1) if press and base > 1 else base


def helps_press(attempt: Attempt) -> bool:
    """Whether press makes this card cheaper: a character's only."""
    return isinstance(attempt.says, RecruitSays)


def enough_points(attempt: Attempt) -> Found:
    """The cost is at most the unspent resource points."""
    return _compare(total_cost(attempt), attempt.points)


def _compare(cost: Maybe[int], points: Maybe[int]) -> Found:
    if cost == 0:
        return True
    if isinstance(cost, Unknown) or isinstance(points, Unknown):
        return combine(*(each for each in (cost, points) if isinstance(each, Unknown)))
    return True if cost <= points else Broken(f"It costs {cost} resource points, and {points} are left.")


def extra_points(says: Any) -> int:
    """The resource points that a plot twist takes: its boost, and what its text adds."""
    points: int = says.boost + says.card.additional
    return points


def twist_points_in_step(attempt: Attempt) -> Found:
    """Resource points for a plot twist are paid in one's own recruit step."""
    return attempt.in_step("recruit") if extra_points(attempt.says) else None


def twist_points(attempt: Attempt) -> Found:
    """There are resource points enough for the boost of a plot twist."""
    points = extra_points(attempt.says)
    return _compare(points, attempt.points) if points else None


def boost_on_card(attempt: Attempt) -> Found:
    """The boost that is paid is the card's."""
    paid, printed = attempt.says.boost, attempt.says.card.boost
    if not paid:
        return None
    return printed if isinstance(printed, Unknown) else bool(printed == paid)


def additional_cost_payable(attempt: Attempt) -> Found:
    """An additional cost that isn't a number can be paid."""
    cost = attempt.says.card.additional_cost
    if not is_said(cost):
        return None
    payable: Truth = attempt.says.additional_cost_payable
    return Broken(f"It can’t be paid: {cost}.") if payable is False else payable


def threshold_met(attempt: Attempt) -> Found:
    """There are as many resources as the threshold cost; nothing is spent (203.5b)."""
    card, resources = attempt.says.card, attempt.own.resources
    threshold = card.threshold
    if isinstance(threshold, Unknown) or isinstance(resources, Unknown):
        return combine(*(each for each in (threshold, resources) if isinstance(each, Unknown)))
    needed = max(threshold - card.threshold_reduction, 0)
    return True if resources >= needed else Broken(f"The threshold is {needed}, and there are {resources} resources.")
