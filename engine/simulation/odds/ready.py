"""Odds that every deck is asked for: on curve by turn, each cost, its main cards, runes by domain, the opening hand.

All of them come out of the closed formulas for one group of copies, so that a page of them takes milliseconds. A card
of which it isn't recorded whether it counts makes a figure a range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from math import comb

from engine.model.cards import Card, disambiguate_titles
from engine.model.decks import AMBIGUOUS, DECK, Deck, DeckEntry
from engine.model.games import game_of
from engine.model.verdicts import Citation
from engine.simulation.opening_rules import ASIDE, BOTTOM, RESHUFFLE, OpeningRule, find_by_edition

TURNS = tuple(range(1, 9))
LOW_TURN = 2  #: what can be played by this turn is a low drop
MAX_PIECES = 8
MAX_RUNES = 3

Test = Callable[[Card], bool | None]  #: whether a card counts; None where that isn't recorded


@dataclass(frozen=True, kw_only=True)
class CurveRule:
    """What being on curve means in a game: cards of some types whose cost is what a turn has to spend."""

    types: tuple[str, ...]
    fact: str  #: the cost, a field of a card
    noun: str  #: what such a card is called: character
    among: str  #: the search that finds such cards
    term: str  #: the field of the search for the cost
    #: The lowest and the highest cost that is on curve on a turn, by whether one goes first.
    costs: Callable[[int, bool], tuple[int, int]]
    meaning: str  #: the same in a sentence

    def count_on_curve(self, turn: int, *, first: bool) -> Test:
        """Whether a card is on curve on a turn."""
        return self._count(*self.costs(turn, first))

    def count_playable(self, turn: int, *, first: bool) -> Test:
        """Whether a card can be paid for on a turn."""
        return self._count(0, self.costs(turn, first)[1])

    def count_cost(self, cost: int) -> Test:
        """Whether a card has a cost."""
        return self._count(cost, cost)

    def count_type(self, card: Card) -> bool | None:
        """Whether a card is of the types."""
        return None if card.type is None else card.type in self.types

    def find_cost(self, card: Card) -> int | None:
        """The cost of a card that is or may be of the types, where it is a number."""
        cost = getattr(card, self.fact)
        return cost if isinstance(cost, int) and self.count_type(card) is not False else None

    def ask_costs(self, least: int, most: int) -> str:
        """The search that finds the cards with these costs."""
        if least == most:
            return f"{self.among} {self.term}={least}"
        lowest = f" {self.term}>={least}" if least else ""
        return f"{self.among}{lowest} {self.term}<={most}"

    def _count(self, least: int, most: int) -> Test:
        def test(card: Card) -> bool | None:
            is_of_type, cost = self.count_type(card), getattr(card, self.fact)
            is_in = None if cost is None else isinstance(cost, int) and least <= cost <= most
            if is_of_type is False or is_in is False:
                return False
            return True if is_of_type and is_in else None

        return test


@dataclass(frozen=True, slots=True)
class Copies:
    """How many copies count: every number that there may be, lowest first; `names` of the cards that leave it open."""

    numbers: tuple[int, ...]
    names: tuple[str, ...] = ()

    @property
    def least(self) -> int:
        """The copies that count for certain."""
        return self.numbers[0]

    @property
    def most(self) -> int:
        """The copies that may count."""
        return self.numbers[-1]


@dataclass(frozen=True, slots=True)
class Bounds:
    """A chance from `least` to `most`; the same where nothing is open."""

    least: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class TurnChance:
    """The chance of at least one copy by a turn, keeping every hand, and with hands without one changed.

    None where the deck has too few cards, or no mulligan.
    """

    turn: int
    never: Bounds | None
    mulligan: Bounds | None


@dataclass(frozen=True, slots=True)
class ReadyRow:
    """One group of copies and its chance by each turn; `query` finds its cards, empty for one card."""

    name: str
    copies: Copies
    chances: tuple[TurnChance, ...]
    query: str = ""
    opening: tuple[Bounds, ...] = ()  #: the chance of exactly 0, 1, 2 … copies in the opening hand


@dataclass(frozen=True, slots=True)
class CurveTurn:
    """The chance of a turn's own drop, and of anything that can be played on it."""

    turn: int
    costs: tuple[int, int]
    on_curve: Copies
    playable: Copies
    exact: TurnChance
    any: TurnChance


@dataclass(frozen=True, slots=True)
class RuneRow:
    """The chance of at least `wanted` runes of a domain by each turn."""

    domain: str
    wanted: int
    copies: Copies
    chances: tuple[Bounds, ...]


@dataclass(frozen=True, slots=True)
class ReadyOdds:
    """The ready odds of a deck; parts that a game or a deck hasn't are empty."""

    size: int
    rule: OpeningRule
    first: bool
    curve_rule: CurveRule | None
    curve: tuple[CurveTurn, ...]
    costs: tuple[ReadyRow, ...]
    pieces: tuple[ReadyRow, ...]
    opening: tuple[ReadyRow, ...]
    runes: tuple[RuneRow, ...]
    rune_rules: tuple[OpeningRule, ...] = ()  #: how the piles of runes are dealt

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The rules of opening hand, mulligan and draw, of the deck and of its runes."""
        first_turns = () if self.first else tuple(rule.first_turn_by for rule in self.rune_rules)
        found = (*self.rule.citations, *(rule.drawn_by for rule in self.rune_rules), *first_turns)
        return tuple(dict.fromkeys(each for each in found if each))

    @property
    def low_cost(self) -> int:
        """The highest cost that can be paid for by the turn of low drops."""
        return self.curve[LOW_TURN - 1].costs[1]

    @property
    def open_names(self) -> tuple[str, ...]:
        """The cards that make any of these a range."""
        every = (turn.playable for turn in self.curve)
        found = [*every, *(row.copies for row in (*self.costs, *self.opening)), *(row.copies for row in self.runes)]
        return tuple(dict.fromkeys(name for copies in found for name in copies.names))


class _Dealer:
    """The closed formulas of one group for a deck of so many cards."""

    def __init__(self, size: int, rule: OpeningRule, *, first: bool) -> None:
        self._size, self._rule, self._first = size, rule, first

    def find_chances(self, copies: Copies, turns: Iterable[int] = TURNS) -> tuple[TurnChance, ...]:
        """The chance of at least one copy by each turn."""
        return tuple(self.find_chance(copies, turn) for turn in turns)

    def find_chance(self, copies: Copies, turn: int) -> TurnChance:
        """The chance of at least one copy by a turn: more copies make it likelier."""
        seen = self.count_seen(turn)
        hand, below = self._rule.hand_size, self._count_below()
        if seen is None:
            return TurnChance(turn, None, None)
        never = Bounds(1 - miss(self._size, copies.least, seen), 1 - miss(self._size, copies.most, seen))
        if not self._rule.mulligan or seen + below > self._size:
            return TurnChance(turn, never, None)
        if self._rule.mulligan == RESHUFFLE:
            missed = [
                miss(self._size, each, hand) * miss(self._size, each, seen) for each in (copies.least, copies.most)
            ]
        else:
            missed = [miss(self._size, each, seen + below) for each in (copies.least, copies.most)]
        return TurnChance(turn, never, Bounds(1 - missed[0], 1 - missed[1]))

    def find_opening(self, copies: Copies) -> tuple[Bounds, ...]:
        """The chance of exactly 0, 1, 2 … copies in the opening hand; none for a deck without a whole hand."""
        hand = self._rule.hand_size
        if hand > self._size:
            return ()
        return tuple(self._bound_exactly(copies, count) for count in range(min(hand, copies.most) + 1))

    def find_at_least(self, copies: Copies, wanted: int, turn: int) -> Bounds:
        """The chance of so many copies or more by a turn; a pile that runs out shows all of it."""
        seen = min(self._rule.count_seen(turn, first=self._first), self._size)
        missed = [
            sum((exactly(self._size, each, seen, count) for count in range(wanted)), Fraction(0))
            for each in (copies.least, copies.most)
        ]
        return Bounds(1 - missed[0], 1 - missed[1])

    def count_seen(self, turn: int) -> int | None:
        """The cards seen by a turn; None where the deck hasn't so many."""
        seen = self._rule.count_seen(turn, first=self._first)
        return None if seen > self._size else seen

    def _count_below(self) -> int:
        """The cards that a mulligan lays below the deck, so that as many others are seen."""
        return {BOTTOM: self._rule.hand_size, ASIDE: self._rule.most_aside}.get(self._rule.mulligan, 0)

    def _bound_exactly(self, copies: Copies, count: int) -> Bounds:
        """From the least to the most: the chance rises with the copies up to a peak, then falls."""
        size, hand = self._size, self._rule.hand_size
        peak = count * (size + 1) // hand
        below = [number for number in copies.numbers if number <= peak][-1:]
        above = [number for number in copies.numbers if number >= peak][:1]
        found = [exactly(size, each, hand, count) for each in {copies.least, copies.most, *below, *above}]
        return Bounds(min(found), max(found))


@lru_cache(maxsize=4096)
def miss(size: int, copies: int, seen: int) -> Fraction:
    """The chance that none of some copies is among the cards seen."""
    return Fraction(comb(size - copies, seen), comb(size, seen))


@lru_cache(maxsize=4096)
def exactly(size: int, copies: int, seen: int, count: int) -> Fraction:
    """The chance that exactly so many of some copies are among the cards seen."""
    others = seen - count
    return Fraction(comb(copies, count) * comb(size - copies, others) if others >= 0 else 0, comb(size, seen))


def build_ready_odds(
    deck: Deck,
    rule: OpeningRule,
    *,
    first: bool = True,
    named: Sequence[str] = (),
    is_short: bool = False,
    as_of: date | None = None,
) -> ReadyOdds:
    """The ready odds of a deck that is dealt by a rule, going first or second.

    `named` are slugs of cards to tell of beside those with most copies. `is_short` leaves out costs, cards and runes.
    `as_of` is the day whose edition is cited for runes.
    """
    entries = [entry for entry in deck.sections.get(DECK, ()) if entry.count]
    size = deck.size(DECK)
    curve_rule = game_of(deck.game).on_curve
    piles = {} if is_short else _find_piles(deck, as_of)
    dealer = _Dealer(size, rule, first=first)
    return ReadyOdds(
        size=size,
        rule=rule,
        first=first,
        curve_rule=curve_rule,
        curve=tuple(_build_curve(entries, curve_rule, dealer, first=first)) if curve_rule and size else (),
        costs=tuple(_build_costs(entries, curve_rule, dealer)) if curve_rule and not is_short else (),
        pieces=() if is_short else tuple(_build_pieces(entries, dealer, named)),
        opening=tuple(_build_opening(entries, curve_rule, dealer, first=first)) if curve_rule and size else (),
        runes=tuple(row for section, rule in piles.items() for row in _build_runes(deck, section, rule, first=first)),
        rune_rules=tuple(piles.values()),
    )


def count_copies(entries: Iterable[DeckEntry], test: Test) -> Copies:
    """How many copies count: of a line that may or may not, all copies or none."""
    certain, sums, names = 0, 1, []
    for entry in entries:
        told = _tell(entry, test)
        if told:
            certain += entry.count
        elif told is None:
            sums |= sums << entry.count
            names.append(entry.card.title if entry.card else entry.name)
    reached = bin(sums)[:1:-1]
    return Copies(tuple(certain + at for at, bit in enumerate(reached) if bit == "1"), tuple(dict.fromkeys(names)))


def _tell(entry: DeckEntry, test: Test) -> bool | None:
    """Whether the copies of a line count; None where its card, or a fact of it, isn't known."""
    if entry.card:
        return test(entry.card)
    told = {test(card) for card in entry.candidates} if entry.state == AMBIGUOUS else {None}
    return told.pop() if len(told) == 1 else None


def _build_curve(entries: list[DeckEntry], rule: CurveRule, dealer: _Dealer, *, first: bool) -> Iterator[CurveTurn]:
    for turn in TURNS:
        on_curve = count_copies(entries, rule.count_on_curve(turn, first=first))
        playable = count_copies(entries, rule.count_playable(turn, first=first))
        yield CurveTurn(
            turn,
            rule.costs(turn, first),
            on_curve,
            playable,
            dealer.find_chance(on_curve, turn),
            dealer.find_chance(playable, turn),
        )


def _build_costs(entries: list[DeckEntry], rule: CurveRule, dealer: _Dealer) -> Iterator[ReadyRow]:
    """A row for each cost that a card of the deck has."""
    cards = [card for entry in entries for card in ((entry.card,) if entry.card else entry.candidates)]
    found = {rule.find_cost(card) for card in cards}
    for cost in sorted(each for each in found if each is not None):
        copies = count_copies(entries, rule.count_cost(cost))
        yield ReadyRow(str(cost), copies, dealer.find_chances(copies), rule.ask_costs(cost, cost))


def _build_pieces(entries: list[DeckEntry], dealer: _Dealer, named: Sequence[str]) -> Iterator[ReadyRow]:
    """A row for each card that is named, then for those that the deck has most copies of, in the order of the list."""
    counts: dict[Card | str, int] = {}
    for entry in entries:
        key = entry.card or entry.name
        counts[key] = counts.get(key, 0) + entry.count
    cards = [key for key in counts if isinstance(key, Card)]
    titles: dict[Card | str, str] = dict(zip(cards, disambiguate_titles(cards), strict=True))
    order = sorted(counts, key=lambda key: (not (isinstance(key, Card) and key.slug in named), -counts[key]))
    for key in order[:MAX_PIECES]:
        copies = Copies((counts[key],))
        name = titles.get(key, str(key))
        yield ReadyRow(name, copies, dealer.find_chances(copies), opening=dealer.find_opening(copies))


def _build_opening(entries: list[DeckEntry], rule: CurveRule, dealer: _Dealer, *, first: bool) -> Iterator[ReadyRow]:
    """What the opening hand has of the cards on the curve, and of its low drops."""
    most = rule.costs(LOW_TURN, first)[1]
    for name, test, query in (
        (f"{rule.noun.capitalize()}s", rule.count_type, rule.among),
        (
            f"{rule.noun.capitalize()}s of cost {most} or less",
            rule.count_playable(LOW_TURN, first=first),
            rule.ask_costs(0, most),
        ),
    ):
        copies = count_copies(entries, test)
        yield ReadyRow(name, copies, dealer.find_chances(copies, (0,)), query, dealer.find_opening(copies))


def _find_piles(deck: Deck, as_of: date | None) -> dict[str, OpeningRule]:
    """The piles of a deck that are drawn from beside it, each with how it is dealt on a day."""
    game = game_of(deck.game)
    return {
        section: find_by_edition(game, game.side_openings.get(section, {}), as_of, rule)
        for section, rule in game.side_decks.items()
        if deck.size(section)
    }


def _build_runes(deck: Deck, section: str, rule: OpeningRule, *, first: bool) -> Iterator[RuneRow]:
    """One to three runes of each domain in a pile."""
    entries = [entry for entry in deck.sections[section] if entry.count]
    domains = {domain for entry in entries if entry.card for domain in entry.card.domains or ()}
    dealer = _Dealer(deck.size(section), rule, first=first)
    for domain in sorted(domains):
        copies = count_copies(entries, _has_domain(domain))
        for wanted in range(1, min(MAX_RUNES, copies.most) + 1):
            chances = tuple(dealer.find_at_least(copies, wanted, turn) for turn in TURNS)
            yield RuneRow(domain, wanted, copies, chances)


def _has_domain(domain: str) -> Test:
    return lambda card: None if card.domains is None else domain in card.domains
