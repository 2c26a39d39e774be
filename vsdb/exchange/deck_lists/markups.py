"""What Markdown and BBCode share: addresses of cards, and lines out of the parts of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.urls import reverse

from engine.decklists.metadata import KEYS, is_title
from engine.model.cards import GAMES, Card
from engine.model.decks import Deck
from vsdb.exchange.deck_lists.drafts import Draft, Outgoing, Row, head_of, one_line


def address_of(card: Card, out: Outgoing) -> str:
    """The whole address of a card's page."""
    return out.absolute(reverse("cards:card", args=(card.game, card.slug)))


def card_at(address: str) -> tuple[str, str] | None:
    """The game and the slug of the card whose page an address of any site like this one is."""
    games = "|".join(map(re.escape, GAMES))
    found = re.search(rf"/cards/(?P<game>{games})/(?P<slug>[-a-zA-Z0-9_]+)/?(?:[?#].*)?$", address)
    return (found["game"], found["slug"]) if found else None


def head_words(deck: Deck) -> tuple[str, list[str]]:
    """The title and the lines that a deck says about itself, as comments say them but without their sign."""
    lines = [line.removeprefix("# ") for line in head_of(deck)]
    return (lines[0], lines[1:]) if deck.title.strip() else ("", lines)


def title_line(title: str) -> str:
    """A title as the comment line that gives it."""
    line = f"# {title}"
    return line if is_title(line) else f"# title: {title}"


def said_line(key: str, value: str) -> str | None:
    """What a list says about itself as a comment line; None for a key without a meaning."""
    return f"# {key}: {value}" if key in KEYS else None


def linked(count: str, title: str, address: str, printing: str, note: str) -> tuple[Row, str]:
    """The row of a line whose card is a link, and the game that the address tells."""
    game, slug = card_at(address) or ("", "")
    return Row(count, one_line(title), slug=slug, printing=printing, note=note), game


def drafted(lines: Iterable[str | Row], games: Iterable[str], notes: Iterable[str]) -> Draft:
    """The draft of a list whose links tell its game: the one that most of them do."""
    told = [game for game in games if game]
    return Draft(tuple(lines), max(told, key=told.count, default=""), "\n".join(notes))
