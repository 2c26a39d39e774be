"""The pages of deck checks: what is checked, picking a list, and a check as a form that works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from engine import InputError
from vsdb.accounts.offline_copies import name_account
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import parse_whole_number, read_number
from vsdb.core.responses import build_permissions_policy, forbid_keeping
from vsdb.core.words import describe_duration, to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, find_list, may_read_list, open_event
from vsdb.events.checks import selectors, services
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.checks.lines import (
    KeyReader,
    find_lines,
    has_result,
    is_compared,
    list_differences,
    list_sections,
    list_strangers,
    name_section,
)
from vsdb.events.checks.picking import pick_at_random
from vsdb.events.checks.selectors import State, get_catalog
from vsdb.events.lists.desk_services import record_reading
from vsdb.events.models import COUNTS_AS_CHECKED, DeckCheck, Event, EventList
from vsdb.events.rendering import render_event
from vsdb.events.triage.loading import reads_no_list
from vsdb.events.triage.selectors import RuledList, load_ruled_list

A_PAGE = 50
WAYS = ("random", "cut", "table", "name", "code")
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
_COUNT = "count-"
_PAGE = "events/checks/{}.html"


def open_checks(request: HttpRequest, number: int) -> tuple[Event, Asker]:
    """The event of an address for who checks decks there. Raises Http404 for others."""
    event, asker = open_event(request, number, Act.CHECK_DECKS)
    if reads_no_list(event, asker):
        raise Http404
    return event, asker


def find_own_check(event: Event, asker: Asker, number: int) -> DeckCheck:
    """A check of this event that somebody may read. Raises Http404."""
    check = selectors.find_check(event, number)
    if not selectors.may_read_check(event, asker, check):
        raise Http404
    return check


def find_own_list(event: Event, asker: Asker, number: int, now: datetime) -> EventList:
    """A list of this event that somebody may check now. Raises Http404."""
    entry = find_list(event, number)
    entry.event = event
    if not may_read_list(event, asker, entry, now) or not selectors.may_check(event, asker):
        raise Http404
    return entry


@require_safe
def show_checks(request: HttpRequest, event: int) -> HttpResponse:
    """How many lists are checked, ways to pick one, the open checks, those made before, and conflicts."""
    found, asker = open_checks(request, event)
    return _show_checks(request, found, asker)


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


def pick_lists(event: Event, asker: Asker, how: str, value: str, now: datetime) -> list[EventList]:
    """The lists that are picked one of the ways; at least one. Raises InputError and ApplicationError."""
    if how in ("random", "cut"):
        return pick_at_random(event, log.get_actor(event, user=asker.user), now, in_cut=how == "cut")
    if how == "table":
        table = parse_whole_number(value, "value", digits=4, what="table")
        newest = selectors.find_newest_round(event)
        where = f"table {table} in round {newest.number}" if newest else f"table {table}"
        return _need(selectors.list_at_table(event, table, now), f"no locked list is at {where}")
    if how == "name":
        if not value:
            raise InputError("write a part of a name, or a number", place="value")
        return _need(selectors.list_named(event, value, now), f"no player with a locked list is called {value[:40]!r}")
    if how == "code":
        found = selectors.find_by_code(event, value)
        lists = [found] if found else selectors.list_with_fingerprint(event, value, now)
        return _need(lists, f"no sheet of this event has the code {value[:20]!r}, and no locked list that fingerprint")
    raise InputError(f"use one of {', '.join(WAYS)}", place="how")


def _need(lists: list[EventList], problem: str) -> list[EventList]:
    if not lists:
        raise InputError(problem, place="value", code="nobody")
    return lists


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
        "is_mine": any(each.state == State.OPEN and _is_judge(found, asker, each) for each in checks),
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


def _is_judge(event: Event, asker: Asker, check: DeckCheck) -> bool:
    """Whether somebody counts in an open check now. One query."""
    own = event.actors.filter(user=asker.user).values_list("number", flat=True).first()
    return own is not None and selectors.is_open_for(check, own)


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


@require_http_methods(["GET", "HEAD", "POST"])
def show_check(request: HttpRequest, event: int, check: int) -> HttpResponse:
    """A check: its lines with what was counted, its clock, and what can be done; a POST does it.

    `?q=` finds lines by a name, or by set and number where the name is in another language.
    """
    found, asker = open_event(request, event)
    held = find_own_check(found, asker, check)
    now = clock.get_now()
    if request.method != "POST":
        if request.headers.get("Accept", "").startswith("application/json") and selectors.may_check(found, asker):
            return _answer_found_cards(found, held, request.GET.get("q", ""))
        return _render_check(request, found, asker, held, now)
    if not selectors.may_check(found, asker):
        raise Http404
    try:
        done = _act(request, found, asker, held, now)
    except services.StaleCheckError as error:
        held = selectors.find_check(found, check)
        return _render_check(request, found, asker, held, now, to_sentence(error.message), HTTPStatus.CONFLICT)
    except (InputError, ApplicationError) as error:
        held = selectors.find_check(found, check)
        status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
        return _render_check(request, found, asker, held, now, to_sentence(error.message), status)
    if done.state == State.DISCREPANCIES:
        messages.success(request, "The check has ended with discrepancies. Give a penalty, or have the list replaced.")
    elif done.state != State.OPEN:
        messages.success(request, "The check has ended.")
    return forbid_keeping(redirect("events:check", found.pk, done.pk))


def _answer_found_cards(event: Event, check: DeckCheck, words: str) -> JsonResponse:
    """What words find, for the screen that counts: keys of lines, cards beside the list, and where those may be."""
    catalog = get_catalog(event)
    found = find_lines(check, catalog, words)
    others = [(each.slug, each.title, *selectors.describe_card(each.slug, catalog)) for each in found.others]
    sections = list_sections(event.game_id, check.kind, check.lines)
    said = {
        "lines": [each["key"] for each in found.lines],
        "others": [dict(zip(("card", "name", "type", "printings"), each, strict=True)) for each in others],
        "sections": [{"key": each, "title": name_section(each)} for each in sections],
    }
    return forbid_keeping(JsonResponse(said))


def _act(request: HttpRequest, event: Event, asker: Asker, check: DeckCheck, now: datetime) -> DeckCheck:
    """Do what a form says. Raises InputError and ApplicationError."""
    words, do = request.POST, request.POST.get("do", "save")
    actor = log.get_actor(event, user=asker.user)
    if do == "join":
        return services.join_check(event, check, actor=actor, now=now)
    if do == "take-over":
        return services.take_over(event, check, actor=actor, now=now)
    if do == "add":
        key = KeyReader(check, get_catalog(event)).read(f"{words.get('section', '')}/{words.get('card', '')}")
        return services.add_counts(event, check, {key: 1}, actor=actor)
    if do not in ("save", "all", *services.ENDS):
        raise InputError(f"{do[:20]!r} can’t be done", place="do")
    if do == State.ABANDONED:
        return services.end_check(event, check, do, actor=actor, now=now)
    counts = {each["key"]: each["registered"] for each in check.lines} if do == "all" else _read_counts(words)
    saved = services.save_counts(event, check, counts, actor=actor, edition=read_number(words, "edition"))
    return saved if do in ("save", "all") else services.end_check(event, saved, do, actor=actor, now=now)


def _read_counts(words: Mapping[str, str]) -> dict[str, int]:
    """The numbers of a form by key; a field that is left empty counts nothing. Raises InputError."""
    return {
        name.removeprefix(_COUNT): parse_whole_number(value.strip(), "count", digits=4)
        for name, value in words.items()
        if name.startswith(_COUNT) and value.strip()
    }


def _load_ruled_list(event: Event, check: DeckCheck) -> RuledList | None:
    """The list of a check with its verdict of record and the rulings on it; None once it is erased. Six queries."""
    if check.list is None:
        return None
    check.list.event = event
    return load_ruled_list(event, check.list)


def _render_check(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    check: DeckCheck,
    now: datetime,
    problem: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    catalog = get_catalog(event)
    typed = request.POST if problem else {}
    told = selectors.describe_check(event, check, now)
    may_check = selectors.may_check(event, asker)
    query = request.GET.get("q", "").strip()[:100] if may_check else ""
    found = find_lines(check, catalog, query)
    found_keys = {each["key"] for each in found.lines}
    rows = [*told["lines"], *({**each, "registered": 0} for each in told["strangers"])]
    for place, each in enumerate(rows, start=1):
        each["anchor"] = f"line-{place}"
        each["left"] = each["registered"] - each["counted"]
        each["typed"] = typed.get(f"{_COUNT}{each['key']}", str(each["counted"]) if each["key"] in check.counts else "")
        each["is_found"] = each["key"] in found_keys
        each["is_counted"] = each["key"] in check.counts or (has_result(check) and is_compared(check, each["key"]))
        is_different = each["registered"] != each["counted"] and is_compared(check, each["key"])
        each["is_different"] = has_result(check) and is_different
    kinds = list_sections(event.game_id, check.kind, check.lines)
    context = {
        "check": check,
        "told": told,
        "player": check.registration,
        "sections": [
            (name_section(section), [each for each in rows if each["section"] == section])
            for section in dict.fromkeys(each["section"] for each in rows)
        ],
        "differences": list_differences(check, catalog) if has_result(check) else [],
        "strangers": list_strangers(check, catalog),
        "clock": selectors.read_clock(event, check, now),
        "judges": [each for each in told["judges"] if each["left"] is None],
        "relieved": [each for each in told["judges"] if each["left"] is not None],
        "is_open": check.state == State.OPEN,
        "may_check": may_check,
        "is_judge": may_check and _is_judge(event, asker, check),
        "ruled": _load_ruled_list(event, check) if may_check else None,
        "code": make_sheet_code(event, check.registration.number, check.list.slot) if check.list else "",
        "penalties": selectors.list_penalties_since(check),
        "may_penalize": may_check and asker.may(Act.GIVE_PENALTIES),
        "may_replace": may_check and asker.may(Act.REPLACE_LISTS),
        "query": query,
        "found": found,
        "found_rows": [each for each in rows if each["is_found"]],
        "found_sections": [(each, name_section(each)) for each in kinds] if query else [],
        "account": name_account(request),
        "problem": problem,
        "is_stale": status == HTTPStatus.CONFLICT,
    }
    return render_event(request, _PAGE.format("check"), event, asker, context, status=status)
