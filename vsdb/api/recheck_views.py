"""Rechecks of stored decks over HTTP, for staff; and for owners how the verdict of a deck changed."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.deck_access import ID, StoredView, asker_of, own_place
from vsdb.api.deck_views import read
from vsdb.api.pagination import Pages
from vsdb.api.shapes import Choice, Counts, Day, Flag, Moment, Number, Shape, Text, Texts
from vsdb.core.errors import ApplicationError
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import selectors, services, tasks
from vsdb.decks.rechecks.models import Recheck, VerdictChange
from vsdb.decks.rechecks.report import report
from vsdb.decks.rechecks.staff import asking, staff

_NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The recheck's number.")
_REFUSED = {401: ErrorShape, 403: ErrorShape, 404: ErrorShape}


class NewRecheckShape(Shape):
    """What a recheck is asked for of."""

    game = Choice("The slug of the game whose stored decks are judged anew.", list(GAMES))


class RecheckShape(Shape):
    """A recheck."""

    number = Number("Its number.", source="pk")
    game = Text("The slug of its game.", source="game_id")
    why = Text("Why it was begun.")
    state = Text("running, done, failed, or superseded by a newer one.")
    asked = Moment("When it was begun.")
    ended = Moment("When it was over; null: it isn't.", allow_null=True)
    total = Number("How many decks it is about.")


class TurnedShape(Shape):
    """Verdicts that went the same way."""

    before = Text("The outcome before.")
    after = Text("The outcome since; the same as before where only the findings differ.")
    decks = Number("How many decks.")


class RecheckInFullShape(Shape):
    """A recheck with how far it is and what it has found."""

    number = Number("Its number.")
    game = Text("The slug of its game.")
    why = Text("Why it was begun.")
    state = Text("running, done, failed, or superseded by a newer one.")
    problem = Text("Why nobody works on it, or why not all was done; empty: all is well.")
    may_be_resumed = Flag("Whether it stands still and can be gone on with.")
    asked = Moment("When it was begun.")
    ended = Moment("When it was over; null: it isn't.", allow_null=True)
    data_version_before = Text("Fingerprint of the facts before; empty: not known.")
    data_version = Text("Fingerprint of the facts that it judges by.")
    total = Number("How many decks it is about.")
    done = Number("How many of them are done: judged or left out.")
    judged = Number("How many were judged.")
    left_out = Number("How many were deleted since, or are in a format that isn't there.")
    given_up = Number("How many couldn't be judged because of errors.")
    decks_per_second = serializers.FloatField(allow_null=True, help_text="How fast it goes; null: nothing done yet.")
    changed = Number("How many verdicts changed.")
    outcomes = TurnedShape(many=True, help_text="From which outcome to which.")
    codes_came = Counts("In how many decks each code stands since.")
    codes_went = Counts("In how many decks each code stands no more.")


class VerdictChangeShape(Shape):
    """A deck's verdict became another without anybody editing the deck."""

    deck = Number("The deck's number.", source="deck_id")
    edition = Number("The version of the deck that was judged.")
    format = Text("The deck's format.")
    as_of = Day("The day that the verdict since is for.")
    day_before = Day("The day that the verdict before was for.")
    before = Text("The outcome before.")
    after = Text("The outcome since.")
    came = Texts("Codes that stand in the verdict since.")
    went = Texts("Codes that stand in it no more.")
    at = Moment("When it was found.")
    recheck = Number(
        "Number of the recheck; null: found when the deck was listed.", source="recheck_id", allow_null=True
    )


class Rechecks(StoredView):
    """Rechecks of stored decks, for staff."""

    pagination_class = Pages
    parameters = ("page", "page_size")

    @extend_schema(responses={200: RecheckShape(many=True), **_REFUSED})
    def get(self, request: Request) -> Response:
        """A page of the rechecks, the newest first. Others than staff are told that there is nothing."""
        staff(request.user)
        pages = Pages()
        page: list[Recheck] = pages.paginate_queryset(selectors.rechecks(), request, view=self) or []
        return pages.get_paginated_response(RecheckShape(page, many=True).data)

    @extend_schema(
        request=NewRecheckShape,
        responses={202: RecheckInFullShape, 400: ErrorShape, 409: ErrorShape, **_REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Have all stored decks of a game judged anew; one that is under way by the same facts is given as it is."""
        user = asking(request.user)
        game = read(NewRecheckShape, request)["game"]
        with transaction.atomic():
            recheck = services.begin(game, "asked for by API", by=user.pk)
            if recheck is not None:
                transaction.on_commit(partial(tasks.start, recheck))
        if recheck is None:
            raise InputError(f"no stored deck of {GAMES[game]} has a format", place="game", code="nothing-to-judge")
        return _full(recheck, 202)


class OneRecheck(StoredView):
    """A recheck, for staff."""

    @extend_schema(parameters=[_NUMBER], responses={200: RecheckInFullShape, **_REFUSED})
    def get(self, request: Request, number: int) -> Response:
        """How far it is, and what it has found so far."""
        staff(request.user)
        return _full(selectors.recheck_of(number))


class ResumedRecheck(StoredView):
    """A recheck that stands still, for staff."""

    @extend_schema(parameters=[_NUMBER], request=None, responses={202: RecheckInFullShape, 409: ErrorShape, **_REFUSED})
    def post(self, request: Request, number: int) -> Response:
        """Go on with it; refused where somebody works on it, or it is over."""
        asking(request.user)
        recheck = selectors.recheck_of(number)
        with transaction.atomic():
            if not services.resume(recheck):
                raise ApplicationError("Somebody works on it, or it is over.", code="not-stalled")
            transaction.on_commit(partial(tasks.start, recheck))
        return _full(selectors.recheck_of(number), 202)


class RecheckChanges(StoredView):
    """What a recheck found, for staff."""

    pagination_class = Pages
    parameters = ("page", "page_size")

    @extend_schema(parameters=[_NUMBER], responses={200: VerdictChangeShape(many=True), **_REFUSED})
    def get(self, request: Request, number: int) -> Response:
        """A page of the verdicts that changed, in public decks and your own; what is illegal now comes first."""
        staff(request.user)
        return _changes(selectors.changes_seen(selectors.recheck_of(number), asker_of(request)), request, self)


class DeckVerdictChanges(StoredView):
    """How the verdict of your deck changed."""

    pagination_class = Pages
    parameters = ("page", "page_size")

    @extend_schema(parameters=[ID], responses={200: VerdictChangeShape(many=True), **_REFUSED})
    def get(self, request: Request, pk: int) -> Response:
        """A page of its changes that nobody's edit has made, the newest first."""
        place = own_place(request, pk)
        return _changes(selectors.changes_of(Deck.objects.filter(pk=place.deck.pk)), request, self)


def _changes(found: Any, request: Request, view: StoredView) -> Response:
    pages = Pages()
    page: list[VerdictChange] = pages.paginate_queryset(found, request, view=view) or []
    return pages.get_paginated_response(VerdictChangeShape(page, many=True).data)


def _full(recheck: Recheck, status: int = 200) -> Response:
    return Response(RecheckInFullShape(report(recheck).as_dict()).data, status=status)
