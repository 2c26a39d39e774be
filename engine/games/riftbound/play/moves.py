"""Hiding a card (421, 811) and moving units (144)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.riftbound.play.attempt import Attempt, has_keyword
from engine.games.riftbound.play.citing import applied
from engine.games.riftbound.play.completions import try_completions
from engine.games.riftbound.play.facts import ANY, BASE, Permanent
from engine.games.riftbound.play.funds import count_power
from engine.games.riftbound.play.timing import explain_priority, find_business, has_priority, main_phase_open
from engine.model.verdicts import ILLEGAL
from engine.play.rules import Broken, Found, Result, Row
from engine.play.truth import Truth, Unknown, all_of, any_of, equals, negate

#: The documents say "neutral open" in one place and "open" in another: nobody can tell what a showdown allows.
NOBODY_KNOWS = Unknown(())


def hide_priority(attempt: Attempt) -> Found:
    """To hide is a discretionary action: it takes priority (421.2, 312.1)."""
    return find_business(attempt) or explain_priority(attempt, has_priority(attempt, hide_time(attempt)))


def hidden_keyword(attempt: Attempt) -> Found:
    """Only a card with Hidden can be hidden (811.1)."""
    return has_keyword(attempt.says.card.keywords, "Hidden")


def hide_zone(attempt: Attempt) -> Found:
    """A card is hidden from the hand or the champion zone (811.1.b)."""
    return attempt.says.card.zone in {"hand", "champion"}


def hide_time(attempt: Attempt) -> Found:
    """On one's own turn, in an open state (811.1.b); in a showdown the rules contradict each other (410.1.a)."""
    found = try_completions(lambda mine, closed: mine and not closed, attempt.is_my_turn, attempt.is_closed)
    if found is not True:
        return found
    showdown = attempt.is_showdown
    return NOBODY_KNOWS if showdown is True else negate(showdown)


def hide_place(attempt: Attempt) -> Found:
    """At a battlefield of one's own (811.1.b, 107.3.c)."""
    place = attempt.says.location
    return place if isinstance(place, Unknown) else attempt.controls_battlefield(place)


def hide_room(attempt: Attempt) -> Found:
    """Where no card lies face down yet (107.3.b)."""
    place = attempt.says.location
    if isinstance(place, Unknown) or place == BASE:
        return None
    found = attempt.find_battlefield(place)
    return found if isinstance(found, Unknown) else negate(found.facedown)


def hide_paid(attempt: Attempt) -> Found:
    """One power of any domain is paid (811.1.b)."""
    return count_power(attempt.side).covers({ANY: 1})


def compute_hide(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The card lies face down, no chain is opened, and from the next turn on it can be played (811.1.b, 811.1.c.2)."""
    if outcome == ILLEGAL:
        return None
    number = attempt.position.turn.number
    known = {} if isinstance(number, Unknown) else {"playable_from_turn": number + 1}
    values = {"cost": {"energy": 0, "power": {ANY: 1}}, "opens_chain": False, **known}
    return Result(values, (applied(attempt.edition, "hidden", "811.1.b", "811.1.c.2", "421.1"),))


def move_time(attempt: Attempt) -> Found:
    """In one's own main phase, with neither chain nor showdown (144.1)."""
    return find_business(attempt) or main_phase_open(attempt)


def move_ready(attempt: Attempt) -> Found:
    """Units of one's own move, and are exhausted for it (144.2)."""
    units = attempt.says.units
    if isinstance(units, Unknown):
        return units
    if not units:
        return Broken("No unit moves.")
    truths: list[Truth] = []
    for name in units:
        found = attempt.find_permanent(name)
        if isinstance(found, Unknown):
            truths.append(found)
            continue
        for truth, problem in _ready_to_move(attempt, found):
            if truth is False:
                return Broken(f"{found.name or found.id} {problem}.")
            truths.append(truth)
    return all_of(truths)


def _ready_to_move(attempt: Attempt, unit: Permanent) -> Iterator[tuple[Truth, str]]:
    yield equals(unit.type, "unit"), "isn’t a unit"
    yield equals(unit.controller, attempt.player), "isn’t yours"
    yield unit.ready, "is exhausted"


def move_destination(attempt: Attempt) -> Found:
    """From the base to a battlefield and back; from battlefield to battlefield with Ganking (144.4, 810.1.b)."""
    units, place = attempt.says.units, attempt.says.destination
    if isinstance(place, Unknown):
        return place
    if isinstance(units, Unknown):
        return None
    truths: list[Truth] = []
    if place != BASE:
        field = attempt.find_battlefield(place)
        truths.append(field if isinstance(field, Unknown) else True)
    for name in units:
        found = attempt.find_permanent(name)
        may = found if isinstance(found, Unknown) else _may_go(found, place)
        if may is False and isinstance(found, Permanent):
            problem = "is there already" if found.location == place else "moves between battlefields only with Ganking"
            return Broken(f"{found.name or name} {problem}.")
        truths.append(may)
    return all_of(truths)


def _may_go(unit: Permanent, place: str) -> Truth:
    elsewhere = negate(equals(unit.location, place))
    if place == BASE:
        return elsewhere
    allowed = any_of((equals(unit.location, BASE), has_keyword(unit.keywords, "Ganking")))
    if isinstance(unit.location, Unknown):
        return unit.location
    return all_of((elsewhere, allowed))


def compute_move(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The units are exhausted and at their destination (144.2, 144.3)."""
    units, place = attempt.says.units, attempt.says.destination
    if outcome == ILLEGAL or isinstance(units, Unknown) or isinstance(place, Unknown):
        return None
    values = {"exhausted": sorted(set(units)), "location": place}
    return Result(values, (applied(attempt.edition, "moved", "144.2", "144.3"),))
