"""A report as a page shows it: what was done, then what somebody has to look at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from vsdb.exchange.card_files import services, uploads
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.report import LISTS, counts_in_words

_NAMES = {
    "waiting": "waiting to be started",
    "running": "running",
    "done": "done",
    "failed": "failed",
    uploads.DIED: "died",
}


def report_page(record: Import) -> dict[str, Any]:
    """What the page of an import shows, from its record and from what its process tells."""
    state = uploads.state_of(record)
    if state == uploads.DIED:
        record.refresh_from_db()
        state = uploads.state_of(record)
    done, total = (services.progress(record.pk) or (0, 0)) if state == "running" else (0, 0)
    report = record.report
    return {
        "record": record,
        "state": state,
        "said": _NAMES[state],
        "is_under_way": state in ("waiting", "running"),
        "done": done,
        "total": total,
        "percent": done * 100 // total if total else None,
        "error": report.get("error", ""),
        "counts": [*counts_in_words(report.get("counts", {}))],
        "listings": [*_listings(report)],
        "reasons": [(count, reason) for reason, count in report.get("ignored_reasons", {}).items()],
        "has_changed": report.get("has_changed", False),
        "may_be_applied": uploads.may_be_applied(record),
        "may_be_started_again": uploads.may_be_started_again(record),
    }


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


def _listings(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The lists that have lines; `more` counts those that aren't shown."""
    for name, heading in LISTS.items():
        found = report.get(name)
        if found and found["total"]:
            yield {
                "name": name,
                "heading": heading.replace("'", "’"),
                "compares": name in ("conflicts", "differences"),
                "total": found["total"],
                "lines": [_line(each) for each in found["shown"]],
                "more": found["total"] - len(found["shown"]),
            }


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
