"""What formats of the Vs. System TCG are built from."""

from __future__ import annotations

from engine.formats.definitions.parts import COMMON_PARTS, FormatPart, index_by_kind
from engine.formats.definitions.terms import COUNT, PAIRS, TEAMS, PartTerm
from engine.model.games import GameFormats
from engine.rules.chosen_restrictions import RESTRICTIONS
from engine.rules.decisions import DECISIONS

_OWN = (
    FormatPart(
        "characters-of-teams",
        "Characters of chosen affiliations",
        (PartTerm("teams", TEAMS, "Affiliations", is_required=True),),
    ),
    FormatPart(
        "characters-of-a-pair",
        "Characters of a chosen pair of affiliations",
        (PartTerm("pairs", PAIRS, "Pairs", is_required=True),),
    ),
    FormatPart("exact-copies", "Exact copies of each card", (PartTerm("count", COUNT, "Copies", is_required=True),)),
)

FORMATS = GameFormats(
    types=("Character", "Plot Twist", "Location", "Equipment"),
    figures={"deck_min": 60, "deck_max": None, "copies": 4},  # 101.1
    pools=("rotation",),
    restrictions=index_by_kind(*COMMON_PARTS, *_OWN),
    checks=RESTRICTIONS,
    decisions=DECISIONS,
)
