"""Which names of cards are most like a misspelt one."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from engine.names import fold
from vsdb.search.models import SearchText

#: Of a hundred: below that two names have too little in common to be taken for each other.
LEAST_LIKENESS = 65


def spellings() -> list[str]:
    """The folded names of all cards, each once, in the alphabet's order; one query."""
    return list(SearchText.objects.order_by("name").values_list("name", flat=True).distinct())


def nearest(text: str, folded: Sequence[str], limit: int) -> tuple[str, ...]:
    """Those of the folded names that are most like the text, as they are printed, best first; at most one query."""
    likest = process.extract(fold(text), folded, scorer=fuzz.ratio, score_cutoff=LEAST_LIKENESS, limit=limit)
    found = [name for name, _, _ in likest]
    if not found:
        return ()
    printed = dict(SearchText.objects.filter(name__in=found).order_by("-card").values_list("name", "card__name"))
    return tuple(printed[name] for name in found if name in printed)
