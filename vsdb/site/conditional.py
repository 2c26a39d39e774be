"""Answers that the reader already has are not made again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from vsdb.cards import selectors
from vsdb.site.code_version import code_version

#: What an answer may depend on beside the address; HTMX asks for parts of pages.
_ASKED_WITH = ("Accept", "HX-Request", "HX-Target")
_VARY = ", ".join(_ASKED_WITH)
_ASK_AGAIN = "no-cache"
_KEYS = tuple(f"HTTP_{name.upper().replace('-', '_')}" for name in _ASKED_WITH)


class Unchanged:
    """Every page and list carries an ETag, and whoever has it already is told so before anything is made or looked up.

    It changes with the facts, the code, the day, and the address with its query. A page that holds a form's token or
    looks into the session has none, nor has an answer that says `no-store` or carries an ETag of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer; one query for the versions of the facts, which serves all that the view asks of them."""
        if request.method not in {"GET", "HEAD"} or request.path.startswith(settings.STATIC_URL):
            return self.get_response(request)
        with selectors.one_state() as state:
            etag = _etag(request, state)
            if etag in map(_strong, parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))):
                return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": _ASK_AGAIN, "Vary": _VARY})
            response = self.get_response(request)
        return _marked(response, etag) if _is_the_same_for_all(request, response) else response


def _etag(request: HttpRequest, state: str) -> str:
    parts = (
        code_version(),
        state,
        timezone.localdate().isoformat(),
        request.scheme or "",
        request.get_host(),
        request.path,
        request.META.get("QUERY_STRING", ""),
        *(request.META.get(key, "") for key in _KEYS),
    )
    return f'"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


def _strong(etag: str) -> str:
    """The ETag without the mark that a proxy gives it when it has packed the answer."""
    return etag.removeprefix("W/")


def _is_the_same_for_all(request: HttpRequest, response: HttpResponseBase) -> bool:
    return (
        isinstance(response, HttpResponse)
        and response.status_code == HTTPStatus.OK
        and not response.has_header("ETag")
        and not response.cookies
        and "no-store" not in response.headers.get("Cache-Control", "")
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
        and not request.session.accessed
    )


def _marked(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    response.headers["ETag"] = etag
    response.headers.setdefault("Cache-Control", _ASK_AGAIN)
    patch_vary_headers(response, _ASKED_WITH)
    return response
