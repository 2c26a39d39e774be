"""The Redis cache, and what takes its place while it doesn't answer: the memory of the process."""

from __future__ import annotations

import logging
from threading import Lock
from time import monotonic
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

TIMEOUT_SECONDS = 0.5  #: for a connection, and for an answer
RETRY_SECONDS = 5.0  #: how long nobody asks a cache that didn't answer
LOG_SECONDS = 60.0
MEMORY_ENTRIES = 20_000  #: a limit takes one entry per caller
_FAULTS = (OSError, RedisError)  #: `RedisError` also covers what a server refuses: no login, no memory, read-only
_READS = frozenset(("get", "get_many", "has_key"))
_PROBE = "vsdb-probe"


class Breaker:
    """Whether a cache is asked at all, for all threads of a process; `now` is in seconds of a clock that only runs on.

    After a failure nobody asks for `RETRY_SECONDS`. Then one caller does who writes, while the others still go without:
    a server that is full or read-only answers whoever reads.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._failed_at: float | None = None  #: since when it has been down
        self._try_at = 0.0
        self._say_at = 0.0
        self._is_said = False

    @property
    def is_open(self) -> bool:
        """Whether the cache failed when it was last asked."""
        return self._failed_at is not None

    def may_ask(self, now: float, *, writes: bool) -> bool:
        """Whether this caller may ask; while the cache is down, one at a time is let through to try."""
        with self._lock:
            if self._failed_at is None:
                return True
            if now < self._try_at or not writes:
                return False
            self._try_at = now + RETRY_SECONDS
            return True

    def record_failure(self, now: float, error: Exception) -> None:
        """Keep callers away, and log it at most once a minute."""
        with self._lock:
            self._failed_at = now if self._failed_at is None else self._failed_at
            self._try_at = now + RETRY_SECONDS
            is_to_say, down = now >= self._say_at, now - self._failed_at
            if is_to_say:
                self._say_at, self._is_said = now + LOG_SECONDS, True
        if is_to_say:
            logger.warning(
                "The cache has not answered for %.0f seconds (%s: %s). Each process counts limits itself meanwhile.",
                down,
                type(error).__name__,
                error,
            )

    def record_success(self, now: float) -> None:
        """Let everybody ask again."""
        if self._failed_at is None:
            return
        with self._lock:
            failed_at, self._failed_at = self._failed_at, None
            is_said, self._is_said = self._is_said, False
        if failed_at is not None and is_said:
            logger.warning("The cache answers again, after %.0f seconds.", now - failed_at)


_breakers: dict[str, Breaker] = {}  #: by server; each thread has its own cache object


class _Client(RedisCacheClient):
    """Django's, but that makes what asks a server once instead of for each question."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._asking: dict[bool, Any] = {}  #: by whether it writes

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """What asks the server that has a key."""
        if write not in self._asking:
            self._asking[write] = super().get_client(key, write=write)
        return self._asking[write]


class FallbackRedisCache(RedisCache):
    """Django's Redis cache with short timeouts; while Redis doesn't answer, the process keeps the values itself.

    So limits go on counting, by process, and no page waits for Redis more than once in a few seconds.
    """

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        options = {
            "socket_connect_timeout": TIMEOUT_SECONDS,
            "socket_timeout": TIMEOUT_SECONDS,
            "retry": Retry(NoBackoff(), 1),  # once anew: a connection that lay idle may have been closed
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, {**params, "OPTIONS": options})
        self._class = _Client
        name = server if isinstance(server, str) else ",".join(server)
        self.breaker = _breakers.setdefault(name, Breaker())
        entries = {"OPTIONS": {"MAX_ENTRIES": MEMORY_ENTRIES}}
        self._memory = LocMemCache(f"instead of {name}", {**params, **entries})

    def _ask(self, operation: str, *args: Any, **kwargs: Any) -> Any:
        """What Redis says to an operation, else what the process does with it."""
        is_answered, found = self._ask_there(operation, *args, **kwargs)
        return found if is_answered else getattr(self._memory, operation)(*args, **kwargs)

    def _ask_there(self, operation: str, *args: Any, **kwargs: Any) -> tuple[bool, Any]:
        """Whether Redis answers, and what."""
        if self.breaker.may_ask(monotonic(), writes=operation not in _READS):
            try:
                found = getattr(super(), operation)(*args, **kwargs)
            except _FAULTS as error:
                self.breaker.record_failure(monotonic(), error)
            else:
                self.breaker.record_success(monotonic())
                return True, found
        return False, None

    def get_there(self, key: str) -> Any:
        """What Redis has of a key; None while it doesn't answer."""
        return self._ask_there("get", key)[1]

    def set_there(self, key: str, value: object, seconds: int) -> None:
        """Give Redis what is too large for the memory of a process; nothing happens while it doesn't answer."""
        self._ask_there("set", key, value, seconds)

    def is_down(self) -> bool:
        """Whether Redis doesn't answer; asks it, unless it failed a moment ago."""
        self.set(_PROBE, 1, int(LOG_SECONDS))
        return self.breaker.is_open

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("delete", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get_many", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("incr", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._ask("delete_many", *args, **kwargs)

    def clear(self) -> Any:
        self._memory.clear()
        return self._ask("clear")


def is_cache_down() -> bool:
    """Whether the cache doesn't answer and each process counts its limits for itself; asks at most every 5 seconds."""
    cache = caches["default"]
    return isinstance(cache, FallbackRedisCache) and cache.is_down()
