"""The pages of formats, and a format over time as a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.formats.changes import BAN, IN_FORCE, NOT_IN_FORCE, SET, Turn, turns_of, turns_on
from engine.formats.legality import is_in_season
from engine.formats.set_status import IN, OUT
from engine.model.cards import GAMES, CardSet
from engine.model.formats import Format
from engine.rules.team_play import team_of
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.filters import list_address, term
from vsdb.catalog.formats.lookup import find_format
from vsdb.catalog.formats.messages import asks, begins_with, pool_in_words
from vsdb.catalog.formats.services import explain
from vsdb.core.requests import asked_day, lead_on
from vsdb.core.timeline_charts import Axis, axis_of, percent
from vsdb.core.words import counted, day


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The formats of every game on a day."""
    return _list(request, tuple(GAMES))


@require_safe
def format_list(request: HttpRequest, game: str) -> HttpResponse:
    """The formats of a game on a day."""
    return _list(request, (game,))


def _list(request: HttpRequest, games: tuple[str, ...]) -> HttpResponse:
    asked = asked_day(request)
    rows = [
        (
            game,
            [
                (fmt, pool_in_words(fmt), is_in_season(fmt, asked.on))
                for fmt in selectors.reference(game).formats.values()
            ],
        )
        for game in games
    ]
    context = {"games": rows, "asked": asked, "game": games[0] if len(games) == 1 else ""}
    return render(request, "formats/list.html", context, status=asked.status)


@require_safe
def format_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A format on a day: its sets and why, its bans, what changed, what is uncertain, and what it asks."""
    reference = selectors.reference(game)
    fmt = find_format(reference, slug)
    if fmt.slug not in (slug, f"{slug}@{fmt.slug.partition('@')[2]}"):
        return lead_on(request, "formats:format", game, fmt.slug)
    asked = asked_day(request)
    found = explain(fmt, asked.on, reference)
    context = {
        "game": game,
        "fmt": fmt,
        "asked": asked,
        "found": found,
        "day": found.day,
        "calendar": [(day, in_short(turns_on(fmt, day))) for day in found.turning],
        "timeline": timeline(fmt, asked.on),
        "pool": pool_in_words(fmt),
        "asks": asks(fmt),
        "begins_with": begins_with(fmt),
        "is_for_teams": team_of(fmt) is not None,
        "address": list_address(game, f"{term('legal', fmt.slug)}@{asked.on}"),
    }
    return render(request, "formats/format.html", context, status=asked.status)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time in which a set was in, or may have been; `until` is the last day, None where it is still so."""

    is_sure: bool
    since: date
    until: date | None
    x: str
    width: str

    @property
    def words(self) -> str:
        """The stretch in words."""
        said = f"{'in' if self.is_sure else 'perhaps in'} from {day(self.since)}"
        return f"{said} to {day(self.until)}" if self.until else f"{said} on"


@dataclass(frozen=True, slots=True)
class SetRow:
    """A set with the times in which it was in."""

    card_set: CardSet
    stretches: tuple[Stretch, ...]

    @property
    def words(self) -> str:
        """Its times in words."""
        return "; ".join(each.words for each in self.stretches)


@dataclass(frozen=True, slots=True)
class BanMark:
    """A day on which bans began or ended, or may have."""

    day: date
    x: str
    words: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """A format from before its first change to after its last; `asked` is where the day that is looked at stands."""

    axis: Axis
    rows: tuple[SetRow, ...]
    bans: tuple[BanMark, ...]
    asked: str | None


def timeline(fmt: Format, on: date) -> Timeline | None:
    """A format's sets and bans from its first change to a year after its last; None where nothing ever changes."""
    turns = [turn for turn in turns_of(fmt) if turn.kind in (SET, BAN)]
    if not turns:
        return None
    axis = axis_of((turn.day for turn in turns), turns[0].day, turns[0].day)
    rows = [SetRow(card_set, tuple(_stretches(turns, card_set, axis))) for card_set in fmt.sets.values()]
    return Timeline(
        axis,
        tuple(sorted((row for row in rows if row.stretches), key=lambda row: row.stretches[0].since)),
        tuple(_bans(turns, axis)),
        percent(axis.at(on)) if axis.first <= on <= axis.last else None,
    )


def _stretches(turns: Iterable[Turn], card_set: CardSet, axis: Axis) -> Iterator[Stretch]:
    own = [turn for turn in turns if turn.card_set is card_set]
    for turn, following in zip_longest(own, own[1:]):
        if turn.after != OUT:
            start = axis.at(turn.day)
            end = axis.at(following.day) if following else 100.0
            until = following.day - timedelta(days=1) if following else None
            yield Stretch(turn.after == IN, turn.day, until, percent(start), percent(max(end - start, 0.4)))


def _bans(turns: Iterable[Turn], axis: Axis) -> Iterator[BanMark]:
    by_day: dict[date, list[Turn]] = {}
    for turn in turns:
        if turn.kind == BAN:
            by_day.setdefault(turn.day, []).append(turn)
    for when, found in by_day.items():
        yield BanMark(when, percent(axis.at(when)), f"{day(when)}: {', '.join(_bans_in_words(found))}")


def in_short(turns: Sequence[Turn]) -> str:
    """What becomes otherwise on a day in a few words: in MTU; perhaps out MMK; one ban in force."""
    sets: dict[str, list[str]] = {}
    for turn in turns:
        if turn.kind == SET and turn.card_set:
            after = {IN: "in", OUT: "out"}.get(turn.after, "perhaps in" if turn.before == OUT else "perhaps out")
            sets.setdefault(after, []).append(turn.card_set.code)
    said = [f"{after} {' '.join(codes)}" for after, codes in sets.items()]
    said += _bans_in_words([turn for turn in turns if turn.kind == BAN])
    said += [turn.said for turn in turns if turn.kind not in (SET, BAN)]
    return "; ".join(said)


def _bans_in_words(turns: Sequence[Turn]) -> list[str]:
    states = [turn.after for turn in turns]
    began, ended = states.count(IN_FORCE), states.count(NOT_IN_FORCE)
    unsure = len(states) - began - ended
    parts = ((began, "in force"), (ended, "over"), (unsure, "in doubt"))
    return [f"{counted(count, 'ban')} {words}" for count, words in parts if count]
