"""What every answer says to the browser, and answers that the reader has already, which aren't made again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import Error, close_old_connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, JsonResponse, parse_cookie
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import OWN_COOKIES
from vsdb.api import errors
from vsdb.catalog.cards import selectors
from vsdb.core.code_version import get_code_version
from vsdb.core.errors import ApplicationError, Forbidden
from vsdb.search.text.current import index_notes

_RULES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_STRICT = "; ".join(f"{name} {_RULES[name]}" for name in _RULES)
# The page that draws the API's description writes styles into itself.
_API_DOCS = _STRICT.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
_API_DOCS_PATH = "/api/docs"


class ContentSecurityPolicy:
    """Nothing from another host, no script and no style within a page; an answer that has a policy keeps it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        policy = _API_DOCS if request.path.startswith(_API_DOCS_PATH) else _STRICT
        response.headers.setdefault("Content-Security-Policy", policy)
        return response


class PlainAnswersMiddleware:
    """An input that can't be read, a thing that isn't there and a refusal, raised anywhere, become pages of the site.

    So they do in development: who has just started the site is to see its page, not the table of its addresses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.NOT_FOUND and request.resolver_match is None:
            return render(request, "404.html", status=404)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """400, 403, 404 or 409 with the exception's sentence; the nearest are other last words of the address.

        Whoever asked for a page as JSON is answered as the API answers. Nobody keeps the answer: it may quote what
        isn't for everybody, and what isn't there today may be tomorrow.
        """
        answer = self._told(request, exception)
        if answer is not None:
            answer.headers["Cache-Control"] = "private, no-store"
        return answer

    @staticmethod
    def _told(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if request.path.endswith(".json") and (told := errors.handle(exception, {"request": request})):
            return JsonResponse(told.data, status=told.status_code)
        if isinstance(exception, NotFound):
            place = request.path.rstrip("/").rpartition("/")[0]
            nearest = [(f"{place}/{name}/", name) for name in exception.nearest]
            return render(request, "404.html", {"said": exception.message, "nearest": nearest}, status=404)
        if isinstance(exception, InputError):
            return render(request, "400.html", {"said": str(exception)}, status=400)
        if isinstance(exception, Forbidden):
            return render(request, "403.html", {"said": exception.message}, status=403)
        if isinstance(exception, ApplicationError):
            return render(request, "409.html", {"said": exception.message}, status=409)
        return None


#: What an answer may depend on beside the address; HTMX asks for parts of pages.
_ASKED_WITH = ("Accept", "HX-Request", "HX-Target", "Cookie")
_ADDRESS = ("wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING")
_KEYS = (*_ADDRESS, "HTTP_ACCEPT", "HTTP_HX_REQUEST", "HTTP_HX_TARGET")
_SAFE = frozenset({"GET", "HEAD"})
_UNCHANGED = f"{HTTPStatus.NOT_MODIFIED.value} {HTTPStatus.NOT_MODIFIED.phrase}"

StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


class UnchangedMiddleware:
    """Every page and list carries an ETag, and whoever has it already is told so before anything is made or looked up.

    It changes with the facts, the code, the day, and the address with its query; and it is another one for whoever has
    a session, so that nobody is answered with what a stranger had, or the other way round. An answer that was made for
    one person has none and is nobody's to keep: that to a token, and a page that holds a form's token or looks into the
    session. Nor has one that says `no-store` or carries an ETag of its own. What was found while the search index was
    missing, out of date or couldn't be kept is not to be stored by anybody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer; one query for the versions of the facts, which serves all that the view asks of them."""
        if request.method not in _SAFE or request.path.startswith(settings.STATIC_URL):
            return self.get_response(request)
        with selectors.pin_data_versions() as state, index_notes() as notes:
            etag = _etag(request.META, state)
            if _has(request.META, etag):
                return HttpResponseNotModified(headers=_build_headers(etag))
            response = self.get_response(request)
        if notes:
            return _for_now(response)
        if _is_for_one(request, response):
            return _for_one(response)
        return _mark_answer(response, etag) if _is_the_same_for_all(response) else response


def answer_unchanged_first(application: Application) -> Application:
    """The application behind a door that tells whoever has an answer already so, before a request is made of it.

    One query, and nothing else of what Django does for a request. A page of another origin asks Django, which says
    that it may. Where the database doesn't answer, the application says so as it always does.
    """

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        if "HTTP_IF_NONE_MATCH" in environ and "HTTP_ORIGIN" not in environ and environ["REQUEST_METHOD"] in _SAFE:
            try:
                with selectors.pin_data_versions() as state:
                    etag = _etag(environ, state)
            except Error:
                return application(environ, start_response)
            finally:
                close_old_connections()
            if _has(environ, etag):
                start_response(_UNCHANGED, [*_build_headers(etag).items()])
                return ()
        return application(environ, start_response)

    return answer


def _etag(asked: Mapping[str, Any], state: str) -> str:
    """The ETag of what is asked for, from what the web server says of the request."""
    host = asked.get("HTTP_HOST") or f"{asked['SERVER_NAME']}:{asked['SERVER_PORT']}"
    said = (asked.get(key, "") for key in _KEYS)
    whose = "own" if OWN_COOKIES & parse_cookie(asked.get("HTTP_COOKIE", "")).keys() else ""
    parts = (get_code_version(), state, timezone.localdate().isoformat(), host, whose, *said)
    return f'"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


def _has(asked: Mapping[str, Any], etag: str) -> bool:
    """Whether whoever asks has the answer of this ETag, maybe with the mark that a proxy gives what it has packed.

    Whoever asks with a token has none: whether the token still works is looked at each time.
    """
    return "HTTP_AUTHORIZATION" not in asked and etag in (
        held.removeprefix("W/") for held in parse_etags(asked.get("HTTP_IF_NONE_MATCH", ""))
    )


def _build_headers(etag: str) -> dict[str, str]:
    return {"ETag": etag, "Cache-Control": "no-cache", "Vary": ", ".join(_ASKED_WITH)}


def _is_the_same_for_all(response: HttpResponseBase) -> bool:
    return (
        isinstance(response, HttpResponse)
        and response.status_code == HTTPStatus.OK
        and not response.has_header("ETag")
        and "no-store" not in response.headers.get("Cache-Control", "")
    )


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


def _for_one(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.pop("ETag", None)
    response.headers["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ("Cookie", "Authorization"))
    return response


def _for_now(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.pop("ETag", None)
    response.headers["Cache-Control"] = "no-store"
    return response
