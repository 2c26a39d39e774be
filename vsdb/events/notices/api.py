"""The API of an event's notices."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, describe_answer
from vsdb.api.shapes import Choice, Moment, Number, Shape, Text
from vsdb.events import clock
from vsdb.events.access import Act
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.models import Notice
from vsdb.events.notices import selectors
from vsdb.events.notices.kinds import NoticeKind

KINDS = [each.value for each in NoticeKind]


class NoticeShape(Shape):
    """A mail to a player about an event. The address isn't told."""

    number = Number("The player’s number.", source="registration.number", allow_null=True)
    kind = Choice("What it is about.", KINDS)
    state = Text("How far it is: waiting, later, failed, handed over, sent, interrupted or not sent.")
    made = Moment("When it was made.")
    due = Moment("Before which it isn’t sent.")
    sent = Moment("When it was handed to the mail server.", allow_null=True)
    tries = Number("How often it was tried.")
    problem = Text("What kept it from being sent.")


class NoticesView(StoredListView):
    """The notices of an event."""

    @describe_answer(NoticeShape(many=True), 401, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """List the notices of an event

        The newest first, without addresses. For organizers and judges; those who play don’t see what is about lists.
        """
        found, asker = open_event(request, event, Act.MAIL_PLAYERS)
        now = clock.get_now()

        def tell(notices: list[Notice]) -> list[Notice]:
            for each in notices:
                each.state = selectors.describe_state(each, now)  # type: ignore[attr-defined]
            return notices

        return self.page(selectors.list_notices(found, asker), NoticeShape, tell)
