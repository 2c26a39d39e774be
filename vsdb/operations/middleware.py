"""Answer probes before anything else, and say which view answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from vsdb.operations import views
from vsdb.operations.request_metrics import STATIC, VIEW

#: By its address what a monitor asks for; `urls.py` has the same.
PROBES: Mapping[str, tuple[str, Callable[[HttpRequest], HttpResponseBase]]] = MappingProxyType(
    {
        "/healthz": ("operations:alive", views.show_alive),
        "/readyz": ("operations:ready", views.show_ready),
        "/metrics": ("operations:metrics", views.show_metrics),
    }
)


class OperationsMiddleware:
    """Answers load balancers and monitors before sessions, limits, redirects to HTTPS and checks of the host name.

    They ask the process itself, over HTTP, by an address that isn't in `DJANGO_ALLOWED_HOSTS`; nothing in these answers
    depends on the host. A request with a session goes on to the same views, so that staff are known.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to a probe, or that of the site."""
        if request.path_info in PROBES and settings.SESSION_COOKIE_NAME not in request.COOKIES:
            name, view = PROBES[request.path_info]
            request.META[VIEW] = name
            response = view(request)
            response.headers.setdefault("X-Content-Type-Options", "nosniff")
            return response
        if request.path_info.startswith(settings.STATIC_URL):
            request.META[VIEW] = STATIC
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: Any, kwargs: Any) -> None:
        """Note the view's name, for the metrics."""
        match = request.resolver_match
        request.META[VIEW] = match.view_name or match.func.__name__ if match else ""
