"""Lists out of addresses: the parameters with which other sites prefill a new deck (docs/exchange.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.utils.datastructures import MultiValueDict

from engine import decklists
from engine.decklists.lines import find_line_problem
from engine.decklists.sections import section_title
from engine.formats.names import find_game
from engine.model import decks
from engine.model.cards import GAMES, Card
from engine.model.decks import DeckEntry
from engine.model.errors import InputError, NotFound
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.exchange.deck_lists.drafts import to_one_line, write_line
from vsdb.exchange.deck_lists.importing import read_list_in_any_layout
from vsdb.exchange.deck_lists.layouts import detect_layout
from vsdb.exchange.deck_lists.markups import write_title_line

MAX_LENGTH = decklists.MAX_BYTES  #: characters of all parameters together
MAX_WORD_LENGTH = 200  #: characters of a parameter that stands on one line
MAX_CARDS = 400

#: What a list says about itself, and the parameters that say it; of several the first that is given counts.
_SAID = {
    "format": ("format", "eventformat"),
    "as-of": ("on",),
    "event": ("event", "eventname"),
    "date": ("date", "eventdate"),
    "player": ("player",),
}
_TITLE = ("title", "deckname")
_DECK = ("deck", "deckmain")
_SIDE = ("side", "deckside")
_NAMES = ("firstname", "lastname")
_CARD = re.compile(r"(?:\s*([0-9]+)\s*,)?\s*(\S.*)")


def from_parameters(given: MultiValueDict[str, str], references: Sequence[Reference], as_of: date) -> str:
    """The deck text that the parameters of an address say; empty where they say none. No query, but one for an OCTGN
    deck. Raises InputError naming the parameter."""
    values = (value for key in given for value in given.getlist(key))
    if sum(map(len, values)) > MAX_LENGTH:
        raise InputError(f"the address is too long; at most {MAX_LENGTH:,} characters", place="deck", code="too-long")
    game, said = _read_comments(given)
    cards = list(_cards(given, "card", references, game))
    main = list(_cards(given, "main", references, game))
    game = game or next((card.game for card, _ in main if card), "")
    deck = _list(given, references, as_of, game)
    has_zone = bool(main) and bool(game) and decks.MAIN_CHARACTER in game_of(game).sections.order
    lines = [*said, *([section_title(decks.MAIN_CHARACTER)] if has_zone else []), *(line for _, line in main)]
    lines += [section_title(decks.DECK)] if has_zone and (cards or deck) else []
    lines += [*(line for _, line in cards), *([deck] if deck else [])]
    side = _first(given, *_SIDE)
    lines += [section_title(decks.SIDEBOARD), side.rstrip("\n")] if side else []
    return "\n".join(lines) + "\n" if lines else ""


def _read_comments(given: MultiValueDict[str, str]) -> tuple[str, list[str]]:
    """The game, and the comment lines of the list."""
    said = {key: _word(given, *names) for key, names in _SAID.items()}
    slug, slash, fmt = said["format"].partition("/")
    game = _game(_word(given, "game") or (slug if slash else ""))
    said["format"] = fmt if slash else slug
    said["player"] = said["player"] or " ".join(filter(None, (_word(given, name) for name in _NAMES)))
    title = _word(given, *_TITLE)
    lines = [write_title_line(title)] if title else []
    lines += [f"# game: {game}"] if game else []
    return game, [*lines, *(f"# {key}: {value}" for key, value in said.items() if value)]


def _game(word: str) -> str:
    if not word:
        return ""
    try:
        return find_game(word)
    except NotFound as error:
        raise InputError(f"no game named “{word[:60]}”; the games are {', '.join(GAMES)}", place="game") from error


def _list(given: MultiValueDict[str, str], references: Sequence[Reference], as_of: date, game: str) -> str:
    """The list that is given whole, in any layout or as a code, as deck text."""
    deck, code = _first(given, *_DECK), _first(given, "code")
    if deck.strip() and code.strip():
        raise InputError("both a list and a deck code; send one of them", place="code")
    if code.strip() and not detect_layout(code).is_code:
        raise InputError("not a deck code; copy the code from the deck's page", place="code")
    text = deck if deck.strip() else code
    if not text.strip() or detect_layout(text).slug == "text":
        return text.strip("\n") if text.strip() else ""
    return read_list_in_any_layout(text, references=references, as_of=as_of, game=game or None).text.rstrip("\n")


def _cards(
    given: MultiValueDict[str, str], name: str, references: Iterable[Reference], game: str
) -> Iterator[tuple[Card | None, str]]:
    """The card of each parameter, where a slug names one, and its line."""
    values = [value for value in given.getlist(name) if value.strip()]
    if len(values) > MAX_CARDS:
        raise InputError(f"given {len(values)} times; at most {MAX_CARDS}", place=name)
    known = [each.catalog.by_slug for each in references if game in {"", each.game}]
    for value in values:
        found = _CARD.fullmatch(_check_word(value, name))
        count, word = (found[1] or "1", found[2].strip()) if found else ("1", value)
        card = next((by_slug[word] for by_slug in known if word in by_slug), None)
        is_count = 0 < int(count[:9]) <= decklists.MAX_COPIES
        line = write_line(DeckEntry(decks.DECK, int(count[:9]), card), card.game) if card and is_count else ""
        yield card, line or f"{count} {card.title if card else word}"


def _word(given: MultiValueDict[str, str], *names: str) -> str:
    """The first of these parameters that is given, on one line."""
    return next((_check_word(value, name) for name in names if (value := _first(given, name))), "")


def _check_word(value: str, name: str) -> str:
    word = to_one_line(value)
    problem = find_line_problem(word)
    if len(word) > MAX_WORD_LENGTH:
        problem = f"{len(word):,} characters; at most {MAX_WORD_LENGTH}"
    if problem:
        raise InputError(problem, place=name)
    return word


def _first(given: MultiValueDict[str, str], *names: str) -> str:
    """The first of these parameters that is given and not blank."""
    return next((value for name in names if (value := given.get(name) or "").strip()), "")
