"""What the checks cite: for each code every rule that a finding of that code may rest on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.games.vs_2pcg.deck_terms import CHANGES, CODES_CHANGED
from engine.games.vs_2pcg.pile_choices import OPTIONAL_INVENTIONS
from engine.games.vs_2pcg.pile_contents import PILE_SIZE
from engine.games.vs_2pcg.pile_rules import PILE_CODES, PILE_NESTED
from engine.games.vs_2pcg.piles import PILES
from engine.games.vs_2pcg.starters import GUESTS, STARTING_GROUPS
from engine.model.verdicts import Citation
from engine.rules.editions import EDITIONS


@cache
def codes_by_citation() -> dict[Citation, tuple[str, ...]]:
    """The codes of the checks that rest on each rule, in the order in which they are made."""
    found: dict[Citation, dict[str, None]] = {}
    for code, citation in _cited():
        found.setdefault(citation, {})[code] = None
    return {citation: tuple(codes) for citation, codes in found.items()}


def _cited() -> Iterator[tuple[str, Citation]]:
    """The rows of every table, then what 2PCG's data on main characters and piles cites in their stead."""
    for held in EDITIONS.values():
        for edition in held:
            yield from ((row.code, row.citation) for row in edition.rules)
    yield from (("main-character", group.citation) for group in STARTING_GROUPS)
    yield from ((code, CHANGES) for code in CODES_CHANGED)
    yield from (("card-type", guests.citation) for guests in GUESTS)
    for pile in PILES:
        yield from ((code, pile.citation) for code in PILE_CODES if code != PILE_NESTED)
    yield PILE_SIZE, OPTIONAL_INVENTIONS
