"""Sample hands: dealt, mulliganed and drawn on by the game's own rules, the same again for the same seed.

The cards of the deck section are shuffled; what starts elsewhere (main character, legend, chosen champion, runes,
piles, sideboard) stands apart.
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
from engine.simulation.opening_rules import ASIDE, BOTTOM, OpeningRule
from engine.simulation.shuffling import shuffle_items


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A copy that was dealt; `card` is None for one of a line that names no one card. `identity` tells it apart."""

    identity: str
    name: str
    card: Card | None = None

    def as_dict(self) -> dict[str, str | None]:
        """The copy as the API gives it."""
        return {"name": self.name, "slug": self.card.slug if self.card else None}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand and the deck that it was dealt from, the top card first."""

    game: str
    rule: OpeningRule
    seed: int
    cards: tuple[DealtCard, ...]
    library: tuple[DealtCard, ...]
    apart: tuple[SectionCount, ...] = ()
    mulligans: int = 0
    drawn: int = 0

    @property
    def library_left(self) -> int:
        """How many cards are left to draw."""
        return len(self.library)

    @property
    def may_mulligan(self) -> bool:
        """Whether the one mulligan is still open: it comes before the first turn."""
        return not self.mulligans and not self.drawn

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


def find_opening(game: Game, as_of: date | None = None) -> OpeningRule | None:
    """How a game deals, its rules cited by the edition of a day; before the oldest, by the oldest."""
    if as_of is None or not game.openings:
        return game.opening
    in_force = [each for each in game.rulesets if each.in_force_from <= as_of]
    return game.openings.get((in_force or game.rulesets[:1])[-1].edition, game.opening)


def deal_opening_hand(deck: Deck, seed: int, as_of: date | None = None) -> Hand:
    """The opening hand that a seed deals; of a deck with fewer cards all of them.

    Two lists of the same cards are dealt alike, however they are written. `as_of` is the day whose edition is cited.
    Raises InputError for a game of which isn't recorded how it deals.
    """
    rule = find_opening(game_of(deck.game), as_of)
    if rule is None:
        raise InputError(f"opening hand rules aren't recorded for {game_of(deck.game).name}", place="game")
    standing = count_by_section(deck).items()
    copies = [
        DealtCard(identity, each.name, each.card)
        for (section, identity), each in standing
        if section == DECK and each.is_readable
        for _ in range(each.count)
    ]
    library = _shuffle(copies, seed, 0)
    apart = tuple(each for (section, _), each in standing if section != DECK)
    return Hand(deck.game, rule, seed, library[: rule.hand_size], library[rule.hand_size :], apart)


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
        cards = _shuffle((*hand.cards, *hand.library), hand.seed, 1)
    return replace(hand, cards=cards[:size], library=cards[size:], mulligans=1)


def draw_cards(hand: Hand, count: int = 1) -> Hand:
    """The hand with so many cards more, or as many as are left. Raises InputError for fewer than none."""
    if count < 0:
        raise InputError(f"{count} cards; the number to draw can't be negative", place="draw")
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
    drawn = hand.library[: len(gone)]
    return replace(hand, cards=(*kept, *drawn), library=(*hand.library[len(gone) :], *gone), mulligans=1)


def _shuffle(cards: Iterable[DealtCard], seed: int, shuffle: int) -> tuple[DealtCard, ...]:
    return shuffle_items(sorted(cards, key=lambda dealt: dealt.identity), seed, shuffle)


def _citation_to_dict(citation: Citation | None) -> dict[str, str] | None:
    return citation.as_dict() if citation else None
