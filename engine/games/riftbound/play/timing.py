"""Whose it is to act, and whether this may be played now: priority, focus and the states of the turn (307-313)."""

from __future__ import annotations

from engine.games.riftbound.play.attempt import Attempt, has_keyword
from engine.games.riftbound.play.completions import try_completions
from engine.games.riftbound.play.facts import BASE, OPPONENT, YOU
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_of, any_of, combine, equals, negate


def nothing_resolving(attempt: Attempt) -> Found:
    """While something resolves nothing else begins; what an effect says to play waits (354.3, 157.3)."""
    return None if attempt.says.instructed else not attempt.position.turn.resolving


def tasks_done(attempt: Attempt) -> Found:
    """While a task is owed nobody has priority; what is begun already waits (334, 354.4)."""
    return None if attempt.says.instructed else not attempt.position.turn.tasks


def others_finalized(attempt: Attempt) -> Found:
    """A pending item is finished before another begins; what adds may be used to pay for it (336, 337.1, 357.1.a)."""
    if attempt.says.instructed or (attempt.is_ability and attempt.played.adds is not None):
        return None
    chain = attempt.chain
    if isinstance(chain, Unknown):
        return None
    own = "" if attempt.is_ability else attempt.played.id
    return not any(each.pending and (not own or each.id != own) for each in chain)


def priority(attempt: Attempt) -> Found:
    """To begin a play is the right of the player with priority (312.1).

    Where the walk ends before its timing, nothing else asks for the state in which another's priority or a phase that
    gives none would count.
    """
    if attempt.says.instructed:
        return None
    found, turn = has_priority(attempt, waits_for(attempt)), attempt.position.turn
    speaks_against = turn.priority == attempt.other or not (isinstance(turn.phase, Unknown) or turn.phase == "main")
    if found is None and attempt.last_step < 5 and speaks_against:
        unknown = _unknowns(attempt.is_closed, attempt.is_showdown, attempt.is_my_turn)
        return combine(*unknown) if unknown else None
    return explain_priority(attempt, found)


def explain_priority(attempt: Attempt, found: Found) -> Found:
    """Why it isn't somebody's to act, where it isn't: who has priority or focus, or which phase it is."""
    if found is not False:
        return found
    turn, whose = attempt.position.turn, {YOU: "You have", OPPONENT: "Your opponent has"}
    if attempt.is_closed is True or turn.priority == attempt.other:
        return Broken(f"{whose[attempt.other]} priority.")
    if attempt.is_showdown is True:
        return Broken(f"{whose[attempt.other]} focus.")
    return Broken(f"It is the {turn.phase} phase: only the main phase gives priority.")


def waits_for(attempt: Attempt) -> Found:
    """What the timing of a walk says, where the walk goes as far."""
    return timing(attempt) if attempt.last_step >= 5 else Unknown(())


def has_priority(attempt: Attempt, timed: Found) -> Found:
    """Whether the player has priority; while the state isn't known, it waits for a rule on timing that asks for it."""
    closed, showdown = attempt.is_closed, attempt.is_showdown
    if closed is True:
        return equals(attempt.position.turn.priority, attempt.player)
    if isinstance(closed, Unknown) or isinstance(showdown, Unknown):
        if timed is not True or _has_priority_in_any_state(attempt):
            return None
        return combine(*_unknowns(closed, showdown))
    return has_focus(attempt) if showdown else has_priority_in_neutral_open(attempt)


def _has_priority_in_any_state(attempt: Attempt) -> bool:
    """Whether the player has priority in each state that there may be: with a chain, in a showdown, in neither."""
    found: list[Found] = []
    if attempt.is_closed is not False:
        found.append(equals(attempt.position.turn.priority, attempt.player))
    if attempt.is_showdown is not False:
        found.append(has_focus(attempt))
    if attempt.is_showdown is not True:
        found.append(has_priority_in_neutral_open(attempt))
    return all(each is True for each in found)


def has_focus(attempt: Attempt) -> Truth:
    """Whether the player has focus, and with it priority (313.1, 313.2, 313.4)."""
    said, focus = attempt.position.turn.priority, attempt.position.turn.focus
    if not isinstance(said, Unknown) and said != attempt.player:
        return False
    if isinstance(focus, Unknown):
        return focus if isinstance(said, Unknown) else True
    return focus == attempt.player


def has_priority_in_neutral_open(attempt: Attempt) -> Found:
    """Priority in the neutral open state: the turn player's, in the main phase (312.2.a); else timing speaks."""
    if attempt.is_my_turn is not True:
        return None
    turn = attempt.position.turn
    if not isinstance(turn.priority, Unknown):
        return turn.priority == attempt.player
    return equals(turn.phase, "main")


def timing(attempt: Attempt) -> Found:
    """A chain asks for Reaction, a showdown for Action or Reaction, else it must be one's own turn (358.3)."""
    if attempt.says.instructed:
        return None
    action, reaction = has_action(attempt), has_reaction(attempt)
    found = try_completions(_is_timed, attempt.is_closed, attempt.is_showdown, attempt.is_my_turn, action, reaction)
    return Broken(_untimed(attempt)) if found is False else found


def _is_timed(closed: bool, showdown: bool, mine: bool, action: bool, reaction: bool) -> bool:
    if closed:
        return reaction
    return action or reaction if showdown else mine


def _untimed(attempt: Attempt) -> str:
    if attempt.is_closed is True:
        return "While there is a chain, only what has Reaction may be played or used."
    if attempt.is_showdown is True:
        return "In a showdown, only what has Action or Reaction may be played or used."
    return "With neither a chain nor a showdown, only the player whose turn it is may play or use this."


def has_action(attempt: Attempt) -> Truth:
    """Whether it has Action (806)."""
    return has_keyword(attempt.played.keywords, "Action")


def has_reaction(attempt: Attempt) -> Truth:
    """Whether it has Reaction: itself, by Quick-Draw, by Ambush to its place, or from face down (813)."""
    keywords = attempt.played.keywords
    if attempt.is_from_hidden:
        return True
    if attempt.is_ability:
        return has_keyword(keywords, "Reaction")
    return any_of((has_keyword(keywords, "Reaction"), has_keyword(keywords, "Quick-Draw"), has_ambush(attempt)))


def has_ambush(attempt: Attempt) -> Truth:
    """Whether Ambush lets the unit in at its place: a battlefield where its player has units (822.1.b)."""
    place = attempt.says.location
    ambush = has_keyword(attempt.played.keywords, "Ambush")
    if ambush is False or isinstance(place, Unknown):
        return place if ambush is True else ambush
    return False if place == BASE else all_of((attempt.has_units_at(place), ambush))


def find_business(attempt: Attempt) -> Broken | None:
    """What is to be done before anybody acts: something resolves, or a task is owed (312.1.b, 334)."""
    turn = attempt.position.turn
    if turn.resolving:
        return Broken("Something resolves: that comes first.")
    return Broken("A task such as a cleanup is owed: that comes first.") if turn.tasks else None


def main_phase_open(attempt: Attempt) -> Truth:
    """Whether it is the player's own main phase, with neither a chain nor a showdown."""
    turn = attempt.position.turn
    return all_of(
        (
            attempt.is_my_turn,
            equals(turn.phase, "main"),
            negate(attempt.is_closed),
            negate(attempt.is_showdown),
        )
    )


def _unknowns(*truths: Truth) -> tuple[Unknown, ...]:
    return tuple(truth for truth in truths if isinstance(truth, Unknown))
