"""Where a card is legal or banned on a day, as the engine says it: reckoned once a format, day and data version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache

from django.db.models import Q

from engine.bans import bans_on, falls_under
from engine.cards import Between
from engine.formats import Format
from engine.legality import is_in_season
from engine.pools import pool_on
from engine.reference import Reference
from engine.set_status import IN, OUT
from vsdb.formats.lookup import formats_called
from vsdb.search.conditions import errata
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.moments import day_on, is_certainly, period
from vsdb.search.conditions.values import ANY, NONE, UNKNOWN, items, written
from vsdb.search.language.suggestions import nearest
from vsdb.search.language.syntax import Term
from vsdb.site.words import day as in_words

MOST_DAYS = 4  #: how many days one query may ask for, since each is reckoned over every card

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


@lru_cache(maxsize=1024)
def legal_slugs(reference: Reference, fmt: Format, on: date) -> tuple[Slugs, Slugs]:
    """The slugs of the cards that are certainly legal in a format on a day, and of those that may be."""
    pool, bans = pool_on(fmt, on), bans_on(fmt, on)
    certain: set[str] = set()
    perhaps: set[str] = set()
    for card in reference.catalog.cards:
        status = pool.card_status(card).status
        if status == OUT:
            continue
        ban = bans.of(card)
        if ban and ban.is_certain:
            continue
        (certain if status == IN and ban is None else perhaps).add(card.slug)
    return frozenset(certain), frozenset(perhaps)


@lru_cache(maxsize=1024)
def banned_slugs(reference: Reference, fmt: Format, on: date) -> tuple[Slugs, Slugs]:
    """The slugs of the cards that are certainly banned in a format on a day, and of those that may be."""
    bans = bans_on(fmt, on)
    certain: set[str] = set()
    perhaps: set[str] = set()
    for name in {ban.card for ban in fmt.bans}:
        for card in reference.catalog.by_name(name):
            found = bans.of(card)
            if found:
                (certain if found.is_certain else perhaps).add(card.slug)
    return frozenset(certain), frozenset(perhaps)


_SLUGS = {"legal": legal_slugs, "banned": banned_slugs}


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
    found: dict[str, Slugs] = {}
    doubtful = 0
    for game, chosen in formats.items():
        answers = [_SLUGS[what](context.references[game], fmt, day) for fmt in chosen]
        found[game] = frozenset(slug for certain, _ in answers for slug in certain)
        doubtful += len(frozenset(slug for _, perhaps in answers for slug in perhaps) - found[game])
    if doubtful:
        names = " or ".join(sorted({fmt.name for chosen in formats.values() for fmt in chosen}))
        said = f"of {doubtful} more cards it isn't recorded whether they were {what} in {names} on {in_words(day)}"
        context.remark(said, term.span)
    return Condition(of_slugs(found))


def _called(reference: Reference, words: Iterable[str]) -> Iterator[Format]:
    for word in words:
        yield from formats_called(reference, word)


def _somewhere(what: str, context: Context, day: date) -> Q:
    """In any format; of those that are legal only for a season, in those whose season it is."""
    return of_slugs({game: anywhere_slugs(reference, what, day) for game, reference in context.references.items()})


@lru_cache(maxsize=128)
def anywhere_slugs(reference: Reference, what: str, on: date) -> Slugs:
    """The slugs of the cards that are certainly legal, or banned, in some format on a day."""
    formats = reference.formats.values()
    if what == "banned":
        return frozenset(slug for fmt in formats for slug in banned_slugs(reference, fmt, on)[0])
    found: set[str] = set()
    left = reference.catalog.cards
    for fmt in formats:
        if left and is_in_season(fmt, on):
            pool, bans = pool_on(fmt, on), bans_on(fmt, on)
            found.update(card.slug for card in left if pool.card_status(card).status == IN and bans.of(card) is None)
            left = tuple(card for card in left if card.slug not in found)
    return frozenset(found)


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
