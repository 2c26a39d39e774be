"""How much time of the processor one caller may use for what takes long: `COMPUTE_RATE`, as `30/minute` in seconds.

The time is counted in windows of that period. The last window counts in part, by how much of it lies within a period
from now, so that nobody gets twice as much where two windows meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from django.conf import settings
from django.core.cache import cache

from vsdb.core.errors import TooManyRequests
from vsdb.core.words import quantity

_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds of the processor in a period, of which some are used.

    `last` and `current` are the seconds used in the last window and this one, `elapsed` how much of this one is over.
    """

    seconds: int
    period: int
    last: float = 0.0
    current: float = 0.0
    elapsed: float = 0.0

    scope = "compute"

    @property
    def used(self) -> float:
        """The seconds that count now."""
        return self.current + self.last * (1 - self.elapsed / self.period)

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.used >= self.seconds

    @property
    def wait(self) -> int:
        """In how many seconds something is left again, at least 1."""
        if self.current < self.seconds:
            # The last window fades until both together are within the budget.
            fades = 1 - (self.seconds - self.current) / self.last if self.last else 0.0
            return max(floor(fades * self.period - self.elapsed) + 1, 1)
        fades = 1 - self.seconds / self.current
        return max(floor(self.period - self.elapsed + fades * self.period) + 1, 1)

    @property
    def policy(self) -> str:
        """As `RateLimit-Policy` says it."""
        return f'"{self.scope}";q={self.seconds};w={self.period}'

    @property
    def state(self) -> str:
        """As `RateLimit` says it: whole seconds left, and until when this window counts."""
        left = max(int(self.seconds - self.used), 0)
        return f'"{self.scope}";r={left};t={ceil(self.period - self.elapsed)}'


def read_rate() -> tuple[int, int] | None:
    """The seconds of `COMPUTE_RATE` and the seconds of its period; None for no limit."""
    if not settings.COMPUTE_RATE:
        return None
    seconds, _, period = settings.COMPUTE_RATE.partition("/")
    return int(seconds), _PERIODS[period[:1]]


def load_budget(caller: str, now: float) -> Budget | None:
    """What a caller has used; None without a limit. One look into the cache."""
    if (rate := read_rate()) is None:
        return None
    seconds, period = rate
    window, elapsed = divmod(now, period)
    keys = [_build_key(caller, period, int(window) - back) for back in (1, 0)]
    held = cache.get_many(keys)
    last, current = (held.get(key, 0) / _THOUSAND for key in keys)
    return Budget(seconds, period, last, current, elapsed)


def spend(caller: str, seconds: float, now: float) -> None:
    """Count what a caller has used, for all processes; nothing for less than a millisecond."""
    rate, thousandths = read_rate(), round(seconds * _THOUSAND)
    if rate is None or not thousandths:
        return
    key = _build_key(caller, rate[1], int(now // rate[1]))
    cache.add(key, 0, 2 * rate[1])
    try:
        cache.incr(key, thousandths)
    except ValueError:  # The key has just gone, with a cache that went or was emptied.
        cache.set(key, thousandths, 2 * rate[1])


def refuse_spent(budget: Budget) -> None:
    """Raise TooManyRequests if nothing is left."""
    if budget.is_spent:
        limit = f"{quantity(budget.seconds, 'second')} of processor time in {quantity(budget.period, 'second')}"
        raise TooManyRequests(
            f"Your repairs, timelines and other long checks have used {limit}. "
            f"Try again in {quantity(budget.wait, 'second')}",
            wait=budget.wait,
        )


def _build_key(caller: str, period: int, window: int) -> str:
    return f"compute:{caller}:{period}:{window}"
