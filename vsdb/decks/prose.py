"""What people write about decks, as HTML: notes, notes on cards, comments. `[[Card name]]` leads to the card."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.filters import list_address
from vsdb.core.markdown import MAX_LENGTH, render_markdown

_MAX_KEPT = 500  #: rendered texts


def render_prose(text: str, game: str, *, is_small: bool = False, is_kept: bool = True) -> SafeString:
    """A text about a deck of a game as HTML; a small one, a note on a card, has no headings. No query of its own.

    `is_kept` keeps the HTML in memory, for texts that are stored and shown again.
    """
    try:
        version = cards.get_data_version(game)
    except NotFound:
        version = ""
    text = text.replace("\r\n", "\n")
    render = _render_once if is_kept and len(text) <= MAX_LENGTH else _render
    return render(text, game, version, is_small)


def _render(text: str, game: str, version: str, is_small: bool) -> SafeString:
    """The same for each text by the same facts."""

    def find_card(name: str) -> str | None:
        if not version:
            return None
        catalog = cards.get_reference(game).catalog
        found = catalog.by_title(name) or catalog.by_name(name) or catalog.by_printing(name)
        if len(found) == 1:
            return reverse("cards:card", args=(game, found[0].slug))
        quoted = name.replace('"', "")
        return list_address(game, f'"{quoted}"') if found else None

    return render_markdown(text, find_card, has_headings=not is_small)


_render_once = lru_cache(maxsize=_MAX_KEPT)(_render)
