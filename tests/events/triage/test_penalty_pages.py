"""The pages of penalties, given and withdrawn, and the same over the API."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.events.making import LOCKED, SHORT, give_role, make_player, make_user, set_clock, submit_list
from tests.events.triage.triaging import open_desk, post, read
from vsdb.core.errors import ApplicationError
from vsdb.events.access import find_asker
from vsdb.events.checks.devices import add_device
from vsdb.events.checks.package import build_package
from vsdb.events.models import LogEntry, Penalty
from vsdb.events.publishing.statistics import count_penalties
from vsdb.events.triage.penalties import give_penalty, withdraw_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _locked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


class TestPenalties:
    def test_a_text_is_offered_and_repeats_are_in_sight_and_a_form_sent_twice_gives_one(self) -> None:
        desk = open_desk()
        player = make_player(desk.event, "Ann", user=make_user("ann"))
        entry = submit_list(player, SHORT, late_seconds=75)
        address = desk.address(f"players/{player.pk}/penalties/")
        browser = desk.browser("judge")
        page = read(browser, f"{address}?list={entry.pk}&for=late")
        assert 'value="Late list"' in page
        assert "1 minute 15 seconds after the deadline." in page
        assert not Penalty.objects.exists()
        sent = {"kind": "warning", "infraction": "Late list", "reason": "75 seconds.", "seen": "0", "list": entry.pk}
        assert browser.post(address, {**sent, "infraction": ""}).status_code == 400
        assert [browser.post(address, sent).status_code for _ in range(2)] == [302, 409]
        given = Penalty.objects.get()
        assert (given.list, given.kind) == (entry, "warning")
        assert LogEntry.objects.get(action="penalty-given").about == f"registration:{player.number}"
        assert "Late list" in read(browser, desk.address("penalties/"))
        assert "75 seconds." in read(browser, desk.address(f"lists/{entry.pk}/rulings/"))
        own = Client()
        own.force_login(make_user("ann"))
        assert "Late list" in read(own, address)
        status, second = post(
            desk.program("head-judge"),
            desk.call(f"players/{player.pk}/penalties"),
            {"kind": "caution", "infraction": "Again"},
        )
        assert (status, second["by"]) == (201, "head-judge")
        told = desk.program("judge").get(desk.call(f"players/{player.pk}/penalties")).json()
        assert [each["infraction"] for each in told["results"]] == ["Late list", "Again"]
        assert desk.program("judge").get(desk.call("penalties")).json() == told


class TestWithdrawnPenalties:
    def test_a_mistake_stays_in_sight_and_counts_nowhere(self) -> None:
        desk = open_desk()
        player = make_player(desk.event, "Ann", user=make_user("ann"))
        address = desk.address(f"players/{player.pk}/penalties/")
        judge = desk.browser("judge")
        judge.post(address, {"kind": "warning", "infraction": "Late list", "seen": "0"})
        given = Penalty.objects.get()
        way = desk.address(f"penalties/{given.pk}/withdraw/")
        assert f'action="{way}"' in read(judge, address)
        refused = judge.post(way, {"reason": " "})
        assert (refused.status_code, Penalty.objects.get().withdrawn_at) == (400, None)
        assert judge.post(way, {"reason": "Another player."}).status_code == 302
        again = judge.post(way, {"reason": "Once more."})
        assert (again.status_code, "has withdrawn this penalty already" in again.content.decode()) == (409, True)
        entry = LogEntry.objects.get(action="penalty-withdrawn")
        assert (entry.about, entry.before["penalty"]) == (f"registration:{player.number}", given.pk)
        own = Client()
        own.force_login(make_user("ann"))
        for browser, page in ((judge, address), (judge, desk.address("penalties/")), (own, address)):
            shown = read(browser, page)
            assert "<strong>Withdrawn</strong>: Another player." in shown
            assert f'action="{way}"' not in shown
        assert ">1 withdrawn penalty</a>" in read(own, desk.address("me/"))
        assert count_penalties(desk.event) == {}
        asker, actor = find_asker(desk.event, make_user("judge").pk), desk.judge("judge").actor
        device = add_device(desk.event, asker, "Phone", actor=actor, now=LOCKED)
        [told] = build_package(desk.event, asker, device, actor, LOCKED)["players"]
        assert (told["penalties"], told["penalties_given"]) == (0, 1)
        assert judge.post(address, {"kind": "caution", "infraction": "Late", "seen": "1"}).status_code == 302

    def test_a_device_that_saw_it_withdrawn_gives_the_next_one(self) -> None:
        desk = open_desk()
        player = make_player(desk.event, "Ann")
        judge = desk.judge("judge").actor
        first = give_penalty(player, "warning", "Late", "", judge, now=LOCKED)
        withdraw_penalty(first, "A mistake.", judge, now=LOCKED)
        assert give_penalty(player, "warning", "Late again", "", judge, now=LOCKED, seen=1)
        with pytest.raises(ApplicationError, match="now has 2 penalties; you saw 1"):
            give_penalty(player, "warning", "Late", "", judge, now=LOCKED, seen=1)

    def test_who_gave_it_the_head_judge_and_organizers_withdraw_and_never_one_of_their_own(self) -> None:
        desk = open_desk()
        ann, bob = make_player(desk.event, "Ann"), make_player(desk.event, "Bob", user=desk.people["head-judge"])
        other = make_user("other-judge")
        give_role(desk.event, other, "judge")
        for role in ("head-organizer", "organizer", "head-judge", "judge"):
            given = give_penalty(ann, "warning", role, "", desk.judge("judge").actor, now=LOCKED)
            call = desk.call(f"penalties/{given.pk}/withdraw")
            assert post(desk.program("scorekeeper"), call, {"reason": "No."})[0] == 404
            stranger = Client()
            stranger.force_login(other)
            page = desk.address(f"penalties/{given.pk}/withdraw/")
            assert stranger.post(page, {"reason": "No."}).status_code == 404
            assert page not in read(stranger, desk.address(f"players/{ann.pk}/penalties/"))
            status, told = post(desk.program(role), call, {"reason": "A mistake."})
            assert (status, told["withdrawn_by"], told["withdrawn_reason"]) == (200, role, "A mistake.")
            assert post(desk.program(role), call, {"reason": "A mistake."})[0] == 409
        own = give_penalty(bob, "warning", "Late", "", desk.judge("judge").actor, now=LOCKED)
        assert post(desk.program("head-judge"), desk.call(f"penalties/{own.pk}/withdraw"), {"reason": "Me."})[0] == 404
