"""The words of the reference, and the other spellings in which files write them.

A word is compared by its letters and figures alone, without regard to case. What isn't known stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from engine.model.games import Game, game_of, games
from vsdb.catalog.cards.reading.cards import ALIGNMENTS, DOMAINS, POWER_SYMBOLS, RARITIES, UNIVERSES

_RARITIES = {"C": "Common", "U": "Uncommon", "R": "Rare", "E": "Epic"}
_UNIVERSES = {"Comic": "Illustrated", "Art": "Illustrated", "Photo": "Photographic"}
_SHORT = 60  #: characters; the names of fields, teams and types, which a file says of every card, are kept
_UNSPOKEN = re.compile(r"[\W_]+")


def normalize_spelling(word: str) -> str:
    """What counts of a word: its letters and figures."""
    return _kept_spelling(word) if len(word) <= _SHORT else _read_spelling(word)


def _read_spelling(word: str) -> str:
    return _UNSPOKEN.sub("", word.casefold())


_kept_spelling = lru_cache(maxsize=4_096)(_read_spelling)


def _by_spelling(words: tuple[str, ...] | frozenset[str], others: Mapping[str, str]) -> dict[str, str]:
    return {normalize_spelling(word): word for word in words} | {
        normalize_spelling(word): right for word, right in others.items()
    }


_RARITY_NAMES = _by_spelling(RARITIES, _RARITIES)
_CLOSED = {
    "universe": _by_spelling(UNIVERSES, _UNIVERSES),
    "domain": _by_spelling(DOMAINS, {}),
    "alignment": _by_spelling(ALIGNMENTS, {}),
    "power symbol": _by_spelling(POWER_SYMBOLS, {}),
}


@cache
def _team_names(game: Game) -> dict[str, str]:
    return _by_spelling(game.site.importing.teams, game.site.importing.other_teams)


@cache
def _type_names(game: Game) -> dict[str, str]:
    return _by_spelling(game.site.importing.types, game.site.importing.other_types)


@cache
def _game_names(among: tuple[Game, ...]) -> dict[str, str]:
    return {
        normalize_spelling(word): game.slug
        for game in among
        for word in (game.slug, game.name, *game.site.importing.game_names)
    }


def normalize_team(word: str, game: str) -> str:
    """The team as the reference writes it."""
    return _team_names(game_of(game)).get(normalize_spelling(word), word)


def is_team(word: str, game: str) -> bool:
    """Whether a team is known in that spelling."""
    return normalize_spelling(word) in _team_names(game_of(game))


def normalize_type(word: str, game: str) -> str | None:
    """The card type as the reference writes it; None where it has no such type."""
    return _type_names(game_of(game)).get(normalize_spelling(word))


def normalize_rarity(word: str) -> str:
    """The rarity as the reference writes it."""
    return _RARITY_NAMES.get(normalize_spelling(word), word)


def find_closed_word(word: str, kind: str) -> str | None:
    """The universe, domain, alignment or power symbol that a word is; None where it is none."""
    return _CLOSED[kind].get(normalize_spelling(word))


def list_closed_words(kind: str) -> list[str]:
    """The words that there are of a kind."""
    return sorted(set(_CLOSED[kind].values()))


def find_game_by_name(text: str) -> str | None:
    """The game that a text is the name of."""
    return _game_names(games()).get(normalize_spelling(text))


def find_only_game(kind: str) -> Game:
    """The game whose cards alone a kind of file holds. Raises LookupError where there is none."""
    for game in games():
        if kind in game.site.importing.own_files:
            return game
    raise LookupError(f"no game has {kind} files of its own")


def find_game_in_text(text: str) -> str | None:
    """The game that a longer text mentions, a file's name among them; None where it mentions none.

    What is a part of another game's name comes last: a text on the Vs. System 2PCG mentions the Vs. System too.
    """
    plain = normalize_spelling(text)
    found = [game for game in games() if any(word in plain for word in game.site.importing.mentions)]
    return min(found, key=_is_within_another_name).slug if found else None


def _is_within_another_name(game: Game) -> bool:
    names = [normalize_spelling(other.name) for other in games() if other is not game]
    return any(word in name for word in game.site.importing.mentions for name in names)
