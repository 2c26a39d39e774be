"""Using payment powers, and substituting (501, 203.6, 706.5, 706.14): whose power it is, and what it costs."""

from __future__ import annotations

from engine.games.vs_classic.play.attempt import OLD, Attempt
from engine.games.vs_classic.play.characters import (
    demand,
    find_character,
    is_character,
    is_controlled,
    is_ready,
    is_stunned,
    is_unlisted,
    name_of,
    unless,
    why_not_ready,
)
from engine.games.vs_classic.play.costs import is_said, say_shortage
from engine.games.vs_classic.play.facts import Character, Location
from engine.games.vs_classic.play.figures import signed
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, combine, equals


def source_character(attempt: Attempt) -> Character | None:
    """The character whose power it is; None where it is a location's or an equipment's, or isn't said."""
    says = attempt.says
    if isinstance(says.source, Unknown) or says.source_type != "character" or source_location(attempt):
        return None
    is_theirs = says.source_controller not in {None, attempt.by}
    return find_character(says.source, *((attempt.other, attempt.own) if is_theirs else (attempt.own, attempt.other)))


def source_location(attempt: Attempt) -> Location | None:
    """The listed face-up location whose power it is."""
    for side in (attempt.own, attempt.other):
        for each in () if isinstance(side.locations, Unknown) else side.locations:
            if each.id == attempt.says.source:
                return each
    return None


def source_is_own(attempt: Attempt) -> Found:
    """The actor controls the source."""
    says = attempt.says
    if isinstance(says.source, Unknown):
        return says.source
    held = source_character(attempt) or source_location(attempt)
    if held is not None:
        if _is_said_elsewhere(attempt, held):
            return Unknown(("action.source_controller",))
        return True if held.path.startswith(attempt.by) else Broken(f"{_called(held)} is another player’s.")
    return says.source_controller in {None, attempt.by}


def source_not_stunned(attempt: Attempt) -> Found:
    """The source isn't stunned, nor the bearer of an equipment."""
    says = attempt.says
    if isinstance(says.source, Unknown):
        return None
    if says.source_type == "equipment":
        if isinstance(says.equipped_to, Unknown):
            return says.equipped_to
        bearer = attempt.own_character(says.equipped_to)
        return unless(is_stunned(bearer), f"{name_of(bearer)} is stunned, so its equipment has no text.")
    character = source_character(attempt)
    if character is None or (is_unlisted(character) and says.source_ready is True):
        return None
    if is_stunned(character) is True and says.source_ready is True:
        return _ask_ready()
    return unless(is_stunned(character), f"{name_of(character)} is stunned and has no powers.")


def _ask_ready() -> Unknown:
    """What to ask where the action says of its source that it is ready, and the position that it isn't, or back."""
    return Unknown(("action.source_ready",))


def source_face_up(attempt: Attempt) -> Found:
    """A location is face up."""
    if source_location(attempt) is not None:
        return True
    return equals(attempt.says.source_face, "up") if attempt.says.source_type == "location" else None


def can_activate(attempt: Attempt) -> Found:
    """A power that activates its source needs it ready."""
    says = attempt.says
    if not says.power.activate or isinstance(says.source, Unknown):
        return None
    character = source_character(attempt)
    if character is None or (is_unlisted(character) and not isinstance(says.source_ready, Unknown)):
        return demand(says.source_ready, "The source is exhausted.")
    ready: Truth = is_ready(character)
    if isinstance(ready, bool) and isinstance(says.source_ready, bool) and ready != says.source_ready:
        return _ask_ready()
    return demand(ready, why_not_ready(character))


def enough_endurance(attempt: Attempt) -> Found:
    """There is as much endurance as the power costs; 0 can always be paid."""
    cost, endurance = attempt.says.power.pay_endurance, attempt.own.endurance
    if not cost:
        return None
    if isinstance(endurance, Unknown):
        return endurance
    return True if endurance >= cost else Broken(f"It costs {cost} endurance, and {signed(endurance)} is left.")


def points_in_own_step(attempt: Attempt) -> Found:
    """Resource points are paid in one's own recruit step alone."""
    return attempt.in_step("recruit") if attempt.says.power.pay_points else None


def enough_power_points(attempt: Attempt) -> Found:
    """There are as many resource points as the power costs."""
    cost, points = attempt.says.power.pay_points, attempt.points
    if not cost:
        return None
    if isinstance(points, Unknown):
        return points
    return True if points >= cost else Broken(say_shortage(cost, points))


def enough_atk_and_def(attempt: Attempt) -> Found:
    """The character has as much ATK and DEF as it pays."""
    power, character = attempt.says.power, source_character(attempt)
    if character is None or not (power.pay_atk or power.pay_def):
        return None
    pairs = ((power.pay_atk, character.atk, "ATK"), (power.pay_def, character.def_, "DEF"))
    asks: list[Unknown] = []
    for cost, printed, word in pairs:
        if cost and isinstance(printed, Unknown):
            asks.append(printed)
        elif cost and not isinstance(printed, Unknown) and printed + character.power_ups < cost:
            held = signed(printed + character.power_ups)
            return Broken(f"{name_of(character)} has {held} {word}, and pays {cost}.")
    return combine(*asks) if asks else True


def other_cost_payable(attempt: Attempt) -> Found:
    """Everything that the cost asks can be done; a character that can't be stunned pays no evasion."""
    power, character = attempt.says.power, source_character(attempt)
    if power.keyword == "evasion" and character is not None and character.cannot_be_stunned:
        return Broken(f"{name_of(character)} can’t be stunned, which evasion costs.")
    if not is_said(power.other_cost):
        return None
    payable: Truth = attempt.says.other_cost_payable
    return demand(payable, f"It can’t be paid: {power.other_cost}.")


def uses_left(attempt: Attempt) -> Found:
    """The power may be used again."""
    limit, used = attempt.says.power.limit, attempt.says.used
    if limit is None:
        return None
    return used if isinstance(used, Unknown) else bool(used < limit)


def has_cosmic_counter(attempt: Attempt) -> Found:
    """A cosmic power needs a cosmic counter, which a stunned character never has."""
    character = source_character(attempt)
    if not attempt.says.power.cosmic or character is None:
        return None
    if is_stunned(character) is True:
        return False
    return character.cosmic_counter


def removed_character(attempt: Attempt) -> Character | None:
    """The character that a substitute removes from the game."""
    name = attempt.says.remove
    return None if isinstance(name, Unknown) else attempt.own_character(name)


def removes_own(attempt: Attempt) -> Found:
    """The removed character is the actor's."""
    removed = removed_character(attempt)
    if removed is None:
        name: Truth = attempt.says.remove
        return name
    if not is_character(removed):
        return Broken(f"{name_of(removed)} isn’t a character.")
    return True if is_controlled(removed, attempt.own) else Broken(f"{name_of(removed)} is another player’s character.")


def removes_ready(attempt: Attempt) -> Found:
    """The removed character is ready."""
    removed = removed_character(attempt)
    return None if removed is None else demand(is_ready(removed), why_not_ready(removed))


def removes_enough(attempt: Attempt) -> Found:
    """The removed character costs at least as much as the card; 2.7 compares nothing with a costless one."""
    removed, card = removed_character(attempt), attempt.says.card
    if (card.costless or (removed is not None and removed.costless)) and attempt.edition != OLD:
        return Broken("A costless character has no cost to compare.")
    if removed is None:
        return None
    own: Maybe[int] = 0 if removed.costless else removed.cost
    needed: Maybe[int] = 0 if card.costless else card.cost
    if isinstance(own, Unknown) or isinstance(needed, Unknown):
        return combine(*(each for each in (own, needed) if isinstance(each, Unknown)))
    return True if own >= needed else Broken(f"{name_of(removed)} costs {own}, and the card {needed}.")


def _is_said_elsewhere(attempt: Attempt, held: Character | Location) -> bool:
    """Whether the action says that another player controls its source than who has it listed."""
    controller: str | None = attempt.says.source_controller
    is_listed = isinstance(held, Location) or not is_unlisted(held)
    return is_listed and controller is not None and not held.path.startswith(controller)


def _called(held: Character | Location) -> str:
    return name_of(held) if isinstance(held, Character) else held.name or held.id
