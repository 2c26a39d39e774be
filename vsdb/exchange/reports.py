"""What an import did, found and left alone: exact counts, and lists that stop at a few hundred lines."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

from vsdb.exchange.card_files.proposals import FilePosition
from vsdb.exchange.rule_documents.units import DocumentDefect

_SHOWN = 200
_MAX_REASONS = 10_000  #: that are counted; others are, together, in the list's total
_MAX_EXCERPT_LENGTH = 120
_PLAIN = ("file", "is_dry_run", "source", "sources", "has_changed", "is_whole")
_UNSTORABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
LISTS = {
    "problems": "Problems",
    "conflicts": "Conflicts with recorded facts (facts kept)",
    "differences": "Card text differs from recorded facts",
    "new_cards": "New cards",
    "ignored": "Ignored",
}


@dataclass
class LineList:
    """Lines of one kind: how many there are, and the first of them."""

    total: int = 0
    shown: list[dict[str, Any]] = field(default_factory=list)

    def add(self, line: dict[str, Any]) -> None:
        """Count a line, and keep it while there is room."""
        self.total += 1
        if len(self.shown) < _SHOWN:
            self.shown.append(line)


@dataclass
class CountingReport:
    """What an import made of a file; `is_dry_run` where it was tried only, `counts` by table and outcome."""

    file: str
    is_dry_run: bool = field(default=False, kw_only=True)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter, kw_only=True)
    notes: list[str] = field(default_factory=list, kw_only=True)
    #: What is counted, in the order in which it is told, with what can become of each.
    counted: ClassVar[Mapping[str, tuple[str, ...]]]

    @property
    def has_changed(self) -> bool:
        """Whether anything was written, or would be without a dry run."""
        return any(count for (_, what), count in self.counts.items() if what != "unchanged")

    def list_counts(self) -> dict[str, dict[str, int]]:
        """The counts as plain data, each table with all that can become of its rows."""
        return {table: {what: self.counts[table, what] for what in each} for table, each in self.counted.items()}


@dataclass
class ImportReport(CountingReport):
    """What an import made of a card file."""

    counted: ClassVar = {
        "cards": ("new", "filled", "unchanged"),
        "wordings": ("added", "changed", "unchanged", "removed"),
        "rulings": ("added", "changed", "unchanged", "removed"),
        "facts": ("filled",),
        "printings": ("added",),
        "ids": ("added", "unchanged"),
        "links": ("added", "unchanged"),
        "sets": ("new", "filled", "unchanged"),
        "groups": ("added", "changed", "unchanged"),
        "sources": ("added", "changed", "unchanged"),
    }
    sources: list[dict[str, Any]] = field(default_factory=list)
    lists: dict[str, LineList] = field(default_factory=lambda: {name: LineList() for name in LISTS})
    reasons: Counter[str] = field(default_factory=Counter)
    data_versions: dict[str, str] = field(default_factory=dict)

    @property
    def source(self) -> dict[str, Any]:
        """The first source of the file, which most have alone; empty before it is read."""
        return self.sources[0] if self.sources else {}

    @property
    def is_whole(self) -> bool:
        """Whether everything in the file could be read and placed."""
        return not self.lists["problems"].total

    def count(self, table: str, what: str, number: int = 1) -> None:
        """Count what became of a row; `table` and `what` are of `counted`."""
        self.counts[table, what] += number

    def problem(self, place: FilePosition, message: str, excerpt: str = "") -> None:
        """Something couldn't be read or placed."""
        self._list("problems", place, message=message, excerpt=excerpt[:_MAX_EXCERPT_LENGTH])

    def ignore(self, place: FilePosition, reason: str, excerpt: str = "") -> None:
        """Something was read and is of no use."""
        if reason in self.reasons or len(self.reasons) < _MAX_REASONS:
            self.reasons[reason] += 1
        self._list("ignored", place, message=reason, excerpt=excerpt[:_MAX_EXCERPT_LENGTH])

    def conflict(
        self, place: FilePosition, subject: str, field: str, recorded: Any, found: Any, message: str = ""
    ) -> None:
        """The file says something else than what is recorded of a card or a set, by its slug or code."""
        self._list("conflicts", place, of=subject, field=field, recorded=recorded, found=found, message=message)

    def difference(self, place: FilePosition, card: str, field: str, recorded: Any, derived: Any) -> None:
        """A card's text says something else than its recorded fact."""
        self._list("differences", place, of=card, field=field, recorded=recorded, found=derived, message="")

    def new_card(self, place: FilePosition, slug: str, title: str) -> None:
        """A card that wasn't recorded."""
        self.count("cards", "new")
        self._list("new_cards", place, of=slug, message=title)

    def _list(self, name: str, place: FilePosition, **said: Any) -> None:
        """Count a line of a list, and keep it while there is room."""
        self.lists[name].add({"line": place.line, "column": place.column, "label": place.label, **said})

    def as_json(self) -> dict[str, Any]:
        """The report as plain data: what `import_cards --json` prints and `Import.report` keeps."""
        said = {
            **{name: getattr(self, name) for name in _PLAIN},
            "counts": self.list_counts(),
            **{name: {"total": held.total, "shown": held.shown} for name, held in self.lists.items()},
            "ignored_reasons": dict(self.reasons.most_common(_SHOWN)),
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
    name = "; ".join(source["name"] for source in report["sources"])
    yield f"{report['file']}: {name}" if name else report["file"]
    yield from _format_outcome(report, is_whole=report["is_whole"])
    yield from (f"  {table:<10} {said}" for table, said in describe_counts(report["counts"]))
    for kind, heading in LISTS.items():
        if kind != "ignored":
            lines = [_line(report["file"], line) for line in report[kind]["shown"]]
            yield from _format_listing(heading, report[kind], lines)
        elif total := report[kind]["total"]:
            yield from ("", f"{heading}: {total}")
            yield from (f"  {count} × {reason}" for reason, count in report["ignored_reasons"].items())
    yield from (f"\n{note}" for note in report["notes"])


def _format_outcome(report: dict[str, Any], *, is_whole: bool = True) -> Iterator[str]:
    """That nothing was changed, and why, where that is so."""
    if report["is_dry_run"]:
        yield "Dry run: nothing was changed."
    elif not report["has_changed"]:
        yield "Nothing changed: everything was already recorded." if is_whole else "Nothing changed."


def _format_listing(heading: str, listing: dict[str, Any], lines: Sequence[str]) -> Iterator[str]:
    """The lines of a list below its heading, and how many more there are; nothing of an empty list."""
    if listing["total"]:
        yield from ("", f"{heading}: {listing['total']}")
        yield from (f"  {line}" for line in lines)
        if hidden := listing["total"] - len(lines):
            yield f"  … and {hidden} more"


def describe_counts(counts: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, str]]:
    """What became of the rows of each table of which there are any."""
    return ((table, said) for table, outcomes in counts.items() if (said := _join_counts(outcomes)))


def _join_counts(counts: Mapping[str, int]) -> str:
    """`3 new, 2 filled`: what there is any of."""
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


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
    """A fact in words: names behind commas, a keyword with its parameter; `none` where it is recorded as none."""
    if not isinstance(value, list | tuple):
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    words = (
        " ".join(str(part) for part in each if part) if isinstance(each, list | tuple) else str(each) for each in value
    )
    return ", ".join(words) or "none"


@dataclass
class TextReport(CountingReport):
    """What an import made of a rules document.

    `references` counts those of the text: `resolved` to a unit of the document, `outside` it, and `dangling`, which the
    defects list; `between` are the rules that ranges cover. `missing` are the rules cited of the document that the file
    doesn't have.
    """

    counted: ClassVar = dict.fromkeys(("units", "references"), ("added", "changed", "unchanged", "removed"))
    document: str
    name: str
    layout: str
    digest: str
    is_new_file: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    references: Counter[str] = field(default_factory=Counter)
    defects: tuple[DocumentDefect, ...] = ()
    cited: int = 0
    missing: tuple[str, ...] = ()

    @property
    def has_changed(self) -> bool:
        """Whether anything was written, or would be without a dry run."""
        return self.is_new_file or super().has_changed

    def as_json(self) -> dict[str, Any]:
        """The report as plain data: what `import_rules --json` prints."""
        codes = Counter(defect.code for defect in self.defects)
        shown = [asdict(replace(each, excerpt=each.excerpt[:_MAX_EXCERPT_LENGTH])) for each in self.defects[:_SHOWN]]
        return {
            "file": self.file,
            "document": {"slug": self.document, "name": self.name},
            **{name: getattr(self, name) for name in ("is_dry_run", "layout", "digest", "has_changed")},
            "counts": self.list_counts(),
            "kinds": dict(sorted(self.kinds.items())),
            "references": {name: self.references[name] for name in ("resolved", "outside", "dangling", "between")},
            "cited": {"total": self.cited, "missing": list(self.missing)},
            "defects": {"total": len(self.defects), "codes": dict(codes.most_common()), "shown": shown},
            "notes": self.notes,
        }


def format_rules_report(report: dict[str, Any]) -> Iterator[str]:
    """A report, as `as_json` gives it, for a person: what was done, then the document's defects by their lines."""
    yield f"{report['file']}: {report['document']['name']} ({report['layout']})"
    yield from _format_outcome(report)
    for table, outcomes in report["counts"].items():
        yield f"  {table:<10} {_join_counts(outcomes) or 'none'}"
    yield f"  of these   {_join_counts(report['kinds'])}"
    yield f"  refer      {_join_counts(report['references']) or 'none'}"
    defects = report["defects"]
    lines = [_defect(report["file"], line) for line in defects["shown"]]
    yield from _format_listing("Errors in the document", defects, lines)
    yield from (f"\n{note}" for note in report["notes"])


def _defect(file: str, line: dict[str, Any]) -> str:
    """`file:line: what`, so that an editor finds the place."""
    excerpt = f": {line['excerpt']!r}" if line["excerpt"] else ""
    return f"{file}:{line['line']}: {line['code']}: {line['message']}{excerpt}"
