"""Batches judge every list anew: each once, by new facts too, and say which lists changed and which are alike."""

from __future__ import annotations

import pytest

from tests.decks.rechecks.making import GAME, WITH_FLAME, ban, lift_bans
from tests.events.making import BEFORE, LEGAL, LOCKED, SHORT, make_event, make_player, set_clock, submit_list
from vsdb.catalog.cards.followers import RenewedFacts
from vsdb.catalog.cards.models import Game
from vsdb.core import leased_work
from vsdb.events import log
from vsdb.events.models import Batch, Event, EventList, ListVerdict, LogEntry
from vsdb.events.verdicts import batch_selectors, batches, selectors, tasks
from vsdb.events.verdicts.services import adopt_verdict
from vsdb.operations import catching_up

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
State = Batch.State


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event whose lists are locked."""
    set_clock(monkeypatch, LOCKED)
    return make_event()


def enter(event: Event, count: int, text: str = LEGAL) -> list[EventList]:
    """So many players with a list of this text each."""
    return [submit_list(make_player(event, f"Player {number}"), text) for number in range(count)]


def judge(event: Event, why: str = batches.BUTTON) -> Batch:
    """A batch that is worked off here."""
    batch = batches.begin(event, why)
    assert batch is not None
    assert batches.work_on(batch.pk)
    batch.refresh_from_db()
    return batch


def count_rows(event: Event) -> int:
    return ListVerdict.objects.filter(version__list__event=event).count()


class TestNewFacts:
    def test_name_exactly_the_lists_that_changed_and_leave_the_record(self, event: Event) -> None:
        """Acceptance 13 of the desk."""
        plain, flame = enter(event, 3), enter(event, 2, WITH_FLAME)
        records = selectors.list_records(event)
        ban()
        tasks.judge_changed_game(RenewedFacts(GAME, "", "with a ban"))
        batch = Batch.objects.get()
        assert (batch.state, batch.why, batch.judged, batch.changed) == (State.DONE, "facts", 5, 2)
        assert set(selectors.list_changes(event)) == {entry.pk for entry in flame}
        assert selectors.list_records(event) == records
        assert count_rows(event) == 7
        change = selectors.describe_change(flame[0])
        assert change is not None
        assert (change.before, change.after, change.since) == ("legal", "illegal", LOCKED)
        assert (change.codes_came, change.codes_went, change.version_after) == (["banned"], [], "with a ban")
        assert change.reasons[0]["cards"] == ["flame-trap"]
        assert selectors.describe_change(plain[0]) is None

    def test_that_are_loaded_three_times_leave_each_verdict_of_record_byte_for_byte(self, event: Event) -> None:
        """Acceptance 12 of the desk, by all that follows a load: batches, and what the head judge has adopted."""
        kept, adopted = enter(event, 1, WITH_FLAME)[0], submit_list(make_player(event, "Adopted"), WITH_FLAME)
        ban(version="first")
        tasks.judge_changed_game(RenewedFacts(GAME, "", "first"))
        newest = selectors.get_newest(adopted)
        assert newest is not None
        adopt_verdict(adopted, newest, True, "It was announced.", log.CLOCK)
        before = list(ListVerdict.objects.order_by("pk").values())
        records = {key: (each.pk, each.whole.encode()) for key, each in selectors.list_records(event).items()}
        for version, load in (("second", lift_bans), ("third", ban), ("fourth", lift_bans)):
            load()
            Game.objects.filter(pk=GAME).update(data_version=version)
            tasks.judge_changed_game(RenewedFacts(GAME, "", version))
            after = selectors.list_records(event)
            assert {key: (each.pk, each.whole.encode()) for key, each in after.items()} == records
        assert list(ListVerdict.objects.order_by("pk").values())[: len(before)] == before
        assert [selectors.list_records(event)[each.pk].outcome for each in (kept, adopted)] == ["legal", "illegal"]
        assert count_rows(event) == 2 * (1 + 4)

    def test_that_come_back_leave_no_change(self, event: Event) -> None:
        enter(event, 1, WITH_FLAME)
        ban()
        judge(event)
        lift_bans()
        assert judge(event).changed == 1
        assert selectors.list_changes(event) == {}

    def test_begin_one_batch_for_each_event_that_is_not_over(self, event: Event) -> None:
        enter(event, 1)
        make_event(title="Without lists")
        for stage in (Event.Stage.OVER, Event.Stage.CANCELLED):
            enter(make_event(stage=stage), 1)
        enter(other := make_event(stage=Event.Stage.RUNNING), 1)
        for _ in range(2):
            tasks.judge_changed_game(RenewedFacts(GAME, "", "the same"))
        assert set(Batch.objects.values_list("event", flat=True)) == {event.pk, other.pk}
        assert Batch.objects.count() == 2


class TestRecording:
    def test_a_verdict_that_says_the_same_makes_no_row_unless_format_or_day_changed(self, event: Event) -> None:
        enter(event, 2)
        assert (judge(event).changed, count_rows(event)) == (0, 2)
        Event.objects.filter(pk=event.pk).update(judged_on="2010-06-01")
        assert (judge(event, batches.DAY).changed, count_rows(event)) == (0, 4)

    def test_each_portion_counts_once_however_many_work_on_it(
        self, event: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(batches, "PORTION", 2)
        enter(event, 5, WITH_FLAME)
        ban()
        batch = batches.begin(event, batches.BUTTON)
        assert batch is not None
        first, second = leased_work.take(Batch, batch.pk), Batch.objects.get(pk=batch.pk)
        assert first is not None
        assert leased_work.take(Batch, batch.pk) is None
        second.state = State.RUNNING
        for each in (first, second):  # the second is a worker whose lease had ended
            batches._PortionJudge().judge_portion(each)
        batch.refresh_from_db()
        assert (batch.judged, batch.changed, count_rows(event)) == (2, 2, 7)
        Batch.objects.update(until=None)
        assert batches.work_on(batch.pk)
        batch.refresh_from_db()
        assert (batch.state, batch.judged, batch.changed, count_rows(event)) == (State.DONE, 5, 5, 10)

    def test_a_list_that_cant_be_judged_keeps_no_other_from_it(self, event: Event) -> None:
        broken, _ = enter(event, 2, WITH_FLAME)
        broken.versions.update(text="")
        ban()
        batch = judge(event)
        assert (batch.state, batch.judged, batch.changed) == (State.DONE, 2, 1)

    def test_an_event_whose_format_is_gone_says_so(self, event: Event) -> None:
        enter(event, 1)
        Event.objects.filter(pk=event.pk).update(format="no-such-format")
        batch = judge(event, batches.FORMAT)
        assert batch.state == State.FAILED
        assert "no-such-format" in batch.problem


class TestBatches:
    def test_a_newer_one_ends_the_one_under_way_unless_it_judges_by_the_same(self, event: Event) -> None:
        enter(event, 1)
        first = batches.begin(event, batches.BUTTON)
        assert batches.begin(event, batches.IMPORT) == first
        ban()
        second = batches.begin(event, batches.FACTS)
        assert first is not None
        assert second is not None
        first.refresh_from_db()
        assert (first.state, second.state) == (State.CANCELLED, State.WAITING)
        assert batches.work_on(first.pk)
        assert count_rows(event) == 1
        assert [each.action for each in LogEntry.objects.filter(event=event.pk)] == ["batch-begun"] * 2

    def test_one_can_be_cancelled_once(self, event: Event) -> None:
        enter(event, 1)
        batch = batches.begin(event, batches.BUTTON)
        assert batch is not None
        assert batches.cancel(batch, log.CLOCK)
        assert not batches.cancel(batch, log.CLOCK)
        assert batches.work_on(batch.pk)
        batch.refresh_from_db()
        assert (batch.state, batch.judged) == (State.CANCELLED, 0)

    def test_an_event_without_lists_or_that_is_over_has_none(self, event: Event) -> None:
        assert batches.begin(event, batches.BUTTON) is None
        enter(over := make_event(stage=Event.Stage.OVER), 1)
        assert batches.begin(over, batches.BUTTON) is None

    def test_one_that_nobody_works_on_is_found_and_worked_off(self, event: Event) -> None:
        enter(event, 1)
        batch = batches.begin(event, batches.BUTTON)
        assert batch is not None
        assert batches.call_to_stalled() == []
        Batch.objects.update(called=BEFORE.replace(year=2020))
        behind = [each for each in catching_up.list_behind() if each.what == "batch"]
        assert [(each.game, each.title) for each in behind] == [(GAME, f"batch of verdicts of event {batch}")]
        assert batches.call_to_stalled() == [batch.pk]
        assert batches.call_to_stalled() == []
        assert [each.problem for each in catching_up.catch_up() if each.what == "batch"] == [""]
        batch.refresh_from_db()
        assert batch.state == State.DONE


class TestLikeLists:
    NEAR, FAR = "1 Flame Trap\n59 Sentinel Mark V, Army", WITH_FLAME.replace("4 ", "20 ").replace("56", "40")

    def test_are_grouped_and_paired(self, event: Event) -> None:
        same = enter(event, 2)
        (near,), (far,) = enter(event, 1, self.NEAR), enter(event, 1, self.FAR)
        assert batch_selectors.list_same(event) == [same]
        pairs = batch_selectors.list_similar(event)
        assert {(pair.first.pk, pair.second.pk, pair.percent) for pair in pairs} == {
            (*sorted((entry.pk, near.pk)), 98) for entry in same
        }
        assert far.pk not in {key for pair in pairs for key in (pair.first.pk, pair.second.pk)}

    def test_of_a_large_event_come_from_its_last_batch(self, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(batch_selectors, "AT_ONCE", 1)
        (plain,), (near,) = enter(event, 1), enter(event, 1, self.NEAR)
        assert batch_selectors.list_similar(event) == []
        judge(event)
        assert [{pair.first, pair.second} for pair in batch_selectors.list_similar(event)] == [{plain, near}]
        submit_list(near.registration, SHORT)
        assert batch_selectors.list_similar(event) == []
