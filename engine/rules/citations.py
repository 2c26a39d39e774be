"""What the checks cite: for each code every rule that a finding of that code may rest on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.model.games import Game, games
from engine.model.verdicts import Citation


def index_codes_by_citation() -> dict[Citation, tuple[str, ...]]:
    """The codes of the checks that rest on each rule, in the order in which they are made."""
    return _codes_by_citation(games())


@lru_cache(maxsize=4)
def _codes_by_citation(among: tuple[Game, ...]) -> dict[Citation, tuple[str, ...]]:
    found: dict[Citation, dict[str, None]] = {}
    for code, citation in _list_citations(among):
        found.setdefault(citation, {})[code] = None
    return {citation: tuple(codes) for citation, codes in found.items()}


def _list_citations(among: tuple[Game, ...]) -> Iterator[tuple[str, Citation]]:
    """The rows of every table, then what games cite in their stead."""
    for game in among:
        for edition in game.rulesets:
            yield from ((row.code, row.citation) for row in edition.rules)
    for game in among:
        yield from game.citations()
