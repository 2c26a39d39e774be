"""What the headings of a grouped list say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from engine.model.cards import GAMES
from vsdb.catalog.cards.faces import Face
from vsdb.search.refining import with_code


def grouped(faces: Iterable[Face], group: str, set_names: Mapping[str, str]) -> list[tuple[str | None, list[Face]]]:
    """The faces under their headings, in their order; under None where they aren't grouped."""
    if group == "set":
        return _runs(faces, lambda face: _set(face, set_names))
    if group in _HEADINGS:
        return _runs(faces, _HEADINGS[group])
    return [(None, list(faces))]


def _runs(faces: Iterable[Face], heading: Callable[[Face], str]) -> list[tuple[str | None, list[Face]]]:
    return [(said, list(run)) for said, run in groupby(faces, heading)]


def _team(face: Face) -> str:
    return next(iter(face.card.teams or ()), "Without a recorded team")


def _figure(label: str, *names: str) -> Callable[[Face], str]:
    def heading(face: Face) -> str:
        held = (getattr(face.card, name) for name in names)
        value = next((each for each in held if isinstance(each, int)), None)
        return f"Without a recorded {label.lower()}" if value is None else f"{label} {value}"

    return heading


def _rarity(face: Face) -> str:
    printed = next((printing.rarity for printing in face.card.printings), None)
    return face.card.rarity or printed or "Rarity not recorded"


def _set(face: Face, set_names: Mapping[str, str]) -> str:
    code = next((printing.set_code for printing in face.card.printings if printing.set_code), None)
    return with_code(set_names.get(code, code), code) if code else "Set not recorded"


_HEADINGS: Mapping[str, Callable[[Face], str]] = {
    "game": lambda face: GAMES[face.card.game],
    "type": lambda face: face.card.type or "Type not recorded",
    "team": _team,
    "cost": _figure("Cost", "cost", "energy"),
    "rarity": _rarity,
    "level": _figure("Level", "level"),
}
