"""What players do inside an attack: powering up and reinforcing (507.1, 708.5, 708.7)."""

from __future__ import annotations

from engine.games.vs_classic.play.attempt import Attempt, combatant, in_combat, is_own
from engine.games.vs_classic.play.characters import (
    are_adjacent,
    demand,
    is_character,
    is_ready,
    name_of,
    names_of,
    why_not_ready,
)
from engine.games.vs_classic.play.facts import Character
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, combine, equals


def target_of(attempt: Attempt) -> Character | None:
    """The character that becomes powered-up."""
    name = attempt.says.target
    return None if isinstance(name, Unknown) else combatant(attempt, name)


def target_fights(attempt: Attempt) -> Found:
    """The target attacks or defends now."""
    target = target_of(attempt)
    if target is None:
        name: Truth = attempt.says.target
        return name
    if attempt.in_substep is False:
        return None
    role = in_combat(attempt, target)
    if isinstance(role, Unknown):
        return role
    return True if role else Broken(f"{name_of(target)} neither attacks nor defends.")


def target_own(attempt: Attempt) -> Found:
    """The actor controls the target."""
    target = target_of(attempt)
    if target is None:
        return None
    return True if is_own(attempt, target) else Broken(f"{name_of(target)} is another player’s character.")


def discards_character(attempt: Attempt) -> Found:
    """A character card is discarded."""
    return equals(attempt.says.card.type, "character")


def discards_same_name(attempt: Attempt) -> Found:
    """The discarded card shares a name with the target; versions and identities don't matter."""
    target = target_of(attempt)
    if target is None:
        return None
    own, discarded = names_of(target), names_of(attempt.says.card)
    if isinstance(own, Unknown) or isinstance(discarded, Unknown):
        return combine(*(each for each in (own, discarded) if isinstance(each, Unknown)))
    if own & discarded:
        return True
    # Besides several names that are said, the name might be another.
    unsaid = [each for each in (target.name, attempt.says.card.name) if isinstance(each, Unknown)]
    return combine(*unsaid) if unsaid else Broken(f"The discarded card isn’t named {name_of(target)}.")


def defender_of(attempt: Attempt) -> Character | None:
    """The character that is reinforced."""
    name = attempt.says.defender
    return None if isinstance(name, Unknown) else combatant(attempt, name)


def reinforcer_of(attempt: Attempt) -> Character | None:
    """The character that exhausts to reinforce."""
    name = attempt.says.with_
    return None if isinstance(name, Unknown) else attempt.own_character(name)


def target_defends(attempt: Attempt) -> Found:
    """The target defends now."""
    target = defender_of(attempt)
    if target is None:
        name: Truth = attempt.says.defender
        return name
    if attempt.in_substep is False:
        return None
    role = in_combat(attempt, target)
    if isinstance(role, Unknown):
        return role
    return True if role == "defender" else Broken(f"{name_of(target)} doesn’t defend.")


def defender_own(attempt: Attempt) -> Found:
    """The actor controls the defender."""
    target = defender_of(attempt)
    if target is None:
        return None
    return True if is_own(attempt, target) else Broken(f"{name_of(target)} is another player’s character.")


def reinforcer_own(attempt: Attempt) -> Found:
    """The actor controls the character that reinforces."""
    helper = reinforcer_of(attempt)
    if helper is None:
        name: Truth = attempt.says.with_
        return name
    if not is_character(helper):
        return Broken(f"{name_of(helper)} isn’t a character.")
    return True if is_own(attempt, helper) else Broken(f"{name_of(helper)} is another player’s character.")


def reinforcer_ready(attempt: Attempt) -> Found:
    """The character that reinforces is ready, since it exhausts for it."""
    helper = reinforcer_of(attempt)
    return None if helper is None else demand(is_ready(helper), why_not_ready(helper))


def reinforcer_in_support(attempt: Attempt) -> Found:
    """The character that reinforces is in the support row."""
    helper = reinforcer_of(attempt)
    if helper is None:
        return None
    return demand(equals(helper.row, "support"), f"{name_of(helper)} isn’t in the support row.")


def reinforcer_adjacent(attempt: Attempt) -> Found:
    """The character that reinforces is adjacent to the defender."""
    helper, target = reinforcer_of(attempt), defender_of(attempt)
    if helper is None or target is None:
        return None
    return demand(are_adjacent(target, helper), f"{name_of(helper)} isn’t adjacent to {name_of(target)}.")


def reinforcer_shares(attempt: Attempt) -> Found:
    """The two share an affiliation; one that counts as having all reinforces any affiliated defender, and no other."""
    helper, target = reinforcer_of(attempt), defender_of(attempt)
    if helper is None or target is None:
        return None
    return demand(_shares(target, helper), f"{name_of(helper)} shares no affiliation with {name_of(target)}.")


def _shares(target: Character, helper: Character) -> Truth:
    own, given = target.affiliations, helper.affiliations
    if own == () or (given == () and not helper.all_affiliations):
        return False
    if isinstance(own, Unknown) or (isinstance(given, Unknown) and not helper.all_affiliations):
        unknown = [each for each in (own, given) if isinstance(each, Unknown)]
        return combine(*(unknown[:1] if helper.all_affiliations else unknown))
    if helper.all_affiliations or isinstance(given, Unknown):
        return True
    return not {each.casefold() for each in own}.isdisjoint(each.casefold() for each in given)
