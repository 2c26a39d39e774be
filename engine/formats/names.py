"""Games and formats by what people call them, and the formats that decks are built for."""

from __future__ import annotations

from datetime import date

from engine.formats.legality import is_in_season
from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.model.formats import Format
from engine.model.names import fold
from engine.model.reference import Reference

#: The kind of formats that decks are built for at home.
CONSTRUCTED = "constructed"


def find_game(word: str) -> str:
    """The slug of a game, out of its slug or its name. Raises NotFound with the games there are."""
    wanted = fold(word)
    for slug, name in GAMES.items():
        if wanted in {fold(slug), fold(name)}:
            return slug
    raise no_such_game_error(word)


def no_such_game_error(word: str) -> NotFound:
    """What is said to whoever asks for a game that there isn't."""
    return NotFound(f"there is no game {word[:80]!r}; the games are {', '.join(GAMES)}", nearest=tuple(GAMES))


def is_main_format(fmt: Format, on: date) -> bool:
    """Whether decks are built for a format on a day: constructed, and in season."""
    return fmt.kind == CONSTRUCTED and is_in_season(fmt, on)


def list_main_formats(reference: Reference, on: date) -> list[Format]:
    """Return the formats of a game that decks are built for on a day."""
    return [fmt for fmt in reference.formats.values() if is_main_format(fmt, on)]


def list_official_formats(reference: Reference, word: str) -> list[Format]:
    """The recorded format of that slug or short name, else those of that name or alias.

    The game may stand before it: `vs-classic/golden-age`.
    """
    word = strip_game(reference, word)
    if found := reference.format(word):
        return [found]
    wanted = fold(word[:200])
    return [fmt for fmt in reference.formats.values() if wanted in list_format_names(fmt)]


def strip_game(reference: Reference, word: str) -> str:
    """A format's name without the game before it."""
    return word.strip().removeprefix(f"{reference.game}/").strip()


def list_format_names(fmt: Format) -> frozenset[str]:
    """What an official format is called, in the spelling that counts."""
    return frozenset(map(fold, (fmt.slug, *fmt.short, fmt.name, *fmt.aliases)))
