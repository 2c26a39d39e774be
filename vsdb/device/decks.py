"""Stored decks as a browser takes them along, to read and change them without a network."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from engine.decklists.sections import section_title
from engine.model.decks import DeckEntry
from engine.model.games import game_of
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import selectors, to_engine
from vsdb.decks.models import Deck

MAX_DECKS = 100  #: those edited last


def list_decks_to_take(viewer: Viewer, pk: int | None = None) -> list[Deck]:
    """The viewer's own decks, those edited last first, or the one of that number; one query."""
    found = selectors.list_own_decks(viewer)
    if pk is not None:
        found = found.filter(pk=pk)
    return list(found.order_by("-edited", "-pk")[:MAX_DECKS])


def deck_to_dict(deck: Deck) -> dict[str, Any]:
    """A deck for a browser: the number of its version, what stands in it, and where it is changed."""
    fmt = format_named(cards.get_reference(deck.game_id), deck.format)
    return {
        "id": deck.pk,
        "edition": deck.edition,
        "game": deck.game_id,
        "game_name": game_of(deck.game_id).name,
        "title": deck.title,
        "format": deck.format,
        "format_name": fmt.name if fmt else "",
        "as_of": deck.as_of.isoformat() if deck.as_of else "",
        "has_account": deck.owner_id is not None,
        "text": deck.text,
        "lines": [_line_to_dict(entry) for entry in to_engine.build_deck(deck.text, deck.game_id, deck.as_of).entries],
        "address": reverse("stored:deck", args=(deck.pk, deck.slug)),
        "builder": reverse("stored:edit", args=(deck.pk,)),
        "change": reverse("stored:change", args=(deck.pk,)),
    }


def _line_to_dict(entry: DeckEntry) -> dict[str, Any]:
    """A line of a list; `card` is empty where it names no card without doubt."""
    return {
        "section": entry.section,
        "section_title": section_title(entry.section),
        "card": entry.card.slug if entry.card else "",
        "name": entry.card.title if entry.card else entry.written.strip(),
        "count": entry.count,
    }
