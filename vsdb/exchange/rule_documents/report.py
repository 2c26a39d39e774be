"""What an import made of a rules document: exact counts, and a list of defects that stops at a few hundred lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from vsdb.exchange.rule_documents.units import DocumentDefect

SHOWN = 200
_MAX_EXCERPT_LENGTH = 120
#: What is counted, in the order in which it is told, with what can become of each.
COUNTED = {
    "units": ("added", "changed", "unchanged", "removed"),
    "references": ("added", "changed", "unchanged", "removed"),
}


@dataclass
class TextReport:
    """What an import made of a file; `is_dry_run` where it was tried only.

    `references` counts those of the text: `resolved` to a unit of the document, `outside` it, and `dangling`, which the
    defects list; `between` are the rules that ranges cover. `missing` are the rules cited of the document that the file
    doesn't have.
    """

    file: str
    document: str
    name: str
    is_dry_run: bool = False
    layout: str = ""
    digest: str = ""
    is_new_file: bool = False
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    references: Counter[str] = field(default_factory=Counter)
    defects: tuple[DocumentDefect, ...] = ()
    cited: int = 0
    missing: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)

    @property
    def has_changed(self) -> bool:
        """Whether anything was written, or would be without a dry run."""
        return self.is_new_file or any(count for (_, what), count in self.counts.items() if what != "unchanged")

    def as_json(self) -> dict[str, Any]:
        """The report as plain data: what `import_rules --json` prints."""
        return {
            "file": self.file,
            "document": {"slug": self.document, "name": self.name},
            "is_dry_run": self.is_dry_run,
            "layout": self.layout,
            "digest": self.digest,
            "has_changed": self.has_changed,
            "counts": {
                table: {what: self.counts[table, what] for what in outcomes} for table, outcomes in COUNTED.items()
            },
            "kinds": dict(sorted(self.kinds.items())),
            "references": {name: self.references[name] for name in ("resolved", "outside", "dangling", "between")},
            "cited": {"total": self.cited, "missing": list(self.missing)},
            "defects": {
                "total": len(self.defects),
                "codes": dict(Counter(defect.code for defect in self.defects).most_common()),
                "shown": [
                    {**asdict(defect), "excerpt": defect.excerpt[:_MAX_EXCERPT_LENGTH]}
                    for defect in self.defects[:SHOWN]
                ],
            },
            "notes": self.notes,
        }


def format_report(report: dict[str, Any]) -> Iterator[str]:
    """A report, as `as_json` gives it, for a person: what was done, then the document's defects by their lines."""
    yield f"{report['file']}: {report['document']['name']} ({report['layout']})"
    if report["is_dry_run"]:
        yield "A dry run: nothing was changed."
    elif not report["has_changed"]:
        yield "Nothing changed: all of it was there already."
    for table, outcomes in report["counts"].items():
        yield f"  {table:<10} {_describe_counts(outcomes) or 'none'}"
    yield f"  of these   {_describe_counts(report['kinds'])}"
    yield f"  refer      {_describe_counts(report['references']) or 'to nothing'}"
    defects = report["defects"]
    if defects["total"]:
        yield ""
        yield f"What the document itself has wrong: {defects['total']}"
        yield from (f"  {_line(report['file'], line)}" for line in defects["shown"])
        if defects["total"] > len(defects["shown"]):
            yield f"  … and {defects['total'] - len(defects['shown'])} more"
    yield from (f"\n{note}" for note in report["notes"])


def _describe_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


def _line(file: str, line: dict[str, Any]) -> str:
    """`file:line: what`, so that an editor finds the place."""
    excerpt = f": {line['excerpt']!r}" if line["excerpt"] else ""
    return f"{file}:{line['line']}: {line['code']}: {line['message']}{excerpt}"
