"""How questions of Riftbound begin for people: what is played, and what usually holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.rules import Start

_MAIN: Mapping[str, Any] = {
    "turn.active": "you",
    "turn.phase": "main",
    "turn.showdown": False,
    "turn.chain": [],
}
_MAIN_SAID = "It is your main phase, without a chain and without a showdown"
_UNIT = {"id": "unit", "type": "unit", "controller": "you"}
_TARGET = {"what": "unit", "whose": "enemy", "where": "battlefield", "count": 1}
_FIELDS = [{"id": "b1", "name": "Battlefield 1"}, {"id": "b2", "name": "Battlefield 2"}]
_ENEMY = {"id": "target", "type": "unit", "controller": "opponent"}


def _main(position: Mapping[str, Any], action: Mapping[str, Any]) -> Start:
    """A start for something that is usually done in the main phase."""
    return Start(position, action, _MAIN, _MAIN_SAID)


_CHAIN = {"turn": {"chain": [{"id": "item", "controller": "opponent"}]}}

STARTS: Mapping[str, Start] = {
    "play-unit": _main({"battlefields": _FIELDS}, {"card": {"type": "unit", "power": {}}}),
    "play-gear": _main({}, {"card": {"type": "gear", "power": {}}}),
    "play-spell": _main(
        {"board": [_ENEMY], "battlefields": _FIELDS},
        {"card": {"type": "spell", "power": {}, "target": _TARGET}, "targets": ["target"]},
    ),
    "activate-ability": _main(
        {"board": [{"id": "source", "type": "gear", "controller": "you"}]},
        {"ability": {"kind": "activated", "source": "source"}},
    ),
    "place-trigger": Start({}, {"ability": {"kind": "triggered"}}),
    "decline-trigger": Start({}, {"ability": {"kind": "triggered"}}),
    "respond": Start(_CHAIN, {"to": "item", "card": {"type": "spell"}}),
    "resolve": Start(_CHAIN, {"item": "item"}),
    "counter": Start(_CHAIN, {"item": "item"}),
    "hide": _main({"battlefields": _FIELDS}, {"location": "b1"}),
    "move-units": _main({"board": [_UNIT], "battlefields": _FIELDS}, {"units": ["unit"], "destination": "b1"}),
    "end-turn": _main({}, {}),
}
