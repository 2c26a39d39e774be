"""The values that a field can take in a game, found however they are spelt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.model.cards import Card
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.cards.models import Keyword, Team

_SIGNS = re.compile(r"[^\w*]+|_")

#: A field's values and how many cards have each, zero where a value is known and no card is recorded with it.
Counts = Mapping[str, int]


def compact(text: str) -> str:
    """The spelling in which `X-Men`, `x men` and `xmen` are one."""
    return _SIGNS.sub("", fold(text[:200]))


@lru_cache(maxsize=16)
def vocabulary(reference: Reference) -> Mapping[str, Counts]:
    """Each field's values in a game; two queries the first time that a version of the data is asked."""
    cards = reference.catalog.cards
    teams = dict.fromkeys(Team.objects.filter(game=reference.game).values_list("name", flat=True), 0)
    keywords = dict.fromkeys(Keyword.objects.filter(game=reference.game).values_list("name", flat=True), 0)
    held: dict[str, Iterable[str | None]] = {
        "type": (card.type for card in cards),
        "super": (card.supertype for card in cards),
        "universe": (card.universe for card in cards),
        "brand": (brand for card in cards for brand in _brands(card, reference)),
        "rarity": (rarity for card in cards for rarity in _rarities(card)),
        "team": (name for card in cards for name in card.teams or ()),
        "kw": (name for card in cards for name in card.keyword_names),
        "version": (name for card in cards for name in card.versions),
        "trait": (name for card in cards for name in {*card.traits, *card.tags, *card.versions}),
        "tag": (name for card in cards for name in card.tags),
        "domain": (name for card in cards for name in card.domains or ()),
        "side": (name for card in cards for name in card.alignments or ()),
        "symbol": (name for card in cards for name in card.power_symbols or ()),
        "pile": (name for card in cards for name in card.member_of_piles),
        "uses": (name for card in cards for name in card.uses_piles),
        "set": (code for card in cards for code in card.set_codes),
        "number": (number for card in cards for number in {printing.number for printing in card.printings}),
    }
    counts: dict[str, dict[str, int]] = {name: _counted(values) for name, values in held.items()}
    counts["team"] = {**teams, **counts["team"]}
    counts["kw"] = {**keywords, **counts["kw"]}
    counts["brand"] = {**{each.brand: 0 for each in reference.sets.values() if each.brand}, **counts["brand"]}
    counts["set"] = {**dict.fromkeys(reference.sets, 0), **counts["set"]}
    counts["st"] = _counted(card_set.kind for card_set in reference.sets.values())
    # A pile that some card uses, or is made for, is a pile, also where nobody recorded the other side.
    piles = {**counts["pile"], **counts["uses"]}
    counts["pile"] = {**dict.fromkeys(piles, 0), **counts["pile"]}
    counts["uses"] = {**dict.fromkeys(piles, 0), **counts["uses"]}
    return counts


def values(references: Iterable[Reference], field: str) -> dict[str, int]:
    """A field's values in some games, with how many cards have each."""
    found: Counter[str] = Counter()
    for reference in references:
        found.update(vocabulary(reference).get(field, {}))
    return dict(found)


def spelt(names: Iterable[str], text: str) -> tuple[str, ...]:
    """The names that a text spells."""
    wanted = compact(text)
    return tuple(name for name in names if compact(name) == wanted)


def _rarities(card: Card) -> frozenset[str]:
    return frozenset(filter(None, (card.rarity, *(printing.rarity for printing in card.printings))))


def _brands(card: Card, reference: Reference) -> set[str | None]:
    """The brand that the card says; where it says none those of its sets."""
    return {card.brand} if card.brand else {reference.sets[code].brand for code in card.set_codes}


def _counted(found: Iterable[str | None]) -> dict[str, int]:
    return dict(Counter(name for name in found if name))
