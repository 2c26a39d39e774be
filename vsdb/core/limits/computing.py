"""Bounds what takes long: repairs, additions, timelines, what if, team and batch checks, PDFs, bulk exports.

`bounds_computing` marks the functions. Within a request they have the caller's budget of processor time, and a place
among those that compute at once. Commands and workers have neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from time import thread_time, time
from typing import ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponseBase

from vsdb.core import metrics
from vsdb.core.errors import TooManyRequests
from vsdb.core.limits.budgets import load_budget, refuse_spent, spend
from vsdb.core.limits.callers import identify_caller
from vsdb.core.limits.counted import list_counted
from vsdb.core.limits.slots import NoSlotError, take_slot

P = ParamSpec("P")
T = TypeVar("T")

BUSY_SECONDS = 2  #: after which to try again where every place was taken; about as long as a repair takes
_BUSY = "Other long checks are running. Try again in a few seconds"
COMPUTED = metrics.count("computing_seconds", "Seconds of processor time used by what takes long.")
REFUSED = metrics.count("computing_refused", "Long computations refused, by limit.", ("limit",))

_request: ContextVar[HttpRequest | None] = ContextVar("computing_request", default=None)
_is_inside: ContextVar[bool] = ContextVar("is_computing", default=False)


class ComputingMiddleware:
    """Tells the bounded functions who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = _request.set(request)
        try:
            return self.get_response(request)
        finally:
            _request.reset(token)


def bounds_computing(function: Callable[P, T]) -> Callable[P, T]:
    """A function that takes long; within a request it raises TooManyRequests beyond the limits."""

    @wraps(function)
    def bounded(*args: P.args, **kwargs: P.kwargs) -> T:
        with bound_computing():
            return function(*args, **kwargs)

    return bounded


@contextmanager
def bound_computing() -> Iterator[None]:
    """What takes long, within the limits of the caller of this request and of the machine. Raises TooManyRequests.

    What one bounded function asks of another counts once.
    """
    request = _request.get()
    if request is None or _is_inside.get():
        yield
        return
    caller = identify_caller(request)
    budget = load_budget(caller, time())
    try:
        if budget:
            list_counted(request).append(budget)
            if budget.is_spent:
                REFUSED.labels("budget").inc()
            refuse_spent(budget)
        # Who has used much lately leaves the places to wait to others.
        with take_slot(may_wait=budget is None or 2 * budget.used < budget.seconds), _measure(request, caller):
            yield
    except NoSlotError:
        REFUSED.labels("places").inc()
        raise TooManyRequests(_BUSY, wait=BUSY_SECONDS) from None


@contextmanager
def _measure(request: HttpRequest, caller: str) -> Iterator[None]:
    """Count the processor's time of this thread for the caller, also where the computation fails."""
    token, start = _is_inside.set(True), thread_time()
    try:
        yield
    finally:
        _is_inside.reset(token)
        seconds = thread_time() - start
        COMPUTED.inc(seconds)
        spend(caller, seconds, time())
        _show_what_is_left(request, caller)


def _show_what_is_left(request: HttpRequest, caller: str) -> None:
    counted, budget = list_counted(request), load_budget(caller, time())
    if budget:
        counted[:] = [each for each in counted if getattr(each, "scope", "") != budget.scope]
        counted.append(budget)
