"""The dated facts of a game, and the list of changes in line with them: what is new, said otherwise, or gone."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine.formats.bans import is_named_by_ban
from engine.formats.pools import get_pool_on
from engine.model.cards import GAMES, Between
from engine.model.errors import NotFound
from engine.model.formats import Ban, Format
from engine.model.reference import Reference
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.rules.models import Document
from vsdb.catalog.wordings.models import ASIDE, Ruling, Source, Wording
from vsdb.core.dates import format_iso
from vsdb.core.read_only import is_refusing_writes
from vsdb.custom_formats.models import OwnFormatVersion
from vsdb.news import selectors
from vsdb.news.models import Change, LookedAt

Kind = Change.Kind
_KEY = 200  #: characters
_NAMED = 12  #: cards that are named of many
_MAX_CARDS = 400  #: slugs of cards that a ban is kept with
#: Where what has no day stands: before everything that has one.
_UNDATED = datetime(1900, 1, 1, tzinfo=UTC)
_COLUMNS = ("earliest", "latest", "facts", "revised", "before", "withdrawn", "at", "touched")


@dataclass(frozen=True, slots=True)
class DatedFact:
    """Something that happened, or will, on a day: its kind, what names it within kind and game, and what is known."""

    kind: str
    key: str
    days: Between | None
    facts: dict[str, Any] = field(default_factory=dict)


def list_dated_facts(reference: Reference) -> list[DatedFact]:
    """Everything dated that is recorded of a game; seven queries, for documents, texts and formats by organizers."""
    parts = (_sets, _rotations, _editions, _bans, _formats, _texts, _rulings, _published)
    return [fact for part in parts for fact in part(reference)]


def _sets(reference: Reference) -> Iterator[DatedFact]:
    for each in reference.sets.values():
        facts = {"code": each.code, "name": each.name, "kind": each.kind, "official": each.official}
        yield DatedFact(Kind.SET_RELEASED, each.code, each.released, facts)
        if each.legal_from and each.legal != each.released:
            yield DatedFact(Kind.SET_LEGAL, each.code, each.legal, facts)


def _rotations(reference: Reference) -> Iterator[DatedFact]:
    """Sets that leave a format while it is played; on the calendar's last day each has left that ever does."""
    for fmt in reference.formats.values():
        if fmt.pool.kind not in ("rotation", "yearly"):
            continue
        for code, status in get_pool_on(fmt, date.max).sets.items():
            if (leaves := status.since) and not _is_outside(leaves, fmt):
                facts = {"code": code, "name": fmt.sets[code].name, "format": fmt.slug, "format_name": fmt.name}
                yield DatedFact(Kind.SET_ROTATED, f"{fmt.slug}/{code}", leaves, facts)


def _editions(reference: Reference) -> Iterator[DatedFact]:
    """The documents of rules whose first day is known; one query."""
    documents = Document.objects.filter(game=reference.game)
    for slug, name, day in documents.values_list("slug", "name", "edition_date"):
        if day:
            yield DatedFact(Kind.EDITION, slug, Between(day, day), {"document": slug, "name": name})


def _is_outside(days: Between, fmt: Format) -> bool:
    is_before = bool(fmt.starts and days.latest <= fmt.starts.earliest)
    return is_before or bool(fmt.ends and days.earliest > fmt.ends.latest)


def _is_while_played(day: date, fmt: Format) -> bool:
    """Whether a day is after a format's first one and not after its last."""
    has_ended = fmt.ends is not None and day > fmt.ends.latest
    return not has_ended and (fmt.starts is None or day > fmt.starts.earliest)


def _bans(reference: Reference) -> Iterator[DatedFact]:
    """Each ban once with its formats.

    One that a format has from its first day, or that began once it was no longer played, is no change of that format.
    """
    held: dict[Ban, list[Format]] = {}
    for fmt in reference.formats.values():
        for ban in fmt.bans:
            held.setdefault(ban, []).append(fmt)
    seen: Counter[str] = Counter()
    for ban, every in sorted(held.items(), key=lambda each: each[0].begins.earliest):
        changed = [fmt for fmt in every if _is_while_played(ban.begins.earliest, fmt)] or every
        name = get_ban_key(ban)
        seen[name] += 1
        key = name if seen[name] == 1 else f"{name}-{seen[name]}"
        facts = _ban_facts(ban, changed, reference)
        yield DatedFact(Kind.BAN_BEGAN, key, ban.begins, facts)
        if ban.ends:
            yield DatedFact(Kind.BAN_ENDED, key, ban.ends, facts)


def get_ban_key(ban: Ban) -> str:
    """What names a ban, whatever its days: the card, and a fingerprint of what narrows it and of its formats."""
    narrowed = (ban.identity, ban.versions, ban.type, ban.set_code, ban.team, ban.universe, ban.printings, ban.formats)
    return f"{ban.card[: _KEY - 30]} {hashlib.sha256(repr(narrowed).encode()).hexdigest()[:12]}"


def _ban_facts(ban: Ban, formats: Iterable[Format], reference: Reference) -> dict[str, Any]:
    cards = [card for card in reference.catalog.by_name(ban.card) if is_named_by_ban(card, ban)[0]]
    limits = {"printings": list(ban.printings), "set": ban.set_code or "", "event": ban.event or ""}
    title, named = cards[0].title if len(cards) == 1 else ban.card, [[fmt.slug, fmt.name] for fmt in formats]
    return {"card": title, "cards": [card.slug for card in cards[:_MAX_CARDS]], "formats": named, **limits}


def _formats(reference: Reference) -> Iterator[DatedFact]:
    for fmt in reference.formats.values():
        facts = {"format": fmt.slug, "name": fmt.name, "kind": fmt.kind}
        yield DatedFact(Kind.FORMAT_BEGAN, fmt.slug, fmt.starts, facts)
        if fmt.ends:
            yield DatedFact(Kind.FORMAT_ENDED, fmt.slug, fmt.ends, facts)


def _texts(reference: Reference) -> Iterator[DatedFact]:
    """Errata by source and day, and what a source gives as the official texts; two queries."""
    sources = {each.pk: each for each in Source.objects.filter(game=reference.game)}
    kinds = (Wording.Kind.ERRATA, Wording.Kind.REFERENCE)
    texts = (
        Wording.objects.exclude(ASIDE).filter(card__game=reference.game, kind__in=kinds).order_by("card__title", "pk")
    )
    columns = ("source", "kind", "effective_earliest", "effective_latest", "card__slug", "card__title")
    found: dict[tuple[int, str, date | None, date | None], dict[str, str]] = {}
    for source, kind, earliest, latest, slug, title in texts.values_list(*columns).iterator():
        found.setdefault((source, kind, earliest, latest), {})[slug] = title
    for (source, kind, earliest, latest), named in found.items():
        days = Between(earliest, latest) if earliest and latest else None
        facts = {**_source(sources[source]), "count": len(named), "cards": [[*each] for each in named.items()][:_NAMED]}
        is_errata = kind == Wording.Kind.ERRATA
        key = f"{sources[source].slug}/{earliest or ''}/{latest or ''}"
        yield DatedFact(Kind.ERRATA if is_errata else Kind.TEXTS, key, days, facts)


def _rulings(reference: Reference) -> Iterator[DatedFact]:
    """How many rulings each source has; two queries."""
    rulings = Ruling.objects.filter(source__game=reference.game).order_by()
    counts = Counter(rulings.values_list("source", flat=True).iterator())
    for each in Source.objects.filter(pk__in=counts):
        first, last = each.published_earliest, each.published_latest
        days = Between(first, last) if first and last else None
        yield DatedFact(Kind.RULINGS, each.slug, days, {**_source(each), "count": counts[each.pk]})


def _published(reference: Reference) -> Iterator[DatedFact]:
    """The versions of formats by organizers that everybody may see; one query."""
    rows = OwnFormatVersion.objects.filter(format__game=reference.game, format__hidden_at=None).select_related("format")
    # What they say may be a hundred kilobytes each.
    for each in rows.only("number", "name", "comment", "published", "format__slug").iterator():
        day = each.published.date()
        facts = {"format": each.format.slug, "name": each.name, "version": each.number, "comment": each.comment}
        yield DatedFact(Kind.FORMAT_PUBLISHED, f"{each.format.slug}@{each.number}", Between(day, day), facts)


def _source(source: Source) -> dict[str, Any]:
    return {"source": source.slug, "source_name": source.name, "authority": source.authority}


@dataclass(frozen=True, slots=True)
class RecordingResult:
    """What a look at the facts of a game brought."""

    game: str
    new: int = 0
    revised: int = 0
    withdrawn: int = 0
    is_first: bool = False


def record(games: Iterable[str] = GAMES) -> list[RecordingResult]:
    """Record what has changed in the facts of games since they were last looked at; a game without facts is left out.

    A game whose facts are those of the last time costs three queries; each game is a transaction of its own.
    """
    found = []
    for game in games:
        with suppress(NotFound):
            found.append(_record(game))
    return found


def catch_up() -> None:
    """Record what nobody has recorded yet, where facts came in without anybody being told; one query if nothing did."""
    if not is_refusing_writes():
        record(selectors.find_games_behind())


@transaction.atomic
def _record(game: str) -> RecordingResult:
    cards.get_data_version(game)
    LookedAt.objects.get_or_create(game_id=game)
    last = LookedAt.objects.select_for_update().get(game=game)
    version = selectors.get_change_basis(game)
    if last.data_version == version or not selectors.is_reference_current([game]):
        return RecordingResult(game)
    reference = cards.get_reference(game)
    is_first = not last.data_version
    told = store_facts(game, list_dated_facts(reference), timezone.now(), is_first=is_first)
    last.data_version = version
    last.save(update_fields=("data_version",))
    return told


def store_facts(game: str, facts: Iterable[DatedFact], now: datetime, *, is_first: bool) -> RecordingResult:
    """Bring the rows of a game in line with these facts, as they are learned at a moment; three queries.

    Editions were recorded before they were told of here: the first ones are no news.
    """
    held = {(each.kind, each.key): each for each in Change.objects.filter(game=game)}
    are_editions_new = is_first or Kind.EDITION not in {kind for kind, _ in held}
    new, changed = [], []
    for fact in facts:
        row = held.pop((fact.kind, fact.key), None)
        if row is None:
            is_initial = are_editions_new if fact.kind == Kind.EDITION else is_first
            new.append(_new(game, fact, now, is_initial=is_initial))
        elif _is_brought_up(row, fact, now):
            changed.append(row)
    revised = sum(row.revised == now for row in changed)
    gone = [row for row in held.values() if row.withdrawn is None]
    for row in gone:
        row.withdrawn = row.at = row.touched = now
    Change.objects.bulk_create(new, batch_size=500)
    Change.objects.bulk_update([*changed, *gone], _COLUMNS, batch_size=200)
    return RecordingResult(game, len(new), revised, len(gone), is_first)


def _new(game: str, fact: DatedFact, now: datetime, *, is_initial: bool) -> Change:
    day = _moment(fact.days)
    new = Change(game_id=game, kind=fact.kind, key=fact.key, facts=fact.facts, is_initial=is_initial)
    new.earliest, new.latest = _both(fact.days)
    new.recorded = new.touched = now
    new.at = day if is_initial else max(now, day)
    return new


def _is_brought_up(row: Change, fact: DatedFact, now: datetime) -> bool:
    """Bring a row in line with its fact; whether anything of it differed. Names may change without being news."""
    days = _both(fact.days)
    was = (row.earliest, row.latest)
    is_news = days != was or fact.facts.get("count") != row.facts.get("count") or row.withdrawn is not None
    if not is_news and fact.facts == row.facts:
        return False
    row.earliest, row.latest = days
    row.facts, row.touched, row.withdrawn = fact.facts, now, None
    if is_news:
        row.revised = now
        row.before = [format_iso(day) for day in was] if days != was else None
        row.at = max(now, _moment(fact.days))
    return True


def _both(days: Between | None) -> tuple[date | None, date | None]:
    return (days.earliest, days.latest) if days else (None, None)


def _moment(days: Between | None) -> datetime:
    """When a day begins; of one that lies between two the first."""
    return datetime.combine(days.earliest, time(), UTC) if days else _UNDATED
