"""Starting a simulation run from a page, and how many one address may start."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from vsdb.accounts.limits import count_for_address, is_within_limit
from vsdb.accounts.starters import Starter, read_starter, remember_start
from vsdb.core.errors import ApplicationError
from vsdb.core.responses import forbid_keeping
from vsdb.simulations import services, tasks
from vsdb.simulations.goldfish.playing import GoldfishRequest

KEYS = "simulation_runs"  #: the session's word for the runs that this browser has started
_ACTION = "simulation_run"  #: that is counted by address


def start_and_show(request: HttpRequest, asked: GoldfishRequest, on: date | None) -> HttpResponse:
    """Start a run, or find the same one under way, and lead to its page. Raises InputError, NotFound and
    ApplicationError."""
    starter = read_starter(request, KEYS)
    refuse_too_often(request, starter)
    run, is_new = services.start_run(asked, starter, on=on)
    remember_start(request, KEYS, run)
    if is_new:
        count_start(request, starter)
        tasks.start(run.pk)
    return forbid_keeping(redirect("simulate:run", run.pk))


def refuse_too_often(request: HttpRequest, starter: Starter) -> None:
    """Raise ApplicationError where one address has started very many runs without an account: a browser that forgets
    its cookies is a new one each time."""
    if starter.user is None and not is_within_limit(request, _ACTION):
        said = "Too many simulations were started from your network without an account. Sign in or try again later."
        raise ApplicationError(said, code="too-often")


def count_start(request: HttpRequest, starter: Starter) -> None:
    """Count a run that was started; what was refused doesn't count."""
    if starter.user is None:
        count_for_address(request, _ACTION)
