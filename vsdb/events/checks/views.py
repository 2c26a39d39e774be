"""The pages of what is checked, of picking a list and of beginning its check; `check_views.py` has the check."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.responses import build_permissions_policy, forbid_keeping
from vsdb.core.words import describe_duration, to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, find_list, open_event
from vsdb.events.checks import selectors, services
from vsdb.events.checks.access import find_own_list, is_judge, open_checks, refuse_staff
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.checks.picking import pick_lists
from vsdb.events.checks.selectors import State
from vsdb.events.lists.desk_services import record_reading
from vsdb.events.models import COUNTS_AS_CHECKED, DeckCheck, Event, EventList
from vsdb.events.rendering import render_event
from vsdb.events.triage.selectors import load_ruled_list

A_PAGE = 50
_BY_VALUE = (
    ("table", "Table", "At this table", ""),
    ("name", "Player", "By name", ""),
    (
        "code",
        "Code of the sheet",
        "Open",
        "The short code under the QR code, such as 17-K3. The fingerprint of a list works too.",
    ),
)
KIND_HELP = {
    DeckCheck.Kind.WHOLE: "All cards of the list. Counts for the target.",
    DeckCheck.Kind.PARTIAL: "Only the cards that you count are compared. Doesn’t count for the target.",
    DeckCheck.Kind.BETWEEN_GAMES: "Deck and sideboard are counted as one. Counts for the target.",
}
_PAGE = "events/checks/{}.html"


@require_safe
def show_checks(request: HttpRequest, event: int) -> HttpResponse:
    """How many lists are checked, ways to pick one, the open checks, those made before, and conflicts. Who works at the
    event and checks no decks is told who does."""
    found, asker = open_event(request, event, Act.SEE_DESK)
    return refuse_staff(request, found, asker) or _show_checks(request, found, asker)


def _show_checks(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    given: Mapping[str, Any] | None = None,
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    now = clock.get_now()
    checks = selectors.list_checks(event)
    page = Paginator(checks.exclude(state=State.OPEN), A_PAGE).get_page(request.GET.get("page"))
    opened = list(checks.filter(state=State.OPEN))
    names = selectors.name_judges(event, selectors.list_numbers([*opened, *page]))
    context = {
        "coverage": selectors.measure_coverage(event, now),
        "opened": [_describe_row(event, each, names, now) for each in opened],
        "page": page,
        "rows": [_describe_row(event, each, names, now) for each in page],
        "conflicts": selectors.count_conflicts(event),
        "given": {},
        "ways": _BY_VALUE,
        "newest": selectors.find_newest_round(event),
        "locks": "" if clock.is_locked(event, None, now) else clock.describe_moment(clock.get_lock(event), event),
        **(given or {}),
    }
    answer = render_event(request, _PAGE.format("checks"), event, asker, context, status=status)
    answer.headers["Permissions-Policy"] = build_permissions_policy("camera")  # reads the codes of sheets
    return answer


def _describe_row(event: Event, check: DeckCheck, names: Mapping[int, str], now: datetime) -> dict[str, Any]:
    """A check in a table: who checks it, and how long it takes or took."""
    there = [each for each in check.judges.all() if each.left is None]
    judges = [names.get(each.number) or "a closed account" for each in there]
    seconds = selectors.read_clock(event, check, now).elapsed_seconds
    return {
        "check": check,
        "judges": " and ".join(filter(None, (", ".join(judges[:-1]), *judges[-1:]))),
        "are_several": len(judges) > 1,
        "started": clock.describe_moment(check.started, event),
        "took": describe_duration(max(1, seconds)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def pick(request: HttpRequest, event: int) -> HttpResponse:
    """Pick a list at random, of the cut, by table, name or the code of its sheet; several are shown to choose from.

    Without a form it leads to the page that has them.
    """
    found, asker = open_checks(request, event)
    if request.method != "POST":
        return forbid_keeping(redirect("events:checks", found.pk))
    now = clock.get_now()
    how, value = request.POST.get("how", ""), request.POST.get("value", "").strip()[:100]
    given: dict[str, Any] = {"given": {"how": how, "value": value}}
    try:
        lists = pick_lists(found, asker, how, value, now)
    except (InputError, ApplicationError) as error:
        status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
        given["problem"] = to_sentence(error.message)
        return _show_checks(request, found, asker, given, status=status)
    if len(lists) == 1:
        return forbid_keeping(redirect("events:check-list", found.pk, lists[0].pk))
    given |= {"picked": lists[:A_PAGE], "more": max(0, len(lists) - A_PAGE)}
    return _show_checks(request, found, asker, given)


@require_safe
def open_code(request: HttpRequest, event: int, code: str) -> HttpResponse:
    """Where the code of a sheet leads: judges to the check of its list, organizers to the list."""
    found, asker = open_event(request, event, Act.SEE_LIST_STATES)
    entry = selectors.find_by_code(found, code)
    if entry is None:
        raise Http404
    name = "events:check-list" if selectors.may_check(found, asker) else "events:list"
    return forbid_keeping(redirect(name, found.pk, entry.pk))


@require_http_methods(["GET", "HEAD", "POST"])
def show_list(request: HttpRequest, event: int, entry: int) -> HttpResponse:
    """Who checks a list and since when; a POST begins a check, joins it, or takes it over. Of a list that can't be
    checked yet it says why."""
    found, asker = open_checks(request, event)
    now = clock.get_now()
    held = find_list(found, entry)
    held.event = found
    if why := selectors.explain_no_check(found, held, now):
        return _refuse_check(request, found, asker, held, why)
    held = find_own_list(found, asker, entry, now)
    problem, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            check = _begin(found, asker, held, request.POST, now)
            return forbid_keeping(redirect("events:check", found.pk, check.pk))
        except (InputError, ApplicationError) as error:
            problem = to_sentence(error.message)
            status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
    checks = list(selectors.list_checks(found).filter(list=held))
    names = selectors.name_judges(found, selectors.list_numbers(checks))
    rows = [_describe_row(found, each, names, now) for each in checks]
    context = {
        "entry": held,
        "player": held.registration,
        "opened": next((row for row in rows if row["check"].state == State.OPEN), None),
        "is_mine": any(each.state == State.OPEN and is_judge(found, asker, each) for each in checks),
        "rows": [row for row in rows if row["check"].state != State.OPEN],
        "is_checked": held.checks.filter(COUNTS_AS_CHECKED).exists(),
        "kinds": [(value, label, KIND_HELP[DeckCheck.Kind(value)]) for value, label in DeckCheck.Kind.choices],
        "code": make_sheet_code(found, held.registration.number, held.slot),
        "ruled": load_ruled_list(found, held),
        "problem": problem,
    }
    return render_event(request, _PAGE.format("list"), found, asker, context, status=status)


def _refuse_check(request: HttpRequest, event: Event, asker: Asker, entry: EventList, why: str) -> HttpResponse:
    """The page of a list that can't be checked now, with the reason and nothing of the list."""
    status = HTTPStatus.CONFLICT if request.method == "POST" else HTTPStatus.OK
    context = {
        "entry": entry,
        "player": entry.registration,
        "code": make_sheet_code(event, entry.registration.number, entry.slot),
        "why_not": why,
    }
    return render_event(request, _PAGE.format("list"), event, asker, context, status=status)


def _begin(event: Event, asker: Asker, entry: EventList, words: Mapping[str, str], now: datetime) -> DeckCheck:
    """Begin, join or take over the check of a list."""
    actor = log.get_actor(event, user=asker.user)
    opened = selectors.find_open_check(entry)
    if words.get("do") == "take-over" and opened is not None:
        return services.take_over(event, opened, actor=actor, now=now)
    if words.get("do") == "join" and opened is not None:
        return services.join_check(event, opened, actor=actor, now=now)
    kind = words.get("kind") or DeckCheck.Kind.WHOLE
    check, _ = services.start_check(event, entry, actor=actor, now=now, kind=kind)
    record_reading(event, entry, actor, now)
    return check
