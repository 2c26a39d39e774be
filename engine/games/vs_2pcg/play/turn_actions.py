"""The tables of a turn outside attacks: setting up, drawing, recovering, building, moving, power-ups and passing."""

from __future__ import annotations

from engine.games.vs_2pcg.play import saying, timing, turn_results
from engine.games.vs_2pcg.play import turn_checks as checks
from engine.games.vs_2pcg.play.citing import TableRow, build_table
from engine.play.rules import Action


def _turn(heading: str) -> TableRow:
    return ("not-your-turn", timing.own_turn, "Is it your turn?", "That belongs to your own turn.", heading)


def _hand(heading: str) -> TableRow:
    return ("not-from-hand", checks.from_hand, "Does the card come from hand?", "The card isn’t in hand.", heading)


def _step(step: str, heading: str) -> TableRow:
    return (
        "wrong-step",
        timing.in_step(step, "setup" if step == "opening-hand" else "build"),
        "Is it the right step?",
        f"That belongs to the step “{step}”.",
        heading,
    )


COMBAT_ROWS: tuple[TableRow, ...] = (
    (
        "wrong-combat-step",
        timing.combat_running,
        "Is it the part of the combat in which players act?",
        "Players act before the strikes are compared.",
        "Combat Step Overview; Combat Resolution",
    ),
    (
        "not-your-opportunity",
        timing.has_opportunity,
        "Is it your chance to act?",
        "It is the other player’s chance.",
        "During Combat",
    ),
)

_STEP_5 = "Setting Up the Game > Step 5"
MULLIGAN = Action(
    verb="mulligan",
    title="Take a mulligan",
    summary="Shuffle the whole opening hand back and draw seven cards.",
    facts=saying.MulliganSays,
    rules=build_table(
        _step("opening-hand", _STEP_5),
        (
            "mulligan-order",
            checks.first_player_decided,
            "Has the first player decided?",
            "The first player decides first.",
            _STEP_5,
        ),
        ("mulligan-used", checks.no_mulligan_yet, "Is it the only one?", "Each player has one mulligan.", _STEP_5),
        ("mulligan-partial", checks.whole_hand, "Does the whole hand go?", "No card is held back.", _STEP_5),
    ),
    compute=turn_results.take_mulligan,
)
DRAW = Action(
    verb="draw",
    title="Draw",
    summary="Draw the cards of the turn.",
    facts=saying.DrawSays,
    rules=build_table(
        _turn("Draw Phase"),
        ("wrong-phase", timing.in_phase("draw"), "Is it the draw phase?", "It isn’t the draw phase.", "Draw Phase"),
        (
            "already-drawn",
            checks.not_drawn_yet,
            "Is it the first draw of the phase?",
            "This turn’s cards are drawn.",
            "Draw Phase",
        ),
        (
            "draw-count",
            checks.count_right,
            "Is it the number of cards of this turn?",
            "The turn draws another number of cards.",
            "Draw Phase; Free for All - 3 or 4 players; Boss Battles",
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
        ("not-your-turn", checks.own_recovery, "Is it your turn?", "Each player recovers on their turn.", _RECOVERY),
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
RESOURCE = Action(
    verb="play-resource",
    title="Play a resource",
    summary="Put a card of the hand into the resource row.",
    facts=saying.ResourceSays,
    rules=build_table(
        _turn("Turn Sequence"),
        _step("resource", "Resource Step (Optional)"),
        (
            "resource-already-played",
            checks.no_resource_yet,
            "Was no resource played this turn?",
            "One resource a turn.",
            "Locations",
        ),
        _hand("Resource Step (Optional)"),
        (
            "only-location-face-up",
            checks.face_fits,
            "Is a face-up card a location?",
            "Only locations lie face up.",
            "Resource Step (Optional)",
        ),
    ),
    apply=turn_results.apply_resource,
)
RECRUIT = Action(
    verb="recruit",
    title="Recruit a character",
    summary="Pay for a supporting character and put it into a row.",
    facts=saying.RecruitSays,
    rules=build_table(
        _turn("Supporting Characters"),
        _step("recruit", "Recruit Step"),
        _hand("Recruit Step"),
        (
            "row-not-open",
            checks.row_open,
            "Is it the front or the back row?",
            "Not a row to recruit into.",
            "Recruit Step",
        ),
        (
            "not-a-supporting-character",
            checks.is_supporting,
            "Is it a supporting character?",
            "Only supporting characters are recruited.",
            "Recruit Step",
        ),
        (
            "not-enough-recruit-points",
            checks.points_enough,
            "Are enough recruit points left?",
            "The recruit points don’t suffice.",
            "Recruit Step; Resources and Locations",
        ),
        (
            "main-character-name",
            checks.unlike_main,
            "Is the name another than your main character’s?",
            "Your main character has this name.",
            "Uniqueness; Keyword Glossary > Swarm",
        ),
        (
            "wrong-side",
            checks.own_side,
            "Does it enter your own side?",
            "You recruit onto your own side.",
            "Basic Game Concepts > Eight Zones",
        ),
    ),
    compute=turn_results.recruit_character,
    apply=turn_results.apply_recruit,
)
MOVE = Action(
    verb="move",
    title="Move a character",
    summary="Move a character to the other row.",
    facts=saying.MoveSays,
    rules=build_table(
        _turn("Formation Step"),
        ("not-your-character", checks.own_movers, "Is it yours?", "You move your own characters.", "Formation Step"),
        ("row-not-open", checks.to_open, "Is it the front or the back row?", "Not a row to move to.", "Formation Step"),
        (
            "wrong-step",
            checks.move_time,
            "Is it the formation step, or does Mobile allow it?",
            "Characters move in the formation step.",
            "Formation Step; Keyword Glossary > Mobile",
        ),
        (
            "mobile-used",
            checks.mobile_left,
            "Is it the first?",
            "Mobile moves once a turn.",
            "Keyword Glossary > Mobile",
        ),
        ("immobile", checks.may_leave_row, "May it leave?", "It is Immobile.", "Keyword Glossary > Immobile"),
        ("machine-fixed", checks.not_a_machine, "Is it no Machine?", "Machines stay where they are.", "Machine"),
    ),
    apply=turn_results.apply_move,
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
            "Outside combat: is it your turn?",
            "Not your turn.",
            "Game Terms > Power-Up",
        ),
        ("wrong-phase", timing.in_phase("main"), "Is it the main phase?", "It isn’t the main phase.", "Power Ups"),
        _hand("Power Ups"),
        ("not-your-character", checks.own_character, "Is it yours?", "You power up your own characters.", "Power Ups"),
        (
            "power-up-face-down",
            checks.power_up_face_up,
            "Is it face-up?",
            "A face-down character isn’t powered up.",
            "Power Ups",
        ),
        ("power-up-name", checks.power_up_name, "Have both one name?", "The names differ.", "Power Ups; Mantles"),
        *COMBAT_ROWS,
        (
            "character-not-in-combat",
            checks.power_up_in_combat,
            "In a combat: is the character in it?",
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
