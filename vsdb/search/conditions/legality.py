"""Where a card is legal or banned on a day, as the engine says it.

Every day is read off tables of the legality of kinds of cards in every format through time. A table is made when it is
first asked for, or with the index (`make_all`), and stored by data version; every process reads what is stored once and
keeps it with the reference. The kinds of the cards are rows, so that a day's answer is one condition of the database
however many cards it is of. A kind's number doesn't hang on the data version: kinds that another process has just
written for newer facts are wrong for no table, only newer. Formats by organizers, of which there may be many versions,
are kept in memory alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache, reduce
from operator import or_
from threading import Lock

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from engine.formats import legality_table
from engine.formats.bans import is_named_by_ban
from engine.formats.legality import BANNED, LEGAL, is_in_season
from engine.formats.legality_table import LegalityTable, get_card_class, group_by_card_class
from engine.formats.set_status import UNKNOWN as NOT_KNOWN
from engine.model.cards import Between
from engine.model.formats import Format
from engine.model.reference import Reference
from vsdb.catalog.cards.locking import lock_games
from vsdb.catalog.cards.models import Card, Game
from vsdb.catalog.formats.lookup import find_formats_called
from vsdb.core.folding import find_nearest
from vsdb.core.read_only import is_refusing_writes
from vsdb.core.words import format_day as in_words
from vsdb.search.conditions import errata
from vsdb.search.conditions.context import SearchContext, build_slugs_condition
from vsdb.search.conditions.effective_facts import find_legality_day, find_period, is_certainly
from vsdb.search.language.syntax import ANY, NONE, UNKNOWN, Term, get_written_word, list_items
from vsdb.search.language.values import UnreadableValue
from vsdb.search.models import CardKind, KindState, LegalityCourses

MAX_DAYS = 4  #: how many days one query may ask for

Slugs = frozenset[str]


def find_legal_slugs(reference: Reference, fmt: Format, on: date) -> Slugs:
    """Return the slugs of cards certainly legal in a format on a date."""
    found = legality_table.find_best_statuses(reference, load_legality_tables(reference, [fmt]), on)
    legal = (kind for kind, status in found.kinds.items() if status == LEGAL)
    of_kinds = {card.slug for kind in legal for card in group_by_card_class(reference)[kind]}
    named = frozenset(slug for slug, status in found.cards.items() if status == LEGAL)
    return named | (of_kinds - found.cards.keys())


def in_formats(term: Term, context: SearchContext) -> Q:
    """Match cards certainly legal or banned in a format on a date; `*` means any format."""
    words = list_items(term.value)
    if ANY in words:
        return in_any_format(term.field, term, context)
    what, day = term.field, _day(term, context)
    formats = {game: list(_find_called(reference, words)) for game, reference in context.references.items()}
    if not any(formats.values()):
        held = [fmt for each in context.references.values() for fmt in each.formats.values()]
        known = [word for fmt in held for word in (fmt.slug, *fmt.short)]
        said = get_written_word(term.value) or ", ".join(words)
        is_known = any(any(_find_called(reference, words)) for reference in context.elsewhere.values())
        message, near = f"{context.has_no} format {said[:60]!r}", find_nearest(said, known)
        context.note_unknown(message, term, near, is_known_elsewhere=is_known)
    answers = [_ANSWERS[what](context.references[game], tuple(chosen), day) for game, chosen in formats.items()]
    if doubtful := sum(answer.doubtful for answer in answers):
        names = " or ".join(sorted({fmt.name for chosen in formats.values() for fmt in chosen}))
        more = f"{doubtful:,} more card{'' if doubtful == 1 else 's'}"
        said = f"{more} may be {what} in {names} on {in_words(day)}; some facts are not recorded"
        context.remark(said, term.span)
    return _any(context, answers)


def _find_called(reference: Reference, words: Iterable[str]) -> Iterator[Format]:
    for word in words:
        yield from find_formats_called(reference, word)


def in_any_format(what: str, term: Term, context: SearchContext) -> Q:
    """Match cards legal or banned in any format on a date; seasonal formats count only in season."""
    answers, day = [], _day(term, context)
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
    found = legality_table.find_best_statuses(reference, load_legality_tables(reference, formats), day)
    kinds = frozenset(kind for kind, status in found.kinds.items() if status == LEGAL)
    cards = {slug: (status, get_card_class(reference.catalog.by_slug[slug])) for slug, status in found.cards.items()}
    held = group_by_card_class(reference)
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


def _find_banned_in(reference: Reference, formats: tuple[Format, ...], day: date) -> _Answer:
    found = legality_table.find_banned_cards(load_legality_tables(reference, formats), day)
    certain = frozenset(slug for slug, status in found.items() if status == BANNED)
    return _Answer(reference.game, len(found) - len(certain), certain)


_Finder = Callable[[Reference, tuple[Format, ...], date], _Answer]
_ANSWERS: Mapping[str, _Finder] = {"legal": _legal_in, "banned": _find_banned_in}


def _any(context: SearchContext, answers: Iterable[_Answer]) -> Q:
    """The cards of these answers, as a condition of the same few words however many they are."""
    answers = tuple(answers)
    kinds = frozenset(kind for answer in answers for kind in answer.kinds)
    also = build_slugs_condition({answer.game: answer.also for answer in answers})
    if not kinds:
        return also
    ensure_card_classes(context.references.values())
    of_kinds = Q(pk__in=CardKind.objects.filter(kind__among=kinds).order_by().values("card"))
    but = build_slugs_condition({answer.game: answer.but for answer in answers})
    return (of_kinds & ~but) | also


def _day(term: Term, context: SearchContext) -> date:
    """Return the date of a term. Raises UnreadableValue if the query has too many dates."""
    day = find_legality_day(term.on if term.on is not None else context.as_of, context, term.span)
    context.days.add(day)
    if len(context.days) > MAX_DAYS:
        raise UnreadableValue(f"a query can use at most {MAX_DAYS} different dates; this one is ignored")
    return day


def changed_on(term: Term, context: SearchContext) -> Q:
    """Cards with a ban that certainly began, or ended, so: `bannedon`, `unbannedon`; `changed`: either, or errata."""
    text = get_written_word(term.value) or ""
    if text in (ANY, NONE, UNKNOWN):
        named = _find_with_bans(context, lambda _, ended: term.field != "unbannedon" or bool(ended))
        return named if text == ANY else ~named
    wanted = find_period(text, context)
    if wanted is None:
        raise UnreadableValue(f"{text[:60]!r} is not a day, month or year; write a day as 2006-05-01")

    def fits(began: Between, ended: Between | None) -> bool:
        days = (began if term.field != "unbannedon" else None, ended if term.field != "bannedon" else None)
        return any(is_certainly(day, term.op, wanted) for day in days if day is not None)

    found = _find_with_bans(context, fits)
    return found | Q(pk__in=errata.since(term.op, wanted, context).values("card")) if term.field == "changed" else found


def _find_with_bans(context: SearchContext, fits: Callable[[Between, Between | None], bool]) -> Q:
    """The cards with a ban of which the days of its beginning and its end fit."""
    found = {
        game: frozenset(slug for slug, began, ended in _bans_of_cards(reference) if fits(began, ended))
        for game, reference in context.references.items()
    }
    return build_slugs_condition(found)


@lru_cache(maxsize=8)
def _bans_of_cards(reference: Reference) -> tuple[tuple[str, Between, Between | None], ...]:
    """Every ban that certainly names a card, with the days of its beginning and its end."""
    bans = {id(ban): ban for fmt in reference.formats.values() for ban in fmt.bans}.values()
    named = ((card, ban) for ban in bans for card in reference.catalog.by_name(ban.card))
    return tuple((card.slug, ban.begins, ban.ends) for card, ban in named if is_named_by_ban(card, ban)[0])


#: Raised when tables are laid out in another way, so that every installation makes them anew.
LAYOUT = 2
BATCH = 1_000
# Neither a join nor an aggregate: it begins every search that asks for legality.
_STANDING = """
    SELECT game_id, data_version, newest_card, (SELECT id FROM cards_card ORDER BY id DESC LIMIT 1)
    FROM search_kindstate
"""
_making = Lock()


def load_legality_tables(reference: Reference, formats: Iterable[Format]) -> list[LegalityTable]:
    """The tables of some formats of a game; no query once this process has them, else one and what making them costs.

    Making one takes some hundredths of a second; it is stored in one more transaction.
    """
    asked = list(formats)
    official = [fmt for fmt in asked if reference.formats.get(fmt.slug) is fmt]
    held = _load_held_tables(reference)
    if any(fmt.slug not in held for fmt in official):
        with _making:
            _fetch(reference, official, held)
    return [held[fmt.slug] if fmt in official else _by_organizer(reference, fmt) for fmt in asked]


def ensure_card_classes(references: Iterable[Reference]) -> None:
    """Write the kinds of the cards of these games where they are missing or of other facts; one query where not."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING)
        standing = {game: (version, then == now) for game, version, then, now in cursor.fetchall()}
    for reference in references:
        if standing.get(reference.game) != (reference.data_version, True):
            _write_kinds(reference)


def make_all(references: Sequence[Reference]) -> None:
    """Make what is missing of the tables of every official format, and the kinds."""
    ensure_card_classes(references)
    for reference in references:
        load_legality_tables(reference, reference.formats.values())


def get_table_version(data_version: str) -> str:
    """What tables of facts of that version are stored under."""
    return f"{LAYOUT}:{data_version}"


def list_outdated_tables() -> QuerySet[LegalityCourses]:
    """The stored tables of facts that aren't those of their game any more. One query when it is made."""
    versions = Game.objects.values_list("pk", "data_version")
    current = [Q(game=game, data_version=get_table_version(version)) for game, version in versions]
    return LegalityCourses.objects.exclude(reduce(or_, current, Q(pk__in=[])))


@lru_cache(maxsize=8)
def _load_held_tables(reference: Reference) -> dict[str, LegalityTable]:
    """The tables of a reference that this process has, by slug."""
    return {}


_by_organizer = lru_cache(maxsize=64)(legality_table.build_legality_table)


def _fetch(reference: Reference, formats: Iterable[Format], held: dict[str, LegalityTable]) -> None:
    """Take in what is stored of a data version beside what is held; make and store those of the formats that aren't."""
    stored = LegalityCourses.objects.filter(game=reference.game, data_version=get_table_version(reference.data_version))
    rows = stored.exclude(format__in=list(held)).values_list("format", "table")
    held.update((slug, legality_table.table_from_dict(table)) for slug, table in rows)
    missing = {fmt.slug: legality_table.build_legality_table(reference, fmt) for fmt in formats if fmt.slug not in held}
    if missing:
        held.update(missing)
        _store(reference, missing)


def _store(reference: Reference, tables: dict[str, LegalityTable]) -> None:
    """Store tables, also where another process has just done so, and sweep those of earlier facts."""
    if is_refusing_writes():
        return
    stated = get_table_version(reference.data_version)
    named = {"game_id": reference.game, "data_version": stated}
    rows = [LegalityCourses(format=slug, table=table.to_dict(), **named) for slug, table in tables.items()]
    with transaction.atomic():
        game = next(iter(lock_games([reference.game])), None)
        if game and game.data_version == reference.data_version:
            LegalityCourses.objects.bulk_create(rows, ignore_conflicts=True)
            LegalityCourses.objects.filter(game=game).exclude(data_version=stated).delete()


def _write_kinds(reference: Reference) -> None:
    """Write the kinds that differ from those that are held, in one transaction; whoever comes second waits for it."""
    kinds = {card.slug: kind for kind, cards in group_by_card_class(reference).items() for card in cards}
    with transaction.atomic():
        game = next(iter(lock_games([reference.game])), None)
        if game is None or game.data_version != reference.data_version:
            return  # newer facts have just come in: whoever asks for those sees to their kinds
        held = dict(CardKind.objects.filter(card__game=game).order_by().values_list("card", "kind"))
        cards = Card.objects.filter(game=game).order_by().values_list("pk", "slug")
        now = {pk: kinds[slug] for pk, slug in cards if slug in kinds}
        rows = [CardKind(card_id=pk, kind=kind) for pk, kind in now.items() if held.get(pk) != kind]
        CardKind.objects.bulk_create(rows, BATCH, update_conflicts=True, unique_fields=["card"], update_fields=["kind"])
        newest = Card.objects.order_by("-pk").values_list("pk", flat=True).first()
        state = {"data_version": game.data_version, "newest_card": newest}
        KindState.objects.update_or_create(game=game, defaults=state)
