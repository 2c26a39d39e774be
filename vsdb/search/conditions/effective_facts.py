"""Days as queries name them: a day, a month, a year, a span, a set or an event; and what is effective on one.

That is what is certain of it, which texts count, and what cards state by them where that isn't what is recorded.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Q
from rapidfuzz import fuzz

from engine.model.cards import GAMES, Between, Card, CardSet
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.formats.models import Event
from vsdb.catalog.wordings.models import RulingCard, Wording
from vsdb.core.folding import find_nearest, to_compact_spelling
from vsdb.core.words import format_between, format_day
from vsdb.search.conditions.context import SearchContext, build_slugs_condition
from vsdb.search.language import values
from vsdb.search.language.field_types import RULINGS, WORDING, RequiredData
from vsdb.search.language.syntax import QuerySpan, Term, get_written_word
from vsdb.search.language.values import UnreadableValue

_SET_MARKS = ("set:", "s:", "e:", "in:", "edition:")
_MAX_CODE_LENGTH = 5
_TODAY = ("today", "now")


def find_period(text: str, context: SearchContext) -> Between | None:
    """Return the days that a text means, first to last; None if unknown."""
    text = text.strip()
    if text.casefold() in _TODAY:
        return Between(context.today, context.today)
    found = values.parse_period(text)
    return Between(*found) if found else None


def is_certainly(found: Between, op: str, wanted: Between) -> bool:
    """Whether a day known only to lie in one span certainly stands so to the days of another.

    `<` is before its first day, `>` after its last one, `=` within it.
    """
    is_before, is_after = found.latest < wanted.earliest, found.earliest > wanted.latest
    ends_in_time, begins_in_time = found.latest <= wanted.latest, found.earliest >= wanted.earliest
    told = {"<": is_before, "<=": ends_in_time, ">": is_after, ">=": begins_in_time, "!=": is_before or is_after}
    return told.get(op, begins_in_time and ends_in_time)


def find_sets(text: str, references: Iterable[Reference]) -> list[CardSet]:
    """Return the sets with that code or name."""
    for mark in _SET_MARKS:
        if text.casefold().startswith(mark):
            text = text[len(mark) :]
    wanted = to_compact_spelling(text)
    held = [each for reference in references for each in reference.sets.values()]
    by_code = [each for each in held if to_compact_spelling(each.code) == wanted]
    return by_code or [each for each in held if wanted and to_compact_spelling(each.name) == wanted]


def find_nearest_sets(text: str, context: SearchContext) -> tuple[str, ...]:
    """Return the most similar set codes for a short text, set names for a longer one."""
    held = [each for reference in context.references.values() for each in reference.sets.values()]
    codes = [each.code for each in held] if len(text) <= _MAX_CODE_LENGTH else []
    return find_nearest(text, codes, scorer=fuzz.ratio) or find_nearest(text, (each.name for each in held))


def find_legality_day(when: date | str | None, context: SearchContext, span: QuerySpan) -> date:
    """The day that legality is asked for: of a span the last, of a set the day on which it is certainly legal.

    Today where nothing is written, and, with a note, where what is written is no day, set or event.
    """
    if when is None:
        return context.today
    if isinstance(when, date):
        return when
    found = find_period(when, context) or _day_of_set(when, context) or _day_of_event(when, context)
    if found is None or found.latest == date.max:
        events = list(Event.objects.filter(game__in=context.games).values_list("name", flat=True))
        said = f"“{when[:60]}” is not a date, set or event; today, {format_day(context.today)}, was used"
        context.note(said, span, find_nearest(when, events) or find_nearest_sets(when, context))
        return context.today
    if found.earliest != found.latest and values.parse_period(when.strip()) is None:
        context.remark(f"{when} was {format_between(found)}; the last day was used", span)
    return found.latest


def get_day_of_texts(context: SearchContext) -> date:
    """Return the date whose card texts count: the query's date, else today."""
    if context.day_of_texts is None:
        context.day_of_texts = find_legality_day(context.as_of, context, QuerySpan(0, 0))
    return context.day_of_texts


def _day_of_set(text: str, context: SearchContext) -> Between | None:
    return next((each.legal for each in find_sets(text, context.references.values())), None)


def _day_of_event(text: str, context: SearchContext) -> Between | None:
    wanted = fold(text)
    events = Event.objects.filter(game__in=context.games).values_list("name", "earliest", "latest")
    return next((Between(*days) for name, *days in events if fold(name) == wanted), None)


def read_days(term: Term, context: SearchContext) -> Between:
    """Return the days that a term names, or of a set's release. Raises UnreadableValue."""
    found = read_days_or_set(term, context)
    return found.released if isinstance(found, CardSet) else found


def read_days_or_set(term: Term, context: SearchContext) -> Between | CardSet:
    """Return the days or the set that a term names. Raises UnreadableValue."""
    text = get_written_word(term.value) or ""
    if days := find_period(text, context):
        return days
    if sets := find_sets(text, context.references.values()):
        return sets[0]
    said = f"“{text[:60]}” is not a date or set. Write a date as 2006-05-01"
    raise UnreadableValue(said, find_nearest_sets(text, context))


def build_days_condition(columns: str, op: str, wanted: Between) -> Q:
    """Rows whose day, between the two of these columns, certainly stands so to the days that are wanted."""
    earliest, latest = f"{columns}_earliest", f"{columns}_latest"
    known = Q(**{f"{earliest}__isnull": False, f"{latest}__isnull": False})
    before, after = Q(**{f"{latest}__lt": wanted.earliest}), Q(**{f"{earliest}__gt": wanted.latest})
    return known & {
        "<": before,
        "<=": Q(**{f"{latest}__lte": wanted.latest}),
        ">": after,
        ">=": Q(**{f"{earliest}__gte": wanted.earliest}),
        "!=": before | after,
    }.get(op, Q(**{f"{earliest}__gte": wanted.earliest, f"{latest}__lte": wanted.latest}))


_NOT_RECORDED = {WORDING: "card texts are not available", RULINGS: "no rulings are recorded"}


@dataclass(frozen=True, slots=True)
class LoadedTexts:
    """How many cards of a game have a wording, and how many a ruling; `turns` are the days on which texts change."""

    cards: int
    worded: int
    ruled: int
    turns: tuple[date, ...]

    def of(self, needs: RequiredData) -> int:
        """How many cards have what is needed."""
        return {WORDING: self.worded, RULINGS: self.ruled}[needs]


@lru_cache(maxsize=16)
def count_loaded_texts(reference: Reference) -> LoadedTexts:
    """Count the loaded texts of a game. Three queries on the first use of a data version."""
    wordings = Wording.objects.filter(card__game=reference.game).order_by()
    days = wordings.filter(effective_latest__isnull=False).values_list("effective_latest", flat=True).distinct()
    return LoadedTexts(
        len(reference.catalog.cards),
        wordings.values("card").distinct().count(),
        RulingCard.objects.filter(card__game=reference.game, is_subject=True).values("card").distinct().count(),
        tuple(sorted(day for day in days if day)),
    )


def find_text_epoch(reference: Reference, on: date) -> int:
    """The number of the span of days in which the same texts count as on this one."""
    return bisect_right(count_loaded_texts(reference).turns, on)


def explain_lacking(needs: RequiredData, references: Iterable[Reference]) -> str:
    """Return why data that a field needs is missing; empty if some is loaded."""
    if not needs or any(count_loaded_texts(each).of(needs) for each in references):
        return ""
    return _NOT_RECORDED[needs]


def tell_of_gaps(needs: RequiredData, term: Term, context: SearchContext) -> None:
    """Note for how many cards the needed data is loaded, if not for all. Rulings may be missing."""
    if needs is not WORDING:
        return
    held = [(each.game, count_loaded_texts(each)) for each in context.references.values()]
    gaps = [f"{one.worded:,} of {one.cards:,} cards of {GAMES[game]}" for game, one in held if one.worded < one.cards]
    if gaps:
        said = f"Card texts are available for {', '.join(gaps)}; other texts are unknown."
        context.remark_once(said, term.span)


def read_references(context: SearchContext) -> dict[str, Reference]:
    """Return the references of the searched games, with card texts of the query's date."""
    if not any(map(_has_readings, context.references.values())):
        return context.references
    on = get_day_of_texts(context)
    return {game: each.on(on) for game, each in context.references.items()}


@lru_cache(maxsize=16)
def _has_readings(reference: Reference) -> bool:
    return any(card.readings for card in reference.catalog.cards)


@lru_cache(maxsize=32)
def read_otherwise(reference: Reference) -> tuple[tuple[Card, Card], ...]:
    """The cards that read otherwise than they are recorded, in pairs: as recorded, as they read."""
    if reference.recorded is None:
        return ()
    recorded = reference.recorded.catalog.cards
    pairs = zip(recorded, reference.catalog.cards, strict=True)
    return tuple((one, other) for one, other in pairs if one is not other)


def find_differing_cards(context: SearchContext, fact: Callable[[Card], object]) -> dict[str, list[Card]]:
    """By game the cards, as they read, of which a fact reads otherwise than it is recorded."""
    return {
        game: [read for recorded, read in read_otherwise(each) if fact(recorded) != fact(read)]
        for game, each in read_references(context).items()
    }


def build_cards_condition(cards: Mapping[str, Iterable[Card]], fits: Callable[[Card], object] = lambda card: True) -> Q:
    """Those of the cards that fit; all of them where nothing is asked."""
    found = {game: frozenset(card.slug for card in held if fits(card)) for game, held in cards.items()}
    return build_slugs_condition(found)
