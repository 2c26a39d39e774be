"""The names of the cards that are most like a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from engine.names import fold
from vsdb.search.models import SearchText

#: Of a hundred: below that two names have too little in common to be taken for each other.
LEAST_LIKENESS = 65


class Names:
    """The names of all cards, each spelling once, as they are printed."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Take pairs of a folded spelling and the name as it is printed."""
        self._printed = dict(pairs)
        self._folded = sorted(self._printed)

    @classmethod
    def held(cls) -> Names:
        """The names in the database; one query."""
        return cls(SearchText.objects.order_by("-card").values_list("name", "card__name"))

    def nearest(self, text: str, limit: int) -> tuple[str, ...]:
        """The names most like the text, best first, and the first in the alphabet of those that are as like."""
        wanted = fold(text)
        likest = process.extract(
            wanted, self._folded, scorer=fuzz.ratio, processor=None, score_cutoff=LEAST_LIKENESS, limit=limit
        )
        return tuple(self._printed[name] for name, _, _ in likest)
