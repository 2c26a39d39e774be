"""What is made of a stored deck, over HTTP: files, paper, hands, figures, verdicts, its fingerprint."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredView, describe_answer, read
from vsdb.api.parameters import path_parameter, query_parameter
from vsdb.api.shapes import Flag, Number, Shape, Text, Texts
from vsdb.check.api import CitationShape
from vsdb.check.sample_hand import HandRequest, build_hand_page, draw_seed
from vsdb.core.requests import parse_whole_number
from vsdb.decks import selectors
from vsdb.decks.api import ReadView, place_of
from vsdb.decks.api.shapes import ReadRequestShape, ReadShape, build_deck_value
from vsdb.decks.deck_page import build_verification_codes, read_version
from vsdb.decks.import_list import import_sent_list
from vsdb.decks.pdf import documents
from vsdb.exchange.deck_lists.layouts import index_layouts

_LAYOUT = path_parameter("layout", "A layout.", enum=list(index_layouts()))
_PAPER = query_parameter("paper", "The paper; A4 where it isn't said.", enum=["a4", "letter"])
_PDF = {(200, "application/pdf"): OpenApiTypes.BINARY}


class FingerprintShape(Shape):
    """A list's fingerprint."""

    fingerprint = Text("The fingerprint.")
    code = Text("Its deck code; nothing where the list is too long for one.")
    check = Text("The address where anybody checks a list against it.")


class ExportShape(Shape):
    """A deck in a layout."""

    layout = Text("The slug of the layout.", source="layout.slug")
    file_name = Text("What its file is called.", source="name")
    media_type = Text("The media type of the file.", source="layout.content_type")
    text = Text("The file.", source="export.text")
    remarks = Texts("What couldn't go in as it was.", source="export.remarks")


class DealtShape(Shape):
    """A card in a hand."""

    name = Text("What it is called.")
    slug = Text("The card's slug; null: its line names no one card.", allow_null=True)


class OpeningRuleShape(Shape):
    """How the game deals."""

    hand_size = Number("Cards in an opening hand.")
    mulligan = Text("What a mulligan is.")
    most_aside = Number("How many cards it sets aside at most, where one chooses.")
    draws_per_turn = Number("Cards drawn each turn.")
    dealt_by = CitationShape.one("The rule of the opening hand.", allow_null=True)
    mulligan_by = CitationShape.one("The rule of the mulligan.", allow_null=True)
    drawn_by = CitationShape.one("The rule of the draw.", allow_null=True)
    note = Text("A remark, where there is one.")


class HandShape(Shape):
    """A sample hand; the same words of the address deal it again."""

    game = Text("The slug of the game.")
    seed = Number("The seed.")
    hand = DealtShape.several("The cards in hand.")
    library_left = Number("How many cards are left to draw.")
    mulligans = Number("How many mulligans were taken.")
    drawn = Number("How many cards were drawn since.")
    may_mulligan = Flag("Whether a mulligan is still open.")
    rule = OpeningRuleShape.one("How the game deals.")


class Exports(ReadView):
    """A deck in a layout."""

    @describe_answer(ExportShape, 400, 404, parameters=[_LAYOUT])
    def get(self, request: Request, layout: str, pk: int = 0, secret: str = "") -> Response:
        """The file, with what couldn't go in as it was."""
        found = documents.export_deck(place_of(request, pk, secret), layout, request.build_absolute_uri)
        return Response(ExportShape(found).data)


class SampleHand(ReadView):
    """A sample hand of a deck."""

    asks = (
        query_parameter("seed", "What deals the same again; else one is drawn.", int),
        query_parameter("mulligan", "True: after the game's mulligan.", bool),
        query_parameter("aside", "Places set aside, from 0.", {"type": "array", "items": {"type": "integer"}}),
        query_parameter("draw", "How many cards are drawn after that.", int),
    )

    @describe_answer(HandShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """The opening hand by the game's own rules, and what is drawn on."""
        words, found = request.query_params, read_version(place_of(request, pk, secret).deck)
        wanted = HandRequest(
            seed=_number(words["seed"], "seed") if "seed" in words else draw_seed(),
            has_mulligan=words.get("mulligan") in ("true", "1"),
            aside=tuple(sorted({_number(each, "aside") for each in words.getlist("aside")[:20]})),
            drawn=_number(words["draw"], "draw") if "draw" in words else 0,
        )
        return Response(build_hand_page(found.value, wanted, found.on).hand.as_dict())


class Fingerprint(ReadView):
    """The fingerprint of a deck's list."""

    @describe_answer(FingerprintShape, 404)
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """The fingerprint, and where anybody checks a list against it."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.get_revision(deck)
        value = build_deck_value(deck, revision)
        found = build_verification_codes(value, title=revision.title, fmt=revision.format, as_of=revision.as_of)
        check = request.build_absolute_uri(found.check)
        return Response({"fingerprint": found.fingerprint, "code": found.code, "check": check})


class Sheet(ReadView):
    """The registration sheet of a deck."""

    asks = (
        _PAPER,
        query_parameter("player", "The player's name; it is kept nowhere."),
        query_parameter("event", "The event; else the deck's own."),
        query_parameter("date", "The day, YYYY-MM-DD; else the deck's own."),
    )

    @describe_answer(_PDF, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> HttpResponse:
        """The sheet as PDF."""
        place = place_of(request, pk, secret)
        return documents.render_sheet_file(place, request.query_params, request.build_absolute_uri)


class Proxies(ReadView):
    """The faces of a deck's cards."""

    asks = (_PAPER, query_parameter("copies", "Of each card one, or all copies.", enum=["one", "all"]))

    @describe_answer(_PDF, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> HttpResponse:
        """The faces at true size as PDF, nine on a page."""
        return documents.render_proxies_file(place_of(request, pk, secret), request.query_params)


class ReadList(StoredView):
    """A list in any layout, read and not kept."""

    permission_classes = (AllowAny,)
    costs_a_check = True

    @describe_answer(ReadShape, 400, 404, takes=ReadRequestShape)
    def post(self, request: Request) -> Response:
        """What was read, what was guessed and why, and the lines that a person has to decide."""
        sent = read(ReadRequestShape, request)
        taken = import_sent_list(sent["deck"], game=sent.get("game", ""), file_name=sent.get("file_name", ""))
        return Response(ReadShape(taken).data)


def _number(text: str, place: str) -> int:
    return parse_whole_number(text, place, digits=18)
