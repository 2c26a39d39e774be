"""What is uncertain about a format on a day, each as the one fact that would settle it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from engine.formats.bans import is_in_force
from engine.formats.changes import banned_title
from engine.formats.pools import pool_on
from engine.formats.rotation import rivals
from engine.formats.set_status import PERHAPS_ROTATED, days
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
class Question:
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


def questions_on(fmt: Format, as_of: date) -> tuple[Question, ...]:
    """What would settle all that is uncertain about a format's sets, bans and season on a day, each fact once."""
    found: dict[tuple[str, str], Question] = {}
    for asked in (*_of_sets(fmt, as_of), *_of_bans(fmt, as_of), *_of_season(fmt, as_of)):
        key = (asked.kind, asked.fact)
        held = found.get(key, asked)
        found[key] = replace(held, sets=tuple(dict.fromkeys((*held.sets, *asked.sets))))
    return tuple(found.values())


def _of_sets(fmt: Format, as_of: date) -> Iterator[Question]:
    pool = pool_on(fmt, as_of)
    uncertain = pool.uncertain
    if pool.unrecorded:
        fact = f"which sets came out in {' and '.join(map(str, pool.unrecorded))}"
        yield Question(SETS_RECORDED, fact, "no set of these years is recorded")
    if fmt.pool.is_inferred and uncertain:
        yield Question(SETS_STATED, f"which sets {fmt.name} had", "no source states it", sets=uncertain)
    elif fmt.pool.kind == "chosen" and uncertain:
        yield Question(SETS_CHOSEN, f"which sets were chosen for {fmt.name}", "it differs by event", sets=uncertain)
    for code in uncertain:
        for asked in _of_set(fmt, fmt.sets[code], as_of):
            yield replace(asked, sets=(code,))


def _of_set(fmt: Format, card_set: CardSet, as_of: date) -> Iterator[Question]:
    """What has to be known of a set, and of those it depends on, to tell whether it is in."""
    if card_set.legal.has_come(as_of) is None:
        yield _legal_day(card_set)
    if fmt.pool.is_inferred or fmt.pool.kind == "chosen" or card_set.code in fmt.pool.also:
        return
    if fmt.pool.kind == "rotation":
        yield from _of_rotating(fmt, card_set, as_of)
        return
    yield from _official(fmt, card_set)
    if fmt.pool.kind == "volume" and not card_set.volume:
        yield Question(VOLUME, f"which volume {_named(card_set)} belongs to", "not recorded", (card_set.code,))
    if pool_on(fmt, as_of).sets[card_set.code].cause == PERHAPS_ROTATED:
        known = f"it came out {days(card_set.released)}"
        yield Question(YEAR, f"the year in which {_named(card_set)} came out", known, (card_set.code,))


def _of_rotating(fmt: Format, card_set: CardSet, as_of: date) -> Iterator[Question]:
    """An expansion hangs on itself and on those that may have pushed it out, anything else on what it goes with."""
    if card_set.kind == "expansion" and not card_set.follows:
        yield from _official(fmt, card_set)
        if not card_set.brand:
            yield Question(BRAND, f"the brand of {_named(card_set)}", "not recorded", (card_set.code,))
        elif pool_on(fmt, as_of).sets[card_set.code].cause == PERHAPS_ROTATED:
            yield from _of_rivals(fmt, card_set, as_of)
        return
    leader = fmt.sets.get(card_set.follows or "")
    if leader is None or leader.follows or leader.kind != "expansion":
        yield Question(GOES_WITH, f"which set {_named(card_set)} goes with", "not recorded", (card_set.code,))
    elif leader.code in pool_on(fmt, as_of).uncertain:
        yield from _of_set(fmt, leader, as_of)


def _of_rivals(fmt: Format, card_set: CardSet, as_of: date) -> Iterator[Question]:
    """The later sets of its brand of which it isn't established that they had pushed it out by then."""
    for other in rivals(fmt, card_set):
        is_perhaps_later = other.legal.latest >= card_set.legal.earliest and other.legal.earliest <= as_of
        if other is card_set or not is_perhaps_later:
            continue
        yield from _official(fmt, other)
        if other.legal.has_come(as_of) is None:
            yield _legal_day(other)
        if other.legal.earliest <= card_set.legal.latest:
            known = f"{card_set.code} {days(card_set.legal)}, {other.code} {days(other.legal)}"
            first, second = sorted((_named(card_set), _named(other)))
            about = (card_set.code, other.code)
            yield Question(ORDER, f"which became legal first, {first} or {second}", known, about)


def _official(fmt: Format, card_set: CardSet) -> Iterator[Question]:
    if card_set.official == "doubtful" and card_set.code not in fmt.pool.sets:
        yield Question(OFFICIAL, f"whether {_named(card_set)} was an official set", "it is doubtful", (card_set.code,))


def _legal_day(card_set: CardSet) -> Question:
    fact = f"the day on which {_named(card_set)} became legal"
    return Question(LEGAL_DAY, fact, f"{days(card_set.legal)}, its release", (card_set.code,))


def _named(card_set: CardSet) -> str:
    return f"{card_set.name} ({card_set.code})"


def _of_bans(fmt: Format, as_of: date) -> Iterator[Question]:
    for ban in fmt.bans:
        if is_in_force(ban, as_of) is None:
            event = f"; it rests on {ban.event}" if ban.event else ""
            if ban.begins.has_come(as_of) is None:
                fact = f"the day on which the ban of {banned_title(ban)} began"
                yield Question(BAN_BEGAN, fact, f"{days(ban.begins)}{event}", ban=ban)
            if ban.ends and ban.ends.has_come(as_of) is None:
                fact = f"the day on which the ban of {banned_title(ban)} was lifted"
                yield Question(BAN_ENDED, fact, days(ban.ends), ban=ban)


def _of_season(fmt: Format, as_of: date) -> Iterator[Question]:
    if fmt.starts and fmt.starts.has_come(as_of) is None:
        yield Question(SEASON_BEGAN, f"the day on which {fmt.name} began", days(fmt.starts))
    if fmt.ends and fmt.ends.earliest < as_of <= fmt.ends.latest and fmt.ends.latest < date.max:
        yield Question(SEASON_ENDED, f"the last day of {fmt.name}", days(fmt.ends))
