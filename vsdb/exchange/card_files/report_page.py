"""A report as a page shows it: what was done, then what somebody has to look at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from vsdb.exchange.card_files import services, uploads
from vsdb.exchange.card_files.models import Import

_NAMES = {
    "waiting": "waiting to be started",
    "running": "running",
    "done": "done",
    "failed": "failed",
    uploads.DIED: "died",
}
#: The lists of a report, what each is headed, and whether its lines compare what is recorded with what was found.
_LISTS = (
    ("problems", "Couldn’t be read or placed", False),
    ("conflicts", "Contradicts what is recorded, which stays", True),
    ("differences", "The text says something else than the recorded fact", True),
    ("new_cards", "New cards", False),
    ("ignored", "Read and of no use here", False),
)


@dataclass(frozen=True)
class Listing:
    """Lines of one kind; `total` counts also those that aren't shown."""

    name: str
    heading: str
    total: int
    lines: list[dict[str, Any]]
    compares: bool

    @property
    def more(self) -> int:
        """How many aren't shown."""
        return self.total - len(self.lines)


@dataclass(frozen=True)
class ReportPage:
    """What the page of an import shows."""

    record: Import
    state: str
    said: str
    done: int = 0
    total: int = 0
    error: str = ""
    counts: list[tuple[str, str]] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    reasons: list[tuple[int, str]] = field(default_factory=list)
    has_changed: bool = False
    may_be_applied: bool = False
    may_be_started_again: bool = False

    @property
    def is_under_way(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in ("waiting", "running")

    @property
    def percent(self) -> int | None:
        """How far the reading is."""
        return self.done * 100 // self.total if self.total else None


def report_page(record: Import) -> ReportPage:
    """The page of an import, from its record and from what its process tells."""
    state = uploads.state_of(record)
    if state == uploads.DIED:
        record.refresh_from_db()
        state = uploads.state_of(record)
    done, total = (services.progress(record.pk) or (0, 0)) if state == "running" else (0, 0)
    report = record.report
    return ReportPage(
        record,
        state,
        _NAMES[state],
        done,
        total,
        error=report.get("error", ""),
        counts=[*_counts(report.get("counts", {}))],
        listings=[*_listings(report)],
        reasons=[(count, reason) for reason, count in report.get("ignored_reasons", {}).items()],
        has_changed=report.get("has_changed", False),
        may_be_applied=uploads.may_be_applied(record),
        may_be_started_again=uploads.may_be_started_again(record),
    )


def summary(counts: Mapping[str, Mapping[str, int]] | None, problems: int | None, conflicts: int | None) -> str:
    """A report in a few words, for a list."""
    outcomes = [
        f"{number} {table} {what}"
        for table, each in (counts or {}).items()
        if table in ("cards", "wordings", "rulings")
        for what, number in each.items()
        if number and what != "unchanged"
    ]
    if problems:
        outcomes.append(f"{problems} problem{'s' if problems > 1 else ''}")
    if conflicts:
        outcomes.append(f"{conflicts} conflict{'s' if conflicts > 1 else ''}")
    return ", ".join(outcomes) or ("nothing new" if counts else "")


def _counts(counts: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, str]]:
    for table, outcomes in counts.items():
        said = ", ".join(f"{number} {what}" for what, number in outcomes.items() if number)
        if said:
            yield table, said


def _listings(report: Mapping[str, Any]) -> Iterator[Listing]:
    for name, heading, compares in _LISTS:
        found = report.get(name)
        if found and found["total"]:
            lines = [_line(each) for each in found["shown"]]
            yield Listing(name, heading, found["total"], lines, compares)


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line with its values as a person reads them."""
    return {
        **line,
        "place": ":".join(str(part) for part in (line["line"], line["column"]) if part),
        **{key: _shown(line[key]) for key in ("recorded", "found") if key in line},
    }


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return "nothing"
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "none"
    return json.dumps(value, ensure_ascii=False)
