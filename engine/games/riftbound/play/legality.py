"""Step 5 of the walks: is all of it still legal (358, 405)? Timing has a module of its own."""

from __future__ import annotations

from typing import Any

from engine.games.riftbound.play.attempt import Attempt, has_keyword
from engine.games.riftbound.play.completions import try_completions
from engine.games.riftbound.play.facts import BASE
from engine.games.riftbound.play.timing import has_action
from engine.play.rules import Broken, Found
from engine.play.truth import Unknown, any_of


def targets_still_legal(attempt: Attempt) -> Found:
    """None of what was chosen has been lost since (358.1)."""
    if not attempt.chosen:
        said: Any = attempt.says.targets
        chooses = attempt.kind not in {"unit", "gear"} and isinstance(said, Unknown)
        return said if chooses and attempt.says.lost else None
    lost = [name for name in dict.fromkeys(attempt.chosen) if name in attempt.says.lost]
    return Broken(f"No longer a legal choice: {', '.join(lost)}.") if lost else True


def no_illegal_state(attempt: Attempt) -> Found:
    """What it does makes no illegal state (358.2)."""
    return not attempt.says.illegal_state


def ambush_units_there(attempt: Attempt) -> Found:
    """Where Ambush lets a unit in, own units are still there (822.3)."""
    place, card = attempt.says.location, attempt.says.card
    if not attempt.says.units_gone or attempt.is_from_hidden or isinstance(place, Unknown) or place == BASE:
        return None
    ambush = has_keyword(card.keywords, "Ambush")
    if ambush is False:
        return None
    placed = True if place in card.granted_locations else attempt.controls_battlefield(place)
    reaction = any_of((has_keyword(card.keywords, "Reaction"), attempt.says.instructed))
    return try_completions(
        _allowed_without_ambush,
        ambush,
        placed,
        attempt.is_closed,
        attempt.is_showdown,
        attempt.is_my_turn,
        has_action(attempt),
        reaction,
    )


def _allowed_without_ambush(
    ambush: bool, placed: bool, closed: bool, showdown: bool, mine: bool, action: bool, reaction: bool
) -> bool:
    timed = reaction if closed else (action or reaction) if showdown else (mine or reaction)
    return not ambush or (placed and timed)
