"""What goes after its retention, what stays, and that the log still verifies."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from tests.commands import run
from tests.events.making import (
    BEFORE,
    LEGAL,
    SHORT,
    START,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.accounts import own_data
from vsdb.accounts.services import delete_account
from vsdb.events import log
from vsdb.events.models import (
    Actor,
    Event,
    EventList,
    ListVersion,
    LogEntry,
    Notice,
    Penalty,
    PublishedList,
    Registration,
    Role,
    Ruling,
)
from vsdb.events.publishing.services import publish_lists
from vsdb.events.publishing.statistics import get_statistics
from vsdb.events.retention.services import clear_due_events, count_due
from vsdb.operations.housekeeping import tidy

pytestmark = pytest.mark.django_db
SECRET = "61 Sentinel Mark V, Army\n1 Qwertz Unpublished"
END = START + timedelta(hours=9)
AFTER = END + timedelta(days=90)


def search_tables(text: str) -> list[str]:
    """The tables that have a text anywhere."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            name = connection.ops.quote_name(table)
            cursor.execute(f"SELECT * FROM {name}")  # noqa: S608
            if any(text in str(value) for row in cursor.fetchall() for value in row):
                found.append(table)
    return found


@pytest.fixture
def event() -> Event:
    """An event that is over: one player agreed to publish with a name, one without, one to nothing."""
    found = make_event(stage=Event.Stage.OVER)
    judge = make_user("judy")
    Role.objects.create(event=found, user=judge, name=Role.Name.JUDGE, given_by=0)
    number = log.get_actor(found, user=judge.pk)
    named = make_player(found, "Ann Qwertz", email="ann@secret.example", may_publish=True, may_be_named=True)
    unnamed = make_player(found, "Bob Qwertz", email="bob@secret.example", may_publish=True)
    hidden = make_player(
        found,
        "Cid Qwertz",
        sort_name="Qwertz, Cid",
        email="cid@secret.example",
        external_id="cid-secret",
        code="SECR-ETCO-DE",
        asks_desk="Call cid@secret.example",
    )
    for player in (named, unnamed):
        submit_list(player, SHORT + "\n2 Qwertz Unpublished")
        submit_list(player, LEGAL, given=f"Bob Qwertz, bob@secret.example\n{LEGAL}", reason="Bob Qwertz swapped a card")
    entry = submit_list(hidden, SECRET)
    EventList.objects.filter(pk=entry.pk).update(draft=SECRET)
    told = {"code": "unknown-card", "subject": "1 Qwertz Unpublished", "finding": "f", "is_allowed": False}
    Ruling.objects.create(event=found, list=entry, reason="Qwertz Unpublished is no card", by=number, **told)
    Ruling.objects.create(event=found, reason="None", by=number, **told)
    Penalty.objects.create(registration=hidden, list=entry, kind="warning", infraction="Deck", by=number)
    Notice.objects.create(event=found, registration=hidden, kind="message", key="x", data={"to": "cid@secret.example"})
    log.record(found, number, "ruled", f"list:{entry.pk}", after={"code": "unknown-card"})
    publish_lists(found, number, END)
    return found


class TestTheRetentionDay:
    """Acceptance 29 of the desk."""

    def test_leaves_no_address_and_no_unpublished_list_in_any_table(self, event: Event) -> None:
        texts = ("@secret.example", "Qwertz Unpublished", "cid-secret", "61 Sentinel", "Cid Qwertz", "Bob Qwertz")
        for text in texts:
            assert search_tables(text), text
        before = json.loads(json.dumps(get_statistics(event)))
        assert list(clear_due_events(AFTER - timedelta(seconds=1))) == []
        assert [(each.players, each.lists, each.penalties) for each in clear_due_events(AFTER)] == [(3, 1, 0)]
        for text in texts:
            assert search_tables(text) == [], text
        event.refresh_from_db()
        assert get_statistics(event) == before
        assert before["lists"]["submitted"] == 3
        assert list(log.find_faults(event.pk)) == []
        names = event.registrations.order_by("number").values_list("shown_name", "sort_key", "code")
        assert list(names) == [
            ("Ann Qwertz", "ann qwertz", ""),
            ("Player 2", "player 2", ""),
            ("Player 3", "player 3", ""),
        ]
        assert PublishedList.objects.count() == 2
        kept = ListVersion.objects.filter(list__event=event).values_list("given", "reason")
        assert list(kept) == [(f"{LEGAL}\n", "")] * 2
        assert list(clear_due_events(AFTER)) == []

    def test_takes_penalties_after_their_own_time(self, event: Event) -> None:
        list(clear_due_events(AFTER))
        assert count_due(END + timedelta(days=364)) == 0
        assert Penalty.objects.count() == 1
        assert [each.penalties for each in clear_due_events(END + timedelta(days=365))] == [1]
        assert Penalty.objects.count() == 0
        actions = LogEntry.objects.filter(event=event.pk).order_by("number").values_list("action", "after")
        assert list(actions)[-2:] == [
            ("cleared", {"players": 3, "lists": 1, "penalties": 0}),
            ("cleared", {"players": 0, "lists": 0, "penalties": 1}),
        ]

    def test_counts_penalties_that_go_before_the_lists(self, event: Event) -> None:
        event.penalty_days = 1
        event.save(update_fields=["penalty_days"])
        before = get_statistics(event)
        assert sum(before["lists"]["penalties"].values()) == 1
        for moment, erased in ((END + timedelta(days=1), 1), (AFTER, 0)):
            assert [each.penalties for each in clear_due_events(moment)] == [erased]
            event.refresh_from_db()
            assert get_statistics(event) == json.loads(json.dumps(before))

    def test_comes_by_the_daily_tidy_and_by_a_command(self, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        set_clock(monkeypatch, AFTER)
        assert "1 lists" in run("clear_events", "--dry-run")[1]
        assert next(each.count for each in tidy(is_dry_run=True) if each.name == "events") == 1
        assert Event.objects.filter(cleared_at=None).count() == 1
        assert next(each.count for each in tidy() if each.name == "events") == 1
        assert run("clear_events")[1] == "Nothing is past its retention.\n"
        status, said, _ = run("verify_log", str(event.pk), "--json")
        assert (status, json.loads(said)) == (0, {"events": 1, "faults": []})

    def test_finds_an_altered_log(self, event: Event) -> None:
        row = LogEntry.objects.filter(event=event.pk).first()
        assert row
        LogEntry.objects.create(event=event.pk, number=99, at=row.at, actor=0, action="forged", hash="x")
        status, said, _ = run("verify_log")
        assert status == 1
        assert f"Event {event.pk}, row 99: changed." in said


class TestTheLog:
    def test_is_read_whole_by_staff_and_by_players_where_it_is_theirs(self, client: Client, event: Event) -> None:
        paul = make_player(event, "Paul", user=make_user("paul"))
        log.record(
            event, log.get_actor(event, user=make_user("paul").pk), "list-submitted", "list:0", after={"code": "x"}
        )
        log.record(event, 1, "table-set", f"registration:{paul.number}")
        client.force_login(make_user("judy"))
        page = client.get(reverse("events:log", args=(event.pk,))).content.decode()
        for said in ("judy", "Paul submitted a list.", "published", "ruled"):
            assert said in page
        said = client.get(reverse("events:log-json", args=(event.pk,))).json()["log"]
        assert [each["number"] for each in said] == list(range(1, len(said) + 1))
        assert (
            client.get(reverse("events:log-csv", args=(event.pk,))).content.decode().startswith("number,at,actor,who")
        )
        client.force_login(make_user("paul"))
        own = client.get(reverse("events:log-json", args=(event.pk,))).json()["log"]
        assert [(each["action"], each["who"]) for each in own] == [
            ("list-submitted", "Paul"),
            ("table-set", "the desk"),
        ]
        client.force_login(make_user("eve"))
        assert client.get(reverse("events:log", args=(event.pk,))).status_code == 404

    def test_says_why_lists_were_judged_again(self, client: Client, event: Event) -> None:
        log.record(event, 1, "batch-begun", after={"why": "day", "lists": 2})
        client.force_login(make_user("judy"))
        page = client.get(reverse("events:log", args=(event.pk,))).content.decode()
        assert "because of another day for which lists are judged" in page
        assert "why day" not in page

    def test_shows_codes_to_nobody_who_still_plays(self, client: Client, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(stage=Event.Stage.RUNNING)
        client.force_login(make_user("judy"))
        address = reverse("events:log-json", args=(event.pk,))
        assert "unknown-card" in client.get(address).content.decode()
        make_player(event, "Judy", user=make_user("judy"))
        assert "unknown-card" not in client.get(address).content.decode()


class TestOwnData:
    """Acceptance 30 of the desk."""

    def test_is_exported(self, event: Event) -> None:
        user = make_user("dan")
        player = make_player(event, "Dan", user=user)
        entry = submit_list(player, SHORT)
        Ruling.objects.create(
            event=event, list=entry, code="deck-size", finding="f", is_allowed=False, reason="No", by=1
        )
        Penalty.objects.create(registration=player, kind="warning", infraction="Deck", by=1)
        said = json.loads(json.dumps(own_data.export(user)["events"], default=str))
        assert len(said) == 1
        told = said[0]["registration"]
        assert (told["shown_name"], told["lists"][0]["versions"][0]["given"]) == ("Dan", SHORT)
        assert told["lists"][0]["verdict_of_record"]["outcome"] == "illegal"
        assert (told["lists"][0]["rulings"][0]["reason"], told["penalties"][0]["kind"]) == ("No", "warning")
        assert "Qwertz" not in json.dumps(said)
        judge = json.loads(json.dumps(own_data.export(make_user("judy"))["events"], default=str))[0]
        assert [each["name"] for each in judge["roles"]] == ["judge"]
        assert [each["reason"] for each in judge["rulings_given"]][:1] == ["Qwertz Unpublished is no card"]
        assert judge["registration"] is None

    def test_leaves_player_and_number_when_the_account_goes(
        self, event: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_clock(monkeypatch, BEFORE)
        user = User.objects.create_user("dan", "dan@secret.example")
        Event.objects.filter(pk=event.pk).update(stage=Event.Stage.OVER)
        player = make_player(
            event, "Dan Yxcv", user=user, email="dan@secret.example", may_publish=True, may_be_named=True
        )
        submit_list(player, given=f"Dan Yxcv\n{LEGAL}")
        publish_lists(event, 1, END)
        coming = make_event()
        waits = make_player(coming, "Dan Yxcv", user=user, email="dan@secret.example")
        submit_list(waits, SECRET)
        assert search_tables("Dan Yxcv")
        delete_account(user)
        for text in ("Dan Yxcv", "dan@secret.example"):
            assert search_tables(text) == [], text
        player.refresh_from_db()
        waits.refresh_from_db()
        assert (player.shown_name, player.user, player.state) == (f"Player {player.number}", None, "confirmed")
        assert (waits.shown_name, waits.state, waits.lists.count()) == ("Player 1", Registration.State.WITHDRAWN, 0)
        assert player.lists.get().current
        assert PublishedList.objects.get(list__registration=player).deck.title.startswith(f"Player {player.number}")
        assert Actor.objects.filter(event=event, user=None).exists()
        for each in (event, coming):
            assert list(log.find_faults(each.pk)) == []


@pytest.mark.django_db(transaction=True)
class TestARunThatCommits:
    """The test runner alone lifts the triggers: what a test commits is undone by putting the database back."""

    @pytest.mark.parametrize("time", [1, 2])
    def test_may_leave_rows_of_the_log(self, time: int) -> None:
        assert LogEntry.objects.count() == 0
        event = make_event()
        log.record(event, log.CLOCK, "announced")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            LogEntry.objects.all().delete()
        if connection.vendor == "postgresql":
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("TRUNCATE events_logentry")
        assert LogEntry.objects.count() == 1
