"""What is left undone is listed, tried again in time, and done by whoever catches up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.utils import timezone
from kombu.exceptions import OperationalError
from pytest_django import Settings

from tests.check.many.sending import start as start_check
from tests.commands import run
from tests.decks.rechecks.making import GAME, PLAIN, deck_of
from tests.simulations.running import start as start_run
from vsdb.catalog.cards import followers
from vsdb.catalog.cards.followers import Follower, RenewedFacts, register_follower
from vsdb.catalog.cards.models import FactsMark, Game
from vsdb.celery import app
from vsdb.check.many import tasks as many_checks
from vsdb.check.models import ManyCheck
from vsdb.decks.rechecks import services
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.rechecks.tasks import work_on
from vsdb.exchange.card_files import uploads
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.tasks import run_import
from vsdb.operations import catching_up, watch
from vsdb.operations.catching_up import call_to_followers, list_behind
from vsdb.operations.tasks import follow_facts
from vsdb.simulations import tasks as simulations
from vsdb.simulations.models import SimulationRun

pytestmark = pytest.mark.django_db
CSV = "game,name,set,number,type,text\nvs-2pcg,Tin Man,XFC,A001,Supporting Character,Rust.\n"


@pytest.fixture(autouse=True)
def _up_to_date() -> None:
    """Everything follows the facts that are loaded."""
    for game in Game.objects.all():
        for follower in followers.list_followers():
            FactsMark.objects.update_or_create(
                game=game,
                follower=follower.name,
                defaults={"taken": game.data_version, "since": None, "failures": 0, "problem": ""},
            )


@pytest.fixture
def follower() -> Iterator[Callable[[Callable[[RenewedFacts], object]], None]]:
    """Enters a follower that is behind the facts of a game."""

    def enter(follow: Callable[[RenewedFacts], object]) -> None:
        register_follower(Follower("a-test", "follower of a test", 90, follow, is_for_workers=True))
        for game in Game.objects.exclude(pk=GAME):
            FactsMark.objects.create(game=game, follower="a-test", taken=game.data_version)

    yield enter
    followers._followers.pop("a-test", None)


@pytest.fixture
def refusals(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """A queue that is gone, and what it was asked to take."""
    asked: list[object] = []

    def refuse(*told: object) -> None:
        asked.append(told)
        raise OperationalError("no answer")

    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    for task in (follow_facts, work_on, run_import, simulations.work_on, many_checks.work_on):
        monkeypatch.setattr(task, "delay", refuse)
    monkeypatch.setattr(watch.connections, "close_all", lambda: None)  # the test goes on with its own
    return asked


class TestFollowers:
    def test_that_fail_are_listed_with_what_is_wrong_and_tried_again_ever_later(
        self, follower: Callable[[Callable[[RenewedFacts], object]], None]
    ) -> None:
        tries: list[RenewedFacts] = []

        def fail(facts: RenewedFacts) -> None:
            tries.append(facts)
            raise OSError("the disk is full")

        follower(fail)
        assert call_to_followers() == 1
        (behind,) = list_behind()
        assert (behind.what, behind.game, behind.failures) == ("a-test", GAME, 1)
        assert behind.problem == "OSError: the disk is full"
        assert behind.since is not None
        mark = FactsMark.objects.filter(follower="a-test", game=GAME)
        for failures, waits in ((1, 5), (2, 10), (3, 20), (12, 3600)):
            mark.update(failures=failures, tried=timezone.now() - timedelta(seconds=waits - 3))
            assert call_to_followers() == 0
            mark.update(tried=timezone.now() - timedelta(seconds=waits))
            assert call_to_followers() == 1
        assert len(tries) == 5

    def test_that_somebody_was_called_to_are_left_to_them_for_a_minute(
        self, follower: Callable[[Callable[[RenewedFacts], object]], None]
    ) -> None:
        called: list[int] = []
        follower(lambda _: called.append(call_to_followers()))
        assert call_to_followers() == 1
        assert called == [0]

    def test_are_not_lost_where_the_queue_is_gone(
        self, follower: Callable[[Callable[[RenewedFacts], object]], None], settings: Settings
    ) -> None:
        told: list[RenewedFacts] = []
        follower(told.append)
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        was = {name: app.conf[name] for name in ("broker_url", "task_always_eager")}
        app.conf.update(broker_url=settings.CELERY_BROKER_URL, task_always_eager=False)
        app._after_fork()  # connections to whatever queue was used before are forgotten
        try:
            catching_up.follow_new_facts()
        finally:
            app.conf.update(was)
            app._after_fork()
        assert told == []
        assert "the task queue can't be reached" in list_behind()[0].problem
        assert run("catch_up")[0] == 0
        assert len(told) == 1

    def test_ask_a_queue_that_is_gone_once(self, refusals: list[object]) -> None:
        FactsMark.objects.filter(game=GAME).update(taken="older", since=timezone.now())
        assert len(list_behind()) > 1
        with pytest.raises(OperationalError):
            call_to_followers()
        assert len(refusals) == 1

    def test_are_called_to_a_minute_later_however_long_the_queue_was_gone(
        self, follower: Callable[[Callable[[RenewedFacts], object]], None], refusals: list[object]
    ) -> None:
        follower(lambda _: None)
        mark = FactsMark.objects.filter(follower="a-test", game=GAME)
        for tries in range(1, 13):
            with pytest.raises(OperationalError):
                call_to_followers()
            assert call_to_followers() == 0
            assert len(refusals) == tries
            assert mark.get().called_until <= timezone.now() + catching_up.CALL
            mark.update(called_until=timezone.now())
        assert "the task queue can't be reached" in list_behind()[0].problem

    def test_that_fail_in_the_command_give_it_the_status_1(
        self, follower: Callable[[Callable[[RenewedFacts], object]], None]
    ) -> None:
        def fail(_: RenewedFacts) -> None:
            raise ValueError("no room")

        follower(fail)
        status, out, _ = run("catch_up")
        assert (status, out) == (1, f"{GAME}: follower of a test: still behind (ValueError: no room)\n")
        status, out, _ = run("catch_up", "--json")
        assert status == 1
        assert json.loads(out)["problem"] == "ValueError: no room"


class TestRechecks:
    def test_that_nobody_works_on_are_done(self) -> None:
        deck_of(User.objects.create_user("ann", "ann@example.org"), PLAIN)
        recheck = services.begin(GAME, "a test")
        assert recheck is not None
        assert list_behind() == []
        Recheck.objects.update(called=timezone.now() - timedelta(minutes=1))
        assert [(each.what, each.game) for each in list_behind()] == [("recheck", GAME)]
        assert run("catch_up")[:2] == (0, f"{GAME}: recheck {recheck.pk}: caught up\n")
        recheck.refresh_from_db()
        assert recheck.state == Recheck.State.DONE

    def test_are_begun_once_for_the_same_facts(self) -> None:
        deck_of(User.objects.create_user("ann", "ann@example.org"), PLAIN)
        for _ in range(2):
            FactsMark.objects.filter(game=GAME, follower="rechecks").update(taken="older")
            assert run("catch_up")[0] == 0
        assert Recheck.objects.get().before == "older"


class TestImports:
    @pytest.fixture
    def killed(self) -> Import:
        """An import that was killed: its row says that it runs, its file of progress is there, and nobody holds it."""
        folder = Path(site_settings.IMPORT_DIR)
        (folder / ("a" * 32)).write_text(CSV)
        record = Import.objects.create(
            source="csv", file_name="cards.csv", state=Import.State.RUNNING, stored="a" * 32, started=timezone.now()
        )
        (folder / f"{record.pk}.running").write_text("[1, 2]")
        return record

    def test_of_uploads_are_begun_again(self, killed: Import) -> None:
        assert [each.what for each in list_behind()] == ["import"]
        assert run("catch_up")[0] == 0
        killed.refresh_from_db()
        assert (killed.state, killed.restarts) == (Import.State.DONE, 1)
        assert killed.report["has_changed"]
        assert not (Path(site_settings.IMPORT_DIR) / ("a" * 32)).exists()

    def test_that_are_killed_again_have_failed(self, killed: Import) -> None:
        Import.objects.update(restarts=1, restarted=timezone.now() - timedelta(hours=1))
        status, out, _ = run("catch_up")
        assert status == 1
        assert "it was stopped before it ended, and changed nothing" in out
        killed.refresh_from_db()
        assert killed.state == Import.State.FAILED
        assert not [*Path(site_settings.IMPORT_DIR).glob(f"{killed.pk}.running")]
        assert list_behind() == []

    def test_are_left_as_they_were_while_the_queue_is_gone(self, killed: Import, refusals: list[object]) -> None:
        other = Import.objects.create(
            source="csv", file_name="others.csv", state=Import.State.RUNNING, stored="b" * 32, started=timezone.now()
        )
        (Path(site_settings.IMPORT_DIR) / ("b" * 32)).write_text(CSV)
        (Path(site_settings.IMPORT_DIR) / f"{other.pk}.running").write_text("[1, 2]")
        for tries in (1, 2, 3):
            Import.objects.update(restarted=None)
            watch.look()
            assert len(refusals) == tries  # not one for each import
        killed.refresh_from_db()
        assert (killed.state, killed.restarts, killed.stored) == (Import.State.RUNNING, 0, "a" * 32)
        assert (Path(site_settings.IMPORT_DIR) / killed.stored).exists()
        Import.objects.update(restarted=None)
        assert run("catch_up")[0] == 0
        killed.refresh_from_db()
        assert killed.state == Import.State.DONE

    def test_are_not_begun_in_a_look_that_found_no_queue_for_a_recheck(
        self, killed: Import, refusals: list[object]
    ) -> None:
        deck_of(User.objects.create_user("ann", "ann@example.org"), PLAIN)
        services.begin(GAME, "a test")
        Recheck.objects.update(called=timezone.now() - timedelta(minutes=1))
        watch.look()
        assert len(refusals) == 1
        assert "the task queue can't be reached" in Recheck.objects.get().problem
        killed.refresh_from_db()
        assert killed.restarted is None

    def test_that_were_killed_after_their_end_leave_no_progress(self, killed: Import) -> None:
        Import.objects.update(state=Import.State.DONE, stored="")
        assert run("catch_up")[0] == 0
        assert not [*Path(site_settings.IMPORT_DIR).glob(f"{killed.pk}.running")]

    def test_of_the_command_line_have_failed(self, killed: Import) -> None:
        Import.objects.update(stored="")
        assert [each.pk for each in uploads.restart_dead_imports(lambda _: None)] == [killed.pk]
        killed.refresh_from_db()
        assert killed.state == Import.State.FAILED

    def test_are_given_to_one_of_two_who_catch_up(self, killed: Import) -> None:
        first = uploads.restart_dead_imports(lambda _: None)
        assert next(first).pk == killed.pk
        assert list(uploads.restart_dead_imports(lambda _: None)) == []


class TestChecksOfManyLists:
    @pytest.fixture
    def left(self) -> ManyCheck:
        """A check whose worker was killed."""
        check = start_check()
        long_ago = timezone.now() - timedelta(minutes=1)
        ManyCheck.objects.update(state="running", until=long_ago, called=long_ago)
        return check

    def test_that_nobody_works_on_are_judged(self, left: ManyCheck) -> None:
        assert [each.what for each in list_behind()] == ["check"]
        assert run("catch_up")[:2] == (0, f"vs-classic: check of many lists {left}: caught up\n")
        left.refresh_from_db()
        assert left.state == ManyCheck.State.DONE
        assert list_behind() == []

    def test_are_called_to_by_who_looks(self, left: ManyCheck, monkeypatch: pytest.MonkeyPatch) -> None:
        called: list[str] = []
        monkeypatch.setattr(many_checks, "start", called.append)
        monkeypatch.setattr(watch.connections, "close_all", lambda: None)  # the test goes on with its own
        for _ in range(2):
            watch.look()
        assert called == [left.pk]

    def test_wait_and_say_so_while_the_queue_is_gone(self, left: ManyCheck, refusals: list[object]) -> None:
        watch.look()
        assert refusals == [(left.pk,)]
        left.refresh_from_db()
        assert "the task queue can't be reached" in left.problem
        assert run("catch_up")[0] == 0
        left.refresh_from_db()
        assert (left.state, left.problem) == (ManyCheck.State.DONE, "")


class TestSimulationRuns:
    @pytest.fixture
    def left(self) -> SimulationRun:
        """A run whose worker was killed."""
        run = start_run()
        long_ago = timezone.now() - timedelta(minutes=1)
        SimulationRun.objects.update(state="running", until=long_ago, called=long_ago)
        return run

    def test_that_nobody_works_on_are_played(self, left: SimulationRun) -> None:
        assert [(each.what, each.game) for each in list_behind()] == [("simulation", GAME)]
        assert run("catch_up")[:2] == (0, f"{GAME}: simulation run {left}: caught up\n")
        left.refresh_from_db()
        assert left.state == SimulationRun.State.DONE
        assert list_behind() == []

    def test_are_called_to_by_who_looks(self, left: SimulationRun, monkeypatch: pytest.MonkeyPatch) -> None:
        called: list[str] = []
        monkeypatch.setattr(simulations, "start", called.append)
        monkeypatch.setattr(watch.connections, "close_all", lambda: None)  # the test goes on with its own
        for _ in range(2):
            watch.look()
        assert called == [left.pk]

    def test_wait_and_say_so_while_the_queue_is_gone(self, left: SimulationRun, refusals: list[object]) -> None:
        watch.look()
        assert refusals == [(left.pk,)]
        left.refresh_from_db()
        assert left.state == SimulationRun.State.RUNNING
        assert "the task queue can't be reached" in left.problem
        assert [each.problem for each in list_behind()] == [left.problem]
        assert run("catch_up")[0] == 0
        left.refresh_from_db()
        assert (left.state, left.problem) == (SimulationRun.State.DONE, "")
