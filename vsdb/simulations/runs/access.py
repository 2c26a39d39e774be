"""Who starts and cancels simulation runs: an account, or a browser by the keys in its session."""

from __future__ import annotations

from datetime import date

from allauth.core.ratelimit import consume
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from vsdb.accounts.viewers import get_viewer
from vsdb.core.errors import ApplicationError
from vsdb.core.limits.callers import identify_caller
from vsdb.core.responses import forbid_keeping
from vsdb.simulations import services, tasks
from vsdb.simulations.goldfish.playing import GoldfishRequest
from vsdb.simulations.models import SimulationRun
from vsdb.simulations.services import Starter

_KEYS = "simulation_runs"  #: the session's word for the runs that this browser has started
_REMEMBERED = 50
_ACTION = "simulation_run"  #: that is counted by address


def read_starter(request: HttpRequest) -> Starter:
    """Who sends a request; one without a session's cookie has started nothing, and no session is looked into."""
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    keys = frozenset(request.session.get(_KEYS, ())) if has_session else frozenset()
    return Starter(get_viewer(request).user, keys, identify_caller(request))


def start_and_show(request: HttpRequest, asked: GoldfishRequest, on: date | None) -> HttpResponse:
    """Start a run, or find the same one under way, and lead to its page. Raises InputError, NotFound and
    ApplicationError."""
    starter = read_starter(request)
    refuse_too_often(request, starter)
    run, is_new = services.start_run(asked, starter, on=on)
    remember_run(request, run)
    if is_new:
        count_start(request, starter)
        tasks.start(run.pk)
    return forbid_keeping(redirect("simulate:run", run.pk))


def remember_run(request: HttpRequest, run: SimulationRun) -> None:
    """The browser keeps that it has started a run without an account, the newest fifty of them."""
    if run.user_id is None:
        others = [key for key in request.session.get(_KEYS, ()) if key != run.pk]
        request.session[_KEYS] = [*others, run.pk][-_REMEMBERED:]


def refuse_too_often(request: HttpRequest, starter: Starter) -> None:
    """Raise ApplicationError where one address has started very many runs without an account: a browser that forgets
    its cookies is a new one each time."""
    if starter.user is None and not consume(request, action=_ACTION, dry_run=True):
        said = "Too many simulations were started from your network without an account. Sign in or try again later."
        raise ApplicationError(said, code="too-often")


def count_start(request: HttpRequest, starter: Starter) -> None:
    """Count a run that was started; what was refused doesn't count."""
    if starter.user is None:
        consume(request, action=_ACTION)
