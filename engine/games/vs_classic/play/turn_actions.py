"""The tables of passing, the wrap-up, mulligans and what begins (101, 216, 400, 408)."""

from __future__ import annotations

from engine.games.vs_classic.play import obligations, passing, results, timing, wording, wrapping
from engine.games.vs_classic.play.applying_turn import (
    apply_begin,
    apply_mulligan,
    apply_pass,
    apply_recover,
    apply_stun,
    apply_wrap_up,
)
from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.citing import build_table
from engine.games.vs_classic.play.saying import (
    BeginSays,
    KeepSays,
    MulliganSays,
    PassSays,
    RecoverSays,
    StunSays,
    WrapUpSays,
)
from engine.games.vs_classic.play.wording import Wording
from engine.play.rules import Action, Found
from engine.play.truth import Unknown


def before_the_game(attempt: Attempt) -> Found:
    """The first turn hasn't begun."""
    return timing.phase_is(attempt, "setup")


def first_mulligan(attempt: Attempt) -> Found:
    """The player took no mulligan in this game."""
    return attempt.own.mulligans == 0


def mulligan_turn(attempt: Attempt) -> Found:
    """The player with the initiative decides first."""
    initiative = attempt.turn.initiative
    if isinstance(initiative, Unknown) or initiative == attempt.by:
        return initiative if isinstance(initiative, Unknown) else True
    return attempt.turn.initiative_decided


def something_begins(attempt: Attempt) -> Found:
    """It is said what begins."""
    what = attempt.says.what
    return what if isinstance(what, Unknown) else True


def somebody_stunned(attempt: Attempt) -> Found:
    """It is said who would be stunned."""
    name = attempt.says.character
    return name if isinstance(name, Unknown) else True


PASS = Action(
    verb="pass",
    title="Pass",
    summary="Pass priority, and see what follows.",
    facts=PassSays,
    rules=build_table(
        wording.PRIORITY.at("216.1", "216.1"),
        Wording(
            "must-attack",
            obligations.may_stop_attacking,
            "Is there no character that must attack and can?",
            "A character that must attack still can.",
        ).at("600.4"),
    ),
    compute=passing.after_pass,
    apply=apply_pass,
)

_OWN = Wording(
    "not-your-character",
    wrapping.chosen_own,
    "Does the acting player control the character?",
    "Another player controls the character.",
)

RECOVER = Action(
    verb="recover",
    title="Recover a character",
    summary="Recover one stunned character in the wrap-up.",
    facts=RecoverSays,
    rules=build_table(
        Wording("not-in-wrap-up", timing.in_wrap_up, "Is it the wrap-up?", "Characters recover in the wrap-up.").at(
            "408.2b"
        ),
        _OWN.at("408.2b"),
        Wording(
            "not-stunned", wrapping.chosen_stunned, "Is the character stunned?", "Only a stunned character recovers."
        ).at("408.2b, 708.6b"),
        Wording(
            "second-recovery",
            wrapping.first_recovery,
            "Is it the first recovery of this wrap-up?",
            "Another character was recovered already.",
        ).at("408.2b"),
        wording.NO_CONTRADICTION,
    ),
    compute=wrapping.recover,
    apply=apply_recover,
)

KEEP = Action(
    verb="keep",
    title="Keep a character",
    summary="See whether a character stays in play through the wrap-up.",
    facts=KeepSays,
    rules=build_table(
        Wording(
            "stunned-is-koed",
            wrapping.stays,
            "Does the character stay, or is it KO’d?",
            "A stunned character that isn’t recovered is KO’d.",
        ).at("408.2b, 103.2"),
        wording.NO_CONTRADICTION,
    ),
)

MULLIGAN = Action(
    verb="mulligan",
    title="Mulligan",
    summary="Put the opening hand under the deck and draw four new cards.",
    facts=MulliganSays,
    rules=build_table(
        Wording("game-begun", before_the_game, "Is it before the first turn?", "The game has begun.").at(
            "101.6", "101.6"
        ),
        Wording("mulligan-used", first_mulligan, "Is it the first mulligan?", "One mulligan a game.").at(
            "101.6", "101.6"
        ),
        Wording(
            "mulligan-order",
            mulligan_turn,
            "Is it the player’s turn to decide?",
            "The player with the initiative decides first.",
        ).at("101.6", "101.6"),
    ),
    compute=results.mulligan,
    apply=apply_mulligan,
)

BEGIN = Action(
    verb="begin",
    title="Begin",
    summary="Begin the game, a draw phase or a recruit step.",
    facts=BeginSays,
    rules=build_table(
        Wording("nothing-begins", something_begins, "What begins?", "Nothing begins.").at("400.1", "400.1"),
    ),
    compute=results.begin,
    apply=apply_begin,
    is_event=True,
)

STUN = Action(
    verb="stun",
    title="Stun",
    summary="See what a stun costs.",
    facts=StunSays,
    rules=build_table(
        Wording("nobody-stunned", somebody_stunned, "Who would be stunned?", "Nobody would be stunned.").at("708.11a"),
        wording.NO_CONTRADICTION,
    ),
    compute=results.stun,
    apply=apply_stun,
    is_event=True,
)

WRAP_UP = Action(
    verb="wrap-up",
    title="Wrap up the turn",
    summary="Check endurance, recover, KO, ready, and pass the initiative.",
    facts=WrapUpSays,
    rules=build_table(
        Wording(
            "recover-choice",
            wrapping.recovery_chosen,
            "Is everybody who recovers a stunned character of that side?",
            "Only a stunned character of one’s own recovers.",
        ).at("408.2b, 708.6b"),
        wording.NO_CONTRADICTION,
    ),
    compute=wrapping.wrap_up,
    apply=apply_wrap_up,
    is_event=True,
)
