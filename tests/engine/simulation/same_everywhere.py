"""Prints digests of goldfish games, sample hands and odds in plain Python, in so many portions: of their figures, and
of all that is told of them.

It runs by itself, in any Python that the engine runs in, also where nothing is installed: names are compared by
rapidfuzz, which these don't need.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

if __name__ == "__main__":
    for name in ("rapidfuzz", "rapidfuzz.fuzz", "rapidfuzz.process"):
        sys.modules.setdefault(name, ModuleType(name))
    for part in ("fuzz", "process"):
        setattr(sys.modules["rapidfuzz"], part, sys.modules[f"rapidfuzz.{part}"])

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import DECK, Deck, DeckEntry
from engine.simulation.goldfish.running import GoldfishRun, join_portions
from engine.simulation.hands import deal_opening_hand, draw_cards, mulligan
from engine.simulation.odds.answers import AskedDeck, answer, group_cards
from engine.simulation.odds.reading import find_opening, read_grouped_deck, read_question
from engine.simulation.odds.sampling import OddsRun
from engine.simulation.odds.sampling import join_portions as join_samples

GOLDFISH_GAMES, ODDS_GAMES, SEED, TURNS = 70, 210, 20, 5
METRICS = ("points", "spent", "lost", "curve_hit", "characters", "atk", "def", "hand")
TYPES = {VS_CLASSIC: "Character", VS_2PCG: "Supporting Character", RIFTBOUND: "Unit"}
CELLS = {"size": 60, "cells": {"A": 8, "B": 6, "A&B": 3, "C": 9}}
WANT = [{"of": "A", "by": 2}, {"of": "B", "at_least": 2, "by": 4}]
KEEP = {"do": "keep-if", "keep": [[{"of": "A"}]]}
ASIDE = {"do": "aside", "keep": [{"of": "A"}, {"of": "B"}], "aside": [{"of": "C", "beyond": 1}, {"of": "rest"}]}
QUESTIONS: list[dict[str, Any]] = [
    {"game": VS_CLASSIC, "want": WANT, "mulligan": KEEP},
    {"game": VS_CLASSIC, "want": [{"of": "C", "at_least": 2}], "turns": [1, 3], "mulligan": {"do": "best"}},
    {"game": VS_2PCG, "first": True, "want": WANT, "mulligan": KEEP},
    {"game": RIFTBOUND, "want": WANT, "mulligan": ASIDE},
    {"game": RIFTBOUND, "want": WANT, "distinct": False, "mulligan": {"do": "never"}},
]


def build_deck(game: str) -> Deck:
    """Characters of costs 1 to 7, four of each and eight of the last, some loyal, and plot twists or spells."""
    entries = []
    for cost in range(1, 9):
        facts = {"energy": cost, "might": cost, "domains": ("Fury",)} if game == RIFTBOUND else {"cost": cost}
        if game != RIFTBOUND:
            facts |= {"atk": cost + 1, "defense": cost, "teams": ("Crew",) if cost % 2 else ()}
        kind = TYPES[game] if cost < 8 else ("Spell" if game == RIFTBOUND else "Plot Twist")
        entries.append(DeckEntry(DECK, 4 if cost < 7 else 8, _card(game, f"Cost {cost}", kind, **facts), line=cost))
    if game == RIFTBOUND:
        runes = (_card(game, f"{domain} Rune", "Rune", domains=(domain,)) for domain in ("Fury", "Calm"))
        entries += [DeckEntry("runes", 6, card, line=9 + at) for at, card in enumerate(runes)]
    return Deck(game, tuple(entries))


def list_results(portions: int) -> Iterator[tuple[Any, Any]]:
    """The figures of each result and all that is told of it, its games played in so many portions."""
    for game in GAMES:
        deck = build_deck(game)
        run = GoldfishRun(deck, SEED, TURNS)
        result = join_portions(run, [run.play_portion(start, stop) for start, stop in cut(GOLDFISH_GAMES, portions)])
        metrics = [run.metrics.index(metric) for metric in METRICS]
        yield [[row[at] for at in metrics] for row in (*result.tally.sums, *result.tally.squares)], result.as_dict()
        for seed in range(3):
            hand = deal_opening_hand(deck, seed)
            later = draw_cards(mulligan(hand), 5)
            yield [[card.identity for card in each.cards] for each in (hand, later)], [hand.as_dict(), later.as_dict()]
    counted = read_grouped_deck(CELLS)
    for given in QUESTIONS:
        question = read_question(given, counted.groups)
        asked = [AskedDeck(question, group_cards(counted), counted.size, find_opening(question.game))]
        exact, run_of_odds = answer(asked), OddsRun(asked, SEED)
        tallies = [run_of_odds.play_portion(start, stop) for start, stop in cut(ODDS_GAMES, portions)]
        sample = join_samples(run_of_odds, tallies)
        chances = [str(each.least) for each in exact.odds]
        yield [chances, sample.tally.hits], [exact.as_dict(), sample.as_dict()]


def cut(games: int, portions: int) -> Iterator[tuple[int, int]]:
    """The games in portions, each from one number up to another."""
    step = games // portions
    for start in range(0, games, step):
        yield start, start + step


def compute_digests(portions: int) -> tuple[str, str]:
    """SHA-256 of all figures, and of all that is told, as JSON."""
    figures, texts = zip(*list_results(portions), strict=True)
    one, other = (hashlib.sha256(json.dumps(each).encode()).hexdigest() for each in (figures, texts))
    return one, other


def _card(game: str, name: str, kind: str, **facts: Any) -> Card:
    slug = name.lower().replace(" ", "-")
    return Card(game, slug, name, name, slug, type=kind, **facts)


if __name__ == "__main__":
    print(*compute_digests(int(sys.argv[1])))
