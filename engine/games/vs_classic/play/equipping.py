"""Which character an equipment may equip (302.3)."""

from __future__ import annotations

from engine.games.vs_classic.play.attempt import OLD, Attempt
from engine.games.vs_classic.play.characters import demand, find_character, is_character, is_stunned, name_of, unless
from engine.games.vs_classic.play.costs import is_said
from engine.games.vs_classic.play.facts import HIDDEN, OPTIONAL, VISIBLE, Character
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown


def bearer(attempt: Attempt) -> Character | None:
    """The character that is named as target; an unlisted one is taken to be on the side that the card asks for."""
    name = attempt.says.target
    if name is None or isinstance(name, Unknown):
        return None
    sides = (attempt.other, attempt.own) if attempt.says.card.equip_opposing else (attempt.own, attempt.other)
    return find_character(name, *sides)


def has_target(attempt: Attempt) -> Found:
    """A character is named as the target."""
    target = attempt.says.target
    return target if isinstance(target, Unknown) else target is not None


def target_is_character(attempt: Attempt) -> Found:
    """The target is a character."""
    target = bearer(attempt)
    if target is None:
        return None
    return True if is_character(target) else Broken(f"{name_of(target)} isn’t a character.")


def target_not_stunned(attempt: Attempt) -> Found:
    """The target isn't stunned."""
    target = bearer(attempt)
    return None if target is None else unless(is_stunned(target), f"{name_of(target)} is stunned.")


def target_in_area(attempt: Attempt) -> Found:
    """Concealed equipment equips a hidden character, other a visible one, concealed—optional either.

    The edition of 2007 lets none but concealed—optional equipment equip a hidden character.
    """
    target, concealed = bearer(attempt), attempt.says.card.concealed
    if target is None:
        return None
    if concealed == OPTIONAL:
        return True
    wanted = HIDDEN if concealed and attempt.edition != OLD else VISIBLE
    return True if target.area == wanted else Broken(f"{name_of(target)} is {target.area}; it equips a {wanted} one.")


def room_for_equipment(attempt: Attempt) -> Found:
    """The target has fewer equipment than it may have."""
    target = bearer(attempt)
    if target is None:
        return None
    held, most = target.equipment, target.max_equipment
    if isinstance(held, Unknown):
        return held
    return True if len(held) < most else Broken(f"{name_of(target)} has {len(held)} equipment; at most {most}.")


def target_controlled(attempt: Attempt) -> Found:
    """The actor controls the target, or an opponent does where the card says so, which 2007 has no words for."""
    target = bearer(attempt)
    if target is None:
        return None
    is_own = target.path.startswith(attempt.by)
    if attempt.says.card.equip_opposing and attempt.edition != OLD:
        return Broken(f"It equips an opposing character, and {name_of(target)} isn’t one.") if is_own else True
    return True if is_own else Broken(f"{name_of(target)} is another player’s character.")


def equip_only_met(attempt: Attempt) -> Found:
    """What “equip only to” asks of the target is met."""
    wanted = attempt.says.card.equip_only
    if not is_said(wanted) or attempt.says.target is None:
        return None
    met: Truth = attempt.says.equip_only_met
    return demand(met, f"It equips only: {wanted}.")
