"""What is worked out and made of a stored deck, over HTTP: figures, verdicts, the smallest repair, the timeline; files,
paper, hands, its fingerprint."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine import stats
from engine.model.errors import InputError
from engine.model.games import Game, games, name_in_messages
from vsdb.api.base import StoredView, describe_answer, read
from vsdb.api.parameters import path_parameter, query_parameter, read_list_parameter
from vsdb.api.shapes import Number, Shape, Slugs, Text, Texts
from vsdb.catalog.cards import selectors as cards
from vsdb.check.api import RepairShape, VerdictsShape, verdicts_response
from vsdb.core.dates import parse_day
from vsdb.core.requests import read_number
from vsdb.decks import selectors
from vsdb.decks.api import ReadView, place_of
from vsdb.decks.api.shapes import ReadRequestShape, ReadShape, build_deck_value
from vsdb.decks.deck_page import MAX_LOOKED_AT, build_verification_codes, read_version
from vsdb.decks.import_list import import_sent_list
from vsdb.decks.pdf import documents
from vsdb.decks.versions import life_of, repair_of
from vsdb.exchange.deck_lists.layouts import index_layouts
from vsdb.simulations.hands.api import HAND_PARAMETERS, HandShape
from vsdb.simulations.hands.dealing import deal_hand, read_hand_request
from vsdb.timelines.api import FORMATS, DeckLifeShape

_LAYOUT = path_parameter("layout", "A layout.", enum=list(index_layouts()))
_PAPER = query_parameter("paper", "The paper size; A4 by default.", enum=["a4", "letter"])
_FACES = query_parameter(
    "faces", "Pictures where this site has them as files, or every face drawn.", enum=["pictures", "drawn"]
)
_PDF = {(200, "application/pdf"): OpenApiTypes.BINARY}


def _of_games(has: Callable[[Game], object]) -> str:
    """The games of which something is told, as a help text names them."""
    return ", ".join(name_in_messages(game) for game in games() if has(game))


class ColumnShape(Shape):
    """Copies of one figure."""

    figure = Text("The number, or the printed symbol.", of=lambda column: column[0])
    copies = Number("The copies with it.", of=lambda column: column[1])


class CurveShape(Shape):
    """A curve."""

    kind = Text("What is counted: cost, energy and so on.")
    columns = ColumnShape.several("The columns, with no gaps.", of=lambda curve: (*curve.columns, *curve.signs))
    unrecorded = Number("Copies for which it isn't recorded.")


class PartShape(Shape):
    """Copies that have something in common."""

    name = Text("The value.")
    copies = Number("The number of copies.")


class SpreadShape(Shape):
    """Copies by attribute. A copy with two attributes counts in both."""

    parts = PartShape.several("The parts.", source="shares")
    without = Number("Copies recorded as having none.", source="without.copies")
    unrecorded = Number("Copies for which it isn't recorded.", source="unrecorded.copies")


class BandShape(Shape):
    """Characters that share an affiliation."""

    name = Text("The affiliation.")
    copies = Number("The number of copies in all.")
    cards = Slugs("The slugs of the characters.", of=lambda band: [card for card, _ in band.cards])


class LoyaltyShape(Shape):
    """The order in which loyalty lets you recruit characters."""

    layers = Texts("Slugs, step by step: who can be recruited first, then next.", child=Slugs())
    uncertain = Slugs("Slugs: unknown, because a fact isn't recorded.")
    unreachable = Slugs("Slugs: this deck can never recruit them.")


class SymbolShape(Shape):
    """A power symbol."""

    name = Text("The symbol.")
    gives = Number("Copies of locations with only this symbol.", source="gives.copies")
    may_give = Number("Copies of locations with this symbol or another.", source="may_give.copies")
    asks = Number("Copies of characters that use it.", source="asks.copies")


class DomainShape(Shape):
    """A domain."""

    name = Text("The domain.")
    cards = Number("Copies of cards in this domain.", source="cards.copies")
    runes = Number("Runes of this domain.", source="runes.copies")
    power = Number("The total power cost of its cards.")


class FiguresShape(Shape):
    """A deck in figures; copies are counted."""

    cards = Number("The cards in the main deck.", of=lambda deck: sum(n for _, n in stats.tally_main_deck(deck)))
    curves = CurveShape.several("Costs and other numbers.", of=stats.build_curves)
    types = SpreadShape.one("By type.", of=stats.count_types)
    teams = SpreadShape.one("By affiliation or team.", of=stats.count_teams)
    keywords = SpreadShape.one("By keyword.", of=stats.count_keywords)
    sets = SpreadShape.one(
        "The fewest sets that have all cards of the list, each card under one of them. `name` is a set’s code. "
        "`without` counts copies of cards that are in every set.",
        of=stats.find_sets_needed,
    )
    affiliations = BandShape.several(
        "Who can team attack and reinforce each other.",
        of=lambda deck: stats.find_shared_affiliations(deck).bands,
    )
    loyalty = LoyaltyShape.one(
        "The recruiting order that loyalty requires; null in other games.", allow_null=True, of=stats.find_loyalty_order
    )
    symbols = SymbolShape.several(
        f"Power symbols ({_of_games(lambda game: game.stats.power_symbols)}).",
        of=lambda deck: stats.count_power_symbols(deck).symbols,
    )
    domains = DomainShape.several(
        f"Domains ({_of_games(lambda game: game.stats.domains)}).", of=lambda deck: stats.count_domains(deck).domains
    )


class Figures(ReadView):
    """A deck in figures."""

    @describe_answer(FiguresShape, 400, 404)
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Return a deck's statistics: curves, types, teams, keywords, groups and loyalty order."""
        deck = place_of(request, pk, secret).deck
        value = build_deck_value(deck, selectors.get_revision(deck))
        if len(value.entries) > MAX_LOOKED_AT:
            said = f"the list has {len(value.entries):,} lines; charts are drawn for at most {MAX_LOOKED_AT}"
            raise InputError(said, place="deck", code="too-long")
        return Response(FiguresShape(value).data)


class Verdicts(ReadView):
    """A deck judged."""

    costs_a_check = True
    asks = (
        query_parameter("formats", "Format slugs, separated by commas; left out: every format."),
        query_parameter("dates", "Dates as YYYY-MM-DD, separated by commas; left out: the deck's date, or today."),
    )

    @describe_answer(VerdictsShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Check a stored deck in formats on dates."""
        deck = place_of(request, pk, secret).deck
        days = [parse_day(each, place="dates") for each in read_list_parameter(request, "dates")]
        revision = selectors.get_revision(deck)
        formats = read_list_parameter(request, "formats") or list(cards.get_reference(deck.game_id).formats)
        own = revision.as_of or timezone.localdate()
        return verdicts_response(revision.text, game=deck.game_id, formats=formats, dates=days or [own])


class StoredRepair(ReadView):
    """A stored deck's smallest repair."""

    costs_a_check = True
    asks = (
        query_parameter("format", "A format slug; left out: the deck's format."),
        query_parameter("as_of", "A date as YYYY-MM-DD; left out: the deck's date, or today."),
    )

    @describe_answer(RepairShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Find the fewest card changes that make the latest version legal. The deck stays as it is."""
        found = repair_of(place_of(request, pk, secret).deck, request.query_params, day="as_of")
        if found is None:
            raise InputError("the deck names no format; give one", place="format", code="format-missing")
        return Response(RepairShape(found).data)


class StoredTimeline(ReadView):
    """The life of a stored deck."""

    costs_a_check = True
    asks = (FORMATS, query_parameter("version", "A version number; left out: the latest.", int))

    @describe_answer(DeckLifeShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Show when a deck was legal, illegal or uncertain in each format, and why that changed."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.get_revision(deck, read_number(request.query_params, "version"))
        return Response(DeckLifeShape(life_of(deck, revision, read_list_parameter(request, "formats"))).data)


class FingerprintShape(Shape):
    """A list's fingerprint."""

    fingerprint = Text("The fingerprint.")
    code = Text("The deck code; null if the list is too long for one.")
    check = Text("The address that compares a list with this deck.")


class ExportShape(Shape):
    """A deck in a layout."""

    layout = Text("The slug of the file format.", source="layout.slug")
    file_name = Text("The file name.", source="name")
    media_type = Text("The media type of the file.", source="layout.content_type")
    text = Text("The file.", source="export.text")
    remarks = Texts("What the file format can't hold.", source="export.remarks")


class Exports(ReadView):
    """A deck in a layout."""

    @describe_answer(ExportShape, 400, 404, parameters=[_LAYOUT])
    def get(self, request: Request, layout: str, pk: int = 0, secret: str = "") -> Response:
        """Export a deck, with notes on anything the layout can't hold."""
        found = documents.export_deck(place_of(request, pk, secret), layout, request.build_absolute_uri)
        return Response(ExportShape(found).data)


class SampleHand(ReadView):
    """A sample hand of a deck."""

    asks = HAND_PARAMETERS

    @describe_answer(HandShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Deal a sample hand by the game's rules."""
        place, asked = place_of(request, pk, secret), read_hand_request(request.query_params)
        found = read_version(place.deck)
        return Response(deal_hand(found.value, asked, found.on).as_dict())


class Fingerprint(ReadView):
    """The fingerprint of a deck's list."""

    @describe_answer(FingerprintShape, 404)
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Return a deck's fingerprint and the page that checks lists against it."""
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
        query_parameter("player", "The player's name; it isn't stored."),
        query_parameter("event", "The event; left out: the deck's event."),
        query_parameter("date", "The date as YYYY-MM-DD; left out: the deck's date."),
    )

    @describe_answer(_PDF, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> HttpResponse:
        """Print a registration sheet or judge's list as a PDF."""
        place = place_of(request, pk, secret)
        return documents.render_sheet_file(place, request.query_params, request.build_absolute_uri)


class Proxies(ReadView):
    """The faces of a deck's cards."""

    asks = (_PAPER, query_parameter("copies", "One of each card, or all copies.", enum=["one", "all"]), _FACES)

    @describe_answer(_PDF, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> HttpResponse:
        """Print proxies as a PDF: card faces at true size, nine to a page."""
        return documents.render_proxies_file(place_of(request, pk, secret), request.query_params)


class ReadList(StoredView):
    """A list in any layout, read and not kept."""

    permission_classes = (AllowAny,)
    costs_a_check = True
    changes_nothing = True

    @describe_answer(ReadShape, 400, 404, takes=ReadRequestShape)
    def post(self, request: Request) -> Response:
        """Read a list in any layout. Guesses and lines that need a decision are listed."""
        sent = read(ReadRequestShape, request)
        taken = import_sent_list(sent["deck"], game=sent.get("game", ""), file_name=sent.get("file_name", ""))
        return Response(ReadShape(taken).data)
