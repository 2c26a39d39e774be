"""The actions of a turn beside plays, with their tables: hiding, moving, the mulligan, beginning and ending it."""

from __future__ import annotations

from engine.games.riftbound.play import action_facts as says
from engine.games.riftbound.play import applying_turn, game_actions, moves
from engine.games.riftbound.play.citing import build_rules
from engine.games.riftbound.play.walk_tables import ask_priority
from engine.play.rules import Action

TURN_ACTIONS = (
    Action(
        verb="hide",
        title="Hide a card",
        summary="Put a card with Hidden face down at a battlefield.",
        facts=says.Hide,
        rules=build_rules(
            ask_priority(moves.hide_priority, "312.1", "421.2", "310.1.a", "313.1", ("334", "333")),
            (
                "hidden-keyword",
                moves.hidden_keyword,
                "Does the card have Hidden?",
                "Only a card with Hidden can be hidden.",
                ("811.1.b", "811.1"),
            ),
            (
                "hide-zone",
                moves.hide_zone,
                "Is the card in the hand or the champion zone?",
                "A card is hidden from the hand or the champion zone.",
                ("811.1.b", "421.2.a"),
            ),
            (
                "hide-time",
                moves.hide_time,
                "Is it your turn, with neither a chain nor a showdown?",
                "A card is hidden on its player’s own turn, while there is no chain.",
                ("811.1.b", "410.1.a", "421.2", "421.2.a", "313.1"),
            ),
            (
                "hide-place",
                moves.hide_place,
                "Is it a battlefield of yours?",
                "A card is hidden at a battlefield that its player controls.",
                ("811.1.b", "107.3.c", "421.1"),
            ),
            (
                "hide-room",
                moves.hide_room,
                "Does no card lie face down there yet?",
                "A card lies face down there already.",
                ("811.1.b", "107.3.b"),
            ),
            (
                "hide-paid",
                moves.hide_paid,
                "Is there one power of any domain?",
                "Hiding costs one power of any domain.",
                ("811.1.b",),
            ),
        ),
        compute=moves.compute_hide,
        apply=applying_turn.apply_hide,
    ),
    Action(
        verb="move-units",
        title="Move units",
        summary="Exhaust units to move them.",
        facts=says.MoveUnits,
        rules=build_rules(
            (
                "move-time",
                moves.move_time,
                "Is it your main phase, with neither a chain nor a showdown?",
                "Units move in their player’s own main phase, with neither a chain nor a showdown.",
                ("144", "144.1.a", "144.1.b", "144.1.c", ("334", "333")),
            ),
            (
                "move-ready",
                moves.move_ready,
                "Is each unit yours and ready?",
                "Only ready units of one’s own move.",
                ("144", "144.2", "144.3"),
            ),
            (
                "move-destination",
                moves.move_destination,
                "May each unit go there?",
                "Units move between base and battlefield; only with Ganking from battlefield to battlefield.",
                ("144", "144.4.a", "144.4.b", "144.4.c", "144.4.c.1", "810.1.b"),
            ),
        ),
        compute=moves.compute_move,
        apply=applying_turn.apply_move,
    ),
    Action(
        verb="mulligan",
        title="Take a mulligan",
        summary="Set up to two cards of the opening hand aside, and draw as many.",
        facts=says.Mulligan,
        rules=build_rules(
            (
                "mulligan-time",
                game_actions.mulligan_time,
                "Hasn’t the game begun yet?",
                "A mulligan is taken once, before the first turn.",
                (("118", "117"), ("119", "118")),
            ),
            (
                "mulligan-count",
                game_actions.mulligan_count,
                "Are at most two cards set aside?",
                "At most two different cards can be set aside.",
                (("118", "117"), ("118.1", "117.1")),
            ),
        ),
        compute=game_actions.compute_mulligan,
        apply=applying_turn.apply_mulligan,
    ),
    Action(
        verb="begin-turn",
        title="Begin your turn",
        summary="Ready, hold, channel and draw.",
        facts=says.ActionFacts,
        rules=build_rules(
            ("turn-player", game_actions.turn_player, "Is it your turn?", "It is the other’s turn.", ("304",)),
        ),
        compute=game_actions.compute_begin_turn,
        apply=applying_turn.apply_begin_turn,
        is_event=True,
    ),
    Action(
        verb="end-turn",
        title="End your turn",
        summary="End your main phase and your turn.",
        facts=says.ActionFacts,
        rules=build_rules(
            (
                "end-time",
                game_actions.end_time,
                "Is it your main phase, with neither a chain nor a showdown?",
                "A turn ends in its player’s own main phase, with neither a chain nor a showdown.",
                (("316.6", "316.9"), "305", ("334", "333")),
            ),
        ),
        compute=game_actions.compute_end_turn,
        apply=applying_turn.apply_end_turn,
    ),
)
