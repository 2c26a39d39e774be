"""The layouts in which a deck goes out and comes in, one table for the pages, the API and the files; texts and codes.

Deck text has three layouts: ours with printings, sorted by type and cost, and the plainest that reads back. A code is a
whole deck in one word: ours (docs/deck-codes.md), or one of a game's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from math import inf

from django.utils.text import slugify

from engine import decklists
from engine.decklists import codes
from engine.decklists.encoding import split_lines
from engine.decklists.items import disambiguating_code
from engine.decklists.sections import parse_heading, section_title
from engine.model import decks
from engine.model.cards import GAMES
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.errors import InputError, NotFound
from engine.model.games import Game, OwnCode, game_of, games
from engine.model.reference import Reference
from vsdb.exchange.deck_lists import o8d
from vsdb.exchange.deck_lists.data_layouts import is_csv, is_json, read_csv, read_json, write_csv, write_json
from vsdb.exchange.deck_lists.drafts import (
    ExportedText,
    ListDraft,
    OutgoingDeck,
    move_metadata_to_lines,
    write_head_lines,
    write_line,
)
from vsdb.exchange.deck_lists.markups import BBCODE, MARKDOWN

_SPREAD = frozenset((decks.DECK, decks.SIDEBOARD))  #: and piles: sections in which cards of several types stand
_UNCOUNTABLE = frozenset(("Equipment", "Gear", "Terrain"))
_NOT_RECORDED, _NOT_READ = "Type not recorded", "Not read"
_ORDER = (
    *("Main Character", "Character", "Supporting Character", "Unit", "Spell", "Gear", "Equipment", "Plot Twist"),
    *("Location", "Basic Location", "Special Location"),
)


def write_text(out: OutgoingDeck) -> ExportedText:
    """The list in our own layout: every line leads back to its card, those that weren't read stay as they are."""
    return ExportedText(decklists.write_deck(move_metadata_to_lines(out.deck, game=out.deck.game)))


def write_plain(out: OutgoingDeck) -> ExportedText:
    """Count and full title; the code beside it only where the title alone could mean another card."""
    deck = out.deck
    lines = decklists.write_deck(replace(move_metadata_to_lines(deck), entries=(), metadata={})).splitlines()
    section = game_of(deck.game).sections.unheaded
    for entry in deck.entries:
        if entry.section != section:
            section = entry.section
            lines.append(section_title(section))
        is_plain = entry.state == READ and entry.card and not disambiguating_code(entry.card, out.catalog)
        lines.append(f"{entry.count} {entry.card.title}" if is_plain and entry.card else write_line(entry, deck.game))
    return ExportedText("\n".join(lines) + "\n")


def write_by_type(out: OutgoingDeck) -> ExportedText:
    """Sections with their sizes, in them the types with theirs, the cheapest cards first."""
    deck = out.deck
    lines = write_head_lines(deck)
    for place, (section, entries) in enumerate(deck.sections.items()):
        if place or section != game_of(deck.game).sections.unheaded:
            lines += [*([""] if place else []), f"{section_title(section)} ({_size(entries)})"]
        lines += _write_sorted_section(deck, section, entries)
    return ExportedText("\n".join(lines) + "\n")


def read_text(text: str, *_: object) -> ListDraft:
    """A list in any of these layouts, which are one to the reader, or as people write it."""
    return ListDraft(tuple(split_lines(text)), game=decklists.read_metadata(text).get("game", ""))


def _write_sorted_section(deck: Deck, section: str, entries: Sequence[DeckEntry]) -> Iterator[str]:
    read = sorted((entry for entry in entries if entry.state == READ), key=_by_cost)
    if section in _SPREAD or section.startswith(decks.PILE):
        for kind in sorted({_type(entry) for entry in read}, key=_by_kind):
            of_kind = [entry for entry in read if _type(entry) == kind]
            yield _write_subheading(kind, _size(of_kind), deck.game)
            yield from (write_line(entry, deck.game) for entry in of_kind)
    else:
        yield from (write_line(entry, deck.game) for entry in read)
    if unread := [entry for entry in entries if entry.state != READ]:
        yield f"## {_NOT_READ} ({len(unread)})"
        yield from (write_line(entry, deck.game) for entry in unread)


def _write_subheading(kind: str, size: int, game: str) -> str:
    """A heading that opens no section: bare where the reader knows it for one that sorts, else a comment."""
    plural = kind if kind in _UNCOUNTABLE or kind == _NOT_RECORDED else f"{kind}s"
    found = parse_heading(plural, game)
    if found and found.section:
        return f"## Of type {kind} ({size})"
    return f"{plural} ({size})" if found else f"## {plural} ({size})"


def _type(entry: DeckEntry) -> str:
    return (entry.card.type if entry.card else None) or _NOT_RECORDED


def _by_kind(kind: str) -> tuple[int, str]:
    return (_ORDER.index(kind) if kind in _ORDER else len(_ORDER) + (kind == _NOT_RECORDED), kind)


def _by_cost(entry: DeckEntry) -> tuple[float, str]:
    """By the first of the game's curves and by title; a sign or nothing recorded comes last."""
    card = entry.card
    cost = getattr(card, game_of(card.game).stats.axes[0].fact) if card else None
    return cost if isinstance(cost, int) else inf, card.title if card else ""


def _size(entries: Iterable[DeckEntry]) -> int:
    return sum(entry.count for entry in entries)


#: A word that no card is called: what is left of a code that was cut off or mistyped.
_CODE_LIKE = re.compile(r"(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9_-]{24,}={0,2}")


def _write_code(out: OutgoingDeck) -> ExportedText:
    """The deck's code. Raises InputError for a list too long for one."""
    remarks = ("A deck code has no place for notes.",) if out.notes.strip() or out.card_notes else ()
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
        message = f"a {code.name} works for {GAMES[game]} only; use the deck code"
        raise InputError(message, place="layout")
    text, remarks = code.write(out.deck)
    if out.deck.title or out.notes.strip() or out.card_notes:
        remarks = (*remarks, f"A {code.name} has no place for title and notes.")
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
    raise NotFound(f"the code is for {GAMES[game]}, but no cards of that game are recorded")


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


_TEXT = ListLayout("text", "Text", "with versions and printing codes where needed", "txt", write_text, read_text)
#: The layouts of every game's decks. Any text is deck text where it is nothing else.
_SHARED = (
    _TEXT,
    ListLayout("text-by-type", "Text by type", "grouped by type, lowest cost first", "txt", write_by_type, read_text),
    ListLayout("text-plain", "Plain text", "counts and titles only", "txt", write_plain, read_text),
    ListLayout(
        *("markdown", "Markdown", "with card links, for notes and chats", "md"),
        *(MARKDOWN.write, MARKDOWN.read, MARKDOWN.recognised, "text/markdown"),
    ),
    ListLayout(
        "bbcode", "BBCode", "with card links, for forums", "bbcode", BBCODE.write, BBCODE.read, BBCODE.recognised
    ),
    ListLayout("json", "JSON", "all data, for programs", "json", write_json, read_json, is_json, "application/json"),
    ListLayout("csv", "CSV", "a table, for spreadsheets", "csv", write_csv, read_csv, is_csv, "text/csv"),
    ListLayout("o8d", "OCTGN deck", "to play in OCTGN", "o8d", o8d.write, o8d.read, o8d.is_o8d, "application/xml"),
    ListLayout("code", "Deck code", "the deck as 1 word", "txt", _write_code, _read_code, _is_code, is_code=True),
)


@cache
def _own(game: Game) -> tuple[ListLayout, ...]:
    """The layouts of one game's own: its code, where it has one."""
    code = game.own_code
    if code is None:
        return ()
    write, read = partial(_write_own, game.slug, code), partial(_read_own, game.slug, code)
    shows = "for other sites of this game"
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
        raise NotFound(f"no layout {slug[:40]!r}; the layouts are {', '.join(known)}", nearest=tuple(known)[:5])
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
