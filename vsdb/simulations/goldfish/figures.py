"""The figures of goldfish games as curves, tables and sentences, with the exact odds beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.model.verdicts import Citation
from engine.simulation.goldfish.blocked_cards import BlockedCard, BlockedCards
from engine.simulation.goldfish.figures import FigureWords
from engine.simulation.goldfish.running import NOTHING_BY, GoldfishResult, GoldfishRun
from engine.simulation.goldfish.seen_odds import ExactTurn
from vsdb.core.line_charts import LineChart, Point, Series
from vsdb.simulations.goldfish.words import write_figure
from vsdb.simulations.sources import ListVersion

SUMMED_UP_BY = 4  #: the turn that the summary tells of
MAX_BLOCKED = 12  #: cards that are listed for a rule
CURVES = (
    ("points", "Points by turn", ("points", "spent")),
    ("curve", "On curve by turn", ("curve_hit", "on_curve", "champion")),
    ("board", "In play and in hand", ("characters", "hand", "runes")),
    ("strength", "Strength in play", ("atk", "def")),
)


@dataclass(frozen=True)
class PlayedList:
    """A list with its games. `version` says which one of a stored deck it is."""

    title: str
    result: GoldfishResult
    version: ListVersion | None = None

    def is_later_than(self, other: PlayedList) -> bool:
        """Whether it is a later version of the same stored deck."""
        mine, theirs = self.version, other.version
        return bool(mine and theirs and mine.deck == theirs.deck and mine.number > theirs.number)

    @property
    def run(self) -> GoldfishRun:
        """The run of its games."""
        return self.result.run

    @cached_property
    def figures(self) -> dict[str, FigureWords]:
        """The figures that are shown, with their words."""
        return self.run.policy.words.name_figures(self.run.metrics)

    @property
    def turns(self) -> range:
        """The turns of its games."""
        return range(1, self.run.turns + 1)

    @cached_property
    def unknown(self) -> str:
        """What was left out, as a sentence; empty where nothing was."""
        count, whole = self.run.cards.count_unknown(), len(self.run.cards.copies)
        if not count:
            return ""
        why = "a fact that decides, such as the cost or the type, isn’t recorded"
        return f"{count:,} of {whole:,} cards left out: {why}."

    @property
    def unknown_names(self) -> Sequence[str]:
        """The titles of the cards that were left out."""
        return self.run.cards.name_unknown()

    def write(self, turn: int, metric: str) -> str:
        """A figure with its error."""
        estimate = self.result.estimate(turn, metric)
        return write_figure(self.figures[metric], estimate["mean"], estimate["se"])

    def build_series(self, metric: str, label: str = "") -> Series:
        """A figure by turn as a line."""
        estimates = [(turn, self.result.estimate(turn, metric)) for turn in self.turns]
        points = (build_point(turn, each["mean"], each["se"]) for turn, each in estimates)
        return Series(label or self.figures[metric].title, tuple(points))


def build_curves(played: PlayedList, exact: Sequence[ExactTurn]) -> list[LineChart]:
    """The curves of a list; the odds of seeing a card on curve stand beside how often one is played."""
    charts = []
    for slug, title, metrics in CURVES:
        shown = [metric for metric in metrics if metric in played.figures]
        series = [played.build_series(metric) for metric in shown]
        if slug == "curve":
            series += _build_exact_series(played, exact)
        is_share = played.figures[shown[0]].is_share
        named = title if len(series) > 1 else played.figures[shown[0]].title
        charts.append(build_chart(slug, named, series, is_share=is_share))
    return charts


def _build_exact_series(played: PlayedList, exact: Sequence[ExactTurn]) -> Iterator[Series]:
    points = tuple(Point(each.turn, float(each.on_curve)) for each in exact if each.on_curve is not None)
    if points:
        said = played.run.policy.words.curve_card
        yield Series(f"Exact: {said}, seen", points)


def build_blocked_charts(played: PlayedList) -> list[LineChart]:
    """How often a rule is in the way, by turn; none in a game without such figures."""
    series = [played.build_series(metric) for metric in played.run.policy.blocked_by]
    return [build_chart("blocked", "Plays that a rule stops", series, is_share=True)] if series else []


def build_side_by_side(slug: str, metric: str, lists: Sequence[PlayedList]) -> LineChart:
    """A figure of several lists by turn, a line each."""
    words = lists[0].figures[metric]
    series = [each.build_series(metric, each.title) for each in lists]
    return build_chart(slug, words.title, series, is_share=words.is_share)


def build_chart(slug: str, title: str, series: Iterable[Series], *, is_share: bool) -> LineChart:
    """Figures by turn as a chart."""
    of = "games" if is_share else "mean"
    return LineChart(
        slug=slug, title=title, what="Turn", of=of, series=tuple(series), is_share=is_share, digits=1 if is_share else 2
    )


def build_point(turn: int, mean: float, error: float) -> Point:
    """A mean with its standard error to each side."""
    return Point(turn, mean, mean - error, mean + error) if error else Point(turn, mean)


def summarize(played: PlayedList, exact: Sequence[ExactTurn]) -> list[str]:
    """Whole games in sentences."""
    return list(_list_sentences(played, exact))


def _list_sentences(played: PlayedList, exact: Sequence[ExactTurn]) -> Iterator[str]:
    last, figures, words = played.run.turns, played.figures, played.run.policy.words
    turn = min(SUMMED_UP_BY, last)
    had = sum(played.result.estimate(each, "points")["mean"] for each in range(1, turn + 1))
    yield f"By turn {turn}: {played.write(turn, 'spent_so_far')} of {had:.2f} {figures['points'].noun} spent."
    if had < (full := count_without_recycling(played.run, turn)):
        yield (
            f"Without recycling it would be {full} {figures['points'].noun}: a rune that pays power goes to the "
            "bottom of the rune deck and gives nothing on later turns."
        )
    yield f"By turn {turn}: {played.write(turn, 'on_curve')} of games {figures['on_curve'].noun}."
    for each in (by for by in NOTHING_BY if by <= last):
        said = f"By turn {each}: {played.write(each, 'nothing_recruited')} of games {figures['nothing_recruited'].noun}"
        one = exact[each - 1]
        if one.nothing is not None:
            seen = f"no {words.character} of {words.cost} {one.points} or less is seen"
            said += f"; in {100 * float(one.nothing):.1f} % (exact) {seen}"
        yield f"{said}."
    if "champion" in figures:
        said = f"By turn {turn}: {played.write(turn, 'champion')} of games {figures['champion'].noun}"
        yield f"{said}, which waits in its own zone and needn’t be drawn."
    if "resources_missed" in figures:
        missed = played.write(last, "resources_missed")
        yield f"In {last} turns: {missed} turns a game without a card left to build as a resource."


def count_without_recycling(run: GoldfishRun, last: int) -> int:
    """The points of turns 1 to `last` if every rune that is channeled stayed on board; 0 in a game without runes."""
    rule = run.policy.rune_rule
    if rule is None:
        return 0
    runes = len(run.dealer.runes)
    return sum(min(rule.count_seen(turn, first=run.first), runes) for turn in range(1, last + 1))


@dataclass(frozen=True, slots=True)
class BlockedRow:
    """A card in the way: the share of games, and the turn on which it is in the way most often, with that share."""

    blocked: BlockedCard
    share: str
    worst_turn: int
    worst_share: str


@dataclass(frozen=True, slots=True)
class BlockedSection:
    """How often a rule is in the way on each turn, where the rule stands, and the cards concerned, of so many more."""

    title: str
    citations: tuple[Citation, ...]
    by_turn: tuple[tuple[int, str], ...]
    cards: tuple[BlockedRow, ...]
    more: int


def build_blocked_sections(played: PlayedList, blocked: BlockedCards) -> list[BlockedSection]:
    """What the rules stop, a section for each figure."""
    policy, found = played.run.policy, []
    for metric, codes in policy.blocked_by.items():
        words, cards = played.figures[metric], blocked.by_metric[metric]
        found.append(
            BlockedSection(
                words.title,
                tuple(dict.fromkeys(policy.citations[code] for code in codes)),
                tuple((turn, played.write(turn, metric)) for turn in played.turns),
                tuple(_build_blocked_row(each, blocked, words) for each in cards[:MAX_BLOCKED]),
                max(0, len(cards) - MAX_BLOCKED),
            )
        )
    return found


def _build_blocked_row(card: BlockedCard, blocked: BlockedCards, words: FigureWords) -> BlockedRow:
    worst = max(range(len(card.by_turn)), key=lambda at: card.by_turn[at])
    ever, most = blocked.estimate(card.games), blocked.estimate(card.by_turn[worst])
    return BlockedRow(
        card, write_figure(words, ever.mean, ever.error), worst + 1, write_figure(words, most.mean, most.error)
    )
