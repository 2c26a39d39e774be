"""What the judge doesn't decide about Riftbound, and why."""

from __future__ import annotations

from engine.games.riftbound.play.citing import CORE_JULY, cite_places
from engine.play.rules import OutOfReach

OUT_OF_REACH = (
    OutOfReach(
        "What cards say",
        "Cards aren’t simulated: what a card grants or forbids is said in the position.",
    ),
    OutOfReach(
        "Layers and replacement effects",
        "They hang on the texts of all cards that are in play.",
    ),
    OutOfReach(
        "Games of three and more",
        "A position knows two sides.",
    ),
    OutOfReach(
        "Delayed and reflexive triggers",
        "A trigger that is described can be put on the chain; what makes it trigger is said.",
        cite_places(CORE_JULY, "383.3"),
    ),
    OutOfReach(
        "Groups of targets with a sum, and damage that is split",
        "Each target is checked for itself, not the group.",
        cite_places(CORE_JULY, "355.9"),
    ),
    OutOfReach(
        "Power of one of several domains",
        "The power of a card of several domains is taken as power of any.",
    ),
    OutOfReach(
        "Adding while a cost is paid",
        "A player who has to pay may use what adds and has Reaction, even while something resolves. A position can’t "
        "say that somebody is paying: list it among the abilities that add.",
        cite_places(CORE_JULY, "429.3"),
    ),
    OutOfReach(
        "Hiding in a showdown",
        "One rule asks for a neutral open state, others for an open state: nobody can tell which counts.",
        cite_places(CORE_JULY, "410.1.a", "811.1.b"),
    ),
)
