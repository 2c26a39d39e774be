"""What sources say a format had at a time, held against what is computed for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.formats.bans import is_in_force, list_ban_days
from engine.formats.pools import get_pool_on, list_pool_change_days
from engine.formats.set_status import IN, UNKNOWN
from engine.model.formats import Format, RecordedPool
from engine.model.names import fold

SAME = "same"
PERHAPS_SAME = "may be the same"
DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class PoolComparison:
    """A record against the format on the day of its time on which they agree most, the latest such day.

    `missing` are the record's sets and banned cards that the format certainly doesn't have on that day, `beyond` those
    that it certainly has and the record hasn't; `open_` are those of which the format's own answer isn't certain.
    """

    recorded: RecordedPool
    on: date
    missing: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    open_: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """same, may be the same, or differs."""
        if self.missing or self.beyond:
            return DIFFERS
        return PERHAPS_SAME if self.open_ else SAME


def compare_recorded_pools(fmt: Format) -> tuple[PoolComparison, ...]:
    """Each record of a format against what is computed for its time."""
    return tuple(_find_best_comparison(fmt, each) for each in fmt.recorded)


def _find_best_comparison(fmt: Format, recorded: RecordedPool) -> PoolComparison:
    first, last = recorded.days.earliest, recorded.days.latest
    turning = {day for day in (*list_pool_change_days(fmt), *list_ban_days(fmt)) if first < day <= last}
    found = [_compare_on(fmt, recorded, day) for day in sorted({first, *turning}, reverse=True)]
    return min(found, key=lambda each: (len(each.missing) + len(each.beyond), len(each.open_)))


def _compare_on(fmt: Format, recorded: RecordedPool, day: date) -> PoolComparison:
    missing: list[str] = []
    beyond: list[str] = []
    open_: list[str] = []
    for code, status in get_pool_on(fmt, day).sets.items():
        is_said = None if code not in recorded.without and recorded.sets is None else code in (recorded.sets or ())
        if is_said is None:
            continue
        if status.status == UNKNOWN:
            open_.append(code)
        elif is_said and status.status != IN:
            missing.append(code)
        elif not is_said and status.status == IN:
            beyond.append(code)
    if recorded.bans is not None:
        said = {fold(name): name for name in recorded.bans}
        forces = {fold(ban.card): is_in_force(ban, day) for ban in fmt.bans}
        named = {fold(ban.card): ban.card for ban in fmt.bans}
        open_ += [named[key] for key, force in forces.items() if force is None]
        missing += [name for key, name in said.items() if forces.get(key, False) is False]
        beyond += [named[key] for key, force in forces.items() if force and key not in said]
    return PoolComparison(recorded, day, tuple(missing), tuple(beyond), tuple(open_))
