"""What every test may ask for."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import coverage
import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from hypothesis.internal.detection import is_hypothesis_test
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from engine.model.reference import Reference
from tests import sizes
from tests.snapshots import is_for_tests, keys_checked_after_writes, restored_after_commits, write_sqlite_file

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("VSDB_SHARED") or ROOT.parent / "shared")
#: The files with tests that `make test` leaves to `make test-rest`, as far as this session has read them.
REST_FILES = pytest.StashKey[set[Path]]()
USES_DATABASE = {"db", "transactional_db", "live_server", "django_db_setup"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rest", action="store_true", help="what `make test` leaves to `make test-rest`, laws in full")
    parser.addoption("--long", action="store_true", help="the drills that both leave to `make test-long`")
    parser.addoption("--database", action="store_true", help="only what uses a database, each test once")


def pytest_configure(config: pytest.Config) -> None:
    sizes.in_full = config.getoption("--rest") or config.getoption("--long")
    gc.disable()  # until all tests are read, few of which are ever garbage
    settings.CATCH_UP_SECONDS = 0  # the WSGI module is imported here, and no thread is to write beside a test


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of this session."""
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        is_kept = _is_of_this_part(item, config) and (not config.getoption("--database") or _uses_database(item))
        (kept if is_kept else left).append(item)
    for item in kept:
        # What chance reaches is no measure, and to measure it takes three times as long.
        if _hypothesis_law(item):
            item.add_marker("no_cover")
    items[:] = _deal(sorted(kept, key=_order), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    config.stash[REST_FILES] = {item.path for item in (*kept, *left) if _is_of_the_rest(item)}
    if config.getoption("--database"):
        first = set(_list_first_cases(items))
        left += [item for item in items if item not in first]
        items[:] = [item for item in items if item in first]
    config.hook.pytest_deselected(items=left)
    if sizes.in_full:
        for law in {law for item in kept if (law := _hypothesis_law(item))}:
            _choose_other_examples(law)


def _order(item: pytest.Item) -> tuple[bool, bool]:
    """First what takes minutes, so that no worker waits for it at the end.

    Laws come last: what they leave in a cache would be reached by no test that is measured.
    """
    return not _is_slow(item), item.get_closest_marker("no_cover") is not None


def _is_slow(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def _deal(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Deal the slow tests, which come first, to the workers, each of which begins with as long a piece of the list."""
    slow = sum(map(_is_slow, items))
    others = items[slow:]
    dealt: list[pytest.Item] = []
    for worker in range(workers):
        dealt += items[worker:slow:workers]
        end = len(items) * (worker + 1) // workers - len(dealt)
        dealt += others[: max(end, 0)]
        del others[: max(end, 0)]
    return dealt


def _list_first_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """Each test with the first of its cases, and all cases of those that ask the database in its own way.

    The further cases take a third of the time, differ in what they send and not in what they ask of a database, and run
    on SQLite all the same.
    """
    seen: set[str] = set()
    first: list[pytest.Item] = []
    for item in items:
        test, _, _ = item.nodeid.partition("[")
        is_in_own_way = any(item.get_closest_marker(mark) for mark in ("dialect", "postgresql"))
        if test not in seen or is_in_own_way:
            first.append(item)
        seen.add(test)
    return first


def pytest_collection_finish() -> None:
    """Leave what has been imported and collected out of each garbage collection, and collect less often.

    To go through all of it again and again is a tenth of the time that the tests take.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)


def _is_of_this_part(item: pytest.Item, config: pytest.Config) -> bool:
    is_long = item.get_closest_marker("long") is not None
    if is_long or config.getoption("--long"):
        return bool(is_long and config.getoption("--long"))
    return _is_of_the_rest(item) if sizes.in_full else item.get_closest_marker("full") is None


def _is_of_the_rest(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(mark) for mark in ("full", "law")) or _hypothesis_law(item) is not None


def _hypothesis_law(item: pytest.Item) -> Any:
    """The function that Hypothesis tries, which items of several parameters share; None where it's no such test."""
    function = getattr(item, "obj", None)
    return getattr(function, "__func__", function) if is_hypothesis_test(function) else None


def _uses_database(item: pytest.Item) -> bool:
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return item.get_closest_marker("django_db") is not None or not USES_DATABASE.isdisjoint(fixtures)


def _choose_other_examples(law: Any) -> None:
    """Try a law of Hypothesis on other examples than `make test` does, which on a build machine are always the same."""
    held = getattr(law, "_hypothesis_internal_use_settings", None) or hypothesis.settings.default
    law._hypothesis_internal_use_settings = hypothesis.settings(held, deadline=None)
    if held.derandomize:
        hypothesis.seed("the rest")(law)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official documents and cases; without one the test is skipped and says so."""
    if not SHARED.is_dir():
        pytest.skip("needs the official documents: name their folder in VSDB_SHARED")
    return SHARED


@cache
def _reference(game: str) -> Reference:
    from engine import build_reference
    from vsdb.catalog.cards.reading.folder import read_game

    rows = read_game(ROOT / "fixtures" / game, game)
    with _unmeasured():
        return build_reference(
            game, cards=rows.cards, sets=rows.sets, formats=rows.formats, bans=rows.bans, data_version="test"
        )


@contextmanager
def _unmeasured() -> Iterator[None]:
    """Without a measurement of the lines that are run, which here would take several times as long."""
    measured = coverage.Coverage.current()
    if measured is None:
        yield
        return
    measured.stop()
    try:
        yield
    finally:
        measured.start()


@pytest.fixture(scope="session")
def reference() -> Callable[[str], Reference]:
    """The reference of a game, out of the fixtures, without a database."""
    return _reference


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords() -> Iterator[None]:
    """A password costs nothing, whoever it is of: a real hash is a third of a second, and nothing here is kept."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True, scope="session")
def _computes_without_limits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Long computations cost nobody's budget, and the places for them are this session's own."""
    with override_settings(COMPUTE_RATE="", COMPUTE_DIR=tmp_path_factory.mktemp("computing")):
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Every test that asks for the database finds the whole reference in it; index and imports have folders apart.

    Both are made once a session, and what a test commits is undone.
    """
    settings.SEARCH_INDEX_DIR = tmp_path_factory.mktemp("index")
    # Imports are locked by their number, and each worker's database counts from one.
    settings.IMPORT_DIR = tmp_path_factory.mktemp("imports")
    settings.BULK_DIR = tmp_path_factory.mktemp("bulk")
    with ExitStack() as until_the_end:
        # Where no test that was chosen asks for a database none was made, and this one is somebody's own.
        if is_for_tests():
            with django_db_blocker.unblock():
                call_command("load_reference", verbosity=0)
                if connection.vendor == "sqlite":
                    write_sqlite_file(_loaded_file(tmp_path_factory))
                call_command("build_index", verbosity=0)
                shutil.copytree(settings.SEARCH_INDEX_DIR, _kept_index(tmp_path_factory))
                until_the_end.enter_context(restored_after_commits())
            until_the_end.enter_context(keys_checked_after_writes())
        yield
        with django_db_blocker.unblock():
            until_the_end.close()


@pytest.fixture(autouse=True)
def _index_waits_for_a_search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import or a load leaves the index to the first search, which brings it up to date; marked `indexes` it does so
    itself.

    Most of what imports takes is to write the index, and few tests of imports search.
    """
    if "indexes" not in request.keywords:
        monkeypatch.setattr("vsdb.search.text.current.update_index", lambda: ())


@pytest.fixture(autouse=True)
def _index_of_the_database(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The index of the loaded reference, also where a test before has written another, which swept that one away."""
    kept = _kept_index(tmp_path_factory)
    for build in kept.iterdir() if kept.is_dir() else ():
        if build.is_dir() and not (settings.SEARCH_INDEX_DIR / build.name).exists():
            shutil.copytree(build, settings.SEARCH_INDEX_DIR / build.name)


def _kept_index(folders: pytest.TempPathFactory) -> Path:
    return folders.getbasetemp() / "kept-index"


@pytest.fixture(scope="session")
def loaded_file(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the reference in it, for other processes: copy it before any writes to it."""
    path = _loaded_file(tmp_path_factory)
    if not path.exists():
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{path}"}
        for command in ("migrate", "load_reference"):
            subprocess.run([sys.executable, "manage.py", command, "-v0"], cwd=ROOT, env=environment, check=True)
    return path


def _loaded_file(folders: pytest.TempPathFactory) -> Path:
    return folders.getbasetemp() / "loaded.sqlite3"


@pytest.fixture
def loaded_live_server(live_server: LiveServer) -> LiveServer:
    """A served site with the reference."""
    return live_server
