"""What the site depends on: database, migrations, facts, index, cache, queue, workers."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from redis import Redis
from redis.exceptions import RedisError

from engine.model.cards import GAMES
from vsdb.catalog.cards.selectors import map_stored_versions
from vsdb.core.cache import is_cache_down
from vsdb.core.code_version import get_code_version
from vsdb.core.read_only import get_read_only_mode
from vsdb.core.words import quantity
from vsdb.operations import queue
from vsdb.operations.health import DATABASE, Check, first_line, ok, problem, warn
from vsdb.operations.web_processes import SHORT, count_by_code
from vsdb.search.text.current import describe_index

CACHE_SECONDS = 1  #: that a cache has to answer
_LONG_QUEUE = 1_000


def check_database() -> Check:
    """Whether the database answers."""
    try:
        if not connection.in_atomic_block:  # which a new connection would end
            connection.close_if_unusable_or_obsolete()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except Exception as error:  # drivers have errors of their own beside Django's
        return problem(
            DATABASE, first_line(error), "Start the database, or correct DATABASE_URL. The site can't serve without it."
        )
    return ok(DATABASE, f"{describe_database()} answers")


def describe_database() -> str:
    """The database's name and version."""
    if connection.vendor == "postgresql":
        number: int = getattr(connection, "pg_version", 0)
        return f"PostgreSQL {number // 10_000}.{number % 10_000}"
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT sqlite_version()")
            return f"SQLite {cursor.fetchone()[0]}"
    return connection.display_name


@cache
def _list_known_migrations() -> frozenset[tuple[str, str]]:
    """The migrations of this code; read once a process."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def check_migrations() -> Check:
    """Whether the database has the tables that this code expects; one query."""
    known, applied = _list_known_migrations(), set(MigrationRecorder(connection).applied_migrations())
    labels = {label for label, _ in known}
    missing = sorted(known - applied)
    if missing:
        names = ", ".join(".".join(each) for each in missing[:3])
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        return problem(
            "migrations", f"{quantity(len(missing), 'migration')} missing: {names}{more}", "Run manage.py migrate."
        )
    if newer := sorted(each for each in applied - known if each[0] in labels):
        return warn(
            "migrations",
            f"the database has {quantity(len(newer), 'migration')} of newer code: {'.'.join(newer[-1])}",
            "Fine while an upgrade or a rollback is under way. Otherwise restart this process on the newer code.",
        )
    return ok("migrations", f"all {len(known)} applied")


def check_facts() -> Check:
    """Whether facts of every game are loaded; one query."""
    versions = map_stored_versions()
    loaded = [game for game, version in versions.items() if version]
    if not loaded:
        return problem("facts", "no facts are loaded, so the site has no cards", "Run manage.py load_reference.")
    if missing := [game for game in GAMES if game not in loaded]:
        return warn("facts", f"no facts of {', '.join(missing)}", "Run manage.py load_reference.")
    return ok("facts", f"facts of {', '.join(loaded)}")


def check_index() -> Check:
    """Whether the search index is that of today's facts; one query."""
    found = describe_index()
    if not found.is_current:
        return warn(
            "index",
            "the search index is missing or out of date",
            "Run manage.py build_index. Otherwise the next search rebuilds it and waits for that.",
        )
    return ok("index", f"current, in {'files' if found.kind == 'files' else found.kind}")


def get_cache_address() -> str:
    """The address of the Redis that is the cache; empty where the cache is something else."""
    location = settings.CACHES["default"].get("LOCATION", "")
    first = location[0] if isinstance(location, (list, tuple)) and location else location
    return str(first) if str(first).startswith(("redis", "unix")) else ""


def open_cache_server() -> Redis:
    """A connection to the Redis that is the cache, which gives up soon."""
    return Redis.from_url(
        get_cache_address(), socket_connect_timeout=CACHE_SECONDS, socket_timeout=CACHE_SECONDS, retry=None
    )


def find_cache_fault() -> str:
    """Why the cache doesn't answer; empty where it does.

    Redis itself is asked, since the cache hides that it is gone; a full or read-only one refuses to write.
    """
    if not get_cache_address():
        return ""
    try:
        with open_cache_server() as server:
            server.ping()
    except (OSError, RedisError) as error:
        return first_line(error)
    return "it refuses to store anything" if is_cache_down() else ""


def check_cache() -> Check:
    """Whether the cache answers."""
    if fault := find_cache_fault():
        return warn(
            "cache",
            f"the cache does not answer: {fault}",
            "Start it, or correct CACHE_URL. Meanwhile each process counts limits for itself.",
        )
    return ok("cache", "Redis answers" if get_cache_address() else "in each process")


def check_queue() -> Check:
    """Whether the task queue answers, and how many tasks wait."""
    if not settings.CELERY_BROKER_URL:
        return ok("queue", "none: tasks run in web processes")
    try:
        waiting = queue.count_waiting_tasks()
    except queue.BrokerGone as error:
        return warn(
            "queue",
            f"{queue.get_broker_name()} does not answer: {error}",
            "Start the broker, or correct CELERY_BROKER_URL. Rechecks and imports wait meanwhile.",
        )
    if waiting > _LONG_QUEUE:
        return warn("queue", f"{waiting:,} tasks wait", "Start more workers, and look at the log of those that run.")
    return ok("queue", f"{queue.get_broker_name()} answers, {quantity(waiting, 'task')} waiting")


def check_workers() -> Check:
    """Whether a worker takes tasks, and runs the same code; one query."""
    if not settings.CELERY_BROKER_URL:
        return ok("workers", "not needed without a queue")
    found = queue.list_workers()
    if not found.alive and get_read_only_mode():
        return ok("workers", "not known in read-only mode, in which they write nothing")
    if not found.alive:
        last = max((each.seen for each in found.silent), default=None)
        since = f"; the last one was heard of at {last:%Y-%m-%d %H:%M} UTC" if last else ""
        return warn(
            "workers",
            f"no worker takes tasks{since}",
            "Start one: systemctl start vsdb-worker, or celery -A vsdb worker. If one runs, the queue is away.",
        )
    names = ", ".join(each.name for each in found.alive)
    if old := [each.name for each in found.alive if each.code != get_code_version()]:
        return warn("workers", f"{', '.join(old)} runs other code than this process", "Restart the workers.")
    return ok("workers", f"{quantity(len(found.alive), 'worker')}: {names}")


def check_web_processes() -> Check:
    """Whether the web processes of this machine run the same code."""
    codes = count_by_code()
    if not codes:
        return ok("web processes", "not known: none runs, or PROMETHEUS_MULTIPROC_DIR is not set")
    number, same = sum(codes.values()), codes.get(get_code_version()[:SHORT], 0)
    if same < number:
        said = f"{number - same} of {number} run other code than this process"
        return warn("web processes", said, "Restart them: systemctl restart vsdb-web.")
    return ok("web processes", f"{number} with the code of this process")
