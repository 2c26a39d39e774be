"""What is worked out of a stored deck, over HTTP: figures, verdicts, the smallest repair, the timeline."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from engine import stats
from engine.model.errors import InputError
from engine.model.games import Game, games, name_in_messages
from vsdb.api.base import describe_answer
from vsdb.api.parameters import query_parameter, read_list_parameter
from vsdb.api.shapes import Number, Shape, Slugs, Text, Texts
from vsdb.catalog.cards import selectors as cards
from vsdb.check.api import RepairShape, VerdictsShape, verdicts_response
from vsdb.core.dates import parse_day
from vsdb.core.requests import read_number
from vsdb.decks import selectors
from vsdb.decks.api import ReadView, place_of
from vsdb.decks.api.shapes import build_deck_value
from vsdb.decks.deck_page import MAX_LOOKED_AT
from vsdb.decks.versions import life_of, repair_of
from vsdb.timelines.api import FORMATS, DeckLifeShape


def _of_games(has: Callable[[Game], object]) -> str:
    """The games of which something is told, as a help text names them."""
    return ", ".join(name_in_messages(game) for game in games() if has(game))


class ColumnShape(Shape):
    """Copies of one figure."""

    figure = Text("The figure, or the sign in its place.", of=lambda column: column[0])
    copies = Number("How many copies have it.", of=lambda column: column[1])


class CurveShape(Shape):
    """A curve."""

    kind = Text("What is counted: costs, energy and so on.")
    columns = ColumnShape.several("The columns, without a gap.", of=lambda curve: (*curve.columns, *curve.signs))
    unrecorded = Number("Copies of cards whose figure isn't recorded.")


class PartShape(Shape):
    """Copies that have something in common."""

    name = Text("What they have.")
    copies = Number("How many copies.")


class SpreadShape(Shape):
    """Copies by what they have; one that has two things counts in both."""

    parts = PartShape.several("The parts.", source="shares")
    without = Number("Copies recorded as having none.", source="without.copies")
    unrecorded = Number("Copies of which it isn't recorded.", source="unrecorded.copies")


class BandShape(Shape):
    """Characters that share an affiliation."""

    name = Text("The affiliation.")
    copies = Number("How many copies they are together.")
    cards = Slugs("The slugs of the characters.", of=lambda band: [card for card, _ in band.cards])


class LoyaltyShape(Shape):
    """In which order loyalty lets characters be recruited."""

    layers = Texts("Slugs: who can come first, who then.", child=Slugs())
    uncertain = Slugs("Slugs: it hangs on a missing fact.")
    unreachable = Slugs("Slugs: nobody lets them in.")


class SymbolShape(Shape):
    """A power symbol."""

    name = Text("The symbol.")
    gives = Number("Copies of locations that give it.", source="gives.copies")
    may_give = Number("Copies of locations that give it or another.", source="may_give.copies")
    asks = Number("Copies of characters that ask for it.", source="asks.copies")


class DomainShape(Shape):
    """A domain."""

    name = Text("The domain.")
    cards = Number("Copies of cards of it.", source="cards.copies")
    runes = Number("Runes of it.", source="runes.copies")
    power = Number("The power that its cards ask for together.")


class FiguresShape(Shape):
    """A deck in figures; copies are counted."""

    cards = Number("How many cards the main deck has.", of=lambda deck: sum(n for _, n in stats.tally_main_deck(deck)))
    curves = CurveShape.several("Costs and other figures.", of=stats.build_curves)
    types = SpreadShape.one("By type.", of=stats.count_types)
    teams = SpreadShape.one("By affiliation or team.", of=stats.count_teams)
    keywords = SpreadShape.one("By keyword.", of=stats.count_keywords)
    affiliations = BandShape.several(
        "Who may attack together and reinforce each other.", of=lambda deck: stats.find_shared_affiliations(deck).bands
    )
    loyalty = LoyaltyShape.one(
        "The order that loyalty asks for; null in other games.", allow_null=True, of=stats.find_loyalty_order
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
        """Curves, types, teams, keywords, who goes together, and the order that loyalty asks for."""
        deck = place_of(request, pk, secret).deck
        value = build_deck_value(deck, selectors.get_revision(deck))
        if len(value.entries) > MAX_LOOKED_AT:
            said = f"the list has {len(value.entries):,} lines; figures are drawn of at most {MAX_LOOKED_AT}"
            raise InputError(said, place="deck", code="too-long")
        return Response(FiguresShape(value).data)


class Verdicts(ReadView):
    """A deck judged."""

    costs_a_check = True
    asks = (
        query_parameter("formats", "Slugs of formats between commas; else every format."),
        query_parameter("dates", "Days between commas, YYYY-MM-DD; else the deck's own, or today."),
    )

    @describe_answer(VerdictsShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """Its verdict in these formats on these days."""
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
        query_parameter("format", "The slug of a format; else the deck's own."),
        query_parameter("as_of", "A day, YYYY-MM-DD; else the deck's own, or today."),
    )

    @describe_answer(RepairShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """The fewest card changes that make its newest version legal. Nothing is changed."""
        found = repair_of(place_of(request, pk, secret).deck, request.query_params, day="as_of")
        if found is None:
            raise InputError("the deck names no format; give one", place="format", code="format-missing")
        return Response(RepairShape(found).data)


class StoredTimeline(ReadView):
    """The life of a stored deck."""

    costs_a_check = True
    asks = (FORMATS, query_parameter("version", "A version of the deck; else the newest.", int))

    @describe_answer(DeckLifeShape, 400, 404, parameters=[*asks])
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """When the deck was legal, illegal or uncertain in each format, with what turned between them."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.get_revision(deck, read_number(request.query_params, "version"))
        return Response(DeckLifeShape(life_of(deck, revision, read_list_parameter(request, "formats"))).data)
