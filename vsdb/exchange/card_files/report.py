"""What an import did, found and left alone: exact counts, and lists that stop at a few hundred lines."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from vsdb.exchange.card_files.proposals import FilePosition

SHOWN = 200
_MAX_REASONS = 10_000  #: that are counted; others are, together, in the list's total
_MAX_EXCERPT_LENGTH = 120
_UNSTORABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
#: What is counted, in the order in which it is told, with what can become of each.
COUNTED = {
    "cards": ("new", "filled", "unchanged"),
    "wordings": ("added", "changed", "unchanged"),
    "rulings": ("added", "changed", "unchanged", "removed"),
    "facts": ("filled",),
    "printings": ("added",),
    "ids": ("added", "unchanged"),
    "links": ("added", "unchanged"),
    "sets": ("new", "filled", "unchanged"),
    "groups": ("added", "changed", "unchanged"),
    "sources": ("added", "changed", "unchanged"),
}
LISTS = {
    "problems": "Couldn't be read or placed",
    "conflicts": "Contradicts what is recorded, which stays",
    "differences": "The text says something else than the recorded fact",
    "new_cards": "New cards",
    "ignored": "Read and of no use here",
}


@dataclass
class LineList:
    """Lines of one kind: how many there are, and the first of them."""

    total: int = 0
    shown: list[dict[str, Any]] = field(default_factory=list)

    def add(self, line: dict[str, Any]) -> None:
        """Count a line, and keep it while there is room."""
        self.total += 1
        if len(self.shown) < SHOWN:
            self.shown.append(line)


@dataclass
class ImportReport:
    """What an import made of a file; `is_dry_run` where it was tried only."""

    file: str
    is_dry_run: bool = False
    source: dict[str, Any] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    lists: dict[str, LineList] = field(default_factory=lambda: {name: LineList() for name in LISTS})
    reasons: Counter[str] = field(default_factory=Counter)
    data_versions: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def has_changed(self) -> bool:
        """Whether anything was written, or would be without a dry run."""
        return any(count for (_, what), count in self.counts.items() if what != "unchanged")

    @property
    def is_whole(self) -> bool:
        """Whether everything in the file could be read and placed."""
        return not self.lists["problems"].total

    def count(self, table: str, what: str, number: int = 1) -> None:
        """Count what became of a row; `table` and `what` are of `COUNTED`."""
        self.counts[table, what] += number

    def problem(self, place: FilePosition, message: str, excerpt: str = "") -> None:
        """Something couldn't be read or placed."""
        self.lists["problems"].add({**_place(place), "message": message, "excerpt": excerpt[:_MAX_EXCERPT_LENGTH]})

    def ignore(self, place: FilePosition, reason: str, excerpt: str = "") -> None:
        """Something was read and is of no use."""
        if reason in self.reasons or len(self.reasons) < _MAX_REASONS:
            self.reasons[reason] += 1
        self.lists["ignored"].add({**_place(place), "message": reason, "excerpt": excerpt[:_MAX_EXCERPT_LENGTH]})

    def conflict(
        self, place: FilePosition, subject: str, field: str, recorded: Any, found: Any, message: str = ""
    ) -> None:
        """The file says something else than what is recorded of a card or a set, by its slug or code."""
        self.lists["conflicts"].add(
            {**_place(place), "of": subject, "field": field, "recorded": recorded, "found": found, "message": message}
        )

    def difference(self, place: FilePosition, card: str, field: str, recorded: Any, derived: Any) -> None:
        """A card's text says something else than its recorded fact."""
        self.lists["differences"].add(
            {**_place(place), "of": card, "field": field, "recorded": recorded, "found": derived, "message": ""}
        )

    def new_card(self, place: FilePosition, slug: str, title: str) -> None:
        """A card that wasn't recorded."""
        self.count("cards", "new")
        self.lists["new_cards"].add({**_place(place), "of": slug, "message": title})

    def as_json(self) -> dict[str, Any]:
        """The report as plain data: what `import_cards --json` prints and `Import.report` keeps."""
        said = {
            "file": self.file,
            "is_dry_run": self.is_dry_run,
            "source": self.source,
            "has_changed": self.has_changed,
            "is_whole": self.is_whole,
            "counts": {
                table: {what: self.counts[table, what] for what in outcomes} for table, outcomes in COUNTED.items()
            },
            **{name: {"total": held.total, "shown": held.shown} for name, held in self.lists.items()},
            "ignored_reasons": dict(self.reasons.most_common(SHOWN)),
            "data_versions": self.data_versions,
            "notes": self.notes,
        }
        return {name: to_storable(value) for name, value in said.items()}


def to_storable(value: Any) -> Any:
    """The value with a mark for what no database or terminal takes: halves of characters, and control characters."""
    match value:
        case str():
            return _UNSTORABLE.sub("\ufffd", value)
        case dict():
            return {to_storable(key): to_storable(each) for key, each in value.items()}
        case list() | tuple():
            return [to_storable(each) for each in value]
    return value


def format_report(report: dict[str, Any]) -> Iterator[str]:
    """A report, as `as_json` gives it, for a person: what was done, then each list with the places of its lines."""
    name = report["source"].get("name", "")
    yield f"{report['file']}: {name}" if name else report["file"]
    if report["is_dry_run"]:
        yield "A dry run: nothing was changed."
    elif not report["has_changed"]:
        yield "Nothing changed: all of it was there already." if report["is_whole"] else "Nothing changed."
    yield from (f"  {table:<10} {said}" for table, said in describe_counts(report["counts"]))
    for kind, heading in LISTS.items():
        listing = report[kind]
        if not listing["total"]:
            continue
        yield ""
        yield f"{heading}: {listing['total']}"
        if kind == "ignored":
            yield from (f"  {count} × {reason}" for reason, count in report["ignored_reasons"].items())
            continue
        yield from (f"  {_line(report['file'], line)}" for line in listing["shown"])
        if listing["total"] > len(listing["shown"]):
            yield f"  … and {listing['total'] - len(listing['shown'])} more"
    yield from (f"\n{note}" for note in report["notes"])


def describe_counts(counts: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, str]]:
    """What became of the rows of each table of which there are any."""
    for table, outcomes in counts.items():
        if said := ", ".join(f"{count} {what}" for what, count in outcomes.items() if count):
            yield table, said


def _line(file: str, line: dict[str, Any]) -> str:
    """`file:line:column: what`, so that an editor finds the place."""
    place = ":".join(str(part) for part in (file, line["line"], line["column"]) if part)
    label = f" ({line['label']})" if line["label"] else ""
    parts = [line.get("of", "")]
    if "field" in line:
        parts.append(f"{line['field']} is recorded as {_shown(line['recorded'])}; the file has {_shown(line['found'])}")
    parts.append(line["message"])
    if line.get("excerpt"):
        parts.append(repr(line["excerpt"]))
    return f"{place}{label}: " + ": ".join(filter(None, parts))


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _place(place: FilePosition) -> dict[str, Any]:
    return {"line": place.line, "column": place.column, "label": place.label}
