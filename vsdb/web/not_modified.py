"""ETags of pages and lists: 304 for whoever has an answer already, and kept pages for readers without a session."""

from __future__ import annotations

import hashlib
import re
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
from vsdb.operations.request_metrics import KEPT, VIEW
from vsdb.search.text.current import index_notes
from vsdb.web.kept_pages import find_page, get_room, keep_page

#: What an answer may depend on beside the address; HTMX asks for parts of pages.
_ASKED_WITH = ("Accept", "Accept-Encoding", "HX-Request", "HX-Target", "Cookie")
_ADDRESS = ("wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING")
_KEYS = (*_ADDRESS, "HTTP_ACCEPT", "HTTP_HX_REQUEST", "HTTP_HX_TARGET")
_SAFE = frozenset({"GET", "HEAD"})
#: Addresses that tell of stored decks, of which the facts know nothing: no ETag unless the page makes its own.
_OF_DECKS = "stored"
_PICTURES = "/pictures/"  #: files with ETags of their own, many to a page: no query for each
_NO_PAGES = (f"/{settings.STATIC_URL.lstrip('/')}", _PICTURES, "/api/")
_PACKED = re.compile(r"\bgzip\b")  # as Django's compression reads it
_OK = f"{HTTPStatus.OK.value} {HTTPStatus.OK.phrase}"
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


def answer_before_django(application: Application) -> Application:
    """The application behind a door that answers what needs no request of Django: 304 for whoever has the answer
    already, and to readers without a session a page that is kept.

    One query. A page of another origin asks Django, which says that it may. Where the database doesn't answer, the
    application says so as it always does.
    """

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        may_be_kept = _may_be_kept(environ)
        if not may_be_kept and not _may_have_it(environ):
            return application(environ, start_response)
        try:
            with selectors.pin_data_versions() as state:
                etag = _build_etag(environ, state)
                key = _build_key(environ, state) if may_be_kept else ""
        except Error:
            return application(environ, start_response)
        finally:
            close_old_connections()
        if _has_etag(environ, etag):
            start_response(_UNCHANGED, [*_build_headers(etag).items()])
            return ()
        if key and (page := find_page(key)):
            environ[VIEW] = KEPT
            start_response(_OK, [*page.headers, ("ETag", etag)])
            return () if environ["REQUEST_METHOD"] == "HEAD" else (page.body,)
        response = application(environ, start_response)
        if key:
            keep_page(key, etag, environ, response)
        return response

    return answer


def _may_have_it(environ: Mapping[str, Any]) -> bool:
    """Whether a request may be answered with 304; probes say whether the database answers, and must not wait for it."""
    is_asked = "HTTP_IF_NONE_MATCH" in environ and "HTTP_ORIGIN" not in environ and environ["PATH_INFO"] not in PROBES
    return is_asked and environ["REQUEST_METHOD"] in _SAFE


def _may_be_kept(environ: Mapping[str, Any]) -> bool:
    """Whether a request may be for a page that is kept: nothing in it says who asks, and the site stores."""
    path: str = environ["PATH_INFO"]
    return (
        environ["REQUEST_METHOD"] in _SAFE
        and get_room() > 0
        and "HTTP_ORIGIN" not in environ
        and "HTTP_AUTHORIZATION" not in environ
        and not path.startswith(_NO_PAGES)
        and path not in PROBES
        and not _has_own_cookie(environ)
        and get_read_only_mode() is None
    )


def _build_key(environ: Mapping[str, Any], state: str) -> str:
    """The key of a kept page: of what browsers accept, which each words in its own way, only what a page depends on."""
    is_page = "text/html" in environ.get("HTTP_ACCEPT", "")
    is_packed = _PACKED.search(environ.get("HTTP_ACCEPT_ENCODING", "")) is not None
    return _fingerprint(environ, state, HTTP_ACCEPT=f"page {is_page} {is_packed}")


def _build_etag(asked: Mapping[str, Any], state: str) -> str:
    """The ETag of what is asked for, from what the web server says of the request.

    It is weak: the same page is sent compressed or not, and with other padding each time.
    """
    return f'W/"{_fingerprint(asked, state)}"'


def _fingerprint(asked: Mapping[str, Any], state: str, **instead: str) -> str:
    """All that an answer depends on, in 32 letters; some of what the web server says of the request replaced."""
    host = asked.get("HTTP_HOST") or f"{asked['SERVER_NAME']}:{asked['SERVER_PORT']}"
    said = (instead.get(key) or asked.get(key, "") for key in _KEYS)
    whose = "own" if _has_own_cookie(asked) else ""
    facts = f"{get_code_version()} {get_pictures_version()}".rstrip()
    if mode := get_read_only_mode():
        # A page that somebody has lacks the banner, and the other way round.
        facts = f"{facts} {mode.stamp}"
    parts = (facts, state, timezone.localdate().isoformat(), host, whose, *said)
    return hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]


def _has_own_cookie(asked: Mapping[str, Any]) -> bool:
    """Whether a request has a session, or a message for whoever sends it."""
    return not OWN_COOKIES.isdisjoint(parse_cookie(asked.get("HTTP_COOKIE", "")))


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
