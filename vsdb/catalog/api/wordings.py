"""Cards with their texts, rulings and sources over HTTP."""

from __future__ import annotations

from typing import Any

import django_filters
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.formats.names import find_game
from engine.model.cards import GAMES
from vsdb.api.base import describe_answer
from vsdb.api.parameters import (
    CARD,
    GAME,
    ON,
    GameFilter,
    build_game_filter,
    path_parameter,
    read_day_parameter,
    refuse_others,
)
from vsdb.api.shapes import Between, Choice, Day, Flag, Link, Map, Number, Recorded, Shape, Slugs, Text, Texts
from vsdb.catalog.api.card_shapes import CardShape
from vsdb.catalog.api.format_shapes import CardBanShape, DaysShape
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card
from vsdb.catalog.formats.ban_marks import list_card_bans
from vsdb.catalog.formats.lookup import find_card, find_row
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import load_glosses
from vsdb.catalog.wordings.models import Ruling, Source, Wording
from vsdb.catalog.wordings.rulings import ShownRuling, show_rulings
from vsdb.catalog.wordings.selectors import CURRENT, FUTURE, PAST, POSSIBLE
from vsdb.catalog.wordings.services import build_card_wording


class SourceShape(Shape):
    """A source of card texts and rulings: a document or a card file."""

    game = Text("The game's slug.", source="game_id")
    slug = Text("Its slug, for addresses and parameters.")
    name = Text("Its name.")
    kind = Choice("Its kind.", Source.Kind.choices)
    authority = Choice("The kind of author.", Source.Authority.choices)
    document = Text("Its rules document; null: none.", source="document_id", allow_null=True)
    published = Between("published", "It was published between these dates; null: unknown.")
    wording_count = Number("How many card texts it has.")
    ruling_count = Number("How many rulings it has.")
    page = Link("The path of its page on this site.", "wordings:source", "game_id", "slug")
    api = Link("Its path in this API.", "api:source", "game_id", "slug")


class WordingShape(Shape):
    """A card text with its first day, and its state on the given day."""

    key = Text("Its key among the card's texts.")
    kind = Choice("The kind of text.", Wording.Kind.choices, source="wording.kind")
    printing = Recorded("Its printing; null: none.", source="wording.printing_code")
    text = Text("The game text, one paragraph per line.", source="wording.text")
    flavour = Recorded("The flavour text.", source="wording.flavour")
    changed = Texts("Passages marked as new by an erratum.", source="wording.changed")
    since = DaysShape.one("The first day it counts; null: unknown.", allow_null=True)
    state = Choice("Its state on the given day; at most one text is current.", (CURRENT, POSSIBLE, PAST, FUTURE))
    is_order_doubtful = Flag("It may be older than the text before it.")
    source = Text("The source's slug.", source="wording.source.slug")  # type: ignore[assignment]
    source_name = Text("The source's name.", source="wording.source.name")
    authority = Choice("The kind of author.", Source.Authority.choices, source="wording.source.authority")
    place = Recorded("Its place in its source.", source="wording.place")
    derived = Map("Facts derived from the text.", source="wording.derived")


class CitedRuleShape(Shape):
    """A rule that a ruling cites."""

    document = Recorded("Its document's slug; null: not stated, and no recorded document has the rule.")
    number = Text("Its number.")
    changed_in = Recorded("The newer edition in which this rule number differs.")


class NewerWordingShape(Shape):
    """A card text that is newer than a ruling and differs."""

    card = Text("The slug of the card.", source="card.slug")
    kind = Text("The kind of text.")
    since = DaysShape.one("The first day it counts.", allow_null=True)
    is_certain = Flag("It is newer for certain.")


class RulingShape(Shape):
    """A ruling on cards, keywords, sets or rules."""

    game = Text("The game's slug.", source="ruling.source.game_id")
    source = Text("The source's slug.", source="ruling.source.slug")  # type: ignore[assignment]
    number = Number("Its place in its source, from 1.")
    authority = Choice("The kind of author.", Source.Authority.choices, source="ruling.source.authority")
    subject = Text("Its heading.", source="ruling.subject")
    text = Text("Its text, one paragraph per line.", source="ruling.text")
    day = DaysShape.one("Its day; null: unknown.", allow_null=True)
    place = Recorded("Its place in its source.", source="ruling.place")
    cards = Slugs("The slugs of its cards.", source="about", read_only=True)
    mentions = Slugs("The slugs of other cards it mentions.", read_only=True)
    keywords = Slugs("The slugs of its keywords.", read_only=True)
    sets = Texts("The codes of its sets.", of=lambda shown: [each.code for each in shown.sets], read_only=True)
    rules = CitedRuleShape.several("The rules it cites.")
    newer_wordings = NewerWordingShape.several("Newer texts of its cards that differ.", source="newer")
    page = Link(
        "The path of its source's page on this site.", "wordings:source", "ruling.source.game_id", "ruling.source.slug"
    )
    api = Link("Its source's path in this API.", "api:source", "ruling.source.game_id", "ruling.source.slug")


class CardWordingShape(Shape):
    """A card's texts on a day, and its rulings."""

    on = Day("The given day.", source="history.on")
    wording = WordingShape.one(
        "The text that counts for certain that day; null: not available.", source="history.current", allow_null=True
    )
    wordings = WordingShape.several("All its texts, oldest first.", source="history.revisions")
    rulings = RulingShape.several("Rulings on it, newest first.", source="about")
    mentioned_in = RulingShape.several("Other rulings that mention it.", source="mentioning")
    groups = Slugs("The slugs of its groups.", read_only=True)


class WordedCardShape(CardShape, CardWordingShape):
    """A card with its texts on a day and its rulings. Null means not recorded."""


class OneCard(APIView):
    """One card with its texts and rulings."""

    @describe_answer(WordedCardShape, 400, 404, parameters=[GAME, CARD, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return the card with this slug, and its texts on a day."""
        on = read_day_parameter(request)
        reference = cards.get_reference(find_game(game))
        card = find_card(reference, slug)
        row = get_object_or_404(Card.objects.only("pk"), game=card.game, slug=card.slug)
        held = build_card_wording(card, row.pk, load_glosses(card.game, reference), on=on)
        banned = CardBanShape(list_card_bans(card, on), many=True).data
        return Response({**CardShape(card).data, "banned": banned, **CardWordingShape(held).data})


class RulingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Filter rulings by source and subject."""

    game = build_game_filter("source__game_id")
    source = django_filters.CharFilter("source__slug", max_length=80, label="Source slug")
    card = django_filters.CharFilter("ruling_cards__card__slug", max_length=160, label="Card slug")
    keyword = django_filters.CharFilter("keywords__slug", max_length=80, label="Keyword slug")
    set = django_filters.CharFilter("sets__code", max_length=10, label="Set code")
    rule = django_filters.CharFilter("citations__rule", max_length=80, label="Rule number")


class SourcesFilter(GameFilter):
    """Filter sources by game, kind and authority."""

    kind = django_filters.ChoiceFilter(choices=Source.Kind.choices, label="Kind")
    authority = django_filters.ChoiceFilter(choices=Source.Authority.choices, label="Authority")


class Rulings(generics.ListAPIView[Ruling]):
    """List rulings, newest first, with later changes."""

    queryset = selectors.list_rulings()
    serializer_class = RulingShape
    filterset_class = RulingsFilter

    def filter_queryset(self, queryset: Any) -> Any:
        """The matching rulings, each once."""
        return super().filter_queryset(queryset).distinct()

    def paginate_queryset(self, queryset: Any) -> list[ShownRuling]:  # type: ignore[override]
        """Return a page of rulings with their subjects; the same number of queries at any length."""
        return show_rulings(super().paginate_queryset(queryset) or (), timezone.localdate())


class Sources(generics.ListAPIView[Source]):
    """List the sources of texts and rulings, by game, newest first."""

    queryset = selectors.list_sources()
    serializer_class = SourceShape
    filterset_class = SourcesFilter


class OneSource(APIView):
    """A source."""

    @describe_answer(SourceShape, 404, parameters=[GAME, path_parameter("slug", "The slug of the source.")])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return a source of texts and rulings."""
        refuse_others(request, ())
        game = find_game(game)
        found = find_row(selectors.list_sources().filter(game=game), slug, f"{GAMES[game]} has no source")
        return Response(SourceShape(found).data)
