"""The page of a deck check: a form that works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from engine import InputError
from vsdb.accounts.offline_copies import name_account
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import parse_whole_number, read_number
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.checks import selectors, services
from vsdb.events.checks.access import find_own_check, is_judge
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
from vsdb.events.checks.selectors import State, get_catalog
from vsdb.events.models import DeckCheck, Event
from vsdb.events.rendering import render_event
from vsdb.events.triage.selectors import RuledList, load_ruled_list

_COUNT = "count-"


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
        "is_judge": may_check and is_judge(event, asker, check),
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
    return render_event(request, "events/checks/check.html", event, asker, context, status=status)
