"""The rows of triage: tabs, what who may read no list is told, filters, and how many queries they take."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.decks.rechecks.making import WITH_FLAME, ban
from tests.events.making import BEFORE, DEADLINE, LEGAL, LOCKED, SHORT, UNREAD, make_player, set_clock, submit_list
from tests.events.triage.triaging import Desk, open_desk, rule
from vsdb.events.lists.desk_services import note_open
from vsdb.events.models import Batch, Event, EventList, ListVerdict, ListVersion, Registration
from vsdb.events.triage.rows import count_tabs, list_tabs
from vsdb.events.verdicts.judging import get_event_question, judge_text
from vsdb.events.verdicts.services import adopt_verdict, keep_verdict

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _locked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


def count(desk: Desk, role: str = "judge", **given: object) -> dict[str, int]:
    """The tabs with their numbers, without those that are empty."""
    with_cards = desk.people[role].event_registrations.count() == 0
    tabs = count_tabs(desk.rows(role, **given), list_tabs(with_cards=with_cards))  # type: ignore[arg-type]
    return {tab.slug: number for tab, number in tabs if number}


def fill(desk: Desk, players: int) -> None:
    """Players with an uncertain list each, as rows."""
    event = desk.event
    first = submit_list(make_player(event, "Player 0"), UNREAD)
    version, verdict = first.current, ListVerdict.objects.get()
    assert version is not None
    start = event.registrations.count()
    people = Registration.objects.bulk_create(
        Registration(event=event, number=start + each, shown_name=f"Player {each:04}", sort_key=f"player {each:04}")
        for each in range(1, players)
    )
    lists = EventList.objects.bulk_create(EventList(event=event, registration=each) for each in people)
    versions = ListVersion.objects.bulk_create(
        ListVersion(list=each, number=1, given=UNREAD, text=version.text, by=1, received=BEFORE, unread=1)
        for each in lists
    )
    for entry, current in zip(lists, versions, strict=True):
        entry.current = current
    EventList.objects.bulk_update(lists, ["current"])
    fields = {name: getattr(verdict, name) for name in ("format", "day", "state", "outcome", "codes", "whole", "made")}
    ListVerdict.objects.bulk_create(ListVerdict(version=each, **fields) for each in versions)


class TestTabs:
    def test_each_list_stands_in_its_tabs(self) -> None:
        desk = open_desk()
        submit_list(make_player(desk.event, "Ann"), SHORT)
        cleared = submit_list(make_player(desk.event, "Bob"), UNREAD)
        submit_list(make_player(desk.event, "Cem"), f"{UNREAD} Too")
        late = submit_list(make_player(desk.event, "Dee"), received=DEADLINE, late_seconds=75)
        submit_list(make_player(desk.event, "Eve"))
        make_player(desk.event, "Fay")
        drafter = make_player(desk.event, "Gus")
        EventList.objects.create(event=desk.event, registration=drafter, draft=LEGAL)
        submit_list(make_player(desk.event, "Hal", state="dropped"), SHORT)
        make_player(desk.event, "Ida", state="withdrawn")
        rule(desk, cleared)
        assert count(desk) == {
            "illegal": 1,
            "uncertain": 1,
            "unread": 2,
            "missing": 1,
            "draft": 1,
            "late": 1,
            "same": 3,
            "unchecked": 5,
            "cleared": 1,
            "all": 8,
        }
        assert [other.name for other in desk.row("Dee").same] == ["Eve"]
        assert (desk.row("Dee").late_seconds, desk.row("Dee").list) == (75, late.pk)

    def test_lists_are_similar_as_the_newest_batch_says(self) -> None:
        desk = open_desk()
        first = submit_list(make_player(desk.event, "Ann"))
        second = submit_list(make_player(desk.event, "Bob"), SHORT)
        assert first.current is not None
        assert second.current is not None
        pair = [first.current.fingerprint, second.current.fingerprint, 0.99]
        Batch.objects.create(event=desk.event, total=2, state="done", similar=[pair])
        assert [(each.name, each.percent) for each in desk.row("Ann").similar] == [("Bob", 99)]
        assert count(desk)["similar"] == 2

    def test_a_list_that_new_facts_change_waits_for_the_head_judge(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), WITH_FLAME)
        ban()
        assert entry.current is not None
        later = keep_verdict(entry.current, judge_text(get_event_question(desk.event), entry.current.text), made=LOCKED)
        change = desk.row("Ann").change
        assert change is not None
        assert (change.before, change.after, change.since, change.verdict) == ("legal", "illegal", LOCKED, later.pk)
        assert change.cause == "by newer facts"
        assert (count(desk), len(change.reasons)) == ({"changed": 1, "unchecked": 1, "all": 1}, 1)
        adopt_verdict(entry, later, False, "It was legal at the lock.", 1)
        assert count(desk) == {"unchecked": 1, "all": 1}
        adopt_verdict(entry, later, True, "The ban was announced before.", 1)
        assert count(desk) == {"illegal": 1, "unchecked": 1, "all": 1}

    def test_each_of_several_lists_is_owed_and_none_where_they_are_optional(self) -> None:
        desk = open_desk(lists_per_entry=3)
        submit_list(make_player(desk.event, "Ann"), slot=2)
        assert count(desk) == {"missing": 2, "unchecked": 1, "all": 3}
        desk.event.lists = Event.Lists.OPTIONAL
        assert count(desk) == {"unchecked": 1, "all": 3}

    def test_who_has_a_list_open_is_told_for_ten_minutes(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"))
        note_open(entry, desk.judge("judge").actor, LOCKED)
        assert desk.row("Ann").opened_by == "judge"
        assert desk.row("Ann", now=LOCKED + timedelta(minutes=10)).opened_by == ""


class TestWhoReadsNoList:
    def test_before_the_lock_only_what_its_player_asks_about_is_readable(self) -> None:
        desk = open_desk()
        submit_list(make_player(desk.event, "Ann"), UNREAD)
        submit_list(make_player(desk.event, "Bob", asks_desk="Which card is it?"), UNREAD)
        said, open_one = (desk.row(name, now=BEFORE) for name in ("Ann", "Bob"))
        assert (said.outcome, said.findings, said.unread, said.same, said.version) == ("uncertain", (), 0, (), None)
        assert (open_one.outcome, len(open_one.findings), open_one.unread) == ("uncertain", 1, 1)
        assert len(desk.row("Ann").findings) == 1

    @pytest.mark.parametrize("role", ["judge", "organizer"])
    def test_who_plays_sees_states_and_outcomes_alone_until_the_event_is_over(self, role: str) -> None:
        """Acceptance 8."""
        desk = open_desk()
        make_player(desk.event, "Own", user=desk.people[role])
        for name in ("Ann", "Bob"):
            rule(desk, submit_list(make_player(desk.event, name), UNREAD), "head-judge")
        said = desk.row("Ann", role)
        assert (said.outcome, said.findings, said.is_cleared, said.same) == ("uncertain", (), False, ())
        assert count(desk, role) == {"uncertain": 2, "missing": 1, "all": 3}
        desk.event.stage = Event.Stage.OVER
        assert len(desk.row("Ann", role).findings) == 1


class TestQueries:
    def test_a_page_of_many_lists_takes_no_more_queries_than_one_of_few(self) -> None:
        taken = []
        for players in (3, 200):
            desk = open_desk()
            fill(desk, players)
            rule(desk, EventList.objects.filter(event=desk.event).earliest("pk"), "head-judge", everywhere=True)
            browser = desk.browser("judge")
            browser.get(desk.address())
            with CaptureQueriesContext(connection) as queries:
                page = browser.get(desk.address())
            assert page.content.decode().count("data-row-key") == min(players, 100)
            assert f"<b>{players}</b> Cleared" in page.content.decode()
            taken.append(len(queries))
            with CaptureQueriesContext(connection) as queries:
                desk.rows()
            assert len(queries) <= 6, "two of them find who asks"
            Event.objects.all().delete()
        assert taken[0] == taken[1] <= 12
