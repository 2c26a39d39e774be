"""What a game says about its goldfish, the one optional value that `Game` holds, and what playing a turn gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.model.verdicts import Citation
from engine.simulation.goldfish.cards import CardReader, GoldfishCard, GoldfishDeck
from engine.simulation.goldfish.dealing import Deal, MulliganPolicy
from engine.simulation.goldfish.figures import GameWords
from engine.simulation.opening_rules import OpeningRule

if TYPE_CHECKING:
    from engine.simulation.goldfish.running import GoldfishRun


class TurnFigures(NamedTuple):
    """What a turn gives, in whole numbers; `own` in the order of the game's `own_metrics`."""

    points: int
    spent: int
    hit: int  #: 1: on curve on this very turn
    recruited: int
    missed: int  #: 1: no resource was built
    characters: int
    atk: int
    defense: int
    hand: int
    own: tuple[int, ...] = ()


class PlayStep(NamedTuple):
    """Something that is done or can't be, in words, with the reason and where the rule stands."""

    code: str
    message: str
    cards: tuple[GoldfishCard, ...] = ()
    citation: Citation | None = None
    is_blocked: bool = False  #: the rule keeps the cards from being played

    def as_dict(self) -> dict[str, Any]:
        """The step as the API gives it."""
        return {
            "code": self.code,
            "message": self.message,
            "cards": [{"name": card.title, "slug": card.slug} for card in self.cards],
            "citation": self.citation.as_dict() if self.citation else None,
        }


class Player(Protocol):
    """A game that is being played."""

    def play_turn(self, turn: int, drawn: tuple[GoldfishCard, ...], steps: list[PlayStep] | None) -> TurnFigures:
        """Play the own turn of a number with the cards that it draws; `steps` takes what happens, if given."""


class Begin(Protocol):
    """Begins a game with what was dealt."""

    def __call__(self, deck: GoldfishDeck, deal: Deal, *, first: bool) -> Player:
        """The game before its first turn."""


class BulkGames(Protocol):
    """The games of a run as NumPy plays them."""

    def play_rows(self, start: int, stop: int) -> tuple[Any, Any, int]:
        """By turn a row a figure, a column a game, as `TurnFigures`; the games whose figures are wrong; sets tried."""


@dataclass(frozen=True, kw_only=True)
class Goldfish:
    """How a game is dealt and played when nobody answers."""

    read: CardReader
    opening: OpeningRule
    begin: Begin
    mulligan: MulliganPolicy
    sections: tuple[str, ...] = ()  #: beside the deck, with what a game starts with
    runes: str = ""  #: the section of the rune deck
    rune_rule: OpeningRule | None = None  #: how it is channeled
    policy: Mapping[str, str] = field(default_factory=dict)  #: what is decided how, in words
    assumes: tuple[str, ...] = ()
    citations: Mapping[str, Citation] = field(default_factory=dict)  #: by what is done or stands in the way
    own_metrics: tuple[str, ...] = ()  #: what else a turn counts
    #: Those of them that are 1 where a rule was in the way, each with what is cited for it.
    blocked_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: GameWords = field(default_factory=GameWords)

    #: How a run of the game is played in bulk, where the game does so itself; None of a deck that doesn't fit.
    prepare_bulk: Callable[[GoldfishRun], BulkGames | None] | None = None

    @property
    def asks_first(self) -> bool:
        """Whether going first makes a difference."""
        return any(rule is not None and rule.on_first_turn is not None for rule in (self.opening, self.rune_rule))
