"""Statistics of an event as charts and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.urls import reverse

from vsdb.core.charts import Chart, ChartCount, split
from vsdb.exchange.deck_lists.data_layouts import escape_cell

COLUMNS = ("kind", "group", "name", "section", "lists", "copies", "wins", "losses", "draws", "with_results", "of")


def draw_groups(published: Mapping[str, Any]) -> list[Chart]:
    """A chart for each kind of group: how many lists each has."""
    return [
        split(f"group-{place}", group["title"], group["title"], _count(group["rows"]), of="lists")
        for place, group in enumerate(published["groups"], start=1)
    ]


def _count(rows: Iterable[Mapping[str, Any]]) -> list[ChartCount]:
    return [ChartCount(row["name"], row["lists"]) for row in rows]


def draw_cards(game: str, published: Mapping[str, Any]) -> Chart | None:
    """The cards that most lists have; None where no list is published."""
    rows = published["cards"][:12]
    counts = [ChartCount(row["name"], row["lists"], reverse("cards:card", args=(game, row["slug"]))) for row in rows]
    return split("cards", "Cards by lists", "Card", counts, of="lists") if counts else None


def write_csv(statistics: Mapping[str, Any]) -> str:
    """The statistics as CSV: a row a figure. No cell begins as a formula does."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for row in _list_rows(statistics):
        writer.writerow({name: escape_cell(str(value)) for name, value in row.items()})
    return out.getvalue()


def _list_rows(statistics: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    published = statistics["published"]
    for group in published["groups"]:
        for row in group["rows"]:
            yield {"kind": "group", "group": group["title"], **row, "of": published["lists"]}
    for row in published["cards"]:
        named = {name: row[name] for name in ("name", "section", "lists", "copies")}
        yield {"kind": "card", **named, "of": published["lists"]}
    for kind, counted in (
        ("player", statistics.get("players")),
        *_list_counts(statistics.get("lists")),
        *_list_checks(statistics.get("checks")),
    ):
        for name, count in (counted or {}).items():
            yield {"kind": kind, "name": name, "lists": count}


def _list_counts(lists: Mapping[str, Any] | None) -> Iterator[tuple[str, Mapping[str, int]]]:
    if lists:
        yield "outcome", lists["outcomes"]
        yield "code", lists["codes"]
        yield "penalty", lists["penalties"]
        yield "lists", {name: lists[name] for name in ("submitted", "drafts", "late", "replaced")}


def _list_checks(checks: Mapping[str, Any] | None) -> Iterator[tuple[str, Mapping[str, int]]]:
    if checks:
        yield "check", checks["kinds"]
        yield "checked", {name: checks[name] for name in ("checked", "discrepancies")}
