"""Error reports over HTTP: anybody sends one, its reporter reads the answer, staff answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.contrib.auth.models import User
from rest_framework.exceptions import NotAuthenticated, Throttled, ValidationError
from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from engine import NotFound
from vsdb.accounts.models import ApiToken
from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read
from vsdb.api.parameters import OF_GAME, path_parameter, query_parameter
from vsdb.api.shapes import OPTIONAL, Choice, Day, Link, Moment, Number, Recorded, Shape, StrictShape, Text
from vsdb.core.sealed_fields import read_word
from vsdb.error_reports import selectors, services, tasks
from vsdb.error_reports.context import read_context
from vsdb.error_reports.limits import TOO_OFTEN, may_send_now
from vsdb.error_reports.models import (
    MAX_ANSWER,
    MAX_FACT,
    MAX_PAGE,
    MAX_POSITION,
    MAX_SOURCE,
    MAX_SUBJECT,
    MAX_TEXT,
    ErrorReport,
)

_NUMBER = path_parameter("number", "The report's number.", int)
_KEY = path_parameter("key", "The report's key, which the sender received.")
_BLANK: Mapping[str, Any] = {"required": False, "allow_blank": True}
_REFUSED = (401, 403, 404)
_STATES = [*ErrorReport.State.values, selectors.OPEN_STATES]
STATE_CHOICES = ErrorReport.State.choices
KIND_CHOICES = ErrorReport.Kind.choices
_FILTERS = (
    query_parameter("state", "A state, or “open” for new and accepted reports. Default: every state.", enum=_STATES),
    query_parameter("kind", "What the report is about.", enum=ErrorReport.Kind.values),
    OF_GAME,
    query_parameter("q", "Words in the text, the subject or the page."),
    query_parameter("mine", "True: the reports that you sent with your account; needs a token, not staff.", bool),
)


class NewErrorReportShape(StrictShape):
    """An error to report."""

    text = Text("What is wrong, and what is right.", max_length=MAX_TEXT)
    source = Text("The evidence: a link, a rule, a card.", max_length=MAX_SOURCE, **_BLANK)  # type: ignore[assignment]
    page = Text("The path of the page on this site that shows it.", max_length=MAX_PAGE, **_BLANK)
    kind = Choice("The subject. Default: a page.", KIND_CHOICES, required=False)
    subject = Text(
        "Its key: game/slug for a card, set or format, document/number for a rule.",
        max_length=MAX_SUBJECT,
        **_BLANK,
    )
    fact = Text("One of its facts, as its page names it.", max_length=MAX_FACT, **_BLANK)
    format = Text("The format of a verdict: game/slug.", max_length=150, **_BLANK)
    as_of = Day("The date of a verdict.", **OPTIONAL)
    fingerprint = Text("The fingerprint of the deck of a verdict.", max_length=60, **_BLANK)
    finding = Text("The code of a finding.", max_length=60, **_BLANK)
    position = Text("A position of play, as `q` of its page has it.", max_length=MAX_POSITION, **_BLANK)
    data_version = Text("The data version of the answer.", max_length=64, **_BLANK)


class SentErrorReportShape(Shape):
    """A report as its sender sees it."""

    key = Text("The secret key for reading its state.")
    url = Text("The page with its state and answer. Anyone with the link can read it.", of=lambda each: each.url)
    api = Link("Its path in this API.", "api:sent-error-report", "key")
    kind = Choice("The subject.", KIND_CHOICES)
    subject = Recorded("The card, set or other subject; null: the page itself.")
    fact = Recorded("Its fact; null: not given.")
    page = Recorded("The path of the page; null: not given.")
    text = Text("What is wrong.")
    sent = Moment("When it was sent.")
    state = Choice("The state.", STATE_CHOICES)
    answer = Recorded("The answer of staff; null: none yet.")
    handled = Moment("When staff last answered; null: not yet.", allow_null=True)


class ErrorReportShape(Shape):
    """A report as staff see it."""

    number = Number("Its number.", source="pk")
    answer_page = Link("The path of the page where staff answer it.", "errors:answer", "pk")
    api = Link("Its path in this API.", "api:error-report", "pk")
    kind = Choice("The subject.", KIND_CHOICES)
    subject = Recorded("The card, set or other subject; null: the page itself.")
    fact = Recorded("Its fact; null: not given.")
    page = Recorded("The path of the page; null: not given.")
    game = Recorded("The slug of the game; null: unknown.")
    format = Recorded("The slug of the format; null: not a verdict.")
    as_of = Day("The date of the verdict; null: not a verdict.", allow_null=True)
    fingerprint = Recorded("The fingerprint of the deck; null: not a verdict.")
    finding = Recorded("The code of the finding; null: not a finding.")
    position = Recorded("The position of play, as `q` of its page has it; null: none.")
    data_version = Recorded("The data version shown, or that of the time; null: unknown.")
    text = Text("What is wrong.")
    source = Recorded("The evidence; null: not given.")  # type: ignore[assignment]
    by = Text("The user name of the sender; null: no account.", source="by.username", default=None, allow_null=True)
    sent = Moment("When it was sent.")
    state = Choice("The state.", STATE_CHOICES)
    answer = Recorded("The answer to the sender; null: none yet.")
    handled_by = Text("Who answered last; null: nobody.", source="handled_by.username", default=None, allow_null=True)
    handled = Moment("When; null: not yet.", allow_null=True)
    edition = Number("How often it was answered. Send it with your answer.")


class ErrorReportAnswerShape(StrictShape):
    """An answer to a report."""

    state = Choice("The new state.", STATE_CHOICES)
    answer = Text(
        "The message to the sender; required to decline. Left out: unchanged.",
        max_length=MAX_ANSWER,
        **_BLANK,
    )
    edition = Number("The edition you read. Returns 409 if it has changed since.", required=False, min_value=0)


class _MaySend(BasePermission):
    """Anybody may send a report; a token that may only read may not."""

    message = "This token is read-only. Make one with write access, or send no token."
    open_methods = ("POST",)  #: for the description of the API

    def has_permission(self, request: Request, view: object) -> bool:
        if request.method in SAFE_METHODS or request.auth is None:
            return True
        return isinstance(request.auth, ApiToken) and request.auth.scope == ApiToken.Scope.WRITE


class ErrorReports(StoredListView):
    """Reports of errors."""

    permission_classes = (_MaySend,)
    parameters = ("state", "kind", "game", "q", "mine", "page", "page_size")

    @describe_answer(ErrorReportShape(many=True), 400, *_REFUSED, parameters=[*_FILTERS])
    def get(self, request: Request) -> Response:
        """List your error reports, or all of them for staff."""
        asked = request.query_params
        if asked.get("mine") == "true":
            if request.user is None:
                raise NotAuthenticated("Your own reports need your token.")
            return self.page(
                selectors.list_own(cast(User, request.user)).select_related("by", "handled_by"), ErrorReportShape
            )
        _require_staff(request)
        allowed = {"state": _STATES, "kind": ErrorReport.Kind.values}
        wrong = {
            name: f"{asked[name][:40]!r} is unknown; use {', '.join(values)}."
            for name, values in allowed.items()
            if asked.get(name) and asked[name] not in values
        }
        if wrong:
            raise ValidationError(wrong)
        words = {"state": "", **asked.dict()}
        return self.page(selectors.list_queue(selectors.QueueFilter.read(words)), ErrorReportShape)

    @describe_answer(SentErrorReportShape, 400, 401, 403, 409, 429, status=201, takes=NewErrorReportShape)
    def post(self, request: Request) -> Response:
        """Report an error. No token is needed. The answer holds a key for following the report."""
        sent = read(NewErrorReportShape, request)
        if not may_send_now(request._request):
            raise Throttled(detail=TOO_OFTEN)
        day = sent.get("as_of")
        names = ("page", "kind", "subject", "fact", "format", "fingerprint", "finding", "position")
        words = {name: sent.get(name, "") for name in names}
        context = read_context({**words, "on": day.isoformat() if day else "", "data": sent.get("data_version", "")})
        report = services.file_report(context, sent["text"], source=sent.get("source", ""), by=_sender(request))
        tasks.start_telling_staff(report.pk, reverse("errors:answer", args=(report.pk,), request=request))
        return created_response(_shown(report, request))


class OneErrorReport(StoredView):
    """One report, for staff."""

    @describe_answer(ErrorReportShape, *_REFUSED, parameters=[_NUMBER])
    def get(self, request: Request, number: int) -> Response:
        """Return an error report."""
        _require_staff(request)
        return Response(ErrorReportShape(selectors.get_report(number)).data)

    @describe_answer(ErrorReportShape, 400, 409, *_REFUSED, takes=ErrorReportAnswerShape, parameters=[_NUMBER])
    def patch(self, request: Request, number: int) -> Response:
        """Answer a report and set its state. The sender is told by email, if they left an address."""
        _require_staff(request)
        sent = read(ErrorReportAnswerShape, request)
        answer = sent.get("answer", selectors.get_report(number).answer)
        made = services.answer_report(
            number, _sender(request), state=sent["state"], answer=answer, edition=sent.get("edition")
        )
        key = read_word(made, "key")
        tasks.start_telling_reporter(number, reverse("errors:report", args=(key,), request=request) if key else "")
        return Response(ErrorReportShape(selectors.get_report(number)).data)


class SentErrorReport(StoredView):
    """A report, for whoever has its key."""

    permission_classes = (AllowAny,)

    @describe_answer(SentErrorReportShape, 404, parameters=[_KEY])
    def get(self, request: Request, key: str) -> Response:
        """Return the state of a report you sent, and the answer."""
        return Response(_shown(selectors.get_report_by_key(key), request))


def _shown(report: ErrorReport, request: Request) -> dict[str, Any]:
    report.url = reverse("errors:report", args=(report.key,), request=request)  # type: ignore[attr-defined]
    return dict(SentErrorReportShape(report).data)


def _sender(request: Request) -> User | None:
    """Whose token a request carries."""
    return cast(User, request.user) if request.user else None


def _require_staff(request: Request) -> None:
    """Raise NotFound for who may not read the queue, NotAuthenticated for who sends no token."""
    if request.user is None:
        raise NotAuthenticated("Reports are for staff: send a token.")
    if not selectors.may_view(request.user):
        raise NotFound("no such address")
