"""The common greedy step: which cards of a hand are played with the points that there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.simulation.goldfish.cards import GoldfishCard

Chosen = tuple[GoldfishCard, ...]
#: What playing a set uses up beside its points (the less the better); None where it can't be played.
SetPrice = Callable[[Chosen], int | None]
MAX_FREE = 6  #: cards of no cost that are tried beside others


def choose_cards(cards: Sequence[GoldfishCard], points: int, price: SetPrice, *, can_be_helped: bool = False) -> Chosen:
    """The set with the greatest total cost that the points allow; of those the one that uses up least, with the dearest
    card, with the fewest cards, and with the better ranks.

    All subsets count; those that can't be better aren't tried. `can_be_helped`: a set that can't be played may be with
    more cards, which cost something or nothing; else cards of no cost are never worth playing.
    """
    ranked = sorted((card for card in cards if card.cost is not None and card.cost <= points), key=lambda c: c.rank)
    free = [card for card in ranked if not card.cost]
    paid = ranked[: len(ranked) - len(free)]
    search = _Search(paid + (free[:MAX_FREE] if can_be_helped else []), points, price, can_be_helped)
    search.extend(0, (), 0)
    return search.best


@dataclass(slots=True)
class _Search:
    cards: list[GoldfishCard]
    points: int
    price: SetPrice
    can_be_helped: bool
    best: Chosen = ()
    key: tuple[int, int, int, int] = (0, 0, 0, 0)  #: total, less what is used up, the dearest, less the number of cards
    rests: list[int] = field(init=False)  #: the total cost of the cards from each place on

    def __post_init__(self) -> None:
        rest, rests = 0, [0]
        for card in reversed(self.cards):
            rest += card.cost or 0
            rests.append(rest)
        self.rests = rests[::-1]

    def extend(self, start: int, chosen: Chosen, total: int) -> None:
        """Try every set that begins with those chosen; ranks grow, so that of equal sets the better comes first."""
        skipped: GoldfishCard | None = None
        for at in range(start, len(self.cards)):
            if not self._may_win(at, chosen, total):
                return
            card = self.cards[at]
            cost = card.cost or 0
            if card is skipped or total + cost > self.points:
                continue
            skipped = card
            more = (*chosen, card)
            is_impossible = self._try(more, total + cost)
            if self.can_be_helped if is_impossible else self.rests[at + 1]:
                self.extend(at + 1, more, total + cost)

    def _may_win(self, at: int, chosen: Chosen, total: int) -> bool:
        """Whether a card from this place on can still make a better set."""
        if min(self.points, total + self.rests[at]) < self.key[0]:
            return False
        if self.key[0] < self.points or self.key[1] < 0:
            return True
        cost = self.cards[at].cost or 0
        dearest = (chosen[0].cost or 0) if chosen else cost
        if dearest != self.key[2]:
            return dearest > self.key[2]
        left = self.points - total
        fewest = len(chosen) + (-(-left // cost) if cost else left and len(self.cards))
        return fewest < -self.key[3]

    def _try(self, chosen: Chosen, total: int) -> bool:
        """Whether a set that would be the best can't be played."""
        dearest, fewer = chosen[0].cost or 0, -len(chosen)
        if (total, 0, dearest, fewer) <= self.key:
            return False
        used = self.price(chosen)
        if used is not None and (total, -used, dearest, fewer) > self.key:
            self.key, self.best = (total, -used, dearest, fewer), chosen
        return used is None
