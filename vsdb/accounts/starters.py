"""Who starts long work and may cancel it: an account, or a browser by the keys that its session holds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from vsdb.accounts.viewers import get_viewer
from vsdb.core.limits.callers import identify_caller

_REMEMBERED = 50  #: keys of one kind in a session, the newest


class Started(Protocol):
    """Work that somebody has started: of an account, or of the browser that holds its key."""

    pk: Any
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Starter:
    """Whoever starts work or wants to cancel it: an account or, without one, a browser by the keys in its session.

    `caller` is whom limits count, as `identify_caller` gives it.
    """

    user: int | None = None
    keys: Collection[str] = ()
    caller: str = ""

    def digest(self, kind: str) -> str:
        """What a row says of the caller while its work is under way: no address can be read from it."""
        named = self.caller if self.user is None else f"account-{self.user}"
        return salted_hmac(f"vsdb.{kind}.caller", named, algorithm="sha256").hexdigest()[:43]

    def owns(self, work: Started) -> bool:
        """Whether they started it."""
        return work.user_id == self.user if work.user_id is not None else work.pk in self.keys


def read_starter(request: HttpRequest, word: str) -> Starter:
    """Who sends a request, with the keys under this word of the session; one without a session's cookie has started
    nothing, and no session is looked into."""
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    keys = frozenset(request.session.get(word, ())) if has_session else frozenset()
    return Starter(get_viewer(request).user, keys, identify_caller(request))


def remember_start(request: HttpRequest, word: str, work: Started) -> None:
    """The browser keeps that it has started something without an account."""
    if work.user_id is None:
        others = [key for key in request.session.get(word, ()) if key != work.pk]
        request.session[word] = [*others, work.pk][-_REMEMBERED:]
