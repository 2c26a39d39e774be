"""The log is appended to alone: by the database's own triggers, and by a chain of hashes."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from tests.events.making import give_role, make_event, make_player, make_user, submit_list
from vsdb.events import log
from vsdb.events.log_words import SENTENCES, VERBS, LogNames, say_details
from vsdb.events.models import Event, LogEntry

pytestmark = pytest.mark.django_db


class TestAppendOnly:
    """Acceptance 28 of the desk."""

    def test_rows_can_neither_be_changed_nor_deleted(self) -> None:
        event = make_event()
        log.record(event, log.CLOCK, "announced")
        for attempt in (
            lambda: LogEntry.objects.filter(event=event.pk).update(action="never"),
            lambda: LogEntry.objects.filter(event=event.pk).delete(),
        ):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                attempt()
        assert LogEntry.objects.get(event=event.pk).action == "announced"

    def test_an_altered_byte_is_found(self) -> None:
        event = make_event()
        for number in range(4):
            log.record(event, log.CLOCK, "edited", f"event:{event.pk}", after={"edition": number})
        assert list(log.find_faults(event.pk)) == []
        _without_triggers("UPDATE events_logentry SET action = 'editeD' WHERE number = 2")
        assert [(each.number, each.problem) for each in log.find_faults(event.pk)] == [(2, "changed")]

    def test_a_row_that_is_gone_is_found(self) -> None:
        event = make_event()
        for _ in range(3):
            log.record(event, log.CLOCK, "edited")
        _without_triggers("DELETE FROM events_logentry WHERE number = 2")
        assert [each.number for each in log.find_faults(event.pk)] == [2]


def test_each_account_has_one_number_at_an_event() -> None:
    event, ann, bob = make_event(), make_user("ann"), make_user("bob")
    numbers = [log.get_actor(event, user=user.pk) for user in (ann, bob, ann)]
    assert numbers == [1, 2, 1]
    assert log.get_actor(event) == log.CLOCK


def test_a_row_says_what_changed_in_words() -> None:
    before: dict[str, object] = {"is_late": False, "table": None}
    after = {"is_late": True, "fields": ["ends", "starts"], "counts": {"legal": 3, "illegal": 1}, "codes": []}
    said = say_details(before, after, make_event(), LogNames({}, {}, {}))
    assert said == (
        "codes: none; counts: legal 3 and illegal 1; fields: ends and starts; is late: no → yes; table before: none"
    )


def test_a_row_is_a_sentence_that_names_players_to_who_reads_the_whole_log() -> None:
    event = make_event()
    player = make_player(event, "Ann", user=make_user("ann"))
    entry = submit_list(player)
    judge, ann = log.get_actor(event, user=make_user("jo").pk), log.get_actor(event, user=make_user("ann").pk)
    give_role(event, make_user("jo"), "judge")
    about = f"registration:{player.number}"
    moment = {"until": "2026-12-05T09:30:00+00:00"}
    for actor, action, what, after in (
        (judge, "penalty-given", about, {"kind": "warning", "list": entry.pk, "penalty": 3}),
        (ann, "register", about, {"state": "confirmed"}),
        (ann, "list-submitted", f"list:{entry.pk}", {"version": 1}),
        (judge, "lists-reopened", about, moment),
        (log.CLOCK, "offer-expired", about, {}),
        (judge, "check-picked", "", {"lists": [entry.pk]}),
        (judge, "made-up", about, {}),
    ):
        log.record(event, actor, action, what, after=after)
    said = [
        "jo gave Ann (player 1) a penalty.",
        "Ann registered.",
        "Ann submitted their list.",
        "jo opened lists again for Ann (player 1).",
        "The place offered to Ann (player 1) expired.",
        "jo picked a list at random for a deck check.",
        "jo made up Ann (player 1).",
    ]
    page = _read(event, "jo", f"/events/{event.pk}/log/")
    assert [each for each in said if each not in page] == []
    for each in ("the list of Ann (player 1); kind: warning<", "until: 2026-12-05 10:30 CET (UTC+1)<"):
        assert each in page
    own = _read(event, "ann", f"/events/{event.pk}/me/")
    for each in (
        *("The desk gave you a penalty.", "You registered.", "You submitted your list."),
        *("The desk opened lists again for you.", "your list; kind: warning<"),
    ):
        assert each in own
    told = json.loads(_read(event, "jo", f"/events/{event.pk}/log/log.json"))
    assert [each["action"] for each in told["log"]][:2] == ["penalty-given", "register"]


def _read(event: Event, name: str, address: str) -> str:
    client = Client()
    client.force_login(make_user(name))
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_action_of_the_code_has_a_sentence() -> None:
    written = set()
    for path in Path(log.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and _get_name(node.func) in _WRITERS:
                written |= {
                    each.value
                    for argument in node.args
                    for each in ast.walk(argument)
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                }
    actions = {each for each in written if re.fullmatch(r"[a-z]+(-[a-z]+)+", each)}
    assert len(actions) > 40
    assert actions - {*VERBS, *SENTENCES} == set()


#: What writes rows of the log, or hands the action on to what does.
_WRITERS = ("record", "record_version", "_store", "_change", "_confirm")


def _get_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _without_triggers(statement: str) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            names = ("events_log_no_update", "events_log_no_delete")
            for name in names:
                cursor.execute(f"DROP TRIGGER {name}")
        else:
            cursor.execute("ALTER TABLE events_logentry DISABLE TRIGGER USER")
        cursor.execute(statement)
        if connection.vendor != "sqlite":
            cursor.execute("ALTER TABLE events_logentry ENABLE TRIGGER USER")
