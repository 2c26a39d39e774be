"""A sample hand laid out for its page: the address holds seed, mulligan and draws, and so deals the same again."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from engine import Citation, Deck, InputError
from engine.decklists.sections import section_title
from engine.model.identities import SectionCount
from engine.simulation.hands import Hand, deal_opening_hand, draw_cards, mulligan
from engine.simulation.opening_rules import ASIDE
from vsdb.catalog.cards.faces import CardFace, build_faces_by_slug
from vsdb.catalog.rules.selectors import map_headings

MAX_DRAWN = 400
_SEEDS = 10**9  #: from which one is drawn: short enough to be typed


def draw_seed() -> int:
    """A seed for who gives none."""
    return secrets.randbelow(_SEEDS)


@dataclass(frozen=True, slots=True)
class HandRequest:
    """What the address asks: `aside` are the places set aside by the mulligan, where the game lets one choose."""

    seed: int
    has_mulligan: bool = False
    aside: tuple[int, ...] = ()
    drawn: int = 0

    def query(self, **changes: int) -> str:
        """The words of the address that deal this hand, with other draws or a mulligan."""
        words: list[tuple[str, int]] = [("seed", self.seed)]
        if self.has_mulligan or changes.get("mulligan"):
            words.append(("mulligan", 1))
        words += [("aside", place) for place in self.aside]
        drawn = changes.get("draw", self.drawn)
        return urlencode([*words, *([("draw", drawn)] if drawn else [])])


@dataclass(frozen=True, slots=True)
class HandPage:
    """A hand with the faces of its cards."""

    hand: Hand
    asked: HandRequest
    faces: Mapping[str, CardFace]
    headings: Mapping[Citation, str]

    @property
    def may_choose(self) -> bool:
        """Whether a mulligan is open in which single cards are set aside."""
        return self.hand.may_mulligan and self.hand.rule.mulligan == ASIDE

    @property
    def apart(self) -> Sequence[tuple[str, SectionCount]]:
        """What stands beside the deck, each with its section's name."""
        return tuple((section_title(each.section), each) for each in self.hand.apart)

    @property
    def draw_one(self) -> str:
        """The address of one card more."""
        return self.asked.query(draw=self.hand.drawn + 1)

    @property
    def draw_turn(self) -> str:
        """The address of a turn's draw more."""
        return self.asked.query(draw=self.hand.drawn + self.hand.rule.draws_per_turn)

    @property
    def with_mulligan(self) -> str:
        """The address of the hand after a mulligan of all of it."""
        return self.asked.query(mulligan=1)

    @property
    def citations(self) -> Sequence[Citation]:
        """Where it stands how the game deals."""
        return self.hand.rule.citations


def build_hand_page(value: Deck, asked: HandRequest, on: date) -> HandPage:
    """The hand that is asked for; two queries. Raises InputError for a mulligan that the game hasn't."""
    if asked.drawn > MAX_DRAWN:
        raise InputError(f"{asked.drawn} cards to draw; at most {MAX_DRAWN}", place="draw")
    hand = deal_opening_hand(value, asked.seed, on)
    if asked.has_mulligan or asked.aside:
        hand = mulligan(hand, asked.aside)
    hand = draw_cards(hand, asked.drawn)
    faces = build_faces_by_slug((dealt.card for dealt in hand.cards if dealt.card), on)
    return HandPage(hand, asked, faces, map_headings(hand.rule.citations))
