"""Sets, regional days and bans of a list beside those of the fixtures: added, changed, or doubtful; never removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.model.errors import InputError
from engine.model.names import fold
from vsdb.core.folding import find_nearest
from vsdb.operations.refreshing.comparing import FactChange, SetComparison
from vsdb.operations.refreshing.fixture_rows import Cells, FixtureTable
from vsdb.operations.refreshing.tables import BANS, REGIONAL_DAYS, SETS, TableRow

_NEW_SET = {"code_verified": "y", "kind": "expansion", "official": "yes"}
_COUNTED = "card_count"  #: counted from the printings
_PROMO = "promo"
_OF_BAN = ("card", "identity", "versions", "type", "set", "team", "universe", "printings")  #: what a ban is of
_BEGINS, _ENDS = ("begins_earliest", "begins_latest"), ("ends_earliest", "ends_latest")


@dataclass(frozen=True)
class TableComparison:
    """What a list says of a table, and the rows as they would be."""

    said: SetComparison
    rows: list[Cells]


class _Comparing:
    """A table under comparison: its rows as they would be, what has been found, and whether the list is newer."""

    def __init__(self, file: str, table: FixtureTable, *, is_newer: bool) -> None:
        self.said = SetComparison(file)
        self.rows = [dict(row) for row in table.rows]
        self.is_newer = is_newer

    def update(self, row: Cells, cells: Mapping[str, str], label: str) -> None:
        """Fill blanks of a row and change what a newer list says otherwise; else that is in doubt."""
        for column, found in cells.items():
            recorded = row.get(column, "")
            if found == recorded:
                continue
            if recorded and not self.is_newer:
                self.said.doubts.append(f"{label}: {column} is {recorded} here and {found} in the list")
                continue
            self.said.changed.append(FactChange(label, column, recorded or None, found))
            row[column] = found

    def result(self) -> TableComparison:
        """What has been found."""
        return TableComparison(self.said, self.rows)


def compare_sets(table: FixtureTable, listed: Sequence[TableRow], *, is_newer: bool) -> TableComparison:
    """The sets of a list beside the recorded ones. Raises InputError for a new set without its name or its day."""
    comparing = _Comparing(SETS, table, is_newer=is_newer)
    by_code = {row["code"]: row for row in comparing.rows}
    for each in listed:
        cells = {column: cell for column, cell in each.cells.items() if column != _COUNTED}
        code = cells.get("code", "")
        if code in by_code:
            comparing.update(by_code[code], cells, f"{code} {by_code[code]['name']}")
            continue
        for column, what in (("code", "code"), ("name", "name"), ("released_earliest", "release day (released)")):
            if column not in cells:
                raise InputError(f"a new set needs its {what}", place=each.place, code="wrong-file")
        row = {"released_latest": cells["released_earliest"], **_NEW_SET, **cells}
        comparing.rows.insert(_find_place(comparing.rows, row), row)
        by_code[code] = row
        days = " to ".join(dict.fromkeys((row["released_earliest"], row["released_latest"])))
        comparing.said.new.append(f"{code} {row['name']}, released {days}")
    return comparing.result()


def _find_place(rows: Sequence[Cells], new: Cells) -> int:
    """Where a new set stands: behind those of its kind that came out before it; promotional ones come last."""
    if new["kind"] == _PROMO:
        return len(rows)
    day = new["released_earliest"]
    before = (at for at, row in enumerate(rows) if row["kind"] != _PROMO and row["released_earliest"] <= day)
    return max(before, default=-1) + 1


def compare_regional_days(
    table: FixtureTable, listed: Sequence[TableRow], codes: Sequence[str], *, is_newer: bool
) -> TableComparison:
    """The first legal days of a list in regions beside the recorded ones."""
    comparing = _Comparing(REGIONAL_DAYS, table, is_newer=is_newer)
    by_key = {(row["set"], fold(row["region"])): row for row in comparing.rows}
    for each in listed:
        code, region, day = (each.cells.get(name, "") for name in ("set", "region", "legal_from"))
        if not (code and region and day):
            raise InputError("give the set, the region and the day", place=each.place, code="wrong-file")
        held = by_key.get((code, fold(region)))
        if held is not None:
            comparing.update(held, {"legal_from": day}, f"{code} in {held['region']}")
        elif code not in codes:
            comparing.said.doubts.append(f"{code} in {region}: the set isn't recorded")
        else:
            by_key[code, fold(region)] = row = {"set": code, "region": region, "legal_from": day}
            comparing.rows.append(row)
            comparing.said.new.append(f"{code} in {region} from {day}")
    return comparing.result()


def compare_bans(
    table: FixtureTable, listed: Sequence[TableRow], names: Sequence[str], *, is_newer: bool
) -> TableComparison:
    """The bans of a list beside the recorded ones; `names` are those of the cards."""
    comparing, known, seen = (
        _Comparing(BANS, table, is_newer=is_newer),
        {fold(name): name for name in names},
        set[int](),
    )
    for each in listed:
        cells = dict(each.cells)
        if not (cells.get("card") and cells.get("formats") and cells.get("begins_earliest")):
            raise InputError("give the card, the formats and the day", place=each.place, code="wrong-file")
        cells.setdefault("begins_latest", cells["begins_earliest"])
        if fold(cells["card"]) not in known:
            near = find_nearest(cells["card"], names)[:1]
            hint = f"; did you mean {near[0]}" if near else ""
            comparing.said.doubts.append(f"{cells['card']}: no card of this name is recorded{hint}")
            continue
        cells["card"] = known[fold(cells["card"])]
        held = _find_ban(comparing.rows, cells)
        label = f"{cells['card']} from {cells['begins_earliest']}"
        if held is None:
            formats = _split(cells["formats"])
            comparing.rows.append({**dict.fromkeys(table.columns, ""), **cells, "formats": ";".join(formats)})
            seen.add(id(comparing.rows[-1]))
            days = [*dict.fromkeys(cells[name] for name in _BEGINS)]
            when = f"between {' and '.join(days)}" if len(days) > 1 else days[0]
            comparing.said.new.append(f"{cells['card']} from {when} in {', '.join(formats)}")
            continue
        seen.add(id(held))
        _update_formats(comparing, held, cells, label)
        comparing.update(held, cells, label)
    _doubt_missing(comparing, seen)
    return comparing.result()


def _find_ban(rows: Sequence[Cells], cells: Cells) -> Cells | None:
    """The recorded ban that is meant: of the same cards and the same first day, else one that hasn't ended by then."""
    of_same = [row for row in rows if _same(row, cells, _OF_BAN)]
    exact = (row for row in of_same if all(row[name] == cells[name] for name in _BEGINS))
    open_ones = (row for row in of_same if not row["ends_earliest"] or row["ends_earliest"] > cells["begins_earliest"])
    return next(exact, None) or next(open_ones, None)


def _same(row: Mapping[str, str], cells: Mapping[str, str], columns: Sequence[str]) -> bool:
    return all(fold(row.get(name, "")) == fold(cells.get(name, "")) for name in columns)


def _update_formats(comparing: _Comparing, held: Cells, cells: Cells, label: str) -> None:
    """Add the formats that the list has more; those that it lacks stay and are in doubt."""
    recorded, found = _split(held["formats"]), _split(cells["formats"])
    lacking = [slug for slug in recorded if slug not in found]
    more = [slug for slug in found if slug not in recorded]
    if lacking and "all" not in found:
        comparing.said.doubts.append(f"{label}: the list doesn't have it in {', '.join(lacking)}")
    cells["formats"] = "all" if "all" in found else ";".join((*recorded, *more)) if more else held["formats"]


def _split(cell: str) -> list[str]:
    return [word.strip() for word in cell.split(";") if word.strip()]


def _doubt_missing(comparing: _Comparing, seen: set[int]) -> None:
    """Doubt the bans in force that the list lacks, unless it has few of them: then it is no whole list."""
    in_force = [row for row in comparing.rows if not row["ends_latest"]]
    missing = [row for row in in_force if id(row) not in seen]
    if 2 * len(missing) <= len(in_force):
        comparing.said.doubts += [f"{row['card']} is banned here and not in the list" for row in missing]
