"""The API of papers: start them, ask how far they are, and fetch the file."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api.base import StoredView, created_response, describe_answer, read
from vsdb.api.parameters import path_parameter
from vsdb.api.shapes import Choice, Flag, Moment, Number, Shape, StrictShape, Text
from vsdb.core.leased_work import WorkState
from vsdb.core.pdf.canvas import PAPERS
from vsdb.core.site_address import build_site_address
from vsdb.events import clock
from vsdb.events.access import Act
from vsdb.events.api_base import EVENT, open_event
from vsdb.events.paper import services
from vsdb.events.paper.kinds import PaperKind, PaperOrder
from vsdb.events.paper.views import build_file_response, draw

KINDS, STATES = PaperKind.values, WorkState.values
PAPERS_WORD = path_parameter("papers", "The key of the papers.", str)


class NewPapersShape(StrictShape):
    """What is to be printed."""

    kind = Choice("Which papers.", KINDS)
    order = Choice("In which order.", PaperOrder.values, required=False, default=PaperOrder.NAME.value)
    paper = Choice("On which paper.", list(PAPERS), required=False, default="a4")
    odd = Flag("Whether each list starts on an odd page.", required=False, default=False)


class PapersShape(Shape):
    """Papers of an event. The file is there once the state is done, and for a day."""

    key = Text("Their key.")
    kind = Choice("Which papers.", KINDS)
    order = Choice("In which order.", PaperOrder.values)
    state = Choice("How far they are.", STATES)
    total = Number("How many lists, players or slips.")
    drawn = Number("How many of them are drawn.")
    problem = Text("Why they aren’t drawn.")
    asked = Moment("When they were asked for.")


class PapersView(StoredView):
    """Papers are started."""

    @describe_answer(PapersShape, 400, 401, 404, 409, status=201, takes=NewPapersShape, parameters=[EVENT])
    def post(self, request: Request, event: int) -> Response:
        """Print papers of an event

        Up to 100 lists are drawn at once; for more, ask again until `state` is `done`. Sheets and judge’s lists are for
        organizers and judges who don’t play, once lists are locked.
        """
        found, asker = open_event(request, event, Act.SEE_DESK)
        said = read(NewPapersShape, request)
        options = {"paper": said["paper"], "odd": said["odd"], "root": build_site_address()}
        job = services.start_papers(found, asker, said["kind"], said["order"], options, clock.get_now())
        draw(job)
        job.refresh_from_db()
        return created_response(PapersShape(job).data)


class OnePapersView(StoredView):
    """Papers: how far they are."""

    @describe_answer(PapersShape, 401, 404, parameters=[EVENT, PAPERS_WORD])
    def get(self, request: Request, event: int, papers: str) -> Response:
        """Tell how far papers are"""
        found, asker = open_event(request, event, Act.SEE_DESK)
        return Response(PapersShape(services.find_job(found, asker, papers)).data)


class PapersFileView(StoredView):
    """The file of papers."""

    @describe_answer(
        {(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY)}, 401, 404, parameters=[EVENT, PAPERS_WORD]
    )
    def get(self, request: Request, event: int, papers: str) -> HttpResponseBase:
        """Fetch papers as PDF"""
        found, asker = open_event(request, event, Act.SEE_DESK)
        return build_file_response(found, services.find_job(found, asker, papers))
