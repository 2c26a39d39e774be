"""Where somebody is signed in: devices in words, when each was last seen, and ending them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from engine import NotFound
from vsdb.core.read_only import get_read_only_mode

_SEEN = "seen"  #: the session's word for when its being used was last written down, in seconds
_SEEN_IS_WRITTEN_EVERY = timedelta(minutes=5)
#: The first that fits names it: Edge and Opera call themselves Chrome too, Chrome calls itself Safari.
_BROWSERS = (
    ("Edge", r"\bEdgA?(?:iOS)?/"),
    ("Opera", r"\bOPR/"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\b(?:Firefox|FxiOS)/"),
    ("Chrome", r"\b(?:Chrome|Chromium|HeadlessChrome|CriOS)/"),
    ("Safari", r"\bSafari/"),
    ("curl", r"\bcurl/"),
)
_SYSTEMS = (
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Android", r"\bAndroid\b"),
    ("Windows", r"\bWindows\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("macOS", r"\b(?:Macintosh|Mac OS X)\b"),
    ("Linux", r"\bLinux\b"),
)


@dataclass(frozen=True, slots=True)
class SignedInBrowser:
    """A browser in which somebody is signed in, as their page lists it."""

    pk: int
    device: str
    ip: str
    since: datetime
    last_seen: datetime
    is_current: bool


def describe_device(user_agent: str) -> str:
    """A browser and its system in words: `Firefox on Windows`. What it says of itself proves nothing."""
    browser = next((name for name, pattern in _BROWSERS if re.search(pattern, user_agent)), "")
    system = next((name for name, pattern in _SYSTEMS if re.search(pattern, user_agent)), "")
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown browser"


def list_browsers(user: User, current: str | None) -> list[SignedInBrowser]:
    """Where somebody is signed in, this browser first, then the one seen last; two queries a session.

    `current` is the key of this session.
    """
    rows = UserSession.objects.purge_and_list(user)
    listed = [
        SignedInBrowser(
            row.pk,
            describe_device(row.user_agent),
            row.ip,
            row.created_at,
            row.last_seen_at,
            row.session_key == current,
        )
        for row in rows
    ]
    return sorted(listed, key=lambda each: (each.is_current, each.last_seen), reverse=True)


@transaction.atomic
def end_session(user: User, pk: int) -> None:
    """One of somebody's sessions ends. Raises NotFound for one of others."""
    found = UserSession.objects.filter(user=user, pk=pk).first()
    if found is None:
        raise NotFound("you have no such session; it may have ended already")
    found.end()


@transaction.atomic
def end_sessions(user: User, keep: str | None = None) -> int:
    """All of somebody's sessions end but the one with the key `keep`; how many did."""
    ending = UserSession.objects.filter(user=user).exclude(session_key=keep or "")
    keys = list(ending.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    ending.delete()
    return len(keys)


@receiver(user_logged_in)
def _note_sign_in(sender: object, request: HttpRequest, **_: object) -> None:
    """Whoever signs in was seen just now."""
    request.session[_SEEN] = int(timezone.now().timestamp())


class LastSeenMiddleware:
    """Writes down every few minutes that a session is in use, which also moves on the day when it would end.

    It looks at no session that the page hasn't looked at, and writes nothing in read-only mode.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # Whoever has just signed out has no key in the session any more, though the request knew who they were.
        is_known = settings.SESSION_COOKIE_NAME in request.COOKIES and hasattr(request, "_cached_user")
        if is_known and get_read_only_mode() is None and SESSION_KEY in request.session:
            _note_use(request)
        return response


def _note_use(request: HttpRequest) -> None:
    now = timezone.now()
    if request.session.get(_SEEN, 0) > (now - _SEEN_IS_WRITTEN_EVERY).timestamp():
        return
    request.session[_SEEN] = int(now.timestamp())
    UserSession.objects.filter(session_key=request.session.session_key).update(last_seen_at=now)
