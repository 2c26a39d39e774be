"""The log of an event, over HTTP."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredListView, describe_answer
from vsdb.api.shapes import Map, Moment, Number, Shape, Text
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.retention.selectors import open_log, read_log


class LogLineShape(Shape):
    """Something that was done at an event."""

    number = Number("The row’s number, from 1.")
    at = Moment("When it was done.")
    actor = Number("The number of who did it; 0: the clock.")
    who = Text("Who that is, by the name of now.")
    action = Text("What was done.")
    about = Text("What it was done to, as in list:12.")
    before = Map("States and numbers before.")
    after = Map("States and numbers after.")


class EventLog(StoredListView):
    """The log of an event."""

    @describe_answer(LogLineShape(many=True), 400, 404, parameters=[EVENT])
    def get(self, request: Request, event: int) -> Response:
        """List what was done at an event, newest first: all for organizers and judges, their own rows for players."""
        found, asker = open_event(request, event)
        return self.page(open_log(found, asker), LogLineShape, lambda rows: read_log(found, asker, rows))
