"""What a query for decks is asked of: who asks, the decks that they may find, and what there is to say of the query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from django.db.models import Q, QuerySet

from vsdb.accounts.viewers import Visitor
from vsdb.core.folding import tokens
from vsdb.decks.models import Deck, Tag
from vsdb.decks.search.card_index import index_missing
from vsdb.search.conditions.context import Context
from vsdb.search.language.syntax import Term


@dataclass(frozen=True, slots=True)
class Words:
    """What is written about a deck, in the words that it is found by."""

    title: str
    event: str
    author: str
    tags: tuple[str, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """All its words, folded."""
        return tuple(token for text in (self.title, self.event, self.author, *self.tags) for token in tokens(text))


@dataclass
class Asking:
    """`among` are the decks that the asker may find, of the games that are searched; `narrowed` are those that the
    rest of the query leaves, which alone are judged. `cards` is what queries within the query are asked of, and
    collects the notes. `queries` counts these, `judged` the verdicts that were made; `made` are the conditions of the
    terms that were looked at already.
    """

    asker: Visitor
    among: QuerySet[Deck]
    cards: Context
    narrowed: QuerySet[Deck] = field(init=False)
    queries: int = 0
    judged: int = 0
    made: dict[Term, Q | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.narrowed = self.among

    @property
    def today(self) -> date:
        """The day on which it is asked."""
        return self.cards.today

    @cached_property
    def unread(self) -> int:
        """How many of the decks are left whose cards were found by other facts; the others are read anew, once."""
        return index_missing(self.among, {game: each.data_version for game, each in self.cards.references.items()})

    @cached_property
    def words(self) -> Mapping[int, Words]:
        """What is written about each deck, by key; two queries, at the first word that is looked for."""
        tags: dict[int, list[str]] = {}
        tagged = Tag.decks.through.objects.filter(deck__in=self.among.order_by().values("pk"))
        for deck, name in tagged.values_list("deck", "tag__name"):
            tags.setdefault(deck, []).append(name)
        rows = self.among.order_by().values_list("pk", "title", "event", "owner__username")
        return {pk: Words(title, event, author or "", tuple(tags.get(pk, ()))) for pk, title, event, author in rows}
