"""Two texts of one deck side by side, and what both come to together, for whoever has to settle it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from typing import Any

from engine.decklists import merging
from engine.decklists.text_merging import merge_text
from engine.model.errors import InputError
from vsdb.catalog.cards import selectors
from vsdb.decks.builder.saving import NOTE, MergeConflict, flatten_snapshot

_LABELS = {
    "title": "The title",
    "format": "The format",
    "as_of": "The day",
    "text": "The list",
    "notes": "The notes on the deck",
}
_SAME, _MINE, _THEIRS = "", "mine", "theirs"


@dataclass(frozen=True, slots=True)
class ConflictSide:
    """A line of one of two texts; `mark` says that it stands in this one alone."""

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ContestedField:
    """A field that was changed on both sides: what stands on each, and a proposal of both together."""

    name: str
    label: str
    mine: tuple[ConflictSide, ...]
    theirs: tuple[ConflictSide, ...]
    proposal: str

    @property
    def field(self) -> str:
        """Its name in the form."""
        return f"field:{self.name}"

    @property
    def is_prose(self) -> bool:
        """Whether it is a note, of several lines."""
        return self.name == "notes" or self.name.startswith(NOTE)

    @property
    def is_long(self) -> bool:
        """Whether it is a text of several lines."""
        return self.is_prose or self.name == "text"

    @property
    def is_day(self) -> bool:
        """Whether it is a day."""
        return self.name == "as_of"

    @property
    def rows(self) -> int:
        """How many lines it takes to show the proposal."""
        return min(max(self.proposal.count("\n") + 2, 4), 30)


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """What has to be settled; `kept` are the fields that only one side has changed, as they are saved with it."""

    edition: int
    contested: tuple[ContestedField, ...]
    kept: tuple[tuple[str, str], ...]


def build_conflict_page(clash: MergeConflict, game: str) -> ConflictPage:
    """The page of a clash in a deck of a game."""
    mine, theirs = flatten_snapshot(clash.mine), flatten_snapshot(clash.theirs)
    base = flatten_snapshot(clash.base) if clash.base else {}
    contested = tuple(
        _build_contested_field(name, _words(base.get(name)), _words(mine.get(name)), _words(theirs.get(name)), game)
        for name in clash.names
    )
    kept = tuple(
        (f"field:{name}", _words(value))
        for name, value in mine.items()
        if name not in clash.names and value != base.get(name, "")
    )
    return ConflictPage(clash.edition, contested, kept)


def read_settled_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields that a form of a clash sends, by their names."""
    return {name.removeprefix("field:"): value for name, value in fields.items() if name.startswith("field:")}


def _build_contested_field(name: str, base: str, mine: str, theirs: str, game: str) -> ContestedField:
    cards = selectors.get_reference(game).catalog.by_slug
    slug = name.removeprefix(NOTE)
    label = f"The note on {cards[slug].title}" if slug in cards else _LABELS.get(name, "A note")
    left, right = mine.splitlines(), theirs.splitlines()
    return ContestedField(
        name,
        label,
        _list_side_lines(left, right, _MINE),
        _list_side_lines(right, left, _THEIRS),
        propose_merge(name, base, mine, theirs, game),
    )


def _list_side_lines(own: list[str], other: list[str], mark: str) -> tuple[ConflictSide, ...]:
    """The lines of one text, those marked that the other hasn't in that place."""
    same: set[int] = set()
    for block in SequenceMatcher(None, own, other, autojunk=False).get_matching_blocks():
        same.update(range(block.a, block.a + block.size))
    return tuple(ConflictSide(line, _SAME if place in same else mark) for place, line in enumerate(own))


def _words(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else str(value or "")


def propose_merge(name: str, base: str, mine: str, theirs: str, game: str) -> str:
    """A proposal for a field that was changed on both sides: of texts all that either has; of other fields mine."""
    if name in ("title", "format", "as_of"):
        return mine
    if name == "text":
        try:
            return merging.merge_lists(base, mine, theirs, game).text
        except InputError:
            return mine
    # With the last line ended as the others are, so that a line added behind it is no change of it.
    return merge_text(*(f"{text}\n" for text in (base, mine, theirs))).text.strip("\n")
