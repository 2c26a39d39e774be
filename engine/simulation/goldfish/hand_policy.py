"""The mulligan policy of a game's goldfish, asked about sample hands: what it does with each, why, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from engine.model.decks import Deck
from engine.model.games import game_of
from engine.simulation.goldfish.cards import UNKNOWN, GoldfishCard, GoldfishDeck, read_goldfish_deck
from engine.simulation.goldfish.policy import Goldfish
from engine.simulation.goldfish.replaying import name_cards
from engine.simulation.hands import Hand, HandDealer, mulligan, read_hand_dealer
from engine.simulation.opening_rules import ASIDE


@dataclass(frozen=True, slots=True)
class PolicyDecision:
    """What the policy does with an opening hand: the places of the cards that go; the policy in words, and why."""

    gone: tuple[int, ...]
    words: str
    reason: str

    @property
    def keeps(self) -> bool:
        """Whether the hand is kept as it is."""
        return not self.gone

    def as_dict(self) -> dict[str, Any]:
        """The decision as the API and the command line give it."""
        return {"keeps": self.keeps, "gone": list(self.gone), "words": self.words, "reason": self.reason}


@dataclass(frozen=True)
class HandPolicy:
    """The policy for the hands of one deck."""

    goldfish: Goldfish
    deck: GoldfishDeck
    dealer: HandDealer

    @property
    def words(self) -> str:
        """The policy in words."""
        return self.goldfish.policy["mulligan"]

    def decide(self, hand: Hand) -> PolicyDecision:
        """What the policy does with the opening hand, whatever was done with it since."""
        cards = [self._by_identity[dealt.identity] for dealt in hand.opening]
        gone = self.goldfish.mulligan(cards)
        return PolicyDecision(gone, self.words, self._explain(cards, gone))

    def follow(self, hand: Hand) -> Hand:
        """The hand after what the policy does. Raises InputError where the mulligan isn't open any more."""
        gone = self.decide(hand).gone
        if hand.may_mulligan and not gone:
            return hand
        return mulligan(hand, gone if self.dealer.rule.mulligan == ASIDE else ())

    @cached_property
    def share_kept(self) -> Fraction:
        """The exact share of opening hands that the policy keeps as they are.

        One card alone decides: a hand stays if any of it would, and where cards are set aside, if each of it would.
        """
        size = min(self.dealer.rule.hand_size, len(self.deck.copies))
        good = sum(self._keeps_alone[place] for place in self.deck.copies)
        bad, every = len(self.deck.copies) - good, comb(len(self.deck.copies), size)
        if self.dealer.rule.mulligan == ASIDE or not size:
            return Fraction(comb(good, size), every)
        return 1 - Fraction(comb(bad, size), every)

    @cached_property
    def _by_identity(self) -> dict[str, GoldfishCard]:
        return {card.identity: card for card in self.deck.cards}

    @cached_property
    def _keeps_alone(self) -> tuple[bool, ...]:
        """For each card, by place, whether a hand of it alone is kept."""
        return tuple(not self.goldfish.mulligan((card,)) for card in self.deck.cards)

    @property
    def unknown(self) -> int:
        """How many copies of the deck have an unknown cost or type that could decide: they count for nothing."""
        return sum(self._is_unknown(self.deck.cards[place]) for place in self.deck.copies)

    def _is_unknown(self, card: GoldfishCard) -> bool:
        return card.role == UNKNOWN or (self.dealer.rule.mulligan == ASIDE and card.cost is None)

    def _explain(self, cards: Sequence[GoldfishCard], gone: tuple[int, ...]) -> str:
        unknown = sum(map(self._is_unknown, cards))
        more = f" {unknown} of {len(cards)} cards of unknown cost or type." if unknown else ""
        if self.dealer.rule.mulligan == ASIDE:
            names = name_cards([cards[place] for place in gone])
            return f"{f'Sets aside {names}' if gone else 'Sets nothing aside'}.{more}"
        if gone:
            return f"Takes a mulligan: no card keeps the hand.{more}"
        keepers = dict.fromkeys(card for card in cards if self._keeps_alone[card.place])
        return f"Keeps the hand for {name_cards([*keepers])}."


def read_hand_policy(deck: Deck, as_of: date | None = None) -> HandPolicy | None:
    """The policy for the hands of a deck, or None in a game without one. `as_of` as in `read_hand_dealer`."""
    goldfish = game_of(deck.game).goldfish
    if goldfish is None:
        return None
    return HandPolicy(goldfish, read_goldfish_deck(deck, goldfish.read), read_hand_dealer(deck, as_of))
