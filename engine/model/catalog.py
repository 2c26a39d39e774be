"""The cards of one game, found by key, by printing or by name, and the names nearest to one that isn't there."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from rapidfuzz import fuzz, process

from engine.model.cards import Card, CardSet
from engine.model.games import game_of
from engine.model.names import VERSION_JOINER, fold, split_identity, split_versions, version_key

LEGEND = "Legend"
T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)
_PrintingKey = tuple[str, str, str, str]

#: A number as sets print it, apart from its padding, the size of its set and, in some lists, its rarity's letter.
_CODE = re.compile(r"([a-z0-9]{2,6}?)[\s·#:-]+([a-z]{0,2})0*([0-9]{1,4})([a-z]{0,2}\*?|-star)(?:\s?/\s?[0-9]+)?")
_PUNCTUATION = re.compile(r"[,:()!?○•◦/]|<\s*>|[◊♢◆]")
#: More of a pasted name than any card's name has, so that likeness is quick to tell.
_COMPARED_LENGTH = 100
#: The signs that lists have for a signed printing, each with the other: 169* and 169s.
_SIGNED = {"*": "s", "s": "*"}
_COMMAS_IN_NAMES = 4  #: after how many commas of a title its versions may begin
_LIKENESS = 60  #: of 100; below it a name isn't worth suggesting


class Catalog:
    """Every card of a game with its sets. Immutable once built; each look-up takes the same time whatever its size."""

    def __init__(self, game: str, cards: Iterable[Card], sets: Mapping[str, CardSet]) -> None:
        self.game = game
        self.cards = tuple(cards)
        self.sets = sets
        self.by_slug: Mapping[str, Card] = {card.slug: card for card in self.cards}
        self._has_rarity_letters = game_of(game).naming.has_rarity_letters

    def by_printing(self, code: str) -> tuple[Card, ...]:
        """The cards recorded under a printing's code; two where the sources give one number to two cards.

        The code in any case, padded or not, with the size of its set (`OGN-027/298`, which tells cards of one number
        apart: OPP-001/298, OPP-001/219) or, where letters don't tell printings apart, with the letter of its rarity
        (`MOR-202C`).
        """
        key = printing_key(code)
        if key is None:
            return ()
        found = next((cards for each in self._list_keys(key) if (cards := self._printings.get(each))), ())
        if len(found) > 1 and "/" in code:
            found = tuple(card for card in found if _is_printed(card, key, code)) or found
        return found

    def _list_keys(self, key: _PrintingKey) -> tuple[_PrintingKey, ...]:
        """The keys under which a printing may be recorded, the likeliest first: without the letter of its rarity, or,
        signed, under the other sign for it (169* and 169s)."""
        other = "" if self._has_rarity_letters else _SIGNED.get(key[3], key[3])
        return (key, (*key[:3], other))

    def recorded_code(self, card: Card, code: str) -> str:
        """The code of a card's printing as it is recorded, for any spelling of it; the slug for no printing of it."""
        key = printing_key(code)
        keys = self._list_keys(key) if key else ()
        found = [p.code for key in keys for p in card.printings if printing_key(p.code) == key]
        same = (each for each in found if each.casefold() == code.strip().casefold())
        return next(same, found[0]) if found else card.slug

    def set_code(self, text: str) -> str | None:
        """The set's code as recorded, for a code in any case; None for a code of no set."""
        return self._set_codes.get(text.casefold())

    def by_name(self, name: str) -> tuple[Card, ...]:
        """The cards of that name (AKA excluded), whatever their versions; case, accents and punctuation don't matter.

        With an identity (`Name <> Identity`) only those that have it or, where none has, those whose identity
        isn't recorded.
        """
        found = self.names.get(fold(name), ())
        if found:
            return found
        plain, identity = split_identity(name)
        return () if identity is None else _filter_by_identity(self.names.get(fold(plain), ()), identity)

    def is_name(self, text: str) -> bool:
        """Whether a text is a card's name and nothing more."""
        return fold(text) in self.names

    def by_title(self, title: str) -> tuple[Card, ...]:
        """The cards whose full title that is: the name, the identity if written, and every version in any order.

        A name alone is the full title of a card known to have no version. A legend's is `Annie, Dark Child`, also where
        its recorded name goes on after a comma (`Dark Child, Starter`) and no other legend is called that.
        """
        whole = self.titles.get(fold(title), ())
        if whole:
            return whole
        for comma in islice(re.finditer(",", title), _COMMAS_IN_NAMES):
            found = self._versioned(title[: comma.start()], version_key(title[comma.end() :]))
            if found:
                return found
        return self._versioned(title, ()) or self.short_titles.get(fold(title), ())

    def by_words(self, title: str) -> tuple[Card, ...]:
        """The cards whose full title has those words in that order, whatever stands or doesn't stand between them."""
        return self._words.get(_words(title), ())

    def nearest(self, name: str, limit: int = 5) -> tuple[Card, ...]:
        """The cards whose names are most like a misspelt one, best first; of cards titled alike the first stands.

        Cards of exactly that name, under other versions, come before all; AKA names and identities count as well.
        """
        return tuple(card for card, _ in self.rank_nearest(name, limit))

    def rank_nearest(self, name: str, limit: int = 5) -> tuple[tuple[Card, float], ...]:
        """What `nearest` gives, each card with its likeness, of 100; 101 for a card of exactly that name."""
        query = fold(name[:_COMPARED_LENGTH])
        found = dict.fromkeys(self.by_name(name.split(",", maxsplit=1)[0]), 101.0)
        likenesses = process.extract(
            query, self._spellings, scorer=fuzz.ratio, score_cutoff=_LIKENESS, limit=limit * 4, processor=None
        )
        for spelling, likeness, _ in likenesses:
            for card in self._spelt[spelling]:
                found[card] = max(found.get(card, 0), likeness)
        ranked = sorted(found, key=lambda card: (-found[card], card.title, card.slug))
        by_title = {card.title: card for card in reversed(ranked)}
        return tuple((card, found[card]) for card in ranked if by_title[card.title] is card)[:limit]

    def may_be_out(self, card: Card, on: date) -> bool:
        """Whether any printing of the card may have been released by that day; unrecorded printings may have been."""
        return self.first_day(card) <= on

    def first_day(self, card: Card) -> date:
        """The first day on which the card may have been out; the first there is where a printing isn't recorded."""
        if not card.printings or card.has_unrecorded_printing or card.is_in_every_set:
            return date.min
        return min(self._first_day_of_set(printing.set_code) for printing in card.printings)

    def _first_day_of_set(self, set_code: str | None) -> date:
        card_set = self.sets.get(set_code) if set_code else None
        return card_set.released.earliest if card_set else date.min

    def once(self, work_out: Callable[[Catalog], T]) -> T:
        """What a function makes of this catalog, worked out once and kept with it."""
        known: T | None = self._worked_out.get(work_out)
        if known is None:
            known = self._worked_out[work_out] = work_out(self)
        return known

    def prepare(self) -> None:
        """Work out now what lists and their verdicts ask of each card, rather than at the first list that has it."""
        for card in self.cards:
            card.prepare()

    @cached_property
    def _worked_out(self) -> dict[object, Any]:
        return {}

    def _versioned(self, name: str, versions: tuple[str, ...]) -> tuple[Card, ...]:
        plain, identity = split_identity(name)
        found = self._versions.get((fold(plain), versions), ())
        return found if identity is None else _filter_by_identity(found, identity)

    @cached_property
    def _printings(self) -> Mapping[_PrintingKey, tuple[Card, ...]]:
        found: dict[_PrintingKey, dict[Card, None]] = {}
        for card in self.cards:
            for printing in card.printings:
                key = printing_key(printing.code) if printing.set_code and printing.number else None
                if key:
                    found.setdefault(key, {})[card] = None
        return {key: tuple(cards) for key, cards in found.items()}

    @cached_property
    def _set_codes(self) -> Mapping[str, str]:
        return {code.casefold(): code for code in self.sets}

    @cached_property
    def names(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards by folded name."""
        return _group_pairs((fold(card.name), card) for card in self.cards)

    @cached_property
    def titles(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards by folded full title, with and without their identity."""
        return _group_pairs((fold(title), card) for card in self.cards for title in _titles(card))

    @cached_property
    def short_titles(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards by the folded shorter titles that they have in their game."""
        return _group_pairs((fold(title), card) for title, card in _short_titles(self.cards))

    @cached_property
    def has_versions(self) -> bool:
        """Whether any card has a version, so that a title may have one behind a comma."""
        return any(card.versions for card in self.cards)

    @cached_property
    def _versions(self) -> Mapping[tuple[str, tuple[str, ...]], tuple[Card, ...]]:
        known = (card for card in self.cards if card.versions_known)
        return _group_pairs(((fold(card.name), version_key(card.versions)), card) for card in known)

    @cached_property
    def _words(self) -> Mapping[str, tuple[Card, ...]]:
        short = _group_pairs((_words(title), card) for title, card in _short_titles(self.cards))
        return {**short, **_group_pairs((_words(title), card) for card in self.cards for title in _titles(card))}

    @cached_property
    def _spelt(self) -> Mapping[str, tuple[Card, ...]]:
        return _group_pairs(
            (fold(spelling), card)
            for card in self.cards
            for spelling in (card.name, *_titles(card), *card.aka, *([card.identity] if card.identity else ()))
        )

    @cached_property
    def _spellings(self) -> tuple[str, ...]:
        return tuple(self._spelt)


def printing_key(code: str) -> _PrintingKey | None:
    """A printing's code in the form in which all its spellings are equal; None for what isn't one."""
    found = _CODE.fullmatch(code.strip().casefold())
    return (found[1], found[2], found[3], "*" if found[4] == "-star" else found[4]) if found else None


def _is_printed(card: Card, key: _PrintingKey, code: str) -> bool:
    """Whether a printing of the card has that key and the size that the code ends in."""
    size = "/" + code.rpartition("/")[2].strip()
    return any(printing.code.endswith(size) and printing_key(printing.code) == key for printing in card.printings)


def _titles(card: Card) -> tuple[str, ...]:
    """The full titles that name the card without doubt."""
    if not card.versions_known:
        return ()
    titles = game_of(card.game).naming.titles
    if titles:
        return titles(card)
    if not card.versions:
        return (card.name,)
    names = [card.name, *([f"{card.name} <> {card.identity}"] if card.identity else [])]
    return tuple(f"{name}, {VERSION_JOINER.join(card.versions)}" for name in names)


def _short_titles(cards: Iterable[Card]) -> Iterator[tuple[str, Card]]:
    """The shorter titles that cards have in their game."""
    return ((title, card) for card in cards for title in game_of(card.game).naming.short_titles(card))


def _filter_by_identity(cards: tuple[Card, ...], identity: str) -> tuple[Card, ...]:
    """Those of the cards that have the identity; where none has, those whose identity isn't recorded."""
    having = tuple(card for card in cards if card.identity and fold(card.identity) == fold(identity))
    return having or tuple(card for card in cards if not card.identity)


def _words(title: str) -> str:
    joined = " ".join(split_versions(title))
    return " ".join(fold(_PUNCTUATION.sub(" ", joined)).split())


def _group_pairs(pairs: Iterable[tuple[Key, Card]]) -> Mapping[Key, tuple[Card, ...]]:
    found: dict[Key, dict[Card, None]] = {}
    for key, card in pairs:
        found.setdefault(key, {})[card] = None
    return {key: tuple(cards) for key, cards in found.items()}
