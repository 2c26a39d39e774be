"""Runs that are played in portions: their result, and what happens to those that are cancelled, killed or too many."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from engine import InputError, NotFound
from engine.simulation.goldfish.running import GoldfishRun
from engine.simulation.goldfish.tallies import Tally
from tests.simulations.running import LIST, SOMEBODY, reload, start
from vsdb.accounts.starters import Starter
from vsdb.catalog.cards.models import Game
from vsdb.core import leased_work
from vsdb.core.errors import ApplicationError, TooManyRequests
from vsdb.simulations import services
from vsdb.simulations.goldfish.playing import GoldfishRequest, simulate
from vsdb.simulations.models import SimulationRun
from vsdb.simulations.selectors import find_run, list_stuck_runs

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
State = SimulationRun.State


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred games are seven portions."""
    monkeypatch.setattr(services, "PORTION", 15)
    monkeypatch.setattr(services, "SLOW_PORTION", 15)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The portions that were played, also in vain."""
    portions: list[tuple[int, int]] = []
    play = GoldfishRun.play_portion

    def note(run: GoldfishRun, begin: int, end: int, **options: Any) -> Tally:
        if options:  # the rare game that isn't played in bulk is one more call
            portions.append((begin, end))
        return play(run, begin, end, **options)

    monkeypatch.setattr(GoldfishRun, "play_portion", note)
    return portions


def break_at(monkeypatch: pytest.MonkeyPatch, number: int, happen: Callable[[], object]) -> None:
    """Something happens after a portion was played and before it is recorded."""
    record, portions = services._record, []

    def interrupted(*args: Any) -> SimulationRun | None:
        portions.append(args)
        if len(portions) == number:
            happen()
        return record(*args)

    monkeypatch.setattr(services, "_record", interrupted)


def die() -> None:
    raise KeyboardInterrupt


def at_once() -> str:
    """What the same games come to in one portion."""
    found = simulate(GoldfishRequest(LIST, games=100, turns=3, seed=7))
    return json.dumps(found.as_dict(), ensure_ascii=False)


class TestTheResult:
    def test_in_seven_portions_is_that_of_one(self, played: list[tuple[int, int]]) -> None:
        run = start()
        assert services.work_on(run.pk)
        done = reload(run)
        assert (done.state, done.played, done.until, done.caller) == (State.DONE, 100, None, "")
        assert played[-1] == (90, 100)
        assert len(played) == 7
        assert done.answer == at_once()
        assert done.ended

    def test_in_one_portion_is_that_of_a_run_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "PORTION", 1_000)
        run = start()
        assert services.work_on(run.pk)
        assert reload(run).answer == at_once()

    def test_is_the_same_where_the_worker_was_killed_in_between(
        self, monkeypatch: pytest.MonkeyPatch, played: list[tuple[int, int]]
    ) -> None:
        run = start()
        break_at(monkeypatch, 4, die)
        with pytest.raises(KeyboardInterrupt):
            services.work_on(run.pk)
        assert (reload(run).state, reload(run).played) == (State.RUNNING, 45)
        assert services.work_on(run.pk)  # the dead worker has it still
        assert reload(run).played == 45
        SimulationRun.objects.update(until=timezone.now() - timedelta(seconds=1))
        assert services.work_on(run.pk)
        assert reload(run).answer == at_once()
        assert played.count((45, 60)) == 2

    def test_of_a_portion_that_two_played_counts_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A worker that slept while it had the run comes too late with its portion."""
        run = start()

        def be_overtaken() -> None:
            SimulationRun.objects.update(until=timezone.now() - timedelta(seconds=1))
            assert services.work_on(run.pk)
            assert reload(run).state == State.DONE

        break_at(monkeypatch, 3, be_overtaken)
        assert services.work_on(run.pk)
        assert reload(run).answer == at_once()

    def test_begins_anew_by_newer_facts(self, monkeypatch: pytest.MonkeyPatch, played: list[tuple[int, int]]) -> None:
        run = start()
        monkeypatch.setattr(services, "_get_facts_state", lambda _: "older")
        break_at(monkeypatch, 4, lambda: monkeypatch.setattr(services, "_get_facts_state", lambda _: "newer"))
        assert services.work_on(run.pk)
        assert played[:6] == [(0, 15), (15, 30), (30, 45), (45, 60), (0, 15), (15, 30)]
        assert reload(run).facts == "newer"
        assert reload(run).answer == at_once()

    def test_is_there_so_far_while_it_is_played(self, monkeypatch: pytest.MonkeyPatch) -> None:
        run = start()
        break_at(monkeypatch, 3, die)
        with pytest.raises(KeyboardInterrupt):
            services.work_on(run.pk)
        so_far = json.loads(reload(run).answer)
        assert so_far == simulate(GoldfishRequest(LIST, games=30, turns=3, seed=7)).as_dict()

    def test_keeps_a_seed_that_no_column_of_numbers_holds(self) -> None:
        run = start(seed=2**64 - 1, games=1)
        services.work_on(run.pk)
        assert json.loads(reload(run).answer)["seed"] == 2**64 - 1

    def test_is_by_the_facts_of_the_day_on_which_it_was_asked_for(self) -> None:
        asked = GoldfishRequest(LIST, games=1)
        assert services.start_run(asked, SOMEBODY, on=date(2008, 7, 1))[0].as_of == date(2008, 7, 1)
        assert services.start_run(asked, SOMEBODY)[0].as_of == timezone.localdate()

    def test_cites_the_rules_of_that_day(self) -> None:
        cited = []
        for on in (date(2026, 4, 1), date(2026, 11, 1)):
            request = GoldfishRequest("# game: riftbound\n40 Jinx, Demolitionist", games=1, turns=1)
            run, _ = services.start_run(request, Starter(caller=str(on)), on=on)
            services.work_on(run.pk)
            cited.append({each["document"] for each in json.loads(reload(run).answer)["citations"]})
        assert cited[0] != cited[1]


class TestWork:
    def test_is_handed_on_after_some_seconds(self) -> None:
        run = start()
        assert not services.work_on(run.pk, seconds=-1)
        assert reload(run).until is None
        assert services.work_on(run.pk)
        assert reload(run).state == State.DONE

    def test_leaves_a_run_to_whoever_has_it(self, played: list[tuple[int, int]]) -> None:
        run = start()
        SimulationRun.objects.update(until=timezone.now() + timedelta(seconds=9), state=State.RUNNING)
        assert services.work_on(run.pk)
        assert played == []

    def test_on_a_run_that_is_gone_is_none(self) -> None:
        assert services.work_on("no-such-run")

    def test_that_fails_is_tried_again_and_given_up_at_last(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        run = start()

        def fail(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(GoldfishRun, "play_portion", fail)
        for _ in range(leased_work.MAX_TRIES):
            assert not services.work_on(run.pk)
            assert reload(run).state == State.RUNNING
        assert services.work_on(run.pk)
        assert reload(run).state == State.FAILED
        assert "given up after 5 tries" in reload(run).problem
        assert "ZeroDivisionError" in caplog.text

    def test_goes_on_where_the_database_refused_a_portion(self, monkeypatch: pytest.MonkeyPatch) -> None:
        run = start()

        def refuse() -> None:
            raise OperationalError("disk full")

        break_at(monkeypatch, 2, refuse)
        assert services.work_on(run.pk)
        assert (reload(run).state, reload(run).played) == (State.RUNNING, 15)
        SimulationRun.objects.update(until=timezone.now() - timedelta(seconds=1))
        assert services.work_on(run.pk)
        assert reload(run).answer == at_once()

    def test_ends_where_the_list_can_no_longer_be_read(self) -> None:
        run = start()
        Game.objects.filter(pk=run.game).update(data_version="")
        assert services.work_on(run.pk)
        assert reload(run).state == State.FAILED
        assert reload(run).problem

    def test_waits_while_the_site_is_read_only(self, settings: Settings, played: list[tuple[int, int]]) -> None:
        run = start()
        settings.READ_ONLY = "A restore is under way."
        assert services.work_on(run.pk)
        assert (reload(run).state, played) == (State.WAITING, [])


class TestStalledRuns:
    def test_are_called_to_once_after_a_while(self) -> None:
        run = start()
        assert services.call_to_stalled() == []
        assert list_stuck_runs() == []
        SimulationRun.objects.update(called=timezone.now() - timedelta(seconds=21))
        assert list_stuck_runs() == [run]
        assert services.call_to_stalled() == [run.pk]
        assert services.call_to_stalled() == []

    def test_are_none_that_somebody_works_on(self) -> None:
        start()
        long_ago, soon = timezone.now() - timedelta(hours=1), timezone.now() + timedelta(seconds=9)
        SimulationRun.objects.update(called=long_ago, until=soon, state=State.RUNNING)
        assert services.call_to_stalled() == list_stuck_runs() == []
        SimulationRun.objects.update(until=long_ago)
        assert len(services.call_to_stalled()) == 1

    @pytest.mark.parametrize("state", [State.DONE, State.CANCELLED, State.FAILED])
    def test_are_none_that_are_over(self, state: str) -> None:
        start()
        SimulationRun.objects.update(called=timezone.now() - timedelta(hours=1), state=state)
        assert services.call_to_stalled() == list(leased_work.list_idle(SimulationRun)) == []


class TestCancelling:
    def test_ends_a_run_in_the_middle_and_keeps_what_was_played(self, monkeypatch: pytest.MonkeyPatch) -> None:
        run = start(Starter(user=None, keys=()))
        own = Starter(keys=(run.pk,))
        break_at(monkeypatch, 3, lambda: services.cancel_run(run, own))
        assert services.work_on(run.pk)
        cancelled = reload(run)
        assert (cancelled.state, cancelled.played, cancelled.until) == (State.CANCELLED, 30, None)
        assert json.loads(cancelled.answer)["games"] == 30
        assert services.work_on(run.pk)
        assert reload(run).played == 30

    def test_changes_nothing_of_a_run_that_is_over(self) -> None:
        run = start()
        services.work_on(run.pk)
        assert not services.cancel_run(run, Starter(keys=(run.pk,)))
        assert reload(run).state == State.DONE

    def test_is_for_the_browser_that_started_it(self) -> None:
        run = start()
        for other in (Starter(), SOMEBODY, Starter(keys=("other",)), Starter(user=1)):
            with pytest.raises(NotFound):
                services.cancel_run(run, other)
        assert reload(run).state == State.WAITING

    def test_is_for_the_account_that_started_it(self, django_user_model: Any) -> None:
        ann, bob = (django_user_model.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob"))
        run = start(Starter(user=ann.pk))
        for other in (Starter(), Starter(keys=(run.pk,)), Starter(user=bob.pk, keys=(run.pk,))):
            with pytest.raises(NotFound):
                services.cancel_run(run, other)
        assert services.cancel_run(run, Starter(user=ann.pk))


class TestLimits:
    @pytest.mark.parametrize(
        ("asked", "place"),
        [
            ({"games": 1_000_001}, "games"),
            ({"games": 0}, "games"),
            ({"turns": 13}, "turns"),
            ({"turns": 0}, "turns"),
            ({"seed": 2**64}, "seed"),
            ({"seed": -1}, "seed"),
            ({"text": LIST + "\0"}, "deck"),
            ({"text": "# game: riftbound\nRunes\n3 Fury Rune"}, ""),
        ],
    )
    def test_refuse_what_is_out_of_range(self, asked: dict[str, Any], place: str) -> None:
        with pytest.raises(InputError) as refused:
            start(**asked)
        assert refused.value.place == place
        assert not SimulationRun.objects.exists()

    def test_take_as_many_games_as_they_say(self) -> None:
        assert start(games=1_000_000).games == 1_000_000

    def test_are_lower_where_games_are_played_one_by_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(GoldfishRun, "is_played_in_bulk", False)
        assert start(games=100_000).games == 100_000
        with pytest.raises(InputError, match="at most 100,000 of this deck, whose games are played one by one"):
            start(games=100_001)

    def test_let_one_caller_have_two_under_way(self) -> None:
        first, _ = start(seed=1), start(seed=2)
        with pytest.raises(ApplicationError, match="2 runs under way"):
            start(seed=3)
        assert SimulationRun.objects.count() == 2
        start(Starter(caller="192.0.2.2"), seed=3)
        services.work_on(first.pk)
        start(seed=4)

    def test_count_an_account_wherever_it_is(self, django_user_model: Any) -> None:
        ann = django_user_model.objects.create_user("ann", "ann@example.org").pk
        start(Starter(ann, caller="192.0.2.1"), seed=1)
        start(Starter(ann, caller="192.0.2.2"), seed=2)
        with pytest.raises(ApplicationError):
            start(Starter(ann, caller="192.0.2.3"), seed=3)

    def test_of_the_site_are_told_with_a_time(self, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
        monkeypatch.setattr(services, "MAX_OPEN", 1)
        run = start()
        with pytest.raises(TooManyRequests):
            start(Starter(caller="192.0.2.2"))
        services.work_on(run.pk)
        settings.SIMULATION_RUNS_MAX = 1
        with pytest.raises(TooManyRequests):
            start(Starter(caller="192.0.2.2"))
        assert SimulationRun.objects.count() == 1

    def test_make_room_of_what_is_kept_no_longer(self, settings: Settings) -> None:
        settings.SIMULATION_RUNS_MAX = 1
        old = start()
        SimulationRun.objects.update(asked=timezone.now() - timedelta(days=31))
        assert start(seed=8).pk != old.pk
        assert SimulationRun.objects.count() == 1

    def test_see_the_same_asked_twice_as_one(self) -> None:
        asked = GoldfishRequest(LIST, games=100, seed=7)
        run, is_new = services.start_run(asked, SOMEBODY)
        assert is_new
        assert services.start_run(asked, SOMEBODY) == (run, False)
        assert services.start_run(asked, Starter(caller="192.0.2.2"))[1]

    def test_name_no_address_in_the_row(self) -> None:
        run = start()
        assert "192.0.2.1" not in "".join(map(str, vars(reload(run)).values()))


def test_a_key_cannot_be_guessed_and_works_for_as_long_as_a_run_is_kept(settings: Settings) -> None:
    run, other = start(seed=1), start(seed=2)
    assert len(run.pk) == 22
    assert run.pk[:8] != other.pk[:8]
    assert find_run(run.pk) == run
    with pytest.raises(NotFound):
        find_run("A" * 22)
    SimulationRun.objects.update(asked=timezone.now() - timedelta(days=31))
    with pytest.raises(NotFound):
        find_run(run.pk)
    settings.SIMULATION_RUNS_DAYS = 0
    assert find_run(run.pk) == run
