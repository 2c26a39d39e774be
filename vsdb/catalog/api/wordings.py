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

from vsdb.api.base import describe_answer
from vsdb.api.parameters import CARD, GAME, ON, GameFilter, build_game_filter, read_day_parameter
from vsdb.api.shapes import Between, Choice, Day, Flag, Map, Number, Recorded, Shape, Slugs, Text, Texts
from vsdb.catalog.api.format_shapes import CardBanShape, DaysShape
from vsdb.catalog.api.views import CardShape
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.models import Card
from vsdb.catalog.formats.ban_marks import list_card_bans
from vsdb.catalog.formats.lookup import find_card, find_game
from vsdb.catalog.wordings import selectors
from vsdb.catalog.wordings.drawing import load_glosses
from vsdb.catalog.wordings.models import Ruling, Source, Wording
from vsdb.catalog.wordings.rulings import ShownRuling, show_rulings
from vsdb.catalog.wordings.selectors import CURRENT, FUTURE, PAST, POSSIBLE
from vsdb.catalog.wordings.services import build_card_wording


class SourceShape(Shape):
    """A document or a card file that wordings and rulings came from."""

    game = Text("The slug of its game.", source="game_id")
    slug = Text("What it is called in addresses and parameters.")
    name = Text("Its name.")
    kind = Choice("What it is.", Source.Kind.choices)
    authority = Choice("Whose word it is.", Source.Authority.choices)
    document = Text("The rules document that it is; null: none of those held.", source="document_id", allow_null=True)
    published = Between("published", "It was published between these days; null: not known.")
    wording_count = Number("How many texts of cards came from it.")
    ruling_count = Number("How many rulings came from it.")


class WordingShape(Shape):
    """A text of a card with the day from which it counts, and what it is on the day that is asked about."""

    key = Text("What it is called among the texts of its card.")
    kind = Choice("What kind of text it is.", Wording.Kind.choices, source="wording.kind")
    printing = Recorded("The printing that it stands on; null: none.", source="wording.printing_code")
    text = Text("The game text, a paragraph a line.", source="wording.text")
    flavour = Recorded("The flavour text.", source="wording.flavour")
    changed = Texts("The passages that an errata marks as new.", source="wording.changed")
    since = DaysShape.one("The day from which it counts; null: not known.", allow_null=True)
    state = Choice("What it is on the day asked about; one at most is current.", (CURRENT, POSSIBLE, PAST, FUTURE))
    is_order_doubtful = Flag("Whether it may be older than the text before it.")
    source = Text("The slug of its source.", source="wording.source.slug")  # type: ignore[assignment]
    source_name = Text("The name of its source.", source="wording.source.name")
    authority = Choice("Whose word it is.", Source.Authority.choices, source="wording.source.authority")
    place = Recorded("Where in its source it stands.", source="wording.place")
    derived = Map("The facts that a program read off the text.", source="wording.derived")


class CitedRuleShape(Shape):
    """A rule that a ruling refers to."""

    document = Recorded("The slug of its document; null: it doesn't say, and none that is held has the rule.")
    number = Text("Its number.")
    changed_in = Recorded("The newer edition whose rule of that number says something else, as held here.")


class NewerWordingShape(Shape):
    """A text of a card that came after a ruling about it and says something else."""

    card = Text("The slug of the card.", source="card.slug")
    kind = Text("What kind of text it is.")
    since = DaysShape.one("The day from which it counts.", allow_null=True)
    is_certain = Flag("Whether it certainly came after the ruling.")


class RulingShape(Shape):
    """What a source says about cards, keywords, sets or rules beyond their wording."""

    game = Text("The slug of its game.", source="ruling.source.game_id")
    source = Text("The slug of its source.", source="ruling.source.slug")  # type: ignore[assignment]
    number = Number("Its place among the rulings of its source, from 1.")
    authority = Choice("Whose word it is.", Source.Authority.choices, source="ruling.source.authority")
    subject = Text("What it is headed.", source="ruling.subject")
    text = Text("What it says, a paragraph a line.", source="ruling.text")
    day = DaysShape.one("The day it was made; null: not known.", allow_null=True)
    place = Recorded("Where in its source it stands.", source="ruling.place")
    cards = Slugs("The slugs of the cards that it is about.", source="about", read_only=True)
    mentions = Slugs("The slugs of other cards that it mentions.", read_only=True)
    keywords = Slugs("The slugs of the keywords that it is about.", read_only=True)
    sets = Texts(
        "The codes of the sets that it is about.", of=lambda shown: [each.code for each in shown.sets], read_only=True
    )
    rules = CitedRuleShape.several("The rules that it refers to.")
    newer_wordings = NewerWordingShape.several(
        "Texts of its cards that are newer than it and say something else.", source="newer"
    )


class CardWordingShape(Shape):
    """The texts of a card, looked at on a day, and the rulings that lead to it."""

    on = Day("The day that is asked about.", source="history.on")
    wording = WordingShape.one(
        "The text that certainly counts that day; null: none held.", source="history.current", allow_null=True
    )
    wordings = WordingShape.several("Every text of it that is held, the oldest first.", source="history.revisions")
    rulings = RulingShape.several("The rulings about it, the newest first.", source="about")
    mentioned_in = RulingShape.several("The rulings about something else that mention it.", source="mentioning")
    groups = Slugs("The named groups to which it belongs.", read_only=True)


class WordedCardShape(CardShape, CardWordingShape):
    """A card with its texts, looked at on a day, and the rulings that lead to it. Null means not recorded."""


class OneCard(APIView):
    """A card with its texts and the rulings that lead to it."""

    @describe_answer(WordedCardShape, 400, 404, parameters=[GAME, CARD, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """The card of that slug, its texts as they count on a day."""
        on = read_day_parameter(request)
        reference = cards.get_reference(find_game(game))
        card = find_card(reference, slug)
        row = get_object_or_404(Card.objects.only("pk"), game=card.game, slug=card.slug)
        held = build_card_wording(card, row.pk, load_glosses(card.game, reference), on=on)
        banned = CardBanShape(list_card_bans(card, on), many=True).data
        return Response({**CardShape(card).data, "banned": banned, **CardWordingShape(held).data})


class RulingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rulings by where they come from and by what they lead to."""

    game = build_game_filter("source__game_id")
    source = django_filters.CharFilter("source__slug", max_length=80, label="Slug of a source")
    card = django_filters.CharFilter(
        "ruling_cards__card__slug", max_length=160, label="Slug of a card that they are about or mention"
    )
    keyword = django_filters.CharFilter("keywords__slug", max_length=80, label="Slug of a keyword")
    set = django_filters.CharFilter("sets__code", max_length=10, label="Code of a set")
    rule = django_filters.CharFilter("citations__rule", max_length=80, label="Number of a rule that they cite")


class SourcesFilter(GameFilter):
    """Sources by game, kind and authority."""

    kind = django_filters.ChoiceFilter(choices=Source.Kind.choices, label="What they are")
    authority = django_filters.ChoiceFilter(choices=Source.Authority.choices, label="Whose word they are")


class Rulings(generics.ListAPIView[Ruling]):
    """The rulings, the newest first, each with what has changed since."""

    queryset = selectors.list_rulings()
    serializer_class = RulingShape
    filterset_class = RulingsFilter

    def filter_queryset(self, queryset: Any) -> Any:
        """The rulings that fit, each once."""
        return super().filter_queryset(queryset).distinct()

    def paginate_queryset(self, queryset: Any) -> list[ShownRuling]:  # type: ignore[override]
        """A page of them, with what each leads to; as many queries however long it is."""
        return show_rulings(super().paginate_queryset(queryset) or (), timezone.localdate())


class Sources(generics.ListAPIView[Source]):
    """The sources that wordings and rulings came from, game by game, the newest first."""

    queryset = selectors.list_sources()
    serializer_class = SourceShape
    filterset_class = SourcesFilter
