"""Sample hands of a list, as pages, the API and the command deal them: the same request deals the same hand."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.http import QueryDict

from engine import Deck, InputError
from engine.simulation.goldfish.hand_policy import HandPolicy, PolicyDecision, read_hand_policy
from engine.simulation.goldfish.philox import MASK
from engine.simulation.hands import Hand, draw_cards, draw_turn, mulligan, read_hand_dealer
from vsdb.core.requests import parse_whole_number, read_number

MAX_DRAWN = 400  #: cards beyond what the turns deal
MAX_TURNS = 60
MAX_HANDS = 100  #: dealt at once
MOST_SEED = MASK  #: as of goldfish games, whose game 0 is the hand of its seed
SEED_DIGITS = 20
_SEEDS = 10**9  #: from which one is drawn: short enough to be typed
_MAX_WORDS = 20  #: cards that are named in an address
_YES = ("1", "true", "yes", "on")


def draw_seed() -> int:
    """A seed for who gives none."""
    return secrets.randbelow(_SEEDS)


@dataclass(frozen=True, slots=True)
class HandRequest:
    """A hand that is asked for.

    `aside` are the places set aside by the mulligan, where the game lets one choose. `turns` of one's own are drawn,
    then `drawn` cards more; `more` names the turn of each card that was drawn beyond the rules before.
    """

    seed: int
    has_mulligan: bool = False
    aside: tuple[int, ...] = ()
    drawn: int = 0
    by_policy: bool = False
    first: bool = False
    turns: int = 0
    more: tuple[int, ...] = ()

    def list_words(self) -> list[tuple[str, str]]:
        """The words of the address that deals this hand."""
        words = [("seed", str(self.seed))]
        words += [("first", "1")] * self.first + [("mulligan", "1")] * self.has_mulligan
        words += [("aside", str(place)) for place in self.aside] + [("policy", "1")] * self.by_policy
        words += [("turn", str(self.turns))] * bool(self.turns) + [("more", str(turn)) for turn in self.more]
        return [*words, *([("draw", str(self.drawn))] if self.drawn else [])]

    def next_turn(self) -> HandRequest:
        """The same hand a turn later."""
        return replace(self, turns=self.turns + 1, more=(*self.more, *[self.turns] * self.drawn), drawn=0)

    def check(self) -> None:
        """Raise InputError for what is out of range."""
        refuse_seed(self.seed)
        drawn = self.drawn + len(self.more)
        if drawn > MAX_DRAWN:
            raise InputError(f"{drawn} cards to draw; at most {MAX_DRAWN}", place="draw")
        if not 0 <= self.turns <= MAX_TURNS:
            raise InputError(f"turn {self.turns}; from 0 to {MAX_TURNS}", place="turn")
        if any(not 0 <= turn <= self.turns for turn in self.more):
            raise InputError(f"a card drawn on a turn that is not reached; it is turn {self.turns}", place="more")
        if self.by_policy and (self.has_mulligan or self.aside):
            raise InputError("leave the mulligan to the policy or choose it yourself, not both", place="policy")


def refuse_seed(seed: int, most: int = MOST_SEED) -> None:
    """Raise InputError for a seed that is out of range."""
    if not 0 <= seed <= most:
        raise InputError(f"seed {seed}; from 0 to {most}", place="seed")


def read_hand_request(words: QueryDict, seed: int | None = None) -> HandRequest:
    """The hand that an address asks for; `seed` where it names none. Raises InputError."""
    found = read_number(words, "seed", digits=SEED_DIGITS)
    if found is None:
        found = draw_seed() if seed is None else seed
    return HandRequest(
        seed=found,
        has_mulligan=_is_said(words, "mulligan"),
        aside=tuple(sorted(set(_read_numbers(words.getlist("aside")[:_MAX_WORDS], "aside")))),
        drawn=read_number(words, "draw") or 0,
        by_policy=_is_said(words, "policy"),
        first=_is_said(words, "first"),
        turns=read_number(words, "turn") or 0,
        more=tuple(_read_numbers(words.getlist("more")[: MAX_DRAWN + 1], "more")),
    )


def _is_said(words: QueryDict, name: str) -> bool:
    return words.get(name, "").lower() in _YES


def _read_numbers(texts: Sequence[str], place: str) -> Iterator[int]:
    return (parse_whole_number(text, place, digits=3) for text in texts)


@dataclass(frozen=True, slots=True)
class SampleHand:
    """A hand as it was asked for, and what the policy does with its opening hand; None in a game without one."""

    hand: Hand
    asked: HandRequest
    decision: PolicyDecision | None

    @property
    def may_mulligan(self) -> bool:
        """Whether the mulligan is still open and wasn't left to the policy."""
        return self.hand.may_mulligan and not self.asked.by_policy

    def as_dict(self) -> dict[str, Any]:
        """The hand as the API and the command line give it."""
        told = self.hand.as_dict()
        policy = self.decision.as_dict() if self.decision else None
        return {**told, "policy": policy, "by_policy": self.asked.by_policy}


def deal_hand(deck: Deck, asked: HandRequest, on: date | None = None) -> SampleHand:
    """The hand that is asked for, by the rules of a day. Raises InputError for what the game or the hand hasn't."""
    asked.check()
    policy = read_hand_policy(deck, on)
    dealer = policy.dealer if policy else read_hand_dealer(deck, on)
    hand = dealer.deal(asked.seed, first=asked.first)
    decision = policy.decide(hand) if policy else None
    if asked.has_mulligan or asked.aside:
        hand = mulligan(hand, asked.aside)
    if asked.by_policy:
        if policy is None:
            raise InputError("this game has no mulligan policy; choose the mulligan yourself", place="policy")
        hand = policy.follow(hand)
    for turn in range(asked.turns + 1):
        hand = draw_turn(hand) if turn else hand
        hand = draw_cards(hand, asked.more.count(turn))
    return SampleHand(draw_cards(hand, asked.drawn), asked, decision)


@dataclass(frozen=True, slots=True)
class DealtHands:
    """Opening hands of one deck, each with what the policy does; `policy` is None in a game without one.

    The hands have the seeds from `seed` on, one after another.
    """

    seed: int
    hands: tuple[SampleHand, ...]
    policy: HandPolicy | None

    @property
    def kept(self) -> int:
        """How many of them the policy keeps."""
        return sum(each.decision is not None and each.decision.keeps for each in self.hands)

    @property
    def share_kept(self) -> Fraction | None:
        """The exact share of all opening hands that the policy keeps; None without a policy."""
        return self.policy.share_kept if self.policy else None

    def as_dict(self) -> dict[str, Any]:
        """The hands as JSON has them."""
        share = self.share_kept
        return {
            "seed": self.seed,
            "hands": [each.as_dict() for each in self.hands],
            "kept": self.kept if self.policy else None,
            "unknown": self.policy.unknown if self.policy else None,
            "share_kept": None if share is None else {"answer": str(share), "decimal": round(float(share), 6)},
        }


def deal_hands(deck: Deck, seed: int, count: int, on: date | None = None, *, first: bool = False) -> DealtHands:
    """So many opening hands, of the seeds from one on. Raises InputError."""
    if not 1 <= count <= MAX_HANDS:
        raise InputError(f"{count} hands; from 1 to {MAX_HANDS}", place="hands")
    refuse_seed(seed, MOST_SEED - count + 1)
    policy = read_hand_policy(deck, on)
    dealer = policy.dealer if policy else read_hand_dealer(deck, on)
    hands = []
    for each in range(seed, seed + count):
        hand = dealer.deal(each, first=first)
        hands.append(SampleHand(hand, HandRequest(each, first=first), policy.decide(hand) if policy else None))
    return DealtHands(seed, tuple(hands), policy)
