"""What the pages of deck checks tell a judge: verdict, codes, what wasn’t counted, and why there is no check."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.events.checks.checking import SENTINEL, add_phone, open_checked_desk
from tests.events.making import BEFORE, LEGAL, LOCKED, SHORT, UNREAD, make_player, make_user, set_clock, submit_list
from tests.events.triage.triaging import Desk, open_desk, rule
from vsdb.events.checks import services
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.models import DeckCheck, EventList, ListVersion, Registration, Round, RoundTable
from vsdb.events.triage.penalties import give_penalty

pytestmark = pytest.mark.django_db

MIXED = "57 Sentinel Mark V, Army\n3 Overload"


@pytest.fixture(autouse=True)
def _after_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


def begin(desk: Desk, entry: EventList, kind: str = "whole") -> DeckCheck:
    """A check of the judge's."""
    actor = desk.judge("judge").actor
    return services.start_check(desk.event, entry, actor=actor, now=LOCKED, kind=kind)[0]


def end(desk: Desk, check: DeckCheck, state: str, counts: dict[str, int]) -> str:
    """The page of a check of the judge's that has ended, on one line."""
    actor = desk.judge("judge").actor
    services.save_counts(desk.event, check, counts, actor=actor, edition=None)
    services.end_check(desk.event, check, state, actor=actor, now=LOCKED)
    return read(desk, f"checks/{check.pk}/")


def read(desk: Desk, rest: str, role: str = "judge") -> str:
    """The text of a page as somebody reads it, on one line."""
    page = desk.browser(role).get(desk.address(rest)).content.decode()
    main = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


class TestTheVerdict:
    @pytest.mark.parametrize(("text", "outcome"), [(SHORT, "illegal"), (UNREAD, "uncertain"), (LEGAL, "legal")])
    def test_stands_at_the_top_of_the_list_and_of_its_check(self, text: str, outcome: str) -> None:
        desk, [entry] = open_checked_desk("Ann", text=text)
        check = begin(desk, entry)
        for rest in (f"checks/lists/{entry.pk}/", f"checks/{check.pk}/"):
            assert f"The list, version 1: {outcome}" in read(desk, rest).replace(outcome.capitalize(), outcome)
            page = desk.browser("judge").get(desk.address(rest)).content.decode()
            assert f"{desk.address(f'desk/lists/{entry.pk}/')}#submitted" in page

    def test_is_said_to_be_cleared_by_a_ruling(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text=UNREAD)
        assert "(cleared by a ruling)" not in read(desk, f"checks/lists/{entry.pk}/")
        rule(desk, entry)
        assert "(cleared by a ruling)" in read(desk, f"checks/lists/{entry.pk}/")

    def test_is_not_told_to_the_player_whose_check_it_is(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text=SHORT)
        check = begin(desk, entry)
        end(desk, check, "discrepancies", {SENTINEL: 58})
        desk.people["ann"] = make_user("ann")
        Registration.objects.filter(pk=entry.registration_id).update(user=desk.people["ann"])
        page = read(desk, f"checks/{check.pk}/", "ann")
        assert "registered 59, found 58" in page
        assert "Verdict of the list" not in page
        assert "ode of the sheet" not in page


class TestWhatWasNotCounted:
    def test_an_abandoned_check_lists_no_discrepancies(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text=MIXED)
        page = end(desk, begin(desk, entry), "abandoned", {SENTINEL: 12})
        assert "Discrepancies" not in page
        assert "found 0" not in page
        assert "No result of this check counts." in page
        assert "Overload 3 not counted" in page

    def test_a_partial_check_says_so_and_marks_the_line_that_differs(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text=MIXED)
        page = end(desk, begin(desk, entry, "partial"), "discrepancies", {"deck/overload": 2})
        assert "Overload differs 3 2" in page
        assert "Sentinel Mark V, Army 57 not counted" in page

    def test_in_a_whole_check_what_was_not_counted_is_missing(self) -> None:
        desk, [entry] = open_checked_desk("Ann", text=MIXED)
        page = end(desk, begin(desk, entry), "discrepancies", {SENTINEL: 57})
        assert "Overload differs 3 0" in page
        assert "not counted" not in page


class TestCodes:
    def test_the_short_code_stands_on_the_list_and_its_check_for_judges_alone(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        check = begin(desk, entry)
        said = f"ode of the sheet {make_sheet_code(desk.event, 1, 1)}"
        for rest in (f"desk/lists/{entry.pk}/", f"checks/lists/{entry.pk}/", f"checks/{check.pk}/"):
            assert said in read(desk, rest)
        page = read(desk, f"desk/lists/{entry.pk}/", "organizer")
        assert said not in page
        assert f"fingerprint {ListVersion.objects.get().fingerprint}" in page

    def test_the_fingerprint_of_a_locked_list_finds_it(self) -> None:
        desk, [ann, bob] = open_checked_desk("Ann", "Bob")
        other = submit_list(make_player(desk.event, "Cem"), MIXED)
        judge, address = desk.browser("judge"), desk.address("checks/pick/")
        typed = ListVersion.objects.get(list=other).fingerprint.lower().replace("-", " ")
        found = judge.post(address, {"how": "code", "value": typed})
        assert found.url == desk.address(f"checks/lists/{other.pk}/")
        same = ListVersion.objects.filter(list=ann)[0].fingerprint
        page = judge.post(address, {"how": "code", "value": same}).content.decode()
        assert all(f"checks/lists/{each.pk}/" in page for each in (ann, bob))

    def test_a_fingerprint_confirms_no_list_that_is_not_locked(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        Registration.objects.update(reopened_until=LOCKED + timedelta(minutes=5))
        sent = {"how": "code", "value": ListVersion.objects.get(list=entry).fingerprint}
        assert desk.browser("judge").post(desk.address("checks/pick/"), sent).status_code == 400

    def test_a_fingerprint_of_another_event_finds_nothing(self) -> None:
        desk, _ = open_checked_desk("Ann")
        other = open_desk(title="Other")
        sent = {"how": "code", "value": ListVersion.objects.get().fingerprint}
        assert other.browser("judge").post(other.address("checks/pick/"), sent).status_code == 400
        assert desk.browser("judge").post(desk.address("checks/pick/"), sent).status_code == 302


class TestWhyThereIsNone:
    def test_a_list_that_is_not_locked_says_until_when_and_nothing_of_the_list(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk, [entry] = open_checked_desk("Ann", text=SHORT)
        set_clock(monkeypatch, BEFORE)
        page = read(desk, f"checks/lists/{entry.pk}/")
        assert "The player can submit until 2026-12-04 22:15 CET (UTC+1)" in page
        assert "llegal" not in page
        assert "Start the check" not in page
        begun = desk.browser("judge").post(desk.address(f"checks/lists/{entry.pk}/"), {"do": "start"})
        assert begun.status_code == 409
        assert not DeckCheck.objects.exists()
        assert desk.browser("organizer").get(desk.address(f"checks/lists/{entry.pk}/")).status_code == 404

    def test_before_the_lock_the_checks_say_when_lists_lock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        desk, _ = open_checked_desk("Ann")
        said = "Lists lock at 2026-12-04 22:15 CET (UTC+1); players can submit until then."
        assert said not in read(desk, "checks/")
        set_clock(monkeypatch, BEFORE)
        assert said in read(desk, "checks/")

    def test_a_table_is_searched_in_the_newest_round_and_the_page_says_which(self) -> None:
        desk, [ann, bob] = open_checked_desk("Ann", "Bob")
        for number, table in ((2, 2), (3, 1)):
            made = Round.objects.create(event=desk.event, number=number)
            RoundTable.objects.create(round=made, table=table, first=ann.registration, second=bob.registration)
        answer = desk.browser("judge").post(desk.address("checks/pick/"), {"how": "table", "value": "2"})
        assert "No locked list is at table 2 in round 3." in answer.content.decode()
        assert "Table in round 3" in answer.content.decode()

    def test_the_address_of_picks_leads_to_the_checks(self) -> None:
        desk, _ = open_checked_desk("Ann")
        assert desk.browser("judge").get(desk.address("checks/pick/")).url == desk.address("checks/")


class TestPenalties:
    def test_a_check_tells_of_the_penalty_that_was_given_for_it(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        page = end(desk, begin(desk, entry), "discrepancies", {SENTINEL: 59})
        check = DeckCheck.objects.get()
        assert "Give a penalty" in page
        address = desk.address(f"players/{entry.registration_id}/penalties/")
        said = {"kind": "warning", "infraction": "Deck differs from its list", "list": str(entry.pk), "seen": "0"}
        assert desk.browser("judge").post(address, said).status_code == 302
        page = read(desk, f"checks/{check.pk}/")
        assert "Penalty given: warning for “Deck differs from its list”." in page
        assert "Give another penalty" in page

    def test_its_player_is_led_to_it(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        desk.people["ann"] = make_user("ann")
        Registration.objects.update(user=desk.people["ann"])
        assert "penalt" not in read(desk, "me/", "ann")
        give_penalty(entry.registration, "warning", "Late", "", desk.judge("judge").actor, now=LOCKED)
        page = desk.browser("ann").get(desk.address("me/")).content.decode()
        assert f'{desk.address(f"players/{entry.registration_id}/penalties/")}">1 penalty</a>' in page

    def test_one_of_before_belongs_to_no_check(self) -> None:
        desk, [entry] = open_checked_desk("Ann")
        address = desk.address(f"players/{entry.registration_id}/penalties/")
        said = {"kind": "warning", "infraction": "Late", "list": str(entry.pk), "seen": "0"}
        desk.browser("judge").post(address, said)
        check = begin(desk, entry)
        DeckCheck.objects.update(started=LOCKED + timedelta(minutes=1))
        assert "Penalty given" not in read(desk, f"checks/{check.pk}/")


def test_several_judges_have_been_checking() -> None:
    desk, [entry] = open_checked_desk("Ann")
    check = begin(desk, entry)
    services.join_check(desk.event, check, actor=desk.judge("head-judge").actor, now=LOCKED)
    assert "judge and head-judge have been checking this list since" in read(desk, f"checks/lists/{entry.pk}/")


def test_a_device_is_added_and_the_event_taken_along_later() -> None:
    desk, _ = open_checked_desk("Ann")
    add_phone(desk)
    page = read(desk, "devices/")
    assert "Devices added for this event." in page
    assert "never" in page


def test_the_judge_s_role_names_deck_checks() -> None:
    desk = open_desk()
    assert "Reads locked lists, checks decks," in read(desk, "roles/", "head-organizer")


def test_each_kind_of_check_says_what_it_compares() -> None:
    desk, [entry] = open_checked_desk("Ann")
    page = read(desk, f"checks/lists/{entry.pk}/")
    assert "Part of the deck Only the cards that you count are compared. Doesn’t count for the target." in page
    assert "Deck and side together Deck and sideboard are counted as one. Counts for the target." in page
