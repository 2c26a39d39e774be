"""What the addresses of the API share: how they are described, who asks, what is sent, and lists by the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.fields import empty
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from engine import InputError
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.api.authentication import MayRead
from vsdb.api.errors import ErrorShape
from vsdb.api.limits import ChecksPerCaller, PerCaller, WritesPerCaller
from vsdb.api.pagination import Pages
from vsdb.api.parameters import refuse_others
from vsdb.api.shapes import Shape


def describe_answer(
    shape: Any,
    *refusals: int,
    status: int = 200,
    takes: Any = empty,
    parameters: Sequence[OpenApiParameter] | None = None,
    errors: Mapping[int, Any] | None = None,
) -> Callable[[Any], Any]:
    """What an address gives and takes, with the statuses of its refusals; `errors` are those of another shape."""
    given = shape if isinstance(shape, dict) else {status: shape}
    responses = {**given, **dict.fromkeys(refusals, ErrorShape), **(errors or {})}
    return extend_schema(request=takes, parameters=parameters, responses=responses)


def describe_question(takes: type[Shape], shape: type[Shape], name: str, **example: object) -> Callable[[Any], Any]:
    """What an address takes as a question and answers, with an example of the question."""
    refusals = dict.fromkeys((400, 404, 413, 429), ErrorShape)
    examples = [OpenApiExample(name, value=example, request_only=True)]
    return extend_schema(request=takes, responses={200: shape, **refusals}, examples=examples)


class StoredView(APIView):
    """An address about what is stored. `parameters` are those of its address; another one is refused."""

    parameters: tuple[str, ...] = ()
    costs_a_check = False  #: and changes nothing

    def get_throttles(self) -> list[BaseThrottle]:
        """Reading counts as any request does; judging, and changing something, count apart as well."""
        if self.costs_a_check:
            return [PerCaller(), ChecksPerCaller()]
        return [PerCaller()] if self.request.method in SAFE_METHODS else [PerCaller(), WritesPerCaller()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        refuse_others(request, self.parameters)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """What is told of it is for whoever asked, and for now."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers["Cache-Control"] = "private, no-store"
        return answer


class StoredListView(StoredView):
    """An address that gives a page of what is stored."""

    pagination_class = Pages
    parameters: tuple[str, ...] = ("page", "page_size")

    def page(self, rows: Any, shape: type[Shape], told: Callable[[Any], Any] = list) -> Response:
        """The page of these rows that is asked for; `told` makes of its rows what the shape takes."""
        pages = self.pagination_class()
        found = told(pages.paginate_queryset(rows, self.request, view=self) or [])
        return pages.get_paginated_response(shape(found, many=True).data)


class QuestionView(APIView):
    """An address to which a question is posted that anybody may ask and that costs what a check costs."""

    permission_classes = (AllowAny,)
    changes_nothing = True  #: so it answers in read-only mode, too
    throttle_classes: tuple[type[BaseThrottle], ...] = (PerCaller, ChecksPerCaller)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise InputError for a body in chunks, which the framework would take for an empty one."""
        super().initial(request, *args, **kwargs)
        if request.method == "POST" and "HTTP_TRANSFER_ENCODING" in request.META:
            raise InputError("sent in chunks; send a Content-Length", place="body", code="length-missing")


def read(shape: type[Shape], request: Request) -> dict[str, Any]:
    """What was sent. Raises ValidationError."""
    sent = shape(data=request.data)
    sent.is_valid(raise_exception=True)
    found: dict[str, Any] = sent.validated_data
    return found


def created_response(answer: Mapping[str, Any]) -> Response:
    """The answer to what was made."""
    return Response(answer, status=201)


def viewer_of_request(request: Request) -> Viewer:
    """Who asks: the account of the token, else a stranger; cookies never count."""
    user = request.user
    if user is None:
        return STRANGER
    return Viewer(user.pk, may_moderate=user.has_perm("decks.change_comment"))


def require_user(request: Request) -> int:
    """The key of the token's account. Raises NotAuthenticated for a stranger."""
    if request.user is None:
        raise NotAuthenticated(MayRead.message)
    return cast(int, request.user.pk)
