"""Where a card is legal or banned on a day, as the engine says it.

Every day is read off the tables that are kept by data version (`vsdb.search.status_timelines`); they hold it for kinds
of cards, and the database knows which cards are of a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Q

from engine.formats.bans import falls_under
from engine.formats.legality import BANNED, LEGAL, is_in_season
from engine.formats.legality_table import banned_on, kind_of, kinds_of, statuses_on
from engine.formats.set_status import UNKNOWN as NOT_KNOWN
from engine.model.cards import Between
from engine.model.formats import Format
from engine.model.reference import Reference
from vsdb.catalog.formats.lookup import formats_called
from vsdb.core.folding import nearest
from vsdb.core.words import day as in_words
from vsdb.search.conditions import errata
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.date_terms import day_on, is_certainly, period
from vsdb.search.conditions.values import ANY, NONE, UNKNOWN, items, written
from vsdb.search.language.syntax import Term
from vsdb.search.models import CardKind
from vsdb.search.status_timelines import see_to_kinds, tables_of

MOST_DAYS = 4  #: how many days one query may ask for

Slugs = frozenset[str]


def legal(term: Term, context: Context) -> Condition | None:
    """Certainly legal in a format on a day; `*`: in any that is in season."""
    return _in_formats(term, context, "legal")


def banned(term: Term, context: Context) -> Condition | None:
    """Certainly banned in a format on a day; `*`: in any."""
    return _in_formats(term, context, "banned")


def anywhere(what: str, context: Context, term: Term) -> Condition | None:
    """Legal, or banned, in any format on the day of the query."""
    day = _day(term, context)
    return None if day is None else Condition(_somewhere(what, context, day))


def legal_slugs(reference: Reference, fmt: Format, on: date) -> Slugs:
    """The slugs of the cards that are certainly legal in a format on a day."""
    found = statuses_on(reference, tables_of(reference, [fmt]), on)
    of_kinds = (
        card.slug
        for kind, status in found.kinds.items()
        if status == LEGAL
        for card in kinds_of(reference)[kind]
        if card.slug not in found.cards
    )
    return frozenset((*of_kinds, *(slug for slug, status in found.cards.items() if status == LEGAL)))


def _in_formats(term: Term, context: Context, what: str) -> Condition | None:
    day = _day(term, context)
    if day is None:
        return None
    words = items(term.value)
    if ANY in words:
        return Condition(_somewhere(what, context, day))
    formats = {game: list(_called(reference, words)) for game, reference in context.references.items()}
    if not any(formats.values()):
        held = [fmt for each in context.references.values() for fmt in each.formats.values()]
        known = [word for fmt in held for word in (fmt.slug, *fmt.short)]
        said = written(term.value) or ", ".join(words)
        context.note(f"{context.has_no} format {said[:60]!r}", term.span, nearest(said, known))
        if not any(any(_called(reference, words)) for reference in context.elsewhere.values()):
            return None
    answers = [_ANSWERS[what](context.references[game], tuple(chosen), day) for game, chosen in formats.items()]
    doubtful = sum(answer.doubtful for answer in answers)
    if doubtful:
        names = " or ".join(sorted({fmt.name for chosen in formats.values() for fmt in chosen}))
        said = f"of {doubtful} more cards it isn't recorded whether they were {what} in {names} on {in_words(day)}"
        context.remark(said, term.span)
    return Condition(_any(context, answers))


def _called(reference: Reference, words: Iterable[str]) -> Iterator[Format]:
    for word in words:
        yield from formats_called(reference, word)


def _somewhere(what: str, context: Context, day: date) -> Q:
    """In any format; of those that are legal only for a season, in those whose season it is."""
    answers = []
    for reference in context.references.values():
        formats = (fmt for fmt in reference.formats.values() if what == "banned" or is_in_season(fmt, day))
        answers.append(_ANSWERS[what](reference, tuple(formats), day))
    return _any(context, answers)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The cards of a game that a term finds, and how many more it may be true of.

    They are those of the `kinds` without the slugs `but`, and the slugs `also`.
    """

    game: str
    doubtful: int
    also: Slugs
    kinds: frozenset[int] = frozenset()
    but: Slugs = frozenset()


@lru_cache(maxsize=256)
def _legal_in(reference: Reference, formats: tuple[Format, ...], day: date) -> _Answer:
    found = statuses_on(reference, tables_of(reference, formats), day)
    kinds = frozenset(kind for kind, status in found.kinds.items() if status == LEGAL)
    cards = {slug: (status, kind_of(reference.catalog.by_slug[slug])) for slug, status in found.cards.items()}
    held = kinds_of(reference)
    doubtful = {kind for kind, status in found.kinds.items() if status == NOT_KNOWN}
    return _Answer(
        reference.game,
        sum(len(held[kind]) for kind in doubtful)
        - sum(kind in doubtful for _, kind in cards.values())
        + sum(status == NOT_KNOWN for status, _ in cards.values()),
        frozenset(slug for slug, (status, kind) in cards.items() if status == LEGAL and kind not in kinds),
        kinds,
        frozenset(slug for slug, (status, kind) in cards.items() if status != LEGAL and kind in kinds),
    )


def _banned_in(reference: Reference, formats: tuple[Format, ...], day: date) -> _Answer:
    found = banned_on(tables_of(reference, formats), day)
    certain = frozenset(slug for slug, status in found.items() if status == BANNED)
    return _Answer(reference.game, len(found) - len(certain), certain)


_ANSWERS: Mapping[str, Callable[[Reference, tuple[Format, ...], date], _Answer]] = {
    "legal": _legal_in,
    "banned": _banned_in,
}


def _any(context: Context, answers: Iterable[_Answer]) -> Q:
    """The cards of these answers, as a condition of the same few words however many they are."""
    answers = tuple(answers)
    kinds = frozenset(kind for answer in answers for kind in answer.kinds)
    if not kinds:
        return of_slugs({answer.game: answer.also for answer in answers})
    see_to_kinds(context.references.values())
    of_kinds = Q(pk__in=CardKind.objects.filter(kind__among=kinds).order_by().values("card"))
    but, also = (
        of_slugs({answer.game: slugs for answer in answers for slugs in [getattr(answer, which)]})
        for which in ("but", "also")
    )
    return (of_kinds & ~but) | also


def _day(term: Term, context: Context) -> date | None:
    day = day_on(term.on if term.on is not None else context.as_of, context, term.span)
    context.days.add(day)
    if len(context.days) > MOST_DAYS:
        context.note(f"one query asks for at most {MOST_DAYS} different days; this one is left out", term.span)
        return None
    return day


def changed_on(term: Term, context: Context) -> Condition | None:
    """Cards with a ban that certainly began, or ended, so: `bannedon`, `unbannedon`; `changed`: either, or errata."""
    text = written(term.value) or ""
    if text in (ANY, NONE, UNKNOWN):
        named = of_slugs(
            {game: _slugs_of_bans(reference, term.field) for game, reference in context.references.items()}
        )
        return Condition(named if text == ANY else ~named)
    wanted = period(text, context)
    if wanted is None:
        context.note(f"{text[:60]!r} is no day, month or year; a day is written 2006-05-01", term.span)
        return None
    op = "=" if term.op == ":" else term.op
    with_errata = (
        Q(pk__in=errata.since(op, wanted, context).values("card")) if term.field == "changed" else Q(pk__in=())
    )
    return Condition(
        with_errata
        | of_slugs(
            {
                game: frozenset(
                    slug
                    for slug, began, ended in _bans_of_cards(reference)
                    if (term.field != "unbannedon" and is_certainly(began, op, wanted))
                    or (term.field != "bannedon" and ended is not None and is_certainly(ended, op, wanted))
                )
                for game, reference in context.references.items()
            }
        )
    )


def _slugs_of_bans(reference: Reference, field: str) -> Slugs:
    """The cards with a ban, or with one that ended."""
    return frozenset(slug for slug, _, ended in _bans_of_cards(reference) if field != "unbannedon" or ended)


@lru_cache(maxsize=8)
def _bans_of_cards(reference: Reference) -> tuple[tuple[str, Between, Between | None], ...]:
    """Every ban that certainly names a card, with the days of its beginning and its end."""
    bans = {id(ban): ban for fmt in reference.formats.values() for ban in fmt.bans}.values()
    return tuple(
        (card.slug, ban.begins, ban.ends)
        for ban in bans
        for card in reference.catalog.by_name(ban.card)
        if falls_under(card, ban)[0]
    )
