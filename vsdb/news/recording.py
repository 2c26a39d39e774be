"""The list of changes brought in line with the facts: what is new, what is said otherwise, what is gone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.db import transaction
from django.utils import timezone

from engine.model.cards import GAMES, Between
from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.news import selectors
from vsdb.news.facts import Fact, facts_of
from vsdb.news.models import Change, LookedAt

#: Where what has no day stands: before everything that has one.
_UNDATED = datetime(1900, 1, 1, tzinfo=UTC)
_COLUMNS = ("earliest", "latest", "facts", "revised", "before", "withdrawn", "at", "touched")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a look at the facts of a game brought."""

    game: str
    new: int = 0
    revised: int = 0
    withdrawn: int = 0
    is_first: bool = False


def record(games: Iterable[str] = GAMES) -> list[Recorded]:
    """Record what has changed in the facts of games since they were last looked at; a game without facts is left out.

    A game whose facts are those of the last time costs three queries; each game is a transaction of its own.
    """
    found = []
    for game in games:
        try:
            found.append(_record(game))
        except NotFound:
            continue
    return found


def catch_up() -> None:
    """Record what nobody has recorded yet, where facts came in without anybody being told; one query if nothing did."""
    games = selectors.behind()
    if games:
        record(games)


@transaction.atomic
def _record(game: str) -> Recorded:
    cards.data_version(game)
    LookedAt.objects.get_or_create(game_id=game)
    last = LookedAt.objects.select_for_update().get(game=game)
    version = selectors.rests_on(game)
    if last.data_version == version or not selectors.sees_what_is_stored([game]):
        return Recorded(game)
    reference = cards.reference(game)
    is_first = not last.data_version
    told = store(game, facts_of(reference), timezone.now(), is_first=is_first)
    last.data_version = version
    last.save(update_fields=("data_version",))
    return told


def store(game: str, facts: Iterable[Fact], now: datetime, *, is_first: bool) -> Recorded:
    """Bring the rows of a game in line with these facts, as they are learned at a moment; three queries."""
    held = {(each.kind, each.key): each for each in Change.objects.filter(game=game)}
    new, changed = [], []
    revised = 0
    for fact in facts:
        row = held.pop((fact.kind, fact.key), None)
        if row is None:
            new.append(_new(game, fact, now, is_initial=is_first))
        elif _is_brought_up(row, fact, now):
            changed.append(row)
            revised += row.revised == now
    gone = [row for row in held.values() if row.withdrawn is None]
    for row in gone:
        row.withdrawn = row.at = row.touched = now
    Change.objects.bulk_create(new, batch_size=500)
    Change.objects.bulk_update([*changed, *gone], _COLUMNS, batch_size=200)
    return Recorded(game, len(new), revised, len(gone), is_first)


def _new(game: str, fact: Fact, now: datetime, *, is_initial: bool) -> Change:
    day = _moment(fact.days)
    earliest, latest = _both(fact.days)
    return Change(
        game_id=game,
        kind=fact.kind,
        key=fact.key,
        earliest=earliest,
        latest=latest,
        facts=fact.facts,
        recorded=now,
        is_initial=is_initial,
        at=day if is_initial else max(now, day),
        touched=now,
    )


def _is_brought_up(row: Change, fact: Fact, now: datetime) -> bool:
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
        row.before = [_iso(day) for day in was] if days != was else None
        row.at = max(now, _moment(fact.days))
    return True


def _both(days: Between | None) -> tuple[date | None, date | None]:
    return (days.earliest, days.latest) if days else (None, None)


def _moment(days: Between | None) -> datetime:
    """When a day begins; of one that lies between two the first."""
    return datetime.combine(days.earliest, time(), UTC) if days else _UNDATED


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
