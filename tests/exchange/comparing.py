"""Proposed facts beside those that the fixtures record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from tests.conftest import ROOT
from vsdb.catalog.cards.reading.folder import read_game
from vsdb.exchange.card_files.proposals import CardProposal

Recorded = Mapping[str, list[dict[str, Any]]]


@cache
def recorded_cards(game: str) -> Recorded:
    """The cards of the fixtures by the codes of their printings, without the sizes of sets."""
    by_code: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in read_game(ROOT / "fixtures" / game, game).cards:
        for set_code, number, _ in row["printings"]:
            by_code[f"{set_code}-{str(number).partition('/')[0]}"].append(dict(row))
    return by_code


def differences(found: Iterable[CardProposal], recorded: Recorded) -> set[tuple[str, str, str]]:
    """What the proposals say otherwise than the fixtures: code, fact, and what the file says."""
    told = set()
    for card in found:
        code = f"{card.set_code}-{card.number}"
        rows = [row for row in recorded[code] if row["name"] == card.name] or recorded[code]
        told |= {(code, "name", card.name)} if rows[0]["name"] != card.name else set()
        for key, value in card.facts.items():
            known = rows[0].get(key)
            is_recorded = known is not None and (known != [] or key in {"teams", "alignments"})
            if is_recorded and _sorted(known) != _sorted(value):
                told.add((code, key, str(value)))
    return told


def _sorted(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list) else value
