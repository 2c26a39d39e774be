"""What answers say to whoever keeps them: browsers, proxies and search engines."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseBase

Response = TypeVar("Response", bound=HttpResponseBase)


def serve_uncached(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view of what is stored: what it answers is for whoever asked, and for now."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return forbid_caching(view(request, *args, **kwargs))

    return answer


def forbid_caching(answer: Response) -> Response:
    """Mark an answer as for whoever asked, and for now."""
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def forbid_keeping(answer: Response) -> Response:
    """Mark an answer as for whoever asked, and for now; search engines leave it alone."""
    answer.headers["X-Robots-Tag"] = "noindex"
    return forbid_caching(answer)
