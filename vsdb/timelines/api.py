"""From which day to which a deck or a card was legal, over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import ERROR, LEGAL, Finding, Verdict
from engine.formats.changes import BAN, EDITION, SEASON, SET
from engine.formats.legality import BANNED, NOT_IN
from engine.formats.set_status import UNKNOWN
from engine.model.verdicts import UNKNOWN as DOUBTFUL
from engine.timelines import READING, WORDING
from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_answer, describe_question, read
from vsdb.api.parameters import CARD, GAME, query_parameter, read_list_parameter, refuse_others
from vsdb.api.shapes import Choice, Day, Shape, Text
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_game
from vsdb.check.api import OUTCOMES, CheckRequestShape, FindingShape
from vsdb.timelines import services
from vsdb.timelines.services import CardTimeline, DeckTimeline

_SINCE = "Its first day; null: ever."
_UNTIL = "Its last day; null: as far as is recorded."
FORMATS = query_parameter("formats", "Slugs of formats between commas; else every format.")


class LifeRequestShape(CheckRequestShape):
    """A deck and the formats in which its life is told; every format of its game where none is named."""

    dates = None  # type: ignore[assignment]
    as_of = None  # type: ignore[assignment]


class LifeTurnShape(Shape):
    """Something that was otherwise from a day on."""

    kind = Choice("What it is about.", (SET, BAN, SEASON, EDITION, WORDING, READING))
    before = Text("How it was the day before.")
    after = Text("How it was from that day on.")
    cause = Text("Of a set why, such as rotated; else empty.")
    said = Text("The turn in a sentence.")
    set = Text("The code of the set, where it is about one.", source="card_set.code", allow_null=True)
    banned = Text("The name that the ban names, where it is about one.", source="ban.card", allow_null=True)


def _list_reasons(each: Mapping[str, Any]) -> tuple[Finding, ...]:
    verdict: Verdict = each["telling"]
    return verdict.of(ERROR, DOUBTFUL)


class DeckSpanShape(Shape):
    """A time in which a deck had one outcome in a format."""

    outcome = Choice("What it was.", OUTCOMES, source="span.outcome")
    since = Day(_SINCE, source="span.since", allow_null=True)
    until = Day(_UNTIL, source="span.until", allow_null=True)
    begun_by = LifeTurnShape.several("What turned on its first day and has to do with it.", source="span.begun_by")
    raised = FindingShape.several("What spoke against the deck from its first day on.", source="span.raised")
    resolved = FindingShape.several("What spoke against it the day before and no longer did.", source="span.resolved")
    against = FindingShape.several("All that spoke against it on the day of `against_on`.", of=_list_reasons)
    against_on = Day(
        "The first day of the span; its last where it has no first, today where it has neither.", source="telling.as_of"
    )


def _summarize(each: Mapping[str, Any]) -> str:
    fmt, spans = each["fmt"], each["spans"]
    return services.summarize_spans(fmt.name, spans, each["life"].telling(fmt, spans[0]))


def _list_spans(each: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each span with the verdict that tells best what spoke against the deck in it."""
    return [{"span": span, "telling": each["life"].telling(each["fmt"], span)} for span in each["spans"]]


def _list_formats(life: DeckTimeline | CardTimeline) -> list[dict[str, Any]]:
    return [{"life": life, "fmt": fmt, "spans": spans} for fmt, spans in life.lives.items()]


class DeckFormatLifeShape(Shape):
    """The life of a deck in a format; its spans follow each other without a gap."""

    format = Text("The slug of the format.", source="fmt.slug")
    name = Text("Its name.", source="fmt.name")
    summary = Text("When it was legal, in a sentence.", of=_summarize)
    spans = DeckSpanShape.several("The spans, from the first to the last.", of=_list_spans)


class DeckLifeShape(Shape):
    """The life of a deck."""

    game = Text("The slug of the game.")
    title = Text("The title that the list gives itself.")
    format = Text("The format that it is for; null: none is named.", source="own.slug", allow_null=True)
    today = Day("The day on which it was asked.")
    data_version = Text("The fingerprint of the facts it rests on.")
    lives = DeckFormatLifeShape.several("One for each format.", of=_list_formats)


class CardSpanShape(Shape):
    """A time in which a card had one status in a format."""

    status = Choice("What it was.", (LEGAL, BANNED, NOT_IN, UNKNOWN))
    since = Day(_SINCE, allow_null=True)
    until = Day(_UNTIL, allow_null=True)
    begun_by = LifeTurnShape.several("What turned on its first day.")
    reason = Text("Why, where it isn't legal.", source="legality.reason")


def _summarize_card(each: Mapping[str, Any]) -> str:
    return services.summarize_card_spans(each["fmt"].name, each["spans"])


class CardFormatLifeShape(Shape):
    """The life of a card in a format; its spans follow each other without a gap."""

    format = Text("The slug of the format.", source="fmt.slug")
    name = Text("Its name.", source="fmt.name")
    summary = Text("When it was legal, in a sentence.", of=_summarize_card)
    spans = CardSpanShape.several("The spans, from the first to the last.")


class CardLifeShape(Shape):
    """The life of a card."""

    game = Text("The slug of the game.", source="card.game")
    card = Text("The slug of the card.", source="card.slug")
    today = Day("The day on which it was asked.")
    data_version = Text("The fingerprint of the facts it rests on.")
    lives = CardFormatLifeShape.several("One for each format.", of=_list_formats)


class TimelineOfList(QuestionView):
    """When was this deck legal, in which format, and what began and ended that?"""

    @describe_question(
        LifeRequestShape,
        DeckLifeShape,
        "One format",
        deck="4 Savage Beatdown\n4 Overload",
        game=examples.GAME,
        formats=["golden-age"],
    )
    def post(self, request: Request) -> Response:
        """When a list was legal, illegal or uncertain in each format, with what turned between them."""
        given = read(LifeRequestShape, request)
        life = services.build_deck_timeline(given["deck"], game=given.get("game"), formats=given.get("formats") or ())
        return Response(DeckLifeShape(life).data)


class TimelineOfCard(APIView):
    """When a card was legal, in which format."""

    @describe_answer(CardLifeShape, 400, 404, parameters=[GAME, CARD, FORMATS])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """When the card was legal, banned or not in each format, with what turned between them."""
        refuse_others(request, ("formats",))
        formats = read_list_parameter(request, "formats")
        life = services.build_card_timeline(cards.get_reference(find_game(game)), slug, formats)
        return Response(CardLifeShape(life).data)
