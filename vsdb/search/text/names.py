"""Which names of cards are most like a misspelt one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz, process

from engine.model.names import fold
from vsdb.search.models import SearchText

#: Of a hundred: below that two names have too little in common to be taken for each other.
LEAST_LIKENESS = 65


class Names:
    """Names in their folded spelling, each once, with the way they are printed."""

    def __init__(self, printed: Mapping[str, str]) -> None:
        self._printed = printed
        self._folded = sorted(printed)

    @classmethod
    def held(cls) -> Names:
        """The names of all cards; one query."""
        return cls(dict(SearchText.objects.order_by("-card").values_list("name", "card__name")))

    def nearest(self, text: str, limit: int, among: Sequence[str] | None = None) -> tuple[str, ...]:
        """The names most like the text, as they are printed, best first; the alphabet decides between equals.

        `among` are the folded names to choose from, where not all are meant.
        """
        names = self._folded if among is None else sorted(name for name in among if name in self._printed)
        likest = process.extract(fold(text), names, scorer=fuzz.ratio, score_cutoff=LEAST_LIKENESS, limit=limit)
        return tuple(self._printed[name] for name, _, _ in likest)
