"""What becomes otherwise about a format, and on which day: its sets, its bans, its season, its figures of deck
building, the edition of the rules.

What is known only to lie between two days turns twice: once into doubt, once out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

from engine.formats.bans import is_in_force, list_change_days_of_ban
from engine.formats.pools import find_set_timelines, get_pool_on, list_pool_change_days
from engine.formats.set_status import IN, OUT, UNKNOWN, SetStatus, format_days
from engine.model.cards import CardSet
from engine.model.formats import Ban, Format
from engine.model.names import SHOWN_IDENTITY_MARK
from engine.rules.editions import EDITIONS

SET = "set"
BAN = "ban"
SEASON = "season"
EDITION = "edition"
FIGURES = "figures"

IN_FORCE = "in force"
NOT_IN_FORCE = "not in force"
IN_SEASON = "in season"
OUT_OF_SEASON = "out of season"

_DAY = timedelta(days=1)
_FIGURE_NAMES = {
    "deck_min": "minimum deck size",
    "deck_max": "maximum deck size",
    "copies": "copies of a card",
    "sideboard_max": "maximum sideboard size",
    "runes": "runes",
    "battlefields": "battlefields",
    "legends": "legends",
    "champions": "chosen champions",
    "signatures": "maximum signature cards",
}


@dataclass(frozen=True, slots=True)
class FormatChange:
    """One thing about a format that is otherwise on a day than on the day before.

    `kind` is set (`card_set`; before and after are in, out or unknown, `cause` one of `engine.formats.set_status`), ban
    (`ban`; in force, not in force or unknown), season (in season, out of season or unknown), edition
    (`edition`; before and after are editions' slugs) or figures (of deck building: before and after are those that
    change). `said` puts it in a sentence.
    """

    day: date
    kind: str
    before: str
    after: str
    said: str
    cause: str = ""
    card_set: CardSet | None = None
    ban: Ban | None = None


def list_changes_on(fmt: Format, day: date) -> tuple[FormatChange, ...]:
    """What is otherwise about a format on a day than on the day before."""
    return _group_by_day(fmt).get(day, ())


def list_changes(fmt: Format) -> tuple[FormatChange, ...]:
    """Everything that ever becomes otherwise about a format, in the order of the days."""
    return tuple(turn for turns in _group_by_day(fmt).values() for turn in turns)


def list_change_days(fmt: Format) -> tuple[date, ...]:
    """The days on which something about a format becomes otherwise, in order."""
    return tuple(_group_by_day(fmt))


def list_set_change_days(fmt: Format, code: str) -> tuple[date, ...]:
    """The days on which a set of a format gets another status, in order; none for a set that isn't recorded."""
    return tuple(day for day, _ in find_set_timelines(fmt).get(code, ())[1:])


@lru_cache(maxsize=512)
def list_first_set_days(fmt: Format) -> tuple[date, ...]:
    """The days on which a first set comes in, or may have: what a card that is in whatever set there is hangs on."""
    found = []
    before = None
    for day in (date.min, *list_pool_change_days(fmt)):
        statuses = {status.status for status in get_pool_on(fmt, day).sets.values()}
        now = IN if IN in statuses else UNKNOWN if UNKNOWN in statuses else OUT
        if now != before and before is not None:
            found.append(day)
        before = now
    return tuple(found)


@lru_cache(maxsize=512)
def _group_by_day(fmt: Format) -> Mapping[date, tuple[FormatChange, ...]]:
    found: dict[date, list[FormatChange]] = {}
    for turn in (
        *_list_set_changes(fmt),
        *_list_ban_changes(fmt),
        *_list_season_changes(fmt),
        *_list_figure_changes(fmt),
        *_list_edition_changes(fmt),
    ):
        found.setdefault(turn.day, []).append(turn)
    return {day: tuple(found[day]) for day in sorted(found)}


def _list_set_changes(fmt: Format) -> Iterator[FormatChange]:
    for code, course in find_set_timelines(fmt).items():
        card_set = fmt.sets[code]
        for (_, before), (day, after) in pairwise(course):
            if before.status != after.status:
                said = _describe_set_change(fmt, card_set, after)
                yield FormatChange(day, SET, before.status, after.status, said, after.cause, card_set=card_set)


def _describe_set_change(fmt: Format, card_set: CardSet, after: SetStatus) -> str:
    named = f"{card_set.name} ({card_set.code})"
    if after.status == IN:
        return f"{named} enters {fmt.name}"
    if after.status == OUT:
        return f"{named} leaves {fmt.name}: {after.reason}"
    return f"Unknown whether {named} is in {fmt.name}: {after.reason}"


def _list_ban_changes(fmt: Format) -> Iterator[FormatChange]:
    for ban in fmt.bans:
        for day in sorted({each for each in list_change_days_of_ban(ban) if date.min < each < date.max}):
            before, after = get_ban_state(ban, day - _DAY), get_ban_state(ban, day)
            if before != after:
                yield FormatChange(day, BAN, before, after, _describe_ban_change(fmt, ban, before, after), ban=ban)


def get_ban_state(ban: Ban, day: date) -> str:
    """Whether a ban is in force on a day: in force, not in force, or unknown."""
    in_force = is_in_force(ban, day)
    return UNKNOWN if in_force is None else IN_FORCE if in_force else NOT_IN_FORCE


def _describe_ban_change(fmt: Format, ban: Ban, before: str, after: str) -> str:
    """A ban's turn; one in doubt says between which days it began or ended."""
    card = format_banned_title(ban)
    reason = f" ({ban.event})" if ban.event else ""
    if after == IN_FORCE:
        return f"{card} is banned in {fmt.name}{reason}"
    if after == NOT_IN_FORCE:
        return f"{card} is no longer banned in {fmt.name}{reason}"
    if before == NOT_IN_FORCE or ban.ends is None:
        return f"{card} may be banned in {fmt.name}: the ban began {format_days(ban.begins)}{reason}"
    return f"{card} may no longer be banned in {fmt.name}: the ban was lifted {format_days(ban.ends)}{reason}"


def format_banned_title(ban: Ban) -> str:
    """What a ban names, with all that narrows it down: name, identity, versions; type, universe, team, set, numbers."""
    identity = f"{SHOWN_IDENTITY_MARK}{ban.identity}" if ban.identity else ""
    versions = f", {' ○ '.join(ban.versions)}" if ban.versions else ""
    narrower = ", ".join(filter(None, (ban.type, ban.universe, ban.team, ban.set_code, *ban.printings)))
    return f"{ban.card}{identity}{versions}{f' [{narrower}]' if narrower else ''}"


def _list_season_changes(fmt: Format) -> Iterator[FormatChange]:
    changes = {
        each
        for each in (
            *((fmt.starts.earliest, fmt.starts.latest) if fmt.starts else ()),
            *(_next(day) for day in ((fmt.ends.earliest, fmt.ends.latest) if fmt.ends else ())),
        )
        if each is not None and each > date.min  # before the first day there is nothing to turn from
    }
    for day in sorted(changes):
        before, after = _season(fmt, day - _DAY), _season(fmt, day)
        if before != after:
            yield FormatChange(day, SEASON, before, after, _describe_season_change(fmt, before, after))


def _next(day: date) -> date | None:
    return None if day == date.max else day + _DAY


def _season(fmt: Format, day: date) -> str:
    has_begun = fmt.starts.has_come(day) if fmt.starts else True
    if has_begun is False or (fmt.ends and day > fmt.ends.latest):
        return OUT_OF_SEASON
    return UNKNOWN if has_begun is None or (fmt.ends and day > fmt.ends.earliest) else IN_SEASON


def _describe_season_change(fmt: Format, before: str, after: str) -> str:
    if after == IN_SEASON:
        return f"{fmt.name} begins"
    if after == OUT_OF_SEASON:
        return f"{fmt.name} ends"
    return f"{fmt.name} may have {'ended' if before == IN_SEASON else 'begun'}"


def _list_figure_changes(fmt: Format) -> Iterator[FormatChange]:
    for change in fmt.construction_changes:
        held = fmt.construction_on(change.since - _DAY)
        for name, figure in change.figures.items():
            words = _FIGURE_NAMES[name]
            before, after = ("none" if each is None else str(each) for each in (getattr(held, name), figure))
            said = f"{fmt.name}: {words} {after}, before {before}"
            yield FormatChange(change.since, FIGURES, f"{words} {before}", f"{words} {after}", said)


def _list_edition_changes(fmt: Format) -> Iterator[FormatChange]:
    held = EDITIONS[fmt.game]
    for before, after in pairwise(held):
        said = f"rules edition {after.edition} comes into force"
        yield FormatChange(after.in_force_from, EDITION, before.edition, after.edition, said)
