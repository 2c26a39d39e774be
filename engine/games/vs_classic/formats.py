"""What formats of the Vs. System TCG are built from."""

from __future__ import annotations

from engine.formats.definitions.parts import COMMON_PARTS, Part, by_kind
from engine.formats.definitions.terms import COUNT, PAIRS, TEAMS, Term
from engine.model.games import Formats
from engine.rules.chosen_restrictions import RESTRICTIONS

_OWN = (
    Part(
        "characters-of-teams",
        "Characters of chosen affiliations",
        (Term("teams", TEAMS, "Affiliations", is_required=True),),
    ),
    Part(
        "characters-of-a-pair",
        "Characters of a chosen pair of affiliations",
        (Term("pairs", PAIRS, "Pairs", is_required=True),),
    ),
    Part("exact-copies", "Exactly so many of each card", (Term("count", COUNT, "Copies", is_required=True),)),
)

FORMATS = Formats(
    types=("Character", "Plot Twist", "Location", "Equipment"),
    figures={"deck_min": 60, "deck_max": None, "copies": 4},  # 101.1
    pools=("rotation",),
    restrictions=by_kind(*COMMON_PARTS, *_OWN),
    checks=RESTRICTIONS,
)
