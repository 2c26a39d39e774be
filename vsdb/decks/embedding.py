"""A deck's verdict on other sites: a badge, a frame, and the snippets that show them there.

Only what everybody may see, or whoever has the secret link: the answer is the same for all, its owner too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.html import escape

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.model.formats import Format
from engine.rules.validation import check_deck
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_format, format_named
from vsdb.check.badges import describe_outcome
from vsdb.core.dates import parse_day
from vsdb.decks import selectors, to_engine
from vsdb.decks.models import Deck
from vsdb.decks.verdict_cache import map_own_outcomes
from vsdb.decks.verdict_records import get_facts_state, get_today
from vsdb.exchange.deck_lists.markups import BBCODE, MARKDOWN

FRAME_SIZE = (420, 132)  #: pixels
_SIGNS = {"legal": "✓", "illegal": "✗", "uncertain": "?"}


@dataclass(frozen=True, slots=True)
class EmbeddedVerdict:
    """What a badge or a frame says of a deck; `outcome` is empty where it has no format."""

    deck: Deck
    secret: str
    fmt: Format | None
    on: date
    outcome: str

    @property
    def words(self) -> str:
        """The verdict in a line."""
        return describe_outcome(self.outcome, self.fmt, self.on)

    @property
    def sign(self) -> str:
        """The sign of the outcome."""
        return _SIGNS.get(self.outcome, "–")

    @property
    def address(self) -> str:
        """The page of the deck."""
        return get_address("deck", self.deck, self.secret)


@dataclass(frozen=True, slots=True)
class EmbedRequest:
    """A deck that others may see, in which format and on which day it is asked for; before anything is judged."""

    deck: Deck
    secret: str
    fmt: Format | None
    on: date

    @property
    def etag(self) -> str:
        """It changes with the deck, the format, the day and the facts."""
        deck = self.deck
        said = (deck.pk, deck.edition, deck.slug, self.secret, self.fmt and self.fmt.slug, self.on)
        parts = (*said, get_facts_state(deck.game_id))
        return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'

    def judge(self) -> EmbeddedVerdict:
        """The verdict; kept for a deck's own format and day, worked out for others."""
        deck, fmt, on = self.deck, self.fmt, self.on
        today = get_today()
        outcome = ""
        own = format_named(cards.get_reference(deck.game_id), deck.format)
        # The slug of an organizer's format has its version: another version than the deck's may judge otherwise.
        if fmt and own and (fmt.slug, on) == (own.slug, deck.as_of or today):
            outcome = map_own_outcomes([deck], today).get(deck.pk, "")
        if fmt and not outcome:
            outcome = check_deck(to_engine.build_deck(deck.text, deck.game_id, on), fmt, on).outcome
        return EmbeddedVerdict(deck, self.secret, fmt, on, outcome)


def read_embed_request(words: Mapping[str, str], pk: int = 0, secret: str = "") -> EmbedRequest:
    """What an address asks; two queries at most. Raises NotFound for what isn't shared, and InputError."""
    deck = selectors.get_shared_deck(secret) if secret else selectors.list_public_decks().filter(pk=pk).first()
    if deck is None:
        raise NotFound(f"no public deck {pk}")
    reference = cards.get_reference(deck.game_id)
    word = words.get("format", "").removeprefix(f"{deck.game_id}/")
    fmt = find_format(reference, word[:100]) if word else format_named(reference, deck.format)
    day = words.get("on", "").strip()
    return EmbedRequest(deck, secret, fmt, parse_day(day, place="on") if day else deck.as_of or get_today())


@dataclass(frozen=True, slots=True)
class Snippet:
    """A text to copy into a page, a post or a file."""

    slug: str
    label: str
    text: str


def get_address(name: str, deck: Deck, secret: str = "") -> str:
    """The address of something about a deck, by its secret where there is one."""
    if secret:
        return reverse("stored:shared" if name == "deck" else f"stored:shared-{name}", args=(secret,))
    return reverse(f"stored:{name}", args=(deck.pk, deck.slug) if name == "deck" else (deck.pk,))


@dataclass(frozen=True, slots=True)
class Embedding:
    """How a deck is shown elsewhere: the addresses of its page and its badge, and what to copy."""

    page: str
    badge: str
    snippets: tuple[Snippet, ...]


def build_embedding(deck: Deck, root: str) -> Embedding | None:
    """What shows the verdict of a deck elsewhere; None for one that nobody else may see,
    or whose secret link can't be read."""
    if deck.hidden_at or deck.visibility == Deck.Visibility.PRIVATE:
        return None
    if deck.visibility == Deck.Visibility.LINK and deck.is_link_unreadable:
        return None
    secret = "" if deck.visibility == Deck.Visibility.PUBLIC else deck.secret
    page, badge, frame = (root + get_address(name, deck, secret) for name in ("deck", "badge", "frame"))
    said = f"{deck.title}: verdict by vsdb"
    snippets = (
        Snippet("markdown", "Markdown", f"[![{MARKDOWN.inert(said)}]({badge})]({page})"),
        Snippet("html", "HTML", f'<a href="{page}"><img src="{badge}" alt="{escape(said)}"></a>'),
        Snippet("bbcode", "BBCode", f"[url={page}][img]{badge}[/img][/url] {BBCODE.inert(deck.title)}"),
        Snippet("frame", "Frame (HTML)", write_frame(frame, said)),
    )
    return Embedding(page, badge.removeprefix(root), snippets)


def write_frame(address: str, title: str, size: tuple[int, int] = FRAME_SIZE) -> str:
    """The element that shows the frame page of a deck."""
    width, height = size
    look = f'width="{width}" height="{height}" style="border:0;max-width:100%" loading="lazy"'
    return f'<iframe src="{address}" title="{escape(title)}" {look}></iframe>'


def build_oembed(asked: EmbedRequest, root: str, limits: tuple[int, int]) -> dict[str, object]:
    """The answer of oEmbed 1.0 for a deck, its frame no larger than the limits; nothing is judged for it."""
    deck = asked.deck
    width, height = (min(size, limit) for size, limit in zip(FRAME_SIZE, limits, strict=True))
    address = root + get_address("frame", deck, asked.secret)
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "vsdb",
        "provider_url": f"{root}/",
        "title": f"{deck.title} ({GAMES[deck.game_id]})",
        "html": write_frame(address, f"{deck.title}: verdict by vsdb", (width, height)),
        "width": width,
        "height": height,
        "cache_age": 300,
    }
