"""The actions of showdowns and combats, with the tables of their rules."""

from __future__ import annotations

from engine.games.riftbound.play import combat_facts as says
from engine.games.riftbound.play import combat_timing, damage
from engine.games.riftbound.play.citing import RuleRow, build_rules
from engine.games.riftbound.play.combat_applying import apply_combat, apply_showdown
from engine.games.riftbound.play.combat_results import compute_assignment, compute_combat, compute_showdown
from engine.play.rules import Action

CHOSEN: RuleRow = (
    "chosen-by-turn-player",
    combat_timing.chosen_by_turn_player,
    "Does the player whose turn it is choose this battlefield?",
    "The player whose turn it is chooses where a showdown begins.",
    (("323.11", "323.12"), ("323.13", "323.13"), ("456.1", "461.1")),
)
CONTESTED: RuleRow = (
    "contested",
    combat_timing.contested,
    "Is the battlefield contested?",
    "Nobody contests this battlefield: no side has brought units to it without controlling it.",
    (("187.3.a", "190.3.a"), ("187.3.a.1", "190.3.a.1"), ("445", "450")),
)
CONTESTER_PRESENT: RuleRow = (
    "contester-present",
    combat_timing.contester_present,
    "Are units of the side that contests it there?",
    "The side that contests this battlefield has no unit there any more.",
    ("323.8.a", ("323.8", "323.11")),
)
BOTH_SIDES: RuleRow = (
    "both-sides-present",
    combat_timing.both_sides_present,
    "Do both sides have units there?",
    "A combat needs units of both sides at the battlefield.",
    (("456", "461"), ("457", "462"), "323.9"),
)
CHAIN_EMPTY: RuleRow = (
    "chain-empty",
    combat_timing.chain_empty,
    "Is the chain empty?",
    "What is on the chain resolves first.",
    ("347", "348"),
)
ALL_PASSED: RuleRow = (
    "showdown-closed",
    combat_timing.all_passed_focus,
    "Have both sides passed focus in a row?",
    "The showdown goes on until both sides have passed in a row.",
    (("347.3.a", "347.2.a"), "348"),
)
NONE_ELSEWHERE: RuleRow = (
    "showdown-here",
    combat_timing.none_elsewhere,
    "Is the showdown or combat at this battlefield?",
    "While a showdown is at one battlefield, no combat is fought at another, and no other is conquered.",
    (("455", "460"), "344", "348"),
)
ASSIGNING: tuple[RuleRow, ...] = (
    (
        "assign-units",
        damage.assign_units,
        "Is damage assigned to units of the other side in this combat only?",
        "Combat damage is assigned to the other side’s units at the battlefield.",
        (("460.2.c", "465.2.c"),),
    ),
    (
        "assign-total",
        damage.assign_total,
        "Is exactly the summed might assigned?",
        "All of the might is assigned as damage, no more and no less.",
        (("460.2.c", "465.2.c"), ("460.2.a", "465.2.a"), ("460.2.b", "465.2.b"), "143.2.b", "423.1.b"),
    ),
    (
        "assign-lethal",
        damage.assign_lethal,
        "Has each unit lethal damage in full before another has any?",
        "One unit is assigned lethal damage in full before another is assigned any.",
        (("460.2.c.3", "465.2.c.3"), ("460.2.c.2", "142.4.b"), ("437.5.a", "465.2.c.5")),
    ),
    (
        "assign-excess",
        damage.assign_excess,
        "Has no unit more than is lethal while another has less?",
        "No unit is assigned more than is lethal while another has less.",
        (("460.2.c.4", "465.2.c.4"), ("460.2.c.9", "465.2.c.10"), "437.5.b"),
    ),
    (
        "assign-order",
        damage.assign_order,
        "Do units with Tank come first and units with Backline last?",
        "Units with Tank are assigned damage first, units with Backline last.",
        (
            "815.1.b",
            "826.3",
            ("460.2.c.5", "465.2.c.6"),
            ("460.2.c.6", "465.2.c.7"),
            ("460.2.c.7", "465.2.c.8"),
            ("460.2.c.8", "465.2.c.9"),
        ),
    ),
)

COMBAT_ACTIONS: tuple[Action, ...] = (
    Action(
        verb="start-showdown",
        title="Start a showdown",
        summary="Begin the showdown at a contested battlefield; with units of both sides there it is a combat.",
        facts=says.AtBattlefield,
        rules=build_rules(
            (
                "showdown-time",
                combat_timing.showdown_time,
                "Is there neither a chain nor a showdown?",
                "A showdown begins while there is neither a chain nor another showdown.",
                ("344", ("323.11", "323.12")),
            ),
            CHOSEN,
            CONTESTED,
            CONTESTER_PRESENT,
        ),
        compute=compute_showdown,
        apply=apply_showdown,
        is_event=True,
    ),
    Action(
        verb="start-combat",
        title="Start a combat",
        summary="Begin the combat where units of both sides meet, or turn a showdown there into one.",
        facts=says.AtBattlefield,
        rules=build_rules(
            (
                "combat-time",
                combat_timing.combat_time,
                "Is there no chain, and no showdown elsewhere?",
                "A combat begins while there is no chain, and no showdown at another battlefield.",
                (("455", "460"), ("455.1", "460.1"), "323.13", "323.14"),
            ),
            CHOSEN,
            CONTESTED,
            BOTH_SIDES,
        ),
        compute=compute_showdown,
        apply=apply_showdown,
        is_event=True,
    ),
    Action(
        verb="assign-damage",
        title="Assign combat damage",
        summary="Split a side’s might among the other’s units.",
        facts=says.AssignDamage,
        rules=build_rules(NONE_ELSEWHERE, CONTESTED, (*BOTH_SIDES[:4], (("460.1", "465.1"),)), CHAIN_EMPTY, *ASSIGNING),
        compute=compute_assignment,
    ),
    Action(
        verb="resolve-combat",
        title="Resolve a combat",
        summary="Deal the damage, see who is killed and recalled, and who controls the battlefield.",
        facts=says.ResolveCombat,
        rules=build_rules(NONE_ELSEWHERE, CONTESTED, CHAIN_EMPTY, ALL_PASSED, *ASSIGNING),
        compute=compute_combat,
        apply=apply_combat,
        is_event=True,
    ),
)
