"""Whoever writes facts locks the games in one order, so that no two wait for each other for good."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, connections, transaction

from tests.commands import run
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.locking import lock_games
from vsdb.catalog.cards.models import Game
from vsdb.decks.rechecks import services as rechecks
from vsdb.search.text import rows

_WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'
"""


def import_cards() -> None:
    path = Path(settings.IMPORT_DIR) / "locking.csv"
    path.write_text("game,name,set,number,type,text\nvs-2pcg,Tin Man,XFC,A001,Supporting Character,Rust.\n")
    assert run("import_cards", str(path), "--source", "csv")[0] == 0


def load() -> None:
    load_reference(Path(settings.BASE_DIR) / "fixtures")


OTHERS: dict[str, Callable[[], object]] = {
    "import": import_cards,
    "index": rows.write,
    "recheck": lambda: [rechecks.begin(game, "a test") for game in ("vs-classic", "riftbound")],
    "load": load,
}


def in_thread(call: Callable[[], object], failed: list[BaseException]) -> threading.Thread:
    def work() -> None:
        try:
            call()
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def wait_until_waiting(count: int, threads: list[threading.Thread]) -> None:
    """Until so many connections wait for a lock, or a thread is over."""
    while all(each.is_alive() for each in threads):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(_WAITING)
            if cursor.fetchone()[0] >= count:
                return
        time.sleep(0.01)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("other", OTHERS)
def test_a_load_and_another_that_begin_at_once_both_come_to_their_end(other: str) -> None:
    """A third holds the game in the middle, so that both have locked what comes first in their order, and wait."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    failed: list[BaseException] = []
    with transaction.atomic():
        Game.objects.select_for_update(no_key=True).get(pk="vs-2pcg")
        threads = [in_thread(load, failed)]
        wait_until_waiting(1, threads)
        threads.append(in_thread(OTHERS[other], failed))
        wait_until_waiting(2, threads)
    for each in threads:
        each.join()
    assert failed == []


@pytest.mark.dialect
@pytest.mark.django_db
def test_games_are_locked_by_their_key_whatever_order_they_are_asked_for() -> None:
    with transaction.atomic():
        assert [each.pk for each in lock_games()] == list(Game.objects.order_by("pk").values_list("pk", flat=True))
        assert [each.pk for each in lock_games(["vs-classic", "riftbound"])] == ["riftbound", "vs-classic"]
