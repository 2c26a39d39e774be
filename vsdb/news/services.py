"""What changed, put together for a page, a feed and the API."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.catalog.formats.lookup import find_game
from vsdb.core.words import day
from vsdb.news import recording, selectors
from vsdb.news.feeds import MOST_ENTRIES, Entry, Feed
from vsdb.news.grouping import Wave, waves
from vsdb.news.messages import GROUPS, Told, tell
from vsdb.news.models import Change

_A_PAGE = 50
_MOST_COMING = 25


@dataclass(frozen=True, slots=True)
class Asked:
    """What a list of changes is narrowed to; empty words narrow nothing."""

    game: str = ""
    group: str = ""

    def words(self, **changes: str) -> str:
        """The end of an address that asks for it, with words changed."""
        words = {"game": self.game, "kind": self.group, **changes}
        said = urlencode({name: value for name, value in words.items() if value})
        return f"?{said}" if said else ""

    @property
    def in_words(self) -> str:
        """What it is narrowed to, as the end of a title."""
        parts = (GAMES.get(self.game, ""), GROUPS[self.group][0].lower() if self.group else "")
        return ", ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """A page of changes: what is coming stands before the first."""

    asked: Asked
    page: Page[Change]
    rows: list[Wave]
    coming: list[Wave]
    more_coming: int


def asked_for(game: str = "", kind: str = "") -> Asked:
    """What an address asks for. Raises NotFound for a game and InputError for a kind that there isn't."""
    group = kind.strip().lower()
    if group and group not in GROUPS:
        raise InputError(f"{kind[:40]!r}; the kinds are {', '.join(GROUPS)}", place="kind", code="no-such-kind")
    return Asked(find_game(game) if game.strip() else "", group)


def changes_page(asked: Asked, number: str | None = None) -> ChangesPage:
    """A page of what changed; five queries."""
    recording.catch_up()
    now = timezone.now()
    found = selectors.changes(game=asked.game, group=asked.group)
    page = Paginator(selectors.so_far(found, now), _A_PAGE).get_page(number)
    ahead = selectors.coming(found, now)
    coming = list(ahead[:_MOST_COMING]) if page.number == 1 else []
    more = ahead.count() - len(coming) if len(coming) == _MOST_COMING else 0
    return ChangesPage(asked, page, waves(_told(page, now)), waves(_told(coming, now)), more)


def changes_feed(asked: Asked, root: str, place: str) -> Feed:
    """The newest changes as a feed; three queries."""
    recording.catch_up()
    now = timezone.now()
    rows = selectors.latest_news(selectors.changes(game=asked.game, group=asked.group), now, MOST_ENTRIES)
    narrowed = f": {asked.in_words}" if asked.in_words else ""
    return Feed(
        name=f"changes{asked.words()}",
        title=f"vsdb, what changed{narrowed}",
        about="Sets, bans, rotation, errata, rulings and formats, with the days on which they count.",
        root=root,
        page=reverse("changes:index") + asked.words(),
        place=place,
        entries=[_entry(each) for each in _told(rows, now)],
    )


def _told(rows: Iterable[Change], now: datetime) -> list[Told]:
    return [tell(each, now) for each in rows]


def _entry(each: Told) -> Entry:
    change = each.change
    learned = "" if change.is_initial else f" Recorded here on {day(change.recorded.date())}."
    published = each.updated if change.is_initial and not change.revised else min(each.updated, change.recorded)
    return Entry(
        name=f"changes/{change.game_id}/{change.kind}/{change.key}",
        title=f"{each.title} ({GAMES[change.game_id]})",
        text=each.text + learned,
        href=each.href,
        published=published,
        updated=each.updated,
        tags=(GAMES[change.game_id], each.group_name),
    )
