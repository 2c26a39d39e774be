"""Whether a main character may level up into a card (Level Up Powers, Main Characters)."""

from __future__ import annotations

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import FACE_UP, Card
from engine.games.vs_2pcg.play.names import names_of, teams_of
from engine.games.vs_2pcg.play.turn_checks import ask_whom, subject
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_in_order, any_in_order, any_of, at_least, compute, equals, negate


def level_power_on(attempt: Attempt) -> Found:
    """Face-up, or stunned by the very event that its trigger looks back on."""
    figure = subject(attempt)
    if figure is None:
        return ask_whom(attempt)
    return True if attempt.says.looks_back else equals(figure.facts.state, FACE_UP)


def xp_enough(attempt: Attempt) -> Found:
    figure = subject(attempt)
    if figure is None:
        return None
    xp, needed = figure.facts.xp, figure.facts.level_up
    if isinstance(xp, int) and isinstance(needed, int) and xp < needed:
        return Broken(f"{figure.name} has {xp} of {needed} XP.")
    return at_least(xp, needed)


def owner_levels(attempt: Attempt) -> Found:
    """Only on its owner's side is a card levelled up: nobody else may use the level-up zone."""
    figure = subject(attempt)
    return None if figure is None else figure.side == attempt.by and figure.facts.owner in {None, attempt.by}


def target_in_zone(attempt: Attempt) -> Found:
    zone: Maybe[tuple[Card, ...]] = attempt.own.level_up_zone
    if isinstance(zone, Unknown):
        return zone
    return any_of(_is_same(attempt.says.to, each) for each in zone)


def _is_same(wanted: Card, held: Card) -> Truth:
    """Whether a card of the zone is the one that is wanted, by name and level; by id where both have one."""
    if wanted.id and held.id:
        return wanted.id == held.id
    named = compute(lambda one, other: bool(one & other), *(names_of(each.name, each.aka) for each in (wanted, held)))
    level = compute(lambda one, other: bool(one == other), wanted.level, held.level)
    return all_in_order((named, level))


def no_hex(attempt: Attempt) -> Found:
    return negate(any_of(each.face_up for each in attempt.on_side(attempt.enemy) if each.has("Hex")))


def next_level(attempt: Attempt) -> Found:
    figure = subject(attempt)
    if figure is None:
        return None
    return compute(lambda old, new: bool(new == old + 1), figure.facts.level, attempt.says.to.level)


def shares_name(attempt: Attempt) -> Found:
    figure, to = _matched(attempt)
    if figure is None:
        return None
    names = names_of(figure.facts.name, figure.facts.aka), names_of(to.name, to.aka)
    return compute(lambda one, other: bool(one & other), *names)


def is_linked(attempt: Attempt) -> Found:
    """Of one set, or linked by their art."""
    figure, to = _matched(attempt)
    if figure is None:
        return None
    return any_in_order((compute(lambda one, other: bool(one == other), figure.facts.set, to.set), to.linked))


def shares_team(attempt: Attempt) -> Found:
    """They share a team, where both have teams."""
    figure, to = _matched(attempt)
    if figure is None:
        return None
    if figure.facts.teams == () or to.teams == ():
        return True
    return compute(lambda one, other: bool(teams_of(one) & teams_of(other)), figure.facts.teams, to.teams)


def _matched(attempt: Attempt) -> tuple[Figure | None, Card]:
    """The two cards to compare; nobody where a card names the other, which goes before the rules."""
    to: Card = attempt.says.to
    return (None if to.named_by_card else subject(attempt)), to
