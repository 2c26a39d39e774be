"""A life laid out for its page: the picture, the table that says all of it, and what was never legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from engine import ERROR, ILLEGAL, UNKNOWN, Citation, Finding, Format
from engine.formats.changes import BAN, EDITION, SET, FormatChange
from engine.formats.legality import BANNED, NOT_IN, CardLegality
from engine.timelines import CardSpan, DeckSpan
from vsdb.catalog.cards import selectors
from vsdb.catalog.rules.selectors import map_headings
from vsdb.core.addresses import get_address
from vsdb.core.charts import DrawnStretch, TimeAxis, TimelineRow, build_axis, build_row
from vsdb.core.words import format_between
from vsdb.timelines import services
from vsdb.timelines.services import CardTimeline, DeckTimeline, Spans

S = TypeVar("S", DeckSpan, CardSpan)


@dataclass(frozen=True, slots=True)
class SpanCause:
    """What turned, with the page that tells more of it and what that is called, where there is one."""

    said: str
    address: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class SpanFinding:
    """What spoke against it, by one rule; `others` is what the rule says beside. A card has only the message."""

    message: str
    severity: str = ""
    citation: Citation | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpanRow:
    """A span as the table tells it. `asked` is the day on which what spoke against it is told."""

    anchor: str
    outcome: str
    days: str
    is_now: bool
    asked: date
    begun: tuple[SpanCause, ...] = ()
    against: tuple[SpanFinding, ...] = ()
    ended: tuple[SpanCause, ...] = ()


@dataclass(frozen=True, slots=True)
class TimelineInFormat:
    """The life in one format; `words` is its picture in words."""

    fmt: Format
    anchor: str
    spans: tuple[SpanRow, ...]
    row: TimelineRow
    season: str

    @property
    def words(self) -> str:
        """The picture in words."""
        told = "; ".join(f"{each.outcome} {each.days}" for each in self.spans)
        return f"{told}. The format was {self.season}" if self.season else told


@dataclass(frozen=True, slots=True)
class NeverLegal:
    """A format in which it was never anything but illegal, with the first reason and how many more there are."""

    fmt: Format
    reason: str
    more: int


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """Everything that the page of a life shows. `summary` is of the format it is for, empty where there is none."""

    game: str
    title: str
    axis: TimeAxis
    own: Format | None
    summary: str
    lives: tuple[TimelineInFormat, ...]
    never: tuple[NeverLegal, ...]
    headings: Mapping[Citation, str]
    is_of_card: bool = False

    @property
    def has_seasons(self) -> bool:
        """Whether the season of any format is drawn."""
        return any(each.row.season for each in self.lives)

    @property
    def outcomes(self) -> frozenset[str]:
        """Which outcomes there are in the picture."""
        return frozenset(span.outcome for each in self.lives for span in each.spans)


def build_deck_page(life: DeckTimeline, *, with_headings: bool = True) -> TimelinePage:
    """The page of a list's life; one query for the headings of what is cited. Its own format comes first."""
    formats = sorted(life.lives, key=lambda fmt: fmt != life.own)
    only = {fmt for fmt, spans in life.lives.items() if len(spans) == 1 and spans[0].outcome == ILLEGAL}
    shown = [fmt for fmt in formats if fmt == life.own or fmt not in only]
    axis = _axis(life.game, (span for fmt in shown for span in life.lives[fmt]), life.today)
    lives = tuple(_of_format(fmt, _rows_of_deck(life, fmt), life.lives[fmt], axis) for fmt in shown)
    cited = (each.citation for one in lives for span in one.spans for each in span.against if each.citation)
    own = life.own if life.own in life.lives else None
    said = services.summarize_spans(own.name, life.lives[own], life.telling(own, life.lives[own][0])) if own else ""
    never = tuple(_never(life, fmt) for fmt in formats if fmt not in shown)
    headings = map_headings(cited) if with_headings else {}
    return TimelinePage(life.game, life.title, axis, own, said, lives, never, headings)


def build_card_timeline_page(life: CardTimeline, *, with_causes: bool = True) -> TimelinePage:
    """The page of a card's life; no query. A picture does without what spoke against it and what began its spans."""
    formats = list(life.lives)
    shown = [fmt for fmt in formats if len(life.lives[fmt]) > 1 or life.lives[fmt][0].status != NOT_IN]
    axis = _axis(life.card.game, (span for fmt in shown for span in life.lives[fmt]), life.today)
    list_rows = _rows_of_card if with_causes else _list_bare_rows
    lives = tuple(_of_format(fmt, list_rows(life, fmt), life.lives[fmt], axis) for fmt in shown)
    never = tuple(NeverLegal(fmt, life.now[fmt].reason, 0) for fmt in formats if fmt not in shown)
    first = shown[0] if shown else None
    said = services.summarize_card_spans(first.name, life.lives[first]) if first else ""
    return TimelinePage(life.card.game, life.card.title, axis, None, said, lives, never, {}, is_of_card=True)


def strip_of_deck(text: str, game: str, fmt: Format) -> TimelinePage | None:
    """The life of a list in its own format, for a line on another page; None where the list is too long. No query."""
    if services.is_too_long(text):
        return None
    life = services.build_timeline_in_formats(text, selectors.get_reference(game), (fmt,), fmt)
    return build_deck_page(life, with_headings=False)


def _axis(game: str, spans: Iterable[DeckSpan | CardSpan], today: date) -> TimeAxis:
    sets = selectors.get_reference(game).sets.values()
    first = min((each.legal.earliest for each in sets), default=today)
    return build_axis((span.since for span in spans if span.since), today, first)


def _of_format(fmt: Format, rows: tuple[SpanRow, ...], spans: Spans, axis: TimeAxis) -> TimelineInFormat:
    stretches = [
        DrawnStretch(row.outcome, span.since, span.until, row.anchor, f"{fmt.name}: {row.outcome} {row.days}")
        for row, span in zip(rows, spans, strict=True)
    ]
    season = services.format_season(fmt.starts, fmt.ends)
    return TimelineInFormat(fmt, build_anchor(fmt), rows, build_row(stretches, axis, fmt), season)


def build_anchor(fmt: Format) -> str:
    """Where a format's life stands on the page."""
    return f"life-{fmt.slug.replace('@', '-version-')}"


def _rows_of_deck(life: DeckTimeline, fmt: Format) -> tuple[SpanRow, ...]:
    def told(span: DeckSpan) -> tuple[str, Iterable[SpanFinding], date]:
        telling = life.telling(fmt, span)
        return span.outcome, _by_rule(telling.of(ERROR, UNKNOWN)), telling.as_of

    return tuple(_rows(fmt, life.lives[fmt], life.today, told, _changes))


def _by_rule(findings: Iterable[Finding]) -> Iterator[SpanFinding]:
    """Findings of one code and citation together, the worst first."""
    found: dict[object, list[Finding]] = {}
    for each in findings:
        found.setdefault((each.severity, each.code, each.citation), []).append(each)
    for first, *others in found.values():
        yield SpanFinding(first.message, first.severity, first.citation, tuple(each.message for each in others))


def _rows_of_card(life: CardTimeline, fmt: Format) -> tuple[SpanRow, ...]:
    spans = life.lives[fmt]

    def told(span: CardSpan) -> tuple[str, Iterable[SpanFinding], date]:
        said: CardLegality = life.now[fmt] if len(spans) == 1 else span.legality
        return span.status, map(SpanFinding, _why(said)), span.since or life.today

    return tuple(_rows(fmt, spans, life.today, told))


def _list_bare_rows(life: CardTimeline, fmt: Format) -> tuple[SpanRow, ...]:
    """The rows of a card's life with its outcomes and days alone."""
    anchor, today = build_anchor(fmt), life.today
    return tuple(
        SpanRow(
            anchor=f"{anchor}-{place}",
            outcome=span.status,
            days=services.format_span(span.since, span.until),
            is_now=_is_now(span, today),
            asked=span.since or today,
        )
        for place, span in enumerate(life.lives[fmt], start=1)
    )


def _is_now(span: DeckSpan | CardSpan, today: date) -> bool:
    return (span.since or today) <= today <= (span.until or today)


def _why(said: CardLegality) -> Iterator[str]:
    """Why a card isn't legal, or may not be; of a ban when it began, and the reason where one is recorded."""
    if said.status == BANNED and said.ban:
        yield f"ban began {format_between(said.ban.begins)}"
    if said.reason:
        yield said.reason


def _rows(
    fmt: Format,
    spans: Sequence[S],
    today: date,
    told: Callable[[S], tuple[str, Iterable[SpanFinding], date]],
    changes: Callable[[S], tuple[SpanCause, ...]] = lambda span: (),
) -> Iterator[SpanRow]:
    """The rows of a life; `told` gives the outcome of a span, what spoke against it and the day on which that is told,
    `changes` what began it where nothing turned."""
    causes: list[tuple[SpanCause, ...]]
    causes = [tuple(_cause(turn, fmt) for turn in span.begun_by) or changes(span) for span in spans]
    for place, (span, begun, ended) in enumerate(zip(spans, causes, [*causes[1:], ()], strict=True), start=1):
        outcome, against, asked = told(span)
        anchor, days = f"{build_anchor(fmt)}-{place}", services.format_span(span.since, span.until)
        yield SpanRow(anchor, outcome, days, _is_now(span, today), asked, begun, tuple(against), ended)


def _cause(turn: FormatChange, fmt: Format) -> SpanCause:
    """A turn in its sentence, with the set, the bans of the day or the edition that it is about."""
    if turn.kind == SET and turn.card_set:
        return SpanCause(turn.said, get_address("cards:set", fmt.game, turn.card_set.code), turn.card_set.code)
    if turn.kind == EDITION:
        return SpanCause(turn.said, get_address("rules:document", turn.after), "the rules")
    if turn.kind == BAN:
        address = get_address("formats:format", fmt.game, fmt.slug)
        return SpanCause(turn.said, f"{address}?on={turn.day.isoformat()}#bans", "bans on that date")
    return SpanCause(turn.said)


def _changes(span: DeckSpan) -> tuple[SpanCause, ...]:
    """The findings that came, else those that went, where nothing else is known to have turned."""
    word = "" if span.raised else "resolved: "
    return tuple(SpanCause(f"{word}{each.message}") for each in span.raised or span.resolved)


def _never(life: DeckTimeline, fmt: Format) -> NeverLegal:
    verdict = life.now[fmt]
    return NeverLegal(fmt, services.find_first_reason(verdict), max(len(verdict.of(ERROR, UNKNOWN)) - 1, 0))
