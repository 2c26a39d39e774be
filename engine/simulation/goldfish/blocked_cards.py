"""Which cards the rules keep from being played, card by card, over games that are played one by one.

A run's own figures say on how many turns some card was in the way; here is which. It reads what each game tells of its
steps, and so follows the same rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from engine.simulation.goldfish.cards import GoldfishCard
from engine.simulation.goldfish.policy import PlayStep
from engine.simulation.goldfish.running import GoldfishRun
from engine.simulation.goldfish.tallies import Estimate, estimate_share


@dataclass(frozen=True, slots=True)
class BlockedCard:
    """A card that a rule keeps from being played: in how many games on each turn, and on any turn at all."""

    card: GoldfishCard
    code: str  #: of the rule that is in the way
    citation: Citation | None
    by_turn: tuple[int, ...]
    games: int


@dataclass(frozen=True, slots=True)
class BlockedCards:
    """Games, and by figure the cards that were in the way, those of most games first."""

    games: int
    by_metric: dict[str, tuple[BlockedCard, ...]]

    def estimate(self, games: int) -> Estimate:
        """The share of so many of the games, with its error."""
        return estimate_share(games, self.games)

    def as_dict(self) -> dict[str, Any]:
        """The counts as the API and the command line give them."""
        return {
            "games": self.games,
            "cards": {metric: [self._tell(each) for each in found] for metric, found in self.by_metric.items()},
        }

    def _tell(self, blocked: BlockedCard) -> dict[str, Any]:
        return {
            "name": blocked.card.title,
            "slug": blocked.card.slug,
            "code": blocked.code,
            "citation": blocked.citation.as_dict() if blocked.citation else None,
            "ever": self.estimate(blocked.games).as_dict(),
            "by_turn": [self.estimate(games).as_dict() for games in blocked.by_turn],
        }


def count_blocked_cards(run: GoldfishRun, games: int) -> BlockedCards:
    """The cards in the way in games 0 to `games` - 1 of a run. Raises InputError for fewer games than one."""
    if games < 1:
        raise InputError(f"{games} games; at least 1", place="games")
    metric_of = {code: metric for metric, codes in run.policy.blocked_by.items() for code in codes}
    counts: dict[tuple[str, GoldfishCard], list[int]] = defaultdict(lambda: [0] * run.turns)
    ever: dict[tuple[str, GoldfishCard], int] = defaultdict(int)
    for game in range(games):
        met = set()
        for turn, step in _play_steps(run, game):
            if step.is_blocked:
                for card in step.cards:
                    counts[step.code, card][turn - 1] += 1
                    met.add((step.code, card))
        for key in met:
            ever[key] += 1
    found: dict[str, list[BlockedCard]] = {metric: [] for metric in run.policy.blocked_by}
    for (code, card), by_turn in counts.items():
        cited = run.policy.citations[code]
        found[metric_of[code]].append(BlockedCard(card, code, cited, tuple(by_turn), ever[code, card]))
    return BlockedCards(
        games,
        {
            metric: tuple(sorted(cards, key=lambda each: (-each.games, -sum(each.by_turn), each.card.identity)))
            for metric, cards in found.items()
        },
    )


def _play_steps(run: GoldfishRun, game: int) -> Iterator[tuple[int, PlayStep]]:
    """What happens in a game, each with its turn."""
    deal = run.dealer.deal(game)
    player = run.policy.begin(run.cards, deal, first=run.first)
    at = 0
    for turn, count in enumerate(run.draws, start=1):
        steps: list[PlayStep] = []
        player.play_turn(turn, deal.library[at : at + count], steps)
        at += count
        for step in steps:
            yield turn, step
