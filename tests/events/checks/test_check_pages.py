"""The pages of deck checks, devices and conflicts, without scripts; and the API."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client

from tests.events.checks.checking import SENTINEL, add_phone, open_checked_desk
from tests.events.making import LOCKED, give_role, make_player, make_user, set_clock, submit_list
from vsdb.events.checks import services
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.models import DeckCheck, Device, Event, LogEntry, Registration

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _after_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


def read_data(page: str) -> dict:
    """The check as a page has it for scripts."""
    found = re.search(r'<script id="check-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict = json.loads(found[1])
    return data


class TestACheck:
    def test_goes_from_the_pick_to_a_penalty_without_scripts(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text="57 Sentinel Mark V, Army\n3 Nasty Surprise")
        judge = desk.browser("judge")
        picked = judge.post(desk.address("checks/pick/"), {"how": "random"})
        assert picked.url == desk.address(f"checks/lists/{entry.pk}/")
        begun = judge.post(picked.url, {"do": "start", "kind": "whole"})
        page = judge.get(begun.url).content.decode()
        data = read_data(page)
        assert [(each["key"], each["registered"]) for each in data["lines"]] == [
            (SENTINEL, 57),
            ("deck/nasty-surprise", 3),
        ]
        assert data["lines"][1]["printings"] == ["MOR-202", "EHB-025", "DCL-267"]
        counted = {f"count-{SENTINEL}": "57", "count-deck/nasty-surprise": "2", "edition": str(data["edition"])}
        refused = judge.post(begun.url, {**counted, "do": "matches"})
        assert refused.status_code == 409
        edition = read_data(refused.content.decode())["edition"]
        ended = judge.post(begun.url, {**counted, "edition": str(edition), "do": "discrepancies"})
        assert ended.status_code == 302
        page = judge.get(begun.url).content.decode()
        assert "Nasty Surprise (deck): registered 3, found 2" in page
        offered = judge.get(desk.address(f"players/{entry.registration_id}/penalties/?list={entry.pk}&for=check"))
        assert "Deck check: Nasty Surprise (deck): registered 3, found 2." in offered.content.decode()
        assert "Replace the list" not in page
        assert "Replace the list" in desk.browser("head-judge").get(begun.url).content.decode()

    def test_shows_the_second_judge_who_checks_and_since_when(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        address = desk.address(f"checks/lists/{entry.pk}/")
        check = desk.browser("judge").post(address, {"do": "start"}).url
        head = desk.browser("head-judge")
        page = head.get(address).content.decode()
        assert "judge has been checking this list since 2026-12-05 09:00 CET" in page
        assert "Save</button>" not in head.get(check).content.decode()
        assert head.post(address, {"do": "take-over"}).url == check
        assert "Save</button>" in head.get(check).content.decode()
        assert "Save</button>" not in desk.browser("judge").get(check).content.decode()

    def test_a_stale_form_keeps_what_was_typed(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        judge = desk.browser("judge")
        address = judge.post(desk.address(f"checks/lists/{entry.pk}/"), {"do": "start"}).url
        judge.post(address, {"do": "save", f"count-{SENTINEL}": "11", "edition": "1"})
        answer = judge.post(address, {"do": "save", f"count-{SENTINEL}": "22", "edition": "1"})
        assert answer.status_code == 409
        assert 'value="22"' in answer.content.decode()
        assert DeckCheck.objects.get().counted == 11

    def test_a_card_beside_the_list_is_found_and_added(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        judge = desk.browser("judge")
        address = judge.post(desk.address(f"checks/lists/{entry.pk}/"), {"do": "start"}).url
        assert 'value="overload"' in judge.get(f"{address}?q=overl").content.decode()
        judge.post(address, {"do": "add", "section": "deck", "card": "overload"})
        assert read_data(judge.get(address).content.decode())["strangers"][0]["counted"] == 1
        assert judge.post(address, {"do": "add", "section": "moon", "card": "overload"}).status_code == 400

    @pytest.mark.parametrize("value", ["-1", "x", "99999999999", "1.5", "½"])
    def test_what_is_no_number_is_refused(self, value: str) -> None:
        desk, [entry] = open_checked_desk("Ann")
        judge = desk.browser("judge")
        address = judge.post(desk.address(f"checks/lists/{entry.pk}/"), {"do": "start"}).url
        assert judge.post(address, {"do": "save", f"count-{SENTINEL}": value}).status_code == 400

    def test_the_code_of_a_sheet_leads_judges_to_the_check_and_organizers_to_the_list(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        address = desk.address(f"c/{make_sheet_code(desk.event, 1, 1)}/")
        assert desk.browser("judge").get(address).url == desk.address(f"checks/lists/{entry.pk}/")
        assert desk.browser("organizer").get(address).url == desk.address(f"desk/lists/{entry.pk}/")
        assert desk.browser("scorekeeper").get(address).status_code == 404
        assert desk.browser("judge").get(desk.address("c/1-00/")).status_code == 404

    @pytest.mark.parametrize(
        ("how", "value"), [("table", "x"), ("table", "7"), ("name", ""), ("name", "Zoe"), ("moon", "")]
    )
    def test_a_pick_that_means_nobody_says_so(self, how: str, value: str) -> None:
        desk, _ = open_checked_desk("Ann")
        assert desk.browser("judge").post(desk.address("checks/pick/"), {"how": how, "value": value}).status_code == 400


class TestWhoReads:
    def test_its_player_reads_a_check_once_it_has_ended_and_never_another_s(self) -> None:
        desk, [entry, other] = open_checked_desk("Ann", "Bob")
        user = make_user("ann")
        Registration.objects.filter(pk=entry.registration_id).update(user=user)
        own, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        theirs, _ = services.start_check(desk.event, other, actor=1, now=LOCKED)
        player = Client()
        player.force_login(user)
        assert player.get(desk.address(f"checks/{own.pk}/")).status_code == 404
        for each in (own, theirs):
            services.save_counts(desk.event, each, {SENTINEL: 59}, actor=1, edition=None)
            services.end_check(desk.event, each, "discrepancies", actor=1, now=LOCKED)
        page = player.get(desk.address(f"checks/{own.pk}/"))
        assert "registered 60, found 59" in page.content.decode()
        assert "check-data" not in page.content.decode()
        assert player.get(desk.address(f"checks/{theirs.pk}/")).status_code == 404
        assert player.post(desk.address(f"checks/{own.pk}/"), {"do": "save"}).status_code == 404

    def test_who_works_at_the_event_is_told_who_sees_checks(self) -> None:
        desk, _ = open_checked_desk("Ann")
        told = {role: desk.browser(role).get(desk.address("checks/")) for role in ("head-organizer", "organizer")}
        for answer in told.values():
            assert answer.status_code == 403
            assert "Only judges see and make deck checks." in answer.content.decode()
        assert "you can make anybody a judge" in told["head-organizer"].content.decode()
        assert "The head organizer gives the role of judge." in told["organizer"].content.decode()
        assert desk.browser("organizer").post(desk.address("checks/pick/"), {"how": "random"}).status_code == 404

    def test_a_judge_who_plays_sees_nothing_of_checks_packages_and_notes_before_the_end(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        make_player(desk.event, "Judge", user=desk.people["judge"])
        judge = desk.browser("judge")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        for rest in (f"checks/{check.pk}/", f"checks/lists/{entry.pk}/", "package/"):
            assert judge.get(desk.address(rest)).status_code == 404
        for rest in ("checks/", "conflicts/"):
            told = judge.get(desk.address(rest))
            assert (told.status_code, "Ann" in told.content.decode()) == (403, False)
            assert "You play in this event." in told.content.decode()
        assert judge.get(desk.address(f"players/{entry.registration_id}/notes/")).status_code == 404
        assert desk.program("judge").get(desk.call("checks")).status_code == 404
        assert "Unchecked" not in judge.get(desk.address()).content.decode()
        Event.objects.filter(pk=desk.event.pk).update(stage=Event.Stage.OVER)
        assert judge.get(desk.address("checks/")).status_code == 200

    def test_the_log_tells_players_of_no_pick_package_or_note(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        user = make_user("ann")
        Registration.objects.filter(pk=entry.registration_id).update(user=user)
        judge = desk.browser("judge")
        judge.post(desk.address("checks/pick/"), {"how": "random"})
        judge.post(desk.address(f"players/{entry.registration_id}/notes/"), {"text": "Shuffles oddly."})
        phone = add_phone(desk)
        judge.get(desk.address(f"package/?device={phone.device.key}"))
        actions = set(LogEntry.objects.values_list("action", flat=True))
        assert {"check-picked", "note-written", "package-taken"} <= actions
        player = Client()
        player.force_login(user)
        told = player.get(desk.address("log/log.json")).content.decode()
        assert not any(each in told for each in ("check-picked", "note-written", "package-taken"))
        page = player.get(desk.address("log/")).content.decode()
        assert not any(each in page for each in ("at random", "wrote a note", "took the event along"))


class TestTriage:
    def test_the_tab_has_what_is_locked_and_not_checked(self) -> None:
        desk, [entry, _] = open_checked_desk("Ann", "Bob")
        check, _ = services.start_check(desk.event, entry, actor=1, now=LOCKED)
        services.save_counts(desk.event, check, {SENTINEL: 60}, actor=1, edition=None)
        judge = desk.browser("judge")
        assert "<b>2</b> Unchecked" in judge.get(desk.address()).content.decode()
        services.end_check(desk.event, check, "matches", actor=1, now=LOCKED)
        page = judge.get(desk.address("lists/?tab=unchecked")).content.decode()
        assert "<b>1</b> Unchecked" in page
        assert ">Bob</a>" in page
        assert ">Ann</a>" not in page


class TestDevices:
    def test_a_key_is_told_once_and_a_revoked_device_is_wiped_by_package_and_sync(self) -> None:
        desk, _ = open_checked_desk("Ann")
        judge = desk.browser("judge")
        made = judge.post(desk.address("devices/"), {"name": "Phone"}, headers={"accept": "application/json"})
        assert made.status_code == 201
        key = made.json()["key"]
        package, sync = desk.address(f"package/?device={key}"), desk.address("sync/")
        sent = json.dumps({"device": key, "sent_at": LOCKED.isoformat(), "items": []})
        assert judge.get(package).json()["counts"]["lists"] == 1
        assert judge.post(sync, sent, content_type="application/json").json()["answers"] == []
        assert key not in judge.get(desk.address("devices/")).content.decode()
        head = desk.browser("head-judge")
        assert head.get(package).status_code == 400, "another's key"
        head.post(desk.address(f"devices/{made.json()['id']}/revoke/"))
        for answer in (judge.get(package), judge.post(sync, sent, content_type="application/json")):
            assert (answer.status_code, answer.json()) == (410, {"wipe": True})
        assert desk.program("judge").get(desk.call(f"package?device={key}")).json() == {"wipe": True}

    def test_who_has_lost_the_role_is_wiped_and_so_is_everybody_12_hours_after_the_end(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk, _ = open_checked_desk("Ann")
        phone = add_phone(desk)
        address = desk.address(f"package/?device={phone.device.key}")
        judge = desk.browser("judge")
        set_clock(monkeypatch, desk.event.ends + timedelta(hours=12, seconds=1))
        assert judge.get(address).status_code == 410
        set_clock(monkeypatch, LOCKED)
        assert judge.get(address).status_code == 200
        desk.event.roles.filter(user=desk.people["judge"]).delete()
        assert judge.get(address).status_code == 410
        assert judge.get(desk.address("package/")).status_code == 404

    @pytest.mark.parametrize(
        "sent",
        ["", "null", "[]", "{", '{"device": 5}', '{"device": "KEY"}', '{"device": "KEY", "sent_at": "x", "items": []}',
         '{"device": "KEY", "sent_at": "2026-12-05T08:00:00Z", "items": {}}',
         '{"device": "KEY", "sent_at": "2026-12-05T08:00:00Z", "items": [' + ",".join(["0"] * 201) + "]}"],
    )  # fmt: skip
    def test_a_request_of_another_shape_gets_400_with_a_message(self, sent: str) -> None:
        desk, _ = open_checked_desk("Ann")
        phone = add_phone(desk)
        text = sent.replace("KEY", phone.device.key)
        answer = desk.browser("judge").post(desk.address("sync/"), text, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["message"]
        called = desk.program("judge").post(desk.call("sync"), text, content_type="application/json")
        assert called.status_code == 400

    def test_what_is_too_large_is_refused(self) -> None:
        desk, _ = open_checked_desk("Ann")
        large = "x" * (1024 * 1024 + 1)
        answer = desk.browser("judge").post(desk.address("sync/"), large, content_type="application/json")
        assert answer.status_code == 413

    def test_a_device_of_an_account_that_is_closed_is_gone(self) -> None:
        desk, _ = open_checked_desk("Ann")
        add_phone(desk)
        desk.people["judge"].delete()
        assert not Device.objects.exists()


class TestConflictsPage:
    def test_shows_both_sides_with_a_button_for_each(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        first, second = add_phone(desk), add_phone(desk, "head-judge")
        mine, theirs = (each.item("check-start", {"list": entry.pk}) for each in (first, second))
        counts = [("check-count", {"check": mine["nonce"], "deltas": {SENTINEL: 60}})]
        first.send(mine, *(first.item(*each) for each in counts))
        second.send(theirs, second.item("check-count", {"check": theirs["nonce"], "deltas": {SENTINEL: 59}}))
        judge = desk.browser("judge")
        assert "1 conflict" in judge.get(desk.address("checks/")).content.decode()
        page = judge.get(desk.address("conflicts/")).content.decode()
        for said in ("59 of 60 counted", "60 of 60 counted", "Keep the check of head-judge", "Keep the check of judge"):
            assert said in page
        told = desk.program("judge").get(desk.call("conflicts")).json()
        assert told[0]["mine"] == ["Sentinel Mark V, Army (deck): registered 60, found 59"]
        answer = judge.post(desk.address(f"conflicts/{told[0]['id']}/"), {"keep": "theirs"})
        assert answer.status_code == 302
        assert judge.post(desk.address(f"conflicts/{told[0]['id']}/"), {"keep": "mine"}).status_code == 409
        assert LogEntry.objects.filter(action="conflict-settled").count() == 1

    def test_counts_a_list_once_and_says_which_side_counts_after_settling(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        first, second = add_phone(desk), add_phone(desk, "head-judge")
        mine, theirs = (each.item("check-start", {"list": entry.pk}) for each in (first, second))
        first.send(mine)
        counted = {"check": theirs["nonce"], "deltas": {SENTINEL: 30}}
        end = {"check": theirs["nonce"], "result": "matches", "counts": {SENTINEL: 60}}
        sent = [theirs, *(second.item("check-count", counted) for _ in range(2)), second.item("check-end", end)]
        assert [each["result"] for each in second.send(*sent)][1:] == ["conflict"] * 3
        judge = desk.browser("judge")
        for rest in ("checks/", "desk/"):
            assert "1 conflict</a> from devices to settle" in judge.get(desk.address(rest)).content.decode()
        page = judge.get(desk.address("conflicts/")).content.decode()
        assert page.count("<article") == 1
        assert ">nothing counted</a> · open" in page
        assert "found 0" not in page
        [told] = desk.program("judge").get(desk.call("conflicts")).json()
        settled = judge.post(desk.address(f"conflicts/{told['id']}/"), {"keep": "mine"}, follow=True).content.decode()
        assert "The check of head-judge counts now. The check of judge is abandoned" in settled
        assert "conflict</a>" not in judge.get(desk.address("checks/")).content.decode()


class TestApi:
    def test_a_check_from_start_to_end(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text="57 Sentinel Mark V, Army\n3 Nasty Surprise")
        program = desk.program("judge")

        def post(rest: str, **said: object) -> dict:
            answer = program.post(desk.call(rest), said, content_type="application/json")
            assert answer.status_code in (200, 201), answer.content
            found: dict = answer.json()
            return found

        assert post("checks/pick", how="random")["lists"][0]["list"] == entry.pk
        check = post("checks", list=entry.pk)
        number = check["id"]
        printing = check["lines"][1]["printings"][0]
        found = program.get(desk.call(f"checks/{number}/cards?q={printing}")).json()
        assert found["lines"] == ["deck/nasty-surprise"]
        told = post(f"checks/{number}/counts", deltas={SENTINEL: 57, "deck/nasty-surprise": 3})
        assert (told["counted"], told["differing"]) == (60, 0)
        assert post(f"checks/{number}/end", result="matches")["state"] == "matches"
        assert program.get(desk.call("checks/coverage")).json()["checked"] == 1
        assert program.get(desk.call("checks")).json()["results"][0]["state"] == "matches"
        note = post(f"players/{entry.registration_id}/notes", text="Fine.")
        assert (note["text"], note["by"]) == ("Fine.", "judge")


def test_the_settings_are_read_and_checked() -> None:
    desk, _ = open_checked_desk("Ann")
    program = desk.program("organizer")
    said = {"edition": 1, "check_percent": 25, "check_warnings": "12 6", "shuffle_minutes": 4}
    answer = program.patch(f"/api/v1/events/{desk.event.pk}", said, content_type="application/json")
    assert {name: answer.json()[name] for name in list(said)[1:]} == {
        "check_percent": 25,
        "check_warnings": "6, 12",
        "shuffle_minutes": 4,
    }
    wrong = {"edition": 2, "check_warnings": "soon"}
    answer = program.patch(f"/api/v1/events/{desk.event.pk}", wrong, content_type="application/json")
    assert answer.status_code == 400


def test_the_sheet_s_code_leads_to_the_check() -> None:
    from vsdb.events.paper.drawing import build_sheets

    desk, [entry] = open_checked_desk("Ann")
    [sheet] = build_sheets(desk.event, [entry.pk], "https://vsdb.example")
    code = make_sheet_code(desk.event, 1, 1)
    assert (sheet.check_code, sheet.check_url) == (code, f"https://vsdb.example/events/{desk.event.pk}/c/{code}/")


def test_rounds_lead_to_checks_and_tell_a_player_the_next_opponent(tmp_path: Path) -> None:
    desk, [first, second] = open_checked_desk("Ann", "Bob")
    user = make_user("ann")
    Registration.objects.filter(pk=first.registration_id).update(user=user)
    give_role(desk.event, make_user("keeper"), "scorekeeper")
    rounds = {"layout": "rounds", "text": "round,table,player1,player2\n1,7,Player 1,Player 2\n"}
    program = desk.program("scorekeeper")
    plan = program.post(desk.call("import"), rounds, content_type="application/json").json()
    stored = {**rounds, "preview": False, "edition": plan["edition"]}
    assert program.post(desk.call("import"), stored, content_type="application/json").json()["stored"]
    page = desk.browser("judge").get(desk.address("rounds/")).content.decode()
    assert all(f"checks/lists/{each.pk}/" in page for each in (first, second))
    assert "checks/lists/" not in desk.browser("scorekeeper").get(desk.address("rounds/")).content.decode()
    told = program.get(desk.call("rounds")).json()
    assert told[0]["tables"] == [{"table": 7, "players": [1, 2]}]
    player = Client()
    player.force_login(user)
    assert "Round 1: table 7, against Bob." in player.get(desk.address("me/")).content.decode()
    submit_list(first.registration)
