"""How a game of Riftbound is played when nobody answers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.games.riftbound.opening import RUNES as RUNE_RULE
from engine.model.cards import Card
from engine.model.decks import CHAMPION, RUNES
from engine.model.verdicts import Citation
from engine.simulation.goldfish.cards import (
    CHARACTER,
    EQUIPMENT,
    OTHER,
    UNKNOWN,
    GoldfishCard,
    GoldfishDeck,
    list_missing,
    read_number,
)
from engine.simulation.goldfish.choosing import Chosen, choose_cards
from engine.simulation.goldfish.dealing import Deal
from engine.simulation.goldfish.policy import Goldfish, PlayStep, TurnFigures

_ROLES = {"Unit": CHARACTER, "Gear": EQUIPMENT, "Rune": OTHER, None: UNKNOWN}
_ASIDE_ENERGY, _MOST_ASIDE = 5, 2
_MOST_RUNES = 12
_EDITION = "rb-core-2026-07-16"
_CITATIONS = {
    code: Citation(_EDITION, rule)
    for code, rule in (
        ("ready", "315.1.b"),
        ("channel", "315.3.b"),
        ("second", "485.7"),
        ("draw", "315.4.b"),
        ("play", "357.1"),
        ("recycle", "164.2.b"),
        ("rune-deck", "161.2.b"),
        ("bottom", "416"),
        ("power", "163.2.a"),
        ("points", "317.2.d"),
    )
}


def read_card(card: Card) -> GoldfishCard:
    """The facts of a card that decide what becomes of it; a card without a recorded power has no power cost."""
    role = _ROLES.get(card.type, OTHER)
    domains = frozenset(card.domains or ())
    if role in (OTHER, UNKNOWN):
        # A spell isn't played; its energy says whether it is set aside.
        return GoldfishCard(role, cost=card.energy if isinstance(card.energy, int) else None, domains=domains)
    power = card.power if isinstance(card.power, int) else 0
    cost = card.energy if isinstance(card.energy, int) and not isinstance(card.power, str) else None
    if card.energy is None or (power and card.domains is None):
        return GoldfishCard(UNKNOWN, missing=("cost",) if card.energy is None else ())
    return GoldfishCard(
        role,
        cost=cost,
        is_playable=cost is not None,
        power=power,
        domains=domains,
        atk=read_number(card.might),
        defense=read_number(card.might),
        missing=list_missing(atk=card.might) if role == CHARACTER else (),
    )


@dataclass(slots=True)
class RunePlayer:
    """A game that is being played: runes pay energy by being exhausted and power by going back below their deck."""

    hand: list[GoldfishCard]
    rune_deck: deque[GoldfishCard]
    champions: list[GoldfishCard]
    first: bool
    runes: list[GoldfishCard] = field(default_factory=list)
    units: list[GoldfishCard] = field(default_factory=list)

    def play_turn(self, turn: int, drawn: tuple[GoldfishCard, ...], steps: list[PlayStep] | None) -> TurnFigures:
        """Channel, draw, play units, then gear with what is left."""
        self._channel(
            RUNE_RULE.count_seen(turn, first=self.first) - RUNE_RULE.count_seen(turn - 1, first=self.first), steps
        )
        self.hand.extend(drawn)
        if steps is not None and drawn:
            steps.append(PlayStep("draw", f"Draws {_name(drawn)}.", drawn, _CITATIONS["draw"]))
        points, before = len(self.runes), tuple(self.runes)
        units = self._choose(CHARACTER, points)
        recycled = self._play(units, steps)
        spent = _total(units)
        gear = self._choose(EQUIPMENT, points - max(spent, recycled))
        self._play(gear, steps)
        spent += _total(gear)
        blocked = self._find_blocked(points, before, steps)
        if steps is not None:
            steps.append(_sum_up(points, spent, len(self.runes)))
        might = sum(unit.atk for unit in self.units)
        return TurnFigures(
            points,
            spent,
            int(spent >= min(RUNE_RULE.draws_per_turn * turn, _MOST_RUNES) - 1),
            len(units) + len(gear),
            0,
            len(self.units),
            might,
            might,
            len(self.hand),
            (int(blocked), len(self.runes), int(any(card in self.units for card in self.champions))),
        )

    def _channel(self, count: int, steps: list[PlayStep] | None) -> None:
        new = tuple(self.rune_deck.popleft() for _ in range(min(count, len(self.rune_deck))))
        self.runes.extend(new)
        if steps is not None:
            steps.append(PlayStep("channel", f"Channels {_name(new) or 'no runes'}.", new, _CITATIONS["channel"]))

    def _list_held(self) -> list[GoldfishCard]:
        """The hand, and the chosen champion as long as it waits in its zone."""
        return [*self.hand, *(card for card in self.champions if card not in self.units)]

    def _choose(self, role: str, energy: int) -> Chosen:
        may = [card for card in self._list_held() if card.is_playable and card.role == role]
        return choose_cards(may, energy, self._price)

    def _price(self, cards: Chosen) -> int | None:
        """How many runes are recycled for the power of these cards; None where a domain lacks them."""
        runes = find_runes(self.runes, list_demands(cards))
        return None if runes is None else len(runes)

    def _play(self, cards: Chosen, steps: list[PlayStep] | None) -> int:
        """Play the cards, the dearest first; how many runes were recycled for them."""
        recycled = find_runes(self.runes, list_demands(cards)) or []
        for rune in recycled:
            self.runes.remove(rune)
            self.rune_deck.append(rune)
        for card in cards:
            if card in self.hand:
                self.hand.remove(card)
            if card.role == CHARACTER:
                self.units.append(card)
            if steps is not None:
                cost = f"{card.cost} energy" + (f" and {card.power} power" if card.power else "")
                steps.append(PlayStep("play", f"Plays {card.title} for {cost}.", (card,), _CITATIONS["play"]))
        if steps is not None and recycled:
            runes = tuple(recycled)
            steps.append(PlayStep("recycle", f"Recycles {_name(runes)}.", runes, _CITATIONS["recycle"]))
        return len(recycled)

    def _find_blocked(self, points: int, runes: Sequence[GoldfishCard], steps: list[PlayStep] | None) -> bool:
        """Whether a card waits that the energy would have paid for and the domains of the runes couldn't."""
        waiting = [
            card
            for card in dict.fromkeys(self._list_held())
            if card.is_playable and (card.cost or 0) <= points and find_runes(runes, list_demands((card,))) is None
        ]
        if steps is not None:
            for card in waiting:
                wanted = " or ".join(sorted(card.domains)) or "any"
                message = (
                    f"{card.title} can't be played: it needs {card.power} power of {wanted}, and the runes lack it."
                )
                steps.append(PlayStep("power", message, (card,), _CITATIONS["power"]))
        return bool(waiting)


Demand = frozenset[str]  #: the domains of which one pays a power; any does where it is empty


def list_demands(cards: Sequence[GoldfishCard]) -> list[Demand]:
    """The power that cards ask for, the demands with the fewest domains to choose from first."""
    demands = [card.domains for card in cards for _ in range(card.power)]
    return sorted(demands, key=lambda demand: (len(demand) or len(demands) + _MOST_RUNES, sorted(demand)))


def find_runes(runes: Sequence[GoldfishCard], demands: Sequence[Demand]) -> list[GoldfishCard] | None:
    """A rune for each power that is asked for, of the domain that has most left; None where there aren't enough."""
    if not demands:
        return []
    if len(demands) > len(runes):
        return None
    demand, *others = demands
    left = Counter(rune.domains for rune in runes)
    fitting = [domains for domains in left if not demand or not domains.isdisjoint(demand)]
    for domains in sorted(fitting, key=lambda domains: (-left[domains], sorted(domains))):
        rune = next(rune for rune in runes if rune.domains == domains)
        rest = list(runes)
        rest.remove(rune)
        found = find_runes(rest, others)
        if found is not None:
            return [rune, *found]
    return None


def _total(cards: Chosen) -> int:
    return sum(card.cost or 0 for card in cards)


def _name(cards: Sequence[GoldfishCard]) -> str:
    return ", ".join(card.title for card in cards)


def _sum_up(points: int, spent: int, runes: int) -> PlayStep:
    lost = points - spent
    message = f"Spends {spent} of {points} energy" + (f"; {lost} lost" if lost else "") + f". {runes} runes stay."
    return PlayStep("points", message, (), _CITATIONS["points"])


def _begin(deck: GoldfishDeck, deal: Deal, *, first: bool) -> RunePlayer:
    champions = list(dict.fromkeys(deck.apart[CHAMPION]))
    return RunePlayer(list(deal.hand), deque(deal.runes), champions, first)


def _choose_mulligan(hand: Sequence[GoldfishCard]) -> tuple[int, ...]:
    """The places of up to two cards of much energy, the dearest first."""
    dear = [place for place, card in enumerate(hand) if (card.cost or 0) >= _ASIDE_ENERGY]
    return tuple(sorted(sorted(dear, key=lambda place: hand[place].rank)[:_MOST_ASIDE]))


GOLDFISH = Goldfish(
    read=read_card,
    begin=_begin,
    mulligan=_choose_mulligan,
    sections=(CHAMPION,),
    runes=RUNES,
    rune_rule=RUNE_RULE,
    asks_first=True,
    policy={
        "mulligan": f"up to {_MOST_ASIDE} cards of {_ASIDE_ENERGY} or more energy are set aside, the dearest first",
        "build": "no card becomes a resource; two runes are channeled each turn",
        "play": "units, then gear, the chosen champion among the units: the set with the greatest total energy; of "
        "those the one that recycles the fewest runes, with the dearest card, then with the fewest cards",
    },
    assumes=(
        "Spells and Reactions aren't played, nothing is hidden, and Accelerate isn't paid for.",
        "Units stay at home and nothing is scored. Might counts as ATK and DEF.",
        "A card without a recorded power costs none; a power of several domains is paid by any of them.",
        "A rune that pays power is exhausted for energy first, and then lies at the bottom of the rune deck.",
    ),
    citations=_CITATIONS,
    own_metrics=("power_blocked", "runes", "champion"),
    blocked_by={"power_blocked": ("power", "recycle")},
)
