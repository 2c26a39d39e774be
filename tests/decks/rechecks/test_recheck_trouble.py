"""Rechecks whose workers are late, dead or hindered: nothing is recorded twice, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone

from tests.decks.rechecks.making import PLAIN, WITH_FLAME, ban, begun, changes, deck_of, rechecked
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services as deck_services
from vsdb.decks import verdict_records
from vsdb.decks.models import Deck, Judgement
from vsdb.decks.rechecks import selectors, services
from vsdb.decks.rechecks.models import Portion, Recheck, Standing
from vsdb.decks.services import Snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def act_once_after_judging(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Do something after the first deck is judged, before its verdict is recorded."""
    judge, calls = verdict_records.compute_cached_verdict, []

    def overtaken(*asked: object) -> Judgement | None:
        made = judge(*asked)  # type: ignore[arg-type]
        calls.append(asked)
        if len(calls) == 1:
            act()
        return made

    monkeypatch.setattr(verdict_records, "compute_cached_verdict", overtaken)


class TestALateWorker:
    """Whoever brings what somebody else has recorded already records nothing."""

    def test_records_nothing_that_another_has_recorded(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        deck_of(ann, WITH_FLAME)
        ban()
        recheck = begun()
        judge = verdict_records.compute_cached_verdict
        calls = []

        def overtaken(*asked: object) -> Judgement | None:
            calls.append(asked)
            if len(calls) == 1:
                recheck.portions.update(until=timezone.now() - timedelta(seconds=1))
                services.work(recheck.pk)
                assert len(changes()) == 1
            return judge(*asked)  # type: ignore[arg-type]

        monkeypatch.setattr(verdict_records, "compute_cached_verdict", overtaken)
        assert services.work(recheck.pk)
        assert len(calls) == 2
        assert len(changes()) == 1
        portion = recheck.portions.get()
        assert (portion.takes, portion.judged) == (2, 1)

    def test_brings_nothing_by_older_facts(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        deck_of(ann, WITH_FLAME)
        older = begun()

        def bring_newer_facts() -> None:
            ban()
            rechecked()

        act_once_after_judging(monkeypatch, bring_newer_facts)
        assert services.work(older.pk)
        older.refresh_from_db()
        assert older.state == Recheck.State.SUPERSEDED
        assert [each[1:3] for each in changes()] == [("legal", "illegal")]
        assert Standing.objects.get().outcome == "illegal"

    def test_judges_a_deck_again_that_was_edited_meanwhile(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        deck = deck_of(ann, WITH_FLAME)
        ban()
        recheck = begun()
        saved = Snapshot(title="Deck", format="golden-age", text=PLAIN)
        act_once_after_judging(monkeypatch, lambda: deck_services.save(deck.pk, Viewer(ann.pk), 1, saved))
        services.work(recheck.pk)
        assert Judgement.objects.values_list("edition", "outcome").get(deck=deck) == (2, "legal")
        assert selectors.count_progress(recheck).judged == 1
        assert changes() == []


class TestWhatCannotBeJudged:
    @pytest.fixture
    def broken(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> Recheck:
        """A recheck of which one portion breaks."""
        monkeypatch.setattr(services, "PORTION", 1)
        monkeypatch.setattr(services, "_WAIT_SECONDS", 0)
        good, bad = deck_of(ann, PLAIN), deck_of(ann, PLAIN, title="bad")
        judge = verdict_records.compute_cached_verdict

        def breaking(deck: Deck, *asked: object) -> Judgement | None:
            if deck.title == "bad":
                raise ZeroDivisionError
            return judge(deck, *asked)  # type: ignore[arg-type]

        recheck = begun()
        with monkeypatch.context() as patch:
            patch.setattr(verdict_records, "compute_cached_verdict", breaking)
            assert services.work(recheck.pk)
        recheck.refresh_from_db()
        assert list(Judgement.objects.values_list("deck", flat=True)) == [good.pk]
        assert bad.pk != good.pk
        return recheck

    def test_is_given_up_after_some_tries_and_told(self, broken: Recheck, caplog: pytest.LogCaptureFixture) -> None:
        assert broken.state == Recheck.State.FAILED
        assert "after 5 tries" in broken.problem
        assert "couldn't be judged" in str([each.getMessage() for each in caplog.get_records("setup")])
        found = selectors.count_progress(broken)
        assert (found.done, found.failed) == (1, 1)

    def test_is_done_when_it_is_gone_on_with_later(self, broken: Recheck) -> None:
        assert selectors.may_be_resumed(broken)
        assert services.resume(broken)
        services.work(broken.pk)
        broken.refresh_from_db()
        assert (broken.state, broken.problem) == (Recheck.State.DONE, "")
        assert Judgement.objects.count() == 2


class TestADatabaseThatRefuses:
    """A full disk is nothing about the decks: no portion is given up for it."""

    def test_leaves_the_recheck_to_be_gone_on_with(self, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "_WAIT_SECONDS", 0)
        deck_of(ann, PLAIN)
        recheck = begun()

        def refuse(*_: object) -> None:
            raise OperationalError("database or disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(verdict_records, "store_verdicts", refuse)
            with pytest.raises(OperationalError):
                services.work(recheck.pk)
        recheck.refresh_from_db()
        assert recheck.state == Recheck.State.RUNNING
        assert "disk is full" in recheck.problem
        assert [each.pk for each in selectors.list_stuck_rechecks()] == [recheck.pk]
        assert services.work(recheck.pk)
        recheck.refresh_from_db()
        assert (recheck.state, recheck.problem) == (Recheck.State.DONE, "")


class TestStandingStill:
    def test_a_recheck_is_called_to_once_when_nobody_works_on_it(self, ann: User) -> None:
        deck_of(ann, PLAIN)
        recheck = begun()
        assert services.call_to_stalled() == []
        Recheck.objects.update(called=timezone.now() - timedelta(minutes=1))
        recheck.portions.update(state=Portion.State.TAKEN, until=timezone.now() + timedelta(seconds=5))
        assert services.call_to_stalled() == []
        recheck.portions.update(until=timezone.now() - timedelta(seconds=1))
        recheck.refresh_from_db()
        assert selectors.may_be_resumed(recheck)
        assert services.call_to_stalled() == [recheck.pk]
        assert services.call_to_stalled() == []

    def test_work_is_handed_on_after_its_time(self, ann: User) -> None:
        deck_of(ann, PLAIN)
        recheck = begun()
        assert not services.work(recheck.pk, seconds=-1)
        assert services.work(recheck.pk, seconds=60)
