"""Lines of a collection as tests read and count them."""

from __future__ import annotations

from datetime import date

from engine.model.reference import Reference
from vsdb.collection.reading import CardKey, CollectionLine, ReadLines, read_collection
from vsdb.collection.selectors import Copies

ON = date(2026, 11, 23)
CLASSIC = "vs-classic"


def read(text: str, references: list[Reference], **options: object) -> ReadLines:
    return read_collection(text, references, ON, **options)  # type: ignore[arg-type]


def only(found: ReadLines) -> CollectionLine:
    assert len(found.lines) == 1, found.lines
    return found.lines[0]


def tally(found: ReadLines) -> dict[CardKey, Copies]:
    counts: dict[CardKey, dict[str, int]] = {}
    for line in found.lines:
        assert line.key, (line.written, line.problem)
        of_key = counts.setdefault(line.key, {})
        of_key[line.kind] = of_key.get(line.kind, 0) + line.count
    copies = {key: Copies(**each) for key, each in counts.items()}
    return {key: each for key, each in copies.items() if any(each)}
