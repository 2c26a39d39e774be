"""What requests may do in read-only mode: read. The rest is answered with 503 before it begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render

from vsdb.api.errors import build_error_body
from vsdb.core.errors import ReadOnlySite
from vsdb.core.queries import is_reading
from vsdb.core.read_only import ReadOnlyMode, get_read_only_mode, refusing_writes

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
#: What stores nothing and isn't a query: transactions, and what is asked of or set on a connection.
_CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET ", "SHOW", "PRAGMA", "EXPLAIN")
_BEGIN_AS_WRITER, _BEGIN = "BEGIN IMMEDIATE", "BEGIN DEFERRED"


class ReadOnlyMiddleware:
    """Refuses requests that store something, and sees that none of the others does.

    A view that is sent a question and stores nothing says so (`changes_nothing`). Nobody can sign in or out: both
    write a session. Who is signed in stays so, and what a page would keep in the session is dropped.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer; in read-only mode a statement that would write raises ReadOnlySite, which becomes a 503."""
        mode = get_read_only_mode()
        if mode is None:
            return self.get_response(request)
        request.read_only_mode = mode  # type: ignore[attr-defined]
        with refusing_writes(), connection.execute_wrapper(_StatementGuard(mode)):
            response = self.get_response(request)
        request.session.modified = False
        return response

    @staticmethod
    def process_view(
        request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """503 for what is sent to be stored."""
        mode: ReadOnlyMode | None = getattr(request, "read_only_mode", None)
        if mode is None or request.method in _SAFE or _changes_nothing(view):
            return None
        return answer_read_only(request, ReadOnlySite(mode.reason, mode.retry_after))


class _StatementGuard:
    """Lets a request's queries pass, and no statement that writes or locks rows."""

    def __init__(self, mode: ReadOnlyMode) -> None:
        self._mode = mode

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if not is_reading(sql) and not sql.lstrip().upper().startswith(_CONTROL):
            raise ReadOnlySite(self._mode.reason, self._mode.retry_after)
        # A reader that began as a writer would wait for the restore that is at work.
        return execute(_BEGIN if sql == _BEGIN_AS_WRITER else sql, params, many, context)


def answer_read_only(request: HttpRequest, refused: ReadOnlySite) -> HttpResponse:
    """503 with `Retry-After`, as a page or as the API says it."""
    is_program = request.path.startswith("/api/") or request.path.endswith(".json")
    answer: HttpResponse
    if is_program:
        answer = JsonResponse(build_error_body(refused.code, refused.message), status=503)
    else:
        answer = render(request, "503.html", {"said": refused.message}, status=503)
    answer.headers["Retry-After"] = str(refused.retry_after)
    answer.headers["Cache-Control"] = "private, no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # planned, so no error in the log
    return answer


def _changes_nothing(view: Callable[..., Any]) -> bool:
    return bool(getattr(getattr(view, "cls", view), "changes_nothing", False))
