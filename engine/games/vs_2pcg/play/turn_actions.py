"""The tables of setting up, drawing, recovering, power-ups and passing."""

from __future__ import annotations

from engine.games.vs_2pcg.play import drawing, saying, timing, turn_results
from engine.games.vs_2pcg.play import turn_checks as checks
from engine.games.vs_2pcg.play.citing import build_table
from engine.games.vs_2pcg.play.shared_rows import COMBAT_ROWS, hand_row, step_row, turn_row
from engine.play.rules import Action

_STEP_5 = "Setting Up the Game > Step 5"
MULLIGAN = Action(
    verb="mulligan",
    title="Take a mulligan",
    summary="Shuffle the whole opening hand back and draw seven cards.",
    facts=saying.MulliganSays,
    rules=build_table(
        step_row("opening-hand", _STEP_5),
        (
            "mulligan-order",
            drawing.first_player_decided,
            "Has the first player kept a hand or taken a mulligan?",
            "The first player decides first.",
            _STEP_5,
        ),
        (
            "mulligan-used",
            drawing.no_mulligan_yet,
            "Is it the player’s first mulligan?",
            "Each player has one mulligan.",
            _STEP_5,
        ),
        (
            "mulligan-partial",
            drawing.whole_hand,
            "Does the whole hand go back?",
            "A mulligan shuffles the whole hand back.",
            _STEP_5,
        ),
    ),
    compute=turn_results.take_mulligan,
)
DRAW = Action(
    verb="draw",
    title="Draw",
    summary="Draw the cards of the turn.",
    facts=saying.DrawSays,
    rules=build_table(
        turn_row("Draw Phase"),
        ("wrong-phase", timing.in_phase("draw"), "Is it the draw phase?", "It isn’t the draw phase.", "Draw Phase"),
        (
            "already-drawn",
            drawing.not_drawn_yet,
            "Is it the first draw of the phase?",
            "This turn’s cards are drawn.",
            "Draw Phase",
        ),
        (
            "draw-count",
            drawing.count_right,
            "Is it the number of cards of this turn?",
            "The turn draws another number of cards.",
            "Draw Phase; Free for All - 3 or 4 players; Boss Battles; 2-Headed Teammates; 2 vs 2; "
            "The Leviathon Invasion",
        ),
    ),
    compute=turn_results.draw_cards,
    apply=turn_results.apply_draw,
)
_RECOVERY = "Recovery Phase; Recovering Characters"
RECOVER = Action(
    verb="recover",
    title="Recover a character",
    summary="Turn a stunned character face up, in the recovery phase or by an effect.",
    facts=saying.RecoverSays,
    rules=build_table(
        (
            "not-your-turn",
            checks.own_recovery,
            "Is it the turn of the character’s player?",
            "Each player recovers on their own turn.",
            _RECOVERY,
        ),
        ("wrong-phase", checks.in_recovery, "Is it the recovery phase?", "It isn’t the recovery phase.", _RECOVERY),
        (
            "nothing-to-recover",
            checks.something_to_recover,
            "Is the character stunned?",
            "The character has nothing to recover from.",
            "Recovering Characters",
        ),
    ),
    compute=turn_results.recover_character,
    apply=turn_results.apply_changes,
)
POWER_UP = Action(
    verb="power-up",
    title="Power up",
    summary="Discard a card with a character’s name: +1/+1.",
    facts=saying.PowerUpSays,
    rules=build_table(
        (
            "not-your-turn",
            checks.power_up_turn,
            "Is it your turn, or is a combat under way?",
            "Outside combat you power up on your own turn.",
            "Game Terms > Power-Up",
        ),
        ("wrong-phase", timing.in_phase("main"), "Is it the main phase?", "It isn’t the main phase.", "Power Ups"),
        hand_row("Power Ups"),
        (
            "not-your-character",
            checks.own_character,
            "Is the character on your side?",
            "You power up your own characters.",
            "Power Ups",
        ),
        (
            "power-up-face-down",
            checks.power_up_face_up,
            "Is the character face-up?",
            "A face-down character isn’t powered up.",
            "Power Ups",
        ),
        (
            "power-up-name",
            checks.power_up_name,
            "Do the card and the character share a name?",
            "The card and the character share no name.",
            "Power Ups; Mantles; Alternate Names; Keyword Glossary > The Lone Gunmen",
        ),
        *COMBAT_ROWS,
        (
            "character-not-in-combat",
            checks.power_up_in_combat,
            "Is the character in the combat that is under way?",
            "The character isn’t in this combat.",
            "Game Terms > Power-Up",
        ),
    ),
    compute=turn_results.add_power_up,
    apply=turn_results.apply_power_up,
)
PASS = Action(
    verb="pass",
    title="Pass",
    summary="Let the other player act; after two passes in a row the combat resolves.",
    facts=saying.PassSays,
    rules=build_table(
        ("no-combat", timing.combat_open, "Is a combat under way?", "No combat is under way.", "During Combat"),
        *COMBAT_ROWS,
    ),
    compute=turn_results.pass_chance,
    apply=turn_results.apply_pass,
)
