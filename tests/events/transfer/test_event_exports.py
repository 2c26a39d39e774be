"""Players out as a table, and whole events out and back in as they were."""

from __future__ import annotations

import csv
import gzip
import io
import json
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import InputError, NotFound
from tests.commands import run
from tests.events.making import (
    BEFORE,
    DEADLINE,
    LEGAL,
    LOCKED,
    SHORT,
    START,
    UNREAD,
    make_event,
    make_player,
    make_user,
    set_clock,
    submit_list,
)
from vsdb.accounts.services import make_token
from vsdb.events import log
from vsdb.events.access import find_asker
from vsdb.events.checks import services
from vsdb.events.checks.selectors import list_conflicts
from vsdb.events.checks.settling import settle_conflict
from vsdb.events.models import (
    Adoption,
    DeckCheck,
    EarlierLog,
    Event,
    EventList,
    JudgeNote,
    ListVerdict,
    Penalty,
    Registration,
    Role,
    Round,
    RoundTable,
    Ruling,
    StageChange,
)
from vsdb.events.transfer.event_file import export_event
from vsdb.events.transfer.event_import import import_event, load_event
from vsdb.events.transfer.exporting import list_rows, write_csv
from vsdb.events.transfer.player_layouts import OWN_COLUMNS

pytestmark = pytest.mark.django_db


def give(event: Event, name: str, role: str) -> None:
    Role.objects.create(event=event, user=make_user(name), name=role, given_by=0, given_at=BEFORE)


@pytest.fixture
def event() -> Event:
    """An event that has everything an event can have."""
    found = make_event(stage=Event.Stage.OVER, lists_per_entry=2, statistics={"lists": 3})
    give(found, "olga", Role.Name.HEAD_ORGANIZER)
    log.get_actor(found, user=make_user("olga").pk)
    StageChange.objects.create(event=found, before="running", after="over", reason="All done", by=1, at=START)
    ann = make_player(found, "=Ann", table=1, standing={"rank": 1}, consents=[{"what": "publish", "agreed": True}])
    bob = make_player(found, "Bob", user=make_user("bob"), external_id="B1", sort_name="Boa, Bob")
    make_player(found, "Cid", email="")
    first = submit_list(ann, LEGAL)
    submit_list(ann, SHORT, slot=2, source="judge")
    submit_list(ann, LEGAL, slot=2, source="judge", reason="Wrong card")
    second = submit_list(bob, UNREAD, received=DEADLINE + timedelta(seconds=61), late_seconds=61)
    draft = EventList.objects.create(event=found, registration=bob, slot=2, draft=LEGAL, draft_at=BEFORE)
    later = ListVerdict.objects.get(version=second.current)
    Adoption.objects.create(list=second, verdict=later, is_adopted=True, reason="New facts", by=1, at=LOCKED)
    told = {"code": "unknown-card", "finding": "f", "is_allowed": True, "reason": "A misprint", "by": 1, "at": LOCKED}
    before = Ruling.objects.create(event=found, list=second, **told)
    Ruling.objects.create(event=found, list=None, supersedes=before, subject="1 No", **told)
    penalty = {"kind": "warning", "infraction": "Deck", "reason": "Short", "by": 1, "at": LOCKED}
    Penalty.objects.create(registration=bob, list=second, **penalty)
    gone = {"withdrawn_at": START, "withdrawn_by": 1, "withdrawn_reason": "Another player"}
    Penalty.objects.create(registration=bob, **penalty, **gone)
    one = Round.objects.create(event=found, number=1, started=START)
    RoundTable.objects.create(round=one, table=1, first=ann, second=bob)
    RoundTable.objects.create(round=one, table=2, first=found.registrations.get(number=3))
    log.record(found, 1, "announced", f"event:{found.pk}")
    _add_checks(found, first)
    _add_conflicts(found, second)
    JudgeNote.objects.create(event=found, registration=bob, list=second, text="Late twice", by=1, at=LOCKED)
    assert draft.pk
    return found


def _add_checks(event: Event, entry: EventList) -> None:
    """A check, one that was set aside beside it, and one that is open."""
    check, _ = services.start_check(event, entry, actor=1, now=START, kind="partial")
    services.save_counts(event, check, {"deck/sentinel-mark-v-army": 59}, actor=1, edition=None)
    services.set_aside(check, "nonce-of-other", 2, LOCKED, {"deck/overload": 1})
    services.end_check(event, check, "discrepancies", actor=1, now=START + timedelta(minutes=5))
    services.start_check(event, entry, actor=1, now=START + timedelta(hours=1))


def _add_conflicts(event: Event, entry: EventList) -> None:
    """Penalties of a device that wait, that were given and that weren't, and a check that was set aside."""
    said = {"by": 2, "at": LOCKED, "received": START, "offset_ms": 40, "result": "conflict", "message": "Seen 0."}
    payload = {"player": entry.registration.number, "list": entry.pk, "kind": "caution", "infraction": "Slow"}
    settled = {"settled_at": START, "settled_by": 1}
    items = event.sync_items
    items.create(nonce="nonce-waits", kind="penalty", base=0, payload={**payload, "reason": "Twice"}, **said)
    items.create(nonce="nonce-refused", kind="penalty", payload=payload, settled="theirs", **settled, **said)
    items.create(nonce="nonce-given", kind="penalty", settled="mine", **settled, **said)
    aside = DeckCheck.objects.get(event=event, nonce="nonce-of-other")
    items.create(nonce="nonce-count", kind="check-count", deck_check=aside, payload={"check": "x"}, **said)


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


class TestThePlayers:
    """Acceptance 2 of the desk: the seconds of a late list are in the table."""

    def test_are_a_table_with_our_columns_and_no_formula(self, event: Event) -> None:
        text = write_csv(list_rows(event, find_asker(event, make_user("olga").pk), LOCKED))
        rows = read_csv(text)
        assert tuple(rows[0]) == OWN_COLUMNS
        assert [(each["name"], each["list_state"], each["outcome"]) for each in rows] == [
            ("'=Ann", "locked", "legal"),
            ("'=Ann", "replaced", "legal"),
            ("Bob", "locked", "uncertain"),
            ("Bob", "draft", ""),
            ("Cid", "missing", ""),
        ]
        assert (rows[2]["late_seconds"], rows[2]["submitted_at"]) == ("61", "2026-12-04T21:01:01Z")
        assert rows[2]["codes"] == "unknown-card"
        assert rows[2]["email"] == "2@example.org"

    def test_tell_each_only_what_is_theirs_to_know(self, event: Event) -> None:
        for name, role in (("judy", Role.Name.JUDGE), ("sam", Role.Name.SCOREKEEPER), ("paul", Role.Name.ORGANIZER)):
            give(event, name, role)
        make_player(event, "Paul", user=make_user("paul"))
        Event.objects.filter(pk=event.pk).update(stage=Event.Stage.RUNNING)
        event.refresh_from_db()

        def rows(name: str) -> str:
            return write_csv(list_rows(event, find_asker(event, make_user(name).pk), LOCKED))

        assert "@" not in rows("judy") + rows("sam")
        assert "B1" not in rows("judy") + rows("sam")
        assert "unknown-card" in rows("judy")
        for hidden in ("uncertain", "61", "locked", "unknown-card"):
            assert hidden not in rows("sam")
        assert "uncertain" in rows("paul")
        assert "unknown-card" not in rows("paul")


def without_ids(said: dict[str, Any]) -> dict[str, Any]:
    """An export apart from what is of one import alone: numbers of the site, moments of export and import, logs."""
    told = json.loads(json.dumps(said))
    for name in ("id", "uid", "exported", "log", "earlier_log"):
        told.pop(name)
    for each in told["roles"]:
        each.pop("given_at")
    return told


class TestTheWholeEvent:
    def test_goes_out_and_in_as_it_was(self, event: Event) -> None:
        said = json.loads(json.dumps(export_event(event, None, LOCKED)))
        made = import_event(deepcopy(said), make_user("olga").pk, LOCKED)
        again = json.loads(json.dumps(export_event(made, None, LOCKED)))
        first, second = without_ids(said), without_ids(again)
        # The importer is another number, and no account is taken along: of the actors the players remain.
        assert second["actors"].pop() == {"number": 4, "player": None}
        assert second == first
        assert again["earlier_log"] == said["log"]
        assert [each["action"] for each in again["log"]] == ["event-imported"]
        assert list(log.find_faults(made.pk)) == []
        assert made.registrations.filter(user=None).count() == 3
        third = import_event(again, make_user("olga").pk, LOCKED)
        assert EarlierLog.objects.get(event=third).rows == [*said["log"], *again["log"]]

    def test_has_conflicts_that_are_settled_where_it_is_imported(self, event: Event) -> None:
        said = json.loads(json.dumps(export_event(event, None, LOCKED)))
        waits, refused, given, aside = said["conflicts"]
        assert (waits["settled"], waits["penalty"]["reason"], refused["settled"]) == ("", "Twice", "theirs")
        assert (given["settled"], given["penalty"], aside["check"]) == ("mine", None, 1)
        made = import_event(said, make_user("olga").pk, LOCKED)
        penalty, check = list_conflicts(made)
        settle_conflict(made, penalty, "mine", actor=1, now=LOCKED)
        settle_conflict(made, check, "theirs", actor=1, now=LOCKED)
        assert not list_conflicts(made).exists()
        got = Penalty.objects.get(registration__event=made, infraction="Slow")
        assert (got.list, got.registration.shown_name) == (got.registration.lists.get(slot=1), "Bob")
        again = export_event(made, None, LOCKED)
        assert [each["settled"] for each in again["conflicts"]] == ["mine", "theirs", "mine", "theirs"]

    def test_is_a_draft_of_the_importer_alone_unless_it_was_over(self, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(stage=Event.Stage.RUNNING)
        event.refresh_from_db()
        give(event, "judy", Role.Name.JUDGE)
        made = import_event(export_event(event, None, LOCKED), make_user("eve").pk, LOCKED)
        assert made.stage == Event.Stage.DRAFT
        assert list(made.roles.values_list("user__username", "name")) == [("eve", "head-organizer")]
        assert made.notices.count() == 0

    def test_has_no_cards_that_its_organizer_may_not_read(self, event: Event) -> None:
        give(event, "paul", Role.Name.ORGANIZER)
        paul = make_player(event, "Paul", user=make_user("paul"))
        submit_list(paul, "60 Savage Beatdown")
        Event.objects.filter(pk=event.pk).update(stage=Event.Stage.RUNNING)
        event.refresh_from_db()
        asker = find_asker(event, make_user("paul").pk)
        text = json.dumps(export_event(event, asker, LOCKED))
        for hidden in ("Sentinel", "No Such", "A misprint", "fingerprint", '"unread"', "Short", "Late twice"):
            assert (hidden in text) == (hidden in ("fingerprint", '"unread"')), hidden
        lists = json.loads(text)["lists"]
        assert [("text" in each["versions"][0]) for each in lists if each["versions"]] == [False, False, False, True]
        assert lists[0]["versions"][0]["verdicts"][0]["outcome"] == "legal"
        # What was left out can't come back, and keeps nothing else from it.
        made = import_event(json.loads(text), make_user("eve").pk, LOCKED)
        assert EventList.objects.filter(event=made).exclude(current=None).count() == 1
        Event.objects.filter(pk=event.pk).update(stage=Event.Stage.OVER)
        event.refresh_from_db()
        assert "Sentinel" in json.dumps(export_event(event, asker, LOCKED))

    @pytest.mark.parametrize(
        ("change", "place"),
        [
            (lambda said: said.update(version=2), "version"),
            (lambda said: said["event"].update(title=5), "event.title"),
            (lambda said: said["event"].update(starts="2026-12-05"), "event.starts"),
            (lambda said: said["event"].update(retention_days=9_999), "event.retention_days"),
            (lambda said: said["players"][1].update(email="nowhere"), r"players\[1\].email"),
            (lambda said: said["players"][1].update(number=1), "file"),
            (lambda said: said["players"][0].update(consents="yes"), r"players\[0\].consents"),
            (lambda said: said["lists"][0].update(player=99), r"lists\[0\].player"),
            (lambda said: said["lists"][0]["versions"][0]["verdicts"][0].update(whole="{}"), r"verdicts\[0\]"),
            (lambda said: said["rulings"][0].update(reason="\0"), "file"),
            (lambda said: said["event"].update(check_percent=101), "event.check_percent"),
            (lambda said: said["checks"][0].update(state="half"), r"checks\[0\].state"),
            (lambda said: said["checks"][0].update(player=99), r"checks\[0\].player"),
            (lambda said: said["checks"][0].update(rival=7), r"checks\[0\].rival"),
            (lambda said: said["checks"][0].update(lines=[{"key": 1}]), r"checks\[0\].lines"),
            (lambda said: said["checks"][0]["lines"][0].update(section="moon"), r"checks\[0\].lines"),
            (lambda said: said["checks"][0].update(counts={"x": 1}), r"checks\[0\].counts"),
            (lambda said: said["checks"][1].update(state="open"), "file"),
            (lambda said: said["checks"][0]["judges"][0].update(joined=None), r"judges\[0\].joined"),
            (lambda said: said["conflicts"][0].update(penalty=None), r"conflicts\[0\].penalty"),
            (lambda said: said["conflicts"][0]["penalty"].update(player=99), r"conflicts\[0\].penalty.player"),
            (lambda said: said["conflicts"][0]["penalty"].update(kind="fine"), r"conflicts\[0\].penalty.kind"),
            (lambda said: said["conflicts"][0].update(settled="both"), r"conflicts\[0\].settled"),
            (lambda said: said["conflicts"][3].update(check=9), r"conflicts\[3\].check"),
            (lambda said: said["conflicts"][3].update(nonce="nonce-waits"), "file"),
            (lambda said: said["notes"][0].update(text=5), r"notes\[0\].text"),
            (lambda said: said["rounds"][0]["tables"][0].update(players=[1]), r"rounds\[0\].tables\[0\].players"),
        ],
    )
    def test_that_is_broken_is_refused_with_its_place_and_leaves_nothing(
        self, event: Event, change: Any, place: str
    ) -> None:
        said = json.loads(json.dumps(export_event(event, None, LOCKED)))
        change(said)
        with pytest.raises(InputError, match=place):
            import_event(said, make_user("olga").pk, LOCKED)
        assert Event.objects.count() == 1

    def test_of_an_unknown_format_is_refused(self, event: Event) -> None:
        said = export_event(event, None, LOCKED)
        said["event"]["format"] = "nowhere"
        with pytest.raises(NotFound):
            import_event(said, make_user("olga").pk, LOCKED)

    def test_is_exported_and_imported_by_commands(self, event: Event, tmp_path: Path) -> None:
        file = tmp_path / "event.json"
        file.write_text(run("export_event", str(event.pk))[1], encoding="utf-8")
        made = json.loads(run("import_event", str(file), "--user", "olga", "--json")[1])
        assert Event.objects.get(pk=made["event"]).registrations.count() == 3
        packed = gzip.compress(file.read_bytes())
        assert load_event(packed)["id"] == event.pk
        assert run("export_event", "999999")[0] == 2
        assert run("import_event", str(file), "--user", "nobody")[0] == 2


class TestPagesAndApi:
    def test_export_and_import(self, client: Client, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        set_clock(monkeypatch, LOCKED)
        client.force_login(make_user("olga"))
        answer = client.get(reverse("events:export-event", args=(event.pk,)))
        assert answer.headers["Content-Disposition"] == 'attachment; filename="winter-open-event.json"'
        file = io.BytesIO(answer.content)
        file.name = "event.json"
        made = client.post(reverse("events:import-event"), {"file": file})
        newest = Event.objects.order_by("-pk").first()
        assert newest
        assert made.headers["Location"] == reverse("events:event", args=(newest.pk,))
        _, secret = make_token(make_user("olga"), name="t", scope="write", days=1)
        headers = {"Authorization": f"Bearer {secret}"}
        base = f"/api/v1/events/{event.pk}"
        whole = client.get(f"{base}/export", headers=headers).json()
        assert whole["layout"] == "vsdb-event"
        assert event.registrations.count() == len(whole["players"])
        sent = {"data": {"event": whole}, "content_type": "application/json", "headers": headers}
        assert client.post("/api/v1/events/file", **sent).status_code == 201
        table = client.get(f"{base}/export/players", headers={**headers, "Accept": "text/csv"})
        assert read_csv(table.content.decode())[2]["late_seconds"] == "61"
        rows = client.get(f"{base}/export/players", headers=headers).json()["players"]
        assert rows[2]["codes"] == ["unknown-card"]
        assert rows[0]["checked_at"] is None, "a part of the deck was checked"
        DeckCheck.objects.filter(kind="partial").update(kind="whole")
        rows = client.get(f"{base}/export/players", headers=headers).json()["players"]
        assert [each["checked_at"] for each in rows] == ["2026-12-05T09:05:00Z", *[None] * 4]
        csv_rows = read_csv(client.get(reverse("events:export-csv", args=(event.pk,))).content.decode())
        assert csv_rows[0]["checked_at"] == "2026-12-05T09:05:00Z"
        said = client.get(reverse("events:export-json", args=(event.pk,))).json()
        assert said["players"][0]["checked_at"] == "2026-12-05T09:05:00Z"
        log_said = [each["action"] for each in whole["log"]] + ["exported"]
        assert log_said[-2:] == ["exported", "exported"]

    def test_import_players_after_a_preview(self, client: Client, event: Event) -> None:
        _, secret = make_token(make_user("olga"), name="t", scope="write", days=1)
        address = f"/api/v1/events/{event.pk}/import"

        def post(**sent: Any) -> Any:
            return client.post(address, sent, "application/json", headers={"Authorization": f"Bearer {secret}"})

        text = "Dan, dan@x.example\nCid, cid@x.example\n"
        preview = post(text=text).json()
        assert (preview["stored"], preview["counts"]["new"], preview["counts"]["conflict"]) == (False, 1, 1)
        assert post(text=text, preview=False).status_code == 409
        number = preview["rows"][1]["candidates"][0]["number"]
        done = post(text=text, preview=False, edition=preview["edition"], decisions={"2": str(number)}).json()
        assert done["stored"]
        assert Registration.objects.get(event=event, shown_name="Cid").email == "cid@x.example"
        assert Registration.objects.get(event=event, email="dan@x.example").number == 4
        assert post(text="nothing").status_code == 200
        assert post(text="", layout="own").status_code == 400
