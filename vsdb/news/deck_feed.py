"""The feed of new public decks, narrowed as their list is."""

from __future__ import annotations

from django.urls import reverse

from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.core.words import quantity
from vsdb.decks.browse import BrowseRequest, list_new_decks
from vsdb.decks.glance import read_glance
from vsdb.decks.models import Deck
from vsdb.news.feeds import MAX_ENTRIES, Feed, FeedEntry


def build_deck_feed(asked: BrowseRequest, root: str, place: str) -> Feed:
    """The newest public decks as a feed; three queries beside those of the query."""
    entries = [_entry(deck) for deck in list_new_decks(asked, MAX_ENTRIES) if deck.published]
    narrowed = " ".join(filter(None, (asked.as_query, f"({GAMES[asked.of_game]})" if asked.of_game else "")))
    title = f"vsdb: New decks{f': {narrowed}' if narrowed else ''}"
    words, about = asked.feed_words, "Public decks, the newest first."
    return Feed(f"decks{words}", title, about, root, reverse("stored:index") + words, place, entries)


def _entry(deck: Deck) -> FeedEntry:
    fmt = format_named(cards.get_reference(deck.game_id), deck.format)
    leads = ", ".join(lead.title for lead in read_glance(deck).leads)
    author = f"by {deck.owner.username}" if deck.owner else ""
    said = (GAMES[deck.game_id], fmt.name if fmt else "", quantity(deck.size, "card"), author)
    text = f"{leads}. " * bool(leads) + ", ".join(filter(None, said)) + "."
    at = deck.published or deck.created
    tags = tuple(tag.name for tag in deck.tags.all())
    return FeedEntry(
        f"decks/{deck.pk}", deck.title, text, reverse("stored:deck", args=(deck.pk, deck.slug)), at, at, tags
    )
