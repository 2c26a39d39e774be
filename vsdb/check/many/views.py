"""The pages of checks of many lists: the form, a check with its progress and its table, and the way to one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import InputError, NotFound
from engine.model.serialization import dump_json
from engine.model.verdicts import Citation
from vsdb.accounts.limits import count_for_address
from vsdb.accounts.starters import Starter, read_starter, remember_start
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check.forms import FROM_THE_LIST, format_choices
from vsdb.check.list_links import build_query
from vsdb.check.many import selectors, services, tasks
from vsdb.check.many.archives import MAX_TOTAL
from vsdb.check.many.judging import ListsQuestion, read_question
from vsdb.check.many.reading import MAX_LISTS, read_lists
from vsdb.check.many.table import (
    ListRow,
    count_codes,
    count_outcomes,
    filter_rows,
    sort_worst_first,
    to_data,
    write_csv,
)
from vsdb.check.models import ManyCheck
from vsdb.check.verdict_page import describe_format
from vsdb.check.views import show_unreadable_list, show_verdict
from vsdb.core.dates import parse_day
from vsdb.core.errors import ApplicationError
from vsdb.core.leased_work import OPEN
from vsdb.core.requests import drain, is_too_large
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence

_KEYS = "many_checks"  #: the session's word for the checks that this browser has started
_ROWS = 100  #: of a page
_OWN = 20  #: of one's own checks that the form's page lists
_TOO_LARGE = (
    "The lists are too large to send at once. The limit is 1 MiB. A zip file of the same lists is much smaller."
)


class ManyListsForm(forms.Form):
    """Lists, pasted or as files, with the format and the day; both may stand in the lists."""

    lists = forms.CharField(required=False, strip=False, empty_value="")
    format = forms.ChoiceField(required=False)
    on = forms.CharField(required=False, max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast(forms.ChoiceField, self.fields["format"])
        given = (self.data if self.is_bound else self.initial).get("format")
        field.choices = [(FROM_THE_LIST, "Detect from each list"), *format_choices(str(given or ""))]
        field.error_messages["invalid_choice"] = "There is no format “%(value)s”. Choose one from the list."
        self.fields["lists"].validators = []  # what is wrong with a list is said of that list

    def clean_on(self) -> date | None:
        """The day; one that can't be read is refused with what to write."""
        typed = self.cleaned_data["on"].strip()
        try:
            return parse_day(typed) if typed else None
        except InputError as error:
            raise forms.ValidationError(to_sentence(error.message)) from error


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """An outcome with how many lists have it, and the address of these."""

    outcome: str
    count: int
    href: str
    is_chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
def show_form(request: HttpRequest) -> HttpResponse:
    """The form, and the checks that one has started; a POST starts one and leads to its page."""
    if request.method == "POST" and is_too_large(request):
        drain(request)
        return _render_form(request, _refuse(_TOO_LARGE))
    if request.method == "POST":
        form = ManyListsForm(request.POST)
        check = _start(request, form) if form.is_valid() else None
        return forbid_keeping(redirect("decks:many-check", check.pk)) if check else _render_form(request, form)
    return _render_form(
        request, ManyListsForm(initial={name: request.GET.get(name, "")[:100] for name in ("format", "on")})
    )


def _refuse(problem: str) -> ManyListsForm:
    form = ManyListsForm({})
    form.add_error("lists", problem)
    return form


def _render_form(request: HttpRequest, form: ManyListsForm) -> HttpResponse:
    starter = read_starter(request, _KEYS)
    context = {
        "form": form,
        "checks": selectors.list_own_checks(starter.user, starter.keys)[:_OWN],
        "days": settings.CHECK_MANY_DAYS,
        "most": MAX_LISTS,
        "most_mib": MAX_TOTAL // 1024 // 1024,
    }
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return forbid_keeping(render(request, "check/many/form.html", context, status=status))


def _start(request: HttpRequest, form: ManyListsForm) -> ManyCheck | None:
    """Start the check that a form asks for; None where something is wrong, which then stands in the form."""
    try:
        lists = read_lists(form.cleaned_data["lists"], _read_files(request))
        asked = read_question(form.cleaned_data["format"], form.cleaned_data["on"])
    except (InputError, NotFound) as error:
        form.add_error("lists", to_sentence(str(error).removeprefix("lists: ")))
        return None
    starter = read_starter(request, _KEYS)
    _refuse_too_often(request, starter)
    check = services.start_check(lists, asked, starter)
    remember_start(request, _KEYS, check)
    if check.total <= services.AT_ONCE:
        services.work_at_once(check)
    else:
        tasks.start(check.pk)
    return check


def _read_files(request: HttpRequest) -> list[tuple[str, bytes]]:
    files = [each for each in request.FILES.getlist("files") if isinstance(each, UploadedFile)]
    return [(each.name or "File", each.read()) for each in files]


def _refuse_too_often(request: HttpRequest, starter: Starter) -> None:
    """Raise ApplicationError where one address starts very many checks without an account."""
    if starter.user is None and not count_for_address(request, "check_many"):
        said = "Many lists were checked too often from your network without an account. Sign in or try again later."
        raise ApplicationError(said, code="too-often")


@require_safe
def show_check(request: HttpRequest, key: str) -> HttpResponse:
    """How far a check is and its table so far, for whoever has its address; as CSV or JSON with `as`."""
    check = selectors.find_check(key)
    rows = selectors.load_rows(check)
    outcome, code = request.GET.get("outcome", ""), request.GET.get("code", "")[:100]
    shown = sort_worst_first(filter_rows(rows, outcome, code))
    wanted = request.GET.get("as", "")
    if wanted and wanted not in ("csv", "json"):
        raise InputError(f"{wanted[:20]!r} is not one of csv, json", place="as")
    if wanted:
        return forbid_keeping(_send_data(wanted, check, shown))
    page = Paginator(shown, _ROWS).get_page(request.GET.get("page"))
    is_open = check.state in OPEN
    context = {
        "check": check,
        "page": page,
        "headings": map_headings(_list_citations(page)),
        "outcomes": _count_outcomes(request, rows, outcome),
        "codes": count_codes(rows),
        "outcome": outcome,
        "code": code,
        "is_open": is_open,
        "may_cancel": is_open and read_starter(request, _KEYS).owns(check),
        "percent": check.judged * 100 // max(check.total, 1),
        "asked": _describe(check),
        "again": _build_query(format=f"{check.game}/{check.format}" if check.format else "", on=check.as_of),
        "days": settings.CHECK_MANY_DAYS,
        "filters": _build_query(outcome=outcome, code=code),
    }
    return forbid_keeping(render(request, "check/many/check.html", context))


def _list_citations(page: Page[ListRow]) -> list[Citation]:
    return [cited for row in page if (cited := row.citation)]


def _count_outcomes(request: HttpRequest, rows: Sequence[ListRow], chosen: str) -> list[OutcomeCount]:
    code = request.GET.get("code", "")[:100]
    counts = count_outcomes(filter_rows(rows, code=code))
    return [
        OutcomeCount(outcome, count, f"?{_build_query(outcome=outcome, code=code)}", outcome == chosen)
        for outcome, count in counts.items()
    ]


def _build_query(**words: object) -> str:
    query = QueryDict(mutable=True)
    query.update({name: str(value) for name, value in words.items() if value})
    return query.urlencode()


def _describe(check: ManyCheck) -> ListsQuestion:
    return ListsQuestion(check.game, check.format, check.as_of)


def _send_data(wanted: str, check: ManyCheck, rows: Sequence[ListRow]) -> HttpResponse:
    name = slugify(f"lists {check.format} {check.as_of or check.asked.date()}")
    if wanted == "json":
        said = {"state": check.state, "judged": check.judged, "of": check.total, **to_data(rows)}
        response = HttpResponse(dump_json(said), content_type="application/json")
    else:
        response = HttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{wanted}"'
    return response


@require_POST
def cancel_check(request: HttpRequest, key: str) -> HttpResponse:
    """Cancel a check that one has started, and lead back to its page."""
    check = selectors.find_check(key)
    services.cancel_check(check, read_starter(request, _KEYS))
    return redirect("decks:many-check", check.pk)


@require_safe
def show_list(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Lead to the verdict page of one list; where it can't be judged, or its address holds no such list, it stands
    here, to be mended or read."""
    check = selectors.find_check(key)
    found = selectors.find_list(check, number)
    row, text = found.row or {}, found.deck or found.text
    fmt = f"{row['game']}/{row['format']}" if row.get("format") else ""
    fmt = fmt or (f"{check.game}/{check.format}" if check.format else "")
    on = row.get("as_of") or (check.as_of.isoformat() if check.as_of else "")
    if row.get("format"):
        words = describe_format(row["game"], row["format"], date.fromisoformat(on))
        if query := build_query(words, text, request=request):
            return forbid_keeping(redirect(f"{reverse('decks:check')}?{query}"))
    data = QueryDict(mutable=True)
    data.update({"deck": text, "format": fmt, "on": on})
    if row.get("problem") or found.refusal:
        return forbid_keeping(show_unreadable_list(request, data, str(row.get("problem") or found.refusal)))
    return forbid_keeping(show_verdict(request, data))
