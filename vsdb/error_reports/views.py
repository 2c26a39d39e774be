"""Reporting an error, reading the answer, and the queue of staff."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine import GAMES, NotFound
from vsdb.accounts.viewers import for_members, get_viewer
from vsdb.core.errors import ApplicationError
from vsdb.core.sealed_fields import read_word
from vsdb.error_reports import selectors, services, tasks
from vsdb.error_reports.context import context_of, read_context
from vsdb.error_reports.forms import AnswerForm, ReportForm
from vsdb.error_reports.limits import TOO_OFTEN, may_send_now
from vsdb.error_reports.models import ErrorReport

_A_PAGE = 25
_REPORT = "error_reports/new.html"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """The form, which carries what it is about, and the report; nobody needs an account."""
    context = read_context((request.POST if request.method == "POST" else request.GET).dict())
    facts, written = selectors.list_fact_names(context), request.POST if request.method == "POST" else None
    form = ReportForm(written, facts=facts, initial={"fact": context.fact})
    status = 400 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        if may_send_now(request):
            sent = {name: form.cleaned_data[name] for name in ("text", "source", "email")}
            report = services.file_report(context, **sent, by=_signed_in(request))
            tasks.start_telling_staff(report.pk, _url(request, "errors:answer", report.pk))
            return redirect("errors:report", report.key)
        form.add_error(None, TOO_OFTEN)
        status = 429
    shown = {"form": form, "about": context, "subject": selectors.describe_subject(context)}
    answer = render(request, _REPORT, shown, status=status)
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
@never_cache
def show_report(request: HttpRequest, key: str) -> HttpResponse:
    """A report with its answer, for whoever has its secret address."""
    report = selectors.get_report_by_key(key)
    about = context_of(report)
    context = {"report": report, "about": about, "subject": selectors.describe_subject(about)}
    answer = render(request, "error_reports/report.html", context)
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


@for_members("GET", "HEAD")
def show_own(request: HttpRequest) -> HttpResponse:
    """The reports that one sent with one's account."""
    rows = selectors.list_own(cast(User, request.user))
    page = Paginator(rows, _A_PAGE).get_page(request.GET.get("page"))
    for report in page:
        report.about = selectors.describe_subject(context_of(report))  # type: ignore[attr-defined]
    return render(request, "error_reports/mine.html", {"page": page})


@never_cache
def show_queue(request: HttpRequest) -> HttpResponse:
    """The queue, for staff; nobody else is told that there is such a page, by no method."""
    _require_staff(request)
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(("GET", "HEAD"))
    asked = selectors.QueueFilter.read(request.GET.dict())
    page = Paginator(selectors.list_queue(asked), _A_PAGE).get_page(request.GET.get("page"))
    for report in page:
        report.about = selectors.describe_subject(context_of(report))  # type: ignore[attr-defined]
    context = {
        "page": page,
        "asked": asked,
        "counts": selectors.count_by_state(),
        "states": ErrorReport.State.choices,
        "kinds": ErrorReport.Kind.choices,
        "games": GAMES,
    }
    return render(request, "error_reports/queue.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """One report for staff, and the answer to it."""
    user = _require_staff(request)
    report = selectors.get_report(number)
    problem, status = "", 200
    written = {"state": report.state, "answer": report.answer, "edition": report.edition}
    form = AnswerForm(request.POST if request.method == "POST" else None, initial=written)
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                services.answer_report(number, user, **form.cleaned_data)
            except ApplicationError as error:
                problem, status = error.message, 409
            else:
                key = read_word(report, "key")
                tasks.start_telling_reporter(number, _url(request, "errors:report", key) if key else "")
                return redirect("errors:queue")
    about = context_of(report)
    context = {
        "report": report,
        "form": form,
        "problem": problem,
        "about": about,
        "subject": selectors.describe_subject(about),
        "may_answer": selectors.may_answer(user),
    }
    return render(request, "error_reports/answer.html", context, status=status)


def _signed_in(request: HttpRequest) -> User | None:
    return cast(User, request.user) if get_viewer(request).user is not None else None


def _require_staff(request: HttpRequest) -> User:
    """Whoever may read the queue. Raises NotFound."""
    if get_viewer(request).user is None or not selectors.may_view(request.user):
        raise NotFound("this page does not exist, or your account may not see it")
    return cast(User, request.user)


def _url(request: HttpRequest, name: str, *args: object) -> str:
    return request.build_absolute_uri(reverse(name, args=args))
