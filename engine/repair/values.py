"""What a repair is made of, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.decks import Deck, DeckEntry
from engine.model.verdicts import Citation, Finding, Verdict

OUT = "out"
IN = "in"
EXCHANGE = "exchange"
MOVE = "move"


@dataclass(frozen=True, slots=True)
class RepairChange:
    """So many copies that go, come, or make way for others.

    `gone` is the line that loses them, as the deck has it, `comes` the card that comes into the section `into`.
    `choices` are other cards that may come instead, all copies of one, those most like what goes first: the deck is
    as legal with each of them.
    """

    count: int
    gone: DeckEntry | None = None
    comes: Card | None = None
    into: str = ""
    choices: tuple[Card, ...] = ()

    @property
    def kind(self) -> str:
        """OUT, IN, EXCHANGE or MOVE."""
        if self.comes is None:
            return OUT
        if self.gone is None:
            return IN
        return MOVE if self.gone.card is self.comes else EXCHANGE


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A step of the proof: what a rule asks, and how many copies have to go and to come for it at least."""

    text: str
    citation: Citation | None
    out: int = 0
    into: int = 0


@dataclass(frozen=True, slots=True)
class Repair:
    """The fewest changes found, and what is proven of them.

    `deck` is the repaired deck and `verdict` its verdict; both are None where no repair was found, and `changes` is
    empty then and where nothing needs one. No repair has fewer than `at_least` changes. `left` are the findings that
    no change of cards can settle; `verdicts` is how many decks were judged on the way.
    """

    before: Verdict
    changes: tuple[RepairChange, ...]
    deck: Deck | None
    verdict: Verdict | None
    size: int
    at_least: int
    proof: tuple[ProofStep, ...]
    left: tuple[Finding, ...]
    verdicts: int

    @property
    def is_found(self) -> bool:
        """Whether there is a repaired deck, or nothing to repair."""
        return self.deck is not None

    @property
    def is_smallest(self) -> bool:
        """Whether it is proven that no repair has fewer changes."""
        return self.is_found and self.size == self.at_least
