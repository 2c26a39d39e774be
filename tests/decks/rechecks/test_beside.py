"""Rechecks that new facts begin, in a command, in a thread or by a queue; and the command that does them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connections
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from tests.commands import run
from tests.decks.rechecks.making import GAME, PLAIN, WITH_FLAME, ban, deck_of
from vsdb.catalog.cards.followers import RenewedFacts
from vsdb.catalog.cards.models import Card, FactsMark, Game
from vsdb.celery import app
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import services, tasks
from vsdb.decks.rechecks.models import Recheck, VerdictChange

pytestmark = pytest.mark.dialect

NEW = RenewedFacts(GAME, "", "new")


class TestNewFacts:
    def test_cost_four_queries_a_game_without_decks(
        self, db: None, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_max_num_queries(6):  # two are the savepoint's
            tasks.recheck_changed_game(NEW)
        assert not Recheck.objects.exists()

    def test_have_few_decks_judged_by_the_command_itself(
        self, ann: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
    ) -> None:
        deck_of(ann, WITH_FLAME)
        Game.objects.filter(pk=GAME).update(data_version="older")
        FactsMark.objects.filter(game=GAME).update(taken="older")
        with django_capture_on_commit_callbacks(execute=True):
            assert run("load_reference")[0] == 0
        recheck = Recheck.objects.get()
        assert (recheck.state, recheck.total, recheck.before) == (Recheck.State.DONE, 1, "older")

    def test_of_many_decks_say_what_to_run(
        self, ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(tasks, "FEW", 1)
        for _ in range(2):
            deck_of(ann, PLAIN)
        tasks.recheck_changed_game(NEW)
        assert "2 stored decks need a recheck: run manage.py recheck_decks" in caplog.text
        assert Recheck.objects.get().state == Recheck.State.RUNNING

    def test_are_told_of_where_the_queue_is_gone_and_gone_on_with_later(self, ann: User, settings: Settings) -> None:
        deck_of(ann, WITH_FLAME)
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        was = {name: app.conf[name] for name in ("broker_url", "task_always_eager")}
        app.conf.update(broker_url=settings.CELERY_BROKER_URL, task_always_eager=False)
        app._after_fork()  # connections to whatever queue was used before are forgotten
        try:
            tasks.recheck_changed_game(NEW)
        finally:
            app.conf.update(was)
            app._after_fork()
        recheck = Recheck.objects.get()
        assert recheck.state == Recheck.State.RUNNING
        assert "task queue can't be reached" in recheck.problem
        assert services.work(recheck.pk)
        recheck.refresh_from_db()
        assert (recheck.state, recheck.problem) == (Recheck.State.DONE, "")


@pytest.mark.django_db(transaction=True)
def test_an_import_by_upload_has_decks_judged_in_a_thread_where_there_is_no_queue() -> None:
    """Uploads are imported in a thread of the web process then, which isn't kept waiting either."""
    if not Card.objects.exists():
        run("load_reference")
    deck_of(User.objects.create_user("ann", "ann@example.org"), WITH_FLAME)
    ban()
    started: list[threading.Thread] = []

    def imported() -> None:
        before = set(threading.enumerate())
        tasks.recheck_changed_game(NEW)
        started.extend(set(threading.enumerate()) - before)
        connections.close_all()

    thread = threading.Thread(target=imported)
    thread.start()
    thread.join()
    for each in started:
        each.join()
    assert Recheck.objects.get().state == Recheck.State.DONE
    assert VerdictChange.objects.get().after == "illegal"


class TestTheCommand:
    @pytest.fixture
    def banned(self, ann: User) -> Iterator[Deck]:
        deck_of(ann, PLAIN)
        found = deck_of(ann, WITH_FLAME)
        ban()
        return found

    def test_judges_all_decks_and_says_what_changed(self, banned: Deck) -> None:
        status, out, _ = run("recheck_decks", "--game", GAME)
        assert status == 0
        assert "2 of 2 decks checked" in out
        assert "1 legal to illegal" in out
        assert "banned: new in 1" in out
        assert VerdictChange.objects.get().deck == banned

    def test_says_so_as_json_a_line_a_game(self, banned: Deck) -> None:
        status, out, _ = run("recheck_decks", "--json")
        assert status == 0
        (told,) = [json.loads(line) for line in out.splitlines()]
        assert (told["game"], told["state"], told["total"], told["judged"], told["changed"]) == (GAME, "done", 2, 2, 1)
        assert told["outcomes"] == [{"before": "legal", "after": "illegal", "decks": 1}]
        assert told["codes_came"] == {"banned": 1}

    def test_has_nothing_to_do_where_no_deck_has_a_format(self, ann: User) -> None:
        status, out, _ = run("recheck_decks")
        assert status == 0
        assert out.count("no stored deck has a format") == 3

    def test_goes_on_with_what_was_broken_off(self, banned: Deck) -> None:
        tasks.services.begin(GAME, "a ban")
        assert run("recheck_decks", "--game", GAME)[0] == 0
        assert Recheck.objects.get().why == "a ban"

    def test_knows_no_other_game(self, db: None) -> None:
        status, _, err = run("recheck_decks", "--game", "chess")
        assert status == 2
        assert "chess" in err
