"""The words of the reference and the facts of cards, as files write them; which game they tell.

A word is compared by its letters and figures alone, so `Card Number`, `card_number` and `CARDNUMBER` are one. What
isn't known stays as it is written. `docs/importing.md` shows the table of the names of facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.model.games import Game, game_of, games
from vsdb.catalog.cards.reading.cards import ALIGNMENTS, DOMAINS, POWER_SYMBOLS, RARITIES, UNIVERSES
from vsdb.exchange.card_files.proposals import FilePosition, IgnoredText

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
    spellings = {**{word: word for word in words}, **others}
    return {normalize_spelling(spelling): word for spelling, word in spellings.items()}


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


def find_game_of_octgn(octgn_id: str) -> str | None:
    """The game that OCTGN knows by an identifier."""
    plain = octgn_id.strip("{} ").casefold()
    return next((game.slug for game in games() if plain and game.site.importing.octgn_id == plain), None)


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


#: The fields of a card, and the other names that files give them.
NAMES: Mapping[str, tuple[str, ...]] = {
    "game": (),
    "name": ("card name", "title"),
    "identity": ("alter ego", "secret identity", "real name"),
    "versions": ("version", "subtitle"),
    "versions_known": ("version known",),
    "set": ("set code", "expansion"),
    "number": ("card number", "collector number", "no", "num", "card no", "card id"),
    "printings": ("printing",),
    "rarity": (),
    "type": ("card type", "main type"),
    "supertype": (),
    "level": ("lvl",),
    "cost": ("resource cost", "mana cost"),
    "recruit_cost": ("recruit",),
    "threshold_cost": ("threshold",),
    "atk": ("attack",),
    "defense": ("def", "defence"),
    "pt": ("atk/def", "stats"),
    "health": ("hp",),
    "energy": ("energy cost",),
    "power": ("power cost",),
    "might": (),
    "teams": ("team", "affiliation", "affiliations", "team affiliation", "team affiliations", "faction"),
    "alignments": ("alignment", "good evil neutral", "good/evil/neutral"),
    "universe": ("format", "art style"),
    "domains": ("domain",),
    "flight": ("flying", "has flight"),
    "range": ("ranged", "has range"),
    "concealed": ("is concealed", "hidden"),
    "power_symbols": ("power symbol",),
    "keywords": ("keyword",),
    "traits": ("trait", "class trait", "subtype", "sub type"),
    "tags": ("tag",),
    "aka": ("also known as",),
    "linked": ("linked cards", "linkedcards"),
    "printed_limit": ("limit", "deck limit", "copies"),
    "uses_piles": ("uses pile",),
    "member_of_piles": ("member of pile",),
    "pile": ("piles",),
    "pile_role": (),
    "brand": (),
    "in_every_set": (),
    "text": ("rules", "rules text", "game text", "card text", "ability", "abilities", "effect", "oracle text"),
    "printed_text": (),
    "flavour": ("flavor", "flavour text", "flavor text"),
    "errata_text": (),
    "errata_date": (),
    "ruling": (),
    "ruling_date": (),
}
#: What of a file is known to be no fact of a card, and why it is left out.
USELESS: Mapping[str, str] = {
    **dict.fromkeys(("artist", "illustrator", "art"), "artists are not recorded"),
    **dict.fromkeys(
        ("image", "image url", "thumbnail url", "picture", "picurl", "pic url", "large image", "image file"),
        "image link; images are not imported",
    ),
    **dict.fromkeys(
        ("cmc", "colors", "color identity", "layout", "side", "cipt", "tablerow", "upsidedown"),
        "layout data of another program",
    ),
    **dict.fromkeys(("note", "notes", "comment"), "note for the file's editors"),
    "doubtful": "which facts are doubtful is said in the site's own files",
    "slug": "this site makes its own addresses",
    "errata": "put errata in errata_text",
}
_FIELDS = {normalize_spelling(word): name for name, words in NAMES.items() for word in (name, *words)}
_USELESS = {normalize_spelling(word): reason for word, reason in USELESS.items()}

_MAX_NAMES = 40


class FactCell(NamedTuple):
    """What a file writes for a field: the field's name in the file, the text, and where it stands."""

    written: str
    text: str
    place: FilePosition


class SurplusProperties:
    """What a file has beyond the facts of cards: told once a name, with the number of times."""

    def __init__(self) -> None:
        self._counted: dict[str, tuple[FilePosition, str, int]] = {}
        self._others = 0

    def add(self, name: str, place: FilePosition, reason: str = "") -> None:
        """Count a property that is left out."""
        first, why, count = self._counted.get(name, (place, reason, 0))
        if count or len(self._counted) < _MAX_NAMES:
            self._counted[name] = (first, why, count + 1)
        else:
            self._others += 1

    def told(self) -> Iterable[IgnoredText]:
        """One line a name."""
        for name, (place, reason, count) in self._counted.items():
            times = "once" if count == 1 else f"{count:,} times"
            yield IgnoredText(place, f"{name!r}, {times}: {reason or 'cards have no such field'}")
        if self._others:
            yield IgnoredText(FilePosition(), f"{self._others:,} more properties with other names")


def find_fact_field(name: str) -> str | None:
    """The field that a file's name for it means; None where it means none."""
    return _FIELDS.get(normalize_spelling(name))


def is_useless(name: str) -> bool:
    """Whether a name is known to be that of no fact."""
    return normalize_spelling(name) in _USELESS


def sort_cells(properties: Iterable[FactCell], surplus: SurplusProperties) -> dict[str, FactCell]:
    """The properties by the fields they mean; of two for one field the first that says something. The rest is surplus.

    An empty property says nothing and is passed over.
    """
    cells: dict[str, FactCell] = {}
    for cell in properties:
        if not cell.text.strip():
            continue
        name = find_fact_field(cell.written)
        if name is None:
            surplus.add(cell.written[:60], cell.place, _USELESS.get(normalize_spelling(cell.written), ""))
        elif name not in cells:
            cells[name] = cell
        elif cells[name].text.strip() != cell.text.strip():
            reason = f"{cells[name].written!r} already gives another value"
            surplus.add(cell.written[:60], cell.place, reason)
    return cells


def find_game(properties: Iterable[FactCell]) -> str | None:
    """The game that a card's properties tell: one that is named, or one that alone has such properties."""
    guessed: str | None = None
    for cell in properties:
        word = normalize_spelling(cell.written)
        if word == "game" and (named := find_game_by_name(cell.text)):
            return named
        kind = _without_level(cell.text) if find_fact_field(cell.written) == "type" else ""
        for game in games() if guessed is None else ():
            importing = game.site.importing
            if word in importing.own_fields or (kind and normalize_type(kind, game.slug) in importing.own_types):
                guessed = guessed or game.slug
    return guessed


def _without_level(text: str) -> str:
    """`L1 Main Character` and `Main Character L1` without the level."""
    return " ".join(word for word in text.split() if not (word[:1] in "Ll" and word[1:].isdigit()))


UNKNOWN_GAME = "the file names no game"
