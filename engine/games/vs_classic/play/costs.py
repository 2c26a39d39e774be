"""What is paid: recruit costs with reductions, press and boost; thresholds; costs in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.figures import MINUS, signed
from engine.games.vs_classic.play.saying import RecruitSays
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, combine
from engine.rules.messages import quantity


def is_said(text: str | None) -> bool:
    """Whether a text of a card says anything; “none” says nothing."""
    return bool(text) and str(text).casefold() != "none"


class Cost(NamedTuple):
    """What recruiting costs, step by step (505.1d): reductions, then press, then what is added; never below 0."""

    printed: int  #: 0 for a costless card
    reduction: int
    press: int  #: what press takes off
    is_held: bool  #: press would take more off, but stops at 1
    additional: int
    boost: int

    @property
    def sum(self) -> int:
        """What the steps add up to."""
        return self.printed - self.reduction - self.press + self.additional + self.boost

    @property
    def total(self) -> int:
        """The resource points to pay."""
        return max(self.sum, 0)

    @property
    def steps(self) -> str:
        """The steps in words; the printed cost alone where nothing changes it."""
        changes = [
            (-self.reduction, "reduction" if self.reduction > 0 else "increase"),
            (-self.press, "press (stops at 1)" if self.is_held else "press"),
            (self.additional, "additional"),
            (self.boost, "boost"),
        ]
        said = [f" {MINUS if change < 0 else '+'} {abs(change)} {word}" for change, word in changes if change]
        if not said:
            return f"{self.total}"
        least = ", which counts as 0" if self.sum < 0 else ""
        return f"{self.printed}{''.join(said)} = {signed(self.sum)}{least}"


def cost_of(attempt: Attempt) -> Maybe[Cost]:
    """The resource points that recruiting costs. Press helps characters alone and stops at 1 (706.12)."""
    card, boost = attempt.says.card, getattr(attempt.says, "boost", 0)
    if card.costless:
        return Cost(0, 0, 0, False, card.additional, boost)
    if isinstance(card.cost, Unknown):
        return card.cost
    base = int(card.cost - card.reduction)
    press = attempt.own.press if helps_press(attempt) else 0
    taken = min(press, max(base - 1, 0))
    return Cost(card.cost, card.reduction, taken, 0 < taken < press, card.additional, boost)


def total_cost(attempt: Attempt) -> Maybe[int]:
    """The resource points that recruiting costs."""
    cost = cost_of(attempt)
    return cost if isinstance(cost, Unknown) else cost.total


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
    return True if cost <= points else Broken(say_shortage(cost, points))


def say_shortage(cost: int, points: int) -> str:
    """The sentence for too few resource points."""
    left = "1 is left" if points == 1 else f"{points} are left"
    return f"It costs {quantity(cost, 'resource point')}, and {left}."


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
    return True if resources >= needed else Broken(say_threshold(needed, resources))


def say_threshold(needed: int, resources: int) -> str:
    """The sentence for too few resources."""
    return (
        f"The threshold is {needed}, and there {'is' if resources == 1 else 'are'} {quantity(resources, 'resource')}."
    )
