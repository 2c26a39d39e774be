"""How a game of Riftbound is played when nobody answers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.games.riftbound.opening import HELD, NOT_HELD, OPENINGS, RUNE_OPENINGS
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
from engine.simulation.goldfish.figures import FigureWords, GameWords
from engine.simulation.goldfish.policy import BulkGames, Goldfish, PlayStep, TurnFigures
from engine.simulation.opening_rules import OpeningRule

if TYPE_CHECKING:
    from engine.simulation.goldfish.running import GoldfishRun

_ROLES = {"Unit": CHARACTER, "Gear": EQUIPMENT, "Rune": OTHER, None: UNKNOWN}
_ASIDE_ENERGY, _MOST_ASIDE = 5, 2
_MOST_RUNES = 12
#: What is cited, by its number in the editions that are held; `second` is for one game, `second-match` for a match.
_RULES = {
    "ready": ("315.1.b", "315.1.b"),
    "channel": ("315.3.b", "315.3.b"),
    "second": ("480.7", "485.7"),
    "second-match": ("481.7", "486.7"),
    "draw": ("315.4.b", "315.4.b"),
    "play": ("357.1", "357.1"),
    "recycle": ("163.2.b", "164.2.b"),
    "rune-deck": ("160.2.b", "161.2.b"),
    "bottom": ("416", "416"),
    "power": ("162.2.a", "163.2.a"),
    "points": ("317.2.d", "317.2.d"),
}
_NUMBERED = ("rb-core-1.3", HELD)
Citations = Mapping[str, Citation]


def read_card(card: Card) -> GoldfishCard:
    """The facts of a card that decide what becomes of it; a card without a recorded power has no power cost."""
    role = _ROLES.get(card.type, OTHER)
    domains = frozenset(card.domains or ())
    if role in (OTHER, UNKNOWN):
        # A spell isn't played; its energy says whether it is set aside.
        return GoldfishCard(role, cost=card.energy if isinstance(card.energy, int) else None, domains=domains)
    power = card.power if isinstance(card.power, int) else 0
    cost = card.energy if isinstance(card.energy, int) and not isinstance(card.power, str) else None
    if card.energy is None or (cost is not None and power and card.domains is None):
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
    rune_rule: OpeningRule
    citations: Citations
    runes: list[GoldfishCard] = field(default_factory=list)
    units: list[GoldfishCard] = field(default_factory=list)

    def play_turn(self, turn: int, drawn: tuple[GoldfishCard, ...], steps: list[PlayStep] | None) -> TurnFigures:
        """Channel, draw, choose units and gear together, play the units, then the gear."""
        self._channel(self.rune_rule.count_drawn(turn, first=self.first), steps)
        self.hand.extend(drawn)
        if steps is not None and drawn:
            steps.append(PlayStep("draw", f"Draws {_name(drawn)}.", drawn, self.citations["draw"]))
        points, before = len(self.runes), tuple(self.runes)
        chosen = self._choose(points)
        self._play(chosen, steps)
        spent = sum(card.cost or 0 for card in chosen)
        blocked = self._find_blocked(points, before, steps)
        if steps is not None:
            steps.append(self._sum_up(points, spent))
        might = sum(unit.atk for unit in self.units)
        return TurnFigures(
            points,
            spent,
            int(spent >= min(self.rune_rule.draws_per_turn * turn, _MOST_RUNES) - 1),
            len(chosen),
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
            steps.append(PlayStep("channel", f"Channels {_name(new) or 'no runes'}.", new, self.citations["channel"]))
            if more := new[self.rune_rule.draws_per_turn :]:
                message = f"Of them {_name(more)} as the second player on the first turn."
                steps.append(PlayStep("second", message, more, self.citations["second"]))

    def _list_held(self) -> list[GoldfishCard]:
        """The hand, and the chosen champion as long as it waits in its zone."""
        return [*self.hand, *(card for card in self.champions if card not in self.units)]

    def _choose(self, energy: int) -> Chosen:
        """The units before the gear."""
        chosen = choose_cards([card for card in self._list_held() if card.is_playable], energy, self._price)
        return tuple(sorted(chosen, key=lambda card: card.role == EQUIPMENT))

    def _price(self, cards: Chosen) -> int | None:
        """How many runes are recycled for the power of these cards; None where a domain lacks them."""
        runes = find_runes(self.runes, list_demands(cards))
        return None if runes is None else len(runes)

    def _play(self, cards: Chosen, steps: list[PlayStep] | None) -> None:
        """Play the cards in their order: all runes are exhausted for energy, then some are recycled for power."""
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
                steps.append(PlayStep("play", f"Plays {card.title} for {cost}.", (card,), self.citations["play"]))
        if steps is not None and recycled:
            runes = tuple(recycled)
            steps.append(PlayStep("recycle", f"Recycles {_name(runes)}.", runes, self.citations["recycle"]))

    def _find_blocked(self, points: int, runes: Sequence[GoldfishCard], steps: list[PlayStep] | None) -> bool:
        """Whether a card waits that the energy would have paid for and the domains of the runes couldn't."""
        waiting = [
            card
            for card in dict.fromkeys(self._list_held())
            if card.is_playable and 0 < (card.cost or 0) <= points and find_runes(runes, list_demands((card,))) is None
        ]
        if steps is not None:
            for card in waiting:
                wanted = " or ".join(sorted(card.domains)) or "any"
                message = (
                    f"{card.title} can’t be played: it needs {card.power} power of {wanted}, and the runes lack it."
                )
                steps.append(PlayStep("power", message, (card,), self.citations["power"], is_blocked=True))
        return bool(waiting)

    def _sum_up(self, points: int, spent: int) -> PlayStep:
        lost, runes = points - spent, len(self.runes)
        message = f"Spends {spent} of {points} energy" + (f"; {lost} lost" if lost else "") + f". {runes} runes stay."
        return PlayStep("points", message, (), self.citations["points"])


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


def _name(cards: Sequence[GoldfishCard]) -> str:
    return ", ".join(card.title for card in cards)


def _choose_mulligan(hand: Sequence[GoldfishCard]) -> tuple[int, ...]:
    """The places of up to two cards of much energy, the dearest first."""
    dear = [place for place, card in enumerate(hand) if (card.cost or 0) >= _ASIDE_ENERGY]
    return tuple(sorted(sorted(dear, key=lambda place: hand[place].rank)[:_MOST_ASIDE]))


def _prepare_bulk(run: GoldfishRun) -> BulkGames | None:
    from engine.games.riftbound import goldfish_bulk

    return goldfish_bulk.prepare(run, _MOST_RUNES)


def _build_goldfish(edition: str) -> Goldfish:
    held, rune_rule = edition if edition in _NUMBERED else HELD, RUNE_OPENINGS[edition]
    at = _NUMBERED.index(held)
    citations = {code: Citation(held, numbers[at]) for code, numbers in _RULES.items()}

    def begin(deck: GoldfishDeck, deal: Deal, *, first: bool) -> RunePlayer:
        champions = list(dict.fromkeys(deck.apart[CHAMPION]))
        return RunePlayer(list(deal.hand), deque(deal.runes), champions, first, rune_rule, citations)

    def list_curve_costs(turn: int) -> tuple[int, ...]:
        energy = rune_rule.draws_per_turn * turn
        return (energy - 1, energy)

    return Goldfish(
        read=read_card,
        opening=OPENINGS[edition],
        begin=begin,
        mulligan=_choose_mulligan,
        sections=(CHAMPION,),
        runes=RUNES,
        rune_rule=rune_rule,
        policy={
            "mulligan": f"up to {_MOST_ASIDE} cards of {_ASIDE_ENERGY} or more energy are set aside, the dearest first",
            "build": f"no card becomes a resource; {rune_rule.draws_per_turn} runes are channeled each turn",
            "play": "units, the chosen champion among them, and gear: the set with the greatest total energy; of those "
            "the one that recycles the fewest runes, with the dearest card, then with the fewest cards; units first",
        },
        assumes=(*_ASSUMES, *(() if held == edition else (NOT_HELD,))),
        citations=citations,
        own_metrics=("power_blocked", "runes", "champion"),
        blocked_by={"power_blocked": ("power", "recycle")},
        words=replace(_WORDS, list_curve_costs=list_curve_costs),
        prepare_bulk=_prepare_bulk,
    )


_ASSUMES = (
    "A card of no energy isn’t played, since it spends nothing.",
    "Spells and Reactions aren’t played, nothing is hidden, and Accelerate isn’t paid for.",
    "Units stay at home and nothing is scored. Might counts as ATK and DEF.",
    "A card without a recorded power costs none; a power of several domains is paid by any of them.",
    "A rune that pays power is exhausted for energy first, and then lies at the bottom of the rune deck.",
)
_WORDS = GameWords(
    character="unit",
    cost="energy",
    curve_card="a unit for two energy a turn, or one less",
    figures={
        "points": FigureWords("Energy", "energy"),
        "spent": FigureWords("Energy spent", "energy spent"),
        "lost": FigureWords("Energy lost", "energy lost"),
        "curve_hit": FigureWords(
            "Two energy a turn spent, or one less",
            "with two energy a turn spent, or one less, on this turn",
            is_share=True,
        ),
        "on_curve": FigureWords(
            "Two energy a turn spent, or one less, every turn so far",
            "with two energy a turn spent, or one less, on every turn so far",
            is_share=True,
        ),
        "characters": FigureWords("Units in play", "units in play"),
        "atk": FigureWords("Might in play", "Might in play"),
        "def": None,
        "spent_so_far": FigureWords("Energy spent so far", "energy spent so far"),
        "nothing_recruited": FigureWords("Nothing played so far", "with nothing played so far", is_share=True),
        "resources_missed": None,
        "power_blocked": FigureWords("A domain’s power is lacking", "with a card stuck for its power", is_share=True),
        "runes": FigureWords("Runes on board", "runes on board"),
        "champion": FigureWords("Chosen champion in play", "with the chosen champion in play", is_share=True),
    },
)
GOLDFISHES: Mapping[str, Goldfish] = {edition: _build_goldfish(edition) for edition in OPENINGS}
GOLDFISH = GOLDFISHES[HELD]
