"""What changed, put together for a page, a feed and the API."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils import timezone

from engine.formats.names import find_game
from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.core.words import format_day, quantity
from vsdb.news import recording, selectors
from vsdb.news.feeds import MAX_ENTRIES, Feed, FeedEntry
from vsdb.news.messages import GROUPS, ChangeMessage, describe_change, format_when_of_change, join_formats
from vsdb.news.models import Change

Kind = Change.Kind
_A_PAGE = 50
_MAX_COMING = 25
_TOGETHER = (Kind.BAN_BEGAN, Kind.BAN_ENDED, Kind.SET_ROTATED)


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """What changed together; `members` is empty where it is one change alone, which `first` tells."""

    first: ChangeMessage
    title: str = ""
    text: str = ""
    members: tuple[ChangeMessage, ...] = ()


def group_changes(rows: Iterable[ChangeMessage]) -> list[ChangeGroup]:
    """Neighbours that changed together as one, in their order."""
    return [_wave(list(group)) for _, group in groupby(rows, _together)]


def _together(told: ChangeMessage) -> Hashable:
    """What is the same of changes that are one line; a change of another kind is alone."""
    change = told.change
    if change.kind not in _TOGETHER or told.is_withdrawn or change.before:
        return change.pk
    formats = str(change.facts.get("formats") or change.facts.get("format"))
    days = (change.earliest, change.latest, told.is_news and change.recorded)
    return change.game_id, change.kind, days, formats, change.facts.get("event", "")


def _wave(rows: list[ChangeMessage]) -> ChangeGroup:
    first = rows[0]
    if len(rows) == 1:
        return ChangeGroup(first)
    facts, has_come = first.change.facts, not first.is_upcoming
    if first.change.kind == Kind.SET_ROTATED:
        verb = "left" if has_come else "leave"
        title = f"{quantity(len(rows), 'set').capitalize()} {verb} {facts['format_name']}"
        text = f"They {'rotated' if has_come else 'rotate'} out {format_when_of_change(first.change)}."
    else:
        is_end = first.change.kind == Kind.BAN_ENDED
        verb = ("ended" if has_come else "end") if is_end else ("began" if has_come else "begin")
        what = "no longer banned" if is_end else "banned"
        event = f" They were first applied at {facts['event']}." if facts["event"] and not is_end else ""
        title = f"{quantity(len(rows), 'card').capitalize()} {what} in {join_formats(facts)}"
        text = f"The bans {verb} {format_when_of_change(first.change)}.{event}"
    return ChangeGroup(first, title, text, tuple(rows))


@dataclass(frozen=True, slots=True)
class ChangesRequest:
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


def parse_changes_request(words: Mapping[str, str]) -> ChangesRequest:
    """What an address asks for. Raises NotFound for a game and InputError for a kind that there isn't."""
    game, kind = words.get("game", ""), words.get("kind", "")
    group = kind.strip().lower()
    if group and group not in GROUPS:
        raise InputError(f"{kind[:40]!r}; the kinds are {', '.join(GROUPS)}", place="kind", code="no-such-kind")
    return ChangesRequest(find_game(game) if game.strip() else "", group)


def build_changes_page(asked: ChangesRequest, number: str | None = None) -> dict[str, Any]:
    """A page of what changed, and before the first what is coming; five queries."""
    recording.catch_up()
    now = timezone.now()
    found = selectors.list_changes(game=asked.game, group=asked.group)
    page = Paginator(selectors.filter_past(found, now), _A_PAGE).get_page(number)
    ahead = selectors.filter_coming(found, now)
    coming = list(ahead[:_MAX_COMING]) if page.number == 1 else []
    more = ahead.count() - len(coming) if len(coming) == _MAX_COMING else 0
    return {
        "page": page,
        "rows": group_changes(describe_change(each, now) for each in page),
        "coming": group_changes(describe_change(each, now) for each in coming),
        "more_coming": more,
    }


def build_changes_feed(asked: ChangesRequest, root: str, place: str) -> Feed:
    """The newest changes as a feed; three queries."""
    recording.catch_up()
    now = timezone.now()
    rows = selectors.list_latest_news(selectors.list_changes(game=asked.game, group=asked.group), now, MAX_ENTRIES)
    narrowed = f": {asked.in_words}" if asked.in_words else ""
    words, title = asked.words(), f"vsdb: Changes{narrowed}"
    about = "Sets, bans, rotation, errata, rulings and formats, with the dates from which they apply."
    name, page = f"changes{words}", reverse("changes:index") + words
    return Feed(name, title, about, root, page, place, [_entry(describe_change(each, now)) for each in rows])


def _entry(each: ChangeMessage) -> FeedEntry:
    change = each.change
    learned = "" if change.is_initial else f" Added here on {format_day(change.recorded.date())}."
    published = each.updated if change.is_initial and not change.revised else min(each.updated, change.recorded)
    game, name = GAMES[change.game_id], f"changes/{change.game_id}/{change.kind}/{change.key}"
    title, tags = f"{each.title} ({game})", (game, each.group_name)
    return FeedEntry(name, title, each.text + learned, each.href, published, each.updated, tags)
