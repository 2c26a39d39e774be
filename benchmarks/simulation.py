"""Goldfish games a second on one core, by NumPy and by a plain Python loop that plays the same policy.

Run it as `python -m benchmarks.simulation`. Both paths are measured in turns in one run, by the time of the processor,
so that what else the machine does weighs on both alike; the ratio is the median of the rounds. Before that the plain
loop checks the bulk path game by game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import process_time

from benchmarks import odds
from engine.games.vs_classic.loyalty import LOYALTY
from engine.games.vs_classic.stats import NON_UNIQUE
from engine.model.cards import RIFTBOUND, VS_CLASSIC, Card, Keyword
from engine.model.decks import CHAMPION, DECK, RUNES, Deck, DeckEntry
from engine.simulation.goldfish import bulk
from engine.simulation.goldfish.running import GoldfishRun

ROUNDS = 7
TURNS = 7
CHECKED, PLAIN_GAMES, BULK_GAMES = 1_000, 400, 40_960
GOAL_RATIO, GOAL_GAMES = 50, 150_000
#: Copies of characters by recruit cost, then of plot twists: a curve as lists of the game have it.
CURVE = {1: 4, 2: 8, 3: 8, 4: 7, 5: 5, 6: 4, 7: 4}
SIZE = 60
DOMAINS = ("Calm", "Fury")


def main() -> str | None:
    """Check, measure and print; a word to standard error where the paths differ."""
    decks = {
        "unique characters": build_deck(),
        "and an army, equipment": build_deck(army=4, equipment=4),
        "and half of them loyal": build_deck(army=4, equipment=4, loyal=True),
        "Riftbound, two domains": build_riftbound_deck(),
    }
    print(f"{TURNS} turns, Python {sys.version.split()[0]}, one core, {ROUNDS} rounds in turns")
    print(f"goals: {GOAL_GAMES:,} games a second, {GOAL_RATIO} times the plain loop")
    for name, deck in decks.items():
        run = GoldfishRun(deck, seed=1, turns=TURNS)
        if bulk.play_each(run, 1, CHECKED + 1) != [run.play(game) for game in range(1, CHECKED + 1)]:
            return f"{name}: the two paths differ"
        plain, many, ratio = measure(run)
        print(f"{name:<24}{many:>10,.0f} by NumPy {plain:>8,.0f} plain {ratio:>6.1f} times; {CHECKED:,} games checked")
    return odds.print_figures()


def measure(run: GoldfishRun) -> tuple[float, float, float]:
    """Games a second of the plain loop and of the bulk path, the best rounds, and the median ratio."""
    rates = [
        (
            PLAIN_GAMES / _seconds(lambda: run.play_portion(1, PLAIN_GAMES + 1)),
            BULK_GAMES / _seconds(lambda: bulk.play_portion(run, 1, BULK_GAMES + 1)),
        )
        for _ in range(ROUNDS)
    ]
    return max(one for one, _ in rates), max(other for _, other in rates), median(other / one for one, other in rates)


def build_deck(army: int = 0, equipment: int = 0, *, loyal: bool = False) -> Deck:
    """A deck of characters by the curve, four copies of each, and plot twists; `loyal`: those of odd cost are."""
    cards: dict[Card, int] = {}
    for cost, count in CURVE.items():
        for number in range(-(-count // 4)):
            cards[_card(f"Cost {cost} {number}", "Character", cost)] = min(4, count - 4 * number)
    cards[_card("Soldier", "Character", 1, NON_UNIQUE)] = army
    cards[_card("Sword", "Equipment", 1)] = equipment
    cards[_card("Twist", "Plot Twist", 3)] = SIZE - sum(cards.values())
    if loyal:
        cards = {_add_team(card): count for card, count in cards.items()}
    lines = ((card, count) for card, count in cards.items() if count)
    return Deck(VS_CLASSIC, tuple(DeckEntry(DECK, count, card, line=at) for at, (card, count) in enumerate(lines, 1)))


def build_riftbound_deck() -> Deck:
    """Units and gear of two domains from 1 to 7 energy, every third with power, spells, a champion and twelve runes."""
    entries = [
        DeckEntry(DECK, 3, _rift_card(f"Unit {number}", "Unit", 1 + number % 7, number % 3 // 2, DOMAINS[number % 2]))
        for number in range(10)
    ]
    entries.append(DeckEntry(DECK, 3, _rift_card("Gear", "Gear", 2, 1, DOMAINS[0])))
    entries.append(DeckEntry(DECK, 6, _rift_card("Spell", "Spell", 2, 0, DOMAINS[0])))
    entries.append(DeckEntry(CHAMPION, 1, _rift_card("Champion", "Unit", 4, 1, DOMAINS[1])))
    entries += [DeckEntry(RUNES, 6, _rift_card(f"{domain} Rune", "Rune", 0, 0, domain)) for domain in DOMAINS]
    return Deck(RIFTBOUND, tuple(entries))


def _rift_card(name: str, kind: str, energy: int, power: int, domain: str) -> Card:
    slug = name.lower().replace(" ", "-")
    facts = {"energy": energy, "power": power, "might": energy}
    return Card(RIFTBOUND, slug, name, name, slug, type=kind, domains=(domain,), **facts)


def _add_team(card: Card) -> Card:
    is_loyal = card.type == "Character" and bool(card.cost) and int(str(card.cost)) % 2 == 1
    return replace(card, teams=("Team",), keywords=(Keyword(LOYALTY),) if is_loyal else ())


def _card(name: str, kind: str, cost: int, *versions: str) -> Card:
    slug = name.lower().replace(" ", "-")
    figures = {"atk": cost + 1, "defense": cost} if kind == "Character" else {}
    return Card(VS_CLASSIC, slug, name, name, slug, type=kind, cost=cost, versions=versions, teams=(), **figures)


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


if __name__ == "__main__":
    sys.exit(main())
