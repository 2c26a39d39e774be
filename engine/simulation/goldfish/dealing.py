"""What a game deals: game 0 by the sample hand's own shuffle, every other by as many words as cards can be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.simulation.goldfish.cards import GoldfishCard, GoldfishDeck
from engine.simulation.goldfish.philox import WORD_BITS, generate_words
from engine.simulation.hands import PILE_SHUFFLE, deal_opening_hand, mulligan
from engine.simulation.opening_rules import ASIDE, BOTTOM, RESHUFFLE, OpeningRule
from engine.simulation.shuffling import shuffle_items

Cards = tuple[GoldfishCard, ...]
#: The places in an opening hand of the cards that go; in most games all or none.
MulliganPolicy = Callable[[Sequence[GoldfishCard]], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Deal:
    """An opening hand, the places of the cards that the mulligan took, the hand after it, what is drawn, the runes."""

    opening: Cards
    gone: tuple[int, ...]
    hand: Cards
    library: Cards
    runes: Cards = ()


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals the games of a run. `draws` are the cards drawn on each turn, from the first."""

    deck: GoldfishDeck
    rule: OpeningRule
    mulligan: MulliganPolicy
    draws: tuple[int, ...]
    seed: int
    runes: Cards = ()
    runes_seen: int = 0

    def deal(self, game: int) -> Deal:
        """The game of a number."""
        return self._deal_words(generate_words(self.seed, game)) if game else self._deal_sample_hand()

    def _deal_sample_hand(self) -> Deal:
        dealt = deal_opening_hand(self.deck.deck, self.seed)
        by_identity = {card.identity: card for card in self.deck.cards}
        opening = tuple(by_identity[each.identity] for each in dealt.cards)
        gone = self.mulligan(opening)
        kept = mulligan(dealt, gone if self.rule.mulligan == ASIDE else ()) if gone else dealt
        hand, library = (tuple(by_identity[each.identity] for each in cards) for cards in (kept.cards, kept.library))
        runes = shuffle_items(self.runes, self.seed, PILE_SHUFFLE)
        return Deal(opening, gone, hand, library, runes)

    def _deal_words(self, words: Iterator[int]) -> Deal:
        size, drawn = self.rule.hand_size, sum(self.draws)
        again = {BOTTOM: size, ASIDE: self.rule.most_aside, RESHUFFLE: 0}[self.rule.mulligan]
        first = self._take(words, size)
        opening = self._read(shuffle_partly(first, len(self.deck.copies)))
        gone = self.mulligan(opening)
        if gone and self.rule.mulligan == RESHUFFLE:
            seen = self._read(shuffle_partly(self._take(words, size + drawn), len(self.deck.copies)))
            hand, library = seen[:size], seen[size:]
        else:
            seen = self._read(shuffle_partly([*first, *self._take(words, again + drawn)], len(self.deck.copies)))
            hand, library = self._change_hand(seen[:size], seen[size:], gone)
        return Deal(opening, gone, hand, library, self._deal_runes(words))

    def _change_hand(self, hand: Cards, library: Cards, gone: tuple[int, ...]) -> tuple[Cards, Cards]:
        """The hand without the cards that go and with as many new ones, and the library with those that go below."""
        kept = tuple(card for place, card in enumerate(hand) if place not in gone)
        below = tuple(hand[place] for place in gone)
        if self.rule.mulligan == ASIDE:
            return (*kept, *library[: len(gone)]), (*library[len(gone) :], *below)
        cards = (*library, *below)
        return (*kept, *cards[: len(gone)]), cards[len(gone) :]

    def _take(self, words: Iterator[int], count: int) -> list[int]:
        return list(islice(words, count))

    def _read(self, places: Sequence[int]) -> Cards:
        return tuple(self.deck.cards[self.deck.copies[place]] for place in places)

    def _deal_runes(self, words: Iterator[int]) -> Cards:
        """The runes that can be seen, by words of their own behind those of the cards."""
        seen = min(self.runes_seen, len(self.runes))
        return tuple(self.runes[place] for place in shuffle_partly(self._take(words, seen), len(self.runes)))


def shuffle_partly(words: Sequence[int], size: int) -> list[int]:
    """The first places of a shuffled deck of a size, one a word (Fisher and Yates, from the top), or all there are.

    A word w picks the card at w · left / 2^64 of those left: of a deck of 10,000 none is likelier than another by more
    than 1 in 10^15.
    """
    moved: dict[int, int] = {}
    found = []
    for place, word in enumerate(words[:size]):
        other = place + (word * (size - place) >> WORD_BITS)
        found.append(moved.get(other, other))
        moved[other] = moved.get(place, place)
    return found
