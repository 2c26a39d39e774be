"""What Riftbound formats are built from, and what they ask between the decks of partners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.formats.definitions.parts import COMMON_PARTS, FormatPart, index_by_kind
from engine.formats.definitions.terms import COUNT, PartTerm
from engine.games.riftbound.restrictions import RESTRICTIONS
from engine.model.decks import BATTLEFIELDS, LEGEND, Deck
from engine.model.formats import Format
from engine.model.games import GameFormats
from engine.model.verdicts import Measure
from engine.rules.team_play import TeamBreach, TeamRules, in_one_deck_only

_OWN = (
    FormatPart(
        "domains-at-most",
        "Maximum number of domains",
        (
            PartTerm("count", COUNT, "Domains", is_required=True, most=6),
            PartTerm("beside_legend", COUNT, "Besides the legend’s", is_required=True, least=0, most=6),
        ),
    ),
)


def legends_differ(decks: Sequence[Deck], fmt: Format) -> Iterator[TeamBreach | Measure]:
    """No legend leads two decks of the team."""
    yield from in_one_deck_only(decks, LEGEND, "partners have different legends")


def battlefields_differ(decks: Sequence[Deck], fmt: Format) -> Iterator[TeamBreach | Measure]:
    """No battlefield is brought by two of the team."""
    yield from in_one_deck_only(decks, BATTLEFIELDS, "partners have different battlefields")


FORMATS = GameFormats(
    promos_follow=True,  # tournament rules 601.2.a: legal are cards of legal sets, under whatever printing
    types=("Unit", "Gear", "Spell", "Rune", "Battlefield", "Legend"),
    figures={
        "deck_min": 40,  # 103.2
        "deck_max": None,
        "copies": 3,
        "sideboard_max": None,
        "runes": 12,
        "battlefields": 3,
        "legends": 1,
        "champions": 1,
        "signatures": 3,
    },
    stated={"deck_min": (20, 25), "deck_max": (40,)},  # the tournament rules: draft, sealed, constructed
    restrictions=index_by_kind(*COMMON_PARTS, *_OWN),
    not_offered=("teams-at-most", "characters-per-team", "named-character", "copies-of-a-character"),
    checks=RESTRICTIONS,
    teams={"2v2-constructed": TeamRules(2, (legends_differ, battlefields_differ))},
)
