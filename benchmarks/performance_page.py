"""The generated part of docs/performance.md, and its chart of growth, out of the report of `make bench`.

`python -m benchmarks.performance_page` writes both from `var/bench.json`. What stands outside the two marks is kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import groupby
from math import log10
from pathlib import Path
from typing import Any

from benchmarks.table import FAILED, KEPT, write_markdown_table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
CHART = ROOT / "docs" / "performance-growth.svg"
BEGIN, END = "<!-- written by make bench -->", "<!-- end of what make bench wrote -->"
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _FOOT = 720, 420, 70, 250, 20, 46
_INKS = ("#1b6ca8", "#b3541e", "#2e7d32", "#8e24aa", "#c62828", "#455a64", "#00838f", "#9e8200")
_DASHES = ("", "6 3", "2 3", "8 3 2 3")

GrowthPoint = dict[str, Any]


def main() -> str | None:
    """Write the page from the last report; a word to standard error if there is none."""
    report = ROOT / "var" / "bench.json"
    if not report.is_file():
        return f"no {report.relative_to(ROOT)}: run make bench first"
    write(json.loads(report.read_text(encoding="utf-8")))
    return None


def write(report: dict[str, Any]) -> None:
    """Put the table and the chart into the docs. Without points of growth the chart that is there stays."""
    if report["growth"]:
        CHART.write_text(draw_growth(report["growth"]), encoding="utf-8")
    PAGE.write_text(replace_generated(PAGE.read_text(encoding="utf-8"), generated_part(report)), encoding="utf-8")


def replace_generated(page: str, part: str) -> str:
    """The page with another generated part. Raises ValueError if it lacks one of the marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks {END if begin else BEGIN}")
    return f"{before}{BEGIN}\n{part}\n{END}{after}"


def generated_part(report: dict[str, Any]) -> str:
    """Machine, table and growth as Markdown."""
    rows, machine = report["rows"], report["machine"]
    programs = [f"{name} {machine[key]}" for key, name in _PROGRAMS if machine[key]]
    goals = [row for row in rows if row["state"] != FAILED]
    kept = sum(row["state"] == KEPT for row in goals)
    lines = [
        f"Measured {report['measured_at'][:10]}: {machine['cpu']}, {machine['cores']} cores,"
        f" {machine['memory_gib']:g} GiB; {', '.join(programs)}. {kept} of {len(goals)} goals kept.",
    ]
    if report["is_busy"]:
        loads = f"{report['loads'][0]:.1f} before, up to {max(report['loads']):.1f} during"
        lines += ["", f"**Other work ran on the machine meanwhile (load {loads}).** Processor time sways less than"]
        lines[-1] += " a clock does, but take these figures again on a quiet machine."
    lines += ["", write_markdown_table(rows)]
    if report["growth"]:
        lines += ["", "How cost grows, milliseconds:", "", f"![Cost by size, both axes logarithmic]({CHART.name})", ""]
        lines += growth_table(report["growth"])
    return "\n".join(lines)


_PROGRAMS = (("python", "Python"), ("postgresql", "PostgreSQL"), ("node", "Node"))


def growth_table(points: Sequence[GrowthPoint]) -> list[str]:
    """A row a thing, a column a size; an empty cell where it wasn't measured."""
    sizes = sorted({point["size"] for point in points})
    lines = ["| | " + " | ".join(f"{size:,}" for size in sizes) + " |", "|---" * (len(sizes) + 1) + "|"]
    for name, of_it in _by_thing(points):
        found = {point["size"]: point["milliseconds"] for point in of_it}
        cells = [_write_figure(found[size]) if size in found else "" for size in sizes]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def _write_figure(milliseconds: float) -> str:
    return f"{milliseconds:,.0f}" if milliseconds >= 100 else f"{milliseconds:.3g}"


def _by_thing(points: Sequence[GrowthPoint]) -> list[tuple[str, list[GrowthPoint]]]:
    """The points of each thing by size, under its name and what the size counts."""

    def name(point: GrowthPoint) -> str:
        return f"{point['what']}, by {point['unit']}"

    ordered = sorted(points, key=lambda point: (name(point), point["size"]))
    return [(key, list(of_it)) for key, of_it in groupby(ordered, name)]


def draw_growth(points: Sequence[GrowthPoint]) -> str:
    """A line a thing over the sizes, both axes logarithmic: a straight line at 45 degrees grows as the size does."""
    low_x, high_x = _decades([point["size"] for point in points])
    low_y, high_y = _decades([point["milliseconds"] for point in points])
    right, floor = _WIDTH - _RIGHT, _HEIGHT - _FOOT

    def x_of(size: float) -> float:
        return round(_LEFT + (right - _LEFT) * (log10(size) - low_x) / (high_x - low_x), 1)

    def y_of(milliseconds: float) -> float:
        return round(floor - (floor - _TOP) * (log10(milliseconds) - low_y) / (high_y - low_y), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif"'
        ' font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
    ]
    for decade in range(low_x, high_x + 1):
        at = x_of(10.0**decade)
        parts.append(f'<path d="M{at} {_TOP}V{floor}" stroke="#ddd"/>')
        parts.append(f'<text x="{at}" y="{floor + 18}" text-anchor="middle">{10**decade:,}</text>')
    for decade in range(low_y, high_y + 1):
        at = y_of(10.0**decade)
        parts.append(f'<path d="M{_LEFT} {at}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{at + 4}" text-anchor="end">{10.0**decade:g} ms</text>')
    parts.append(f'<text x="{(_LEFT + right) / 2}" y="{_HEIGHT - 8}" text-anchor="middle">cards or decks</text>')
    for number, (name, of_it) in enumerate(_by_thing(points)):
        ink, dashes = _INKS[number % len(_INKS)], _DASHES[number % len(_DASHES)]
        places = [(x_of(point["size"]), y_of(point["milliseconds"])) for point in of_it]
        path = "M" + "L".join(f"{x} {y}" for x, y in places)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="2"{dashed}/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{ink}"/>' for x, y in places]
        at = _TOP + 10 + 18 * number
        parts.append(f'<path d="M{right + 12} {at - 4}h22" stroke="{ink}" stroke-width="2"{dashed}/>')
        parts.append(f'<text x="{right + 40}" y="{at}">{_escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _decades(figures: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around the figures, at least one apart."""
    low, high = int(log10(min(figures)) // 1), int(-(-log10(max(figures)) // 1))
    return low, max(high, low + 1)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


if __name__ == "__main__":
    sys.exit(main())
