"""All actions of Riftbound, in the order in which people look for them."""

from __future__ import annotations

from engine.games.riftbound.play import action_facts as says
from engine.games.riftbound.play.applying import apply_walk
from engine.games.riftbound.play.chain_actions import CHAIN_ACTIONS
from engine.games.riftbound.play.combat_actions import COMBAT_ACTIONS
from engine.games.riftbound.play.scoring_actions import SCORING_ACTIONS
from engine.games.riftbound.play.turn_actions import TURN_ACTIONS
from engine.games.riftbound.play.walk_results import compute_walk
from engine.games.riftbound.play.walk_tables import ACTIVATE_ABILITY, PLACE_TRIGGER, PLAY_GEAR, PLAY_SPELL, PLAY_UNIT
from engine.play.rules import Action

WALKS = (
    Action(
        verb="play-unit",
        title="Play a unit",
        summary="Play a unit to the base or to a battlefield, step by step.",
        facts=says.PlayUnit,
        rules=PLAY_UNIT,
        compute=compute_walk,
        apply=apply_walk,
    ),
    Action(
        verb="play-gear",
        title="Play a gear",
        summary="Play a gear to the base, step by step.",
        facts=says.PlayGear,
        rules=PLAY_GEAR,
        compute=compute_walk,
        apply=apply_walk,
    ),
    Action(
        verb="play-spell",
        title="Play a spell",
        summary="Play a spell with its choices and costs, step by step.",
        facts=says.PlaySpell,
        rules=PLAY_SPELL,
        compute=compute_walk,
        apply=apply_walk,
    ),
    Action(
        verb="activate-ability",
        title="Use an ability",
        summary="Activate an ability of something on the board, step by step.",
        facts=says.ActivateAbility,
        rules=ACTIVATE_ABILITY,
        compute=compute_walk,
        apply=apply_walk,
    ),
    Action(
        verb="place-trigger",
        title="Put a trigger on the chain",
        summary="Take an ability that has triggered through its steps.",
        facts=says.PlaceTrigger,
        rules=PLACE_TRIGGER,
        compute=compute_walk,
        apply=apply_walk,
    ),
)


ACTIONS: tuple[Action, ...] = (*WALKS, *CHAIN_ACTIONS, *TURN_ACTIONS, *COMBAT_ACTIONS, *SCORING_ACTIONS)
