"""Published lists and statistics of events over HTTP."""

from __future__ import annotations

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, StoredView, describe_answer
from vsdb.api.parameters import query_parameter
from vsdb.api.shapes import Link, Map, Moment, Number, Shape, Text
from vsdb.events import clock
from vsdb.events.access import Act
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.log import get_actor
from vsdb.events.publishing import selectors, services
from vsdb.events.publishing.views import read_statistics

_PAGES = [EVENT, query_parameter("page", "The page, from 1.", int), query_parameter("page_size", "Rows a page.", int)]


class EventDeckShape(Shape):
    """A published list of an event."""

    deck = Number("The number of the public deck.", source="deck_id")
    title = Text("Its title, with the player’s name only where the player agreed.", source="deck.title")
    player = Number("The player’s number at the event.", source="list.registration.number")
    slot = Number("Which of the player’s lists it is.", source="list.slot")
    published = Moment("When it was published.", source="at")
    page = Link("The path of its page on this site.", "stored:deck", "deck_id", "deck.slug")
    api = Link("Its path in this API.", "api:deck", "deck_id")


class EventStatisticsShape(Shape):
    """What the lists of an event come to."""

    players = Map("Registrations by state. Only for those who work at the event.", required=False)
    lists = Map(
        "Lists submitted, drafts, late and replaced ones, outcomes, codes and penalties. Only for those who work at "
        "the event.",
        required=False,
    )
    checks = Map(
        "Lists checked and those with discrepancies, shares in percent, checks by kind and their median time. Only for "
        "those who work at the event.",
        required=False,
    )
    published = Map("Of published lists: how many, groups with results, and cards with lists and copies.")


class PublishedShape(Shape):
    """What a publication came to."""

    published = Number("How many lists were published now.")


class EventDecks(StoredListView):
    """The published lists of an event."""

    @describe_answer(EventDeckShape(many=True), 404, parameters=_PAGES)
    def get(self, request: Request, event: int) -> Response:
        """List the published lists, by the players' numbers."""
        found, asker = open_event(request, event)
        if found.published_at is None and not asker.may(Act.PUBLISH):
            raise Http404
        return self.page(selectors.list_published(found), EventDeckShape)

    @describe_answer(PublishedShape, 401, 403, 404, 409, takes=None, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Publish the lists of players who agreed, each once, as public decks. The event must be over."""
        found, asker = open_event(request, event, Act.PUBLISH)
        count = services.publish_lists(found, get_actor(found, user=asker.user), clock.get_now())
        return Response({"published": count})


class EventStatistics(StoredView):
    """The statistics of an event."""

    @describe_answer(EventStatisticsShape, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """Give the statistics: of published lists to everybody, of all lists to those who work at the event."""
        found, asker = open_event(request, event)
        return Response(read_statistics(found, asker))
