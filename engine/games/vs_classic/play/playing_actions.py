"""The tables of playing cards: resources, characters, equipment, plot twists, locations (403-404, 505, 510)."""

from __future__ import annotations

from engine.games.vs_classic.play import cards, costs, equipping, loyalty, placing, results, wording
from engine.games.vs_classic.play.applying import apply_build, apply_equip, apply_flip, apply_recruit, apply_twist
from engine.games.vs_classic.play.citing import build_table
from engine.games.vs_classic.play.saying import BuildSays, EquipSays, FlipSays, RecruitSays, RevealSays, TwistSays
from engine.games.vs_classic.play.timing import own_step
from engine.games.vs_classic.play.wording import Wording
from engine.play.rules import Action

BUILD = Action(
    verb="build-resource",
    title="Build a resource",
    summary="Put a card from the hand face down into the resource row.",
    facts=BuildSays,
    rules=build_table(
        Wording(
            "not-your-resource-step",
            own_step("resource"),
            "Is it the acting player’s own resource step?",
            "A resource is built in one’s own resource step.",
        ).at("403.1"),
        wording.OPENING.at("403.1"),
        Wording(
            "already-built",
            cards.first_build,
            "Is it the first resource of this step?",
            "A resource was already built in this step.",
        ).at("403.1"),
        wording.IN_HAND.at("403.1"),
        Wording(
            "built-face-up",
            cards.built_face_down,
            "Is the card built face down?",
            "Resources are built face down.",
        ).at("403.1"),
    ),
    apply=apply_build,
)

RECRUIT = Action(
    verb="recruit",
    title="Recruit a character",
    summary="Pay a character card’s recruit cost and put it on the chain.",
    facts=RecruitSays,
    rules=build_table(
        wording.PRIORITY.at("404.3", "216.1"),
        wording.EMPTY_CHAIN.at("404.3, 301.2", "301.2"),
        wording.RECRUIT_STEP.at("404.3, 301.2", "301.2"),
        wording.card_type("character", "Only a character card is recruited as one.").at(
            "203.4a, 301.2", "203.4a, 301.2"
        ),
        wording.RECRUIT_ZONE.at("301.4, 706.11a", "301.4"),
        wording.ENOUGH_POINTS.at("203.4b, 203.4d, 505.1d, 706.12", "203.4b"),
        wording.BOOST.at("706.2"),
        Wording(
            "loyalty",
            loyalty.loyalty,
            "Does the acting player control a character that shares an affiliation?",
            "No character in play shares an affiliation with the card.",
        ).at("706.3"),
        Wording(
            "loyalty-reveal",
            loyalty.loyalty_reveal,
            "Does a character in play, or a revealed one, share an affiliation?",
            "Neither a character in play nor a revealed card shares an affiliation.",
        ).at("706.3a"),
        Wording(
            "dual-loyalty",
            loyalty.dual_loyalty,
            "Are both affiliations among the characters in play?",
            "The characters in play lack one of the card’s affiliations.",
        ).at("706.3b"),
        wording.ADDITIONAL_COST.at("203.9a, 505.1d", "203.9a"),
        wording.RESTRICTION.at("500.1"),
        Wording(
            "not-front-or-support",
            placing.lands_in_row,
            "Does it enter the front or the support row?",
            "A character enters the front or the support row.",
        ).at("213.5e", "213.5e"),
        Wording(
            "position-occupied",
            placing.spot_free,
            "Is the position empty?",
            "Another character is there.",
        ).at("213.5e, 705.1", "213.5e"),
        Wording(
            "wrong-area",
            placing.fits_area,
            "Does it enter the area that its card names?",
            "The card enters the other area.",
        ).at("214.3a, 301.5a", "301.5a, 214.3a"),
    ),
    compute=results.recruit,
    apply=apply_recruit,
)

EQUIP = Action(
    verb="equip",
    title="Recruit an equipment",
    summary="Pay an equipment card’s recruit cost and attach it to a character.",
    facts=EquipSays,
    rules=build_table(
        wording.PRIORITY.at("404.3", "216.1"),
        wording.EMPTY_CHAIN.at("404.3, 302.2", "302.2"),
        wording.RECRUIT_STEP.at("404.3, 302.2", "302.2"),
        wording.card_type("equipment", "Only an equipment card equips a character.").at(
            "203.4a, 302.2", "203.4a, 302.2"
        ),
        wording.RECRUIT_ZONE.at("301.4", "301.4"),
        wording.ENOUGH_POINTS.at("203.4b, 505.1d", "203.4b"),
        Wording(
            "target-missing", equipping.has_target, "Is a character chosen?", "An equipment needs a character to equip."
        ).at("302.3c", "302.3c"),
        Wording(
            "target-not-character",
            equipping.target_is_character,
            "Is the target a character?",
            "Only a character is equipped.",
        ).at("302.3a", "302.3a"),
        Wording(
            "target-stunned", equipping.target_not_stunned, "Is the target not stunned?", "The target is stunned."
        ).at("302.3a", "302.3a"),
        Wording(
            "equip-wrong-area",
            equipping.target_in_area,
            "Is the target in the right area?",
            "The target is in the wrong area.",
        ).at("302.3a, 701.21b", "302.3a, 214.3b"),
        Wording(
            "equip-limit",
            equipping.room_for_equipment,
            "May the target have more equipment?",
            "The target has as much equipment as it may have.",
        ).at("302.3a, 302.3b", "302.3a, 302.3b"),
        Wording(
            "equip-not-controlled",
            equipping.target_controlled,
            "Does the right player control the target?",
            "Another player controls the target.",
        ).at("302.3a", "302.3a"),
        Wording(
            "equip-restriction",
            equipping.equip_only_met,
            "Does the target meet what the equipment asks?",
            "The target doesn’t meet what the equipment asks.",
        ).at("302.3a", "302.3a"),
        wording.ADDITIONAL_COST.at("203.9a, 505.1d", "203.9a"),
        wording.RESTRICTION.at("500.1"),
        wording.NO_CONTRADICTION,
    ),
    compute=results.equip,
    apply=apply_equip,
)

TWIST = Action(
    verb="play-plot-twist",
    title="Play a plot twist",
    summary="Play a plot twist from the hand or the resource row.",
    facts=TwistSays,
    rules=build_table(
        wording.PRIORITY.at("304.2", "304.2"),
        wording.card_type("plot twist", "Only a plot twist is played.").at("304.2", "304.2"),
        Wording(
            "play-zone",
            cards.play_zone,
            "May the card be played from there?",
            "Plot twists are played from the hand or the resource row.",
        ).at("304.2, 304.2a", "304.2"),
        Wording(
            "already-face-up",
            cards.face_down_in_row,
            "Is it face down in the row?",
            "It is face up already and can’t be turned up.",
        ).at("304.4, 505.2", "304.4"),
        wording.THRESHOLD.at("203.5b, 203.5c", "203.5b, 203.5c"),
        wording.DURATION.at("505.3, 513.2f"),
        wording.ENOUGH_TARGETS.at("505.1c"),
        wording.TARGETS_DIFFER.at("505.1c"),
        wording.RESTRICTION.at("304.7", "304.7"),
        wording.ADDITIONAL_COST.at("203.9a, 505.1d", "203.9a"),
        wording.BOOST.at("706.2, 706.2b"),
        Wording(
            "points-outside-recruit-step",
            costs.twist_points_in_step,
            "Are its resource points paid in one’s own recruit step?",
            "Resource points are paid in one’s own recruit step alone.",
        ).at("706.2b, 404.2"),
        Wording(
            "not-enough-points",
            costs.twist_points,
            "Are there resource points enough for it?",
            "There are too few resource points.",
        ).at("203.3, 404.2", "203.3"),
    ),
    compute=results.play_twist,
    apply=apply_twist,
)

FLIP = Action(
    verb="flip-location",
    title="Flip a location",
    summary="Turn a location in the resource row face up.",
    facts=FlipSays,
    rules=build_table(
        wording.PRIORITY.at("510.1", "216.1"),
        wording.card_type("location", "Only a location is flipped.").at("303.2", "303.2"),
        wording.IN_RESOURCE_ROW.at("303.2", "303.2"),
        wording.FACE_DOWN.at("303.2, 510.2d", "303.2"),
        wording.THRESHOLD.at("510.2c, 203.5b", "203.5b"),
        wording.RESTRICTION.at("500.1"),
        wording.ADDITIONAL_COST.at("510.2c, 203.9a", "203.9a"),
    ),
    compute=results.flip,
    apply=apply_flip,
)

REVEAL = Action(
    verb="reveal-resource",
    title="Reveal a resource",
    summary="Show a face-down resource of one’s own.",
    facts=RevealSays,
    rules=build_table(
        wording.PRIORITY.at("701.11f", "216.1"),
        wording.IN_RESOURCE_ROW.at("701.11f, 708.9a, 708.9c"),
        wording.FACE_DOWN.at("701.11f, 708.9c"),
    ),
)
