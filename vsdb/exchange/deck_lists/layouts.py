"""The layouts in which a deck goes out and comes in: one table for the pages, the API and the files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial

from django.utils.text import slugify

from engine.model.decks import Deck
from engine.model.errors import NotFound
from engine.model.games import Game, game_of, games
from engine.model.reference import Reference
from vsdb.exchange.deck_lists import csv_layout, deck_code, json_layout, o8d, texts
from vsdb.exchange.deck_lists.drafts import Draft, Export, Outgoing
from vsdb.exchange.deck_lists.markups import BBCODE, MARKDOWN

Reading = Callable[[str, Sequence[Reference], date], Draft]


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: how it is written, how it is read, and how a text in it is told from others."""

    slug: str
    name: str
    shows: str  #: in a few words, for a page that offers it
    extension: str
    write: Callable[[Outgoing], Export]
    read: Reading
    recognised: Callable[[str], bool] = lambda text: False
    media_type: str = "text/plain"
    is_code: bool = False

    @property
    def content_type(self) -> str:
        """The media type with its encoding."""
        return f"{self.media_type}; charset=utf-8"


def _alone(read: Callable[[str], Draft]) -> Reading:
    """The reading of a layout that needs no cards for it."""
    return lambda text, _references, _as_of: read(text)


_TEXT = Layout(
    "text", "Text", "each line with what leads back to its card", "txt", texts.write_text, _alone(texts.read_text)
)
#: The layouts of every game's decks. Any text is deck text where it is nothing else.
_SHARED = (
    _TEXT,
    Layout(
        *("text-by-type", "Text by type", "types with their numbers, cheapest first", "txt"),
        *(texts.write_by_type, _alone(texts.read_text)),
    ),
    Layout(
        "text-plain", "Plain text", "counts and titles, nothing else", "txt", texts.write_plain, _alone(texts.read_text)
    ),
    Layout(
        *("markdown", "Markdown", "the cards linked, for notebooks and chats", "md"),
        *(MARKDOWN.write, _alone(MARKDOWN.read), MARKDOWN.recognised, "text/markdown"),
    ),
    Layout(
        *("bbcode", "BBCode", "the cards linked, for forums", "bbcode"),
        *(BBCODE.write, _alone(BBCODE.read), BBCODE.recognised),
    ),
    Layout(
        *("json", "JSON", "everything, for programs", "json"),
        *(json_layout.write, _alone(json_layout.read), json_layout.recognised, "application/json"),
    ),
    Layout(
        *("csv", "CSV", "a table, for spreadsheets", "csv"),
        *(csv_layout.write, _alone(csv_layout.read), csv_layout.recognised, "text/csv"),
    ),
    Layout(
        *("o8d", "OCTGN deck", "for playing in OCTGN", "o8d"),
        *(o8d.write, _alone(o8d.read), o8d.recognised, "application/xml"),
    ),
    Layout(
        *("code", "Deck code", "a whole deck in one word", "txt"),
        *(deck_code.write, deck_code.read, deck_code.recognised),
        is_code=True,
    ),
)


@cache
def _own(game: Game) -> tuple[Layout, ...]:
    """The layouts of one game's own: its code, where it has one."""
    code = game.own_code
    if code is None:
        return ()
    write, read = partial(deck_code.write_own, game.slug, code), partial(deck_code.read_own, game.slug, code)
    shows = "for the other sites of this game"
    return (Layout(code.slug, code.name, shows, "txt", write, read, code.recognises, is_code=True),)


def layouts_of(game: str) -> tuple[Layout, ...]:
    """The layouts that decks of a game can go out in."""
    return (*_SHARED, *_own(game_of(game)))


def all_layouts() -> dict[str, Layout]:
    """The layouts of all games, by slug."""
    return {each.slug: each for each in (*_SHARED, *(own for game in games() for own in _own(game)))}


def layout(slug: str) -> Layout:
    """The layout of that slug. Raises NotFound with those that there are."""
    known = all_layouts()
    if slug not in known:
        raise NotFound(f"there is no layout {slug[:40]!r}; there are {', '.join(known)}", nearest=tuple(known)[:5])
    return known[slug]


def layout_of(text: str, file_name: str = "") -> Layout:
    """The layout that a text is in: by its content or, where that tells nothing, by the file's name; else deck text."""
    known = all_layouts().values()
    ending = file_name.rpartition(".")[2].casefold()
    by_name = (each for each in known if each.extension == ending)
    return next((each for each in known if each.recognised(text)), None) or next(by_name, _TEXT)


def file_name(deck: Deck, chosen: Layout) -> str:
    """What the file of a deck is called."""
    return f"{slugify(deck.title)[:60] or 'deck'}.{chosen.extension}"
