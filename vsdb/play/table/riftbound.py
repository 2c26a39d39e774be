"""The table of Riftbound: both bases, the battlefields with both sides' units, and the chain, newest on top."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from vsdb.core.words import shorten
from vsdb.play.table.saying import Thing, flag_words, list_things, name_of, number_of, part_of, show_figures
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

BASE = "base"
_HEAD, _ROW_HEAD, _STRIP, _LINE = 24, 18, 38, 24
_A_LINE, _PAD = 4, 8
_FIGURES = (
    ("score", "Points"),
    ("energy", "Energy"),
    ("runes", "Runes"),
    ("rune_deck", "Rune deck"),
    ("deck", "Main deck"),
)
_CONTROL = {"you": "yours", "opponent": "opponent’s", "none": "nobody’s"}


@dataclasses.dataclass(slots=True)
class _Sheet:
    """What has been drawn so far."""

    zones: list[Zone] = dataclasses.field(default_factory=list)
    places: list[Place] = dataclasses.field(default_factory=list)
    pieces: list[Piece] = dataclasses.field(default_factory=list)
    chips: list[Chip] = dataclasses.field(default_factory=list)
    labels: list[Label] = dataclasses.field(default_factory=list)
    figures: list[Figure] = dataclasses.field(default_factory=list)

    def finish(self, width: int, height: int, arrows: tuple[Arrow, ...]) -> Drawing:
        return Drawing(
            width,
            height,
            tuple(self.zones),
            tuple(self.places),
            tuple(self.pieces),
            tuple(self.chips),
            arrows,
            tuple(self.labels),
            tuple(self.figures),
        )


def draw_riftbound(position: Thing, action: Thing) -> Drawing:
    """The table of a position, with the move that is asked about."""
    fields = list_things(position, "battlefields")
    board = list_things(position, "board")
    a_field = 2 if len(fields) <= 2 else 1
    width = max(_A_LINE * CELL_WIDTH, len(fields) * (a_field * CELL_WIDTH + _PAD)) + _PAD
    sheet = _Sheet()
    for side in reversed(SIDES):
        sheet.figures += show_figures(side, part_of(position, side), _FIGURES)
    is_said = "board" in position
    y = _draw_base("opponent", position, board, 0, width, sheet, is_said)
    sheet.labels.append(Label(_turn_words(position), width // 2, y + 18, "turn"))
    y += _HEAD
    y = _draw_fields(fields, board, y, width, a_field, sheet)
    y = _draw_base("you", position, board, y + _PAD, width, sheet, is_said)
    known = {BASE, *(each.get("id") for each in fields)}
    apart = [each for each in board if each.get("location") not in known or each.get("controller") not in SIDES]
    if apart:
        y = _flow(apart, Box(0, y + _PAD, width, 0), "Place or controller not known", sheet)
    y = _draw_chain(part_of(position, "turn"), y + _PAD, width, sheet)
    arrows = tuple(_draw_moves(action, sheet.pieces, sheet.places))
    return sheet.finish(width, y, arrows)


def _draw_base(
    side: str,
    position: Thing,
    board: list[Thing],
    y: int,
    width: int,
    sheet: _Sheet,
    is_said: bool,
) -> int:
    """A side's base with its runes; the opponent's mirrored. Returns where it ends."""
    held = part_of(position, side)
    own = [each for each in board if each.get("controller") == side and each.get("location") == BASE]
    a_line = width // CELL_WIDTH
    box_height = _ROW_HEAD + -(-(len(own) + 1) // a_line) * CELL_HEIGHT
    if side == "opponent":
        sheet.labels.append(Label(_head_of(side, held), 0, y + 16, "side"))
        sheet.chips += _draw_runes(held, y + _HEAD, width)
        y += _HEAD + _STRIP
    box = Box(0, y, width, box_height)
    sheet.zones.append(Zone("Your base" if side == "you" else "Opponent’s base", box, BASE, is_said))
    words = "your base" if side == "you" else "the opponent’s base"
    sheet.places.append(Place(f"{side}/{BASE}", words, box, "board", {"controller": side, "location": BASE}, side))
    sheet.pieces += _lay_out(own, Box(0, y + _ROW_HEAD, a_line, 0), words)
    y = box.bottom
    if side == "you":
        sheet.chips += _draw_runes(held, y + 4, width)
        y += _STRIP
        sheet.labels.append(Label(_head_of(side, held), 0, y + 16, "side"))
        y += _HEAD
    return y


def _draw_fields(
    fields: list[Thing],
    board: list[Thing],
    y: int,
    width: int,
    a_line: int,
    sheet: _Sheet,
) -> int:
    """The battlefields beside each other, the opponent's units above one's own. Returns where they end."""
    if not fields:
        sheet.zones.append(Zone("Battlefields not known", Box(0, y, width, CELL_HEIGHT), "field", is_known=False))
        return y + CELL_HEIGHT
    wide = (width - _PAD * (len(fields) - 1)) // len(fields)
    own = {
        (number, side): [
            each for each in board if each.get("controller") == side and each.get("location") == field.get("id")
        ]
        for number, field in enumerate(fields)
        for side in SIDES
    }
    high = {side: max(-(-(len(own[number, side]) + 1) // a_line) for number in range(len(fields))) for side in SIDES}
    for number, field in enumerate(fields):
        x, top = number * (wide + _PAD), y
        name, key = name_of(field), str(field.get("id", ""))
        control = _CONTROL.get(str(field.get("controller")), UNKNOWN)
        whole = Box(x, top, wide, 2 * _ROW_HEAD + (high["you"] + high["opponent"]) * CELL_HEIGHT)
        sheet.zones.append(Zone("", whole, f"field field--{field.get('controller', 'unknown')}", control != UNKNOWN))
        sheet.pieces.append(_head_field(field, Box(x, top, wide - 26, _ROW_HEAD), control))
        sheet.chips += _draw_facedown(field, whole)
        top += _ROW_HEAD
        for side in reversed(SIDES):
            box = Box(x, top, wide, high[side] * CELL_HEIGHT)
            words = f"{name}, {'your' if side == 'you' else 'the opponent’s'} side"
            sheet.places.append(
                Place(f"{side}/{key}", words, box, "board", {"controller": side, "location": key}, side)
            )
            shift = (wide - a_line * CELL_WIDTH) // 2
            sheet.pieces += _lay_out(own[number, side], Box(x + shift, top, a_line, 0), f"at {name}")
            top = box.bottom + (_ROW_HEAD if side == "opponent" else 0)
    return y + 2 * _ROW_HEAD + (high["you"] + high["opponent"]) * CELL_HEIGHT


def _head_field(field: Thing, box: Box, control: str) -> Piece:
    """The head of a battlefield, which can be chosen as a card can."""
    facedown = flag_words(field, ("facedown", "a card face down", "no card face down"))
    title = f"{shorten(name_of(field), max(box.width // 6 - len(control) - 2, 4))}: {control}"
    return Piece(
        ref=f"battlefields.{field.get('id', '')}",
        id=str(field.get("id", "")),
        name=name_of(field),
        side=str(field.get("controller", "")),
        place="battlefield",
        box=box,
        looks=("field",),
        words=tuple(facedown),
        title=title,
    )


def _lay_out(things: list[Thing], start: Box, place: str) -> Iterator[Piece]:
    """Units and gear from left to right; `start.width` counts those of a line."""
    for number, thing in enumerate(things):
        line, column = divmod(number, start.width)
        cell = Box(start.x + column * CELL_WIDTH, start.y + line * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT)
        yield _draw_permanent(thing, cell, place)


def _flow(things: list[Thing], box: Box, title: str, sheet: _Sheet) -> int:
    a_line = box.width // CELL_WIDTH
    high = _ROW_HEAD + -(-len(things) // a_line) * CELL_HEIGHT
    sheet.zones.append(Zone(title, Box(box.x, box.y, box.width, high), "tray", is_known=False))
    for thing, piece in zip(things, _lay_out(things, Box(box.x, box.y + _ROW_HEAD, a_line, 0), ""), strict=True):
        location = thing.get("location")
        sheet.pieces.append(_at(piece, f"at {location}" if location else "place not known"))
    return box.y + high


def _at(piece: Piece, place: str) -> Piece:
    return dataclasses.replace(piece, place=place, looks=(*piece.looks, "unknown"))


def _draw_permanent(thing: Thing, cell: Box, place: str) -> Piece:
    side, ready = str(thing.get("controller", "")), thing.get("ready")
    is_turned = ready is False
    might = number_of(thing, "might")
    is_gear = thing.get("type") == "gear"
    damage = thing.get("damage")
    states = ["exhausted"] if is_turned else []
    states += [f"damage {damage}"] if damage else []
    words = [str(thing.get("type") or "unit or gear: not known"), *flag_words(thing, ("ready", "ready", "exhausted"))]
    if not is_gear:
        words.append(f"might {'not known' if might == UNKNOWN else might}")
    words += [f"damage {damage}"] if damage else []
    words += [str(each) for each in thing.get("keywords") or ()]
    looks = [side, *(["gear"] if is_gear else []), *(["turned"] if is_turned else [])]
    if ready is None or "type" not in thing:
        looks.append("unknown")
    return Piece(
        ref=f"board.{thing.get('id', '')}",
        id=str(thing.get("id", "")),
        name=name_of(thing),
        side=side,
        place=place,
        box=fit_card(cell, is_turned=is_turned),
        figures="gear" if is_gear else might,
        states=tuple(states),
        icons=() if is_gear else place_icons([("might", "might")]),
        looks=tuple(looks),
        words=tuple(words),
    )


def _draw_facedown(field: Thing, whole: Box) -> list[Chip]:
    facedown = field.get("facedown")
    if facedown is False:
        return []
    look, words = (
        ("down", "a card face down") if facedown else ("unknown", "whether a card lies face down is not known")
    )
    return [Chip(Box(whole.right - 22, whole.y + 3, 18, 24), look, f"{name_of(field)}: {words}")]


def _draw_runes(held: Thing, y: int, width: int) -> list[Chip]:
    """Runes by domain, spent ones turned; one dashed where nobody said them."""
    if "runes" not in held:
        return [] if "energy" in held else [Chip(Box(6, y, 22, 30), "unknown", "runes and energy not known")]
    chips: list[Chip] = []
    for number, each in enumerate(list_things(held, "runes")):
        is_spent = each.get("ready") is False
        domain = str(each.get("domain", ""))
        box = Box(6 + number * 36, y + (4 if is_spent else 0), *((30, 22) if is_spent else (22, 30)))
        words = f"{domain or 'unknown'} rune{', spent' if is_spent else ''}"
        if box.right <= width:
            chips.append(Chip(box, f"rune rune--{domain}" if domain else "unknown", words))
    return chips


def _head_of(side: str, held: Thing) -> str:
    power = held.get("power")
    domains = " ".join(f"{count} {domain}" for domain, count in power.items()) if isinstance(power, dict) else UNKNOWN
    energy = number_of(held, "energy")
    pool = f" · {energy} energy · power {domains or 0}" if "energy" in held or "power" in held else ""
    return f"{SIDE_TITLES[side]}: {number_of(held, 'score')} points{pool}"


def _turn_words(position: Thing) -> str:
    turn = part_of(position, "turn")
    whose = {"you": "Your", "opponent": "Opponent’s"}.get(str(turn.get("active")), "Somebody’s")
    phase = turn.get("phase", UNKNOWN)
    return f"{whose} {phase} phase{' · showdown' if turn.get('showdown') is True else ''}"


def _draw_chain(turn: Thing, y: int, width: int, sheet: _Sheet) -> int:
    """The chain as a stack, newest on top. Returns where it ends."""
    is_said = "chain" in turn or "state" in turn
    items: list[Any] = list(reversed(list_things(turn, "chain")))
    high = _ROW_HEAD + max(len(items), 1) * _LINE + _PAD
    sheet.zones.append(Zone("Chain, newest first", Box(0, y, width, high), "chain", is_said))
    if not items:
        sheet.labels.append(Label("empty" if is_said else "not known", 8, y + _ROW_HEAD + 16, "chain"))
    for number, each in enumerate(items):
        whose = {"you": "yours", "opponent": "opponent’s"}.get(str(each.get("controller")), UNKNOWN)
        aims = each.get("targets")
        said = f"{len(items) - number}. {name_of(each)}: {each.get('kind', UNKNOWN)}, {whose}"
        said += f" → {', '.join(map(str, aims))}" if aims else ""
        said += ", pending" if each.get("pending") else ""
        sheet.labels.append(Label(said[:60], 8, y + _ROW_HEAD + 16 + number * _LINE, "chain"))
    return y + high


def _draw_moves(action: Thing, pieces: list[Piece], places: list[Place]) -> Iterator[Arrow]:
    """Where the action's units would go."""
    if action.get("action") != "move-units":
        return
    side, units = str(action.get("player", "you")), action.get("units")
    goal = next((each for each in places if each.key == f"{side}/{action.get('destination')}"), None)
    if goal and isinstance(units, list):
        for each in pieces:
            if each.id in units:
                yield draw_arrow(each.box, goal.box, f"{each.name} would move to {goal.words}", is_asked=True)
