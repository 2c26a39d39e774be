"""Titles of cards that begin as what is being typed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, takewhile

from engine.model.cards import GAMES
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors

AT_MOST = 8
_FEWEST = 2  #: letters before anything is offered


def titles_meant(typed: str, game: str) -> list[str]:
    """Up to eight titles of a game's cards, in their order; costs the query of a reference in memory."""
    wanted = fold(typed[:100]).strip()
    if len(wanted) < _FEWEST or game not in GAMES:
        return []
    titles = _titles(selectors.reference(game))
    begin = islice(titles, bisect_left(titles, (wanted, "")), None)
    return [title for _, title in islice(takewhile(lambda each: each[0].startswith(wanted), begin), AT_MOST)]


@lru_cache(maxsize=8)
def _titles(reference: Reference) -> Sequence[tuple[str, str]]:
    return sorted({(fold(card.title), card.title) for card in reference.catalog.cards})
