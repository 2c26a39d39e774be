"""The tables of the build phase: playing a resource, recruiting and moving."""

from __future__ import annotations

from engine.games.vs_2pcg.play import recruiting, saying, turn_results
from engine.games.vs_2pcg.play import turn_checks as checks
from engine.games.vs_2pcg.play.citing import build_table
from engine.games.vs_2pcg.play.shared_rows import hand_row, step_row, turn_row
from engine.play.rules import Action

RESOURCE = Action(
    verb="play-resource",
    title="Play a resource",
    summary="Put a card of the hand into the resource row.",
    facts=saying.ResourceSays,
    rules=build_table(
        turn_row("Turn Sequence"),
        step_row("resource", "Resource Step (Optional)"),
        (
            "resource-already-played",
            checks.no_resource_yet,
            "Was no resource played this turn?",
            "One resource a turn.",
            "Locations",
        ),
        hand_row("Resource Step (Optional)"),
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
        turn_row("Supporting Characters"),
        (
            "wrong-step",
            recruiting.recruit_time,
            "Is it the recruit step?",
            "Characters are recruited in the recruit step.",
            "Recruit Step; Keyword Glossary > Spider-Verse",
        ),
        (
            "not-from-hand",
            recruiting.recruited_from,
            "Does the card come from hand, or from the deck by Dimensional Wristwatch?",
            "The card isn’t in hand.",
            "Recruit Step; Keyword Glossary > Dimensional Wristwatch",
        ),
        (
            "row-not-open",
            checks.row_open,
            "Is it the front or the back row?",
            "A character enters the front or the back row.",
            "Recruit Step",
        ),
        (
            "not-a-supporting-character",
            recruiting.is_supporting,
            "Is the card a supporting character?",
            "Only supporting characters are recruited.",
            "Recruit Step",
        ),
        (
            "not-enough-recruit-points",
            recruiting.recruit_affordable,
            "Are enough recruit points left?",
            "Too few recruit points are left.",
            "Recruit Step; Resources and Locations",
        ),
        (
            "main-character-name",
            recruiting.unlike_main,
            "Is the name another than your main character’s?",
            "Your main character has this name too.",
            "Uniqueness; Keyword Glossary > Swarm",
        ),
        (
            "future-past",
            recruiting.may_appear,
            "Is what the card’s Future Past demands there?",
            "What the card’s Future Past demands isn’t there.",
            "Keyword Glossary > Future Past",
        ),
        (
            "wrong-side",
            recruiting.own_side,
            "Does the character enter your own side?",
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
        turn_row("Formation Step"),
        (
            "not-your-character",
            checks.own_movers,
            "Is the character on your side?",
            "You move your own characters.",
            "Formation Step",
        ),
        (
            "row-not-open",
            checks.to_open,
            "Is it the front or the back row?",
            "Characters move to the front or the back row.",
            "Formation Step",
        ),
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
            "Is it the first move by Mobile this turn?",
            "Mobile moves a character once a turn.",
            "Keyword Glossary > Mobile",
        ),
        (
            "immobile",
            checks.may_leave_row,
            "Isn’t the character Immobile?",
            "An Immobile character stays in its row.",
            "Keyword Glossary > Immobile",
        ),
        (
            "machine-fixed",
            checks.not_a_machine,
            "Is it a character, not a Machine?",
            "Machines stay where they are.",
            "Machine",
        ),
    ),
    apply=turn_results.apply_move,
)
