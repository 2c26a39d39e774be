"""The table of the 2PCG: front and back row, resource row, level-up zone and hand of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vsdb.play.table.saying import Thing, count_of, flag_words, list_things, name_of, number_of, part_of, show_figures
from vsdb.play.table.shapes import (
    CELL_HEIGHT,
    CELL_WIDTH,
    SIDE_TITLES,
    SIDES,
    UNKNOWN,
    Arrow,
    Box,
    Chip,
    Drawing,
    Figure,
    Label,
    Piece,
    Place,
    Zone,
    draw_arrow,
    fit_card,
    place_icons,
)

ROWS = ("front", "back")
_HEAD, _ROW_HEAD, _STRIP, _MIDDLE = 24, 18, 42, 30
_FEWEST, _A_LINE = 4, 6
_FIGURES = (
    ("hand", "Hand"),
    ("level_up_zone", "Level-up zone"),
    ("main_characters_left", "Main characters left"),
    ("main_wounds", "Wounds of main characters"),
    ("deck_size", "Deck"),
)


def draw_pcg(position: Thing, action: Thing) -> Drawing:
    """The table of a position, with the combat that goes on and the attack that is asked about."""
    rows = {(side, row): _list_row(part_of(position, side), row) for side in SIDES for row in ROWS}
    a_line = min(max(_FEWEST, *(len(row) + 1 for row in rows.values())), _A_LINE)
    width = a_line * CELL_WIDTH
    zones: list[Zone] = []
    places: list[Place] = []
    pieces: list[Piece] = []
    chips: list[Chip] = []
    labels: list[Label] = []
    figures: list[Figure] = []
    y = 0
    for side in reversed(SIDES):
        held = part_of(position, side)
        figures += show_figures(side, held, _FIGURES)
        if side == "opponent":
            labels.append(Label(_head_of(side, held), 0, y + 16, "side"))
            y += _HEAD
        for band in ("resource", "back", "front") if side == "opponent" else ("front", "back", "resource"):
            if band == "resource":
                zones.append(Zone("Resource row", Box(0, y, width, _ROW_HEAD + _STRIP), band, "resources" in held))
                chips += _draw_resources(held, y + _ROW_HEAD, width)
                y += _ROW_HEAD + _STRIP
                continue
            row = rows[side, band]
            lines = -(-(len(row) + 1) // a_line)
            box = Box(0, y, width, _ROW_HEAD + lines * CELL_HEIGHT)
            is_said = band in held or "characters" in held
            zones.append(Zone(f"{band.capitalize()} row", box, band, is_said))
            owner = "your" if side == "you" else "the opponent’s"
            places.append(Place(f"{side}/{band}", f"{owner} {band} row", box, f"{side}.{band}", {}, side))
            for number, (holder, thing) in enumerate(row):
                line, column = divmod(number, a_line)
                cell = Box(column * CELL_WIDTH, y + _ROW_HEAD + line * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT)
                pieces.append(_draw_character(side, band, holder, thing, cell))
            y += box.height
        for number, thing in enumerate(list_things(held, "characters")):
            if thing.get("row") not in ROWS:
                y = _draw_apart(side, thing, y, width, number, zones, pieces)
        if side == "opponent":
            labels.append(Label(_turn_words(position), width // 2, y + 20, "turn"))
            y += _MIDDLE
        else:
            labels.append(Label(_head_of(side, held), 0, y + 16, "side"))
            y += _HEAD
    arrows = tuple(_draw_attacks(position, action, pieces))
    return Drawing(
        width, y, tuple(zones), tuple(places), tuple(pieces), tuple(chips), arrows, tuple(labels), tuple(figures)
    )


def _list_row(held: Thing, row: str) -> list[tuple[str, Thing]]:
    """The characters of a row with the list that holds them."""
    apart = [("characters", each) for each in list_things(held, "characters") if each.get("row") == row]
    return [*((row, each) for each in list_things(held, row)), *apart]


def _draw_apart(
    side: str, thing: Thing, y: int, width: int, number: int, zones: list[Zone], pieces: list[Piece]
) -> int:
    """A character of whom nobody said a row; returns where it ends."""
    box = Box(0, y, width, _ROW_HEAD + CELL_HEIGHT)
    zones.append(Zone("Row not known", box, "tray", is_known=False))
    cell = Box(0, y + _ROW_HEAD, CELL_WIDTH, CELL_HEIGHT)
    pieces.append(_draw_character(side, "", "characters", thing, cell))
    return box.bottom


def _draw_character(side: str, row: str, holder: str, thing: Thing, cell: Box) -> Piece:
    state, ready = thing.get("state"), thing.get("ready")
    is_turned = ready is False
    is_main = thing.get("main") is True
    states = [str(state)] if state in ("stunned", "hidden") else []
    states += ["exhausted"] if is_turned else []
    wounds, health = number_of(thing, "wounds"), number_of(thing, "health")
    if wounds != UNKNOWN or health != UNKNOWN:
        states.append(f"{wounds} of {health}")
    atk, defense = number_of(thing, "atk"), number_of(thing, "def")
    words = [str(state) if state else "face up or not: not known"]
    words += flag_words(thing, ("ready", "ready", "exhausted"))
    words += [f"ATK {_or_unknown(atk)}", f"DEF {_or_unknown(defense)}", f"wounds {_or_unknown(wounds)}"]
    words += [f"health {_or_unknown(health)}", *(["main character"] if is_main else [])]
    words += flag_words(thing, ("flight", "Flight", ""), ("range", "Range", ""))
    words += _texts(thing.get("keywords")) + [f"equipped with {each}" for each in _texts(thing.get("equipment"))]
    looks = [side, *([str(state)] if state else []), *(["turned"] if is_turned else []), *(["main"] if is_main else [])]
    if state is None or ready is None or not row:
        looks.append("unknown")
    icons = [(key, key.capitalize()) for key in ("flight", "range") if thing.get(key) is True]
    return Piece(
        ref=f"{side}.{holder}.{thing.get('id', '')}",
        id=str(thing.get("id", "")),
        name=name_of(thing),
        side=side,
        place=f"{row} row" if row else "row not known",
        box=fit_card(cell, is_turned=is_turned),
        figures=f"{atk}/{defense}",
        states=tuple(states),
        icons=place_icons(icons),
        looks=tuple(looks),
        words=tuple(words),
    )


def _texts(held: Any) -> list[str]:
    if not isinstance(held, list):
        return []
    return [each if isinstance(each, str) else name_of(each) for each in held if isinstance(each, (str, dict))]


def _or_unknown(figure: str) -> str:
    return "not known" if figure == UNKNOWN else figure


def _draw_resources(held: Thing, y: int, width: int) -> list[Chip]:
    """The resources as they lie: face up, face down, or nobody knows; spent ones turned."""
    if "resources" not in held:
        return [Chip(Box(6, y + 4, 22, 30), "unknown", "resources not known")]
    listed = list_things(held, "resources")
    step = min(36, (width - 40) // max(len(listed) - 1, 1))
    chips = []
    for number, each in enumerate(listed):
        face = each.get("face")
        look = str(face) if face in ("up", "down") else "unknown"
        is_spent = each.get("ready") is False
        box = Box(6 + number * step, y + (8 if is_spent else 4), *((30, 22) if is_spent else (22, 30)))
        words = f"{name_of(each)}, {f'face {face}' if face else 'face not known'}{', exhausted' if is_spent else ''}"
        if box.right <= width:
            chips.append(Chip(box, look, words))
    return chips


def _head_of(side: str, held: Thing) -> str:
    hand, zone = count_of(held, "hand"), count_of(held, "level_up_zone")
    said = (UNKNOWN if each is None else each for each in (hand, zone))
    return "{}: {} in hand · {} in level-up zone".format(SIDE_TITLES[side], *said)


def _turn_words(position: Thing) -> str:
    turn = part_of(position, "turn")
    step = turn.get("step") or turn.get("phase")
    if not step:
        return "Step not known"
    whose = {"you": "Your", "opponent": "Opponent’s"}.get(str(turn.get("active")), "Somebody’s")
    return f"{whose} {turn.get('phase', 'turn')}: {str(turn.get('step', '?')).replace('-', ' ')}"


def _draw_attacks(position: Thing, action: Thing, pieces: list[Piece]) -> Iterator[Arrow]:
    """The combat that goes on, and the attack of the action, where it is one."""
    yield from _arrows(part_of(part_of(position, "turn"), "combat"), pieces, is_asked=False)
    if action.get("action") == "attack":
        yield from _arrows(action, pieces, is_asked=True)


def _arrows(said: Thing, pieces: list[Piece], *, is_asked: bool) -> Iterator[Arrow]:
    defenders = said.get("defenders") or [said.get("defender")]
    attackers = said.get("attackers") or []
    verb = "would attack" if is_asked else "attacks"
    for attacker in (each for each in pieces if each.id in attackers):
        for goal in (each for each in pieces if each.id in defenders and each.side != attacker.side):
            yield draw_arrow(attacker.box, goal.box, f"{attacker.name} {verb} {goal.name}", is_asked=is_asked)
