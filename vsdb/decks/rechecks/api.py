"""Rechecks of stored decks over HTTP, for staff; and for owners how the verdict of a deck changed."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.api.base import StoredListView, StoredView, describe_answer, read, viewer_of_request
from vsdb.api.parameters import path_parameter
from vsdb.api.shapes import Choice, Counts, Day, Decimal, Flag, Link, Moment, Number, Shape, Text, Texts
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
    """A recheck to start."""

    game = Choice("The slug of the game whose stored decks are checked again.", list(GAMES))


class RecheckShape(Shape):
    """A recheck."""

    number = Number("Its number.", source="pk")
    game = Text("The slug of the game.", source="game_id")
    why = Text("Why it was started.")
    state = Text("running, done, failed, or superseded by a newer one.")
    asked = Moment("When it was started.")
    ended = Moment("When it ended; null: still running.", allow_null=True)
    total = Number("The number of decks to check.")
    page = Link("The path of its page on this site.", "rechecks:recheck", "pk")
    api = Link("Its path in this API.", "api:recheck", "pk")


class TurnedShape(Shape):
    """Verdicts that changed in the same way."""

    before = Text("The old outcome.")
    after = Text("The new outcome; the same if only the findings changed.")
    decks = Number("The number of decks.")


def _round_speed(found: RecheckReport) -> float | None:
    return found.progress.per_second and round(found.progress.per_second, 1)


def _turned(found: RecheckReport) -> list[dict[str, Any]]:
    return [{"before": before, "after": after, "decks": n} for (before, after), n in found.outcomes.items()]


class RecheckInFullShape(Shape):
    """A recheck with its progress and findings."""

    number = Number("Its number.", source="recheck.pk")
    game = Text("The slug of the game.", source="recheck.game_id")
    why = Text("Why it was started.", source="recheck.why")
    state = Text("running, done, failed, or superseded by a newer one.", source="recheck.state")
    problem = Text("Why it stopped or is incomplete; empty: no problem.", source="recheck.problem")
    may_be_resumed = Flag("Whether it has stopped and can be continued.")
    asked = Moment("When it was started.", source="recheck.asked")
    ended = Moment("When it ended; null: still running.", source="recheck.ended", allow_null=True)
    data_version_before = Text("The fingerprint of the old facts; empty: unknown.", source="recheck.before")
    data_version = Text("The fingerprint of the facts it uses.", source="recheck.after")
    total = Number("The number of decks to check.", source="progress.total")
    done = Number("The number done: checked or skipped.", source="progress.done")
    judged = Number("The number checked.", source="progress.judged")
    left_out = Number("The number skipped: deleted, or in a format that is gone.", source="progress.left_out")
    given_up = Number("The number given up after errors.", source="progress.failed")
    decks_per_second = Decimal("Decks per second; null: none done yet.", of=_round_speed, allow_null=True)
    changed = Number("The number of changed verdicts.")
    outcomes = TurnedShape.several("The changes by old and new outcome.", of=_turned)
    codes_came = Counts("The number of decks in which each code is new.", source="came")
    codes_went = Counts("The number of decks from which each code has gone.", source="went")


class VerdictChangeShape(Shape):
    """A deck's verdict changed without an edit of the deck."""

    deck = Number("The deck's number.", source="deck_id")
    edition = Number("The version of the deck that was checked.")
    format = Text("The deck's format.")
    as_of = Day("The date of the new verdict.")
    day_before = Day("The date of the old verdict.")
    before = Text("The old outcome.")
    after = Text("The new outcome.")
    came = Texts("The codes that are new.")
    went = Texts("The codes that have gone.")
    at = Moment("When the change was found.")
    recheck = Number(
        "The ID of the recheck; null: found when the deck was listed.", source="recheck_id", allow_null=True
    )


class Rechecks(StoredListView):
    """Rechecks of stored decks, for staff."""

    @describe_answer(RecheckShape(many=True), *_REFUSED)
    def get(self, request: Request) -> Response:
        """List rechecks, newest first. For staff."""
        require_staff(request.user)
        return self.page(selectors.list_rechecks(), RecheckShape)

    @describe_answer(RecheckInFullShape, 400, 409, *_REFUSED, status=202, takes=NewRecheckShape)
    def post(self, request: Request) -> Response:
        """Check all stored decks of a game again. Returns the running recheck if it uses the same facts."""
        user = require_recheck_permission(request.user)
        game = read(NewRecheckShape, request)["game"]
        recheck = tasks.begin(game, "started by API", user.pk)
        if recheck is None:
            raise InputError(f"no stored deck of {GAMES[game]} has a format", place="game", code="nothing-to-judge")
        return _full(recheck, 202)


class OneRecheck(StoredView):
    """A recheck, for staff."""

    @describe_answer(RecheckInFullShape, *_REFUSED, parameters=[_NUMBER])
    def get(self, request: Request, number: int) -> Response:
        """Return the progress and findings of a recheck."""
        require_staff(request.user)
        return _full(selectors.recheck_of(number))


class ResumedRecheck(StoredView):
    """A recheck that stands still, for staff."""

    @describe_answer(RecheckInFullShape, 409, *_REFUSED, status=202, takes=None, parameters=[_NUMBER])
    def post(self, request: Request, number: int) -> Response:
        """Continue a stopped recheck. Fails if it is running or finished."""
        user = require_recheck_permission(request.user)
        recheck = selectors.recheck_of(number)
        if not tasks.resume(recheck, user.pk):
            raise ApplicationError("It is running or has ended.", code="not-stalled")
        return _full(selectors.recheck_of(number), 202)


class RecheckChanges(StoredListView):
    """What a recheck found, for staff."""

    @describe_answer(VerdictChangeShape(many=True), *_REFUSED, parameters=[_NUMBER])
    def get(self, request: Request, number: int) -> Response:
        """List changed verdicts of public decks and your own, newly illegal decks first."""
        require_staff(request.user)
        recheck, viewer = selectors.recheck_of(number), viewer_of_request(request)
        return self.page(selectors.list_visible_changes(recheck, viewer), VerdictChangeShape)


class DeckVerdictChanges(StoredListView):
    """How the verdict of your deck changed."""

    @describe_answer(VerdictChangeShape(many=True), *_REFUSED, parameters=[ID])
    def get(self, request: Request, pk: int) -> Response:
        """List the deck's verdict changes that no edit caused, newest first."""
        place = get_own_deck_or_404(request, pk)
        return self.page(selectors.list_verdict_changes(Deck.objects.filter(pk=place.deck.pk)), VerdictChangeShape)


def _full(recheck: Recheck, status: int = 200) -> Response:
    return Response(RecheckInFullShape(report(recheck)).data, status=status)
