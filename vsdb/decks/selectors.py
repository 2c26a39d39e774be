"""Reads of stored decks; each says how many queries it costs."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from engine.model.errors import NotFound
from vsdb.accounts.viewers import Viewer
from vsdb.core.sealed_fields import match_word
from vsdb.core.sealed_stores import refuse_if_unreadable
from vsdb.decks.models import Deck, Revision


def list_public_decks() -> QuerySet[Deck]:
    """The decks that everybody may see, the newest edit first."""
    return Deck.objects.filter(is_public()).select_related("owner")


def list_own_decks(viewer: Viewer) -> QuerySet[Deck]:
    """The decks that are the viewer's: the account's, and those that the browser has built without one."""
    return Deck.objects.filter(is_own(viewer)).select_related("owner")


def list_findable_decks(viewer: Viewer) -> QuerySet[Deck]:
    """The decks that a search may find for the viewer: those that everybody may see, and the viewer's own."""
    return Deck.objects.filter(is_findable(viewer))


def list_unclaimed_decks(viewer: Viewer) -> QuerySet[Deck]:
    """The decks that the viewer's browser has built without an account, and that no account has claimed."""
    return Deck.objects.filter(owner=None, pk__in=viewer.built)


def is_findable(viewer: Viewer) -> Q:
    """Whether a search may find a deck for the viewer."""
    return is_public() | is_own(viewer)


def is_public(deck: str = "") -> Q:
    """Whether everybody may see a deck; `deck` leads to it from a row of another table, such as `decks__`."""
    return Q(**{f"{deck}visibility": Deck.Visibility.PUBLIC, f"{deck}hidden_at": None})


def is_own(viewer: Viewer) -> Q:
    """Whether a deck is the account's, or was built without one in the browser.

    Who has neither gets a condition that databases needn't look at, so that their indexes of public decks serve.
    """
    built = Q(owner=None, pk__in=viewer.built) if viewer.built else Q(pk__in=())
    return built | Q(owner=viewer.user) if viewer.user else built


def get_readable_deck(pk: int, viewer: Viewer, *, secret: str = "") -> Deck:
    """A deck that the viewer may read; one query. Raises NotFound for another as for one that isn't there.

    Staff may look at what was reported to them, also where it is shared by a link alone; one query more.
    """
    found = Deck.objects.select_related("owner", "forked_from__deck__owner").filter(pk=pk).first()
    if found is None or not (viewer.may_read(found, secret) or _is_reported_to(viewer, found)):
        raise NotFound(f"no deck {pk}, or it isn't shared with you")
    return found


def _is_reported_to(viewer: Viewer, deck: Deck) -> bool:
    return viewer.may_moderate and deck.visibility != Deck.Visibility.PRIVATE and deck.reports.exists()


def get_shared_deck(secret: str) -> Deck:
    """The deck of a secret link; one query. Raises NotFound also for a link that was taken back."""
    shared = Deck.objects.select_related("owner", "forked_from__deck__owner").exclude(secret="")
    shown = shared.exclude(visibility=Deck.Visibility.PRIVATE).filter(hidden_at=None)
    found = shown.filter(match_word("secret", secret)).first()
    if found is None:
        refuse_if_unreadable(Deck, "secret")
        raise NotFound("this link no longer works or is incomplete; ask the owner for a new one")
    return found


def get_own_deck(pk: int, viewer: Viewer) -> Deck:
    """A deck that the viewer may change; one query. Raises NotFound for another as for one that isn't there."""
    found = Deck.objects.select_related("owner").filter(pk=pk).first()
    if found is None or not viewer.owns(found):
        raise NotFound(f"you have no deck {pk}")
    return found


def list_public_forks(deck: Deck, most: int) -> list[Deck]:
    """The public decks that began as a copy of a deck, the newest first; one query."""
    found = list_public_decks().filter(forked_from__deck=deck).order_by("-published", "-pk")
    return list(found[:most])


def get_revision(deck: Deck, number: int | None = None) -> Revision:
    """A version of a deck, the newest where no number is given; one query. Raises NotFound."""
    found = deck.revisions.select_related("by").filter(number=deck.edition if number is None else number).first()
    if found is None:
        raise NotFound(f"“{deck.title}” has no version {number}; its versions are 1 to {deck.edition}")
    return found
