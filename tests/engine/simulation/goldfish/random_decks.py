"""Decks with cards of every kind that a goldfish treats in its own way, by a seed."""

from __future__ import annotations

from random import Random

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import Deck
from tests.engine.builders import card, deck
from tests.engine.simulation.goldfish.decks import hero, rune

TEAMS = ("X", "Y", "Z")
DOMAINS = ("Body", "Calm", "Fury", "Mind")
LOYALTIES = ("Loyalty", "Loyalty-Reveal", "Dual Loyalty")


def build_random_classic(seed: int) -> Deck:
    """Loyal characters among others, of few teams and low cost, some in an army or of one name; equipment, twists."""
    chance = Random(seed)  # noqa: S311 - no secret hangs on it
    cheapest, share = chance.choice((0, 1, 1)), chance.random()
    cards: dict[Card, int] = {}
    for number in range(chance.randint(8, 30)):
        facts: dict[str, object] = {
            "teams": tuple(chance.sample(TEAMS, chance.choice((0, 1, 1, 1, 2)))),
            "atk": chance.randint(0, 4),
            "keywords": (chance.choice(LOYALTIES),) if chance.random() < share else (),
            "versions": ("Army",) if chance.random() < 0.2 else (),
        }
        name = f"{chance.choice('AMZ')} {number}" if chance.random() < 0.8 else "Two Versions"
        cost = chance.randint(cheapest, chance.choice((2, 4, 7)))
        cards[hero(name, cost, title=f"{name} {number}", **facts)] = chance.randint(1, 4)
    if chance.random() < 0.5:
        cards[card(VS_CLASSIC, "Sword", type="Equipment", cost=chance.randint(0, 2))] = chance.randint(1, 6)
    cards[card(VS_CLASSIC, "Twist", type="Plot Twist", cost=3)] = 4 + max(0, 40 - sum(cards.values()))
    return deck(VS_CLASSIC, deck=cards)


def build_random_pcg(seed: int) -> Deck:
    """Supporting characters of some teams, equipment with and without a team symbol, a main character."""
    chance = Random(seed)  # noqa: S311 - no secret hangs on it
    cards: dict[Card, int] = {}
    for number in range(chance.randint(6, 20)):
        teams = tuple(chance.sample(TEAMS, chance.choice((0, 1, 1, 2))))
        cards[hero(f"{chance.choice('AMZ')} {number}", chance.randint(1, 5), VS_2PCG, teams=teams)] = 2
    for number in range(chance.randint(1, 6)):
        teams = tuple(chance.sample(TEAMS, chance.choice((0, 1, 2))))
        name = f"{chance.choice('AMZ')} Bat {number}"
        cards[card(VS_2PCG, name, type="Equipment", cost=chance.randint(0, 3), teams=teams)] = chance.randint(1, 4)
    cards[card(VS_2PCG, "Twist", type="Plot Twist")] = 4 + max(0, 40 - sum(cards.values()))
    teams = (chance.choice(TEAMS),)
    main = card(VS_2PCG, "Main", type="Main Character", level=1, atk=2, defense=4, teams=teams)
    return deck(VS_2PCG, deck=cards, main_character={main: chance.randint(0, 1)})


def build_random_riftbound(seed: int) -> Deck:
    """Units and gear of two domains, some with power that the runes lack, dear ones, spells, a chosen champion."""
    chance = Random(seed)  # noqa: S311 - no secret hangs on it
    domains, dearest, strongest = chance.sample(DOMAINS, 2), chance.choice((3, 5, 9)), chance.randint(0, 3)
    cards: dict[Card, int] = {}
    for number in range(chance.randint(6, 16)):
        facts = {"power": chance.randint(0, strongest), "domains": (chance.choice((*domains, *domains, "Order")),)}
        name = f"{chance.choice('AMZ')} {number}"
        cards[hero(name, chance.randint(0, dearest), RIFTBOUND, might=chance.randint(0, 6), **facts)] = chance.randint(
            1, 4
        )
        if chance.random() < 0.3:
            gear = card(RIFTBOUND, f"{name} Gear", type="Gear", energy=chance.randint(0, 4), **facts)
            cards[gear] = chance.randint(1, 3)
    cards[card(RIFTBOUND, "Spell", type="Spell", energy=chance.randint(1, 6))] = 3 + max(0, 30 - sum(cards.values()))
    apart: dict[str, dict[Card, int]] = {}
    if chance.random() < 0.8:
        champion = next(iter(cards)) if chance.random() < 0.3 else hero("Champ", chance.randint(1, 6), RIFTBOUND)
        apart["champion"] = {champion: 1}
    if chance.random() < 0.95:
        of_first = chance.randint(1, 12)
        apart["runes"] = {rune(domains[0]): of_first, rune(domains[1]): chance.choice((12 - of_first, 1))}
    return deck(RIFTBOUND, deck=cards, **{name: {k: v for k, v in of.items() if v} for name, of in apart.items()})
