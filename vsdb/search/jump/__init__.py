"""Find anything by name from one box: cards, sets, formats, teams, keywords, rules, decks, people and help.

Rooms above the search add their own kinds with `register`, from their app's `ready`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from engine.model.reference import Reference
from vsdb.catalog.cards import selectors
from vsdb.search import services
from vsdb.search.jump.cards import build_card_place, find_named_places, find_similar_places
from vsdb.search.jump.places import KINDS, MAX_PLACES, JumpPlace, Wanted
from vsdb.search.jump.rules import find_rules
from vsdb.search.language.writing import describe

__all__ = [
    "KINDS",
    "FoundPlaces",
    "JumpGroup",
    "JumpPlace",
    "Wanted",
    "build_jump_answer",
    "find_pages",
    "find_places",
    "group_places",
    "register",
]

Source = Callable[[Wanted], Iterable[JumpPlace]]

_MIN_CHARACTERS = 2
_MAX_CHARACTERS = 120  #: of a text that is compared with names
#: Words of questions about a card or a format: `when was overload banned`.
_QUESTION = re.compile(
    r"\b(?:when|what|which|why|how|is|was|were|are|did|does|do|has|been|the|a|of|in|for|card|ban|bans|banned|legal|"
    r"illegal|legality|begin|began|start|started|end|ended|errata|ruling|rulings)\b",
    re.IGNORECASE,
)
_CLOSE = 2  #: the last rank of a name that holds the words as they are typed
_sources: dict[str, Source] = {}  #: by kind
_changing: set[str] = set()  #: the kinds that come and go without a load of the data


@dataclass(frozen=True, slots=True)
class JumpGroup:
    """The places of one kind, best match first."""

    kind: str
    title: str
    places: tuple[JumpPlace, ...]


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """The places that match a text, best group first, and links that search for the text.

    If no name contains the words, `read_as` is the text as a card query in words, and `card_count` its result.
    """

    groups: tuple[JumpGroup, ...]
    searches: tuple[JumpPlace, ...]
    read_as: str = ""
    card_count: int | None = None


def register(kind: str, source: Source, *, is_changing: bool = False) -> None:
    """Register a source of places. `kind` is one of `KINDS`; `is_changing` if its places change at any time."""
    _sources[kind] = source
    if is_changing:
        _changing.add(kind)


def find_places(text: str, game: str | None = None) -> FoundPlaces:
    """Find the places that match a text, in all games or in one.

    Names that contain the words come first, then cards that match the text as a query, then similar names. One query
    per game, three for decks and people, and a search if no name contains the words.
    """
    written = " ".join(text.replace("\0", "").split())
    wanted = Wanted.of(written[:_MAX_CHARACTERS], game)
    searches = _list_searches(written, game, written) if written else ()
    if wanted.length < _MIN_CHARACTERS:
        return FoundPlaces((), searches)
    found = [*_find_named(wanted), *_ask(_changing, wanted)]
    if close := [place for place in found if place.rank <= _CLOSE]:
        return FoundPlaces(group_places(close), searches)
    cards = services.search_cards(written, game=game, is_strict=True)
    found += _list_found_cards(cards, game)
    if not found and (asked := " ".join(_QUESTION.sub(" ", written).replace("?", " ").split())) not in ("", written):
        found = _find_named(Wanted.of(asked, game))
    if not found and wanted.is_plain:
        found = find_similar_places(_list_references(game), wanted)
    if unknown := next((note for note in cards.notes if note.without is not None), None):
        return FoundPlaces(group_places(found), _list_searches(written, game, unknown.message, unknown.without or ""))
    if not cards.total:
        return FoundPlaces(group_places(found), searches)
    read_as = describe(cards.understood)
    searches = _list_searches(written, game, f"{cards.counted}. {read_as}")
    return FoundPlaces(group_places(found), searches, read_as, cards.total)


def build_jump_answer(found: FoundPlaces) -> dict[str, Any]:
    """Return the places for the script of the page and the API."""
    return {
        "groups": [
            {"kind": each.kind, "title": each.title, "places": list(map(_name_place, each.places))}
            for each in found.groups
        ],
        "searches": list(map(_name_place, found.searches)),
        "read_as": found.read_as,
        "card_count": found.card_count,
    }


def _name_place(place: JumpPlace) -> dict[str, str]:
    return {"label": place.label, "detail": place.said, "url": place.url}


def find_pages(text: str, game: str | None = None) -> tuple[JumpGroup, ...]:
    """Find public pages whose name contains the words: sets, formats, teams, keywords, rules and help.

    Help is found by its words in any order, and by a word that stands for it, such as “odds”.
    """
    wanted = Wanted.of(text[:_MAX_CHARACTERS], game)
    if wanted.length < _MIN_CHARACTERS or not wanted.is_plain:
        return ()
    named = (
        place
        for place in _find_named(wanted)
        if place.kind == "help" or (place.kind != "card" and place.rank <= _CLOSE)
    )
    return group_places(list(named))


def _find_named(wanted: Wanted) -> list[JumpPlace]:
    steady = (kind for kind in _sources if kind not in _changing)
    return [*find_named_places(_list_references(wanted.game), wanted), *find_rules(wanted), *_ask(steady, wanted)]


def _list_references(game: str | None) -> list[Reference]:
    return selectors.list_references((game,)) if game else selectors.list_references()


def _ask(kinds: Iterable[str], wanted: Wanted) -> list[JumpPlace]:
    return [place for kind in kinds if kind in _sources for place in _sources[kind](wanted)]


def _list_found_cards(found: services.FoundCards, game: str | None) -> list[JumpPlace]:
    """Return the first cards of a query."""
    if not found.total:
        return []
    games = [reference.game for reference in _list_references(game)]
    cards = services.load_cards(found.ids[:MAX_PLACES], games=games)
    return [build_card_place(card, rank=_CLOSE + 1) for card in cards]


def _list_searches(text: str, game: str | None, said: str, without: str = "") -> tuple[JumpPlace, ...]:
    """Return links that search for a text, with a message; also for the text `without` its unknown fields."""
    words = urlencode({"q": text})
    path = reverse("cards:list", args=(game,)) if game else reverse("cards:index")
    rest = (JumpPlace("search", "Search cards without it", without, f"{path}?{urlencode({'q': without})}"),)
    return (
        JumpPlace("search", "Search cards", said, f"{path}?{words}"),
        *(rest if without else ()),
        JumpPlace("search", "Search decks", text, f"{reverse('stored:index')}?{words}"),
        JumpPlace("search", "Search rules", text, f"{reverse('rules:documents')}?{words}"),
    )


def group_places(found: Sequence[JumpPlace]) -> tuple[JumpGroup, ...]:
    """Group places by kind, best first; the kind with the best match comes first."""
    kinds = {kind: sorted((each for each in found if each.kind == kind), key=lambda each: each.order) for kind in KINDS}
    order = {kind: place for place, kind in enumerate(KINDS)}
    held = [kind for kind, places in kinds.items() if places]
    held.sort(key=lambda kind: (kinds[kind][0].rank, order[kind]))
    return tuple(JumpGroup(kind, KINDS[kind], tuple(kinds[kind][:MAX_PLACES])) for kind in held)
