"""Every error of the API in one shape: `{"code", "message", "errors"}`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from engine import InputError, NotFound
from vsdb.api.shapes import Shape, Text
from vsdb.core.encryption import MissingKeyError
from vsdb.core.errors import ApplicationError, Forbidden, ReadOnlySite, TooManyRequests
from vsdb.core.limits.counted import list_counted
from vsdb.core.logs.formatters import get_request_id
from vsdb.core.requests import drain
from vsdb.core.words import quantity, to_sentence

#: The codes of the framework's own errors that have another word here; the others are only spelt with hyphens.
_CODES: Mapping[str, str] = {"parse-error": "unreadable-input", "permission-denied": "forbidden"}
RETRY_SECONDS = 10  #: after which somebody may ask again while the database is away
#: What the framework raises before it looks at the limits.
_BEFORE_LIMITS = (
    exceptions.AuthenticationFailed,
    exceptions.NotAuthenticated,
    exceptions.PermissionDenied,
    exceptions.NotAcceptable,
)


class FaultShape(Shape):
    """A single fault."""

    field = Text("The field or place.")
    message = Text("What is wrong.")


class ErrorShape(Shape):
    """Every error of the API."""

    code = Text("A stable code.")
    message = Text("What is wrong and what is allowed.")
    errors = FaultShape.several("The individual errors, if any.")


def build_error_body(code: str, message: str, errors: list[dict[str, str]] | None = None) -> dict[str, Any]:
    """An error as the API gives it; `errors` are the single faults, each with its `field` and `message`."""
    faults = [{name: _encodable(text) for name, text in fault.items()} for fault in errors or []]
    return {"code": code, "message": _encodable(message), "errors": faults}


def is_for_api(request: HttpRequest) -> bool:
    """Whether the answer goes to a program."""
    return request.path.startswith("/api/")


def error_response(code: str, message: str, status_code: int) -> JsonResponse:
    """An error that no view of the API gives: raised before one was reached, or a crash of one."""
    return JsonResponse(build_error_body(code, message), status=status_code)


def crash_response() -> JsonResponse:
    """500: a fault of ours, with the id by which its traceback is found in the log."""
    said = "Something failed on our side. It was logged. Try again in a minute."
    return JsonResponse({**build_error_body("crash", said), "request_id": get_request_id() or ""}, status=500)


def unavailable_response() -> JsonResponse:
    """503: the database can't be used now, with the id by which the reason is found in the log."""
    said = "The database can’t be reached. Try again in a minute. If you sent a change, check whether it was stored."
    body = {**build_error_body("unavailable", said), "request_id": get_request_id() or ""}
    return JsonResponse(body, status=503, headers={"Retry-After": str(RETRY_SECONDS)})


def handle(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an exception, or None for a fault of ours, which is to be seen as a crash."""
    if isinstance(exc, _BEFORE_LIMITS) and not list_counted(context["request"]._request):
        try:  # Whoever tries token after token is counted, too.
            context["view"].check_throttles(context["request"])
        except exceptions.Throttled as throttled:
            exc = throttled
    return _build_answer(exc, context)


def _build_answer(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    match exc:
        case InputError():
            every = [{"field": each.place, "message": each.message} for each in getattr(exc, "problems", ())]
            faults = every or ([{"field": exc.place, "message": exc.message}] if exc.place else [])
            return Response(build_error_body(exc.code, str(exc), faults), status.HTTP_400_BAD_REQUEST)
        case NotFound():
            nearest = [{"field": "nearest", "message": name} for name in exc.nearest]
            return Response(build_error_body("not-found", exc.message, nearest), status.HTTP_404_NOT_FOUND)
        case Http404():
            return Response(build_error_body("not-found", "Not found. Check the address."), status.HTTP_404_NOT_FOUND)
        case ApplicationError():
            return Response(build_error_body(exc.code, exc.message), status.HTTP_409_CONFLICT)
        case MissingKeyError():
            return Response(build_error_body("missing-key", exc.message), status.HTTP_503_SERVICE_UNAVAILABLE)
        case ReadOnlySite():
            headers = {"Retry-After": str(exc.retry_after)}
            return Response(
                build_error_body(exc.code, exc.message), status.HTTP_503_SERVICE_UNAVAILABLE, headers=headers
            )
        case Forbidden():
            return Response(build_error_body("forbidden", exc.message), status.HTTP_403_FORBIDDEN)
        case TooManyRequests():
            told = build_error_body("too-many-requests", to_sentence(exc.message))
            return Response(told, status.HTTP_429_TOO_MANY_REQUESTS, headers={"Retry-After": str(exc.wait)})
        case PermissionDenied():
            return Response(build_error_body("forbidden", "You don’t have access to this."), status.HTTP_403_FORBIDDEN)
        case RequestDataTooBig():
            drain(context["request"])
            most = f"The body is longer than {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024} KiB. Send less."
            return Response(build_error_body("too-large", most), status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)
        case exceptions.ValidationError():
            faults = list(_faults(exc.detail))
            said = "; ".join(f"{fault['field']}: {fault['message']}" for fault in faults)
            return Response(build_error_body("invalid-input", said, faults), exc.status_code)
        case exceptions.Throttled():
            seconds: float | None = exc.wait  # type: ignore[attr-defined]
            headers = {} if seconds is None else {"Retry-After": str(ceil(seconds))}
            when = "later" if seconds is None else f"in {quantity(ceil(seconds), 'second')}"
            said = f"You have sent too many requests. Try again {when}."
            return Response(build_error_body("too-many-requests", said), exc.status_code, headers=headers)
        case exceptions.APIException():
            codes = exc.get_codes()
            code = (codes if isinstance(codes, str) else exc.default_code).replace("_", "-")
            asked_for: str = getattr(exc, "auth_header", "")
            headers = {"WWW-Authenticate": asked_for} if asked_for else {}
            said = _say_what_to_do(exc, context["request"])
            return Response(build_error_body(_CODES.get(code, code), said), exc.status_code, headers=headers)
    return None


def _say_what_to_do(exc: exceptions.APIException, request: Request) -> str:
    """What the framework refuses, with the way out; its own words for anything else."""
    match exc:
        case exceptions.NotAuthenticated() if exc.detail == exc.default_detail:
            return f"{request.method} needs a token here. Send “Authorization: Bearer vsdb_…”."
        case exceptions.MethodNotAllowed():
            return f"This address doesn’t take {request.method}. The header Allow lists the methods that it takes."
        case exceptions.NotAcceptable():
            offered = " or ".join(each.media_type for each in exc.available_renderers or ())
            return f"None of the types in Accept is available. Send Accept: {offered or 'application/json'}, or none."
        case exceptions.UnsupportedMediaType():
            return "The body’s type can’t be read. Send JSON with Content-Type: application/json."
    return str(exc.detail)


def no_such_address(request: HttpRequest) -> JsonResponse:
    """404 for whatever stands under /api/ and isn't there."""
    return error_response("not-found", f"No address {request.path}. /api/v1/ lists the addresses.", 404)


def _encodable(text: str) -> str:
    """A text that quotes what was sent, halves of characters spelt out."""
    return text.encode("utf-8", "backslashreplace").decode()


def _faults(detail: Any, field: str = "") -> Iterator[dict[str, str]]:
    """The faults of a nested detail one by one, each with the path to its field; `body` is the whole body alone."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            is_of_whole = bool(field) and name == api_settings.NON_FIELD_ERRORS_KEY
            yield from _faults(inner, field if is_of_whole else f"{field}.{name}".lstrip("."))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _faults(inner, field)
    else:
        yield {"field": field, "message": str(detail)}
