"""The machine: room on the disk, rights on folders, static files, versions, clocks."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.db import connection
from packaging.markers import Marker
from redis.exceptions import RedisError

from vsdb.core.static_manifest import NAME, PATHS, SOURCES, hash_source
from vsdb.core.words import quantity
from vsdb.operations.health import Check, first_line, ok, problem, warn
from vsdb.operations.reach import describe_database, get_cache_address, open_cache_server

_LEAST_FREE, _LEAST_SHARE = 1024**3, 0.05  #: bytes and share of a disk below which it is nearly full
_CLOCK_SECONDS = 5.0
_REQUIREMENT = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*])?==([^\s;]+)(?:; *(\S.*))?$", re.MULTILINE)


def list_folders() -> dict[str, Path]:
    """The folders that processes write into, by the setting that names them."""
    folders = {"IMPORT_DIR": Path(settings.IMPORT_DIR), "BULK_DIR": Path(settings.BULK_DIR)}
    if connection.vendor == "sqlite":
        folders["SEARCH_INDEX_DIR"] = Path(settings.SEARCH_INDEX_DIR)
        name = str(settings.DATABASES["default"]["NAME"])
        if ":" not in name:
            folders["DATABASE_URL"] = Path(name).parent
    return folders


def find_existing(path: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    return next(each for each in (path, *path.parents) if each.exists())


def check_disk() -> Check:
    """Whether the disks of the folders have room."""
    tight = []
    least: tuple[float, str] | None = None
    for setting, path in list_folders().items():
        usage = shutil.disk_usage(find_existing(path))
        said = f"{_say_size(usage.free)} free for {setting}"
        share = usage.free / usage.total if usage.total else 1.0
        if usage.free < _LEAST_FREE or share < _LEAST_SHARE:
            tight.append(said)
        if least is None or share < least[0]:
            least = (share, said)
    if tight:
        return warn("disk", "; ".join(tight), "Make room: old backups, logs, imports. Writing fails on a full disk.")
    return ok("disk", least[1] if least else "no folders")


def _say_size(size: int) -> str:
    return f"{size / 1024**3:.1f} GiB" if size >= 1024**3 else f"{size / 1024**2:.0f} MiB"


def list_folder_checks() -> Iterator[Check]:
    """Whether this process may write into its folders; it tries where it can."""
    for setting, path in list_folders().items():
        yield _check_folder(setting, path)


def check_backup_folder() -> Check:
    """Whether this process may write backups; web processes need not."""
    return _check_folder("BACKUP_DIR", Path(settings.BACKUP_DIR))


def _check_folder(setting: str, path: Path) -> Check:
    name, found = f"folder {setting}", find_existing(path)
    try:
        with TemporaryFile(dir=found):
            pass
    except OSError as error:
        why = error.strerror or str(error)
        advice = f"Give the user that runs the site the right to write there (this one is {os.geteuid()})."
        return problem(name, f"can't write to {found}: {why}", advice)
    return ok(name, f"{path}{'' if path.exists() else ' (made when needed)'}")


def check_static_files() -> Check:
    """Whether the collected static files are those of this code. In development they are served from their sources."""
    if settings.DEBUG:
        return ok("static files", "served from their sources in development")
    root = Path(settings.STATIC_ROOT)
    try:
        manifest = json.loads((root / NAME).read_bytes())
        paths, sources = manifest[PATHS], manifest.get(SOURCES, {})
    except (OSError, ValueError, KeyError) as error:
        return problem("static files", f"not collected: {first_line(error)}", "Run manage.py collectstatic --no-input.")
    files = [*_list_sources()]
    stale = [
        name for name, file in files if not (_is_there(root, paths.get(name)) and sources.get(name) == _hash(file))
    ]
    if stale:
        said = f"{quantity(len(stale), 'file')} missing or out of date, such as {stale[0]}"
        return warn("static files", said, "Run manage.py collectstatic --no-input, then restart the web processes.")
    return ok("static files", f"{quantity(len(files), 'file')} {'is' if len(files) == 1 else 'are'} current")


def _list_sources() -> Iterator[tuple[str, Path]]:
    """Each static file by name, with its source; of two with one name the first counts, as for `collectstatic`."""
    seen = set()
    for finder in get_finders():
        for path, storage in finder.list([]):
            if path not in seen:
                seen.add(path)
                yield path, Path(storage.path(path))


def _is_there(root: Path, path: str | None) -> bool:
    return path is not None and (root / path).is_file()


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hash_source(file)


def list_version_checks() -> Iterator[Check]:
    """The versions of Python, of the database, of Redis and of the packages."""
    yield ok("Python", f"Python {platform.python_version()}")
    yield _check_database_version()
    if get_cache_address():
        yield _check_redis_version()
    yield check_packages()


def _check_database_version() -> Check:
    name = "database version"
    found, least = connection.get_database_version(), connection.features.minimum_database_version
    said = describe_database()
    if least and found < least:
        return problem(name, said, f"Use {connection.display_name} {'.'.join(map(str, least))} or later.")
    return ok(name, said)


def _check_redis_version() -> Check:
    try:
        with open_cache_server() as server:
            info = server.info("server")
    except (OSError, RedisError) as error:
        return warn("Redis version", f"not known: {first_line(error)}", "See the check of the cache.")
    return ok("Redis version", f"Redis {info['redis_version']}")


def check_packages() -> Check:
    """Whether the packages are those of `requirements.txt`."""
    named = _REQUIREMENT.findall((settings.BASE_DIR / "requirements.txt").read_text("utf-8"))
    listed = [(name, wanted) for name, wanted, where in named if not where or Marker(where).evaluate()]
    wrong = [
        f"{name} {found or 'missing'}, not {wanted}"
        for name, wanted in listed
        if (found := _get_version(name)) != wanted
    ]
    if wrong:
        said = f"{'; '.join(wrong[:3])}{f'; and {len(wrong) - 3} more' if len(wrong) > 3 else ''}"
        return warn("packages", said, "Run pip install --requirement requirements.txt, then restart.")
    return ok("packages", f"{len(listed)} as in requirements.txt")


def _get_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def list_clock_checks() -> Iterator[Check]:
    """Whether the clocks of the database and of Redis agree with this machine's."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            before = datetime.now(UTC)
            cursor.execute("SELECT clock_timestamp()")
            yield _compare_clocks("database", cursor.fetchone()[0], before)
    if get_cache_address():
        try:
            with open_cache_server() as server:
                before = datetime.now(UTC)
                seconds, microseconds = server.time()
        except (OSError, RedisError) as error:
            yield warn("clock of Redis", f"not known: {first_line(error)}", "See the check of the cache.")
        else:
            yield _compare_clocks("Redis", datetime.fromtimestamp(seconds + microseconds / 1e6, UTC), before)


def _compare_clocks(whose: str, theirs: datetime, before: datetime) -> Check:
    """Their clock beside ours, which is taken halfway between question and answer."""
    ours = before + (datetime.now(UTC) - before) / 2
    seconds = (theirs - ours).total_seconds()
    name = f"clock of {'the database' if whose == 'database' else whose}"
    if abs(seconds) > _CLOCK_SECONDS:
        way = "ahead of" if seconds > 0 else "behind"
        return warn(name, f"{abs(seconds):.0f} seconds {way} this machine", "Set both clocks by NTP (timedatectl).")
    return ok(name, f"within {max(abs(seconds), 0.1):.1f} seconds of this machine")
