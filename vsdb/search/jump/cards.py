"""Places by the names of the reference: cards, sets, formats, teams and keywords.

The names of a game are read once for each version of its data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from django.urls import reverse
from rapidfuzz import fuzz, process

from engine.model.cards import Card
from engine.model.games import game_of, name_in_messages
from engine.model.names import show_identity
from engine.model.reference import Reference
from vsdb.catalog.cards.models import Keyword, Team
from vsdb.core.words import format_day
from vsdb.search.jump.places import BEGINS, SIMILAR, JumpPlace, SpelledName, Wanted
from vsdb.search.language.values import split_day

_MIN_SIMILAR = 4  #: characters of a text that may be misspelt
_ALIKE = 76  #: of 100; below it a name isn't offered
_MAX_SIMILAR = 12
_MAX_RANKED = 60  #: places of a game that are sorted
_MAIN = "constructed"
_SLACK = 8  #: what is nearly as much alike as the best stays, the rest would only be noise


@dataclass(frozen=True, slots=True)
class _NamedPlace:
    """A place with its names, and with weaker alternative names."""

    place: JumpPlace
    names: tuple[SpelledName, ...]
    others: tuple[SpelledName, ...] = ()


def find_named_places(references: Iterable[Reference], wanted: Wanted) -> list[JumpPlace]:
    """Find places whose name contains the words, and cards by printing number. No query except after a load."""
    found: list[JumpPlace] = []
    for reference in references:
        found += [build_card_place(card) for card in reference.catalog.by_printing(wanted.text)]
        found += _rank_all(_list_names(reference), wanted)
        found += _list_formats_on(reference, wanted)
    return list(dict.fromkeys(found))


def _list_formats_on(reference: Reference, wanted: Wanted) -> list[JumpPlace]:
    """The pages of formats on the day that stands behind their name, as in `silver age april 2007`."""
    if not (dated := split_day(wanted.text)):
        return []
    name, day = dated
    formats = (each for each in _list_names(reference) if each.place.kind == "format")
    return [
        replace(place, label=f"{place.label} on {format_day(day)}", url=f"{place.url}?on={day.isoformat()}")
        for place in _rank_all(formats, Wanted.of(name))
        if place.rank <= BEGINS
    ]


def find_similar_places(references: Iterable[Reference], wanted: Wanted) -> list[JumpPlace]:
    """Find places with similar names, most similar first."""
    if len(wanted.compact) < _MIN_SIMILAR:
        return []
    found: list[JumpPlace] = []
    for reference in references:
        spellings = _list_spellings(reference)
        near = process.extract(
            wanted.compact, list(spellings), scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=_MAX_SIMILAR
        )
        for spelling, score, _ in near:
            found += [replace(each, rank=SIMILAR, position=(-score,)) for each in spellings[spelling]]
    best = max((-each.position[0] for each in found), default=0)
    return [each for each in found if -each.position[0] >= best - _SLACK]


def build_card_place(card: Card, rank: int = 0) -> JumpPlace:
    """Return a card's page."""
    facts = [name_in_messages(game_of(card.game)), card.type or "type not recorded"]
    if card.level is not None:
        facts.append(f"level {card.level}")
    facts += [printing.code for printing in card.printings[:1] if printing.set_code]
    url = reverse("cards:card", args=(card.game, card.slug))
    return JumpPlace("card", show_identity(card.title), " · ".join(facts), url, rank, card=card)


def _rank_all(named: Iterable[_NamedPlace], wanted: Wanted) -> list[JumpPlace]:
    found: list[JumpPlace] = []
    for each in named:
        best: tuple[int, tuple[float, ...]] | None = None
        for names, less in ((each.names, 0), (each.others, BEGINS)):
            for name in names:
                rank = wanted.rank(name)
                if rank is not None and (best is None or rank + less < best[0]):
                    best = rank + less, wanted.position(name)
        if best is not None:
            found.append(replace(each.place, rank=best[0], position=(*best[1], *each.place.position)))
    found.sort(key=lambda place: (place.rank, place.position))
    return found[:_MAX_RANKED]


@lru_cache(maxsize=16)
def _list_names(reference: Reference) -> tuple[_NamedPlace, ...]:
    """Return all places of a game with their names. Two queries per data version."""
    return tuple(_name_places(reference))


@lru_cache(maxsize=16)
def _list_spellings(reference: Reference) -> dict[str, list[JumpPlace]]:
    """Map the joined spelling of every name to its places."""
    found: dict[str, list[JumpPlace]] = {}
    for each in _list_names(reference):
        for compact in dict.fromkeys(name.compact for name in (*each.names, *each.others)):
            found.setdefault(compact, []).append(each.place)
    return found


def _name_places(reference: Reference) -> Iterator[_NamedPlace]:
    game, where = reference.game, name_in_messages(game_of(reference.game))
    words = game_of(game).site.words
    for place, fmt in enumerate(reference.formats.values()):
        url = reverse("formats:format", args=(game, fmt.slug))
        order = (0 if fmt.kind == _MAIN else 1, place)
        said = JumpPlace("format", fmt.name, f"{where} · format", url, position=order)
        yield _NamedPlace(said, _spell(fmt.name, *fmt.aliases), _spell(fmt.slug, *fmt.short))
    for place, card_set in enumerate(reference.sets.values()):
        url = reverse("cards:set", args=(game, card_set.code))
        said = JumpPlace("set", card_set.name, f"{where} · set {card_set.code}", url, position=(place,))
        yield _NamedPlace(said, _spell(card_set.name, card_set.code))
    for slug, name in Team.objects.filter(game=game).order_by("name").values_list("slug", "name"):
        said = JumpPlace("team", name, f"{where} · {words.team or 'team'}", reverse("cards:team", args=(game, slug)))
        yield _NamedPlace(said, _spell(name))
    for slug, name in Keyword.objects.filter(game=game).order_by("name").values_list("slug", "name"):
        said = JumpPlace("keyword", name, f"{where} · keyword", reverse("cards:keyword", args=(game, slug)))
        yield _NamedPlace(said, _spell(name))
    for place, card in enumerate(reference.catalog.cards):
        said = replace(build_card_place(card), position=(place,))
        yield _NamedPlace(said, _spell(card.name, card.title), _spell(card.identity or "", *card.aka))


def _spell(*texts: str) -> tuple[SpelledName, ...]:
    names = (SpelledName.of(text) for text in dict.fromkeys(texts) if text)
    return tuple(name for name in names if name.compact)
