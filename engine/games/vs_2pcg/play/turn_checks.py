"""Checks of the phases before the main phase, of moving and of power-ups."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import BACK, DURING, FACE_UP, FRONT, HIDDEN, STUNNED, Card
from engine.games.vs_2pcg.play.names import name_of, names_of
from engine.games.vs_2pcg.play.timing import combat_open, in_step
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found
from engine.play.truth import (
    Truth,
    Unknown,
    all_in_order,
    all_of,
    any_in_order,
    any_of,
    compute,
    equals,
    is_in,
    negate,
)

#: Whose cards power up The Lone Gunmen besides their own.
_GUNMEN = frozenset(map(name_of, ("Byers", "Langly", "Frohike")))


def subject(attempt: Attempt) -> Figure | None:
    """The character that the action names; none while it isn't said."""
    named = attempt.says.character
    return None if isinstance(named, Unknown) else attempt.figure(named, attempt.by)


def ask_whom(attempt: Attempt) -> Unknown:
    """The question who the action is about."""
    asked: Unknown = attempt.says.character
    return asked


def in_recovery(attempt: Attempt) -> Found:
    return None if attempt.says.cause == "effect" else equals(attempt.phase, "recovery")


def own_recovery(attempt: Attempt) -> Found:
    """The phase recovers the active player's own characters alone."""
    if attempt.says.cause == "effect":
        return None
    figure = subject(attempt)
    if figure is not None and figure.side != attempt.by:
        return Broken(f"{figure.name} is an enemy character: it recovers on its own player’s turn.")
    return equals(attempt.turn.active, attempt.by)


def something_to_recover(attempt: Attempt) -> Found:
    figure = subject(attempt)
    if figure is None:
        return ask_whom(attempt)
    state = figure.facts.state
    if attempt.says.cause == "effect" and state == HIDDEN:
        return Broken(f"{figure.name} is hidden, not stunned: it turns face up in the recovery phase.")
    if state == FACE_UP:
        return Broken(f"{figure.name} is face-up: it has nothing to recover from.")
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
        named = (
            (attempt.figure(each.character, attempt.by) if each.character else None, each)
            for each in attempt.says.moves
        )
        return tuple((figure, each.to) for figure, each in named)
    return ((subject(attempt), attempt.says.to),)


def _ask_mover(attempt: Attempt) -> Truth:
    return Unknown(("action.moves.character",)) if attempt.says.moves else ask_whom(attempt)


def to_open(attempt: Attempt) -> Found:
    return all_of(is_in(to, (FRONT, BACK)) for _, to in movers(attempt))


def own_character(attempt: Attempt) -> Found:
    figure = subject(attempt)
    return ask_whom(attempt) if figure is None else figure.side == attempt.by


def own_movers(attempt: Attempt) -> Found:
    """Each mover is on the player’s side. Of one that no row lists, the row is asked for: it shows it to be there."""
    return all_of(_ask_mover(attempt) if figure is None else _is_own(attempt, figure) for figure, _ in movers(attempt))


def _is_own(attempt: Attempt, figure: Figure) -> Truth:
    if figure.facts.id not in attempt.by_id and isinstance(figure.facts.row, Unknown):
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
            yield _ask_mover(attempt)


def in_main(attempt: Attempt) -> Truth:
    """Whether it is the main phase outside combat."""
    if not isinstance(attempt.phase, Unknown) and attempt.phase != "main":
        return False
    return negate(combat_open(attempt))


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
    return any_in_order((combat_open(attempt), equals(attempt.turn.active, attempt.by)))


def power_up_face_up(attempt: Attempt) -> Found:
    figure = subject(attempt)
    return None if figure is None else equals(figure.facts.state, FACE_UP)


def power_up_name(attempt: Attempt) -> Found:
    """They share a name; The Lone Gunmen take each of their members too."""
    figure, card = subject(attempt), attempt.says.discard
    if figure is None:
        return None
    if isinstance(card.name, str) and name_of(card.name) in _GUNMEN:
        shared = _shares_name(figure, card)
        return any_in_order((shared, figure.may_have("The Lone Gunmen"))) if shared is not True else True
    return _shares_name(figure, card)


def _shares_name(figure: Figure, card: Card) -> Truth:
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
    if attempt.says.cause in {"combat", "wound"}:
        return True
    if figure.facts.state == STUNNED:
        return Broken(f"{figure.name} is stunned already.")
    return negate(equals(figure.facts.state, STUNNED))


def def_is_zero(attempt: Attempt) -> Found:
    figure = subject(attempt)
    if figure is None or attempt.says.cause != "zero-def":
        return None
    defence = figure.defence
    if isinstance(defence, int) and defence > 0:
        return Broken(f"{figure.name} has DEF {defence}.")
    return compute(lambda figures: bool(figures <= 0), defence)
