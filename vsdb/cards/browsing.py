"""Reads for the pages that list things; each says how many queries it costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from engine.cards import Keyword as KeywordValue
from engine.verdicts import Citation
from vsdb.cards.models import Card, CardSet, Game, Keyword, Printing, Team
from vsdb.formats.models import Ban, Format


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much of a game is in the reference."""

    game: Game
    cards: int
    sets: int
    formats: int
    keywords: int
    bans: int


def holdings() -> list[Holdings]:
    """What the reference holds of each game, in the games' order; six queries."""
    counts = [_count_by_game(model) for model in (Card, CardSet, Format, Keyword, Ban)]
    return [Holdings(game, *(count.get(game.slug, 0) for count in counts)) for game in Game.objects.all()]


def _count_by_game(
    model: type[Card] | type[CardSet] | type[Format] | type[Keyword] | type[Ban],
) -> dict[str, int]:
    return dict(model._default_manager.order_by().values_list("game").annotate(Count("pk")))


def sets_with_counts() -> QuerySet[CardSet]:
    """Every set with its game and, as `held`, how many of its cards are recorded; one query."""
    return CardSet.objects.select_related("game", "follows").annotate(held=Count("printings__card", distinct=True))


def printings_of(card_set: CardSet) -> QuerySet[Printing]:
    """The printings of a set with their cards, in the order of the numbers, unnumbered ones last; one query."""
    return card_set.printings.select_related("card").order_by("number", "card__name", "card__slug")


def keywords_with_counts(game: str) -> QuerySet[Keyword]:
    """A game's keywords with, as `held`, how many cards are recorded with each; one query."""
    return Keyword.objects.filter(game=game).annotate(held=Count("cards", distinct=True)).order_by("name")


def teams_with_counts(game: str) -> QuerySet[Team]:
    """A game's teams or affiliations with, as `held`, how many cards each has; one query."""
    return Team.objects.filter(game=game).annotate(held=Count("cards", distinct=True)).order_by("name")


@dataclass(frozen=True, slots=True)
class Glossed:
    """A keyword of a card, what it means in our own words, and where its rule stands."""

    keyword: KeywordValue
    slug: str
    gloss: str
    citation: Citation | None


def glossed(keywords: Sequence[KeywordValue], game: str) -> list[Glossed]:
    """A card's keywords with their glosses; one query."""
    names: Iterable[str] = [keyword.name for keyword in keywords]
    rows = {row.name: row for row in Keyword.objects.filter(game=game, name__in=names)}
    return [
        Glossed(keyword, row.slug, row.gloss, citation_of(row))
        for keyword in keywords
        if (row := rows.get(keyword.name))
    ]


def citation_of(row: Keyword) -> Citation | None:
    """Where a keyword's rule stands; no query."""
    return Citation(row.citation_document, row.citation_rule) if row.citation_document else None
