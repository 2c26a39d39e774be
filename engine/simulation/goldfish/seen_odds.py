"""The exact odds that stand beside the figures of goldfish games: a card of some kind seen by a turn.

The mulligan is the run's own: what it takes depends on single cards, and so the hands can be counted by groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import groupby

from engine.model.errors import InputError
from engine.simulation.goldfish.cards import GoldfishCard
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
