"""Step 2 of the walks: places, targets, modes and optional costs (355)."""

from __future__ import annotations

from collections import Counter

from engine.games.riftbound.play.attempt import Attempt, has_keyword
from engine.games.riftbound.play.costs import ACCELERATE, REPEAT
from engine.games.riftbound.play.facts import BASE
from engine.games.riftbound.play.targets import find_candidate, is_at, list_demands, restricts_to_hidden
from engine.games.riftbound.play.timing import has_ambush
from engine.play.facts import MAX_ELEMENTS
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_of, any_of, equals, negate


def location_chosen(attempt: Attempt) -> Found:
    """A unit's place is chosen as it is played (355.2)."""
    place = attempt.says.location
    return place if isinstance(place, Unknown) else True


def location_valid(attempt: Attempt) -> Found:
    """Base, a battlefield of one's own, where an effect allows, by Ambush; from face down only where it lay."""
    place, card = attempt.says.location, attempt.says.card
    if isinstance(place, Unknown):
        return None
    if attempt.is_from_hidden:
        if isinstance(card.hidden_at, Unknown):
            return None
        return place == card.hidden_at or Broken(f"From face down it goes only where it lay: {card.hidden_at}.")
    if place == BASE or place in card.granted_locations:
        return True
    return any_of((attempt.controls_battlefield(place), has_ambush(attempt)))


def gear_location(attempt: Attempt) -> Found:
    """Gear has no place to choose: it goes to the base, from face down to where it lay (149.2, 811.1.d.1)."""
    place, card = attempt.says.location, attempt.says.card
    if isinstance(place, Unknown):
        return True
    if attempt.is_from_hidden:
        return equals(card.hidden_at, place)
    return place == BASE or place in card.granted_locations


def targets_available(attempt: Attempt) -> Found:
    """A spell needs as many things to choose as it must choose (355.8)."""
    return None if attempt.played.target is None else attempt.has_options


def targets_chosen(attempt: Attempt) -> Found:
    """The right number is chosen, each time that the text is executed (355.5, 355.13)."""
    target = attempt.played.target
    if target is None:
        return None
    truths: list[Truth] = []
    for names in attempt.target_lists:
        if isinstance(names, Unknown):
            truths.append(names)
        elif not (attempt.kind == "triggered" and not names):
            different = len(set(names)) == len(names)
            truths.append(different and (len(names) <= target.count if target.up_to else len(names) == target.count))
    if all_of(truths) is False:
        number = f"at most {target.count}" if target.up_to else f"{target.count}, each of them once"
        return Broken(f"Choose {number}.")
    return all_of(truths)


def targets_valid(attempt: Attempt) -> Found:
    """What is chosen fits: kind, controller, place, might; it may be chosen, and isn't the spell itself (355.9)."""
    target = attempt.played.target
    if target is None or not attempt.chosen:
        return None
    truths: list[Truth] = []
    for name in dict.fromkeys(attempt.chosen):
        candidate = find_candidate(attempt, target, name)
        if isinstance(candidate, Unknown):
            truths.append(candidate)
            continue
        for truth, problem in list_demands(attempt, target, candidate):
            if truth is False:
                return Broken(f"{getattr(candidate, 'name', '') or name} {problem}.")
            truths.append(truth)
    return all_of(truths)


def hidden_targets(attempt: Attempt) -> Found:
    """What is played from face down chooses at that battlefield, unless its words rule that out (811.1.d.2)."""
    target, place = attempt.played.target, attempt.hidden_at
    if target is None or place is None or isinstance(place, Unknown) or not restricts_to_hidden(target, place):
        return None
    there = [
        is_at(found, place)
        for name in dict.fromkeys(attempt.chosen)
        if not isinstance(found := attempt.find_permanent(name), Unknown)
    ]
    return all_of(there) if there else None


def mode_chosen(attempt: Attempt) -> Found:
    """One of the modes, or of the choices "as I am played", is taken (355.1, 355.3)."""
    mode, modes = attempt.says.mode, attempt.played.modes
    if not modes:
        return None
    if isinstance(mode, Unknown):
        return mode
    return mode in modes or Broken(f"“{mode}” isn’t among the choices: {', '.join(modes)}.")


def destination_valid(attempt: Attempt) -> Found:
    """What moves goes to a place where it isn't yet (355.4.a)."""
    place = attempt.says.destination
    if not attempt.played.moves:
        return None
    if isinstance(place, Unknown):
        return place
    truths: list[Truth] = [] if place == BASE else [_is_battlefield(attempt, place)]
    for name in dict.fromkeys(attempt.chosen):
        found = attempt.find_permanent(name)
        if not isinstance(found, Unknown):
            truths.append(negate(equals(found.location, place)))
    return all_of(truths)


def _is_battlefield(attempt: Attempt, place: str) -> Truth:
    found = attempt.find_battlefield(place)
    return found if isinstance(found, Unknown) else True


def optional_costs(attempt: Attempt) -> Found:
    """Only optional costs that it offers are paid, each once; Repeat as often as there is (356.2.b, 805.2, 820.3)."""
    truths = []
    for name, times in Counter(attempt.pays).items():
        found = _is_offered(attempt, name)
        if found is False:
            return Broken(f"{name} isn’t offered here.")
        if times > _count_offered(attempt, name):
            return Broken(f"{name} is paid {times} times, and is offered less often.")
        truths.append(found)
    return all_of(truths) if truths else None


def _count_offered(attempt: Attempt, name: str) -> int:
    keywords = attempt.played.keywords
    if name != REPEAT:
        return 1
    # Until the keywords are told there may be any number.
    return MAX_ELEMENTS if isinstance(keywords, Unknown) else max(1, keywords.count(REPEAT))


def _is_offered(attempt: Attempt, name: str) -> Truth:
    if any(each.id == name for each in attempt.played.optional):
        return True
    offered = {ACCELERATE: attempt.kind == "unit", REPEAT: attempt.offers_repeat}.get(name, False)
    return has_keyword(attempt.played.keywords, name) if offered else False


def trigger_must_choose(attempt: Attempt) -> Found:
    """A trigger with something to choose can't choose nothing (402.3.b)."""
    target = attempt.played.target
    if target is None or target.up_to:
        return None
    if attempt.says.targets == ():
        return negate(attempt.certain_options)
    return True if attempt.chosen else attempt.has_options
