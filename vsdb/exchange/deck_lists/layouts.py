"""The layouts in which a deck goes out and comes in, one table for the pages, the API and the files; codes among them.

A code is a whole deck in one word: ours (docs/deck-codes.md), or one of a game's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial

from django.utils.text import slugify

from engine import decklists
from engine.decklists import codes
from engine.model.cards import GAMES
from engine.model.decks import Deck
from engine.model.errors import InputError, NotFound
from engine.model.games import Game, OwnCode, game_of, games
from engine.model.reference import Reference
from vsdb.exchange.deck_lists import csv_layout, json_layout, o8d, texts
from vsdb.exchange.deck_lists.drafts import ExportedText, ListDraft, OutgoingDeck
from vsdb.exchange.deck_lists.markups import BBCODE, MARKDOWN

#: A word that no card is called: what is left of a code that was cut off or mistyped.
_CODE_LIKE = re.compile(r"(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{24,}={0,2}")


def _write_code(out: OutgoingDeck) -> ExportedText:
    """The deck's code. Raises InputError for a list too long for one."""
    remarks = ("Notes don't go into a deck code.",) if out.notes.strip() or out.card_notes else ()
    return ExportedText(codes.encode_deck_code(out.deck, out.catalog) + "\n", remarks)


def _is_code(text: str) -> bool:
    """Whether the text is a whole code, or a word that can't be anything else."""
    if _CODE_LIKE.fullmatch(text.strip()):
        return True
    try:
        return bool(codes.read_game_of_code(text))
    except InputError:
        return False


def _read_code(text: str, references: Sequence[Reference], as_of: date) -> ListDraft:
    """The list that a code says, against the cards of its game. Raises InputError for a code that is damaged."""
    game = codes.read_game_of_code(text)
    deck = codes.decode_deck_code(text, _reference_of(game, references).on(as_of).catalog, as_of)
    return ListDraft(tuple(decklists.write_deck(deck).splitlines()), game)


def _write_own(game: str, code: OwnCode, out: OutgoingDeck) -> ExportedText:
    """The code of the game's own; what it has no way to say is remarked. Raises InputError for a deck of another."""
    if out.deck.game != game:
        message = f"a {code.name} is for decks of {GAMES[game]}; the deck code is for every game"
        raise InputError(message, place="layout")
    text, remarks = code.write(out.deck)
    if out.deck.title or out.notes.strip() or out.card_notes:
        remarks = (*remarks, f"Title and notes don't go into a {code.name}.")
    return ExportedText(f"{text}\n", remarks)


def _read_own(game: str, code: OwnCode, text: str, references: Sequence[Reference], as_of: date) -> ListDraft:
    """The list that a code of the game's own says, each card under the section of its type."""
    deck = code.read(text, _reference_of(game, references).on(as_of).catalog, as_of)
    return ListDraft(tuple(decklists.write_deck(deck).splitlines()), game)


def _reference_of(game: str, references: Sequence[Reference]) -> Reference:
    """The reference of a code's game. Raises NotFound where there is none."""
    for each in references:
        if each.game == game:
            return each
    raise NotFound(f"the code is of a deck of {GAMES[game]}, of which no cards are on record here")


Reading = Callable[[str, Sequence[Reference], date], ListDraft]


@dataclass(frozen=True, slots=True)
class ListLayout:
    """A layout: how it is written, how it is read, and how a text in it is told from others."""

    slug: str
    name: str
    shows: str  #: in a few words, for a page that offers it
    extension: str
    write: Callable[[OutgoingDeck], ExportedText]
    read: Reading
    recognised: Callable[[str], bool] = lambda text: False
    media_type: str = "text/plain"
    is_code: bool = False

    @property
    def content_type(self) -> str:
        """The media type with its encoding."""
        return f"{self.media_type}; charset=utf-8"


def _alone(read: Callable[[str], ListDraft]) -> Reading:
    """The reading of a layout that needs no cards for it."""
    return lambda text, _references, _as_of: read(text)


_TEXT = ListLayout(
    "text", "Text", "each line with what leads back to its card", "txt", texts.write_text, _alone(texts.read_text)
)
#: The layouts of every game's decks. Any text is deck text where it is nothing else.
_SHARED = (
    _TEXT,
    ListLayout(
        *("text-by-type", "Text by type", "types with their numbers, cheapest first", "txt"),
        *(texts.write_by_type, _alone(texts.read_text)),
    ),
    ListLayout(
        "text-plain", "Plain text", "counts and titles, nothing else", "txt", texts.write_plain, _alone(texts.read_text)
    ),
    ListLayout(
        *("markdown", "Markdown", "the cards linked, for notebooks and chats", "md"),
        *(MARKDOWN.write, _alone(MARKDOWN.read), MARKDOWN.recognised, "text/markdown"),
    ),
    ListLayout(
        *("bbcode", "BBCode", "the cards linked, for forums", "bbcode"),
        *(BBCODE.write, _alone(BBCODE.read), BBCODE.recognised),
    ),
    ListLayout(
        *("json", "JSON", "everything, for programs", "json"),
        *(json_layout.write, _alone(json_layout.read), json_layout.is_json, "application/json"),
    ),
    ListLayout(
        *("csv", "CSV", "a table, for spreadsheets", "csv"),
        *(csv_layout.write, _alone(csv_layout.read), csv_layout.is_csv, "text/csv"),
    ),
    ListLayout(
        *("o8d", "OCTGN deck", "for playing in OCTGN", "o8d"),
        *(o8d.write, _alone(o8d.read), o8d.is_o8d, "application/xml"),
    ),
    ListLayout(
        *("code", "Deck code", "a whole deck in one word", "txt"), *(_write_code, _read_code, _is_code), is_code=True
    ),
)


@cache
def _own(game: Game) -> tuple[ListLayout, ...]:
    """The layouts of one game's own: its code, where it has one."""
    code = game.own_code
    if code is None:
        return ()
    write, read = partial(_write_own, game.slug, code), partial(_read_own, game.slug, code)
    shows = "for the other sites of this game"
    return (ListLayout(code.slug, code.name, shows, "txt", write, read, code.recognises, is_code=True),)


def list_layouts(game: str) -> tuple[ListLayout, ...]:
    """The layouts that decks of a game can go out in."""
    return (*_SHARED, *_own(game_of(game)))


def index_layouts() -> dict[str, ListLayout]:
    """The layouts of all games, by slug."""
    return {each.slug: each for each in (*_SHARED, *(own for game in games() for own in _own(game)))}


def get_layout(slug: str) -> ListLayout:
    """The layout of that slug. Raises NotFound with those that there are."""
    known = index_layouts()
    if slug not in known:
        raise NotFound(f"there is no layout {slug[:40]!r}; there are {', '.join(known)}", nearest=tuple(known)[:5])
    return known[slug]


def detect_layout(text: str, file_name: str = "") -> ListLayout:
    """The layout that a text is in: by its content or, where that tells nothing, by the file's name; else deck text."""
    known = index_layouts().values()
    ending = file_name.rpartition(".")[2].casefold()
    by_name = (each for each in known if each.extension == ending)
    return next((each for each in known if each.recognised(text)), None) or next(by_name, _TEXT)


def build_file_name(deck: Deck, chosen: ListLayout) -> str:
    """What the file of a deck is called."""
    return f"{slugify(deck.title)[:60] or 'deck'}.{chosen.extension}"
