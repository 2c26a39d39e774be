"""A life laid out for its page: the picture, the table that says all of it, and what was never legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.urls import reverse

from engine.formats.changes import BAN, EDITION, SET, Turn
from engine.formats.legality import BANNED, NOT_IN, CardLegality
from engine.model.formats import Format
from engine.model.verdicts import ERROR, ILLEGAL, UNKNOWN, Citation, Finding
from engine.timelines import CardSpan, Span
from vsdb.catalog.cards import selectors
from vsdb.catalog.rules.selectors import headings
from vsdb.core.timeline_charts import Axis, Row, Stretch, axis_of, row_of
from vsdb.core.words import between
from vsdb.timelines.services import (
    CardLife,
    DeckLife,
    days_of,
    first_reason,
    is_too_long,
    life_in,
    season,
    summary,
    summary_of_card,
)

S = TypeVar("S", Span, CardSpan)


@dataclass(frozen=True, slots=True)
class Cause:
    """What turned, with the page that tells more of it and what that is called, where there is one."""

    said: str
    address: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Against:
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
    begun: tuple[Cause, ...]
    against: tuple[Against, ...]
    ended: tuple[Cause, ...]
    asked: date


@dataclass(frozen=True, slots=True)
class FormatLife:
    """The life in one format; `words` is its picture in words."""

    fmt: Format
    anchor: str
    spans: tuple[SpanRow, ...]
    row: Row
    season: str

    @property
    def words(self) -> str:
        """The picture in words."""
        told = "; ".join(f"{each.outcome} {each.days}" for each in self.spans)
        return f"{told}. The format was {self.season}" if self.season else told


@dataclass(frozen=True, slots=True)
class Never:
    """A format in which it was never anything but illegal, with the first reason and how many more there are."""

    fmt: Format
    reason: str
    more: int


@dataclass(frozen=True, slots=True)
class LifePage:
    """Everything that the page of a life shows. `summary` is of the format it is for, empty where there is none."""

    game: str
    title: str
    axis: Axis
    own: Format | None
    summary: str
    lives: tuple[FormatLife, ...]
    never: tuple[Never, ...]
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


def page_of_deck(life: DeckLife, *, with_headings: bool = True) -> LifePage:
    """The page of a list's life; one query for the headings of what is cited. Its own format comes first."""
    formats = sorted(life.lives, key=lambda fmt: fmt != life.own)
    shown = [fmt for fmt in formats if fmt == life.own or len(life.lives[fmt]) > 1 or not _is_illegal(life.lives[fmt])]
    axis = _axis(life.game, (span for fmt in shown for span in life.lives[fmt]), life.today)
    lives = tuple(_of_format(fmt, _rows_of_deck(life, fmt), life.lives[fmt], axis) for fmt in shown)
    cited = (each.citation for one in lives for span in one.spans for each in span.against if each.citation)
    own = life.own if life.own in life.lives else None
    return LifePage(
        life.game,
        life.title,
        axis,
        own,
        summary(own.name, life.lives[own], life.telling(own, life.lives[own][0])) if own else "",
        lives,
        tuple(_never(life, fmt) for fmt in formats if fmt not in shown),
        headings(cited) if with_headings else {},
    )


def page_of_card(life: CardLife) -> LifePage:
    """The page of a card's life; no query."""
    formats = list(life.lives)
    shown = [fmt for fmt in formats if len(life.lives[fmt]) > 1 or life.lives[fmt][0].status != NOT_IN]
    axis = _axis(life.card.game, (span for fmt in shown for span in life.lives[fmt]), life.today)
    lives = tuple(_of_format(fmt, _rows_of_card(life, fmt), life.lives[fmt], axis) for fmt in shown)
    never = tuple(Never(fmt, life.now[fmt].reason, 0) for fmt in formats if fmt not in shown)
    first = shown[0] if shown else None
    said = summary_of_card(first.name, life.lives[first]) if first else ""
    return LifePage(life.card.game, life.card.title, axis, None, said, lives, never, {}, is_of_card=True)


def strip_of_deck(text: str, game: str, fmt: Format) -> LifePage | None:
    """The life of a list in its own format, for a line on another page; None where the list is too long. No query."""
    if is_too_long(text):
        return None
    return page_of_deck(life_in(text, selectors.reference(game), (fmt,), fmt), with_headings=False)


def _is_illegal(spans: Sequence[Span]) -> bool:
    return all(span.outcome == ILLEGAL for span in spans)


def _axis(game: str, spans: Iterable[Span | CardSpan], today: date) -> Axis:
    sets = selectors.reference(game).sets.values()
    first = min((each.legal.earliest for each in sets), default=today)
    return axis_of((span.since for span in spans if span.since), today, first)


def _of_format(fmt: Format, rows: tuple[SpanRow, ...], spans: Sequence[Span | CardSpan], axis: Axis) -> FormatLife:
    stretches = [
        Stretch(row.outcome, span.since, span.until, row.anchor, f"{fmt.name}: {row.outcome} {row.days}")
        for row, span in zip(rows, spans, strict=True)
    ]
    return FormatLife(fmt, anchor_of(fmt), rows, row_of(stretches, axis, fmt), season(fmt.starts, fmt.ends))


def anchor_of(fmt: Format) -> str:
    """Where a format's life stands on the page."""
    return f"life-{fmt.slug.replace('@', '-version-')}"


def _rows_of_deck(life: DeckLife, fmt: Format) -> tuple[SpanRow, ...]:
    def told(span: Span) -> tuple[str, Iterable[Against], date]:
        telling = life.telling(fmt, span)
        return span.outcome, _by_rule(telling.of(ERROR, UNKNOWN)), telling.as_of

    return tuple(_rows(fmt, life.lives[fmt], life.today, told, _changes))


def _by_rule(findings: Iterable[Finding]) -> Iterator[Against]:
    """Findings of one code and citation together, the worst first."""
    found: dict[object, list[Finding]] = {}
    for each in findings:
        found.setdefault((each.severity, each.code, each.citation), []).append(each)
    for first, *others in found.values():
        yield Against(first.message, first.severity, first.citation, tuple(each.message for each in others))


def _rows_of_card(life: CardLife, fmt: Format) -> tuple[SpanRow, ...]:
    spans = life.lives[fmt]

    def told(span: CardSpan) -> tuple[str, Iterable[Against], date]:
        said: CardLegality = life.now[fmt] if len(spans) == 1 else span.legality
        return span.status, map(Against, _why(said)), span.since or life.today

    return tuple(_rows(fmt, spans, life.today, told))


def _why(said: CardLegality) -> Iterator[str]:
    """Why a card isn't legal, or may not be; of a ban since when, and the reason where one is recorded."""
    if said.status == BANNED and said.ban:
        yield f"banned since {between(said.ban.begins)}"
    if said.reason:
        yield said.reason


def _rows(
    fmt: Format,
    spans: Sequence[S],
    today: date,
    told: Callable[[S], tuple[str, Iterable[Against], date]],
    changes: Callable[[S], tuple[Cause, ...]] = lambda span: (),
) -> Iterator[SpanRow]:
    """The rows of a life; `told` gives the outcome of a span, what spoke against it and the day on which that is told,
    `changes` what began it where nothing turned."""
    causes: list[tuple[Cause, ...]] = [
        tuple(_cause(turn, fmt) for turn in span.begun_by) or changes(span) for span in spans
    ]
    for place, (span, begun, ended) in enumerate(zip(spans, causes, [*causes[1:], ()], strict=True), start=1):
        outcome, against, asked = told(span)
        yield SpanRow(
            anchor=f"{anchor_of(fmt)}-{place}",
            outcome=outcome,
            days=days_of(span.since, span.until),
            is_now=(span.since or today) <= today <= (span.until or today),
            begun=begun,
            against=tuple(against),
            ended=ended,
            asked=asked,
        )


def _cause(turn: Turn, fmt: Format) -> Cause:
    """A turn in its sentence, with the set, the bans of the day or the edition that it is about."""
    if turn.kind == SET and turn.card_set:
        return Cause(turn.said, reverse("cards:set", args=(fmt.game, turn.card_set.code)), turn.card_set.code)
    if turn.kind == EDITION:
        return Cause(turn.said, reverse("rules:document", args=(turn.after,)), "the rules")
    if turn.kind == BAN:
        address = reverse("formats:format", args=(fmt.game, fmt.slug))
        return Cause(turn.said, f"{address}?on={turn.day.isoformat()}#bans", "bans of that day")
    return Cause(turn.said)


def _changes(span: Span) -> tuple[Cause, ...]:
    """The findings that came, else those that went, where nothing else is known to have turned."""
    found: tuple[Finding, ...] = span.raised or span.resolved
    word = "" if span.raised else "no longer: "
    return tuple(Cause(f"{word}{each.message}") for each in found)


def _never(life: DeckLife, fmt: Format) -> Never:
    verdict = life.now[fmt]
    return Never(fmt, first_reason(verdict), max(len(verdict.of(ERROR, UNKNOWN)) - 1, 0))
