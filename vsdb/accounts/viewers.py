"""Whoever asks about stored decks: somebody signed in, or a browser that has built decks without an account."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

#: With one of these a page may say what concerns one person: a name, or what came of the request before.
OWN_COOKIES = frozenset({settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name})
_BUILT = "decks_built"  #: the session's word for the decks that this browser has built


class Owned(Protocol):
    """What belongs to an account or to a browser, and is shown to whom its visibility says: a stored deck."""

    pk: Any
    owner_id: int | None
    visibility: str
    hidden_at: Any

    def opens_with(self, word: str) -> bool:
        """Whether this is the word of its secret link."""


PUBLIC, LINK = "public", "link"  #: the visibilities in which others than the owner may read


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: `user` is the account's key, `built` the decks that belong to the browser, `may_moderate` for staff."""

    user: int | None = None
    built: frozenset[int] = frozenset()
    may_moderate: bool = False

    def owns(self, deck: Owned) -> bool:
        """Whether the deck is theirs: their account's, or nobody's and built in their browser."""
        if deck.owner_id is not None:
            return deck.owner_id == self.user
        return deck.pk in self.built

    def may_read(self, deck: Owned, secret: str = "") -> bool:
        """Whether the deck is theirs, public, or shared by the secret that they have; one that staff has hidden is for
        its owner and staff."""
        if self.owns(deck) or (self.may_moderate and deck.visibility == PUBLIC):
            return True
        if deck.hidden_at:
            return False
        if deck.visibility == PUBLIC:
            return True
        return deck.visibility == LINK and deck.opens_with(secret)


STRANGER = Viewer()  #: who has no account and has built nothing


def get_viewer(request: HttpRequest) -> Viewer:
    """Who sends a request; a request without a session's cookie is a stranger's, and looks into no session."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return STRANGER
    user = request.user
    built = frozenset(request.session.get(_BUILT, ()))
    if not user.is_authenticated:
        return Viewer(built=built)
    return Viewer(user.pk, built, may_moderate=user.has_perm("decks.change_comment"))


def require_user(request: HttpRequest) -> int:
    """The key of the account that is signed in, on a page `for_members`."""
    return cast(int, request.user.pk)


def remember_built(request: HttpRequest, deck: Owned) -> None:
    """The browser keeps that it has built a deck without an account, the newest hundred of them."""
    if deck.owner_id is None:
        request.session[_BUILT] = [*request.session.get(_BUILT, ()), deck.pk][-100:]


def has_built(session: Mapping[str, Any]) -> bool:
    """Whether a session is of a browser that has decks without an account."""
    return bool(session.get(_BUILT))


def keep_only_built(session: Mapping[str, Any]) -> dict[str, Any]:
    """What a session says of the decks that its browser has, and nothing else: nobody is signed in by it."""
    return {_BUILT: [*session.get(_BUILT, ())]}


def forget_built(request: HttpRequest, decks: frozenset[int]) -> None:
    """The browser no longer has these decks: an account has them."""
    request.session[_BUILT] = [each for each in request.session.get(_BUILT, ()) if each not in decks]


def for_members(*methods: str) -> Callable[[View], View]:
    """A page for whoever is signed in, by these methods, which nobody keeps; others are asked to sign in first."""
    return lambda view: require_http_methods([*methods])(login_required(never_cache(view)))
