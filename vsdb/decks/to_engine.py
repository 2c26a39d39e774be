"""Stored decks as the engine takes them, and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from django.utils import timezone

from engine import decklists
from engine.model.decks import Deck
from vsdb.catalog.cards import selectors as cards


def build_deck(text: str, game: str, as_of: date | None, *, title: str = "") -> Deck:
    """The deck that a stored list is on a day, today's where none is given; the one query of a reference in memory."""
    day = as_of or timezone.localdate()
    return decklists.read_deck(text, cards.get_reference(game).on(day).catalog, day, title=title)


def list_text(deck: Deck) -> str:
    """The text under which a deck is stored: its list alone, without title and metadata."""
    written = decklists.write_deck(replace(deck, title="", metadata={}))
    return "" if written.isspace() else written
