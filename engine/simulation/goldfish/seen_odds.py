"""The exact odds that stand beside the figures of goldfish games: a card of some kind seen by a turn.

The mulligan is the run's own: what it takes depends on single cards, and so the hands can be counted by groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from engine.model.errors import InputError
from engine.simulation.goldfish.cards import CHARACTER, GoldfishCard
from engine.simulation.goldfish.running import GoldfishRun
from engine.simulation.odds.counting import Work
from engine.simulation.odds.exact import find_chance
from engine.simulation.odds.questions import (
    ALWAYS,
    KEEP_IF,
    NEVER,
    SET_ASIDE,
    Aside,
    MulliganPolicy,
    Question,
    Want,
    group_cells,
)
from engine.simulation.opening_rules import ASIDE

MAX_WORK = 3_000_000  #: products of numbers for one chance: a fifth of a second
_WANTED, _KEPT = "wanted", "kept"

IsWanted = Callable[[GoldfishCard], bool]


@dataclass(frozen=True, slots=True)
class ExactTurn:
    """What is exact of a turn: the chance of a card on curve seen, and of none seen that the points pay for.

    None where it can't be counted.
    """

    turn: int
    points: int
    on_curve: Fraction | None
    nothing: Fraction | None

    def as_dict(self) -> dict[str, Any]:
        """The odds as fractions; null where they can't be counted."""
        return {
            "turn": self.turn,
            "on_curve_seen": None if self.on_curve is None else str(self.on_curve),
            "nothing_playable_seen": None if self.nothing is None else str(self.nothing),
        }


def find_exact_odds(run: GoldfishRun) -> tuple[ExactTurn, ...]:
    """The exact odds of each turn of a run."""
    return tuple(_find_exact_turn(run, turn) for turn in range(1, run.turns + 1))


def _find_exact_turn(run: GoldfishRun, turn: int) -> ExactTurn:
    costs = run.policy.words.list_curve_costs(turn)
    rune_rule = run.policy.rune_rule
    points = rune_rule.count_seen(turn, first=run.first) if rune_rule else turn
    on_curve = find_seen_odds(run, lambda card: _is_character(card) and card.cost in costs, turn)
    playable = find_seen_odds(run, lambda card: _is_character(card) and (card.cost or 0) <= points, turn)
    return ExactTurn(turn, points, on_curve, None if playable is None else 1 - playable)


def _is_character(card: GoldfishCard) -> bool:
    return card.is_playable and card.role == CHARACTER


def find_seen_odds(run: GoldfishRun, is_wanted: IsWanted, turn: int) -> Fraction | None:
    """The chance that a wanted card is seen by a turn, 0 for the opening hand, under the run's mulligan.

    None where it can't be told: more cards are seen than the deck has, or counting takes too long.
    """
    groups, policy = _group_mulligan(run, is_wanted)
    cells: Counter[frozenset[str]] = Counter()
    for place in run.cards.copies:
        card = run.cards.cards[place]
        cells[groups[card.place] | ({_WANTED} if is_wanted(card) else frozenset())] += 1
    if not any(_WANTED in each for each in cells):
        return Fraction(0)
    deck = group_cells(cells, len(run.cards.copies))
    question = Question(run.deck.game, ((Want((_WANTED,), by=turn),),), policy, run.first)
    try:
        return find_chance(deck, question, run.rule, Work(MAX_WORK)).value
    except InputError:
        return None


def _group_mulligan(run: GoldfishRun, is_wanted: IsWanted) -> tuple[dict[int, frozenset[str]], MulliganPolicy]:
    """The groups of each card by place as far as the mulligan asks for them, and the mulligan by groups."""
    goes = {card.place: bool(run.policy.mulligan((card,))) for card in run.cards.cards}
    if run.rule.mulligan != ASIDE:
        groups = {place: frozenset() if gone else frozenset((_KEPT,)) for place, gone in goes.items()}
        if all(goes.values()):
            return groups, MulliganPolicy(ALWAYS)
        return groups, MulliganPolicy(KEEP_IF, ((Want((_KEPT,)),),))
    dear = sorted((card for card in run.cards.cards if goes[card.place]), key=lambda card: card.rank)
    if not dear:
        return dict.fromkeys(goes, frozenset()), MulliganPolicy(NEVER)
    groups, asides = dict.fromkeys(goes, frozenset[str]()), []
    for number, (_, cards) in enumerate(groupby(dear, key=is_wanted)):
        asides.append(Aside(name := f"aside {number}"))
        groups.update((card.place, frozenset((name,))) for card in cards)
    return groups, MulliganPolicy(SET_ASIDE, aside=tuple(asides))
