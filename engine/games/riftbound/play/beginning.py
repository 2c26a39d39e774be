"""Step 1 of the walks: may this card leave its zone, may this ability be used, has this trigger triggered?"""

from __future__ import annotations

from engine.games.riftbound.play.attempt import Attempt
from engine.play.rules import Broken, Found
from engine.play.truth import Unknown, compute, equals

#: From where a card is played without a permission (419.1.a, 811.1.b).
PLAYABLE_ZONES = ("hand", "champion", "facedown")


def card_type(attempt: Attempt) -> Found:
    """A unit is played as a unit, a gear as a gear, a spell as a spell (354)."""
    found = equals(attempt.says.card.type, attempt.kind)
    if found is False:
        return Broken(f"A {attempt.says.card.type} can’t be played as a {attempt.kind}.")
    return found


def zone(attempt: Attempt) -> Found:
    """From the hand, the champion zone or face down; from elsewhere where an effect says so (419.1.a)."""
    card = attempt.says.card
    return card.zone in PLAYABLE_ZONES or card.playable_from_there or attempt.says.instructed


def hidden_next_turn(attempt: Attempt) -> Found:
    """A hidden card can be played from the turn after it was hidden on (811.1.b)."""
    if not attempt.is_from_hidden:
        return None
    return compute(
        lambda hidden, now: bool(now > hidden), attempt.says.card.hidden_on_turn, attempt.position.turn.number
    )


def hidden_place_kept(attempt: Attempt) -> Found:
    """A card stays face down only while its player controls the battlefield (107.3.c, 107.3.d)."""
    if not attempt.is_from_hidden:
        return None
    place = attempt.says.card.hidden_at
    return place if isinstance(place, Unknown) else attempt.controls_battlefield(place)


def options_exist(attempt: Attempt) -> Found:
    """An ability without enough legal options can't be activated (402.2)."""
    asked = attempt.played.target is not None or attempt.played.options is not None
    return attempt.has_options if asked else None


def source_controlled(attempt: Attempt) -> Found:
    """Only the player who controls its source uses an ability (188.4.a, 378).

    What `options-exist` or `exhaust-paid` asks for as well, they alone ask for.
    """
    source = attempt.find_source()
    if not isinstance(source, Unknown):
        return equals(source.controller, attempt.player)
    cost = attempt.says.ability.cost
    is_asked = isinstance(options_exist(attempt), Unknown) or (not isinstance(cost, Unknown) and cost.exhaust)
    return None if is_asked else source


def use_condition(attempt: Attempt) -> Found:
    """A condition on using an ability must hold (377.2.b)."""
    holds = attempt.says.ability.use_only
    return Unknown((f"{attempt.says.ability.path}.use_only",)) if holds is None else holds


def trigger_condition(attempt: Attempt) -> Found:
    """An ability triggers when its condition is met (383.3)."""
    met: Found = attempt.says.ability.condition_met
    return met


def trigger_placed(attempt: Attempt) -> Found:
    """A trigger is left out only where it says "you may" first (383.3.a)."""
    may: Found = attempt.says.ability.may
    return True if attempt.says.place else may
