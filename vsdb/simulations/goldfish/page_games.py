"""Play what the page of goldfish games asks: a list, another beside it, and the same after sideboarding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, TypeVar

from django.utils.text import capfirst

from engine import Citation, Deck, InputError, NotFound, decklists
from engine.decklists.sideboarding import exchange_cards
from engine.simulation.goldfish.blocked_cards import BlockedCards, count_blocked_cards
from engine.simulation.goldfish.policy import PlayStep
from engine.simulation.goldfish.seen_odds import ExactTurn
from vsdb.check import services
from vsdb.check.list_links import open_list
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.line_charts import LineChart
from vsdb.simulations.goldfish.comparison import GamesComparison, compare_played
from vsdb.simulations.goldfish.figures import (
    BlockedSection,
    PlayedList,
    build_blocked_charts,
    build_blocked_sections,
    build_curves,
    build_side_by_side,
    summarize,
)
from vsdb.simulations.goldfish.playing import (
    BLOCKED_GAMES,
    build_run,
    find_form_games,
    find_most_games,
    play_runs,
    require_same_game,
)
from vsdb.simulations.goldfish.request import OFFERED_GAMES, GamesRequest
from vsdb.simulations.goldfish.words import MessagePart, split_message
from vsdb.simulations.hands.dealing import draw_seed
from vsdb.simulations.sources import ListVersion, SimulatedList

_COMPARED = (("two-spent", "spent"), ("two-curve", "on_curve"), ("two-characters", "characters"), ("two-atk", "atk"))
FILES = ("csv", "means", "json")
PICTURES = ("png", "svg")
_OTHER, _AFTER = "Other list", "After sideboarding"
_MAX_TITLE = 60

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """A curve with the addresses of its pictures."""

    chart: LineChart
    png: str
    svg: str


@dataclass(frozen=True, slots=True)
class _Listed:
    """A list to play, with the day whose rules are cited."""

    title: str
    deck: Deck
    on: date
    version: ListVersion | None = None


@dataclass(frozen=True)
class GamesPage:
    """The games of a list and of those beside it. `lists` has the list itself first; `most` are games each may have.

    `blocked` are the cards in the way, over games of its own number.
    """

    source: SimulatedList
    asked: GamesRequest
    lists: tuple[PlayedList, ...]
    most: int
    exact: tuple[ExactTurn, ...]
    blocked: BlockedCards

    @property
    def first(self) -> PlayedList:
        """The list that the page is about."""
        return self.lists[0]

    @cached_property
    def curves(self) -> list[DrawnCurve]:
        """The curves of the list."""
        return self._draw(build_curves(self.first, self.exact))

    @cached_property
    def blocked_curves(self) -> list[DrawnCurve]:
        """How often a rule is in the way; none in a game without such rules."""
        return self._draw(build_blocked_charts(self.first))

    @cached_property
    def side_by_side(self) -> list[DrawnCurve]:
        """Curves of all lists together; none where there is one list."""
        if len(self.lists) == 1:
            return []
        return self._draw(build_side_by_side(slug, metric, self.lists) for slug, metric in _COMPARED)

    @property
    def every_curve(self) -> list[DrawnCurve]:
        """The curves in the order in which the page has them."""
        return [*self.side_by_side, *self.curves, *self.blocked_curves]

    def _draw(self, charts: Iterable[LineChart]) -> list[DrawnCurve]:
        return [
            DrawnCurve(chart, *(self._file_address(("as", kind), ("chart", chart.slug)) for kind in PICTURES))
            for chart in charts
        ]

    def _file_address(self, *words: tuple[str, str]) -> str:
        return self.source.address("games", [*self.asked.list_words(), *words])

    @cached_property
    def comparisons(self) -> list[GamesComparison]:
        """Each other list beside the first."""
        return [compare_played(self.first, other) for other in self.lists[1:]]

    @property
    def sentences(self) -> list[str]:
        """Whole games in sentences."""
        return summarize(self.first, self.exact)

    @property
    def blocked_sections(self) -> list[BlockedSection]:
        """What the rules stop."""
        return build_blocked_sections(self.first, self.blocked)

    @cached_property
    def told(self) -> dict[str, Any]:
        """The result as the API gives it."""
        return self.first.result.as_dict()

    @cached_property
    def citations(self) -> list[Citation]:
        """The rules that the games follow."""
        return list(dict.fromkeys((*self.first.run.rule.citations, *self.first.run.policy.citations.values())))

    @cached_property
    def replay(self) -> list[tuple[int, list[tuple[PlayStep, list[MessagePart]]]]]:
        """The first game by turn; each step with the parts of its sentence."""
        return [(turn, [(step, split_message(step)) for step in steps]) for turn, steps in self.first.run.replay()]

    @property
    def table(self) -> list[tuple[int, list[str]]]:
        """Every figure of every turn."""
        return [(turn, [self.first.write(turn, metric) for metric in self.first.figures]) for turn in self.first.turns]

    def address(self, **changes: Any) -> str:
        """The address of the page that asks the same, or something else by the changes."""
        return self.source.address("games", self.asked.list_words(**changes))

    @property
    def downloads(self) -> dict[str, str]:
        """The addresses of the games as files."""
        return {kind: self._file_address(("as", kind)) for kind in FILES}

    @property
    def other_games(self) -> str:
        """The address of as many games with another seed."""
        return self.address(seed=draw_seed())

    @property
    def more_games(self) -> tuple[int, str] | None:
        """The next larger number of games that may be played, and its address."""
        larger = next(
            (
                games
                for games in OFFERED_GAMES
                if self.asked.games < games <= min(self.most, find_form_games(self.first.run))
            ),
            None,
        )
        return (larger, self.address(games=larger)) if larger else None

    @property
    def alone(self) -> str:
        """The address of the list without others."""
        return self.address(against="", beside="", exchanges=())


@bounds_computing
def play_games(source: SimulatedList, asked: GamesRequest, *, distribution: bool = False) -> GamesPage | None:
    """The games of a list, of the one beside it and of the same after sideboarding; None for a list without cards.

    A few queries more where a list is kept or stored. Raises InputError and NotFound.
    """
    source = open_version(source, asked.version)
    lists = _name_versions([_list_source(source), *_open_others(source, asked)])
    runs = [
        build_run(
            each.deck,
            each.on,
            turns=asked.turns,
            seed=asked.seed,
            first=asked.first and source.asks_first,
            distribution=distribution,
        )
        for each in lists
    ]
    if not runs[0].cards.copies:
        return None
    for each, run in zip(lists[1:], runs[1:], strict=True):
        if not run.cards.copies:
            raise InputError(f"“{each.title[:_MAX_TITLE]}” has no cards to play with", place="against")
    results = play_runs(runs, asked.games)
    return GamesPage(
        source,
        asked,
        tuple(PlayedList(each.title, result, each.version) for each, result in zip(lists, results, strict=True)),
        find_most_games(runs),
        runs[0].exact_odds,
        count_blocked_cards(runs[0], min(BLOCKED_GAMES, asked.games)),
    )


def _list_source(source: SimulatedList) -> _Listed:
    return _Listed(source.title, source.deck, source.on, source.version)


def _name_versions(lists: Sequence[_Listed]) -> list[_Listed]:
    """The lists; where several are of one stored deck, those are named by their versions."""
    decks = [each.version.deck for each in lists if each.version]
    return [
        replace(each, title=capfirst(each.version.title))
        if each.version and decks.count(each.version.deck) > 1
        else each
        for each in lists
    ]


def open_version(source: SimulatedList, number: int) -> SimulatedList:
    """The version of a stored deck that is asked for, at the addresses of the deck. Raises InputError."""
    if not (number and source.others):
        return source
    word = next((word for each, word, _ in source.others.list_versions() if each == number), "")
    if not word:
        raise InputError(f"the deck has no version {number}", place="version")
    found = source.others.open(word)
    return replace(found, addresses=source.addresses, words=source.words, crumbs=source.crumbs)


def _open_others(source: SimulatedList, asked: GamesRequest) -> Iterator[_Listed]:
    if asked.against:
        deck = _at_place("against", lambda: _read_linked(asked.against, source.game))
        yield _Listed(deck.title or _OTHER, deck, source.on)
    if asked.beside:
        other = _at_place("beside", lambda: _open_deck(source, asked.beside))
        yield _list_source(other)
    if asked.exchanges:
        out = "\n".join(f"{each.count} {each.out}" for each in asked.exchanges)
        into = "\n".join(f"{each.count} {each.into}" for each in asked.exchanges)
        yield _Listed(_AFTER, _at_place("exchange", lambda: exchange_cards(source.deck, out, into)), source.on)


def _read_linked(word: str, game: str) -> Deck:
    text = open_list(word)
    deck = services.read_list(text, game=None if "game" in decklists.read_metadata(text) else game)
    require_same_game(deck.game, game)
    return deck


def _open_deck(source: SimulatedList, word: str) -> SimulatedList:
    if source.others is None:
        raise InputError("only another pasted list can be put beside a pasted list")
    other = source.others.open(word)
    require_same_game(other.game, source.game)
    return other


def _at_place(place: str, read: Callable[[], T]) -> T:
    """What is read; what can't be is told at this place."""
    try:
        return read()
    except (InputError, NotFound) as error:
        raise InputError(error.message, place=place) from error
