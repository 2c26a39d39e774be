"""What is uncertain about a format on a day, each as the one fact that would settle it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from engine.formats.bans import is_in_force
from engine.formats.changes import format_banned_title
from engine.formats.pools import get_pool_on
from engine.formats.rotation import list_competing_sets
from engine.formats.set_status import PERHAPS_ROTATED, format_days
from engine.model.cards import CardSet
from engine.model.formats import Ban, Format

LEGAL_DAY = "legal day"
ORDER = "order"
OFFICIAL = "official"
GOES_WITH = "goes with"
BRAND = "brand"
VOLUME = "volume"
YEAR = "year"
SETS_STATED = "sets stated"
SETS_CHOSEN = "sets chosen"
SETS_RECORDED = "sets recorded"
BAN_BEGAN = "ban began"
BAN_ENDED = "ban ended"
SEASON_BEGAN = "season began"
SEASON_ENDED = "season ended"

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A fact that isn't recorded, and what hangs on it.

    `kind` is one of the words above. `about` are the codes of the sets that the fact is about, `ban` the ban; `known`
    is what is recorded of it. `sets` are the codes of the sets that may be in or not because of it.
    """

    kind: str
    fact: str
    known: str = ""
    about: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    ban: Ban | None = None


def list_open_questions(fmt: Format, as_of: date) -> tuple[OpenQuestion, ...]:
    """What would settle all that is uncertain about a format's sets, bans and season on a day, each fact once."""
    found: dict[tuple[str, str], OpenQuestion] = {}
    for asked in (
        *_list_set_questions(fmt, as_of),
        *_list_ban_questions(fmt, as_of),
        *_list_season_questions(fmt, as_of),
    ):
        key = (asked.kind, asked.fact)
        held = found.get(key, asked)
        found[key] = replace(held, sets=tuple(dict.fromkeys((*held.sets, *asked.sets))))
    return tuple(found.values())


def _list_set_questions(fmt: Format, as_of: date) -> Iterator[OpenQuestion]:
    pool = get_pool_on(fmt, as_of)
    uncertain = pool.uncertain
    if pool.unrecorded:
        fact = f"which sets were released in {' and '.join(map(str, pool.unrecorded))}"
        yield OpenQuestion(SETS_RECORDED, fact, "no sets recorded for these years")
    if fmt.pool.is_inferred and uncertain:
        yield OpenQuestion(SETS_STATED, f"which sets {fmt.name} had", "no source says", sets=uncertain)
    elif fmt.pool.kind == "chosen" and uncertain:
        yield OpenQuestion(SETS_CHOSEN, f"which sets were chosen for {fmt.name}", "it differs by event", sets=uncertain)
    for code in uncertain:
        for asked in _list_questions_of_set(fmt, fmt.sets[code], as_of):
            yield replace(asked, sets=(code,))


def _list_questions_of_set(fmt: Format, card_set: CardSet, as_of: date) -> Iterator[OpenQuestion]:
    """What has to be known of a set, and of those it depends on, to tell whether it is in."""
    if card_set.legal.has_come(as_of) is None:
        yield _ask_legal_day(card_set)
    if fmt.pool.is_inferred or fmt.pool.kind == "chosen" or card_set.code in fmt.pool.also:
        return
    if fmt.pool.kind == "rotation":
        yield from _list_rotation_questions(fmt, card_set, as_of)
        return
    yield from _list_official_questions(fmt, card_set)
    if fmt.pool.kind == "volume" and not card_set.volume:
        yield OpenQuestion(VOLUME, f"which volume {_name_set(card_set)} belongs to", "not recorded", (card_set.code,))
    if get_pool_on(fmt, as_of).sets[card_set.code].cause == PERHAPS_ROTATED:
        known = f"it was released {format_days(card_set.released)}"
        yield OpenQuestion(YEAR, f"the year {_name_set(card_set)} was released", known, (card_set.code,))


def _list_rotation_questions(fmt: Format, card_set: CardSet, as_of: date) -> Iterator[OpenQuestion]:
    """An expansion hangs on itself and on those that may have pushed it out, anything else on what it goes with."""
    if card_set.kind == "expansion" and not card_set.follows:
        yield from _list_official_questions(fmt, card_set)
        if not card_set.brand:
            yield OpenQuestion(BRAND, f"the brand of {_name_set(card_set)}", "not recorded", (card_set.code,))
        elif get_pool_on(fmt, as_of).sets[card_set.code].cause == PERHAPS_ROTATED:
            yield from _list_rival_questions(fmt, card_set, as_of)
        return
    leader = fmt.sets.get(card_set.follows or "")
    if leader is None or leader.follows or leader.kind != "expansion":
        yield OpenQuestion(GOES_WITH, f"which set {_name_set(card_set)} goes with", "not recorded", (card_set.code,))
    elif leader.code in get_pool_on(fmt, as_of).uncertain:
        yield from _list_questions_of_set(fmt, leader, as_of)


def _list_rival_questions(fmt: Format, card_set: CardSet, as_of: date) -> Iterator[OpenQuestion]:
    """The later sets of its brand of which it isn't established that they had pushed it out by then."""
    for other in list_competing_sets(fmt, card_set):
        is_perhaps_later = other.legal.latest >= card_set.legal.earliest and other.legal.earliest <= as_of
        if other is card_set or not is_perhaps_later:
            continue
        yield from _list_official_questions(fmt, other)
        if other.legal.has_come(as_of) is None:
            yield _ask_legal_day(other)
        if other.legal.earliest <= card_set.legal.latest:
            known = f"{card_set.code} {format_days(card_set.legal)}, {other.code} {format_days(other.legal)}"
            first, second = sorted((_name_set(card_set), _name_set(other)))
            about = (card_set.code, other.code)
            yield OpenQuestion(ORDER, f"which became legal first, {first} or {second}", known, about)


def _list_official_questions(fmt: Format, card_set: CardSet) -> Iterator[OpenQuestion]:
    if card_set.official == "doubtful" and card_set.code not in fmt.pool.sets:
        yield OpenQuestion(OFFICIAL, f"whether {_name_set(card_set)} was an official set", "doubtful", (card_set.code,))


def _ask_legal_day(card_set: CardSet) -> OpenQuestion:
    fact = f"the day {_name_set(card_set)} became legal"
    return OpenQuestion(LEGAL_DAY, fact, f"{format_days(card_set.legal)}, its release date", (card_set.code,))


def _name_set(card_set: CardSet) -> str:
    return f"{card_set.name} ({card_set.code})"


def _list_ban_questions(fmt: Format, as_of: date) -> Iterator[OpenQuestion]:
    for ban in fmt.bans:
        if is_in_force(ban, as_of) is None:
            event = f"; depends on {ban.event}" if ban.event else ""
            if ban.begins.has_come(as_of) is None:
                fact = f"the day the ban of {format_banned_title(ban)} began"
                yield OpenQuestion(BAN_BEGAN, fact, f"{format_days(ban.begins)}{event}", ban=ban)
            if ban.ends and ban.ends.has_come(as_of) is None:
                fact = f"the day the ban of {format_banned_title(ban)} was lifted"
                yield OpenQuestion(BAN_ENDED, fact, format_days(ban.ends), ban=ban)


def _list_season_questions(fmt: Format, as_of: date) -> Iterator[OpenQuestion]:
    if fmt.starts and fmt.starts.has_come(as_of) is None:
        yield OpenQuestion(SEASON_BEGAN, f"the day {fmt.name} began", format_days(fmt.starts))
    if fmt.ends and fmt.ends.earliest < as_of <= fmt.ends.latest and fmt.ends.latest < date.max:
        yield OpenQuestion(SEASON_ENDED, f"the last day of {fmt.name}", format_days(fmt.ends))
