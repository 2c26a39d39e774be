"""Cards with their texts, rulings and sources over HTTP."""

from __future__ import annotations

from typing import Any

import django_filters
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.cards import GAMES
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.days import CARD, GAME, ON, day_asked
from vsdb.api.serializers import CardShape
from vsdb.api.wording_serializers import CardWordingShape, RulingShape, SourceShape, WordedCardShape
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card
from vsdb.catalog.formats.lookup import find_card, find_game
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import glosses
from vsdb.catalog.wordings.models import Ruling, Source
from vsdb.catalog.wordings.rulings import ShownRuling, shown
from vsdb.catalog.wordings.services import card_wording

_GAMES = tuple(GAMES.items())


class OneCard(APIView):
    """A card with its texts and the rulings that lead to it."""

    @extend_schema(parameters=[GAME, CARD, ON], responses={200: WordedCardShape, 400: ErrorShape, 404: ErrorShape})
    def get(self, request: Request, game: str, slug: str) -> Response:
        """The card of that slug, its texts as they count on a day."""
        on = day_asked(request)
        card = find_card(cards.reference(find_game(game)), slug)
        row = get_object_or_404(Card.objects.only("pk"), game=card.game, slug=card.slug)
        held = card_wording(card, row.pk, glosses(card.game), on=on)
        return Response({**CardShape(card).data, **CardWordingShape(held).data})


class RulingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rulings by where they come from and by what they lead to."""

    game = django_filters.ChoiceFilter("source__game_id", choices=_GAMES, label="Slug of a game")
    source = django_filters.CharFilter("source__slug", max_length=80, label="Slug of a source")
    card = django_filters.CharFilter(
        "ruling_cards__card__slug", max_length=160, label="Slug of a card that they are about or mention"
    )
    keyword = django_filters.CharFilter("keywords__slug", max_length=80, label="Slug of a keyword")
    set = django_filters.CharFilter("sets__code", max_length=10, label="Code of a set")
    rule = django_filters.CharFilter("citations__rule", max_length=80, label="Number of a rule that they cite")

    class Meta:
        model = Ruling
        fields = ()


class SourcesFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Sources by game, kind and authority."""

    game = django_filters.ChoiceFilter("game_id", choices=_GAMES, label="Slug of a game")
    kind = django_filters.ChoiceFilter(choices=Source.Kind.choices, label="What they are")
    authority = django_filters.ChoiceFilter(choices=Source.Authority.choices, label="Whose word they are")

    class Meta:
        model = Source
        fields = ()


class Rulings(generics.ListAPIView[Ruling]):
    """The rulings, the newest first, each with what has changed since."""

    queryset = selectors.rulings()
    serializer_class = RulingShape
    filterset_class = RulingsFilter

    def filter_queryset(self, queryset: Any) -> Any:
        """The rulings that fit, each once."""
        return super().filter_queryset(queryset).distinct()

    def paginate_queryset(self, queryset: Any) -> list[ShownRuling]:  # type: ignore[override]
        """A page of them, with what each leads to; as many queries however long it is."""
        return shown(super().paginate_queryset(queryset) or (), timezone.localdate())


class Sources(generics.ListAPIView[Source]):
    """The sources that wordings and rulings came from, game by game, the newest first."""

    queryset = selectors.sources()
    serializer_class = SourceShape
    filterset_class = SourcesFilter
