"""Pages that browsers may store, to show them again without a network."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from vsdb.accounts.offline_copies import ACCOUNT, COPY, allow_offline_copy, name_account
from vsdb.accounts.viewers import has_built

#: Pages to read that are the same for everybody. What people are asked, told or sent is none of them.
FOR_READING = frozenset(
    (
        *("site:about", "site:privacy", "site:terms", "site:help", "site:linking", "search:help", "changes:index"),
        *("cards:index", "cards:list", "cards:card", "cards:card-life", "cards:sets", "cards:set"),
        *("cards:keywords", "cards:keyword", "cards:teams", "cards:team", "cards:gaps", "cards:gaps-of-game"),
        *("wordings:sources", "wordings:source", "wordings:group"),
        *("formats:index", "formats:list", "formats:format", "ownformats:index", "ownformats:format"),
        *("rules:documents", "rules:document", "rules:whole", "rules:rule", "rules:glossary", "rules:compare"),
        *("rules:coverage", "rules:every-coverage"),
    )
)
#: Pages with a form that this device may answer; with a question in the address they are an answer, which isn't kept.
FORMS = frozenset(("decks:check",))
#: Pages that show what is public, and of whoever has decks also their own.
WITH_DECKS = frozenset(
    ("site:home", "stored:index", "stored:deck", "stored:versions", "stored:version", "stored:of-card")
)
#: Pages of one account.
OF_ACCOUNTS = frozenset(("stored:mine", "stored:liked"))
KEPT = FOR_READING | FORMS | WITH_DECKS | OF_ACCOUNTS


class OfflineCopyMiddleware:
    """Says of each page whose it is, and of pages to read that browsers may store them.

    A view may have said so itself. Never stored: what isn't public and isn't an account's, such as the decks of a
    browser without one; and a page that tells what came of the request before.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not settings.OFFLINE_COPIES or COPY in response.headers or not _is_page(request, response):
            return response
        if _may_be_kept(request, response):
            allow_offline_copy(request, response)
        elif _is_session_read(request):
            response.headers[ACCOUNT] = name_account(request)
        return response


def _is_page(request: HttpRequest, response: HttpResponseBase) -> bool:
    is_whole = request.method == "GET" and "HX-Request" not in request.headers
    return is_whole and response.headers.get("Content-Type", "").startswith("text/html")


def _is_session_read(request: HttpRequest) -> bool:
    """Whether the account is known without asking; a page that doesn't ask isn't made an account's by this."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES or bool(request.session.accessed)


def _may_be_kept(request: HttpRequest, response: HttpResponseBase) -> bool:
    name = request.resolver_match.view_name if request.resolver_match else ""
    if name not in KEPT or response.status_code != HTTPStatus.OK or response.cookies or _has_messages(request):
        return False
    if name in FORMS and request.GET:
        return False
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    if has_session and request.user.is_authenticated:
        return True
    if name in OF_ACCOUNTS or "noindex" in response.headers.get("X-Robots-Tag", ""):
        return False
    return name in FOR_READING | FORMS or not (has_session and has_built(request.session))


def _has_messages(request: HttpRequest) -> bool:
    """Whether the page told what came of the request before."""
    messages = getattr(request, "_messages", ())
    return bool(getattr(messages, "used", False) and len(messages))
