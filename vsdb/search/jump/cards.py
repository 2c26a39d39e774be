"""Places by the names of the reference: cards, sets, formats, teams and keywords.

The names of a game are read once for each version of its data.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import nsmallest
from math import ceil, floor

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
        found += _rank_all(_index_names(reference).find(wanted), wanted)
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
            wanted.compact,
            spellings.list_of_like_length(len(wanted.compact)),
            scorer=fuzz.ratio,
            score_cutoff=_ALIKE,
            limit=_MAX_SIMILAR,
        )
        for spelling, score, _ in near:
            found += [replace(each, rank=SIMILAR, position=(-score,)) for each in spellings.places[spelling]]
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


class _NameIndex:
    """The places of a game by the words and the beginnings of their names."""

    def __init__(self, named: tuple[_NamedPlace, ...]) -> None:
        self.named = named
        by_word: dict[str, list[int]] = {}
        by_spelling: dict[str, list[int]] = {}
        by_start: dict[str, list[int]] = {}
        for number, each in enumerate(named):
            names = (*each.names, *each.others)
            for name in each.names:
                by_start.setdefault(name.words, []).append(number)
            for word in dict.fromkeys(word for name in names for word in name.words.split()):
                by_word.setdefault(word, []).append(number)
            for spelling in dict.fromkeys(name.compact for name in names):
                by_spelling.setdefault(spelling, []).append(number)
        self._by_word, self._by_spelling, self._by_start = map(_Sorted, (by_word, by_spelling, by_start))

    def find(self, wanted: Wanted) -> list[_NamedPlace]:
        """The places that may match, in their order: a name begins with the text, or has a word that begins with each
        of its words. Where more begin with it than are ranked, these alone."""
        if not wanted.tokens:
            return list(self.named)
        if len(begun := self._by_start.find(wanted.begun)) >= _MAX_RANKED:
            if wanted.joins_words:
                begun |= self._by_spelling.find(wanted.compact)
            return self._list(begun)
        # The longest word first, which has the fewest places.
        first, *others = sorted(set(wanted.tokens), key=len, reverse=True)
        found = self._by_word.find(first)
        for token in others:
            if not found:
                break
            found &= self._by_word.find(token)
        return self._list(found | self._by_spelling.find(wanted.compact))

    def _list(self, numbers: Iterable[int]) -> list[_NamedPlace]:
        return [self.named[number] for number in sorted(numbers)]


class _Sorted:
    """The numbers of places under texts, found by how a text begins."""

    def __init__(self, numbers: Mapping[str, list[int]]) -> None:
        self._numbers, self._texts = numbers, sorted(numbers)

    def find(self, start: str) -> set[int]:
        """The numbers under all texts that begin so."""
        found: set[int] = set()
        texts = self._texts
        for place in range(bisect_left(texts, start), len(texts)):
            if not texts[place].startswith(start):
                break
            found.update(self._numbers[texts[place]])
        return found


def _rank_all(named: Iterable[_NamedPlace], wanted: Wanted) -> list[JumpPlace]:
    """Rank places by the best of their names, the first of equals; the best places in order."""
    found: list[tuple[int, tuple[float, ...], tuple[float, ...], int, JumpPlace]] = []
    for number, each in enumerate(named):
        best: tuple[int, SpelledName] | None = None
        for name in each.names:
            if best is not None and best[0] <= BEGINS and name.compact != wanted.compact:
                continue  # only a whole name would be better
            rank = wanted.rank(name)
            if rank is not None and (best is None or rank < best[0]):
                best = rank, name
        if best is None or best[0] > BEGINS:  # no other name counts for more
            for name in each.others:
                rank = wanted.rank(name)
                if rank is not None and (best is None or rank + BEGINS < best[0]):
                    best = rank + BEGINS, name
        if best is not None:
            found.append((best[0], wanted.position(best[1]), each.place.position, number, each.place))
    first = nsmallest(_MAX_RANKED, found)
    return [replace(place, rank=rank, position=(*name, *position)) for rank, name, position, _, place in first]


@lru_cache(maxsize=16)
def _list_names(reference: Reference) -> tuple[_NamedPlace, ...]:
    """Return all places of a game with their names. Two queries per data version."""
    return tuple(_name_places(reference))


@lru_cache(maxsize=16)
def _index_names(reference: Reference) -> _NameIndex:
    return _NameIndex(_list_names(reference))


class _Spellings:
    """The joined spelling of every name with its places."""

    def __init__(self, named: Iterable[_NamedPlace]) -> None:
        self.places: dict[str, list[JumpPlace]] = {}
        for each in named:
            for compact in dict.fromkeys(name.compact for name in (*each.names, *each.others)):
                self.places.setdefault(compact, []).append(each.place)
        self._by_length = sorted(self.places, key=len)

    def list_of_like_length(self, length: int) -> list[str]:
        """Return the spellings that can be alike enough: of two texts no more is alike than the shorter one holds."""
        most = (200 - _ALIKE) / _ALIKE
        first = bisect_left(self._by_length, ceil(length / most), key=len)
        return self._by_length[first : bisect_right(self._by_length, floor(length * most), key=len)]


@lru_cache(maxsize=16)
def _list_spellings(reference: Reference) -> _Spellings:
    """The spellings of a game, read once per data version."""
    return _Spellings(_list_names(reference))


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
