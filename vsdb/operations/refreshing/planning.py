"""What a list would make of the fixtures: what is found, and the text of every file that would change."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from engine.model.errors import InputError
from vsdb.catalog.cards.reading.files import read_text, read_yaml
from vsdb.catalog.cards.reading.folder import GameRows, read_game
from vsdb.core.words import quantity
from vsdb.operations.refreshing.comparing import FACTS, Comparison, compare
from vsdb.operations.refreshing.comparing_tables import (
    TableComparison,
    compare_bans,
    compare_regional_days,
    compare_sets,
)
from vsdb.operations.refreshing.fixture_rows import Cells, FixtureTable, read_fixture
from vsdb.operations.refreshing.reading import FactList
from vsdb.operations.refreshing.tables import BANS, GAME, REGIONAL_DAYS, SETS

CARDS, GATHERED = "cards.csv", "gathered.yaml"
FILES = (SETS, CARDS, REGIONAL_DAYS, BANS, GATHERED)  #: of the fixtures that a refresh may write


@dataclass(frozen=True)
class RefreshPlan:
    """A list beside the fixtures: what is found, the facts before and after, and the files that would be written."""

    found: Comparison
    before: GameRows
    after: GameRows
    texts: Mapping[str, str]

    def find_day(self, today: date) -> date:
        """The day by which all of it counts: today, or the last day on which a set or a ban begins that is new."""
        sets = [row["legal_from"] or row["released_latest"] for row in self.after.sets if row not in self.before.sets]
        bans = [row["begins_latest"] for row in self.after.bans if row not in self.before.bans]
        return max([today, *(date.fromisoformat(day) for day in (*sets, *bans))])


def read_gathered_day(folder: Path) -> date:
    """The day up to which lists were gathered for the fixtures. Raises InputError."""
    node = read_yaml(folder / GAME / GATHERED).mapping(("day",), ("day",))["day"]
    return date.fromisoformat(node.day())


def plan_refresh(folder: Path, listed: FactList) -> RefreshPlan:
    """What would come of a list; nothing is written. Raises InputError where it couldn't be loaded."""
    home = folder / GAME
    rows, gathered = read_game(home, GAME), read_gathered_day(folder)
    is_newer = listed.day > gathered
    held = {name: read_fixture(home / name) for name in (SETS, CARDS, REGIONAL_DAYS, BANS)}
    given = listed.tables
    sets = compare_sets(held[SETS], given.get(SETS, ()), is_newer=is_newer)
    codes = [row["code"] for row in sets.rows]
    cards = compare(rows.cards, codes, listed, gathered)
    _count_printings(sets.rows, cards)
    days = compare_regional_days(held[REGIONAL_DAYS], given.get(REGIONAL_DAYS, ()), codes, is_newer=is_newer)
    bans = compare_bans(held[BANS], given.get(BANS, ()), [card["name"] for card in cards.cards], is_newer=is_newer)
    tables = {SETS: sets, REGIONAL_DAYS: days, BANS: bans}
    found = replace(cards, tables=tuple(each.said for name, each in tables.items() if name in given))
    texts = dict(_write(home, held, rows, tables, found)) if found.has_news else {}
    if listed.printings and texts:
        comments = [line for line in read_text(home / GATHERED).splitlines(keepends=True) if line.startswith("#")]
        texts[GATHERED] = "".join(comments) + f"day: {max(listed.day, gathered).isoformat()}\n"
    return RefreshPlan(found, rows, _read_as_it_would_be(home, texts) if texts else rows, texts)


def _count_printings(sets: Iterable[Cells], found: Comparison) -> None:
    """Let each set that gets printings say how many it has, and doubt a list that has fewer than are announced."""
    grown = {each.code: each for each in found.sets if each.new}
    counts = Counter(code for card in found.cards for code, *_ in card["printings"])
    for row in sets:
        if (said := grown.get(row["code"])) is None:
            continue
        held, announced = counts[row["code"]], row.get("numbered_to", "")
        row["card_count"] = str(held)
        if announced and held < int(announced):
            has = quantity(held, "printing")
            said.doubts.append(f"{has} recorded, {announced} numbers announced: the list seems incomplete")


def _write(
    home: Path,
    held: Mapping[str, FixtureTable],
    rows: GameRows,
    tables: Mapping[str, TableComparison],
    found: Comparison,
) -> Iterator[tuple[str, str]]:
    """The files that differ, with their texts."""
    wanted = {name: each.rows for name, each in tables.items()}
    wanted[CARDS] = [*_list_cards(held[CARDS], {row["slug"]: row for row in rows.cards}, found.cards)]
    for name, made in wanted.items():
        if made != [*held[name].rows]:
            yield name, held[name].write(made)


def _list_cards(
    table: FixtureTable, held: Mapping[str, Mapping[str, Any]], cards: Iterable[Mapping[str, Any]]
) -> Iterator[Cells]:
    """The rows of the cards; one that doesn't differ stays as it is."""
    wanted = {card["slug"]: card for card in cards}
    for row in table.rows:
        card = wanted.pop(row["slug"])
        yield row if card == held[row["slug"]] else {**row, **_cells(card, row["printings"])}
    for card in wanted.values():
        yield {"slug": card["slug"], "name": card["name"], **_cells(card, "")}


def _cells(card: Mapping[str, Any], printings: str) -> Cells:
    """The cells that a refresh may change; a printing that exists and isn't recorded stays in."""
    codes = [
        " ".join(filter(None, (f"{code}-{number}" if number else code, rarity)))
        for code, number, rarity in card["printings"]
    ]
    if "?" in [word.strip() for word in printings.split(";")]:
        codes.append("?")
    return {
        **{name: _cell(card[name], may_be_none=name == "domains") for name in FACTS},
        "keywords": "; ".join(" ".join(filter(None, pair)) for pair in card["keywords"]),
        "printings": "; ".join(codes),
        "doubtful": "; ".join(card["doubtful"]),
        "note": card["note"] or "",
    }


def _cell(value: Any, *, may_be_none: bool) -> str:
    if isinstance(value, list):
        return "; ".join(value) or ("none" if may_be_none else "")
    return "" if value is None else str(value)


def _read_as_it_would_be(home: Path, texts: Mapping[str, str]) -> GameRows:
    """Read the files as they would be. Raises InputError where they couldn't be loaded, or the disk has no room."""
    try:
        with tempfile.TemporaryDirectory() as name:
            trial = Path(name) / GAME
            shutil.copytree(home, trial, ignore=shutil.ignore_patterns(".*"))
            for file, text in texts.items():
                (trial / file).write_text(text, encoding="utf-8")
            try:
                return read_game(trial, GAME)
            except InputError as error:
                place = error.place.replace(f"{trial}/", "", 1)
                raise InputError(error.message, place=f"{place}, as it would be", code=error.code) from error
    except OSError as error:
        said = f"cannot try the files out: {error.strerror or error}; nothing was changed"
        raise InputError(said, place=str(home), code="wrong-file") from error
