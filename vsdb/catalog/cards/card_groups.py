"""Reads for the pages that list things; each says how many queries it costs."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, OrderBy, QuerySet, Value
from django.db.models.functions import Lower, NullIf

from engine.model.verdicts import Citation
from vsdb.catalog.cards.models import Card, CardSet, Game, Keyword, Printing, Team
from vsdb.catalog.formats.models import Ban, Format


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
    numbers = OrderBy(NullIf(F("number"), Value("")), nulls_last=True)
    return card_set.printings.select_related("card").order_by(numbers, Lower("card__name"), "card__slug")


def keywords_with_counts(game: str) -> QuerySet[Keyword]:
    """A game's keywords with, as `held`, how many cards are recorded with each; one query."""
    return Keyword.objects.filter(game=game).annotate(held=Count("cards", distinct=True)).order_by(Lower("name"))


def teams_with_counts(game: str) -> QuerySet[Team]:
    """A game's teams or affiliations with, as `held`, how many cards each has; one query."""
    return Team.objects.filter(game=game).annotate(held=Count("cards", distinct=True)).order_by(Lower("name"))


def citation_of(row: Keyword) -> Citation | None:
    """Where a keyword's rule stands; no query."""
    return Citation(row.citation_document, row.citation_rule) if row.citation_document else None
