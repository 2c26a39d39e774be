"""The timeline of a deck or a card in formats of its game, for the pages, the API and the command; and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import timezone

from engine import Between, Card, Format, InputError, Reference, check_deck, decklists
from engine.formats.legality import CardLegality, find_legality
from engine.model.verdicts import ERROR, LEGAL, UNCERTAIN, UNKNOWN, Verdict
from engine.timelines import CardSpan, DeckSpan, Given, build_card_timelines, build_deck_timelines
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_card, find_format
from vsdb.check import services as decks
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.words import format_between, format_day, spell_out_days

#: A list is read anew and judged on every day on which something turns; one of 400 lines is far longer than any deck.
MAX_LINES = 400
Spans = Sequence[DeckSpan | CardSpan]
_MAX_TIMES = 4  #: times that the sentence names; the table has all


@dataclass(frozen=True, slots=True)
class DeckTimeline:
    """The life of a list in formats of its game. `own` is the one that it is for, None where it names none; `now` the
    verdict of today in those formats in which nothing ever turns for it."""

    game: str
    title: str
    today: date
    data_version: str
    own: Format | None
    lives: Mapping[Format, tuple[DeckSpan, ...]]
    now: Mapping[Format, Verdict]

    def telling(self, fmt: Format, span: DeckSpan) -> Verdict:
        """The verdict that says best what spoke against the deck in a span: that of its first day; where it has none,
        that of its last day, today where it has neither."""
        if span.since is not None:
            return span.verdict
        return span.last or self.now[fmt]


@dataclass(frozen=True, slots=True)
class CardTimeline:
    """The life of a card in formats of its game; `now` is what is said of it today."""

    card: Card
    today: date
    data_version: str
    lives: Mapping[Format, tuple[CardSpan, ...]]
    now: Mapping[Format, CardLegality]


@bounds_computing
def build_deck_timeline(
    deck: decks.SentDeck, *, game: str | None = None, formats: Sequence[str] = (), own: str = ""
) -> DeckTimeline:
    """The life of a list in the formats that are named, else in every official format of its game and in its own.

    The deck is what `vsdb.check.services.check` takes; game and own format come from its `# game:` and `# format:`
    lines where they aren't given, the game last from its cards. Costs the one query of each game's reference that is in
    memory. Raises InputError and NotFound.
    """
    decks.refuse_too_many(formats)
    given = decks.join_lines(deck)
    _refuse_too_long(given)
    said = decklists.read_metadata(given) if isinstance(given, str) else {}
    own = own or (formats[0] if formats else said.get("format", ""))
    decks.list_card_lines(given)
    if not (game or own):
        game, _ = decks.choose_game_and_formats(given)
    reference = selectors.get_reference(decks.choose_game(game, said, [*formats] or [own] * bool(own)))
    chosen = dict.fromkeys(find_format(reference, word) for word in formats)
    own_format = find_format(reference, own) if own else None
    if not chosen:
        chosen = dict.fromkeys([*([own_format] if own_format else []), *reference.formats.values()])
    return build_timeline_in_formats(given, reference, tuple(chosen), own_format)


def build_timeline_in_formats(
    given: Given, reference: Reference, formats: Sequence[Format], own: Format | None
) -> DeckTimeline:
    """The life of a list in formats that were found; no query. Raises InputError for a list that can't be used."""
    today = timezone.localdate()
    deck = decks.read_sent(given, reference.on(today), today)
    lives = build_deck_timelines(given, reference, formats)
    now = {fmt: check_deck(deck, fmt, today) for fmt, spans in lives.items() if len(spans) == 1}
    return DeckTimeline(reference.game, deck.title, today, reference.data_version, own, lives, now)


def build_card_timeline(reference: Reference, slug: str, formats: Sequence[str] = ()) -> CardTimeline:
    """The life of a card in the formats that are named, else in every official format; no query but those of
    `find_format`. Raises InputError and NotFound."""
    decks.refuse_too_many(formats)
    find_card(reference, slug)
    today = timezone.localdate()
    chosen = dict.fromkeys(find_format(reference, word) for word in formats) or reference.formats.values()
    lives = build_card_timelines(slug, reference, chosen)
    card = reference.on(today).catalog.by_slug[slug]
    now = {fmt: find_legality(card, fmt, today) for fmt in lives}
    return CardTimeline(card, today, reference.data_version, lives, now)


def is_too_long(text: str) -> bool:
    """Whether a list is longer than those whose life is told."""
    return text.count("\n") + 1 > MAX_LINES


def _refuse_too_long(given: Given) -> None:
    lines = given.count("\n") + 1 if isinstance(given, str) else len(given)
    if lines > MAX_LINES:
        said = f"{lines:,} lines; the limit for a timeline is {MAX_LINES}"
        raise InputError(said, place="deck", code="too-long")


def format_span(since: date | None, until: date | None) -> str:
    """The days of a span in words: 1 July 2008 to 3 May 2009, until 3 May 2009, from 1 July 2008, on all dates."""
    if since is None:
        return f"until {format_day(until)}" if until else "on all dates"
    if until is None:
        return f"from {format_day(since)}"
    return f"on {format_day(since)} only" if since == until else f"{format_day(since)} to {format_day(until)}"


def summarize_spans(name: str, spans: Sequence[DeckSpan], telling: Verdict) -> str:
    """What became of a list in a format, in a sentence or two; `telling` is the verdict that says best why not."""
    sure = [place for place, span in enumerate(spans) if span.outcome == LEGAL]
    if sure:
        return f"Legal in {name} {_times(spans, sure)}.{_end(spans, sure[-1])}"
    doubtful = [place for place, span in enumerate(spans) if span.outcome == UNCERTAIN]
    if doubtful:
        why = find_first_reason(spans[doubtful[0]].verdict)
        return f"Never legal for certain in {name}. Uncertain {_times(spans, doubtful)}: {why}."
    return f"Never legal in {name}: {find_first_reason(telling)}."


def summarize_card_spans(name: str, spans: Sequence[CardSpan]) -> str:
    """When a card was legal in a format, in a sentence."""
    sure = [place for place, span in enumerate(spans) if span.status == LEGAL]
    if sure:
        return f"Legal in {name} {_times(spans, sure)}.{_end(spans, sure[-1])}"
    return f"Never legal for certain in {name}."


def _times(spans: Spans, places: Sequence[int]) -> str:
    times = [format_span(spans[place].since, spans[place].until) for place in places]
    if len(times) > _MAX_TIMES:
        return f"{'; '.join(times[: _MAX_TIMES - 1])}; and {len(times) - _MAX_TIMES + 1} more periods"
    return "; ".join(times[:-1]) + (" and again " if times[:-1] else "") + times[-1]


def _end(spans: Spans, place: int) -> str:
    """What ended it, or that no end of it is recorded."""
    until = spans[place].until
    if until is None:
        return " No end is recorded."
    causes = spans[place + 1].begun_by
    told = spell_out_days(causes[0].said) if causes else ""
    more = f" (and {len(causes) - 1} more)" if len(causes) > 1 else ""
    return f" Ended on {format_day(until + timedelta(days=1))}" + (f": {told}{more}." if told else ".")


def find_first_reason(verdict: Verdict) -> str:
    """The first thing that speaks against a list."""
    return next((spell_out_days(each.message) for each in verdict.of(ERROR, UNKNOWN)), "")


def format_season(starts: Between | None, ends: Between | None) -> str:
    """When a format was played, in words; empty where that isn't recorded."""
    if starts and ends:
        return f"played from {format_between(starts)} to {format_between(ends)}"
    if starts:
        return f"played from {format_between(starts)}"
    return f"played until {format_between(ends)}" if ends else ""
