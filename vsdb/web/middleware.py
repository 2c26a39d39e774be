"""Headers of every answer, and errors as pages of the site."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, JsonResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render

from engine import InputError, NotFound
from vsdb.api import errors
from vsdb.catalog.cards.pictures import get_picture_origin
from vsdb.core.encryption import MissingKeyError
from vsdb.core.errors import ApplicationError, Forbidden, ReadOnlySite, TooManyRequests
from vsdb.core.responses import build_permissions_policy
from vsdb.operations.read_only import answer_read_only

_CONTROLS = re.compile(r"[\0-\x1f\x7f-\x9f]")
logger = logging.getLogger(__name__)
_RULES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_STRICT = "; ".join(f"{name} {_RULES[name]}" for name in _RULES)
_STATUSES = {InputError: 400, Forbidden: 403, ApplicationError: 409}  #: each with a page of that name


class ContentSecurityPolicyMiddleware:
    """Nothing from another host but the operator's pictures of cards, no script and no style within a page, no page in
    what other sites load, and none of the devices that pages may ask for but passkeys.

    An answer that has a policy keeps it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if "Content-Security-Policy" not in response.headers:
            response.headers["Content-Security-Policy"] = build_policy()
            # What has a policy of its own is made to be shown by other sites, and so are pictures and files.
            if response.headers.get("Content-Type", "").startswith("text/html"):
                response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", build_permissions_policy())
        return response


def build_policy() -> str:
    """The content policy of pages: this site, and the host of the operator's card pictures where there is one."""
    pictures = get_picture_origin()
    return _STRICT.replace(_RULES["img-src"], f"{_RULES['img-src']} {pictures}") if pictures else _STRICT


class UnreadableAddressMiddleware:
    """404 for a path with control characters: no page has one, and PostgreSQL takes none with a NUL.

    Such characters in parameters, forms and bodies are refused with 400 where they reach a query (`core.queries`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _CONTROLS.search(request.path_info):
            return self.get_response(request)
        if errors.is_for_api(request):
            return errors.no_such_address(request)
        return render(request, "404.html", status=404)


class CompressionMiddleware(GZipMiddleware):
    """Compresses pages; a file that is compressed already stays byte for byte what its digest says."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type") == "application/gzip":
            return response
        return super().process_response(request, response)


class ErrorAnswersMiddleware:
    """An input that can't be read, a thing that isn't there and a refusal, raised anywhere, become pages of the site.

    So they do in development: who has just started the site is to see its page, not the table of its addresses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.NOT_FOUND and request.resolver_match is None:
            return render(request, "404.html", status=404)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            page = render(request, "405.html", status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """400, 403, 404, 409 or 503 with the exception's sentence; the nearest are other last words of the address.

        Whoever asked for a page as JSON is answered as the API answers. Nobody keeps the answer: it may quote what
        isn't for everybody, and what isn't there today may be tomorrow.
        """
        answer = self._told(request, exception)
        if answer is not None:
            answer.headers["Cache-Control"] = "private, no-store"
        return answer

    @staticmethod
    def _told(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, ReadOnlySite):
            return answer_read_only(request, exception)
        if isinstance(exception, MissingKeyError):
            logger.error("a stored secret can't be read: %s", exception)
        if request.path.endswith(".json") and (told := errors.handle(exception, {"request": request})):
            # The framework's answer has a type before it is rendered; this one's is its own.
            headers = {name: value for name, value in told.headers.items() if name != "Content-Type"}
            return JsonResponse(told.data, status=told.status_code, headers=headers)
        if isinstance(exception, NotFound):
            place = request.path.rstrip("/").rpartition("/")[0]
            nearest = [(f"{place}/{name}/", name) for name in exception.nearest]
            context = {"said": exception.message, "nearest": nearest, "advice": exception.advice}
            return render(request, "404.html", context, status=404)
        if isinstance(exception, MissingKeyError):
            return render(request, "missing_key.html", {"said": exception.message}, status=503)
        if isinstance(exception, TooManyRequests):
            return _ask_to_wait(request, exception)
        status = next((status for kind, status in _STATUSES.items() if isinstance(exception, kind)), None)
        context = {"said": str(exception).removesuffix(".")}
        return render(request, f"{status}.html", context, status=status) if status else None


def _ask_to_wait(request: HttpRequest, refused: TooManyRequests) -> HttpResponse:
    """429 with what to do; a page that was only asked for asks again by itself, also without scripts."""
    is_tried_again = request.method == "GET" and "HX-Request" not in request.headers
    context = {"said": refused.message.removesuffix("."), "is_tried_again": is_tried_again}
    page = render(request, "429.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    page.headers["Retry-After"] = str(refused.wait)
    if is_tried_again:
        page.headers["Refresh"] = str(refused.wait)
    return page
