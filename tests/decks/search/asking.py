"""Decks to be searched, and who asks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from engine.model.cards import VS_CLASSIC
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

TODAY = date(2026, 11, 20)
STRANGER = Viewer()
Ask = Callable[..., set[str]]
#: Sixty legal cards of an army, as the check page's own sample has them.
ARMY = "60 Sentinel Mark V, Army"


def kept(
    viewer: Viewer, title: str, text: str, *, game: str = VS_CLASSIC, fmt: str = "", shared: str = "public"
) -> Deck:
    """A deck that is shared so."""
    deck = services.create(viewer, game, Snapshot(title=title, format=fmt, text=text))
    return services.share(deck.pk, viewer, shared)
