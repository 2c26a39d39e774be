"""The timeline of a deck or a card in formats of its game, for the pages, the API and the command; and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from engine import decklists
from engine.formats.legality import CardLegality, legality_of
from engine.model.cards import Between, Card
from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, LEGAL, UNCERTAIN, UNKNOWN, Verdict
from engine.rules.validation import check_deck
from engine.timelines import CardSpan, Given, Span, lives_of_card, lives_of_deck
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_card, find_format
from vsdb.check import services as decks
from vsdb.core.words import between, day, plain_days

#: A list is read anew and judged on every day on which something turns; one of 400 lines is far longer than any deck.
MOST_LINES = 400
_MOST_TIMES = 4  #: times that the sentence names; the table has all


@dataclass(frozen=True, slots=True)
class DeckLife:
    """The life of a list in formats of its game. `own` is the one that it is for, None where it names none; `now` the
    verdict of today in those formats in which nothing ever turns for it."""

    game: str
    title: str
    today: date
    data_version: str
    own: Format | None
    lives: Mapping[Format, tuple[Span, ...]]
    now: Mapping[Format, Verdict]

    def telling(self, fmt: Format, span: Span) -> Verdict:
        """The verdict that says best what spoke against the deck in a span: that of its first day; where it has none,
        that of its last day, today where it has neither."""
        if span.since is not None:
            return span.verdict
        return span.last or self.now[fmt]


@dataclass(frozen=True, slots=True)
class CardLife:
    """The life of a card in formats of its game; `now` is what is said of it today."""

    card: Card
    today: date
    data_version: str
    lives: Mapping[Format, tuple[CardSpan, ...]]
    now: Mapping[Format, CardLegality]


def life_of_deck(
    deck: str | Sequence[str] | Sequence[Mapping[str, Any]],
    *,
    game: str | None = None,
    formats: Sequence[str] = (),
    own: str = "",
) -> DeckLife:
    """The life of a list in the formats that are named, else in every official format of its game and in its own.

    The deck is what `vsdb.check.services.check` takes; game and own format come from its `# game:` and `# format:`
    lines where they aren't given. Costs the one query of a reference that is in memory. Raises InputError and NotFound.
    """
    if len(formats) > decks.MOST_FORMATS:
        raise InputError(f"{len(formats)} formats; at most {decks.MOST_FORMATS}", place="formats", code="too-many")
    given = decks.one_text(deck)
    _refuse_too_long(given)
    said = decklists.metadata(given) if isinstance(given, str) else {}
    own = own or (formats[0] if formats else said.get("format", ""))
    reference = selectors.reference(decks.game_of(game, said, [*formats] or [own] * bool(own)))
    chosen = dict.fromkeys(find_format(reference, word) for word in formats)
    own_format = find_format(reference, own) if own else None
    if not chosen:
        chosen = dict.fromkeys([*([own_format] if own_format else []), *reference.formats.values()])
    return life_in(given, reference, tuple(chosen), own_format)


def life_in(given: Given, reference: Reference, formats: Sequence[Format], own: Format | None) -> DeckLife:
    """The life of a list in formats that were found; no query. Raises InputError for a list that can't be used."""
    today = timezone.localdate()
    deck = _read(given, reference, today)
    lives = lives_of_deck(given, reference, formats)
    now = {fmt: check_deck(deck, fmt, today) for fmt, spans in lives.items() if len(spans) == 1}
    return DeckLife(reference.game, deck.title, today, reference.data_version, own, lives, now)


def life_of_card(reference: Reference, slug: str, formats: Sequence[str] = ()) -> CardLife:
    """The life of a card in the formats that are named, else in every official format; no query but those of
    `find_format`. Raises InputError and NotFound."""
    if len(formats) > decks.MOST_FORMATS:
        raise InputError(f"{len(formats)} formats; at most {decks.MOST_FORMATS}", place="formats", code="too-many")
    find_card(reference, slug)
    today = timezone.localdate()
    chosen = dict.fromkeys(find_format(reference, word) for word in formats) or reference.formats.values()
    lives = lives_of_card(slug, reference, chosen)
    card = reference.on(today).catalog.by_slug[slug]
    now = {fmt: legality_of(card, fmt, today) for fmt in lives}
    return CardLife(card, today, reference.data_version, lives, now)


def is_too_long(text: str) -> bool:
    """Whether a list is longer than those whose life is told."""
    return text.count("\n") + 1 > MOST_LINES


def _refuse_too_long(given: Given) -> None:
    lines = given.count("\n") + 1 if isinstance(given, str) else len(given)
    if lines > MOST_LINES:
        raise InputError(
            f"{lines:,} lines; the life of a list of at most {MOST_LINES} is told", place="deck", code="too-long"
        )


def _read(given: Given, reference: Reference, day: date) -> Deck:
    catalog = reference.on(day).catalog
    return decklists.read(given, catalog, day) if isinstance(given, str) else decklists.from_items(given, catalog, day)


def days_of(since: date | None, until: date | None) -> str:
    """The days of a span in words: 1 July 2008 to 3 May 2009, until 3 May 2009, from 1 July 2008 on, at all times."""
    if since is None:
        return f"until {day(until)}" if until else "at all times"
    if until is None:
        return f"from {day(since)} on"
    return f"on {day(since)} only" if since == until else f"{day(since)} to {day(until)}"


def summary(name: str, spans: Sequence[Span], telling: Verdict) -> str:
    """What became of a list in a format, in a sentence or two; `telling` is the verdict that says best why not."""
    sure = [place for place, span in enumerate(spans) if span.outcome == LEGAL]
    if sure:
        return f"Legal in {name} {_times(spans, sure)}.{_end(spans, sure[-1])}"
    doubtful = [place for place, span in enumerate(spans) if span.outcome == UNCERTAIN]
    if doubtful:
        why = first_reason(spans[doubtful[0]].verdict)
        return f"Never certainly legal in {name}; uncertain {_times(spans, doubtful)}: {why}."
    return f"Never legal in {name}: {first_reason(telling)}."


def summary_of_card(name: str, spans: Sequence[CardSpan]) -> str:
    """When a card was legal in a format, in a sentence."""
    sure = [place for place, span in enumerate(spans) if span.status == LEGAL]
    if sure:
        return f"Legal in {name} {_times(spans, sure)}.{_end(spans, sure[-1])}"
    return f"Never certainly legal in {name}."


def _times(spans: Sequence[Span] | Sequence[CardSpan], places: Sequence[int]) -> str:
    times = [days_of(spans[place].since, spans[place].until) for place in places]
    if len(times) > _MOST_TIMES:
        return f"{'; '.join(times[: _MOST_TIMES - 1])}; and {len(times) - _MOST_TIMES + 1} times more"
    return "; ".join(times[:-1]) + (" and again " if times[:-1] else "") + times[-1]


def _end(spans: Sequence[Span] | Sequence[CardSpan], place: int) -> str:
    """What ended it, or that no end of it is recorded."""
    until = spans[place].until
    if until is None:
        return " No end of that is recorded."
    causes = spans[place + 1].begun_by
    told = plain_days(causes[0].said) if causes else ""
    more = f" (and {len(causes) - 1} more)" if len(causes) > 1 else ""
    return f" Ended on {day(until + timedelta(days=1))}" + (f": {told}{more}." if told else ".")


def first_reason(verdict: Verdict) -> str:
    """The first thing that speaks against a list."""
    return next((plain_days(each.message) for each in verdict.of(ERROR, UNKNOWN)), "")


def season(starts: Between | None, ends: Between | None) -> str:
    """When a format was played, in words; empty where that isn't recorded."""
    if not starts and not ends:
        return ""
    if not ends:
        return f"played since {between(starts)}"
    return f"played from {between(starts)} to {between(ends)}" if starts else f"played until {between(ends)}"
