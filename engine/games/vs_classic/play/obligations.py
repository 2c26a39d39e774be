"""Characters that must attack (600.4, 601.1c): whether one could, and what that forbids."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.vs_classic.play import attacking
from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.characters import is_unlisted, name_of
from engine.games.vs_classic.play.facts import Character
from engine.games.vs_classic.play.timing import chain_empty, has_priority, no_attack_under_way, no_contradiction
from engine.play.rules import Broken, Found
from engine.play.truth import Truth, Unknown, all_in_order, all_of, any_of

#: What makes a proposal legal as far as its one attacker goes, timing apart (601.2, 701.12h).
OF_ATTACKER: tuple[Callable[[Attempt], Found], ...] = (
    attacking.attacker_is_character,
    attacking.attacker_ready,
    attacking.attacker_not_stunned,
    attacking.attacker_free,
    attacking.attacker_row,
    attacking.attacker_own,
)
#: What makes it legal as far as the defender goes (601.3-601.4).
OF_DEFENDER: tuple[Callable[[Attempt], Found], ...] = (
    attacking.defender_is_character,
    attacking.defender_not_stunned,
    attacking.defender_free,
    attacking.defender_unprotected,
    attacking.defender_visible,
    attacking.defender_opposing,
    attacking.direct_open,
    attacking.direct_free,
    attacking.direct_opponent,
)


def could_attack(attempt: Attempt, attacker: Character, defender: str) -> Truth:
    """Whether a character could legally be proposed alone against a defender, as far as 601.2-601.4 go.

    Nobody attacks a character that a list of all of the other side's characters leaves out.
    """
    proposal = attempt.proposing((attacker.id,), defender)
    goal = proposal.defender
    if goal is not None and is_unlisted(goal) and not isinstance(attempt.other.characters, Unknown):
        return False
    return _passes(proposal, *OF_ATTACKER, *OF_DEFENDER)


def attacks_its_goal(attempt: Attempt) -> Found:
    """A character that must attack another one attacks that one, if it could.

    None where the position contradicts itself, which a rule of its own asks about.
    """
    attackers = attempt.attackers
    if attackers is None or isinstance(attempt.says.defender, Unknown) or any(attempt.contradictions):
        return None
    asks: tuple[str, ...] = ()
    is_bound = False
    for each in attackers:
        goal = each.must_attack
        if not isinstance(goal, str) or goal == attempt.says.defender:
            continue
        is_bound = True
        could = could_attack(attempt, each, goal)
        if could is True:
            return Broken(f"{name_of(each)} must attack {name_of(attempt.their_character(goal))}.")
        if could is not False:
            asks += could.asks
    if asks:
        return Unknown(tuple(dict.fromkeys(asks)))
    return True if is_bound else None


def may_stop_attacking(attempt: Attempt) -> Found:
    """No own character that must attack still could, in one's own attack step."""
    held = attempt.own.characters
    bound = () if isinstance(held, Unknown) else [c for c in held if c.must_attack and not c.attacked_this_turn]
    if not bound:
        return None
    if any(attempt.contradictions):
        return no_contradiction(attempt)
    proposable = all_of(
        _as_truth(found)
        for found in (
            has_priority(attempt),
            chain_empty(attempt),
            attempt.in_step("attack"),
            no_attack_under_way(attempt),
        )
    )
    if proposable is False:
        return True
    could = any_of(_could_attack_any(attempt, each) for each in bound)
    if could is False:
        return True
    if isinstance(proposable, Unknown):
        return proposable
    if isinstance(could, Unknown):
        return could
    named = next(each for each in bound if _could_attack_any(attempt, each) is True)
    return Broken(f"{name_of(named)} must attack, and it can.")


def _could_attack_any(attempt: Attempt, attacker: Character) -> Truth:
    """Whether a character could attack whom it must: the one that is named, or anybody at all.

    What is missing of the attacker is asked for before the characters of the other side: one that is exhausted
    attacks none of them, whoever they are.
    """
    if isinstance(attacker.must_attack, str):
        return could_attack(attempt, attacker, attacker.must_attack)
    held = attempt.other.characters
    if isinstance(held, Unknown):
        return all_in_order((_passes(attempt.proposing((attacker.id,), attempt.other.path), *OF_ATTACKER), held))
    goals = [each.id for each in held] + [attempt.other.path]
    return any_of(could_attack(attempt, attacker, goal) for goal in goals)


def _passes(proposal: Attempt, *checks: Callable[[Attempt], Found]) -> Truth:
    return all_of(_as_truth(check(proposal)) for check in checks)


def _as_truth(found: Found) -> Truth:
    return True if found is None else False if isinstance(found, Broken) else found
