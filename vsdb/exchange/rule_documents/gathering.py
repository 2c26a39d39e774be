"""The units of a document as a reader comes to them: each with an address that no other has."""

from __future__ import annotations

import re
from collections import Counter

from vsdb.exchange.rule_documents.units import Mention, Unit

LONGEST_SLUG = 140  #: characters
LONGEST_TITLE = 200  #: characters

_OTHER = re.compile(r"[^a-z0-9]+")


def words_slug(words: str) -> str:
    """A heading or a term as addresses carry it: `deck-building-rules`; `addresses.rule_slug` gives the same."""
    return _OTHER.sub("-", words.lower()).strip("-")[:LONGEST_SLUG].rstrip("-")


class Gathering:
    """Units in the order of the document. An address that is taken gets `-2`, `-3` and so on."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self._taken: set[str] = set()
        self._next: Counter[str] = Counter()
        self._pieces: Counter[str] = Counter()

    def add(
        self,
        kind: str,
        slug: str,
        line: int,
        *,
        parent: Unit | None = None,
        depth: int | None = None,
        number: str = "",
        title: str = "",
        text: str = "",
        mentions: tuple[Mention, ...] = (),
    ) -> Unit:
        """A unit of its own; one deeper than its parent where no depth is given."""
        if depth is None:
            depth = parent.depth + 1 if parent else 0
        above = parent.slug if parent else None
        unit = Unit(kind, self._free(slug or kind), depth, line, number, title, text, above, mentions)
        self.units.append(unit)
        return unit

    def piece(
        self,
        kind: str,
        owner: Unit | None,
        line: int,
        text: str,
        *,
        parent: Unit | None = None,
        number: str = "",
        title: str = "",
        mentions: tuple[Mention, ...] = (),
    ) -> Unit:
        """A unit without a name: its address counts it among those of its kind that belong to the same owner.

        `parent` is the piece that it stands under, where that isn't the owner itself.
        """
        within = f"{owner.slug}-{kind}" if owner else kind
        self._pieces[within] += 1
        slug = f"{within}-{self._pieces[within]}"
        return self.add(
            kind, slug, line, parent=parent or owner, number=number, title=title, text=text, mentions=mentions
        )

    def _free(self, slug: str) -> str:
        free = slug
        while free in self._taken:
            self._next[slug] += 1
            free = f"{slug}-{self._next[slug] + 1}"
        self._taken.add(free)
        return free
