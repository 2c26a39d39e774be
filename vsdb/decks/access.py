"""A stored deck as it was reached, by number or secret link, and what every page about it keeps to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.model.errors import NotFound
from vsdb.accounts.limits import count_for_address
from vsdb.accounts.viewers import Viewer, get_viewer
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import answers_in_read_only_mode
from vsdb.core.responses import serve_uncached
from vsdb.decks import selectors
from vsdb.decks.models import Deck


@dataclass(frozen=True, slots=True)
class ViewedDeck:
    """A deck, who asks for it, and the secret that they came by; empty where they came by its number."""

    deck: Deck
    viewer: Viewer
    secret: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is shown to whoever may change it. By its secret link its owner sees it as others do."""
        return not self.secret and self.viewer.owns(self.deck)

    @property
    def is_listed(self) -> bool:
        """Whether search engines may keep the page."""
        return not self.secret and self.deck.visibility == Deck.Visibility.PUBLIC and not self.deck.hidden_at

    @property
    def has_preview(self) -> bool:
        """Whether other sites may be told what the page shows: where they can see it themselves."""
        return bool(self.secret) or self.is_listed

    def address(self, name: str = "deck", *args: object) -> str:
        """The address of a page about the deck: `stored:deck` and below, or `stored:shared` and below."""
        if self.secret:
            return reverse("stored:shared" if name == "deck" else f"stored:shared-{name}", args=(self.secret, *args))
        return reverse(f"stored:{name}", args=(self.deck.pk, *((self.deck.slug,) if name == "deck" else args)))


View = Callable[..., HttpResponseBase]


def find_viewed_deck(request: HttpRequest, pk: int = 0, secret: str = "") -> ViewedDeck:
    """The deck that an address names, by number or secret; one query. Raises NotFound where it is hidden from them.

    A word that isn't the deck's secret leads nowhere, and so is forgotten.
    """
    viewer = get_viewer(request)
    deck = selectors.get_readable_deck(pk, viewer, secret=secret) if pk else selectors.get_shared_deck(secret)
    return ViewedDeck(deck, viewer, secret if deck.opens_with(secret) else "")


def with_readable_deck(view: View) -> View:
    """A page about a deck that the viewer may read. What isn't public is told to search engines to be left alone."""
    return require_safe(_with_readable_deck(view))


def with_form_about_deck(view: View) -> View:
    """The same, and the page takes its own form: it changes nothing of the deck."""
    return answers_in_read_only_mode(require_http_methods(["GET", "HEAD", "POST"])(_with_readable_deck(view)))


def _with_readable_deck(view: View) -> View:
    @serve_uncached
    @wraps(view)
    def answer(request: HttpRequest, *, pk: int = 0, secret: str = "", **kwargs: Any) -> HttpResponseBase:
        place = find_viewed_deck(request, pk, secret)
        response = view(request, place, **kwargs)
        if not place.is_listed:
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return answer


def with_deck_action(view: View) -> View:
    """What is done with or to a deck that the viewer may read; a secret comes with the address or with the form."""

    @require_POST
    @serve_uncached
    @wraps(view)
    def answer(request: HttpRequest, *, pk: int = 0, secret: str = "", **kwargs: Any) -> HttpResponseBase:
        told = secret or request.POST.get("secret", "")
        return view(request, find_viewed_deck(request, pk, told), **kwargs)

    return answer


def with_way_out(view: View) -> View:
    """A page of a deck's owner alone: others are led to what they may do, with 404 all the same.

    Whoever isn't signed in is told the same of a deck that they may not read as of one that isn't there.
    """

    @wraps(view)
    def answer(request: HttpRequest, pk: int) -> HttpResponseBase:
        try:
            return view(request, pk)
        except NotFound:
            place = _find_readable(request, pk)
            if place is None and get_viewer(request).user is not None:
                raise
        return serve_uncached(render)(request, "decks/not_yours.html", {"place": place, "pk": pk}, status=404)

    return answer


def _find_readable(request: HttpRequest, pk: int) -> ViewedDeck | None:
    try:
        return find_viewed_deck(request, pk)
    except NotFound:
        return None


def refuse_too_often(request: HttpRequest, viewer: Viewer) -> None:
    """Raise ApplicationError where one address makes very many decks without an account: a browser that forgets its
    cookies is a new one each time."""
    if viewer.user is None and not count_for_address(request, "new_deck"):
        said = "Too many decks were created from your network without an account. Sign in or try again later."
        raise ApplicationError(said, code="too-often")


def get_site_root(request: HttpRequest) -> str:
    """Where the site is, as far as the first slash of its paths."""
    return request.build_absolute_uri("/")[:-1]
