"""The layouts in which a deck goes out and comes in: one table for the pages, the API and the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from django.utils.text import slugify

from engine.model.cards import GAMES, RIFTBOUND
from engine.model.decks import Deck
from engine.model.errors import NotFound
from engine.model.reference import Reference
from vsdb.exchange.deck_lists import bbcode, csv_layout, deck_code, json_layout, markdown, o8d, riftbound_code, texts
from vsdb.exchange.deck_lists.drafts import Draft
from vsdb.exchange.deck_lists.export import Export, Outgoing

Reading = Callable[[str, Sequence[Reference], date], Draft]


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: how it is written, how it is read, and how a text in it is told from others."""

    slug: str
    name: str
    extension: str
    media_type: str
    write: Callable[[Outgoing], Export]
    read: Reading
    recognised: Callable[[str], bool]
    shows: str = ""  #: in a few words, for a page that offers it
    games: frozenset[str] = frozenset(GAMES)

    @property
    def content_type(self) -> str:
        """The media type with its encoding."""
        return f"{self.media_type}; charset=utf-8"


def _alone(read: Callable[[str], Draft]) -> Reading:
    """The reading of a layout that needs no cards for it."""
    return lambda text, _references, _as_of: read(text)


def _never(_: str) -> bool:
    """Any text is a deck text where it is nothing else."""
    return False


_ALL = (
    Layout(
        "text",
        "Text",
        "txt",
        "text/plain",
        texts.write_text,
        _alone(texts.read_text),
        _never,
        "each line with what leads back to its card",
    ),
    Layout(
        "text-by-type",
        "Text by type",
        "txt",
        "text/plain",
        texts.write_by_type,
        _alone(texts.read_text),
        _never,
        "types with their numbers, cheapest first",
    ),
    Layout(
        "text-plain",
        "Plain text",
        "txt",
        "text/plain",
        texts.write_plain,
        _alone(texts.read_text),
        _never,
        "counts and titles, nothing else",
    ),
    Layout(
        "markdown",
        "Markdown",
        "md",
        "text/markdown",
        markdown.write,
        _alone(markdown.read),
        markdown.recognised,
        "the cards linked, for notebooks and chats",
    ),
    Layout(
        "bbcode",
        "BBCode",
        "bbcode",
        "text/plain",
        bbcode.write,
        _alone(bbcode.read),
        bbcode.recognised,
        "the cards linked, for forums",
    ),
    Layout(
        "json",
        "JSON",
        "json",
        "application/json",
        json_layout.write,
        _alone(json_layout.read),
        json_layout.recognised,
        "everything, for programs",
    ),
    Layout(
        "csv",
        "CSV",
        "csv",
        "text/csv",
        csv_layout.write,
        _alone(csv_layout.read),
        csv_layout.recognised,
        "a table, for spreadsheets",
    ),
    Layout(
        "o8d",
        "OCTGN deck",
        "o8d",
        "application/xml",
        o8d.write,
        _alone(o8d.read),
        o8d.recognised,
        "for playing in OCTGN",
    ),
    Layout(
        "code",
        "Deck code",
        "txt",
        "text/plain",
        deck_code.write,
        deck_code.read,
        deck_code.recognised,
        "a whole deck in one word",
    ),
    Layout(
        "riftbound-code",
        "Riftbound code",
        "txt",
        "text/plain",
        riftbound_code.write,
        riftbound_code.read,
        riftbound_code.recognised,
        "for the other sites of this game",
        frozenset({RIFTBOUND}),
    ),
)
LAYOUTS: Mapping[str, Layout] = MappingProxyType({layout.slug: layout for layout in _ALL})


def layouts_of(game: str) -> tuple[Layout, ...]:
    """The layouts that decks of a game can go out in."""
    return tuple(each for each in _ALL if game in each.games)


def layout(slug: str) -> Layout:
    """The layout of that slug. Raises NotFound with those that there are."""
    if slug not in LAYOUTS:
        raise NotFound(f"there is no layout {slug[:40]!r}; there are {', '.join(LAYOUTS)}", nearest=tuple(LAYOUTS)[:5])
    return LAYOUTS[slug]


def layout_of(text: str, file_name: str = "") -> Layout:
    """The layout that a text is in: by its content or, where that tells nothing, by the file's name; else deck text."""
    found = next((each for each in _ALL if each.recognised(text)), None)
    if found is None:
        ending = file_name.rpartition(".")[2].casefold()
        found = next((each for each in _ALL if each.extension == ending), LAYOUTS["text"])
    return found


def file_name(deck: Deck, chosen: Layout) -> str:
    """What the file of a deck is called."""
    return f"{slugify(deck.title)[:60] or 'deck'}.{chosen.extension}"
