"""Six hundred decks checked anew by real Celery workers over Redis and over RabbitMQ, of which some are killed."""

from __future__ import annotations

import os
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

DECKS, HOLDING = 600, 200
#: Every third deck holds four of the card that is banned then.
STORE = f"""
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import services
texts = ["4 Flame Trap\\n56 Sentinel Mark V, Army\\n", "60 Sentinel Mark V, Army\\n", "60 Sentinel Mark V, Army\\n"]
Deck.objects.bulk_create([
    Deck(game_id="vs-classic", edition=1, title="Deck", format="golden-age", text=texts[number % 3])
    for number in range({DECKS})
])
services.work(services.begin("vs-classic", "the first time").pk)
print("[]")
"""
BAN = """
from tests.decks.rechecks.making import ban
from vsdb.catalog.cards.followers import RenewedFacts
from vsdb.decks.rechecks import services, tasks
services.PORTION = 10
ban()
tasks.recheck_changed_game(RenewedFacts("vs-classic", "", "with a ban"))
print("[]")
"""
LOOK = """
import json
from collections import Counter
from vsdb.decks.models import Judgement
from vsdb.decks.rechecks.models import Portion, Recheck, VerdictChange
from vsdb.decks.rechecks.selectors import count_progress
recheck = Recheck.objects.latest("pk")
found = count_progress(recheck)
held = Judgement.objects.filter(state__startswith="with a ban")
print(json.dumps({
    "state": recheck.state,
    "done": found.done,
    "judged": found.judged,
    "outcomes": Counter(held.values_list("outcome", flat=True)),
    "decks": held.values("deck").distinct().count(),
    "changes": Counter(f"{each.before} to {each.after}" for each in VerdictChange.objects.all()),
    "decks_changed": VerdictChange.objects.values("deck").distinct().count(),
    "taken_twice": recheck.portions.filter(takes__gt=1).count(),
    "portions": recheck.portions.count(),
}))
"""
ALL_DONE = {
    "state": "done",
    "done": DECKS,
    "judged": DECKS,
    "outcomes": {"illegal": HOLDING, "legal": DECKS - HOLDING},
    "decks": DECKS,
    "changes": {"legal to illegal": HOLDING},
    "decks_changed": HOLDING,
}

pytestmark = [pytest.mark.broker, pytest.mark.full]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory, loaded_file: Path) -> Path:
    """A database with decks that were judged before the ban."""
    path = Path(shutil.copy(loaded_file, tmp_path_factory.mktemp("stored") / "vsdb.sqlite3"))
    run_script({**os.environ, "DATABASE_URL": f"sqlite:///{path}", "CELERY_BROKER_URL": ""}, STORE)
    return path


@over_each_broker
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> Environment:
    """A database with decks, and a queue of their own."""
    stored = request.getfixturevalue("stored")
    return build_environment(request.param, Path(shutil.copy(stored, tmp_path / "vsdb.sqlite3")))


@pytest.fixture
def start(environment: Environment, tmp_path: Path) -> Iterator[Start]:
    with starting_workers(environment, tmp_path) as start:
        yield start


def progress(environment: Environment) -> int:
    """Decks of the newest recheck that are done by now."""
    newest = "(SELECT max(id) FROM rechecks_recheck)"
    done = f"SELECT sum(size) FROM rechecks_portion WHERE state = 'done' AND recheck_id = {newest}"  # noqa: S608
    return query_row(environment, done)[0] or 0


def is_over(environment: Environment) -> bool:
    return str(query_row(environment, "SELECT state FROM rechecks_recheck ORDER BY id DESC LIMIT 1")[0]) != "running"


def test_a_worker_that_is_killed_leaves_no_deck_unjudged_and_none_judged_twice(
    environment: Environment, start: Start
) -> None:
    """The only worker is killed in the middle and followed by two, of which the first is killed as well."""
    only = start()
    run_script(environment, BAN)
    assert wait_for(lambda: progress(environment) > 50)
    kill(only)
    done = progress(environment)
    assert not is_over(environment)
    judged = "SELECT count(*) FROM decks_judgement WHERE state LIKE 'with a ban%'"
    assert 50 < done == query_row(environment, judged)[0] < DECKS
    second, _ = start(), start()
    assert wait_for(lambda: progress(environment) > done + 50)
    kill(second)
    assert wait_for(lambda: is_over(environment))
    found = run_script(environment, LOOK)
    assert {name: found[name] for name in ALL_DONE} == ALL_DONE
    assert found["taken_twice"] <= 2 < found["portions"] == DECKS // 10
