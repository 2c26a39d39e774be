"""The facts of a deck's cards as tables by rank, with a row behind them for a place where no card is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.simulation.goldfish.bulk_teams import TeamTables, build_team_tables
from engine.simulation.goldfish.cards import CHARACTER, EQUIPMENT, RESOURCE, GoldfishCard

MAX_KINDS = 4_000  #: different cards
MAX_NAMES = 64  #: of which only one may be in play
OTHERS = 1 << 13  #: in the order of building, behind every plot twist and location
_PLAYED = OTHERS + (1 << 12)
_GONE = (1 << 15) - 1


@dataclass(frozen=True, slots=True)
class RowTables:
    """`build` is the order in which cards are built, second copies left aside; names are bits."""

    gone: int
    cost: NDArray[np.int32]
    atk: NDArray[np.int64]
    defense: NDArray[np.int64]
    names: NDArray[np.uint64]
    unique: NDArray[np.bool_]
    playable: NDArray[np.bool_]
    character: NDArray[np.bool_]
    equipment: NDArray[np.bool_]
    loose: NDArray[np.bool_]  #: cost something and share no name with another card
    threshold: NDArray[np.int32]
    build: NDArray[np.int16]
    shares_names: bool
    has_equipment: bool
    teams: TeamTables | None  #: None where no card waits for one


def build_tables(cards: Iterable[GoldfishCard], in_play: Iterable[str]) -> RowTables | None:
    """The tables of a deck, names in play numbered with its own; None where its cards, names or teams are too many."""
    cards = tuple(cards)
    gone = 1 + max((card.rank for card in cards), default=-1)
    held = [name for card in cards for name in sorted(card.names)]
    shared = {name for name, cards_of in Counter(held).items() if cards_of > 1}
    bits = number_names((*sorted(in_play), *held))
    if gone > MAX_KINDS or len(bits) > MAX_NAMES:
        return None
    nothing = GoldfishCard("")
    by_rank = [nothing] * (gone + 1)
    for card in cards:
        by_rank[card.rank] = card
    teams = build_team_tables(by_rank)
    if teams is None:
        return None

    def read(kind: type[Any], value: Callable[[GoldfishCard], int]) -> NDArray[Any]:
        return np.array([value(card) for card in by_rank], dtype=kind)

    return RowTables(
        gone,
        read(np.int32, lambda card: card.cost or 0),
        read(np.int64, lambda card: card.atk if card.role == CHARACTER else 0),
        read(np.int64, lambda card: card.defense if card.role == CHARACTER else 0),
        read(np.uint64, lambda card: sum(bits[name] for name in card.names)),
        read(np.bool_, lambda card: card.is_unique),
        read(np.bool_, lambda card: card.is_playable),
        read(np.bool_, lambda card: card.role == CHARACTER),
        read(np.bool_, lambda card: card.role == EQUIPMENT),
        read(np.bool_, lambda card: bool(card.cost) and shared.isdisjoint(card.names)),
        read(np.int32, lambda card: card.threshold or 0),
        _order_building(by_rank, gone),
        bool(shared),
        any(card.role == EQUIPMENT for card in cards),
        teams if teams.waits.any() else None,
    )


def number_names(names: Iterable[str]) -> dict[str, int]:
    """A bit for each name, in the order in which they first come."""
    return {name: 1 << bit for bit, name in enumerate(dict.fromkeys(names))}


def _order_building(by_rank: list[GoldfishCard], gone: int) -> NDArray[np.int16]:
    """Plot twists and locations by threshold, then cards that are never played, then the dearest."""
    row = [card for card in by_rank if card.role == RESOURCE]
    row.sort(key=lambda card: (-1 if card.threshold is None else -card.threshold, card.place))
    places = {id(card): place for place, card in enumerate(row)}
    order = [
        places[id(card)] if card.role == RESOURCE else (OTHERS if card.is_never_played else _PLAYED) + rank
        for rank, card in enumerate(by_rank)
    ]
    order[gone] = _GONE
    return np.array(order, dtype=np.int16)
