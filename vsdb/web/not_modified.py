"""Answers 304 to whoever has an answer already: ETags of pages and lists, and what says that they can't be kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import Error, close_old_connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, parse_cookie
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from vsdb.accounts.viewers import OWN_COOKIES
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.pictures import get_pictures_version
from vsdb.core.code_version import get_code_version
from vsdb.core.read_only import get_read_only_mode
from vsdb.operations.middleware import PROBES
from vsdb.search.text.current import index_notes

#: What an answer may depend on beside the address; HTMX asks for parts of pages.
_ASKED_WITH = ("Accept", "Accept-Encoding", "HX-Request", "HX-Target", "Cookie")
_ADDRESS = ("wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING")
_KEYS = (*_ADDRESS, "HTTP_ACCEPT", "HTTP_HX_REQUEST", "HTTP_HX_TARGET")
_SAFE = frozenset({"GET", "HEAD"})
#: Addresses that tell of stored decks, of which the facts know nothing: no ETag unless the page makes its own.
_OF_DECKS = "stored"
_PICTURES = "/pictures/"  #: files with ETags of their own, many to a page: no query for each
_UNCHANGED = f"{HTTPStatus.NOT_MODIFIED.value} {HTTPStatus.NOT_MODIFIED.phrase}"

StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


class NotModifiedMiddleware:
    """Every page and list carries an ETag, and whoever has it already is told so before anything is made or looked up.

    It changes with the facts, the code, the operator's pictures, read-only mode, the day, and the address with its
    query; and it is another one for whoever has a session, so that nobody is answered with what a stranger had, or the
    other way round. An answer that was made for one person has none and is nobody's to keep: that to a token, and a
    page that holds a form's token or looks into the session. Nor has one that says `no-store` or carries an ETag of its
    own, and no page of stored decks: they change, and are taken back, while the facts stay.
    What was found while the search index was missing, out of date or couldn't be kept is not to be stored by anybody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer; one query for the versions of the facts, which serves all that the view asks of them."""
        if request.method not in _SAFE or request.path_info.startswith((settings.STATIC_URL, _PICTURES)):
            return self.get_response(request)
        with selectors.pin_data_versions() as state, index_notes() as notes:
            etag = _build_etag(request.META, state)
            if _has_etag(request.META, etag):
                return HttpResponseNotModified(headers=_build_headers(etag))
            response = self.get_response(request)
        if notes:
            return _forbid_storing(response)
        if _is_for_one(request, response):
            return _mark_private(response)
        is_kept = _is_the_same_for_all(response) and not _is_of_decks(request)
        return _mark_answer(response, etag) if is_kept else response


def answer_not_modified_before_django(application: Application) -> Application:
    """The application behind a door that tells whoever has an answer already so, before a request is made of it.

    One query, and nothing else of what Django does for a request. A page of another origin asks Django, which says
    that it may. Where the database doesn't answer, the application says so as it always does.
    """

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        is_probe = environ["PATH_INFO"] in PROBES  # some say whether the database answers, and must not wait for it
        is_asked = "HTTP_IF_NONE_MATCH" in environ and "HTTP_ORIGIN" not in environ and not is_probe
        if is_asked and environ["REQUEST_METHOD"] in _SAFE:
            try:
                with selectors.pin_data_versions() as state:
                    etag = _build_etag(environ, state)
            except Error:
                return application(environ, start_response)
            finally:
                close_old_connections()
            if _has_etag(environ, etag):
                start_response(_UNCHANGED, [*_build_headers(etag).items()])
                return ()
        return application(environ, start_response)

    return answer


def _build_etag(asked: Mapping[str, Any], state: str) -> str:
    """The ETag of what is asked for, from what the web server says of the request.

    It is weak: the same page is sent compressed or not, and with other padding each time.
    """
    host = asked.get("HTTP_HOST") or f"{asked['SERVER_NAME']}:{asked['SERVER_PORT']}"
    said = (asked.get(key, "") for key in _KEYS)
    whose = "own" if OWN_COOKIES & parse_cookie(asked.get("HTTP_COOKIE", "")).keys() else ""
    facts = f"{get_code_version()} {get_pictures_version()}".rstrip()
    if mode := get_read_only_mode():
        # A page that somebody has lacks the banner, and the other way round.
        facts = f"{facts} {mode.stamp}"
    parts = (facts, state, timezone.localdate().isoformat(), host, whose, *said)
    return f'W/"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


def _has_etag(asked: Mapping[str, Any], etag: str) -> bool:
    """Whether whoever asks has the answer of this ETag, also where a proxy has made it strong.

    Whoever asks with a token has none: whether the token still works is looked at each time.
    """
    held = (each.removeprefix("W/") for each in parse_etags(asked.get("HTTP_IF_NONE_MATCH", "")))
    return "HTTP_AUTHORIZATION" not in asked and etag.removeprefix("W/") in held


def _build_headers(etag: str) -> dict[str, str]:
    return {"ETag": etag, "Cache-Control": "no-cache", "Vary": ", ".join(_ASKED_WITH)}


def _is_the_same_for_all(response: HttpResponseBase) -> bool:
    return (
        isinstance(response, HttpResponse)
        and response.status_code == HTTPStatus.OK
        and not response.has_header("ETag")
        and "no-store" not in response.headers.get("Cache-Control", "")
    )


def _is_of_decks(request: HttpRequest) -> bool:
    return request.resolver_match is not None and _OF_DECKS in request.resolver_match.app_names


def _is_for_one(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether an answer was made for one person; a request that was turned away early has no session to look into."""
    session = getattr(request, "session", None)
    return (
        bool(response.cookies)
        or "HTTP_AUTHORIZATION" in request.META
        or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
        or (session is not None and session.accessed)
    )


def _mark_answer(response: HttpResponseBase, etag: str) -> HttpResponseBase:
    response.headers["ETag"] = etag
    response.headers.setdefault("Cache-Control", "no-cache")
    patch_vary_headers(response, _ASKED_WITH)
    return response


def _mark_private(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.pop("ETag", None)
    response.headers["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ("Cookie", "Authorization"))
    return response


def _forbid_storing(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.pop("ETag", None)
    response.headers["Cache-Control"] = "no-store"
    return response
