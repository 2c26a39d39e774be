"""The curves of a deck: how many copies there are of each cost, or of each other figure that cards are chosen by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from engine.model.cards import Card, Figure
from engine.model.decks import Deck
from engine.model.games import CurveAxis, game_of
from engine.stats.parts import tally_main_deck

RECRUIT = "recruit"
RECRUIT_EQUIPMENT = "recruit-equipment"
THRESHOLD = "threshold"
COST = "cost"
ENERGY = "energy"
POWER = "power"
MIGHT = "might"


@dataclass(frozen=True, slots=True)
class DomainShare:
    """The copies of a curve that are of the same domains, by their figures; None where those aren't recorded."""

    domains: tuple[str, ...] | None
    figures: tuple[tuple[Figure, int], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """How many copies there are of each figure; `columns` have no gap, `signs` are printed where a number would be.

    `shares` split them by domains, in a game of domains: one domain before several, none and unrecorded last.
    """

    kind: str
    columns: tuple[tuple[int, int], ...]
    signs: tuple[tuple[str, int], ...] = ()
    unrecorded: int = 0
    shares: tuple[DomainShare, ...] = ()

    @property
    def copies(self) -> int:
        """How many copies it counts, those without a recorded figure too."""
        return sum(copies for _, copies in (*self.columns, *self.signs)) + self.unrecorded


def build_curves(deck: Deck) -> tuple[Curve, ...]:
    """The curves of the main deck, those that count any card; a card whose type isn't recorded is in none."""
    found = (_curve(deck, axis) for axis in game_of(deck.game).stats.axes)
    return tuple(curve for curve in found if curve.copies)


def _curve(deck: Deck, axis: CurveAxis) -> Curve:
    counted = [(card, copies) for card, copies in tally_main_deck(deck) if not axis.types or card.type in axis.types]
    figures = _count_figures(counted, axis)
    numbers = [figure for figure in figures if isinstance(figure, int)]
    first, last = min(numbers, default=0), max(numbers, default=-1)
    return Curve(
        axis.kind,
        tuple((number, figures[number]) for number in range(first, last + 1)),
        tuple(sorted((figure, copies) for figure, copies in figures.items() if isinstance(figure, str))),
        figures[None],
        tuple(_split_by_domains(counted, axis)) if game_of(deck.game).stats.domains else (),
    )


def _count_figures(cards: Iterable[tuple[Card, int]], axis: CurveAxis) -> Counter[Figure]:
    figures: Counter[Figure] = Counter()
    for card, copies in cards:
        figures[getattr(card, axis.fact)] += copies
    return figures


def _split_by_domains(cards: Collection[tuple[Card, int]], axis: CurveAxis) -> Iterator[DomainShare]:
    """The shares of cards; in which order a card has its domains makes no difference."""
    held: dict[tuple[str, ...] | None, list[tuple[Card, int]]] = {}
    for card, copies in cards:
        domains = None if card.domains is None else tuple(sorted(card.domains))
        held.setdefault(domains, []).append((card, copies))
    for domains in sorted(held, key=lambda each: (each is None, not each, len(each or ()), each or ())):
        yield DomainShare(domains, tuple(_count_figures(held[domains], axis).items()))
