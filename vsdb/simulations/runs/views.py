"""The pages of simulation runs: one's own, one with its progress and result, and the way to start and to cancel one."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import InputError, NotFound
from vsdb.accounts.starters import read_starter
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check.list_links import build_query, open_list
from vsdb.core.dates import parse_day
from vsdb.core.errors import ApplicationError, TooManyRequests
from vsdb.core.leased_work import OPEN
from vsdb.core.requests import read_number
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.simulations import selectors, services
from vsdb.simulations.goldfish.playing import DEFAULT_TURNS, GoldfishRequest
from vsdb.simulations.models import SimulationRun
from vsdb.simulations.runs.access import KEYS, start_and_show
from vsdb.simulations.runs.figures import AnsweredGames

_SHOWN = 50  #: of one's own runs
_SEED_DIGITS = 20
_FIELDS = ("games", "turns", "seed")  #: beside which it is told what is wrong


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why no run was started, beside which field it is told, and after how many seconds to try again."""

    problem: str = ""
    field: str = ""
    status: int = HTTPStatus.OK
    wait: int = 0


@require_http_methods(["GET", "HEAD", "POST"])
def show_runs(request: HttpRequest) -> HttpResponse:
    """The runs that one has started, and the form for the list in the address; a POST starts one and leads to its
    page."""
    sent, refused = request.GET, Refusal()
    if request.method == "POST":
        try:
            on = request.POST.get("on", "").strip()
            return start_and_show(request, _read_request(request.POST), parse_day(on) if on else None)
        except (InputError, NotFound, ApplicationError, TooManyRequests) as error:
            sent, refused = request.POST, _describe_refusal(error)
    starter = read_starter(request, KEYS)
    runs = selectors.list_own_runs(starter.user, starter.keys)[:_SHOWN]
    context = {"runs": runs, "days": settings.SIMULATION_RUNS_DAYS, "sent": sent, "refused": refused}
    answer = render(request, "simulations/runs.html", context, status=refused.status)
    if refused.wait:
        answer.headers["Retry-After"] = str(refused.wait)
    return forbid_keeping(answer)


@require_safe
def show_run(request: HttpRequest, key: str) -> HttpResponse:
    """How far a run is and what it came to so far, for whoever has its address; as CSV or JSON with `as`."""
    run = selectors.find_run(key)
    answer = json.loads(run.answer) if run.answer else None
    wanted = request.GET.get("as", "")
    if wanted and wanted not in ("csv", "json"):
        raise InputError(f"{wanted[:20]!r} is not one of csv, json", place="as")
    if wanted:
        if answer is None:
            raise InputError("no game has been played yet; try again in a few seconds", place="as", code="no-games")
        return forbid_keeping(_send_data(wanted, run, answer))
    games = AnsweredGames(answer) if answer else None
    context = {
        "run": run,
        "games": games,
        "source": {"game": run.game, "on": run.as_of},
        "asked": {"seed": run.seed},
        "headings": map_headings(games.citations) if games else {},
        "is_open": run.state in OPEN,
        "may_cancel": run.state in OPEN and read_starter(request, KEYS).owns(run),
        "percent": run.played * 100 // run.games,
        "tenth": run.played * 10 // run.games * 10,
        "goldfish": _find_goldfish_page(run),
    }
    return forbid_keeping(render(request, "simulations/run.html", context))


@require_POST
def cancel_run(request: HttpRequest, key: str) -> HttpResponse:
    """Cancel a run that one has started, and lead back to its page."""
    run = selectors.find_run(key)
    services.cancel_run(run, read_starter(request, KEYS))
    return redirect("simulate:run", run.pk)


def _read_request(sent: QueryDict) -> GoldfishRequest:
    """The list, as text or as the word that an address carries, and how it is to be played. Raises InputError."""
    word = sent.get("list", "")
    text = sent.get("deck", "") or (open_list(word) if word else "")
    games = read_number(sent, "games")
    if games is None:
        raise InputError("say how many games to play", place="games")
    turns = read_number(sent, "turns")
    return GoldfishRequest(
        text,
        game=sent.get("game") or None,
        games=games,
        turns=DEFAULT_TURNS if turns is None else turns,
        seed=read_number(sent, "seed", digits=_SEED_DIGITS),
        first=bool(sent.get("first")),
    )


def _describe_refusal(error: InputError | NotFound | ApplicationError | TooManyRequests) -> Refusal:
    place = getattr(error, "place", "")
    status = HTTPStatus.BAD_REQUEST
    if isinstance(error, ApplicationError):
        status = HTTPStatus.CONFLICT
    elif isinstance(error, TooManyRequests):
        status = HTTPStatus.TOO_MANY_REQUESTS
    return Refusal(to_sentence(error.message), place if place in _FIELDS else "", status, getattr(error, "wait", 0))


def _find_goldfish_page(run: SimulationRun) -> str:
    """The address of the goldfish page of the same list; empty where it is too long for one."""
    words: list[tuple[str, Any]] = [("game", run.game), ("turns", run.turns), ("seed", run.seed)]
    query = build_query([*words, *([("first", "1")] if run.first else [])], run.text)
    return f"{reverse('simulate:games')}?{query}" if query else ""


def _send_data(wanted: str, run: SimulationRun, answer: dict[str, Any]) -> HttpResponse:
    name = f"goldfish-{run.game}-{answer['seed']}-{answer['games']}"
    if wanted == "json":
        response = HttpResponse(run.answer, content_type="application/json")
    else:
        file = io.StringIO()
        table = csv.writer(file, lineterminator="\r\n")
        table.writerow(("turn", "metric", "mean", "se", "meaning"))
        table.writerows(AnsweredGames(answer).rows)
        response = HttpResponse(file.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{wanted}"'
    return response
