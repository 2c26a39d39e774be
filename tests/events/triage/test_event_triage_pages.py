"""The pages of triage, rulings, mail and drops, and the same over the API."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from tests.decks.rechecks.making import WITH_FLAME, ban
from tests.events.making import (
    DEADLINE,
    LOCKED,
    SHORT,
    UNREAD,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from tests.events.triage.triaging import ROLES, get_digest, open_desk, post, read, rule
from vsdb.events.models import Adoption, Event, EventList, LogEntry, Notice, Registration, Ruling
from vsdb.events.verdicts.judging import get_event_question, judge_text
from vsdb.events.verdicts.services import keep_verdict

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _locked(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, LOCKED)


class TestTriagePage:
    def test_shows_findings_with_citations_and_rulings_and_filters_by_name_code_and_card(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann", table=7), UNREAD)
        submit_list(make_player(desk.event, "Bob"), f"5 Overload\n{SHORT}", late_seconds=75)
        rule(desk, entry, reason="Seen the card.")
        browser = desk.browser("judge")
        whole = read(browser, desk.address())
        for said in (
            "No Such Card At All",
            "cr-2.7",
            "Seen the card.",
            "cleared by judge",
            "Late by 1 minute 15 seconds",
        ):
            assert said in whole
        for words, names in (
            ("q=AN", ["Ann"]),
            ("code=copy-limit", ["Bob"]),
            ("card=overload", ["Bob"]),
            ("tab=cleared", ["Ann"]),
            ("tab=late&q=ann", []),
        ):
            page = read(browser, desk.address(f"lists/?{words}"))
            assert [name for name in ("Ann", "Bob") if f"Choose {name}" in page] == names, words

    def test_who_plays_finds_no_card_on_any_page(self) -> None:
        """Acceptance 8; what is disclosed to all players doesn't open the desk's view of it."""
        shown = {"disclosure": "participants", "disclosed_from": "lock"}
        desk = open_desk(**shown)
        make_player(desk.event, "Own", user=desk.people["judge"])
        consents = {"agreed_disclosure": "participants", "agreed_from": "lock"}
        entry = submit_list(make_player(desk.event, "Ann", **consents), UNREAD)
        rule(desk, entry, "head-judge")
        browser, program = desk.browser("judge"), desk.program("judge")
        page = read(browser, desk.address("lists/?card=no+such&code=unknown-card&tab=unread"))
        assert "uncertain" in page
        row = program.get(desk.call("triage")).json()["results"][0]
        told = json.dumps(row)
        assert (row["outcome"], row["findings"], row["readable"]) == ("uncertain", [], False)
        for secret in ("No Such", "unknown-card", "Seen the card"):
            assert secret not in page
            assert secret not in told
        for rest in (f"lists/{entry.pk}/rulings", "rulings"):
            assert browser.get(desk.address(f"{rest}/")).status_code == 404
            assert program.get(desk.call(rest)).status_code == 404
        assert browser.get(desk.address("lists/rule/")).status_code == 404
        said = {"finding": get_digest(entry), "allowed": False, "reason": "No."}
        assert post(program, desk.call(f"lists/{entry.pk}/rulings"), said)[0] == 404
        offered = read(browser, desk.address(f"players/{entry.registration_id}/penalties/?list={entry.pk}&for=unread"))
        assert "names no card" not in offered


class TestRulingPages:
    def test_a_judge_rules_and_the_second_at_once_gets_409_with_both_texts(self) -> None:
        """Acceptance 17."""
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann", user=make_user("ann")), UNREAD)
        address = desk.address(f"lists/{entry.pk}/rulings/")
        sent = {"finding": get_digest(entry), "decision": "allowed", "reason": "I saw it.", "document": "cr-2.7"}
        assert desk.browser("judge").post(address, {**sent, "reason": ""}).status_code == 400
        assert desk.browser("judge").post(address, sent).status_code == 302
        second = desk.browser("head-judge").post(address, {**sent, "reason": "So did I."})
        assert second.status_code == 409
        assert "I saw it." in second.content.decode()
        assert "So did I.</textarea>" in second.content.decode()
        own = Client()
        own.force_login(make_user("ann"))
        page = read(own, address)
        assert "I saw it." in page
        assert "Save the ruling" not in page
        assert own.post(address, sent).status_code == 404

    def test_over_the_api_the_second_gets_both_too(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), UNREAD)
        call = desk.call(f"lists/{entry.pk}/rulings")
        sent = {"finding": get_digest(entry), "allowed": True, "reason": "I saw it."}
        status, first = post(desk.program("judge"), call, sent)
        assert (status, first["by"], first["code"]) == (201, "judge", "unknown-card")
        status, second = post(desk.program("head-judge"), call, {**sent, "reason": "So did I."})
        assert (status, second["code"], second["mine"]["reason"]) == (409, "stale", "So did I.")  # type: ignore[index]
        assert second["theirs"] == first
        told = desk.program("organizer").get(call).json()
        assert (told["cleared"], told["findings"][0]["ruling"], told["rulings"]) == (True, first, [first])
        assert desk.program("organizer").get(desk.call("rulings")).json()["results"] == [first]

    def test_one_ruling_is_saved_for_all_chosen_lists_that_have_the_finding(self) -> None:
        desk = open_desk()
        lists = [submit_list(make_player(desk.event, name), UNREAD) for name in ("Ann", "Bob", "Cem")]
        browser = desk.browser("judge")
        keys = [f"{each.registration_id}-1" for each in lists[:2]]
        page = read(browser, desk.address(f"lists/rule/?tab=uncertain&row={keys[0]}&row={keys[1]}"))
        of = re.findall(r'name="of" value="([^"]*)"', page)
        assert of == [f"{lists[0].pk}:,{lists[1].pk}:"]
        sent = {"of": of[0], "finding": get_digest(lists[0]), "decision": "allowed", "reason": "Seen.", "row": keys}
        assert browser.post(desk.address("lists/rule/"), {**sent, "decision": ""}).status_code == 400
        assert browser.post(desk.address("lists/rule/"), sent).status_code == 302
        assert set(Ruling.objects.values_list("list", flat=True)) == {each.pk for each in lists[:2]}
        again = browser.post(desk.address("lists/rule/"), sent)
        assert again.status_code == 409

    def test_the_head_judge_alone_decides_about_a_later_verdict(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), WITH_FLAME)
        ban()
        assert entry.current is not None
        later = keep_verdict(entry.current, judge_text(get_event_question(desk.event), entry.current.text), made=LOCKED)
        page = read(desk.browser("judge"), desk.address(f"lists/{entry.pk}/rulings/"))
        assert " ".join(re.sub(r"<[^>]*>", " ", page).split()).count("legal → illegal") == 1
        sent = {"verdict": later.pk, "choice": "adopt", "reason": "The ban was announced."}
        address = desk.address(f"lists/{entry.pk}/verdict/")
        for role in ROLES:
            if role != "head-judge":
                assert desk.browser(role).post(address, sent).status_code == 404
        assert desk.browser("head-judge").post(address, {**sent, "reason": ""}).status_code == 400
        assert desk.browser("head-judge").post(address, sent).status_code == 302
        call = {"verdict": later.pk, "adopted": True, "reason": "Again."}
        assert post(desk.program("judge"), desk.call(f"lists/{entry.pk}/verdict"), call)[0] == 404
        assert post(desk.program("head-judge"), desk.call(f"lists/{entry.pk}/verdict"), call)[0] == 409
        assert Adoption.objects.get().reason == "The ban was announced."


class TestMail:
    def test_it_is_shown_with_all_names_and_goes_out_once(self) -> None:
        desk = open_desk()
        submit_list(make_player(desk.event, "Ann"), SHORT)
        submit_list(make_player(desk.event, "Bob"))
        submit_list(make_player(desk.event, "Cid", email=""))
        browser, address = desk.browser("organizer"), desk.address("lists/mail/")
        assert "1 of them has no email address and won’t get it: Cid." in read(browser, f"{address}?tab=all")
        page = read(browser, f"{address}?tab=illegal")
        hidden = dict(re.findall(r'name="(players|nonce)" value="([^"]*)"', page))
        sent = {**hidden, "subject": "Your list", "text": "Come to the desk."}
        shown = browser.post(address, sent).content.decode()
        assert "Ann" in shown
        assert "Bob" not in shown
        assert "no email address" not in shown
        assert not Notice.objects.exists()
        for _ in range(2):
            assert browser.post(address, {**sent, "confirm": "yes"}).status_code == 302
        told = Notice.objects.get()
        assert (told.registration.shown_name, told.data) == (
            "Ann",
            {"subject": "Your list", "text": "Come to the desk."},
        )
        assert LogEntry.objects.filter(action="players-mailed").count() == 1
        other = make_player(open_desk().event, "Zoe")
        assert browser.post(address, {**sent, "players": other.pk, "confirm": "yes"}).status_code == 404


class TestDrop:
    def test_organizers_drop_those_they_tick_and_whoever_has_a_list_by_then_stays(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk = open_desk(stage=Event.Stage.RUNNING)
        without, drafter, late = (make_player(desk.event, name) for name in ("Ann", "Bob", "Cem"))
        EventList.objects.create(event=desk.event, registration=drafter, draft=SHORT)
        submit_list(make_player(desk.event, "Dee"))
        set_clock(monkeypatch, DEADLINE)
        browser, address = desk.browser("organizer"), desk.address("lists/drop/")
        assert "can still submit" in read(browser, address)
        set_clock(monkeypatch, LOCKED)
        page = read(browser, address)
        assert re.findall(r'value="(\d+)"( checked)?', page) == [
            (str(without.pk), " checked"),
            (str(drafter.pk), ""),
            (str(late.pk), " checked"),
        ]
        submit_list(late)
        assert browser.post(address, {}).status_code == 400
        assert browser.post(address, {"player": [without.pk, late.pk]}).status_code == 302
        states = dict(Registration.objects.values_list("shown_name", "state"))
        assert states == {"Ann": "dropped", "Bob": "confirmed", "Cem": "confirmed", "Dee": "confirmed"}


class TestDrafts:
    def test_the_ticked_ones_become_lists_and_one_that_changed_meanwhile_stays(self) -> None:
        desk = open_desk()
        lists = [
            EventList.objects.create(
                event=desk.event, registration=make_player(desk.event, name), draft=text, draft_at=DEADLINE
            )
            for name, text in (("Ann", SHORT), ("Bob", SHORT), ("Cem", "# nothing"), ("Dee", SHORT))
        ]
        browser, address = desk.browser("head-judge"), desk.address("lists/drafts/")
        ticked = re.findall(r'name="draft" value="([^"]*)"', read(browser, address))
        assert ticked == [f"{each.pk}:1" for each in lists]
        EventList.objects.filter(pk=lists[1].pk).update(edition=2)
        answer = browser.post(address, {"draft": ticked[:3]})
        assert answer.status_code == 400
        page = answer.content.decode()
        assert "Cem: The draft can’t be read" in page
        assert "Bob: The list has been changed" in page
        accepted = EventList.objects.exclude(current=None).get()
        assert (accepted, accepted.current and accepted.current.received) == (lists[0], DEADLINE)
        assert browser.post(address, {"draft": ticked[3:]}).status_code == 302


#: By address: the roles that see it. Everybody else gets what a missing page gets.
SEEN: dict[str, set[str]] = {
    "lists/": {"head-organizer", "organizer", "head-judge", "judge"},
    "lists/mail/": {"head-organizer", "organizer", "head-judge", "judge"},
    "lists/rule/": {"head-judge", "judge"},
    "lists/drop/": {"head-organizer", "organizer"},
    "lists/drafts/": {"head-organizer", "organizer", "head-judge"},
    "lists/{list}/rulings/": {"head-organizer", "organizer", "head-judge", "judge"},
    "rulings/": {"head-organizer", "organizer", "head-judge", "judge"},
    "penalties/": {"head-organizer", "organizer", "head-judge", "judge"},
    "players/{player}/penalties/": {"head-organizer", "organizer", "head-judge", "judge"},
}


class TestWhoMay:
    def test_pages_and_calls_answer_exactly_those_who_may(self) -> None:
        desk, other = open_desk(), open_desk(title="Other")
        entry = submit_list(make_player(desk.event, "Ann"), UNREAD)
        foreign = submit_list(make_player(other.event, "Zoe"), UNREAD)
        desk.people["rival"] = make_user("rival")
        make_player(desk.event, "Rival", user=desk.people["rival"])
        for rest, roles in SEEN.items():
            page = rest.format(list=entry.pk, player=entry.registration_id)
            strange = rest.format(list=foreign.pk, player=foreign.registration_id)
            for role in (*ROLES, "rival"):
                found = desk.browser(role).get(desk.address(page)).status_code
                assert (page, role, found) == (page, role, 200 if role in roles else 404)
            assert Client().get(desk.address(page)).status_code == 404
            if strange != page:
                assert desk.browser("head-judge").get(desk.address(strange)).status_code == 404
        for call, roles in (
            ("triage", SEEN["lists/"]),
            ("rulings", SEEN["rulings/"]),
            ("penalties", SEEN["penalties/"]),
            (f"lists/{entry.pk}/rulings", SEEN["lists/{list}/rulings/"]),
            (f"players/{entry.registration_id}/penalties", SEEN["penalties/"]),
        ):
            for role in (*ROLES, "rival"):
                found = desk.program(role).get(desk.call(call)).status_code
                assert (call, role, found) == (call, role, 200 if role in roles else 404)

    def test_organizers_and_scorekeepers_neither_rule_nor_penalize(self) -> None:
        desk = open_desk()
        entry = submit_list(make_player(desk.event, "Ann"), UNREAD)
        ruling = {"finding": get_digest(entry), "allowed": True, "reason": "Yes."}
        form = {"finding": get_digest(entry), "decision": "allowed", "reason": "Yes."}
        penalty = {"kind": "warning", "infraction": "Late list"}
        for role in ("head-organizer", "organizer", "scorekeeper"):
            browser, program = desk.browser(role), desk.program(role)
            assert browser.post(desk.address(f"lists/{entry.pk}/rulings/"), form).status_code == 404
            assert post(program, desk.call(f"lists/{entry.pk}/rulings"), ruling)[0] == 404
            assert browser.post(desk.address(f"players/{entry.registration_id}/penalties/"), penalty).status_code == 404
            assert post(program, desk.call(f"players/{entry.registration_id}/penalties"), penalty)[0] == 404
        wide = {**ruling, "all_lists": True}
        assert post(desk.program("judge"), desk.call(f"lists/{entry.pk}/rulings"), wide)[0] == 404
        assert not Ruling.objects.exists()
        assert post(desk.program("head-judge"), desk.call(f"lists/{entry.pk}/rulings"), wide)[0] == 201
