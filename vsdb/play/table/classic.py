"""The table of the classic game: front, support and resource row of both sides, visible and hidden area (213)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

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

ROWS = ("front", "support")
PLAYERS = {"you": "you, directly", "opponent": "the opponent, directly"}
_HEAD, _ROW_HEAD, _STRIP, _MIDDLE = 24, 18, 42, 30
_DIVIDER, _FEWEST, _MOST = 18, 3, 12
_FIGURES = (
    ("endurance", "Endurance"),
    ("resources", "Resources"),
    ("resource_points", "Resource points"),
    ("hand", "Hand"),
    ("deck", "Deck"),
)
_CHIP = (22, 30)

Slot = tuple[str, int | str]  #: area and column


@dataclass(frozen=True, slots=True)
class _Grid:
    """The columns of both areas from left to right, with where each begins."""

    slots: tuple[Slot, ...]
    xs: tuple[int, ...]
    widths: tuple[int, ...]

    @property
    def width(self) -> int:
        return self.xs[-1] + self.widths[-1]

    def box(self, slot: Slot, y: int) -> Box:
        number = self.slots.index(slot)
        return Box(self.xs[number], y, self.widths[number], CELL_HEIGHT)


def draw_classic(position: Thing, action: Thing) -> Drawing:
    """The table of a position, with the attack that is under way and the one that is asked about."""
    grid = _lay_columns(position)
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
        bands = ("resource", "support", "front") if side == "opponent" else ("front", "support", "resource")
        if side == "opponent":
            labels.append(Label(_head_of(side, held), 0, y + 16, "side"))
            places.append(Place(side, PLAYERS[side], Box(0, y, grid.width, _HEAD), ""))
            y += _HEAD
        for band in bands:
            if band == "resource":
                zones.append(
                    Zone("Resource row", Box(0, y, grid.width, _ROW_HEAD + _STRIP), "resource", "resources" in held)
                )
                chips += _draw_resources(held, y + _ROW_HEAD, grid.width)
                y += _ROW_HEAD + _STRIP
                continue
            box = Box(0, y, grid.width, _ROW_HEAD + CELL_HEIGHT)
            zones.append(Zone(f"{band.capitalize()} row", box, band, "characters" in held))
            found, free = _draw_row(side, held, band, grid, y + _ROW_HEAD)
            pieces += found
            places += free
            y += box.height
        if side == "opponent":
            y = _draw_tray(side, held, grid, y, pieces, zones)
            labels.append(Label(_turn_words(position), grid.width // 2, y + 20, "turn"))
            y += _MIDDLE
        else:
            y = _draw_tray(side, held, grid, y, pieces, zones)
            labels.append(Label(_head_of(side, held), 0, y + 16, "side"))
            places.append(Place(side, PLAYERS[side], Box(0, y, grid.width, _HEAD), ""))
            y += _HEAD
    zones += _area_zones(grid, y)
    arrows = tuple(_draw_attacks(position, action, pieces, grid, y))
    return Drawing(
        grid.width, y, tuple(zones), tuple(places), tuple(pieces), tuple(chips), arrows, tuple(labels), tuple(figures)
    )


def _lay_columns(position: Thing) -> _Grid:
    used: dict[str, set[int]] = {"visible": set(), "hidden": set()}
    is_divided = False
    uncounted = 0
    for side in SIDES:
        rows: dict[str, int] = {}
        for each in list_things(part_of(position, side), "characters"):
            column, area = each.get("column"), str(each.get("area", "visible"))
            if isinstance(column, int):
                used[area].add(column)
            elif column == "divider":
                is_divided = True
            else:
                row = str(each.get("row"))
                rows[row] = rows.get(row, 0) + 1
        uncounted = max(uncounted, *rows.values(), 0)
    visible = _span(used["visible"], max(_FEWEST, uncounted))
    hidden = _span(used["hidden"], 1)
    slots: list[Slot] = [("visible", each) for each in visible]
    slots += [("visible", "divider"), *(("hidden", each) for each in hidden)]
    widths = [
        (_DIVIDER if not is_divided else CELL_WIDTH) if column == "divider" else CELL_WIDTH for _, column in slots
    ]
    xs = [sum(widths[:number]) for number in range(len(widths))]
    return _Grid(tuple(slots), tuple(xs), tuple(widths))


def _span(used: set[int], fewest: int) -> list[int]:
    """The columns to draw: all between the outermost and one more; where they lie far apart, the first and those in
    use."""
    if not used:
        return list(range(1, fewest + 1))
    least, most = min(1, *used), max(used)
    if most - least >= _MOST:
        return sorted({*range(1, fewest + 1), *used})
    return list(range(least, max(most + (fewest > 1 and most >= fewest), least + fewest - 1) + 1))


def _draw_row(side: str, held: Thing, row: str, grid: _Grid, y: int) -> tuple[list[Piece], list[Place]]:
    own = [each for each in list_things(held, "characters") if each.get("row") == row]
    taken: dict[Slot, int] = {}
    pieces = []
    for each in sorted(own, key=lambda thing: "column" not in thing):  # those of known columns first
        slot = (str(each.get("area", "visible")), each.get("column", UNKNOWN))
        if slot not in grid.slots:
            slot = next((free for free in grid.slots if free not in taken and free[1] != "divider"), grid.slots[0])
        shift = 7 * taken.get(slot, 0)
        taken[slot] = taken.get(slot, 0) + 1
        pieces.append(_draw_character(side, each, grid.box(slot, y), shift))
    free = [slot for slot in grid.slots if slot not in taken and slot[1] != "divider"]
    return pieces, [_place(side, row, slot, grid.box(slot, y)) for slot in free]


def _place(side: str, row: str, slot: Slot, box: Box) -> Place:
    area, column = slot
    owner = "your" if side == "you" else "the opponent’s"
    words = f"{owner} {row} row, column {column}" + (", hidden area" if area == "hidden" else "")
    facts: dict[str, Any] = {"row": row, "column": column, "area": area}
    return Place(f"{side}/{row}/{column}/{area}", words, box, f"{side}.characters", facts, side)


def _draw_character(side: str, thing: Thing, cell: Box, shift: int = 0) -> Piece:
    is_stunned, ready = thing.get("stunned") is True, thing.get("ready")
    is_turned = ready is False and not is_stunned
    states = ["stunned"] if is_stunned else ["exhausted"] if ready is False else []
    icons = [(key, key) for key in ("flight", "range") if thing.get(key) is True]
    equipment = thing.get("equipment")
    gear = (
        [each if isinstance(each, str) else name_of(each) for each in equipment] if isinstance(equipment, list) else []
    )
    if gear:
        states.append(f"+{len(gear)} equipment" if len(gear) > 1 else "equipped")
    atk, defense = number_of(thing, "atk"), number_of(thing, "def")
    words = (
        [] if ready is True else flag_words(thing, ("stunned", "stunned", "not stunned"))
    )  # who is ready isn't (701.12)
    if not is_stunned:
        words += flag_words(thing, ("ready", "ready", "exhausted"))
    words += [f"ATK {_or_unknown(atk)}", f"DEF {_or_unknown(defense)}"]
    words += flag_words(thing, ("flight", "flight", ""), ("range", "range", ""))
    words += [f"equipped with {each}" for each in gear]
    if isinstance(thing.get("power_ups"), int) and thing["power_ups"]:
        words.append(f"power-ups: {thing['power_ups']}")
    looks = [side, *(["stunned"] if is_stunned else []), *(["turned"] if is_turned else [])]
    if "column" not in thing or "row" not in thing or (ready is None and not is_stunned):
        looks.append("unknown")
    return Piece(
        ref=f"{side}.characters.{thing.get('id', '')}",
        id=str(thing.get("id", "")),
        name=name_of(thing),
        side=side,
        place=_where(thing),
        box=fit_card(cell, is_turned=is_turned, shift=shift),
        figures=f"{atk}/{defense}",
        states=tuple(states),
        icons=place_icons(icons),
        looks=tuple(looks),
        words=tuple(words),
    )


def _where(thing: Thing) -> str:
    row, column = thing.get("row"), thing.get("column")
    words = f"{row} row" if row else "row not known"
    words += f", column {column}" if column is not None else ", column not known"
    return words + (", hidden area" if thing.get("area") == "hidden" else "")


def _or_unknown(figure: str) -> str:
    return "not known" if figure == UNKNOWN else figure


def _draw_tray(side: str, held: Thing, grid: _Grid, y: int, pieces: list[Piece], zones: list[Zone]) -> int:
    """Those of whom nobody said a row lie apart; returns where it ends."""
    apart = [each for each in list_things(held, "characters") if each.get("row") not in ROWS]
    if not apart:
        return y
    a_line = max(grid.width // CELL_WIDTH, 1)
    lines = -(-len(apart) // a_line)
    zones.append(Zone("Row not known", Box(0, y, grid.width, _ROW_HEAD + lines * CELL_HEIGHT), "tray", is_known=False))
    for number, each in enumerate(apart):
        line, column = divmod(number, a_line)
        cell = Box(column * CELL_WIDTH, y + _ROW_HEAD + line * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT)
        pieces.append(_draw_character(side, each, cell))
    return y + _ROW_HEAD + lines * CELL_HEIGHT


def _draw_resources(held: Thing, y: int, width: int) -> list[Chip]:
    """Face-up locations, then the other resources face down; one dashed card where nobody said how many."""
    locations = [name_of(each) for each in list_things(held, "locations")]
    count = held.get("resources")
    chips = [("up", f"location {name}") for name in locations]
    if isinstance(count, int):
        chips += [("down", "resource")] * max(count - len(locations), 0)
    elif not chips:
        chips = [("unknown", "resources not known")]
    wide, high = _CHIP
    step = min(wide + 4, (width - wide - 8) // max(len(chips) - 1, 1))
    boxed = ((Box(6 + number * step, y + 4, wide, high), look, words) for number, (look, words) in enumerate(chips))
    return [Chip(*each) for each in boxed if each[0].right <= width]


def _head_of(side: str, held: Thing) -> str:
    return (
        f"{SIDE_TITLES[side]}: {number_of(held, 'endurance')} endurance · {number_of(held, 'resource_points')} points"
    )


def _turn_words(position: Thing) -> str:
    turn = part_of(position, "turn")
    step = turn.get("step") or turn.get("phase")
    if not step:
        return "Step not known"
    whose = {"you": "Your", "opponent": "Opponent’s"}.get(str(turn.get("active")), "Somebody’s")
    chain = turn.get("chain")
    held = f" · chain: {', '.join(map(str, chain))[:24]}" if isinstance(chain, list) and chain else ""
    return f"{whose} {step} {'step' if turn.get('step') else 'phase'}{held}"


def _area_zones(grid: _Grid, height: int) -> Iterator[Zone]:
    box = grid.box(("visible", "divider"), 0)
    yield Zone("", Box(box.x, 0, box.width, height), "divider")
    yield Zone("Hidden area", Box(box.right, 0, grid.width - box.right, height), "hidden")


def _draw_attacks(position: Thing, action: Thing, pieces: list[Piece], grid: _Grid, height: int) -> Iterator[Arrow]:
    """The attack under way, and that of the action, where it is one."""
    attack = part_of(part_of(position, "turn"), "attack")
    yield from _arrows(attack, str(attack.get("by", "you")), pieces, grid, height)
    if action.get("action") == "attack":
        yield from _arrows(action, str(action.get("by", "you")), pieces, grid, height, is_asked=True)


def _arrows(
    said: Thing, by: str, pieces: list[Piece], grid: _Grid, height: int, *, is_asked: bool = False
) -> Iterator[Arrow]:
    attackers, defender = said.get("attackers"), said.get("defender")
    if not isinstance(attackers, list) or not defender:
        return
    other = "opponent" if by == "you" else "you"
    goal = next((each for each in pieces if each.side == other and each.id == defender), None)
    edge = Box(grid.width // 2, 0 if other == "opponent" else height - 1, 1, 1)
    for each in pieces:
        if each.side == by and each.id in attackers and (goal or defender in SIDES):
            end = goal.box if goal else edge
            name = goal.name if goal else "the opponent" if other == "opponent" else "you"
            verb = "would attack" if is_asked else "attacks"
            yield draw_arrow(each.box, end, f"{each.name} {verb} {name}", is_asked=is_asked)
