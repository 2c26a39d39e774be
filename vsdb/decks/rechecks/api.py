"""Rechecks of stored decks over HTTP, for staff; and for owners how the verdict of a deck changed."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.api.base import StoredListView, StoredView, describe_answer, read, viewer_of_request
from vsdb.api.parameters import path_parameter
from vsdb.api.shapes import Choice, Counts, Day, Decimal, Flag, Moment, Number, Shape, Text, Texts
from vsdb.core.errors import ApplicationError
from vsdb.decks.api import ID, get_own_deck_or_404
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import selectors, tasks
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.rechecks.selectors import RecheckReport, report
from vsdb.decks.rechecks.services import require_recheck_permission, require_staff

_NUMBER = path_parameter("number", "The recheck's number.", int)
_REFUSED = (401, 403, 404)


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


def _round_speed(found: RecheckReport) -> float | None:
    return found.progress.per_second and round(found.progress.per_second, 1)


def _turned(found: RecheckReport) -> list[dict[str, Any]]:
    return [{"before": before, "after": after, "decks": n} for (before, after), n in found.outcomes.items()]


class RecheckInFullShape(Shape):
    """A recheck with how far it is and what it has found."""

    number = Number("Its number.", source="recheck.pk")
    game = Text("The slug of its game.", source="recheck.game_id")
    why = Text("Why it was begun.", source="recheck.why")
    state = Text("running, done, failed, or superseded by a newer one.", source="recheck.state")
    problem = Text("Why nobody works on it, or why not all was done; empty: all is well.", source="recheck.problem")
    may_be_resumed = Flag("Whether it stands still and can be gone on with.")
    asked = Moment("When it was begun.", source="recheck.asked")
    ended = Moment("When it was over; null: it isn't.", source="recheck.ended", allow_null=True)
    data_version_before = Text("Fingerprint of the facts before; empty: not known.", source="recheck.before")
    data_version = Text("Fingerprint of the facts that it judges by.", source="recheck.after")
    total = Number("How many decks it is about.", source="progress.total")
    done = Number("How many of them are done: judged or left out.", source="progress.done")
    judged = Number("How many were judged.", source="progress.judged")
    left_out = Number("How many were deleted since, or are in a format that isn't there.", source="progress.left_out")
    given_up = Number("How many couldn't be judged because of errors.", source="progress.failed")
    decks_per_second = Decimal("How fast it goes; null: nothing done yet.", of=_round_speed, allow_null=True)
    changed = Number("How many verdicts changed.")
    outcomes = TurnedShape.several("From which outcome to which.", of=_turned)
    codes_came = Counts("In how many decks each code stands since.", source="came")
    codes_went = Counts("In how many decks each code stands no more.", source="went")


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


class Rechecks(StoredListView):
    """Rechecks of stored decks, for staff."""

    @describe_answer(RecheckShape(many=True), *_REFUSED)
    def get(self, request: Request) -> Response:
        """A page of the rechecks, the newest first. Others than staff are told that there is nothing."""
        require_staff(request.user)
        return self.page(selectors.list_rechecks(), RecheckShape)

    @describe_answer(RecheckInFullShape, 400, 409, *_REFUSED, status=202, takes=NewRecheckShape)
    def post(self, request: Request) -> Response:
        """Have all stored decks of a game judged anew; one that is under way by the same facts is given as it is."""
        user = require_recheck_permission(request.user)
        game = read(NewRecheckShape, request)["game"]
        recheck = tasks.begin(game, "asked for by API", user.pk)
        if recheck is None:
            raise InputError(f"no stored deck of {GAMES[game]} has a format", place="game", code="nothing-to-judge")
        return _full(recheck, 202)


class OneRecheck(StoredView):
    """A recheck, for staff."""

    @describe_answer(RecheckInFullShape, *_REFUSED, parameters=[_NUMBER])
    def get(self, request: Request, number: int) -> Response:
        """How far it is, and what it has found so far."""
        require_staff(request.user)
        return _full(selectors.recheck_of(number))


class ResumedRecheck(StoredView):
    """A recheck that stands still, for staff."""

    @describe_answer(RecheckInFullShape, 409, *_REFUSED, status=202, takes=None, parameters=[_NUMBER])
    def post(self, request: Request, number: int) -> Response:
        """Go on with it; refused where somebody works on it, or it is over."""
        require_recheck_permission(request.user)
        recheck = selectors.recheck_of(number)
        if not tasks.resume(recheck):
            raise ApplicationError("Somebody works on it, or it is over.", code="not-stalled")
        return _full(selectors.recheck_of(number), 202)


class RecheckChanges(StoredListView):
    """What a recheck found, for staff."""

    @describe_answer(VerdictChangeShape(many=True), *_REFUSED, parameters=[_NUMBER])
    def get(self, request: Request, number: int) -> Response:
        """A page of the verdicts that changed, in public decks and your own; what is illegal now comes first."""
        require_staff(request.user)
        recheck, viewer = selectors.recheck_of(number), viewer_of_request(request)
        return self.page(selectors.list_visible_changes(recheck, viewer), VerdictChangeShape)


class DeckVerdictChanges(StoredListView):
    """How the verdict of your deck changed."""

    @describe_answer(VerdictChangeShape(many=True), *_REFUSED, parameters=[ID])
    def get(self, request: Request, pk: int) -> Response:
        """A page of its changes that nobody's edit has made, the newest first."""
        place = get_own_deck_or_404(request, pk)
        return self.page(selectors.list_verdict_changes(Deck.objects.filter(pk=place.deck.pk)), VerdictChangeShape)


def _full(recheck: Recheck, status: int = 200) -> Response:
    return Response(RecheckInFullShape(report(recheck)).data, status=status)
