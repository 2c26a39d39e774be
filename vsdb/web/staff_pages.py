"""Pages of staff ask for a second factor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from vsdb.accounts.second_factors import lacks_second_factor

#: Namespaces of staff, and single addresses of others.
_SPACES = frozenset({"admin", "rechecks"})
_PAGES = frozenset({"stored:reports", "errors:queue", "errors:answer", "operations:index", "operations:refresh"})


class StaffSecondFactorMiddleware:
    """Staff without a second factor is shown how to set one up instead of the admin and the other pages of staff.

    Everything else of the site works for them, so that nobody is locked out. With `STAFF_SECOND_FACTOR` off it does
    nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """The way to a second factor, in place of a page of staff."""
        found = request.resolver_match
        if found is None:
            return None
        if _SPACES.isdisjoint(found.namespaces) and found.view_name not in _PAGES:
            return None
        user = request.user
        if not user.is_authenticated or not user.is_staff or not lacks_second_factor(user):
            return None
        answer = render(request, "web/second_factor_first.html", status=403)
        answer.headers["Cache-Control"] = "private, no-store"
        return answer
