"""The tables of payment powers, of substituting and of the formation (501, 706.14, 405)."""

from __future__ import annotations

from engine.games.vs_classic.play import placing, powers, results, wording
from engine.games.vs_classic.play.applying import apply_power, apply_substitute
from engine.games.vs_classic.play.applying_turn import apply_form
from engine.games.vs_classic.play.citing import build_table
from engine.games.vs_classic.play.saying import FormSays, PowerSays, SubstituteSays
from engine.games.vs_classic.play.timing import own_step
from engine.games.vs_classic.play.wording import Wording
from engine.play.rules import Action

USE_POWER = Action(
    verb="use-power",
    title="Use a power",
    summary="Use a payment power of an object that one controls.",
    facts=PowerSays,
    rules=build_table(
        wording.PRIORITY.at("501.3", "216.1"),
        Wording(
            "not-your-power",
            powers.source_is_own,
            "Does the acting player control the source?",
            "Another player controls the source.",
        ).at("501.2"),
        Wording(
            "source-stunned",
            powers.source_not_stunned,
            "Is the source, or who has it, not stunned?",
            "A stunned character has no powers.",
        ).at("701.12f, 302.5", "302.5, 210.5, 201.2b"),
        Wording(
            "source-face-down",
            powers.source_face_up,
            "Is the location face up?",
            "A face-down resource has no powers.",
        ).at("701.11a, 210.5b"),
        Wording("cannot-activate", powers.can_activate, "Is the source ready?", "Activating takes a ready source.").at(
            "Glossary: Activate, 203.3", "203.3"
        ),
        Wording(
            "not-enough-endurance",
            powers.enough_endurance,
            "Is there endurance enough?",
            "There is too little endurance.",
        ).at("203.3", "203.3"),
        Wording(
            "points-outside-recruit-step",
            powers.points_in_own_step,
            "Are resource points paid in one’s own recruit step?",
            "Resource points are paid in one’s own recruit step alone.",
        ).at("404.2"),
        Wording(
            "not-enough-points",
            powers.enough_power_points,
            "Are there resource points enough?",
            "There are too few resource points.",
        ).at("203.3, 404.2", "203.3"),
        Wording(
            "not-enough-atk-def",
            powers.enough_atk_and_def,
            "Does the character have as much ATK and DEF as it pays?",
            "The character pays more than it has.",
        ).at("203.6d", "203.6d"),
        Wording(
            "other-cost-unpaid",
            powers.other_cost_payable,
            "Can everything in the cost be done?",
            "Something in the cost can’t be done.",
        ).at("203.6b, 203.3", "203.6b, 203.3"),
        Wording(
            "used-up", powers.uses_left, "Are uses of the power left?", "The power was used as often as it may be."
        ).at("501.4"),
        Wording(
            "no-cosmic-counter",
            powers.has_cosmic_counter,
            "Is a cosmic counter on the character?",
            "A cosmic power needs a cosmic counter.",
        ).at("706.7a, 706.7f"),
        wording.DURATION.at("505.3, 513.2f"),
        wording.ENOUGH_TARGETS.at("505.1c"),
        wording.TARGETS_DIFFER.at("505.1c"),
        wording.RESTRICTION.at("501.3"),
        wording.NO_CONTRADICTION,
    ),
    compute=results.use_power,
    apply=apply_power,
)

SUBSTITUTE = Action(
    verb="substitute",
    title="Substitute",
    summary="Put a card with substitute into play for a ready character.",
    facts=SubstituteSays,
    rules=build_table(
        wording.PRIORITY.at("501.3", "216.1"),
        wording.RECRUIT_STEP.at("706.14"),
        wording.IN_HAND.at("706.14"),
        Wording(
            "substitute-not-yours",
            powers.removes_own,
            "Does the acting player control the removed character?",
            "Another player controls the removed character.",
        ).at("706.14"),
        Wording(
            "substitute-not-ready",
            powers.removes_ready,
            "Is the removed character ready?",
            "The removed character is exhausted.",
        ).at("706.14"),
        Wording(
            "substitute-cost-too-low",
            powers.removes_enough,
            "Does the removed character cost at least as much as the card?",
            "The removed character costs less than the card.",
        ).at("706.14, 203.4d"),
        wording.NO_CONTRADICTION,
    ),
    compute=results.substitute,
    apply=apply_substitute,
)

FORM = Action(
    verb="form",
    title="Change the formation",
    summary="Move any number of one’s characters as the formation step starts.",
    facts=FormSays,
    rules=build_table(
        Wording(
            "not-your-formation-step",
            own_step("formation"),
            "Is it the acting player’s own formation step?",
            "The formation changes in one’s own formation step.",
        ).at("405.1"),
        wording.OPENING.at("405.1"),
        Wording(
            "not-your-character",
            placing.moves_own,
            "Does the acting player control each character that moves?",
            "Another player’s character can’t be moved.",
        ).at("405.5"),
        Wording(
            "not-front-or-support",
            placing.moves_to_row,
            "Does each character stand in the front or the support row?",
            "Characters stand in the front or the support row.",
        ).at("213.5d, 405.5", "213.5d"),
        Wording(
            "position-occupied",
            placing.moves_apart,
            "Is each character in a position of its own?",
            "Two characters would be in one position.",
        ).at("405.3, 705.1"),
        Wording(
            "area-change",
            placing.stays_in_area,
            "Does each character stay in its area?",
            "Characters stay in their area.",
        ).at("405.5"),
        Wording(
            "dividing-column",
            placing.keeps_divider_empty,
            "Is the dividing column empty?",
            "No character may be in the dividing column.",
        ).at("405.3", "213.5c"),
    ),
    apply=apply_form,
)
