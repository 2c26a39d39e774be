"""The mark before an identity: `<>` for programs, `◊` on pages."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.html import escape

from engine.model.names import IDENTITY_MARK, SHOWN_IDENTITY_MARK

_WRITTEN = escape(IDENTITY_MARK)
_BYTES = _WRITTEN.encode()
#: What is typed, sent or copied keeps the mark that lists and queries have.
_KEPT = re.compile(
    rf"""<(textarea|pre|code|script)\b.*?</\1>|\s(?:value|data-query)="[^"]*"|{re.escape(_WRITTEN)}""", re.DOTALL
)


def show_marks(html: str) -> str:
    """A page with the mark as cards have it, wherever it is shown: in text, in labels, in messages of the engine."""
    return _KEPT.sub(lambda found: SHOWN_IDENTITY_MARK if found[0] == _WRITTEN else found[0], html)


class IdentityMarksMiddleware:
    """Every page and part of a page shows `◊`; titles and messages stay as the API and files have them until then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if (
            isinstance(response, HttpResponse)
            and response.headers.get("Content-Type", "").startswith("text/html")
            and _BYTES in response.content
        ):
            response.content = show_marks(response.content.decode(response.charset)).encode(response.charset)
        return response
