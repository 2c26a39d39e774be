"""Headers of every answer, and errors as pages of the site."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render

from engine import InputError, NotFound
from vsdb.api import errors
from vsdb.core.errors import ApplicationError, Forbidden

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
_STATUSES = {InputError: 400, Forbidden: 403, ApplicationError: 409}  #: each with a page of that name


class ContentSecurityPolicyMiddleware:
    """Nothing from another host, no script and no style within a page; an answer that has a policy keeps it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        policy = _API_DOCS if request.path.startswith("/api/docs") else _STRICT
        response.headers.setdefault("Content-Security-Policy", policy)
        return response


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
            context = {"said": exception.message, "nearest": nearest, "advice": exception.advice}
            return render(request, "404.html", context, status=404)
        status = next((status for kind, status in _STATUSES.items() if isinstance(exception, kind)), None)
        return render(request, f"{status}.html", {"said": str(exception)}, status=status) if status else None
