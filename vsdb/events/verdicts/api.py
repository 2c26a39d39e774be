"""Outcomes of an event's lists and batches of verdicts over HTTP."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, StoredView, describe_answer
from vsdb.api.parameters import path_parameter, query_parameter
from vsdb.api.shapes import Day, Flag, Link, Moment, Number, Shape, Text, Texts
from vsdb.core.errors import ApplicationError
from vsdb.events import clock
from vsdb.events.access import Act
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.log import get_actor
from vsdb.events.verdicts import batch_selectors, batches
from vsdb.events.verdicts.outcomes import list_outcomes
from vsdb.events.verdicts.views import find_batch_or_404, may_see_codes

_BATCH = path_parameter("batch", "The batch’s key.")
_PAGES = [EVENT, query_parameter("page", "The page, from 1.", int), query_parameter("page_size", "Rows a page.", int)]


class ListOutcomeShape(Shape):
    """A list with the outcome of its verdict of record."""

    player = Number("The player’s number at the event.")
    list = Number("The list’s number.", source="entry.pk")
    slot = Number("Which of the player’s lists it is.", source="entry.slot")
    version = Number("The number of its current version.")
    outcome = Text("legal, illegal or uncertain, by the verdict of record.")
    codes = Texts("The codes of errors and unknowns; null for those who play until the event is over.", allow_null=True)
    format = Text("The format that it was checked in.")
    day = Day("The date that it was checked for.")
    made = Moment("When the verdict of record was made.")
    newest = Text("The outcome of the newest verdict, by newer facts.")
    is_changed = Flag("Whether the newest verdict differs, and the head judge hasn’t decided which counts.")


class BatchShape(Shape):
    """A check of all lists of an event."""

    key = Text("Its key.")
    why = Text("Why it was started: import, format, day, facts or button.")
    state = Text("waiting, running, done, cancelled or failed.")
    problem = Text("Why nobody works on it, or why it ended; empty: no problem.")
    total = Number("The number of lists to check.")
    judged = Number("The number checked.")
    changed = Number("The number of lists whose verdict differs from the one before.")
    asked = Moment("When it was started.")
    last_sign = Moment("When it last gave a sign of life.", of=batch_selectors.get_last_sign)
    ended = Moment("When it ended; null: it hasn’t.", allow_null=True)
    api = Link("Its path in this API.", "api:event-batch", "event_id", "key")


class EventVerdicts(StoredListView):
    """The outcomes of an event's lists."""

    @describe_answer(ListOutcomeShape(many=True), 404, parameters=_PAGES)
    def get(self, request: Request, event: int) -> Response:
        """List submitted lists with their outcome, in the order of players. For organizers and judges."""
        found, asker = open_event(request, event, Act.SEE_LIST_STATES)
        return self.page(
            list_outcomes(found, has_codes=may_see_codes(found, asker), now=clock.get_now()), ListOutcomeShape
        )


class EventBatches(StoredListView):
    """The checks of all lists of an event."""

    @describe_answer(BatchShape(many=True), 404, parameters=_PAGES)
    def get(self, request: Request, event: int) -> Response:
        """List checks of all lists, newest first. For organizers and judges."""
        found, _ = open_event(request, event, Act.SEE_LIST_STATES)
        return self.page(batch_selectors.list_batches(found), BatchShape)

    @describe_answer(BatchShape, 401, 403, 404, 409, status=202, takes=None, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Check all lists again. Returns the running check if there is one by the same facts, format and date."""
        found, asker = open_event(request, event, Act.SEE_LIST_STATES)
        batch = batches.start_batch(found, batches.BUTTON, get_actor(found, user=asker.user), user=asker.user)
        if batch is None:
            raise ApplicationError("No list is submitted, or the event is over.", code="nothing-to-judge")
        return _answer(batch, 202)


class EventBatch(StoredView):
    """A check of all lists of an event."""

    @describe_answer(BatchShape, 404, parameters=[EVENT, _BATCH])
    def get(self, request: Request, event: int, batch: str) -> Response:
        """Return how far a check of all lists is. For organizers and judges."""
        found, _ = open_event(request, event, Act.SEE_LIST_STATES)
        return _answer(find_batch_or_404(found, batch))


def _answer(batch: Any, status: int = 200) -> Response:
    return Response(BatchShape(batch).data, status=status)
