"""The tournament rules beside each edition of the core rules, and what they say of sealed and draft decks.

Those of 2026-07-16 and of 2026-10-09 aren't held: a rule has the number that it has in the edition of 2026-05-02.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from engine.model.formats import Construction
from engine.model.verdicts import Citation

#: By edition of the core rules its first day and the tournament rules in force beside it.
EDITIONS = {
    "rb-core-1.3": (date(2026, 3, 30), "rb-tournament"),
    "rb-core-2026-07-16": (date(2026, 7, 16), "rb-tournament-2026-07-16"),
    "rb-core-2026-10-09": (date(2026, 10, 9), "rb-tournament-2026-10-09"),
}
#: The oldest tournament rules that are held are later than the core rules beside them.
HELD_FROM = date(2026, 5, 2)
LEGAL_SETS, PROVIDED = "601.2.a", "602.1.a.1"


class LimitedRules(NamedTuple):
    """The numbers of the rules of sealed or of draft decks."""

    size: str
    domains: str
    champion: str  #: any champion unit may be chosen, whatever its tag
    optional: str  #: a deck may go without a legend or a chosen champion


SEALED = LimitedRules("602.4.a.2", "602.4.a.3", "602.4.a.3.a", "602.4.a.5")
DRAFT = LimitedRules("602.4.b.3", "602.4.b.4", "602.4.b.4.a", "602.4.b.6")
_BY_SIZE = {25: SEALED, 20: DRAFT}


def find_limited_rules(figures: Construction) -> LimitedRules | None:
    """The rules of a deck that may go without a legend, told by its size; other sizes rest on the core rules."""
    return _BY_SIZE.get(figures.deck_min or 0) if figures.legends is None else None


def find_core_rules(as_of: date) -> str:
    """The edition of the core rules that verdicts of a day cite; before the oldest, the oldest."""
    oldest, *_ = EDITIONS
    return next((edition for edition, (since, _) in reversed(EDITIONS.items()) if since <= as_of), oldest)


def find_tournament_rules(as_of: date) -> str:
    """The edition of the tournament rules that verdicts of a day cite; before the oldest, the oldest."""
    return EDITIONS[find_core_rules(as_of)][1]


def cite_sideboarding(as_of: date) -> Citation:
    """The rule that cards of the sideboard are exchanged one for one between games."""
    return Citation(find_tournament_rules(as_of), "403.4")


def list_tournament_citations() -> Iterator[tuple[str, Citation]]:
    """What findings cite in place of their row's rule, of every edition of the tournament rules."""
    for _, tournament in EDITIONS.values():
        for code in ("not-in-format", "not-yet-legal"):
            yield code, Citation(tournament, PROVIDED)
        for rules in (SEALED, DRAFT):
            yield "deck-size", Citation(tournament, rules.size)
            yield "format-restriction", Citation(tournament, rules.domains)
            yield "chosen-champion", Citation(tournament, rules.champion)
            yield "chosen-champion", Citation(tournament, rules.optional)
            yield "legend", Citation(tournament, rules.optional)
