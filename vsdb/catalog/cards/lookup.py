"""Cards found by what people call them: one card for a name, a slug or a printing, or those that it may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.model.cards import Card
from engine.model.names import fold
from engine.model.reference import Reference

MAX_CANDIDATES = 20
_ALIKE = 75  #: of 100; a name below that is only offered
_AHEAD = 6  #: by how much the nearest name must lead the next one to be taken
_CODED = re.compile(r".*\[([^\]]{1,40})\]\s*")  #: a title with the code of a printing, as in a deck list
_MIN_BEGINNING = 4  #: characters that may stand for the name that begins with them


@dataclass(frozen=True, slots=True)
class FoundCard:
    """The card that was meant, or None with those it may be; `is_ambiguous` where they all fit."""

    card: Card | None
    candidates: tuple[Card, ...] = ()
    is_ambiguous: bool = False


def find_card_named(name: str, references: Sequence[Reference], *, is_fuzzy: bool = False) -> FoundCard:
    """The card of a title or name, read as a line of a deck list is; case, accents and punctuation don't matter.

    A fuzzy name may be cut short: then the titles that begin with it count. Or it may be misspelt: then the nearest
    name counts, if it is near and clearly ahead of others. No query.
    """
    named = [card for reference in references for card in _list_named(name, reference)]
    if named:
        return _choose(named)
    if is_fuzzy and len(fold(name)) >= _MIN_BEGINNING and (begun := _list_begun(name, references)):
        return _choose(begun)
    ranked = [pair for reference in references for pair in reference.catalog.rank_nearest(name)]
    ranked.sort(key=lambda pair: -pair[1])
    nearest = tuple(card for card, _ in ranked[:MAX_CANDIDATES])
    if not is_fuzzy or not ranked or ranked[0][1] < _ALIKE:
        return FoundCard(None, nearest[:5])
    best = ranked[0][1]
    close = dict.fromkeys(card.title for card, likeness in ranked if likeness > best - _AHEAD)
    return _choose(card for title in close for reference in references for card in _list_named(title, reference))


def find_card_by_slug(slug: str, references: Sequence[Reference]) -> FoundCard:
    """The card of a slug. No query."""
    by_slug = (reference.catalog.by_slug.get(slug.strip().casefold()) for reference in references)
    return _choose([card for card in by_slug if card])


def find_card_of_printing(code: str, references: Sequence[Reference]) -> FoundCard:
    """The card of a printing's code. No query."""
    return _choose([card for reference in references for card in reference.catalog.by_printing(code)])


def complete_titles(begun: str, references: Sequence[Reference], limit: int = 20) -> list[str]:
    """Titles that begin with a text, then titles with a word that does, each by name. No query."""
    wanted = fold(begun)
    if not wanted:
        return []
    titles = [pair for reference in references for pair in _list_titles(reference)]
    first = sorted({pair for pair in titles if pair[0].startswith(wanted)})
    within = sorted({pair for pair in titles if f" {wanted}" in pair[0] and not pair[0].startswith(wanted)})
    return list(dict.fromkeys(title for _, title in (*first, *within)))[:limit]


def _choose(cards: Iterable[Card]) -> FoundCard:
    """The one card; several are ambiguous."""
    found = tuple(dict.fromkeys(cards))
    if len(found) == 1:
        return FoundCard(found[0])
    return FoundCard(None, found[:MAX_CANDIDATES], is_ambiguous=bool(found))


def _list_named(name: str, reference: Reference) -> tuple[Card, ...]:
    catalog = reference.catalog
    coded = _CODED.fullmatch(name)
    if coded and (printed := catalog.by_printing(coded[1].strip())):
        return tuple(printed)
    return catalog.by_title(name) or catalog.by_name(name) or catalog.by_words(name)


def _list_begun(name: str, references: Iterable[Reference]) -> list[Card]:
    """The cards whose titles begin with a text, by title."""
    return sorted(_iterate_begun(fold(name), references), key=lambda card: (card.title, card.slug))


def _iterate_begun(wanted: str, references: Iterable[Reference]) -> Iterator[Card]:
    for reference in references:
        yield from (card for card in reference.catalog.cards if fold(card.title).startswith(wanted))


@lru_cache(maxsize=16)
def _list_titles(reference: Reference) -> tuple[tuple[str, str], ...]:
    """The titles of a game with the spelling that counts; kept for each version of its data."""
    return tuple({(fold(card.title), card.title): None for card in reference.catalog.cards})
