"""Three thousand lists judged by real Celery workers over Redis and over RabbitMQ: the first worker is killed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.celery_workers import (
    Environment,
    Start,
    build_environment,
    kill,
    over_each_broker,
    query_row,
    run_script,
    starting_workers,
    wait_for,
)

LISTS = 3_000  #: so many that a worker is killed before it is through
START = f"""
from tests.events.making import make_event
from tests.events.verdicts.entering import enter_many
from vsdb.events.verdicts.batches import BUTTON, start_batch
event = make_event()
enter_many(event, {LISTS}, has_verdicts=False)
start_batch(event, BUTTON)
print("[]")
"""

pytestmark = [pytest.mark.broker, pytest.mark.full]


@over_each_broker
def environment(request: pytest.FixtureRequest, tmp_path: Path, loaded_file: Path) -> Environment:
    """A database with facts, and a queue of their own."""
    return build_environment(request.param, Path(shutil.copy(loaded_file, tmp_path / "vsdb.sqlite3")))


@pytest.fixture
def start(environment: Environment, tmp_path: Path) -> Iterator[Start]:
    with starting_workers(environment, tmp_path) as start:
        yield start


def look(environment: Environment) -> tuple[str, int]:
    """The batch's state, and how many lists it says are judged."""
    state, judged = query_row(environment, "SELECT state, judged FROM events_batch")
    return state, judged


def test_a_worker_that_is_killed_loses_no_list_and_records_none_twice(environment: Environment, start: Start) -> None:
    """Acceptance 15 of the desk."""
    run_script(environment, START)
    first = start()
    assert wait_for(lambda: look(environment)[1] > 0)
    kill(first)
    state, judged = look(environment)
    assert state == "running"
    assert 0 < judged < LISTS
    start()
    assert wait_for(lambda: look(environment)[0] != "running")
    assert look(environment) == ("done", LISTS)
    counted = "SELECT count(*), count(DISTINCT version_id) FROM events_listverdict"
    assert tuple(query_row(environment, counted)) == (LISTS, LISTS)
    illegal = "SELECT count(*) FROM events_listverdict WHERE outcome = 'illegal'"
    assert tuple(query_row(environment, illegal)) == (LISTS // 3,)
