"""Runs of goldfish games: a portion of them, all of them, and the result as the API and the command give it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.model.games import game_of
from engine.simulation.goldfish.cards import GoldfishDeck, read_goldfish_deck
from engine.simulation.goldfish.dealing import Deal, Dealer
from engine.simulation.goldfish.philox import GENERATOR, MASK
from engine.simulation.goldfish.policy import Goldfish, PlayStep, TurnFigures
from engine.simulation.goldfish.replaying import describe_deal
from engine.simulation.goldfish.tallies import ALL_METRICS, METRICS, PLACES, SO_FAR, Tally, add_tallies, tally_games
from engine.simulation.opening_rules import OpeningRule, find_by_edition

if TYPE_CHECKING:
    from engine.simulation.goldfish.seen_odds import ExactTurn

GENERATOR_TEXT = f"{GENERATOR} keyed by seed and game; game 0 is the sample hand"
SPENT_BY = (4, 6, 7)
NOTHING_BY = (2, 3, 4)
COMMON_ASSUMPTIONS = (
    "The opponent does nothing and stuns nobody.",
    "Each turn spends as many points as it can; nothing is held back or planned for the next turn.",
    "Costs are as printed; cards without a number for a cost aren’t played.",
    "No card’s text happens: no extra cards, points or discounts.",
    "Of equal choices the higher ATK goes first, then the order of identities.",
)


@dataclass(frozen=True)
class GoldfishRun:
    """A run that is set up: a deck, a seed, the turns of each game, and who goes first where that matters.

    With `distribution` its tallies count the games by each value of a metric too. `as_of` is the day whose edition of
    the rules is cited.
    """

    deck: Deck
    seed: int = 0
    turns: int = 7
    first: bool = False
    distribution: bool = False
    as_of: date | None = None

    def __post_init__(self) -> None:
        if game_of(self.deck.game).goldfish is None:
            raise InputError(f"no goldfish for {game_of(self.deck.game).name}", place="game")
        if not 0 <= self.seed <= MASK:
            raise InputError(f"seed {self.seed}; from 0 to {MASK}", place="seed")
        if self.turns < 1:
            raise InputError(f"{self.turns} turns; at least 1", place="turns")

    @cached_property
    def policy(self) -> Goldfish:
        """How the game is played."""
        game = game_of(self.deck.game)
        policy = find_by_edition(game, game.goldfishes, self.as_of, game.goldfish)
        assert policy is not None  # noqa: S101 - seen to when the run was made
        return policy

    @property
    def rule(self) -> OpeningRule:
        """How the game deals."""
        return self.policy.opening

    @cached_property
    def cards(self) -> GoldfishDeck:
        """The deck as it is played."""
        sections = (*self.policy.sections, *((self.policy.runes,) if self.policy.runes else ()))
        return read_goldfish_deck(self.deck, self.policy.read, sections)

    @cached_property
    def draws(self) -> tuple[int, ...]:
        """The cards drawn on each turn, from the first."""
        return tuple(self.rule.count_drawn(turn, first=self.first) for turn in range(1, self.turns + 1))

    @cached_property
    def dealer(self) -> Dealer:
        """Who deals the games."""
        runes = self.cards.apart.get(self.policy.runes, ())
        rule = self.policy.rune_rule
        seen = rule.count_seen(self.turns, first=self.first) if rule else 0
        return Dealer(self.cards, self.rule, self.policy.mulligan, self.draws, self.seed, runes, seen)

    @property
    def metrics(self) -> tuple[str, ...]:
        """What each turn counts, in the order of the tally."""
        return (*ALL_METRICS, *self.policy.own_metrics)

    @cached_property
    def is_played_in_bulk(self) -> bool:
        """Whether NumPy plays its games, all but the rare one."""
        from engine.simulation.goldfish import bulk

        return bulk.is_suited(self)

    @cached_property
    def exact_odds(self) -> tuple[ExactTurn, ...]:
        """The exact odds of each turn, to stand beside its figures."""
        from engine.simulation.goldfish.seen_odds import find_exact_odds

        return find_exact_odds(self)

    def play(self, game: int) -> list[TurnFigures]:
        """The turns of a game by its number."""
        return [figures for _, figures in self._play_turns(self.dealer.deal(game), None)]

    def play_portion(self, start: int, stop: int, *, in_bulk: bool = False) -> Tally:
        """The tally of the games from one number up to another that isn't played; in bulk by NumPy, the same."""
        if in_bulk:
            from engine.simulation.goldfish import bulk

            return bulk.play_portion(self, start, stop)
        games = map(self.play, range(start, stop))
        return tally_games(games, self.turns, len(self.metrics), distribution=self.distribution)

    def replay(self) -> list[tuple[int, list[PlayStep]]]:
        """Game 0 turn by turn with what happens and why; turn 0 is the opening hand."""
        deal = self.dealer.deal(0)
        steps = describe_deal(deal, self.rule, self.policy)
        told = [(0, steps)]
        for turn, _ in self._play_turns(deal, steps := []):
            told.append((turn, list(steps)))
            steps.clear()
        return told

    def _play_turns(self, deal: Deal, steps: list[PlayStep] | None) -> Iterator[tuple[int, TurnFigures]]:
        player = self.policy.begin(self.cards, deal, first=self.first)
        at = 0
        for turn, count in enumerate(self.draws, start=1):
            yield turn, player.play_turn(turn, deal.library[at : at + count], steps)
            at += count


class ValueShare(NamedTuple):
    """In how many of the games a metric has a value on a turn."""

    turn: int
    metric: str
    value: int
    games: int
    share: float

    def as_dict(self) -> dict[str, Any]:
        """A row for CSV and JSON."""
        return {**self._asdict(), "share": round(self.share, PLACES)}


@dataclass(frozen=True)
class GoldfishResult:
    """What a run came to."""

    run: GoldfishRun
    tally: Tally

    def as_dict(self) -> dict[str, Any]:
        """The result as the API and the command line give it; with the distribution where the run counted it."""
        run, policy = self.run, self.run.policy
        shares = [each.as_dict() for each in self.distribution]
        return {
            "game": run.deck.game,
            "seed": run.seed,
            "generator": GENERATOR_TEXT,
            "games": self.tally.games,
            "turns": run.turns,
            "first": run.first,
            "policy": dict(policy.policy),
            "assumes": list(self._list_assumptions()),
            "citations": [each.as_dict() for each in self._list_citations()],
            "unknown": {"cards": run.cards.count_unknown(), "names": list(run.cards.name_unknown())},
            "by_turn": [self._list_estimates(turn, METRICS) for turn in range(1, run.turns + 1)],
            "exact": [each.as_dict() for each in run.exact_odds],
            "more_by_turn": [
                self._list_estimates(turn, (*SO_FAR, *policy.own_metrics)) for turn in range(1, run.turns + 1)
            ],
            "blocked_by": {
                metric: [policy.citations[code].as_dict() for code in codes]
                for metric, codes in policy.blocked_by.items()
            },
            "whole_game": self._sum_up(),
            "game_0": [{"turn": turn, "steps": [step.as_dict() for step in steps]} for turn, steps in run.replay()],
            **({"distribution": shares} if run.distribution else {}),
        }

    def estimate(self, turn: int, metric: str) -> dict[str, float]:
        """The mean and the standard error of a metric on a turn."""
        return self.tally.estimate(turn, self.run.metrics.index(metric)).as_dict()

    @property
    def distribution(self) -> Iterator[ValueShare]:
        """The games by each value of a metric, by turn, metric and value; none where the run didn't count them."""
        for turn, histograms in enumerate(self.tally.histograms, start=1):
            for metric, histogram in zip(self.run.metrics, histograms, strict=True):
                for value, games in histogram:
                    yield ValueShare(turn, metric, value, games, games / self.tally.games)

    def _list_estimates(self, turn: int, metrics: Iterable[str]) -> dict[str, Any]:
        return {"turn": turn, **{metric: self.estimate(turn, metric) for metric in metrics}}

    def _sum_up(self) -> dict[str, Any]:
        def by_turns(turns: Iterable[int], metric: str) -> dict[str, dict[str, float]]:
            return {str(turn): self.estimate(turn, metric) for turn in turns if turn <= self.run.turns}

        return {
            "spent_by": by_turns(SPENT_BY, "spent_so_far"),
            "nothing_recruited_by": by_turns(NOTHING_BY, "nothing_recruited"),
            "resources_missed": self.estimate(self.run.turns, "resources_missed"),
        }

    def _list_assumptions(self) -> Iterator[str]:
        yield from (*COMMON_ASSUMPTIONS, *self.run.policy.assumes)
        cards = self.run.cards
        if unknown := cards.count_unknown():
            yield f"Left out, since a fact that decides isn’t recorded: {unknown} of {len(cards.copies)} cards."
        if missing := cards.name_missing("atk", "defense"):
            yield f"Counted as 0, since it isn’t recorded: ATK or DEF of {', '.join(missing)}."
        if self.run.policy.runes and not self.run.dealer.runes:
            yield "The list has no runes, so nothing can be paid for."

    def _list_citations(self) -> Iterable[Any]:
        return dict.fromkeys((*self.run.rule.citations, *self.run.policy.citations.values()))


def run_goldfish(
    deck: Deck,
    *,
    games: int,
    turns: int = 7,
    seed: int = 0,
    first: bool = False,
    in_bulk: bool = False,
    distribution: bool = False,
    as_of: date | None = None,
) -> GoldfishResult:
    """Play games 0 to `games` - 1. Raises InputError for a game without goldfish and for figures out of range."""
    if games < 1:
        raise InputError(f"{games} games; at least 1", place="games")
    run = GoldfishRun(deck, seed, turns, first, distribution, as_of)
    return GoldfishResult(run, run.play_portion(0, games, in_bulk=in_bulk))


def join_portions(run: GoldfishRun, portions: Iterable[Tally]) -> GoldfishResult:
    """The result of a run whose games were played in portions, at least one."""
    return GoldfishResult(run, add_tallies(portions))
