"""Decks at random that nearly keep what a format asks beyond the rules: of few teams, sets, domains, or single copies.

Some of their cards are the recorded ones with facts taken away, so that what they ask for isn't known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from random import Random

from engine import Card, Deck, Reference
from engine.model.cards import RIFTBOUND, VS_2PCG
from engine.model.decks import AMBIGUOUS, UNKNOWN, UNREADABLE, DeckEntry
from tests.engine.decks_at_random import build_random_deck

#: What the cards of a deck have in common, all of them or most.
_SHARED: Sequence[Callable[[Card], Iterable[Hashable]]] = (
    lambda card: card.set_codes,
    lambda card: card.teams or (),
    lambda card: card.alignments or (),
    lambda card: card.domains or (),
    lambda card: [card.type],
    lambda card: card.name.split(),
    lambda card: [card.identity or card.name],
    lambda card: [len(card.printings)],
)
#: Facts as they are where they aren't recorded, or are otherwise.
_UNRECORDED: Sequence[dict[str, object]] = (
    {"type": None},
    {"teams": None},
    {"teams": ()},
    {"alignments": None},
    {"printings": ()},
    {"has_unrecorded_printing": True},
    {"is_in_every_set": True},
    {"versions_known": False},
    {"power_symbols": None},
    {"domains": None},
    {"domains": ()},
    {"doubtful": ("domains",)},
    {"level": None},
    {"keywords": ()},
    {"rarity": None},
)
_STATES = (UNKNOWN, AMBIGUOUS, UNREADABLE)


class NarrowDecks:
    """A source of such decks of a game."""

    def __init__(self, known: Reference, chance: Random) -> None:
        self._known, self._chance = known, chance
        self._cards = known.catalog.cards
        self._changed = [self._take_a_fact(chance.choice(self._cards)) for _ in range(len(self._cards) // 2)]

    def _take_a_fact(self, card: Card) -> Card:
        return replace(card, **self._chance.choice(_UNRECORDED))  # type: ignore[arg-type]

    def build(self) -> Deck:
        """A deck."""
        chance = self._chance
        if chance.random() < 0.3:
            return build_random_deck(self._known, chance)
        pool = self._draw_pool()
        entries = [
            DeckEntry("deck", count, card)
            for card in chance.choices(pool, k=chance.choice((3, 12, 15, 30)))
            for count in [chance.choice((1, 2, 4, 4)) if chance.random() < 0.1 else self._copies]
        ]
        entries += self._draw_beside(pool)
        if chance.random() < 0.1:
            state = chance.choice(_STATES)
            count = 0 if state == UNREADABLE else chance.choice((1, 4))
            may_be, name = tuple(chance.sample(self._cards, 2)), chance.choice(self._cards).name
            entries.append(DeckEntry("deck", count, state=state, name=name, candidates=may_be, problem="?"))
        if chance.random() < 0.1:
            chance.shuffle(entries)
        return Deck(self._known.game, tuple(replace(each, line=line) for line, each in enumerate(entries, start=1)))

    def _draw_pool(self) -> Sequence[Card]:
        """Cards that share something, and a few others; of some of them a fact isn't recorded."""
        chance = self._chance
        self._copies = chance.choice((1, 2, 4, 4, 4))
        read = chance.choice(_SHARED)
        shared = set(read(chance.choice(self._cards))) or {None}
        shared.update(read(chance.choice(self._cards)) if chance.random() < 0.3 else ())
        pool = [card for card in self._cards if not shared.isdisjoint(read(card))] or list(self._cards)
        if chance.random() < 0.5:
            types = {chance.choice(pool).type for _ in range(3)}
            pool = [card for card in pool if card.type in types]
        pool = chance.sample(pool, min(len(pool), 40))
        if chance.random() < 0.3:
            pool += chance.sample(self._changed, 2)
        if chance.random() < 0.3:
            pool += chance.sample(self._cards, 2)
        return pool

    def _draw_beside(self, pool: Sequence[Card]) -> list[DeckEntry]:
        """What stands beside the deck."""
        chance = self._chance
        sections = {
            VS_2PCG: ("main-character", "main-character", "level-up", "pile:Terrain", "pile:Wish"),
            RIFTBOUND: ("legend", "champion", "runes", "sideboard", "battlefields"),
        }.get(self._known.game, ())
        types = {"main-character": "Main Character", "level-up": "Main Character", "legend": "Legend", "runes": "Rune"}
        found = []
        for section in dict.fromkeys(chance.choices(sections, k=3) if sections else ()):
            fitting = [card for card in pool if card.type == types.get(section, card.type)]
            if not fitting or chance.random() < 0.3:
                fitting = [card for card in self._cards if card.type == types.get(section, card.type)]
            found.append(DeckEntry(section, chance.choice((1, 1, 1, 2)), chance.choice(fitting)))
        return found
