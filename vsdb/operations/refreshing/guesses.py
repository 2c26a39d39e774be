"""What a table of printings says of its own facts in the column `derived`: which are inferred, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COLUMNS = {
    "type": "type",
    "supertype": "supertype",
    "domain": "domains",
    "domains": "domains",
    "energy": "energy",
    "power": "power",
    "might": "might",
    "tag": "tags",
    "tags": "tags",
    "rarity": "rarity",
}
_PART = re.compile(r"([a-z]+(?:\+[a-z]+)*) ((?:from|per|derived|inferred|incomplete|unknown|disagrees)\b.*)")
_OTHER = re.compile(r" \(feed: ([^()]*)\)$")  #: what another list says
_WORDS = {
    "from number block": "inferred from its number",
    "from gallery image text": "read off its picture",
    "unknown": "not known",
}


@dataclass(frozen=True, slots=True)
class Guess:
    """Facts that a list infers: their columns, and why."""

    columns: tuple[str, ...]
    note: str


def read_guesses(cell: str) -> tuple[Guess, ...]:
    """The guesses of a cell such as `domain+rarity from number block (feed: Chaos); tags incomplete`."""
    return tuple(_read_parts(cell))


def _read_parts(cell: str) -> Iterator[Guess]:
    for part in cell.split(";"):
        found = _PART.fullmatch(part.strip())
        words = found[1].split("+") if found else []
        if found is None or not all(word in _COLUMNS for word in words):
            continue  # Where a printing comes from says nothing of its facts.
        other = _OTHER.search(found[2])
        how = _OTHER.sub("", found[2])
        told = f", {other[1]} in one list" if other and other[1] != "empty" else ""
        note = f"{' and '.join(words)} {_WORDS.get(how, how)}{told}"
        yield Guess(tuple(dict.fromkeys(_COLUMNS[word] for word in words)), note)
