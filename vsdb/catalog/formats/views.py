"""The pages of formats, and a format over time as a drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby, zip_longest
from operator import attrgetter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.formats.changes import (
    BAN,
    IN_FORCE,
    NOT_IN_FORCE,
    SET,
    FormatChange,
    get_ban_state,
    list_changes,
    list_changes_on,
)
from engine.formats.legality import is_in_season
from engine.formats.names import is_main_format
from engine.formats.set_status import IN, OUT, UNKNOWN
from engine.model.cards import GAMES, CardSet
from engine.model.formats import Format
from engine.rules.team_play import find_team_rules
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.catalog.formats.lookup import find_format
from vsdb.catalog.formats.messages import describe_pool, describe_requirements, describe_start
from vsdb.catalog.formats.services import explain
from vsdb.core.charts import TimeAxis, build_axis, format_percent
from vsdb.core.requests import read_requested_day, redirect_to_own_address
from vsdb.core.words import format_day, quantity


@dataclass(frozen=True, slots=True)
class FormatRow:
    """A format on a day: its card pool in words, whether it is in season, and its bans in force and uncertain."""

    fmt: Format
    pool: str
    is_in_season: bool
    bans: int
    uncertain_bans: int


@require_safe
def format_list(request: HttpRequest, game: str = "") -> HttpResponse:
    """The formats of a game, or of every one, on a day."""
    games, asked = (game,) if game else tuple(GAMES), read_requested_day(request)
    of_games = ((game, selectors.get_reference(game).formats.values()) for game in games)
    parts = [(game, _split_formats(held, asked.on)) for game, held in of_games]
    context = {"games": parts, "asked": asked, "game": game}
    return render(request, "catalog/formats/list.html", context, status=asked.status)


def _split_formats(formats: Iterable[Format], on: date) -> tuple[list[FormatRow], list[FormatRow]]:
    """Return the main formats of a day, and the others."""
    parts: tuple[list[FormatRow], list[FormatRow]] = ([], [])
    for fmt in formats:
        states = [get_ban_state(ban, on) for ban in fmt.bans]
        bans, uncertain = states.count(IN_FORCE), states.count(UNKNOWN)
        row = FormatRow(fmt, describe_pool(fmt), is_in_season(fmt, on), bans, uncertain)
        parts[not is_main_format(fmt, on)].append(row)
    return parts


@require_safe
def format_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A format on a day: its sets and why, its bans, what changed, what is uncertain, and what it asks."""
    reference = selectors.get_reference(game)
    fmt = find_format(reference, slug)
    if fmt.slug not in (slug, f"{slug}@{fmt.slug.partition('@')[2]}"):
        return redirect_to_own_address(request, "formats:format", game, fmt.slug)
    asked = read_requested_day(request)
    found = explain(fmt, asked.on, reference)
    context = {
        "game": game,
        "fmt": fmt,
        "asked": asked,
        "found": found,
        "day": found.day,
        "calendar": [(day, summarize_changes(list_changes_on(fmt, day))) for day in found.turning],
        "timeline": build_format_timeline(fmt, asked.on),
        "pool": describe_pool(fmt),
        "asks": describe_requirements(fmt, asked.on),
        "begins_with": describe_start(fmt),
        "is_for_teams": find_team_rules(fmt) is not None,
        "address": list_address(game, f"{write_term('legal', fmt.slug)}@{asked.on}"),
    }
    return render(request, "catalog/formats/format.html", context, status=asked.status)


@dataclass(frozen=True, slots=True)
class SetStretch:
    """A time in which a set was in, or may have been, in words and as a bar."""

    is_sure: bool
    since: date
    words: str
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class FormatTimeline:
    """A format from before its first change to after its last; `asked` is where the day that is looked at stands.

    `rows` are the sets, each with its times in words and in order; `bans` where bans began or ended, or may have, with
    that in words.
    """

    axis: TimeAxis
    rows: tuple[tuple[CardSet, str, tuple[SetStretch, ...]], ...]
    bans: tuple[tuple[str, str], ...]
    asked: str | None


def build_format_timeline(fmt: Format, on: date) -> FormatTimeline | None:
    """A format's sets and bans from its first change to a year after its last; None where nothing ever changes."""
    turns = [turn for turn in list_changes(fmt) if turn.kind in (SET, BAN)]
    if not turns:
        return None
    axis = build_axis((turn.day for turn in turns), turns[0].day, turns[0].day)
    of_set: dict[CardSet | None, list[FormatChange]] = defaultdict(list)
    for turn in turns:
        of_set[turn.card_set].append(turn)
    held = ((card_set, tuple(_stretches(of_set.get(card_set, ()), axis))) for card_set in fmt.sets.values())
    rows = [(card_set, "; ".join(each.words for each in times), times) for card_set, times in held if times]
    rows.sort(key=lambda row: row[2][0].since)
    asked = format_percent(axis.at(on)) if axis.first <= on <= axis.last else None
    return FormatTimeline(axis, tuple(rows), tuple(_bans(turns, axis)), asked)


def _stretches(turns: Sequence[FormatChange], axis: TimeAxis) -> Iterator[SetStretch]:
    for turn, following in zip_longest(turns, turns[1:]):
        if turn.after != OUT:
            start, end = axis.at(turn.day), axis.at(following.day) if following else 100.0
            until = f"to {format_day(following.day - timedelta(days=1))}" if following else "on"
            words = f"{'in' if turn.after == IN else 'uncertain'} from {format_day(turn.day)} {until}"
            x, width = format_percent(start), format_percent(max(end - start, 0.4))
            yield SetStretch(turn.after == IN, turn.day, words, x, width)


def _bans(turns: Iterable[FormatChange], axis: TimeAxis) -> Iterator[tuple[str, str]]:
    for when, found in groupby((turn for turn in turns if turn.kind == BAN), key=attrgetter("day")):
        yield format_percent(axis.at(when)), f"{format_day(when)}: {', '.join(_bans_in_words([*found]))}"


def summarize_changes(turns: Sequence[FormatChange]) -> str:
    """What becomes otherwise on a day in a few words: in MTU; perhaps out MMK; one ban in force."""
    sets: dict[str, list[str]] = defaultdict(list)
    for turn in turns:
        if turn.kind == SET and turn.card_set:
            after = {IN: "in", OUT: "out"}.get(turn.after, "uncertain")
            sets[after].append(turn.card_set.code)
    said = [f"{after} {' '.join(codes)}" for after, codes in sets.items()]
    said += _bans_in_words([turn for turn in turns if turn.kind == BAN])
    said += [turn.said for turn in turns if turn.kind not in (SET, BAN)]
    return "; ".join(said)


def _bans_in_words(turns: Sequence[FormatChange]) -> list[str]:
    states = [turn.after for turn in turns]
    began, ended = states.count(IN_FORCE), states.count(NOT_IN_FORCE)
    unsure = len(states) - began - ended
    parts = ((began, "in force"), (ended, "over"), (unsure, "uncertain"))
    return [f"{quantity(count, 'ban')} {words}" for count, words in parts if count]
