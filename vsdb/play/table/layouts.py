"""How the table of each game is drawn, where its things lie in a position, and what a thing may be asked to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from vsdb.play.table.classic import draw_classic
from vsdb.play.table.pcg import draw_pcg
from vsdb.play.table.riftbound import draw_riftbound
from vsdb.play.table.saying import Thing
from vsdb.play.table.shapes import Drawing


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that a thing on the table can be asked about with its targets."""

    verb: str
    title: str
    is_to_place: bool = False  #: its targets are places; else cards, and perhaps a player


@dataclass(frozen=True, slots=True)
class Layout:
    """The table of a game. `main_facts` are those that the panel of a thing shows first."""

    draw: Callable[[Thing, Thing], Drawing]
    holders: tuple[str, ...]  #: the lists of a position whose things can be chosen
    main_facts: tuple[str, ...]
    offers: tuple[Offer, ...]
    start: Mapping[str, Any]  #: an empty table on which the first offer can be tried
    card_types: tuple[str, ...] = ()  #: what a card on the table may be; any where empty


_PUT_ELSEWHERE = Offer("", "Put elsewhere", is_to_place=True)

LAYOUTS: Mapping[str, Layout] = {
    "vs-classic": Layout(
        draw_classic,
        ("you.characters", "opponent.characters"),
        ("ready", "stunned", "flight", "range", "atk", "def", "row", "column", "area", "affiliations", "equipment"),
        (Offer("attack", "Attack"), Offer("form", "Move in formation", is_to_place=True), _PUT_ELSEWHERE),
        {
            "position": {
                "turn": {
                    "phase": "combat",
                    "step": "attack",
                    "active": "you",
                    "priority": "you",
                    "chain": [],
                    "attack": None,
                },
                "you": {"characters": []},
                "opponent": {"characters": []},
            },
            "action": {"action": "attack"},
        },
    ),
    "vs-2pcg": Layout(
        draw_pcg,
        tuple(f"{side}.{row}" for side in ("you", "opponent") for row in ("front", "back", "characters")),
        ("ready", "state", "flight", "range", "main", "atk", "def", "wounds", "health", "keywords", "teams"),
        (Offer("attack", "Attack"), Offer("move", "Move", is_to_place=True), _PUT_ELSEWHERE),
        {
            "position": {
                "turn": {"active": "you", "phase": "main", "step": "no-combat"},
                "you": {"front": [], "back": []},
                "opponent": {"front": [], "back": []},
            },
            "action": {"action": "attack"},
        },
    ),
    "riftbound": Layout(
        draw_riftbound,
        ("board", "battlefields"),
        ("ready", "might", "type", "controller", "location", "keywords", "damage", "facedown"),
        (
            Offer("move-units", "Move", is_to_place=True),
            Offer("play-spell", "Target with the spell"),
            _PUT_ELSEWHERE,
        ),
        {
            "position": {
                "turn": {"active": "you", "phase": "main", "showdown": False, "chain": []},
                "battlefields": [
                    {"id": "b1", "name": "Battlefield 1", "controller": "none", "facedown": False},
                    {"id": "b2", "name": "Battlefield 2", "controller": "none", "facedown": False},
                ],
                "board": [],
            },
            "action": {"action": "move-units"},
        },
    ),
}


def start_question(game: str) -> dict[str, Any]:
    """An empty table with the action that is asked about first."""
    start = LAYOUTS[game].start
    return {"position": {"game": game, **start["position"]}, "action": dict(start["action"])}
