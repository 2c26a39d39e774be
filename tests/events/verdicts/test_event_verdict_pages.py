"""The page of an event's verdicts, the API and the command: one outcome everywhere, and checks of all lists."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.decks.rechecks.making import WITH_FLAME, ban
from tests.events.making import (
    BEFORE,
    LEGAL,
    LOCKED,
    SHORT,
    give_role,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from tests.events.verdicts.entering import enter_many
from vsdb.accounts.services import make_token
from vsdb.core.leased_work import OPEN
from vsdb.events.access import Asker
from vsdb.events.models import Batch, Event, LogEntry, Role
from vsdb.events.planning.desk import load_desk
from vsdb.events.triage.loading import load_rows
from vsdb.events.verdicts import batches, selectors
from vsdb.events.verdicts.judging import get_event_question, judge_text
from vsdb.events.verdicts.outcomes import list_outcomes
from vsdb.events.verdicts.services import adopt_verdict, keep_verdict

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event whose lists are locked, with a judge."""
    set_clock(monkeypatch, LOCKED)
    made = make_event()
    give_role(made, make_user("judge"), Role.Name.JUDGE)
    return made


@pytest.fixture
def judge(event: Event) -> Client:
    """The browser of a judge."""
    client = Client()
    client.force_login(make_user("judge"))
    return client


def ask_api(path: str, name: str = "judge", method: str = "get") -> Any:
    """What the API answers to an account's token."""
    secret = make_token(make_user(name), name="t", scope="write")[1]
    return getattr(Client(), method)(f"/api/v1/{path}", headers={"Authorization": f"Bearer {secret}"})


def run_check_event(event: Event, *options: str, status: int = 1) -> str:
    """What the command prints."""
    said = io.StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("check_event", str(event.pk), *options, stdout=said)
    assert caught.value.code == status
    return said.getvalue()


def list_pages_of_api(path: str) -> list[dict[str, Any]]:
    """The rows of every page of a list."""
    rows: list[dict[str, Any]] = []
    number = 1
    while True:
        answer = ask_api(f"{path}?page_size=100&page={number}").json()
        rows += answer["results"]
        if len(rows) >= answer["count"]:
            return rows
        number += 1


def test_page_api_tables_and_command_show_the_same_outcome_of_a_thousand_lists(
    event: Event, judge: Client, django_assert_max_num_queries: Any
) -> None:
    """Acceptance 11 of the desk, but for sheets; the newest verdict of one list is another than the one of record."""
    enter_many(event, 999)
    flame = submit_list(make_player(event, "Flame"), WITH_FLAME)
    ban()
    batch = batches.begin(event, batches.FACTS)
    assert batch is not None
    batches.work_on(batch.pk)
    expected = {key: record.outcome for key, record in selectors.list_records(event).items()}
    assert (len(expected), expected[flame.pk]) == (1_000, "legal")
    address = reverse("events:verdicts", args=(event.pk,))

    table = list(csv.DictReader(io.StringIO(judge.get(f"{address}?as=csv").content.decode())))
    assert {int(row["list"]): row["outcome"] for row in table} == expected
    assert [row["newest"] for row in table if row["is_changed"]] == ["illegal"]
    data = judge.get(f"{address}?as=json").json()
    assert {row["list"]: row["outcome"] for row in data["lists"]} == expected
    assert {row["list"]: row["outcome"] for row in list_pages_of_api(f"events/{event.pk}/verdicts")} == expected
    said = list(csv.DictReader(io.StringIO(run_check_event(event, "--csv"))))
    assert said == table
    assert json.loads(run_check_event(event, "--json"))["lists"] == data["lists"]
    counts = {"illegal": 333, "uncertain": 0, "legal": 667}
    assert data["outcomes"] == counts
    with django_assert_max_num_queries(16):
        page = judge.get(address)
    with django_assert_max_num_queries(7):
        assert len(list_outcomes(event)) == 1_000
    assert (page.context["total"], page.context["outcomes"], page.context["changed"]) == (1_000, counts, 1)
    assert "1 list changed since lock" in page.content.decode()
    judge_asker = Asker(roles=frozenset((Role.Name.HEAD_JUDGE,)))
    rows = load_rows(event, judge_asker, LOCKED)
    assert {row.list: row.outcome for row in rows} == expected
    shown = {each.label: each.count for each in load_desk(event, judge_asker, LOCKED).lists}
    assert (shown["Submitted"], shown["Illegal"], shown["Changed since lock"]) == (1_000, 333, 1)
    assert run_check_event(event).splitlines()[0] == "1,000 lists: 333 illegal, 667 legal"


def test_lists_judged_for_another_day_are_told_as_changed_with_the_days(event: Event, judge: Client) -> None:
    entry = submit_list(make_player(event, "Ann"), WITH_FLAME)
    submit_list(make_player(event, "Bob"), LEGAL)
    ban(date(2027, 1, 1))
    Event.objects.update(judged_on=date(2027, 1, 2))
    event.refresh_from_db()
    assert entry.current is not None
    later = keep_verdict(entry.current, judge_text(get_event_question(event), entry.current.text), made=LOCKED)
    assert later.outcome == "illegal"
    cause = "because lists are now judged for 2 January 2027 instead of 5 December 2026"
    tab = f'<a href="/events/{event.pk}/lists/?tab=changed">Ann</a>'
    decide = f'<a href="/events/{event.pk}/lists/{entry.pk}/rulings/#change">head judge decides</a>'
    pages = {
        "desk/": (tab,),
        "verdicts/": (tab, "1 list changed since lock"),
        "lists/?tab=changed": (cause, '<strong>Now</strong> <span class="sign sign--'),
        f"desk/lists/{entry.pk}/": (cause, "by a later verdict, since", decide),
        f"lists/{entry.pk}/rulings/": (cause,),
    }
    for rest, told in pages.items():
        page = judge.get(f"/events/{event.pk}/{rest}").content.decode()
        assert [each for each in told if each not in page] == [], rest
        assert "newer facts" not in page
    adopt_verdict(entry, later, False, "It was legal at the lock.", 1)
    assert "by a later verdict" not in judge.get(f"/events/{event.pk}/desk/lists/{entry.pk}/").content.decode()


def test_a_command_for_no_event_says_so() -> None:
    with pytest.raises(CommandError, match="there is no event 999999"):
        call_command("check_event", "999999")


class TestCheckingAll:
    def test_by_the_button_shows_progress_until_it_is_cancelled(self, event: Event, judge: Client) -> None:
        enter_many(event, 3)
        address = reverse("events:verdicts", args=(event.pk,))
        shown = judge.post(reverse("events:judge-all", args=(event.pk,)), follow=True)
        batch = Batch.objects.get()
        assert (batch.why, batch.user, shown.context["newest"].batch) == ("button", make_user("judge"), batch)
        Batch.objects.update(judged=2, changed=1)
        page = judge.get(address).content.decode()
        assert "2 of 3 lists, 66 %" in page
        assert "1 verdict changed" in page
        assert 'hx-trigger="every 2s"' in page
        assert "Check all lists again" not in page
        page = judge.post(reverse("events:cancel-batch", args=(event.pk, batch.pk)), follow=True).content.decode()
        assert "Cancelled. Lists that were checked keep their verdicts." in page
        assert "hx-trigger" not in page
        actions = LogEntry.objects.filter(event=event.pk).order_by("number").values_list("action", flat=True)
        assert list(actions) == ["batch-begun", "batch-cancelled"]

    def test_by_the_api_gives_the_one_under_way(self, event: Event) -> None:
        assert ask_api(f"events/{event.pk}/batches", method="post").status_code == 409
        enter_many(event, 2)
        first, second = (ask_api(f"events/{event.pk}/batches", method="post") for _ in range(2))
        assert (first.status_code, first.json()["key"]) == (202, second.json()["key"])
        assert batches.work_on(first.json()["key"])
        done = Client().get(first.json()["api"])
        assert done.status_code == 404
        done = ask_api(first.json()["api"].removeprefix("/api/v1/")).json()
        assert (done["state"], done["judged"], done["changed"]) == ("done", 2, 0)
        assert [each["key"] for each in ask_api(f"events/{event.pk}/batches").json()["results"]] == [done["key"]]

    def test_of_another_event_is_absent(self, event: Event, judge: Client) -> None:
        enter_many(other := make_event(), 1)
        batch = batches.begin(other, batches.BUTTON)
        assert batch is not None
        assert judge.post(reverse("events:cancel-batch", args=(event.pk, batch.pk))).status_code == 404
        assert ask_api(f"events/{event.pk}/batches/{batch.pk}").status_code == 404
        assert Batch.objects.filter(state__in=OPEN).count() == 1


def test_a_judge_who_plays_sees_outcomes_alone(event: Event, judge: Client) -> None:
    enter_many(event, 3)
    submit_list(make_player(event, "Judge", user=make_user("judge")))
    table = judge.get(reverse("events:verdicts", args=(event.pk,)) + "?as=csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(table)))
    assert {(row["outcome"], row["codes"]) for row in rows} == {("illegal", ""), ("legal", "")}
    assert {row["codes"] for row in ask_api(f"events/{event.pk}/verdicts").json()["results"]} == {None}


def test_codes_are_told_once_lists_are_locked_or_their_player_asks(
    event: Event, judge: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, silent = make_player(event, "Ann", asks_desk="Is it legal?"), make_player(event, "Bob")
    for player in (asking, silent):
        submit_list(player, SHORT)

    def read_codes() -> list[bool]:
        table = judge.get(reverse("events:verdicts", args=(event.pk,)) + "?as=csv").content.decode()
        return [bool(row["codes"]) for row in csv.DictReader(io.StringIO(table))]

    set_clock(monkeypatch, BEFORE)
    assert read_codes() == [True, False]
    set_clock(monkeypatch, LOCKED)
    assert read_codes() == [True, True]
