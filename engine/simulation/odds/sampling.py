"""Odds out of games that are dealt by chance: an estimate with its standard error, where counting takes too long.

A game deals by the words of Philox4x64-10, as goldfish games do, and asks whether what is wanted comes true. The same
seed gives the same games everywhere, in whatever portions, in plain Python or by NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from math import prod, sqrt
from typing import Any

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from engine.simulation.goldfish.philox import GENERATOR, MASK
from engine.simulation.goldfish.tallies import Estimate
from engine.simulation.odds.answers import AskedDeck, count_seen, list_assumptions, list_citations
from engine.simulation.odds.classes import ClassedDeck, require_enough_cards
from engine.simulation.odds.counting import Counts
from engine.simulation.odds.questions import BEST, ask_by_turn
from engine.simulation.odds.ranges import list_decks
from engine.simulation.odds.sampled_decks import GAMES, SampledDeck, count_blocks, count_hits, generate_words
from engine.simulation.odds.sampled_policies import find_policy, share_tries

MAX_GAMES = 1_000_000
MAX_COMBINATIONS = 64  #: of the decks that there may be where cards are undecided


@dataclass(frozen=True, slots=True)
class OddsTally:
    """Games, and by turn those in which what is wanted came true, for each of the decks that there may be."""

    games: int
    hits: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SampledOdds:
    """The estimated chance by a turn, from `least` to `most`; of a question that asks for no turns `turn` is None."""

    least: Estimate
    most: Estimate
    turn: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The estimate as JSON has it: a mean and its standard error, or those of a range."""
        turn = {} if self.turn is None else {"turn": self.turn}
        if self.least == self.most:
            return {**turn, **self.least.as_dict()}
        return {**turn, "least": self.least.as_dict(), "most": self.most.as_dict()}


@dataclass(frozen=True)
class OddsRun:
    """A question about one deck, or several independent ones, whose games are sampled by a seed; in bulk by NumPy, the
    same.
    """

    decks: Sequence[AskedDeck]
    seed: int = 0
    in_bulk: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MASK:
            raise InputError(f"seed {self.seed}; from 0 to {MASK}", place="seed")
        for deck in self.decks:
            require_enough_cards(deck.size, deck.question, deck.rule)
        if prod(len(each) for each in self._possible) > MAX_COMBINATIONS:
            raise InputError("too many cards of which it can’t be said whether they are in a group", place="deck")

    @property
    def turns(self) -> Sequence[int | None]:
        """The turns that are asked for, or None alone."""
        return self.decks[0].question.turns or (None,)

    @cached_property
    def tries(self) -> int:
        """The games that are tried for each hand under the best policy."""
        return share_tries(
            deck for asked in self._possible for turns in asked for deck in turns if deck.question.mulligan.do == BEST
        )

    @cached_property
    def parts(self) -> tuple[tuple[tuple[SampledDeck, ...], ...], ...]:
        """By asked deck, and by the deck that it may be, what is dealt: one for all turns, or one for each."""
        return tuple(tuple(self._sample(turns) for turns in possible) for possible in self._possible)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The place among a game's words at which each asked deck's begin, and behind the last the end."""
        found = [0]
        for possible in self.parts:
            found.append(found[-1] + max(each.words for sampled in possible for each in sampled))
        return tuple(found)

    @property
    def blocks(self) -> int:
        """The blocks of words that each game takes."""
        return count_blocks(self.starts[-1])

    @cached_property
    def combinations(self) -> tuple[tuple[int, ...], ...]:
        """Which of the possible decks of each part belong together; one alone where nothing is undecided."""
        return tuple(product(*(range(len(possible)) for possible in self.parts)))

    def play(self, game: int) -> list[list[bool]]:
        """By turn and combination, whether what is wanted comes true in a game by its number."""
        words = generate_words(self.seed, GAMES, game, self.blocks)
        told = [
            [[one for each in sampled for one in each.play(words[start:])] for sampled in possible]
            for start, possible in zip(self.starts[:-1], self.parts, strict=True)
        ]
        return [
            [all(part[at][turn] for part, at in zip(told, chosen, strict=True)) for chosen in self.combinations]
            for turn in range(len(self.turns))
        ]

    def play_portion(self, start: int, stop: int) -> OddsTally:
        """The tally of the games from one number up to another that isn't played."""
        if self.in_bulk:
            from engine.simulation.odds import bulk_sampling

            return bulk_sampling.play_portion(self, start, stop)
        hits = [[0] * len(self.combinations) for _ in self.turns]
        for game in range(start, stop):
            for turn, told in enumerate(self.play(game)):
                for at, is_hit in enumerate(told):
                    hits[turn][at] += is_hit
        return OddsTally(stop - start, tuple(map(tuple, hits)))

    def list_assumptions(self) -> tuple[str, ...]:
        """What the estimate takes for granted."""
        said = [each for deck in self.decks for each in list_assumptions(deck)]
        if any(deck.question.mulligan.do == BEST for deck in self.decks):
            said.append(
                f"What is best for a hand is itself estimated, by {self.tries} games each; the chance can be a little "
                "higher."
            )
        return tuple(dict.fromkeys(said))

    @cached_property
    def _possible(self) -> tuple[tuple[tuple[ClassedDeck, ...], ...], ...]:
        """By asked deck, and by the deck that it may be, the question by each turn."""
        return tuple(
            tuple(
                tuple(ClassedDeck(deck, ask_by_turn(asked.question, turn), asked.rule) for turn in self.turns)
                for deck in list_decks(asked.cards, asked.size, asked.question)
            )
            for asked in self.decks
        )

    def _sample(self, turns: tuple[ClassedDeck, ...]) -> tuple[SampledDeck, ...]:
        """Under the best policy a hand that is kept for one turn may go for another."""
        count = partial(self._count_hits, self.seed)
        if turns[0].question.mulligan.do != BEST:
            return (SampledDeck(turns, find_policy(turns[0], count, 0)),)
        return tuple(SampledDeck((deck,), find_policy(deck, count, self.tries)) for deck in turns)

    @property
    def _count_hits(self) -> Callable[[int, SampledDeck, range, Counts, Sequence[Counts]], list[int]]:
        if not self.in_bulk:
            return count_hits
        from engine.simulation.odds import bulk_sampling

        return bulk_sampling.count_hits


@dataclass(frozen=True)
class OddsSample:
    """What a run came to."""

    run: OddsRun
    tally: OddsTally

    @property
    def odds(self) -> tuple[SampledOdds, ...]:
        """The chance by each turn that was asked for, or one."""
        return tuple(
            SampledOdds(self._estimate(min(hits)), self._estimate(max(hits)), turn)
            for turn, hits in zip(self.run.turns, self.tally.hits, strict=True)
        )

    @property
    def seen(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each deck seen by each turn from 0."""
        return tuple(map(count_seen, self.run.decks))

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the estimate takes for granted."""
        return self.run.list_assumptions()

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The rules of opening hand, mulligan and draw."""
        return tuple(dict.fromkeys(cited for deck in self.run.decks for cited in list_citations(deck)))

    def as_dict(self) -> dict[str, Any]:
        """The estimate as JSON has it."""
        one, seen = self.odds[0], [list(each) for each in self.seen]
        head = one.as_dict() if one.turn is None else {"answers": [each.as_dict() for each in self.odds]}
        return {
            **head,
            "games": self.tally.games,
            "seed": self.run.seed,
            "generator": GENERATOR,
            "seen": seen[0] if len(seen) == 1 else seen,
            "assumes": list(self.assumes),
            "citations": [each.as_dict() for each in self.citations],
        }

    def _estimate(self, hits: int) -> Estimate:
        games = self.tally.games
        return Estimate(hits / games, sqrt(hits * (games - hits) / games**3))


def sample_odds(decks: Sequence[AskedDeck], *, games: int, seed: int = 0, in_bulk: bool = False) -> OddsSample:
    """An estimate of the odds by the games 0 to `games` - 1; in bulk by NumPy, the same.

    Of cards that may or may not be in a group each combination is played with the same words; the least and the most
    of several estimates lie a little further out than one alone. Raises InputError for what can't be played.
    """
    if not 1 <= games <= MAX_GAMES:
        raise InputError(f"{games} games; from 1 to {MAX_GAMES}", place="games")
    run = OddsRun(decks, seed, in_bulk)
    return OddsSample(run, run.play_portion(0, games))


def join_portions(run: OddsRun, portions: Iterable[OddsTally]) -> OddsSample:
    """The estimate of a run whose games were played in portions, at least one."""
    tallies = list(portions)
    hits = (tuple(map(sum, zip(*rows, strict=True))) for rows in zip(*(each.hits for each in tallies), strict=True))
    return OddsSample(run, OddsTally(sum(each.games for each in tallies), tuple(hits)))
