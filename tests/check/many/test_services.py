"""Checks that are judged in portions: each list once, whoever dies, cancels or brings new facts meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from engine import NotFound
from tests.check.many.sending import ASKED, LEGAL, SHORT, SOMEBODY, reload, start
from vsdb.accounts.starters import Starter
from vsdb.catalog.cards.models import Game
from vsdb.check.many import selectors, services
from vsdb.check.many.judging import JudgedList, ListJudge
from vsdb.check.many.reading import GivenList
from vsdb.check.models import ListOfCheck, ManyCheck
from vsdb.core import leased_work
from vsdb.core.errors import ApplicationError, TooManyRequests

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
State = ManyCheck.State


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "PORTION", 3)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lists that were judged, also in vain."""
    names: list[str] = []
    judge = ListJudge.judge

    def note(self: ListJudge, given: GivenList) -> tuple[JudgedList, str]:
        names.append(given.name)
        return judge(self, given)

    monkeypatch.setattr(ListJudge, "judge", note)
    return names


def break_at(monkeypatch: pytest.MonkeyPatch, number: int, happen: Callable[[], object]) -> None:
    """Something happens after a portion was judged and before it is recorded."""
    record, portions = services._record, []

    def interrupted(*args: Any) -> ManyCheck | None:
        portions.append(args)
        if len(portions) == number:
            happen()
        return record(*args)

    monkeypatch.setattr(services, "_record", interrupted)


def die() -> None:
    raise KeyboardInterrupt


def list_outcomes(check: ManyCheck) -> list[str]:
    return [row.judged.outcome for row in selectors.load_rows(check)]


EXPECTED = ["illegal" if number % 3 == 0 else "legal" for number in range(1, 8)]


class TestTheResult:
    def test_is_a_row_a_list(self, judged: list[str]) -> None:
        check = start()
        assert services.work_on(check.pk)
        done = reload(check)
        assert (done.state, done.judged, done.caller, done.until) == (State.DONE, 7, "", None)
        assert list_outcomes(done) == EXPECTED
        assert judged == [f"Player {number}" for number in range(1, 8)]
        assert services.work_on(check.pk)  # there is nothing left to do
        assert len(judged) == 7

    def test_goes_on_after_so_many_seconds(self) -> None:
        check = start()
        while not services.work_on(check.pk, seconds=-1):
            assert reload(check).until is None
            ManyCheck.objects.update(tries=0)
            if reload(check).judged == 0:
                services.work_on(check.pk)
        assert list_outcomes(reload(check)) == EXPECTED

    def test_has_the_deck_text_where_it_came_otherwise(self) -> None:
        given = GivenList("Jane", '{"layout": "vsdb-deck", "version": 1, "game": "vs-classic", "cards": []}')
        as_csv = GivenList("Joe", "count,name\n60,Sentinel Mark V, Army\n")
        check = services.start_check([given, as_csv, GivenList("Zoe", LEGAL)], ASKED, SOMEBODY)
        services.work_on(check.pk)
        decks = list(ListOfCheck.objects.order_by("number").values_list("deck", flat=True))
        assert "60 Sentinel Mark V" in decks[1]
        assert decks[2] == ""

    def test_takes_what_no_database_keeps(self) -> None:
        lists = [GivenList("Jane", "4 a\0b"), GivenList("Joe", "60 Sentinel Mark V, Army\n1 \ud800")]
        check = services.start_check(lists, ASKED, SOMEBODY)
        services.work_on(check.pk)
        assert list_outcomes(reload(check)) == ["unreadable", "uncertain"]


class TestAWorkerThatDies:
    def test_loses_one_portion_and_records_no_list_twice(
        self, monkeypatch: pytest.MonkeyPatch, judged: list[str]
    ) -> None:
        check = start()
        break_at(monkeypatch, 2, die)
        with pytest.raises(KeyboardInterrupt):
            services.work_on(check.pk)
        assert (reload(check).judged, len(list_outcomes(reload(check)))) == (3, 3)
        assert services.work_on(check.pk)  # its lease lasts: nobody else takes it
        assert reload(check).judged == 3
        ManyCheck.objects.update(until=timezone.now() - timedelta(seconds=1))
        assert services.work_on(check.pk)
        assert list_outcomes(reload(check)) == EXPECTED
        assert len(judged) == 7 + 3

    def test_and_comes_back_records_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        check = start()

        def be_overtaken() -> None:
            ManyCheck.objects.update(until=timezone.now() - timedelta(seconds=1))
            assert services.work_on(check.pk)

        break_at(monkeypatch, 1, be_overtaken)
        assert services.work_on(check.pk)
        assert (reload(check).state, list_outcomes(reload(check))) == (State.DONE, EXPECTED)

    def test_is_called_again_once(self) -> None:
        check = start()
        assert services.call_to_stalled() == []
        ManyCheck.objects.update(called=timezone.now() - timedelta(minutes=1))
        assert services.call_to_stalled() == [check.pk]
        assert services.call_to_stalled() == []


class TestWhatGoesWrong:
    def test_with_one_list_stops_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        judge = ListJudge.judge

        def fail(self: ListJudge, given: GivenList) -> tuple[JudgedList, str]:
            if given.name == "Player 2":
                raise ZeroDivisionError
            return judge(self, given)

        monkeypatch.setattr(ListJudge, "judge", fail)
        check = start()
        assert services.work_on(check.pk)
        assert list_outcomes(reload(check)) == [EXPECTED[0], "unreadable", *EXPECTED[2:]]

    def test_again_and_again_ends_the_check(self, monkeypatch: pytest.MonkeyPatch) -> None:
        check = start()

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(services, "_record", fail)
        for _ in range(leased_work.MAX_TRIES):
            assert not services.work_on(check.pk)
        assert services.work_on(check.pk)
        failed = reload(check)
        assert failed.state == State.FAILED
        assert "given up after 5 tries" in failed.problem

    def test_in_the_database_is_tried_again_by_who_is_called_next(self, monkeypatch: pytest.MonkeyPatch) -> None:
        check = start()

        def refuse() -> None:
            raise OperationalError("the database is full")

        break_at(monkeypatch, 1, refuse)
        assert services.work_on(check.pk)
        assert reload(check).state == State.RUNNING
        ManyCheck.objects.update(until=timezone.now() - timedelta(seconds=1))
        assert services.work_on(check.pk)
        assert list_outcomes(reload(check)) == EXPECTED

    def test_while_lists_are_stored_leaves_no_check(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise OperationalError("the database is full")

        monkeypatch.setattr(ListOfCheck.objects, "bulk_create", refuse)
        with pytest.raises(OperationalError):
            start()
        assert not ManyCheck.objects.exists()

    def test_without_its_lists_the_check_has_failed(self) -> None:
        check = start()
        ListOfCheck.objects.all().delete()
        assert services.work_on(check.pk)
        assert "weren't stored" in reload(check).problem

    def test_in_read_only_mode_nothing_is_written(self, settings: Settings) -> None:
        check = start()
        settings.READ_ONLY = "A restore is under way."
        assert services.work_on(check.pk)
        assert reload(check).state == State.WAITING


class TestNewFacts:
    def test_meanwhile_begin_the_check_anew(self, monkeypatch: pytest.MonkeyPatch, judged: list[str]) -> None:
        check = start()

        def load() -> None:
            Game.objects.filter(slug="vs-classic").update(data_version="1:newer")

        break_at(monkeypatch, 2, load)
        assert services.work_on(check.pk)
        done = reload(check)
        assert (done.state, list_outcomes(done)) == (State.DONE, EXPECTED)
        # Two portions by the old facts, all three by the new.
        assert len(judged) == 6 + 7


class TestCancelling:
    def test_keeps_what_was_judged(self, monkeypatch: pytest.MonkeyPatch) -> None:
        check = start(Starter(keys={"x"}, caller="192.0.2.1"))
        owner = Starter(keys={check.pk})
        break_at(monkeypatch, 2, lambda: services.cancel_check(check, owner))
        assert services.work_on(check.pk)
        cancelled = reload(check)
        assert (cancelled.state, cancelled.judged) == (State.CANCELLED, 3)
        assert len(list_outcomes(cancelled)) == 3
        assert not services.cancel_check(check, owner)

    def test_is_for_whoever_started_it(self) -> None:
        check = start()
        for other in (SOMEBODY, Starter(user=7), Starter(user=7, keys={check.pk + "x"})):
            with pytest.raises(NotFound):
                services.cancel_check(check, other)
        assert reload(check).state == State.WAITING


class TestLimits:
    def test_of_one_caller(self, settings: Settings) -> None:
        start(), start()
        with pytest.raises(ApplicationError, match="2 checks of many lists under way"):
            start()
        start(Starter(caller="192.0.2.2"))
        settings.CHECK_MANY_AT_ONCE = 0
        start()
        assert ManyCheck.objects.count() == 4

    def test_of_the_site(self, settings: Settings) -> None:
        settings.CHECK_MANY_MAX = 1
        start()
        with pytest.raises(TooManyRequests):
            start(Starter(caller="192.0.2.2"))
        ManyCheck.objects.update(asked=timezone.now() - timedelta(days=31))
        start(Starter(caller="192.0.2.2"))
        assert ManyCheck.objects.count() == 1

    def test_say_nothing_of_the_caller_s_address(self) -> None:
        assert "192" not in start().caller
        assert SHORT  # the lists themselves are kept
