"""Sample hands: dealt, mulliganed and drawn on by the game's own rules, the same again for the same seed.

The cards of the deck section are shuffled, and each pile that is drawn from beside it, such as runes, by itself; what
else starts elsewhere (main character, legend, chosen champion, piles, sideboard) stands apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from engine.model.cards import Card
from engine.model.decks import DECK, Deck
from engine.model.errors import InputError
from engine.model.games import Game, game_of
from engine.model.identities import SectionCount, count_by_section
from engine.model.verdicts import Citation
from engine.simulation.opening_rules import ASIDE, BOTTOM, OpeningRule, find_by_edition
from engine.simulation.shuffling import shuffle_items

MULLIGAN_SHUFFLE = 1  #: 0 deals the hand
PILE_SHUFFLE = 2  #: of the first pile beside the deck; the next one has the next number


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A copy that was dealt; `card` is None for one of a line that names no one card. `identity` tells it apart."""

    identity: str
    name: str
    card: Card | None = None

    def as_dict(self) -> dict[str, str | None]:
        """The copy as the API gives it."""
        return {"name": self.name, "slug": self.card.slug if self.card else None}


DealtCards = tuple[DealtCard, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile that is drawn from beside the deck: what was drawn of it, and what is left with the top card first."""

    section: str
    rule: OpeningRule
    library: DealtCards
    cards: DealtCards = ()

    def draw(self, count: int) -> Pile:
        """The pile with so many cards more drawn, or as many as are left."""
        return replace(self, cards=(*self.cards, *self.library[:count]), library=self.library[count:])

    def as_dict(self) -> dict[str, Any]:
        """The pile as the API and the command line give it."""
        return {
            "section": self.section,
            "cards": [dealt.as_dict() for dealt in self.cards],
            "left": len(self.library),
            "draws_per_turn": self.rule.draws_per_turn,
            "drawn_by": _citation_to_dict(self.rule.drawn_by),
            "first_turn_by": _citation_to_dict(self.rule.first_turn_by),
        }


@dataclass(frozen=True, slots=True)
class TurnDraw:
    """What one's own turn of a number drew: by the rules, beyond them, and of each pile; 0 is before the first turn."""

    turn: int
    cards: DealtCards = ()
    more: DealtCards = ()
    piles: tuple[tuple[str, DealtCards], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The turn as the API and the command line give it."""
        return {
            "turn": self.turn,
            "drawn": [dealt.as_dict() for dealt in self.cards],
            "more": [dealt.as_dict() for dealt in self.more],
            "piles": [
                {"section": section, "drawn": [dealt.as_dict() for dealt in cards]} for section, cards in self.piles
            ],
        }


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand and the deck that it was dealt from, the top card first.

    `opening` is the hand before the mulligan and `gone` are the places in it that the mulligan took. `turn` counts
    one's own turns, 0 before the first; `turns` has what each drew.
    """

    game: str
    rule: OpeningRule
    seed: int
    cards: DealtCards
    library: DealtCards
    apart: tuple[SectionCount, ...] = ()
    mulligans: int = 0
    drawn: int = 0
    first: bool = False
    opening: DealtCards = ()
    gone: tuple[int, ...] = ()
    turn: int = 0
    turns: tuple[TurnDraw, ...] = ()
    piles: tuple[Pile, ...] = ()

    @property
    def library_left(self) -> int:
        """How many cards are left to draw."""
        return len(self.library)

    @property
    def may_mulligan(self) -> bool:
        """Whether the one mulligan is still open: it comes before the first turn."""
        return not (self.mulligans or self.drawn or self.turn)

    @property
    def asks_first(self) -> bool:
        """Whether it makes a difference who goes first."""
        return any(rule.on_first_turn for rule in (self.rule, *(pile.rule for pile in self.piles)))

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Where it stands how the game deals from the deck and its piles, each rule once."""
        rules = (self.rule, *(pile.rule for pile in self.piles))
        return tuple(dict.fromkeys(cited for rule in rules for cited in rule.citations))

    def as_dict(self) -> dict[str, Any]:
        """The hand as the API and the command line give it."""
        rule = self.rule
        return {
            "game": self.game,
            "seed": self.seed,
            "hand": [dealt.as_dict() for dealt in self.cards],
            "library_left": self.library_left,
            "mulligans": self.mulligans,
            "drawn": self.drawn,
            "may_mulligan": self.may_mulligan,
            "first": self.first if self.asks_first else None,
            "opening": [dealt.as_dict() for dealt in self.opening],
            "gone": list(self.gone),
            "turn": self.turn,
            "turns": [each.as_dict() for each in self.turns],
            "piles": [pile.as_dict() for pile in self.piles],
            "rule": {
                "hand_size": rule.hand_size,
                "mulligan": rule.mulligan,
                "most_aside": rule.most_aside,
                "draws_per_turn": rule.draws_per_turn,
                "dealt_by": _citation_to_dict(rule.dealt_by),
                "mulligan_by": _citation_to_dict(rule.mulligan_by),
                "drawn_by": _citation_to_dict(rule.drawn_by),
                "note": rule.note,
            },
        }


@dataclass(frozen=True, slots=True)
class HandDealer:
    """Deals the sample hands of one deck, which it holds in canonical order."""

    game: str
    rule: OpeningRule
    copies: DealtCards
    apart: tuple[SectionCount, ...]
    piles: tuple[Pile, ...]

    def deal(self, seed: int, *, first: bool = False) -> Hand:
        """The opening hand that a seed deals; of a deck with fewer cards all of them."""
        library, size = shuffle_items(self.copies, seed), self.rule.hand_size
        piles = tuple(
            replace(pile, library=shuffle_items(pile.library, seed, shuffle))
            for shuffle, pile in enumerate(self.piles, start=PILE_SHUFFLE)
        )
        hand = library[:size]
        return Hand(self.game, self.rule, seed, hand, library[size:], self.apart, 0, 0, first, hand, piles=piles)


def find_opening(game: Game, as_of: date | None = None) -> OpeningRule | None:
    """How a game deals, its rules cited by the edition of a day; before the oldest, by the oldest."""
    return find_by_edition(game, game.openings, as_of, game.opening)


def read_hand_dealer(deck: Deck, as_of: date | None = None) -> HandDealer:
    """Who deals the hands of a deck. `as_of` is the day whose edition is cited.

    Raises InputError for a game of which isn't recorded how it deals.
    """
    game = game_of(deck.game)
    rule = find_opening(game, as_of)
    if rule is None:
        raise InputError(f"opening hand rules aren’t recorded for {game.name}", place="game")
    standing = count_by_section(deck)
    piles = tuple(
        Pile(
            section,
            find_by_edition(game, game.side_openings.get(section, {}), as_of, of_game),
            _list(deck, section),
        )
        for section, of_game in game.side_decks.items()
    )
    apart = tuple(each for (section, _), each in standing.items() if section != DECK)
    return HandDealer(deck.game, rule, _list(deck, DECK), apart, piles)


def deal_opening_hand(deck: Deck, seed: int, as_of: date | None = None, *, first: bool = False) -> Hand:
    """The opening hand that a seed deals; of a deck with fewer cards all of them.

    Two lists of the same cards are dealt alike, however they are written. `as_of` is the day whose edition is cited.
    Raises InputError for a game of which isn't recorded how it deals.
    """
    return read_hand_dealer(deck, as_of).deal(seed, first=first)


def mulligan(hand: Hand, aside: Iterable[int] = ()) -> Hand:
    """The hand after the game's mulligan. Raises InputError where it isn't open any more.

    Where the game lets cards be set aside, `aside` are their places in the hand, from 0; elsewhere the whole hand goes.
    """
    if not hand.may_mulligan:
        raise InputError(
            "too late to mulligan; it comes once, before the first draw",
            place="mulligan",
            code="mulligan-past",
        )
    places = frozenset(aside)
    if hand.rule.mulligan == ASIDE:
        return _set_aside(hand, places)
    if places:
        raise InputError("this game changes the whole hand; leave out the cards", place="mulligan", code="not-aside")
    size = len(hand.cards)
    if hand.rule.mulligan == BOTTOM:
        cards = (*hand.library, *hand.cards)
    else:
        every = sorted((*hand.cards, *hand.library), key=_get_identity)
        cards = shuffle_items(every, hand.seed, MULLIGAN_SHUFFLE)
    return replace(hand, cards=cards[:size], library=cards[size:], mulligans=1, gone=tuple(range(size)))


def draw_cards(hand: Hand, count: int = 1) -> Hand:
    """The hand with so many cards more, or as many as are left. Raises InputError for fewer than none."""
    if count < 0:
        raise InputError(f"{count} cards; the number to draw can’t be negative", place="draw")
    taken = hand.library[:count]
    *before, last = hand.turns or (TurnDraw(0),)
    turns = (*before, replace(last, more=(*last.more, *taken))) if taken else hand.turns
    return replace(_take(hand, count), turns=turns)


def draw_turn(hand: Hand) -> Hand:
    """The hand after the draws of one's next turn, of the deck and of each pile, as many as are left."""
    turn = hand.turn + 1
    count = hand.rule.count_drawn(turn, first=hand.first)
    piles = tuple(pile.draw(pile.rule.count_drawn(turn, first=hand.first)) for pile in hand.piles)
    drawn = tuple(
        (pile.section, pile.cards[len(before.cards) :]) for before, pile in zip(hand.piles, piles, strict=True)
    )
    told = TurnDraw(turn, hand.library[:count], (), drawn)
    return replace(_take(hand, count), turn=turn, turns=(*hand.turns, told), piles=piles)


def _take(hand: Hand, count: int) -> Hand:
    taken = hand.library[:count]
    return replace(hand, cards=(*hand.cards, *taken), library=hand.library[count:], drawn=hand.drawn + len(taken))


def _set_aside(hand: Hand, places: frozenset[int]) -> Hand:
    most, size = hand.rule.most_aside, len(hand.cards)
    if len(places) > most:
        raise InputError(f"{len(places)} cards set aside; at most {most}", place="mulligan", code="not-aside")
    wrong = next((place for place in sorted(places) if not 0 <= place < size), None)
    if wrong is not None:
        raise InputError(f"no card {wrong + 1} in a hand of {size}", place="mulligan", code="not-aside")
    kept = tuple(card for place, card in enumerate(hand.cards) if place not in places)
    gone = tuple(hand.cards[place] for place in sorted(places))
    return replace(
        hand,
        cards=(*kept, *hand.library[: len(gone)]),
        library=(*hand.library[len(gone) :], *gone),
        mulligans=1,
        gone=tuple(sorted(places)),
    )


def _list(deck: Deck, section: str) -> DealtCards:
    """The copies of a section in canonical order; lines that can't be read aren't dealt."""
    copies = [
        DealtCard(identity, each.name, each.card)
        for (of_section, identity), each in count_by_section(deck).items()
        if of_section == section and each.is_readable
        for _ in range(each.count)
    ]
    return tuple(sorted(copies, key=_get_identity))


def _get_identity(dealt: DealtCard) -> str:
    return dealt.identity


def _citation_to_dict(citation: Citation | None) -> dict[str, str] | None:
    return citation.as_dict() if citation else None
