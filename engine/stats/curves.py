"""The curves of a deck: how many copies there are of each cost, or of each other figure that cards are chosen by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.model.cards import Figure
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


def build_curves(deck: Deck) -> tuple[Curve, ...]:
    """The curves of the main deck, those that count any card; a card whose type isn't recorded is in none."""
    found = (_curve(deck, axis) for axis in game_of(deck.game).stats.axes)
    return tuple(curve for curve in found if curve.copies)


def _curve(deck: Deck, axis: CurveAxis) -> Curve:
    figures: Counter[Figure] = Counter()
    for card, copies in tally_main_deck(deck):
        if not axis.types or card.type in axis.types:
            figures[getattr(card, axis.fact)] += copies
    numbers = [figure for figure in figures if isinstance(figure, int)]
    first, last = min(numbers, default=0), max(numbers, default=-1)
    return Curve(
        axis.kind,
        tuple((number, figures[number]) for number in range(first, last + 1)),
        tuple(sorted((figure, copies) for figure, copies in figures.items() if isinstance(figure, str))),
        figures[None],
    )
