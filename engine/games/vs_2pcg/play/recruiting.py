"""What it takes to recruit a character, and the recruit points of a step (Recruit Step, Uniqueness)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.vs_2pcg.play.attempt import Attempt, has_keyword
from engine.games.vs_2pcg.play.names import names_of
from engine.games.vs_2pcg.play.timing import in_step
from engine.play.facts import MAX_NUMBER, Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, any_in_order, any_of, at_least, compute, equals, negate


def enters_by_spider_verse(attempt: Attempt) -> bool:
    """Whether it may be put onto its player's side for nothing, in any step of the build phase."""
    return has_keyword(attempt.says.card.keywords, "Spider-Verse")


def recruit_time(attempt: Attempt) -> Found:
    """The recruit step; any step of the build phase for Spider-Verse."""
    if enters_by_spider_verse(attempt) and attempt.phase == "build":
        return True
    return in_step("recruit", "build")(attempt)


def recruited_from(attempt: Attempt) -> Found:
    """From hand; by Dimensional Wristwatch from the deck too, which its keywords tell."""
    card, place = attempt.says.card, attempt.says.from_
    if place == "deck" and not enters_by_spider_verse(attempt):
        asked = Unknown((f"{card.path}.keywords",))
        return asked if card.keywords is None else has_keyword(card.keywords, "Dimensional Wristwatch")
    return bool(place == "hand")


def is_supporting(attempt: Attempt) -> Found:
    """A supporting character, or a main character with Spider-Verse."""
    kind = attempt.says.card.type
    return True if kind == "main" and enters_by_spider_verse(attempt) else equals(kind, "supporting")


def may_appear(attempt: Attempt) -> Found:
    """A character with Future Past appears only where what its card demands is there."""
    card = attempt.says.card
    return card.condition_met if has_keyword(card.keywords, "Future Past") else None


def points_left(attempt: Attempt) -> Maybe[int]:
    """The recruit points: those said, else what ready resources make less what was spent; unknown if they differ."""
    said = attempt.turn.recruit_points_left
    if _points_differ(attempt):
        return Unknown(("turn.recruit_points_left",))
    if isinstance(attempt.own.resources, Unknown) or not isinstance(said, Unknown):
        return said
    return compute(lambda spent: _points_at_most(attempt) - spent, attempt.turn.recruit_points_spent)


def _points_differ(attempt: Attempt) -> bool:
    """Whether the points that are said to be left can't be what the row has made and the player has spent."""
    said, spent, made = attempt.turn.recruit_points_left, attempt.turn.recruit_points_spent, _points_at_most(attempt)
    if isinstance(said, Unknown) or isinstance(attempt.own.resources, Unknown):
        return False
    return said > made if isinstance(spent, Unknown) else said != made - spent


def pay_points(position: dict[str, Any], attempt: Attempt, values: Mapping[str, Any]) -> None:
    """Write the points that are left into the next position, and those spent where they are said."""
    if "recruit_points_left" in values:
        turn = position.setdefault("turn", {})
        turn["recruit_points_left"] = values["recruit_points_left"]
        if "recruit_points_spent" in turn:
            turn["recruit_points_spent"] += attempt.says.card.cost


def recruit_affordable(attempt: Attempt) -> Found:
    """Enough points, or none needed: Spider-Verse costs nothing."""
    return None if enters_by_spider_verse(attempt) else points_enough(attempt)


def points_enough(attempt: Attempt) -> Found:
    """The points that are left pay the cost; a cost of 0 takes none."""
    cost: Maybe[int] = attempt.says.card.cost
    if isinstance(cost, Unknown) or cost == 0:
        return cost if isinstance(cost, Unknown) else True
    left = points_left(attempt)
    if isinstance(left, Unknown) and not _points_differ(attempt) and cost > _points_at_most(attempt):
        return Broken(f"The card costs {cost}. Recruit points from ready resources: {_points_at_most(attempt)}.")
    if not isinstance(left, Unknown) and left < cost:
        return Broken(f"The card costs {cost}. Recruit points left: {left}.")
    return at_least(left, cost)


def _points_at_most(attempt: Attempt) -> int:
    """The points that the row makes, nothing spent yet; no bound where the row isn't listed."""
    row = attempt.own.resources
    if isinstance(row, Unknown):
        return MAX_NUMBER
    return sum(each.ready for each in row) + attempt.turn.recruit_points_bonus


def unlike_main(attempt: Attempt) -> Found:
    """The character isn't named as the player's main character, or it has Swarm."""
    card = attempt.says.card
    named = names_of(card.name, card.aka)
    swarm: Truth = Unknown((f"{card.path}.keywords",)) if card.keywords is None else has_keyword(card.keywords, "Swarm")
    return any_in_order((negate(_shares_main_name(attempt, named)), swarm))


def _shares_main_name(attempt: Attempt, named: Maybe[frozenset[str]]) -> Truth:
    """Of the main characters in the rows and of the one that is said; those in the rows suffice."""
    said = attempt.own.main_character
    seen = [
        names_of(each.facts.name, each.facts.aka) for each in attempt.on_side(attempt.by) if each.facts.main is True
    ]
    held = seen if isinstance(said, Unknown) and seen else [*seen, names_of(said, ())]
    return any_of(compute(lambda one, other: bool(one & other), named, each) for each in held)


def own_side(attempt: Attempt) -> Found:
    return attempt.says.side in {None, attempt.by}
