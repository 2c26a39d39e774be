"""Timelines of decks and cards over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import ERROR, LEGAL, Finding, Verdict
from engine.formats.changes import BAN, EDITION, FIGURES, SEASON, SET
from engine.formats.legality import BANNED, NOT_IN
from engine.formats.names import find_game
from engine.formats.set_status import UNKNOWN
from engine.model.verdicts import UNKNOWN as DOUBTFUL
from engine.timelines import READING, WORDING
from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_answer, describe_question, read
from vsdb.api.parameters import CARD, GAME, query_parameter, read_list_parameter, refuse_others
from vsdb.api.shapes import Choice, Day, Shape, Text
from vsdb.catalog.cards import selectors as cards
from vsdb.check.api import OUTCOMES, CheckRequestShape, FindingShape
from vsdb.timelines import services
from vsdb.timelines.services import CardTimeline, DeckTimeline

_SINCE = "First date. Null: no start."
_UNTIL = "Last date. Null: no end."
FORMATS = query_parameter("formats", "Slugs of formats, separated by commas. Default: all formats.")


class LifeRequestShape(CheckRequestShape):
    """A deck and the formats to cover. Default: all formats of its game."""

    dates = None  # type: ignore[assignment]
    as_of = None  # type: ignore[assignment]


class LifeTurnShape(Shape):
    """A change that took effect on a date."""

    kind = Choice("The kind of change.", (SET, BAN, SEASON, EDITION, FIGURES, WORDING, READING))
    before = Text("The status on the day before.")
    after = Text("The status from that date.")
    cause = Text("For a set the reason, such as rotated. Otherwise empty.")
    said = Text("The change in a sentence.")
    set = Text("The code of the set, if any.", source="card_set.code", allow_null=True)
    banned = Text("The card name on the ban list, if any.", source="ban.card", allow_null=True)


def _list_reasons(each: Mapping[str, Any]) -> tuple[Finding, ...]:
    verdict: Verdict = each["telling"]
    return verdict.of(ERROR, DOUBTFUL)


class DeckSpanShape(Shape):
    """A period with one outcome in a format."""

    outcome = Choice("The outcome.", OUTCOMES, source="span.outcome")
    since = Day(_SINCE, source="span.since", allow_null=True)
    until = Day(_UNTIL, source="span.until", allow_null=True)
    begun_by = LifeTurnShape.several("Changes that started the period.", source="span.begun_by")
    raised = FindingShape.several("Findings that are new in this period.", source="span.raised")
    resolved = FindingShape.several("Findings of the period before that no longer apply.", source="span.resolved")
    against = FindingShape.several("All errors and unknowns on the date in `against_on`.", of=_list_reasons)
    against_on = Day(
        "The first date of the period. Without one, the last date; without either, today.", source="telling.as_of"
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
    """The timeline of a deck in a format. Periods follow each other without gaps."""

    format = Text("The slug of the format.", source="fmt.slug")
    name = Text("The name of the format.", source="fmt.name")
    summary = Text("When it was legal, in a sentence.", of=_summarize)
    spans = DeckSpanShape.several("Periods, oldest first.", of=_list_spans)


class DeckLifeShape(Shape):
    """The timeline of a deck."""

    game = Text("The slug of the game.")
    title = Text("The title in the list.")
    format = Text("The main format. Null if none is named.", source="own.slug", allow_null=True)
    today = Day("Today's date.")
    data_version = Text("The fingerprint of the facts used.")
    lives = DeckFormatLifeShape.several("One for each format.", of=_list_formats)


class CardSpanShape(Shape):
    """A period with one status in a format."""

    status = Choice("The status.", (LEGAL, BANNED, NOT_IN, UNKNOWN))
    since = Day(_SINCE, allow_null=True)
    until = Day(_UNTIL, allow_null=True)
    begun_by = LifeTurnShape.several("Changes that started the period.")
    reason = Text("The reason if it isn't legal.", source="legality.reason")


def _summarize_card(each: Mapping[str, Any]) -> str:
    return services.summarize_card_spans(each["fmt"].name, each["spans"])


class CardFormatLifeShape(Shape):
    """The timeline of a card in a format. Periods follow each other without gaps."""

    format = Text("The slug of the format.", source="fmt.slug")
    name = Text("The name of the format.", source="fmt.name")
    summary = Text("When it was legal, in a sentence.", of=_summarize_card)
    spans = CardSpanShape.several("Periods, oldest first.")


class CardLifeShape(Shape):
    """The timeline of a card."""

    game = Text("The slug of the game.", source="card.game")
    card = Text("The slug of the card.", source="card.slug")
    today = Day("Today's date.")
    data_version = Text("The fingerprint of the facts used.")
    lives = CardFormatLifeShape.several("One for each format.", of=_list_formats)


class TimelineOfList(QuestionView):
    """Show the timeline of a deck."""

    @describe_question(
        LifeRequestShape,
        DeckLifeShape,
        "One format",
        deck="4 Savage Beatdown\n4 Overload",
        game=examples.GAME,
        formats=["golden-age"],
    )
    def post(self, request: Request) -> Response:
        """Show when a list was legal, illegal or uncertain in each format, and why that changed."""
        given = read(LifeRequestShape, request)
        life = services.build_deck_timeline(given["deck"], game=given.get("game"), formats=given.get("formats") or ())
        return Response(DeckLifeShape(life).data)


class TimelineOfCard(APIView):
    """The timeline of a card."""

    @describe_answer(CardLifeShape, 400, 404, parameters=[GAME, CARD, FORMATS])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Show when a card was legal or banned in each format, and why that changed."""
        refuse_others(request, ("formats",))
        formats = read_list_parameter(request, "formats")
        life = services.build_card_timeline(cards.get_reference(find_game(game)), slug, formats)
        return Response(CardLifeShape(life).data)
