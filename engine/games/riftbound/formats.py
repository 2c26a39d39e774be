"""What Riftbound formats are built from, and what they ask between the decks of partners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from engine.formats.definitions.parts import COMMON_PARTS, FormatPart, index_by_kind
from engine.formats.definitions.terms import COUNT, PartTerm
from engine.games.riftbound.decisions import DECISIONS
from engine.games.riftbound.restrictions import RESTRICTIONS
from engine.games.riftbound.tournament import find_core_rules
from engine.model.decks import BATTLEFIELDS, LEGEND, Deck
from engine.model.formats import Format
from engine.model.games import GameFormats
from engine.model.verdicts import Citation, Measure
from engine.rules.team_play import CODE, TeamBreach, TeamRules, in_one_deck_only

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


#: By edition of the core rules the rules on the legends and on the battlefields of teammates. That of 2026-10-09 isn't
#: held; where two against two stands in it is known.
_TEAMMATES = {
    "rb-core-1.3": ("484.8.g", "484.8.h"),
    "rb-core-2026-07-16": ("489.8.h", "489.8.i"),
    "rb-core-2026-10-09": ("491", "491"),
}


def legends_differ(decks: Sequence[Deck], fmt: Format, as_of: date) -> Iterator[TeamBreach | Measure]:
    """No legend leads two decks of the team."""
    edition = find_core_rules(as_of)
    cite = Citation(edition, _TEAMMATES[edition][0])
    yield from in_one_deck_only(decks, LEGEND, "partners have different legends", cite)


def battlefields_differ(decks: Sequence[Deck], fmt: Format, as_of: date) -> Iterator[TeamBreach | Measure]:
    """No battlefield is brought by two of the team."""
    edition = find_core_rules(as_of)
    cite = Citation(edition, _TEAMMATES[edition][1])
    yield from in_one_deck_only(decks, BATTLEFIELDS, "partners have different battlefields", cite)


def list_teammate_citations() -> Iterator[tuple[str, Citation]]:
    """What findings between partners cite, of every edition of the core rules."""
    for edition, rules in _TEAMMATES.items():
        for rule in dict.fromkeys(rules):
            yield CODE, Citation(edition, rule)


#: The mode asks it, whether it is played with constructed decks, with sealed ones or outside competitions.
_TWO_AGAINST_TWO = TeamRules(2, (legends_differ, battlefields_differ))


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
    decisions=DECISIONS,
    teams=dict.fromkeys(("2v2-constructed", "2v2-sealed", "mode-2v2-magma-chamber"), _TWO_AGAINST_TWO),
)
