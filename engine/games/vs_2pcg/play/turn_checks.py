"""Checks of the phases before the main phase, of moving and of power-ups."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import BACK, DURING, FACE_UP, FRONT, HIDDEN, STUNNED
from engine.games.vs_2pcg.play.timing import combat_open, in_step
from engine.play.facts import MAX_NUMBER, Maybe
from engine.play.rules import Found
from engine.play.truth import (
    Truth,
    Unknown,
    all_in_order,
    all_of,
    any_in_order,
    any_of,
    at_least,
    compute,
    equals,
    is_in,
    negate,
)


def subject(attempt: Attempt) -> Figure | None:
    """The character that the action names; none while it isn't said."""
    named = attempt.says.character
    return None if isinstance(named, Unknown) else attempt.figure(named, attempt.by)


def ask_whom(attempt: Attempt) -> Unknown:
    """The question who the action is about."""
    asked: Unknown = attempt.says.character
    return asked


def names_of(name: Maybe[str], aka: tuple[str, ...]) -> Maybe[frozenset[str]]:
    """The names by which a card goes, whatever their case."""
    return compute(lambda said: frozenset(each.casefold() for each in (said, *aka)), name)


def first_player_decided(attempt: Attempt) -> Found:
    return any_in_order((equals(attempt.turn.first_player, attempt.by), attempt.side(attempt.enemy).hand_kept))


def no_mulligan_yet(attempt: Attempt) -> Found:
    return compute(lambda taken: bool(taken == 0), attempt.own.mulligans)


def whole_hand(attempt: Attempt) -> Found:
    return bool(attempt.says.keep == 0)


def not_drawn_yet(attempt: Attempt) -> Found:
    return negate(attempt.turn.drawn)


def draws_of(attempt: Attempt) -> Maybe[int]:
    """How many cards the turn draws, by its number and the mode."""
    number, mode = attempt.turn.number, attempt.position.mode
    if mode in {"boss-battle", "leviathon-invasion"}:
        return 2
    if isinstance(number, Unknown):
        return number
    if number <= 1:
        return 0
    if number == 2 and mode in {"free-for-all", "2v2"}:
        return 1
    # The rulebook doesn't settle the second turn with two heads: it is a variation of the game of two teams.
    return Unknown(()) if number == 2 and mode == "2-headed" else 2


def count_right(attempt: Attempt) -> Found:
    wanted, due = attempt.says.count, draws_of(attempt)
    if wanted is not None and wanted > 2:
        return False
    if isinstance(due, Unknown) and not due.asks:
        return False if wanted == 0 else due
    return due if isinstance(due, Unknown) else wanted is None or wanted == due


def in_recovery(attempt: Attempt) -> Found:
    return None if attempt.says.cause == "effect" else equals(attempt.phase, "recovery")


def own_recovery(attempt: Attempt) -> Found:
    return None if attempt.says.cause == "effect" else equals(attempt.turn.active, attempt.by)


def something_to_recover(attempt: Attempt) -> Found:
    figure = subject(attempt)
    if figure is None:
        return ask_whom(attempt)
    return is_in(figure.facts.state, (STUNNED,) if attempt.says.cause == "effect" else (STUNNED, HIDDEN))


def no_resource_yet(attempt: Attempt) -> Found:
    return negate(attempt.turn.resource_played)


def from_hand(attempt: Attempt) -> Found:
    return bool(attempt.says.from_ == "hand")


def face_fits(attempt: Attempt) -> Found:
    return any_in_order((equals(attempt.says.face, "down"), equals(attempt.says.card.type, "location")))


def row_open(attempt: Attempt) -> Found:
    return is_in(attempt.says.row, (FRONT, BACK))


def movers(attempt: Attempt) -> tuple[tuple[Figure | None, Maybe[str]], ...]:
    """Who moves, each with the row to which; one mover that isn't said where none is."""
    if attempt.says.moves:
        return tuple((attempt.figure(each.character, attempt.by), each.to) for each in attempt.says.moves)
    return ((subject(attempt), attempt.says.to),)


def to_open(attempt: Attempt) -> Found:
    return all_of(is_in(to, (FRONT, BACK)) for _, to in movers(attempt))


def is_supporting(attempt: Attempt) -> Found:
    return equals(attempt.says.card.type, "supporting")


def points_left(attempt: Attempt) -> Maybe[int]:
    """The recruit points: those said, else what ready resources make less what was spent."""
    turn, row = attempt.turn, attempt.own.resources
    if not isinstance(turn.recruit_points_left, Unknown):
        return turn.recruit_points_left
    if isinstance(row, Unknown):
        return turn.recruit_points_left
    made = sum(each.ready for each in row) + turn.recruit_points_bonus
    return compute(lambda spent: made - spent, turn.recruit_points_spent)


def points_enough(attempt: Attempt) -> Found:
    cost: Maybe[int] = attempt.says.card.cost
    if isinstance(cost, Unknown):
        return cost
    if isinstance(attempt.turn.recruit_points_left, Unknown) and cost > _points_at_most(attempt):
        return False
    return at_least(points_left(attempt), cost)


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
    swarm: Truth = Unknown((f"{card.path}.keywords",)) if card.keywords is None else "Swarm" in card.keywords
    return any_in_order((negate(_shares_main_name(attempt, named)), swarm))


def _shares_main_name(attempt: Attempt, named: Maybe[frozenset[str]]) -> Truth:
    own, mains = attempt.own.main_character, [each for each in attempt.on_side(attempt.by) if each.facts.main is True]
    if isinstance(own, Unknown) and mains:
        return any_of(
            compute(lambda one, other: bool(one & other), named, names_of(each.facts.name, each.facts.aka))
            for each in mains
        )
    return compute(lambda one, other: other.casefold() in one, named, own)


def own_side(attempt: Attempt) -> Found:
    return attempt.says.side in {None, attempt.by}


def own_character(attempt: Attempt) -> Found:
    figure = subject(attempt)
    return ask_whom(attempt) if figure is None else figure.side == attempt.by


def own_movers(attempt: Attempt) -> Found:
    """Each mover is on the player’s side. Of one that no row lists, the row is asked for: it shows it to be there."""
    return all_of(ask_whom(attempt) if figure is None else _is_own(attempt, figure) for figure, _ in movers(attempt))


def _is_own(attempt: Attempt, figure: Figure) -> Truth:
    if figure.facts.id not in attempt.figures and isinstance(figure.facts.row, Unknown):
        return figure.facts.row
    return figure.side == attempt.by


def move_time(attempt: Attempt) -> Found:
    """The formation step, or Mobile in the main phase outside combat."""
    formation = in_step("formation", "build")(attempt)
    if formation is True or attempt.phase == "build":
        return formation
    return any_of((formation if isinstance(formation, Unknown) else bool(formation), all_of(_mobile(attempt))))


def _mobile(attempt: Attempt) -> Iterator[Truth]:
    for figure, _ in movers(attempt):
        if figure is not None:
            yield all_in_order((in_main(attempt), figure.face_up, figure.may_have("Mobile")))
        else:
            yield ask_whom(attempt)


def in_main(attempt: Attempt) -> Truth:
    """Whether it is the main phase outside combat."""
    found = in_step("no-combat", "main")(attempt)
    return found if isinstance(found, Unknown) else found is True


def mobile_left(attempt: Attempt) -> Found:
    held = [each for each, _ in movers(attempt) if each is not None and each.has("Mobile")]
    if not held or attempt.phase != "main":
        return None
    return all_of(negate(each.facts.moved_by_mobile) for each in held)


def may_leave_row(attempt: Attempt) -> Found:
    held = [each for each, _ in movers(attempt) if each is not None and each.has("Immobile")]
    if not held or attempt.phase == "main":
        return None
    return all_of(negate(each.face_up) for each in held)


def not_a_machine(attempt: Attempt) -> Found:
    return all(each is None or each.facts.type != "machine" for each, _ in movers(attempt))


def power_up_turn(attempt: Attempt) -> Found:
    """Outside combat only one's own turn; in a combat either."""
    if attempt.turn.active == attempt.by or attempt.step == DURING:
        return True
    in_combat = combat_open(attempt)
    return any_in_order((in_combat, equals(attempt.turn.active, attempt.by))) if in_combat is not None else None


def power_up_face_up(attempt: Attempt) -> Found:
    figure = subject(attempt)
    return None if figure is None else equals(figure.facts.state, FACE_UP)


def power_up_name(attempt: Attempt) -> Found:
    figure, card = subject(attempt), attempt.says.discard
    if figure is None:
        return None
    return compute(
        lambda one, other: bool(one & other),
        names_of(figure.facts.name, figure.facts.aka),
        names_of(card.name, card.aka),
    )


def power_up_in_combat(attempt: Attempt) -> Found:
    """In a combat, only characters in it are powered up."""
    going = combat_open(attempt) if attempt.phase == "main" else None
    return going if isinstance(going, Unknown) else in_combat_itself(attempt) if going else None


def in_combat_itself(attempt: Attempt) -> Found:
    """Whether the character attacks or defends in the combat under way."""
    combat, named = attempt.turn.combat, attempt.says.character
    if isinstance(combat, Unknown) or isinstance(named, Unknown):
        return combat if isinstance(combat, Unknown) else None
    return (
        any_of((is_in(named, combat.attackers), is_in(named, combat.defenders)))
        if not isinstance(combat.attackers, Unknown) and not isinstance(combat.defenders, Unknown)
        else any_of(
            each if isinstance(each, Unknown) else named in each for each in (combat.attackers, combat.defenders)
        )
    )


def already_up(attempt: Attempt) -> Found:
    figure = subject(attempt)
    if figure is None:
        return ask_whom(attempt)
    return True if attempt.says.cause in {"combat", "wound"} else negate(equals(figure.facts.state, STUNNED))


def def_is_zero(attempt: Attempt) -> Found:
    figure = subject(attempt)
    if figure is None or attempt.says.cause != "zero-def":
        return None
    return compute(lambda figures: bool(figures <= 0), figure.facts.def_)
