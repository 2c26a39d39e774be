"""What is made of a stored deck: files, paper, hands, figures, verdicts, its fingerprint."""

from __future__ import annotations

import secrets
from datetime import date

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from engine.decklists.fingerprints import fingerprint
from engine.model.errors import InputError
from vsdb.api import deck_shapes as shapes
from vsdb.api.check_serializers import ErrorShape, VerdictsShape
from vsdb.api.deck_access import StoredView, place_of
from vsdb.api.deck_figure_serializers import ExportShape, FiguresShape, FingerprintShape, HandShape
from vsdb.api.deck_figures import figures
from vsdb.api.deck_serializers import ReadRequestShape, ReadShape
from vsdb.api.deck_taking import taken_of
from vsdb.api.deck_views import read
from vsdb.api.throttling import ChecksPerCaller, PerCaller
from vsdb.catalog.cards import selectors as cards
from vsdb.check import services
from vsdb.check.sample_hand import Asked, hand_page
from vsdb.decks import selectors
from vsdb.decks.deck_page import MOST_LOOKED_AT, read_revision
from vsdb.decks.pdf import documents
from vsdb.decks.pdf.services import proxies_pdf, sheet_pdf
from vsdb.decks.verification import proof
from vsdb.exchange.deck_lists import LAYOUTS

_SEEDS = 1_000_000_000
_PAPER = OpenApiParameter("paper", str, enum=["a4", "letter"], description="The paper; A4 where it isn't said.")
_PDF = {(200, "application/pdf"): OpenApiTypes.BINARY, 400: ErrorShape, 404: ErrorShape}


class Exports(StoredView):
    """A deck in a layout."""

    @extend_schema(
        parameters=[
            OpenApiParameter("layout", str, OpenApiParameter.PATH, enum=list(LAYOUTS), description="A layout.")
        ],
        responses={200: ExportShape, 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request, layout: str, pk: int = 0, secret: str = "") -> Response:
        """The file, with what couldn't go in as it was."""
        found = documents.exported(place_of(request, pk, secret), layout, request.build_absolute_uri)
        return Response(
            {
                "layout": found.layout.slug,
                "file_name": found.name,
                "media_type": found.layout.content_type,
                "text": found.export.text,
                "remarks": list(found.export.remarks),
            }
        )


class SampleHand(StoredView):
    """A sample hand of a deck."""

    parameters = ("seed", "mulligan", "aside", "draw")

    @extend_schema(
        parameters=[
            OpenApiParameter("seed", int, description="What deals the same again; else one is drawn."),
            OpenApiParameter("mulligan", bool, description="True: after the game's mulligan."),
            OpenApiParameter(
                "aside", {"type": "array", "items": {"type": "integer"}}, description="Places set aside, from 0."
            ),
            OpenApiParameter("draw", int, description="How many cards are drawn after that."),
        ],
        responses={200: HandShape, 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """The opening hand by the game's own rules, and what is drawn on."""
        deck = place_of(request, pk, secret).deck
        words = request.query_params
        asked = Asked(
            seed=_number(words.get("seed"), "seed", secrets.randbelow(_SEEDS)),
            has_mulligan=words.get("mulligan") in ("true", "1"),
            aside=tuple(sorted({_number(each, "aside", 0) for each in words.getlist("aside")[:20]})),
            drawn=_number(words.get("draw"), "draw", 0),
        )
        revision = selectors.revision_of(deck)
        found = read_revision(revision, deck.game_id)
        return Response(hand_page(found.value, asked, found.on).hand.as_dict())


class Figures(StoredView):
    """A deck in figures."""

    @extend_schema(responses={200: FiguresShape, 400: ErrorShape, 404: ErrorShape})
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Curves, types, teams, keywords, who goes together, and the order that loyalty asks for."""
        deck = place_of(request, pk, secret).deck
        value = shapes.value_of(deck, selectors.revision_of(deck))
        if len(value.entries) > MOST_LOOKED_AT:
            raise InputError(
                f"the list has {len(value.entries):,} lines; figures are drawn of at most {MOST_LOOKED_AT}",
                place="deck",
                code="too-long",
            )
        return Response(figures(value))


class Verdicts(StoredView):
    """A deck judged."""

    parameters = ("formats", "dates")

    def get_throttles(self) -> list[BaseThrottle]:
        """It costs what a check costs."""
        return [PerCaller(), ChecksPerCaller()]

    @extend_schema(
        parameters=[
            OpenApiParameter("formats", str, description="Slugs of formats between commas; else every format."),
            OpenApiParameter(
                "dates", str, description="Days between commas, YYYY-MM-DD; else the deck's own, or today."
            ),
        ],
        responses={200: VerdictsShape, 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Its verdict in these formats on these days."""
        deck = place_of(request, pk, secret).deck
        days = [services.day(each, place="dates") for each in _several(request, "dates")]
        revision = selectors.revision_of(deck)
        formats = _several(request, "formats") or list(cards.reference(deck.game_id).formats)
        checked = services.check(
            revision.text, game=deck.game_id, formats=formats, dates=days or [_own_day(revision.as_of)]
        )
        return Response({"verdicts": [each.verdict.as_dict() for each in checked]})


class Fingerprint(StoredView):
    """The fingerprint of a deck's list."""

    @extend_schema(responses={200: FingerprintShape, 404: ErrorShape})
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """The fingerprint, and where anybody checks a list against it."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.revision_of(deck)
        value = shapes.value_of(deck, revision)
        found = proof(value, title=revision.title, fmt=revision.format, as_of=revision.as_of)
        check = request.build_absolute_uri(found.check)
        return Response({"fingerprint": found.fingerprint, "code": found.code, "check": check})


class Sheet(StoredView):
    """The registration sheet of a deck."""

    parameters = ("paper", "player", "event", "date")

    @extend_schema(
        parameters=[
            _PAPER,
            OpenApiParameter("player", str, description="The player's name; it is kept nowhere."),
            OpenApiParameter("event", str, description="The event; else the deck's own."),
            OpenApiParameter("date", str, description="The day, YYYY-MM-DD; else the deck's own."),
        ],
        responses=_PDF,
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> HttpResponse:
        """The sheet as PDF."""
        place, words = place_of(request, pk, secret), request.query_params
        on = words.get("date", "").strip()
        asked = documents.sheet_of(
            place,
            request.build_absolute_uri,
            player=words.get("player", ""),
            event=words.get("event"),
            on=services.day(on) if on else None,
        )
        return _pdf(sheet_pdf(asked, words.get("paper", "a4")), f"{place.deck.slug}-sheet.pdf")


class Proxies(StoredView):
    """The faces of a deck's cards."""

    parameters = ("paper", "copies")

    @extend_schema(
        parameters=[
            _PAPER,
            OpenApiParameter("copies", str, enum=["one", "all"], description="Of each card one, or all copies."),
        ],
        responses=_PDF,
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> HttpResponse:
        """The faces at true size as PDF, nine on a page."""
        place, words = place_of(request, pk, secret), request.query_params
        found = read_revision(selectors.revision_of(place.deck), place.deck.game_id)
        made = proxies_pdf(
            found.value,
            found.on,
            copies=words.get("copies", "all"),
            paper=words.get("paper", "a4"),
            title=place.deck.title,
        )
        return _pdf(made, f"{place.deck.slug}-proxies.pdf")


class ReadList(StoredView):
    """A list in any layout, read and not kept."""

    permission_classes = (AllowAny,)

    def get_throttles(self) -> list[BaseThrottle]:
        """It costs what a check costs, and changes nothing."""
        return [PerCaller(), ChecksPerCaller()]

    @extend_schema(request=ReadRequestShape, responses={200: ReadShape, 400: ErrorShape, 404: ErrorShape})
    def post(self, request: Request) -> Response:
        """What was read, what was guessed and why, and the lines that a person has to decide."""
        sent = read(ReadRequestShape, request)
        taken = taken_of(sent["deck"], game=sent.get("game", ""), file_name=sent.get("file_name", ""))
        deck = taken.deck
        return Response(
            {
                "layout": taken.layout.slug,
                "game": deck.game,
                "title": deck.title,
                "metadata": dict(deck.metadata),
                "deck": taken.text,
                "notes": taken.notes,
                "card_notes": dict(taken.card_notes),
                "fingerprint": fingerprint(deck),
                "sections": shapes.sections(deck),
                "guesses": [
                    {
                        "line": entry.line,
                        "written": entry.written,
                        "slug": entry.card.slug,
                        "why": [note.message for note in entry.notes],
                    }
                    for entry in deck.noted
                    if entry.card
                ],
                "decisions": [
                    {
                        "line": each.line,
                        "section": each.section,
                        "count": each.count,
                        "written": each.written,
                        "state": each.state,
                        "why": each.why,
                        "candidates": [
                            {"count": each.count, "slug": card.slug, "title": card.title} for card in each.candidates
                        ],
                    }
                    for each in taken.decisions
                ],
                "remarks": list(taken.remarks),
            }
        )


def _several(request: Request, name: str) -> list[str]:
    return [each.strip() for each in request.query_params.get(name, "").split(",") if each.strip()]


def _own_day(as_of: date | None) -> date:
    return as_of or timezone.localdate()


def _number(text: str | None, place: str, default: int) -> int:
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise InputError(f"{text[:20]!r} is no number", place=place)
    return int(text)


def _pdf(made: bytes, name: str) -> HttpResponse:
    disposition = content_disposition_header(False, name) or "inline"
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": disposition})
