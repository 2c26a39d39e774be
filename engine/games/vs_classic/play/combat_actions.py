"""The tables of what happens inside an attack: power-ups, reinforcing, its start and its conclusion (602, 708)."""

from __future__ import annotations

from engine.games.vs_classic.play import conclusion, results, starting, supporting, wording
from engine.games.vs_classic.play.applying import apply_power_up, apply_reinforce
from engine.games.vs_classic.play.applying_turn import apply_conclusion, apply_start
from engine.games.vs_classic.play.citing import CAMMI, build_table
from engine.games.vs_classic.play.saying import ConcludeSays, PowerUpSays, ReinforceSays, StartSays
from engine.games.vs_classic.play.wording import Wording
from engine.play.rules import Action

POWER_UP = Action(
    verb="power-up",
    title="Power up",
    summary="Discard a character card of the same name for +1 ATK and +1 DEF.",
    facts=PowerUpSays,
    rules=build_table(
        wording.PRIORITY.at("216.1, 507.1b", "216.1"),
        wording.SUBSTEP.at("507.1b, 708.5c"),
        Wording(
            "target-not-in-combat",
            supporting.target_fights,
            "Does the target attack or defend now?",
            "The target neither attacks nor defends.",
        ).at("507.1b, 602.2a, 602.3a"),
        Wording(
            "target-not-yours",
            supporting.target_own,
            "Does the acting player control the target?",
            "Another player controls the target.",
        ).at("507.1b, 708.5a"),
        wording.IN_HAND.at("708.17b"),
        Wording(
            "discard-not-character",
            supporting.discards_character,
            "Is the discarded card a character card?",
            "A character card is discarded for a power-up.",
        ).at("507.1b"),
        Wording(
            "discard-name-differs",
            supporting.discards_same_name,
            "Does the discarded card share a name with the target?",
            "The discarded card has another name.",
        ).at("507.1b"),
    ),
    compute=results.power_up,
    apply=apply_power_up,
)

REINFORCE = Action(
    verb="reinforce",
    title="Reinforce",
    summary="Exhaust a character behind or beside a defender, so that no breakthrough is caused.",
    facts=ReinforceSays,
    rules=build_table(
        wording.PRIORITY.at("216.1, 507.1c", "216.1"),
        wording.SUBSTEP.at("507.1c, 505.3"),
        Wording(
            "target-not-defender",
            supporting.target_defends,
            "Does the target defend now?",
            "The target doesn’t defend.",
        ).at("708.7b, 602.3a"),
        Wording(
            "target-not-yours",
            supporting.defender_own,
            "Does the acting player control the defender?",
            "Another player controls the defender.",
        ).at("708.7b"),
        Wording(
            "reinforcer-not-yours",
            supporting.reinforcer_own,
            "Does the acting player control who reinforces?",
            "Another player controls who reinforces.",
        ).at("705.2a"),
        Wording(
            "reinforcer-not-ready",
            supporting.reinforcer_ready,
            "Is who reinforces ready?",
            "Who reinforces has to exhaust for it.",
        ).at("708.7b, 203.3"),
        Wording(
            "reinforcer-not-support",
            supporting.reinforcer_in_support,
            "Is who reinforces in the support row?",
            "Characters reinforce from the support row.",
        ).at("708.7b"),
        Wording(
            "reinforcer-not-adjacent",
            supporting.reinforcer_adjacent,
            "Are the two adjacent?",
            "Who reinforces isn’t adjacent to the defender.",
        ).at("708.7b, 705.2"),
        Wording(
            "reinforcer-no-affiliation",
            supporting.reinforcer_shares,
            "Do the two share an affiliation?",
            "The two share no affiliation.",
        ).at("708.7b"),
        wording.NO_CONTRADICTION,
        further={"reinforcer-no-affiliation": (CAMMI,)},
    ),
    compute=results.reinforce,
    apply=apply_reinforce,
)

START = Action(
    verb="start-attack",
    title="Start the attack substep",
    summary="Look at the proposed attack again, and exhaust the attackers.",
    facts=StartSays,
    rules=build_table(
        Wording("no-attack", conclusion.running("proposed"), "Is an attack proposed?", "No attack is proposed.").at(
            "601.1f"
        ),
        wording.NO_CONTRADICTION,
    ),
    compute=starting.start,
    apply=apply_start,
    is_event=True,
)

CONCLUDE = Action(
    verb="conclude-attack",
    title="Conclude the attack",
    summary="Compare ATK and DEF: stuns, breakthrough and endurance.",
    facts=ConcludeSays,
    rules=build_table(
        Wording(
            "no-attack", conclusion.running("substep"), "Is an attack substep running?", "No attack is running."
        ).at("602.6"),
        Wording(
            "strike-choice",
            conclusion.strike_choice,
            "Which attacker that is left does the defender strike?",
            "The defender strikes an attacker of this attack.",
        ).at("602.6c"),
        Wording(
            "breakthrough-order",
            conclusion.order_complete,
            "Is every attacker in the order in which ATK is applied?",
            "The order leaves out an attacker.",
        ).at("602.6c, 602.7c"),
        wording.NO_CONTRADICTION,
    ),
    compute=conclusion.conclude,
    apply=apply_conclusion,
    is_event=True,
)
