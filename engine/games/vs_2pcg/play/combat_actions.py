"""The tables of what the game itself does: resolving a combat, and stunning a character."""

from __future__ import annotations

from engine.games.vs_2pcg.play import turn_checks as checks
from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.citing import build_table
from engine.games.vs_2pcg.play.facts import DURING, RESOLUTION
from engine.games.vs_2pcg.play.resolving import resolve_combat
from engine.games.vs_2pcg.play.saying import ResolveSays, StunSays
from engine.games.vs_2pcg.play.stunning import stun_character
from engine.games.vs_2pcg.play.turn_results import apply_resolved, apply_stun
from engine.play.facts import Maybe
from engine.play.rules import Action, Broken, Found
from engine.play.truth import Unknown, compute


def _players_done(attempt: Attempt) -> Found:
    if attempt.step == RESOLUTION:
        return True
    if not isinstance(attempt.phase, Unknown) and attempt.phase != "main":
        return Broken("No combat is under way: it isn’t the main phase.")
    combat = attempt.turn.combat
    if attempt.step == DURING:
        if isinstance(combat, Unknown):
            return combat
        return Unknown(("turn.combat.passes",)) if combat.passes is None else combat.passes == 2
    return attempt.step if isinstance(attempt.step, Unknown) else False


def _both_sides(attempt: Attempt) -> Found:
    combat = attempt.turn.combat
    if isinstance(combat, Unknown):
        return combat
    return compute(lambda one, other: bool(one and other), combat.attackers, combat.defenders)


def _strikes_attacker(attempt: Attempt) -> Found:
    """Whom the defender is said to strike attacks."""
    combat, struck = attempt.turn.combat, attempt.says.strikes
    if struck is None:
        return None
    attackers: Maybe[tuple[str, ...]] = combat if isinstance(combat, Unknown) else combat.attackers
    if isinstance(attackers, Unknown):
        return attackers
    return True if struck in attackers else Broken(f"{struck} isn’t an attacker of this combat.")


RESOLVE = Action(
    verb="resolve-combat",
    title="Resolve the combat",
    summary="Compare the strikes of a combat.",
    facts=ResolveSays,
    rules=build_table(
        (
            "players-still-acting",
            _players_done,
            "Have both players passed in a row?",
            "Players may still act.",
            "During Combat",
        ),
        (
            "combat-needs-both-sides",
            _both_sides,
            "Are there an attacker and a defender?",
            "No attacker or no defender is left: skip to Combat Clean Up.",
            "Normal Resolution",
        ),
        (
            "strikes-no-attacker",
            _strikes_attacker,
            "Does the defender strike an attacker of this combat?",
            "The defender strikes one of the attackers.",
            "Normal Resolution > Team Attack",
        ),
    ),
    compute=resolve_combat,
    apply=apply_resolved,
    is_event=True,
)
STUN = Action(
    verb="stun",
    title="Stun a character",
    summary="What happens when a character is stunned.",
    facts=StunSays,
    rules=build_table(
        (
            "already-stunned",
            checks.already_up,
            "Is the character not stunned yet?",
            "The character is stunned already.",
            "Stunned Characters",
        ),
        (
            "def-not-zero",
            checks.def_is_zero,
            "Is the character’s DEF 0?",
            "The character’s DEF is above 0.",
            "+1/+1 and -1/-1 counters",
        ),
    ),
    compute=stun_character,
    apply=apply_stun,
    is_event=True,
)
