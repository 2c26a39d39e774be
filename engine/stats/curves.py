"""The curves of a deck: how many copies there are of each cost, or of each other figure that cards are chosen by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.games.vs_2pcg.card_facts import EQUIPMENT, MAIN_CHARACTER, SUPPORTING_CHARACTER
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card, Figure
from engine.model.decks import Deck
from engine.stats.parts import main_deck

RECRUIT = "recruit"
RECRUIT_EQUIPMENT = "recruit-equipment"
THRESHOLD = "threshold"
COST = "cost"
ENERGY = "energy"
POWER = "power"
MIGHT = "might"


@dataclass(frozen=True, slots=True)
class Curve:
    """How many copies there are of each figure; `columns` have no gap, `signs` are printed where a number would be."""

    kind: str
    columns: tuple[tuple[int, int], ...]
    signs: tuple[tuple[str, int], ...] = ()
    unrecorded: int = 0

    @property
    def copies(self) -> int:
        """How many copies it counts, those without a recorded figure too."""
        return sum(copies for _, copies in (*self.columns, *self.signs)) + self.unrecorded


@dataclass(frozen=True, slots=True)
class _Axis:
    """A figure and the types of cards that have it."""

    kind: str
    figure: Callable[[Card], Figure]
    types: tuple[str, ...]


def _cost(card: Card) -> Figure:
    return card.cost


def _energy(card: Card) -> Figure:
    return card.energy


def _power(card: Card) -> Figure:
    return card.power


def _might(card: Card) -> Figure:
    return card.might


_PLAYED = ("Unit", "Spell", "Gear")
_AXES: Mapping[str, tuple[_Axis, ...]] = {
    VS_CLASSIC: (
        _Axis(RECRUIT, _cost, ("Character",)),
        _Axis(RECRUIT_EQUIPMENT, _cost, ("Equipment",)),
        _Axis(THRESHOLD, _cost, ("Plot Twist", "Location")),
    ),
    VS_2PCG: (_Axis(COST, _cost, (SUPPORTING_CHARACTER, EQUIPMENT, MAIN_CHARACTER)),),
    RIFTBOUND: (
        _Axis(ENERGY, _energy, _PLAYED),
        _Axis(POWER, _power, _PLAYED),
        _Axis(MIGHT, _might, ("Unit",)),
    ),
}


def curves(deck: Deck) -> tuple[Curve, ...]:
    """The curves of the main deck, those that count any card; a card whose type isn't recorded is in none."""
    found = (_curve(deck, axis) for axis in _AXES[deck.game])
    return tuple(curve for curve in found if curve.copies)


def _curve(deck: Deck, axis: _Axis) -> Curve:
    figures: Counter[Figure] = Counter()
    for card, copies in main_deck(deck):
        if card.type in axis.types:
            figures[axis.figure(card)] += copies
    numbers = [figure for figure in figures if isinstance(figure, int)]
    first, last = min(numbers, default=0), max(numbers, default=-1)
    return Curve(
        axis.kind,
        tuple((number, figures[number]) for number in range(first, last + 1)),
        tuple(sorted((figure, copies) for figure, copies in figures.items() if isinstance(figure, str))),
        figures[None],
    )
