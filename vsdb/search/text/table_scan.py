"""The text index that is none: the searched texts of the cards read through, where no index can be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vsdb.search.models import SearchText
from vsdb.search.text import rows
from vsdb.search.text.interface import Progress, TextQuery
from vsdb.search.text.names import Names
from vsdb.search.text.ranks import Ranking


class TableScan:
    """The same answers as an index gives, slower with every card: each search reads the whole table, in one query."""

    def __init__(self, notes: tuple[str, ...] = ()) -> None:
        self.notes = notes

    def build(self, progress: Progress | None = None) -> int:
        """Write the texts anew; how many cards they are of."""
        rows.write(progress)
        return SearchText.objects.count()

    def update(self, card_ids: Iterable[int]) -> int:
        """Write the texts of these cards again; how many."""
        wanted = tuple(card_ids)
        rows.rewrite(wanted)
        return SearchText.objects.filter(pk__in=wanted).count()

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank."""
        if not query.tokens:
            return {}
        ranking = Ranking(query.tokens, query.kind)
        column = "wording" if query.field == "wording" else "words"
        parts = [f" {' '.join(query.tokens)} "] if query.kind == "phrase" else [f" {token}" for token in query.tokens]
        held = SearchText.objects.order_by("pk")
        for part in parts:
            held = held.filter(**{f"{column}__contains": part})
        names = " " if query.field == "wording" else None
        return {
            card: ranking.rank(names or name_words, text)
            for card, name_words, text in held.values_list("card", "name_words", column)
        }

    def suggest(self, text: str, limit: int = 5) -> tuple[str, ...]:
        """Names most like a misspelt one, best first."""
        return Names.held().nearest(text, limit)
