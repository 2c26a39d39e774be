"""Submitting lists: the deadline, what is kept, and what is logged."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engine import InputError
from tests.events.making import BEFORE, DEADLINE, LEGAL, SHORT, make_event, make_player
from vsdb.core.errors import ApplicationError
from vsdb.events.lists import services
from vsdb.events.models import EventList, ListVersion, LogEntry, Notice, Registration

pytestmark = pytest.mark.django_db
LOCK = DEADLINE + timedelta(minutes=15)
MILLISECOND = timedelta(milliseconds=1)


def submit(player: Registration, text: str = LEGAL, at: datetime = BEFORE, edition: int | None = None) -> ListVersion:
    """What a player sends at a moment."""
    return services.submit(player.event, player, 1, text, actor=1, received=at, now=at, edition=edition)


class TestDeadline:
    """Acceptance 1 and 2 of the desk."""

    @pytest.mark.parametrize(
        ("after", "late"),
        [(timedelta(), 0), (MILLISECOND, 1), (timedelta(seconds=90), 90), (timedelta(minutes=15), 900)],
    )
    def test_a_list_counts_until_the_grace_has_passed_and_carries_its_late_seconds(
        self, after: timedelta, late: int
    ) -> None:
        player = make_player(make_event(), "Ada")
        version = submit(player, at=DEADLINE + after)
        assert (version.late_seconds, version.received) == (late, DEADLINE + after)
        assert LogEntry.objects.get(action="list-submitted").after["late_seconds"] == late

    def test_a_millisecond_after_the_grace_it_is_refused_and_kept_as_the_draft(self) -> None:
        player = make_player(make_event(), "Ada")
        first = submit(player)
        with pytest.raises(ApplicationError, match="ask the desk") as refused:
            submit(player, SHORT, LOCK + MILLISECOND)
        entry = EventList.objects.get()
        assert refused.value.code == "too-late"
        assert (entry.draft, entry.draft_at, entry.current) == (SHORT, LOCK + MILLISECOND, first)

    def test_a_deadline_that_moved_counts_from_when_it_moved(self) -> None:
        event = make_event()
        event.deadlines.create(since=DEADLINE, deadline=DEADLINE - timedelta(hours=2))
        assert submit(make_player(event, "Ada"), at=DEADLINE - MILLISECOND).late_seconds == 0
        with pytest.raises(ApplicationError):
            submit(make_player(event, "Bea"), at=DEADLINE)

    def test_for_whom_lists_are_open_again_that_moment_is_the_deadline(self) -> None:
        until = LOCK + timedelta(hours=1)
        player = make_player(make_event(), "Ada", reopened_until=until)
        assert submit(player, at=until).late_seconds == 0
        with pytest.raises(ApplicationError):
            submit(player, SHORT, until + MILLISECOND)


class TestVersions:
    """What a submission keeps."""

    def test_the_same_list_again_makes_no_new_version(self) -> None:
        player = make_player(make_event(), "Ada")
        first = submit(player)
        services.save_draft(player.event, player, 1, SHORT, actor=1, received=BEFORE)
        assert submit(player, LEGAL + "\r\n") == first
        entry = EventList.objects.get()
        assert (entry.draft, entry.versions.count()) == ("", 1)
        second = submit(player, SHORT)
        assert (second.number, second.verdicts.get().outcome) == (2, "illegal")
        notices = Notice.objects.filter(registration=player, kind="received").order_by("pk")
        assert [notice.data["version"] for notice in notices] == [first.pk, second.pk]

    def test_what_names_no_card_is_a_draft_with_a_message(self) -> None:
        player = make_player(make_event(), "Ada")
        with pytest.raises(InputError, match="no cards"):
            submit(player, "# nothing yet")
        assert (EventList.objects.get().draft, ListVersion.objects.count()) == ("# nothing yet", 0)

    def test_a_stale_edition_changes_nothing(self) -> None:
        player = make_player(make_event(), "Ada")
        submit(player)
        with pytest.raises(ApplicationError) as refused:
            submit(player, SHORT, edition=1)
        assert refused.value.code == "stale"
        assert (EventList.objects.get().draft, ListVersion.objects.count()) == ("", 1)

    @pytest.mark.parametrize("given", [{"stage": "over"}, {"stage": "cancelled"}, {"lists": "none"}])
    def test_an_event_that_takes_no_lists_refuses_them(self, given: dict[str, str]) -> None:
        player = make_player(make_event(**given), "Ada")
        with pytest.raises(ApplicationError) as refused:
            submit(player)
        assert (refused.value.code, EventList.objects.count()) == ("lists-closed", 0)
