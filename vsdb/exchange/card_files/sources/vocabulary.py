"""The words of the reference, and the other spellings in which files write them.

A word is compared by its letters and figures alone, without regard to case. What isn't known stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from vsdb.catalog.cards.reading.cards import CARD_TYPES, POWER_SYMBOLS, RARITIES, UNIVERSES
from vsdb.catalog.cards.reading.sets import ALIGNMENTS

#: The teams whose spelling is fixed: those of the fixtures.
TEAMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        VS_CLASSIC: (
            "Alpha Flight",
            "Arkham Inmates",
            "Asgardians",
            "Atlantis",
            "Avengers",
            "Brotherhood",
            "Checkmate",
            "Crime Lords",
            "Doom",
            "Emerald Enemies",
            "Fantastic Four",
            "Gotham Knights",
            "Hellfire Club",
            "Heralds of Galactus",
            "Injustice Gang",
            "Invaders",
            "JLA",
            "JSA",
            "Kang Council",
            "Kree",
            "League of Assassins",
            "Marvel Defenders",
            "Marvel Knights",
            "Nextwave",
            "Nova Corps",
            "S.H.I.E.L.D.",
            "Secret Society",
            "Sentinel",
            "Teen Titans",
            "Thunderbolts",
            "United Front",
            "Warbound",
            "Weapon X",
            "X-Force",
            "X-Men",
            "X-Statix",
        ),
        VS_2PCG: (
            "A-Force",
            "Anti-Registration",
            "Avengers",
            "Babyfaces",
            "Brotherhood of Mutants",
            "Bureau",
            "Champions",
            "Company",
            "Defenders",
            "Fantastic",
            "Femme Fatales",
            "Frightful",
            "Guardians of the Galaxy",
            "H.A.M.M.E.R.",
            "Heels",
            "Hydra",
            "Inhumans",
            "Leviathons",
            "MCU Heroes",
            "MCU Villains",
            "Masters of Evil",
            "Monsters Unleashed",
            "Monsters of the Week",
            "Omega Level Mutants",
            "Predators",
            "Prey",
            "Pro-Registration",
            "Red Team",
            "Resistance",
            "S.H.I.E.L.D.",
            "Scoobies",
            "Sentinels",
            "Sinister Syndicate",
            "Spider-Friends",
            "Super Villains",
            "Symbiotes",
            "Syndicate",
            "The Boys",
            "The Seven",
            "Underworld",
            "X-Men",
            "Xenomorphs",
            "Yellow Team",
        ),
        RIFTBOUND: (),
    }
)
_OTHER_TEAMS = {
    VS_CLASSIC: {"Fantastic": "Fantastic Four", "FF": "Fantastic Four", "Sentinels": "Sentinel"},
    VS_2PCG: {
        "Avenger": "Avengers",
        "Brotherhood": "Brotherhood of Mutants",
        "Boys": "The Boys",
        "Fantastic Four": "Fantastic",
        "Frightful Four": "Frightful",
        "Guardians": "Guardians of the Galaxy",
        "Seven": "The Seven",
        "The Company": "Company",
        "Villains": "Super Villains",
        "Xenomorph": "Xenomorphs",
    },
    RIFTBOUND: {},
}
_OTHER_TYPES = {
    VS_CLASSIC: {"Characters": "Character", "Plot Twists": "Plot Twist", "Equip": "Equipment"},
    VS_2PCG: {
        "Main": "Main Character",
        "Supporting": "Supporting Character",
        "Facehugger": "Facehugger Pile card",
        "Facehugger Pile": "Facehugger Pile card",
    },
    RIFTBOUND: {},
}
_RARITIES = {"C": "Common", "U": "Uncommon", "R": "Rare", "E": "Epic"}
_UNIVERSES = {"Comic": "Illustrated", "Art": "Illustrated", "Photo": "Photographic"}
_GAMES = {
    VS_CLASSIC: ("classic", "vs", "vs system", "vs system classic", "vs system ccg", "marvel vs system"),
    VS_2PCG: ("2pcg", "vs2pcg", "marvel 2pcg"),
    RIFTBOUND: ("riftbound league of legends trading card game",),
}
_SHORT = 60  #: characters; the names of fields, teams and types, which a file says of every card, are kept
_UNSPOKEN = re.compile(r"[\W_]+")


def spelling(word: str) -> str:
    """What counts of a word: its letters and figures."""
    return _kept_spelling(word) if len(word) <= _SHORT else _read_spelling(word)


def _read_spelling(word: str) -> str:
    return _UNSPOKEN.sub("", word.casefold())


_kept_spelling = lru_cache(maxsize=4_096)(_read_spelling)


def _by_spelling(words: tuple[str, ...] | frozenset[str], others: Mapping[str, str]) -> dict[str, str]:
    return {spelling(word): word for word in words} | {spelling(word): right for word, right in others.items()}


_TEAM_NAMES = {game: _by_spelling(TEAMS[game], _OTHER_TEAMS[game]) for game in GAMES}
_TYPE_NAMES = {game: _by_spelling(CARD_TYPES[game], _OTHER_TYPES[game]) for game in GAMES}
_RARITY_NAMES = _by_spelling(RARITIES, _RARITIES)
_GAME_NAMES = {spelling(word): game for game, name in GAMES.items() for word in (game, name, *_GAMES[game])}
_CLOSED = {
    "universe": _by_spelling(UNIVERSES, _UNIVERSES),
    "alignment": _by_spelling(ALIGNMENTS, {}),
    "power symbol": _by_spelling(POWER_SYMBOLS, {}),
}


def team_name(word: str, game: str) -> str:
    """The team as the reference writes it."""
    return _TEAM_NAMES[game].get(spelling(word), word)


def is_team(word: str, game: str) -> bool:
    """Whether a team is known in that spelling."""
    return spelling(word) in _TEAM_NAMES[game]


def type_name(word: str, game: str) -> str | None:
    """The card type as the reference writes it; None where it has no such type."""
    return _TYPE_NAMES[game].get(spelling(word))


def rarity_name(word: str) -> str:
    """The rarity as the reference writes it."""
    return _RARITY_NAMES.get(spelling(word), word)


def closed_word(word: str, kind: str) -> str | None:
    """The universe, alignment or power symbol that a word is; None where it is none."""
    return _CLOSED[kind].get(spelling(word))


def closed_words(kind: str) -> list[str]:
    """The words that there are of a kind."""
    return sorted(set(_CLOSED[kind].values()))


def game_named(text: str) -> str | None:
    """The game that a text is the name of."""
    return _GAME_NAMES.get(spelling(text))


def game_in(text: str) -> str | None:
    """The game that a longer text mentions, a file's name among them; None where it mentions none."""
    plain = spelling(text)
    if "2pcg" in plain:
        return VS_2PCG
    if RIFTBOUND in plain:
        return RIFTBOUND
    return VS_CLASSIC if "vsclassic" in plain or "vssystem" in plain else None
