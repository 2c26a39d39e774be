"""Rulings: whom they clear, when they go stale, who may give them, and two judges at once."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError, connections
from django.http import Http404

from engine import InputError
from tests.events.making import LEGAL, LOCKED, SHORT, UNREAD, make_player, submit_list
from tests.events.triage.triaging import Desk, get_digest, open_desk, rule
from vsdb.core.errors import ApplicationError
from vsdb.error_reports.models import ErrorReport
from vsdb.events.models import EventList, LogEntry, Notice, Ruling
from vsdb.events.triage.selectors import list_cleared, load_ruled_list
from vsdb.events.triage.services import Decision, Judge, StaleRulingError, give_ruling, give_rulings
from vsdb.events.verdicts.selectors import get_record

TWO = f"{UNREAD}\n1 Another Such Card"  #: uncertain, with two lines that name no card


class TestClearing:
    pytestmark = pytest.mark.django_db

    def test_a_list_is_cleared_once_each_finding_is_and_its_verdict_stays(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), TWO)
        before = get_record(entry)
        rule(desk, entry)
        assert not load_ruled_list(desk.event, entry).is_cleared
        rule(desk, entry, number=1)
        ruled = load_ruled_list(desk.event, entry)
        assert (ruled.outcome, ruled.is_cleared, list_cleared(desk.event)) == ("uncertain", True, {entry.pk})
        assert get_record(entry) == before
        said = LogEntry.objects.filter(action="ruling-given").first()
        assert said is not None
        assert said.after == {"ruling": Ruling.objects.earliest("pk").pk, "code": "unknown-card", "allowed": True}
        assert Notice.objects.filter(kind="ruling").count() == 2

    def test_an_event_wide_ruling_clears_every_list_with_that_finding_later_ones_too_and_no_other(self) -> None:
        """Acceptance 20."""
        desk = open_desk()
        first, second = (submit_list(make_player(desk.event, name), UNREAD) for name in ("Ann", "Bob"))
        other = submit_list(make_player(desk.event, "Cem"), UNREAD.replace("All", "None"))
        rule(desk, first, "head-judge", everywhere=True)
        assert list_cleared(desk.event) == {first.pk, second.pk}
        assert Notice.objects.filter(kind="ruling").count() == 2
        later = submit_list(make_player(desk.event, "Dee"), f"1 No Such Card At All\n{LEGAL}", received=LOCKED)
        assert list_cleared(desk.event) == {first.pk, second.pk, later.pk}, "the line stands elsewhere in this one"
        assert not load_ruled_list(desk.event, other).is_cleared

    def test_a_changed_finding_reopens_and_its_new_ruling_supersedes_the_stale_one(self) -> None:
        """Acceptance 20."""
        desk = open_desk()
        player = make_player(desk.event, "Ann")
        entry = submit_list(player, f"5 Overload\n{LEGAL}")
        first = rule(desk, entry, "head-judge")
        assert list_cleared(desk.event) == {entry.pk}
        entry = submit_list(player, f"6 Overload\n{LEGAL}", received=LOCKED)
        found = load_ruled_list(desk.event, entry).findings[0]
        assert (found.ruling, found.stale, list_cleared(desk.event)) == (None, first, set())
        assert rule(desk, entry, "head-judge").supersedes == first
        assert list_cleared(desk.event) == {entry.pk}

    def test_a_later_ruling_supersedes_and_nothing_is_edited(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), UNREAD)
        first = rule(desk, entry)
        second = rule(desk, entry, allowed=False, reason="Not the card.", seen=first.pk)
        assert (second.supersedes, list_cleared(desk.event)) == (first, set())
        first.refresh_from_db()
        assert (first.is_allowed, first.reason) == (True, "Seen the card.")

    def test_several_lists_are_ruled_on_all_or_none(self) -> None:
        desk = open_desk()
        lists = [submit_list(make_player(desk.event, name), UNREAD) for name in ("Ann", "Bob")]
        given = rule(desk, lists[1])
        digest, decision = get_digest(lists[0]), Decision(True, "Seen both.")
        with pytest.raises(StaleRulingError):
            give_rulings(desk.event, {each.pk: None for each in lists}, digest, decision, desk.judge("judge"))
        assert Ruling.objects.count() == 1
        seen = {lists[0].pk: None, lists[1].pk: given.pk}
        assert len(give_rulings(desk.event, seen, digest, decision, desk.judge("judge"))) == 2


class TestWhoMay:
    pytestmark = pytest.mark.django_db

    def test_overruling_illegal_takes_the_head_judge_and_a_reason_and_is_reported(self) -> None:
        """Acceptance 21."""
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), SHORT)
        for role in ("judge", "organizer", "head-organizer", "scorekeeper"):
            with pytest.raises(Http404):
                rule(desk, entry, role)
        with pytest.raises(InputError, match="reason"):
            rule(desk, entry, "head-judge", reason=" \n")
        assert not Ruling.objects.exists()
        rule(desk, entry, "head-judge", reason="The last card lies on the table.")
        report = ErrorReport.objects.get()
        assert (report.finding, report.by, report.game) == ("deck-size", desk.people["head-judge"], "vs-classic")
        assert "The last card lies on the table." in report.text
        assert "Ann" not in report.text
        assert LogEntry.objects.get(action="ruling-given").after["report"] == report.pk

    def test_a_judge_may_refuse_what_is_illegal_but_rules_for_no_other_list(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), SHORT)
        with pytest.raises(Http404):
            rule(desk, entry, allowed=False, everywhere=True)
        assert not rule(desk, entry, allowed=False).is_allowed
        assert not ErrorReport.objects.exists()

    def test_what_the_head_judge_ruled_for_all_lists_no_other_judge_changes(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), UNREAD)
        given = rule(desk, entry, "head-judge", allowed=False, everywhere=True)
        with pytest.raises(ApplicationError, match="Only the head judge"):
            rule(desk, entry, seen=given.pk)
        own = rule(desk, entry, "head-judge", seen=given.pk)
        assert (own.supersedes, load_ruled_list(desk.event, entry).is_cleared) == (None, True)


def wait_for_writer(call: Callable[[], Ruling]) -> Ruling:
    """What a call gives once nobody else writes: SQLite's database in memory refuses where one in a file waits."""
    while True:
        try:
            return call()
        except OperationalError as error:
            if "locked" not in str(error):
                raise


def give_both_at_once(desk: Desk, number: int) -> tuple[list[Ruling], list[StaleRulingError]]:
    """Two judges rule on a finding that neither has seen a ruling on; what was saved, and who was refused."""
    entry = EventList.objects.get(pk=number)
    digest, start = get_digest(entry), threading.Barrier(2)
    saved: list[Ruling] = []
    refused: list[StaleRulingError] = []
    failed: list[BaseException] = []

    judges = {role: desk.judge(role) for role in ("judge", "head-judge")}

    def decide(judge: Judge, reason: str) -> None:
        try:
            start.wait()
            decision = Decision(True, reason)
            saved.append(wait_for_writer(lambda: give_ruling(desk.event, entry, digest, decision, judge, seen=None)))
        except StaleRulingError as error:
            refused.append(error)
        except BaseException as error:
            failed.append(error)
            start.abort()
        finally:
            connections.close_all()

    people = ((judges["judge"], "I saw it."), (judges["head-judge"], "So did I."))
    threads = [threading.Thread(target=decide, args=each) for each in people]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    return saved, refused


class TestTwoJudges:
    """Acceptance 17."""

    @pytest.mark.django_db
    def test_the_second_is_refused_with_both_texts(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), UNREAD)
        first = rule(desk, entry, reason="I saw it.")
        with pytest.raises(StaleRulingError) as refused:
            rule(desk, entry, "head-judge", reason="So did I.")
        assert (refused.value.theirs, refused.value.mine.reason) == (first, "So did I.")

    @pytest.mark.dialect
    @pytest.mark.django_db(transaction=True)
    def test_so_it_is_at_the_same_moment(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), UNREAD)
        saved, refused = give_both_at_once(desk, entry.pk)
        assert (len(saved), len(refused)) == (1, 1)
        assert (refused[0].theirs, Ruling.objects.count()) == (saved[0], 1)
        assert {saved[0].reason, refused[0].mine.reason} == {"I saw it.", "So did I."}
