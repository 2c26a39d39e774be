"""Two events with rows of every kind, and everybody who asks about them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from tests.decks.world import KWARGS, reverse_with
from tests.events.making import BEFORE, give_role, make_event, make_player, make_user, submit_list
from tests.events.matrix import ASKERS, Row
from vsdb.accounts.services import make_token
from vsdb.core.leased_work import WorkState
from vsdb.events.checks.codes import make_sheet_code
from vsdb.events.log import get_actor
from vsdb.events.models import (
    Batch,
    DeckCheck,
    Device,
    Event,
    EventList,
    PaperJob,
    Penalty,
    Registration,
    Role,
    SyncItem,
)
from vsdb.events.paper.drawing import store_file

ABSENT = 987_654  #: the number of no event
ROLES = tuple(Role.Name.values)
LOCAL = (
    "event",
    "stage",
    "slot",
    "player_number",
    "code",
)  #: words of addresses that mean the event's own, whatever they say


class MatrixWorld:
    """An announced event before its lock, with a role or a registration for each asker; and another one, of others.

    `words` are what addresses are made of; `others` the words that name rows of the other event. A subject whose
    addresses name rows of another kind makes them in `_make_rows`.
    """

    def __init__(self) -> None:
        self.users: dict[str, User] = {name: make_user(name) for name in ASKERS if name != "stranger"}
        self.event, self.words = self._make_event("")
        self.other, self.others = self._make_event("other-")
        self.browsers = {name: Client() for name in ASKERS}
        for name, user in self.users.items():
            self.browsers[name].force_login(user)
        self.tokens = {name: make_token(user, name="token", scope="write")[1] for name, user in self.users.items()}

    def _make_event(self, prefix: str) -> tuple[Event, dict[str, Any]]:
        event = make_event(title=f"{prefix}event")
        roles = {name: give_role(event, make_user(f"{prefix}{name}"), name) for name in ROLES}
        player = make_player(event, "Player", user=make_user(f"{prefix}player"))
        entry = submit_list(player)
        make_player(event, "Walk-in")
        return event, {"event": event.pk, "stage": "running", **self._make_rows(event, roles, player, entry)}

    def _make_rows(
        self, event: Event, roles: Mapping[str, Role], player: Registration, entry: EventList
    ) -> dict[str, Any]:
        """The keys of rows of an event, by the words of addresses."""
        batch = Batch.objects.create(event=event, why="button", total=1)
        papers = PaperJob.objects.create(event=event, kind="seats", total=2, state=WorkState.DONE)
        papers.file = store_file(papers, b"%PDF-1.4")
        papers.save()
        keys = {
            "role": roles["judge"].pk,
            "entry": entry.pk,
            "player": player.pk,
            **self._make_check(event, entry, roles),
        }
        return {**keys, "batch": batch.pk, "papers": papers.pk, "slot": entry.slot, "player_number": player.number}

    def _make_check(self, event: Event, entry: EventList, roles: Mapping[str, Role]) -> dict[str, Any]:
        """An open check, a device of the judge, a conflict, and a penalty that the judge gave."""
        check = DeckCheck.objects.create(
            event=event, registration=entry.registration, list=entry, nonce="nonce-of-check", started=BEFORE, by=1
        )
        device = Device.objects.create(event=event, user=roles["judge"].user, key="key", name="Phone")
        said = {"kind": SyncItem.Kind.PENALTY, "result": SyncItem.Result.CONFLICT, "nonce": "nonce-of-item"}
        item = SyncItem.objects.create(event=event, by=1, at=BEFORE, received=BEFORE, **said)
        judge = get_actor(event, user=roles["judge"].user_id)
        walk_in = event.registrations.get(shown_name="Walk-in")
        penalty = Penalty.objects.create(registration=walk_in, kind="warning", infraction="Late", by=judge)
        code = make_sheet_code(event, entry.registration.number, entry.slot)
        return {"check": check.pk, "device": device.pk, "item": item.pk, "penalty": penalty.pk, "code": code}

    def address(self, name: str, **others: Any) -> str:
        """An address about the event, with other words where some are given."""
        return reverse_with(name, {**self.words, **others})

    def ask(self, who: str, name: str, method: str, row: Row, **others: Any) -> tuple[int, str]:
        """The status and the text of an answer; then all is as before."""
        address, sent = self.address(name, **others), self.fill(row.sent)
        with transaction.atomic():
            if name.startswith("api:"):
                headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who in self.tokens else {}
                data = json.dumps(sent) if method != "GET" else ""
                answer = Client().generic(method, address, data, content_type="application/json", headers=headers)
            else:
                answer = getattr(self.browsers[who], method.lower())(address, sent if method != "GET" else None)
            text = b"".join(answer) if answer.streaming else answer.content
            transaction.set_rollback(True)
        return answer.status_code, _remove_marks(text.decode(errors="replace"), others.get("event", self.event.pk))

    def fill(self, sent: Mapping[str, Any]) -> dict[str, Any]:
        """What is sent; `{entry}` in a text stands for the row of that word."""
        return {name: self._fill(value) for name, value in sent.items()}

    def _fill(self, value: Any) -> Any:
        return re.sub(r"\{(\w+)\}", lambda found: str(self.words[found[1]]), value) if isinstance(value, str) else value

    def list_children(self, name: str) -> list[str]:
        """The words of an address that name rows of an event."""
        return [word for word in KWARGS[name] if word in self.others and word not in LOCAL]


def _remove_marks(text: str, event: int) -> str:
    """A text without what differs from answer to answer: the request's id, the form's token, the event's number."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
    text = re.sub(r"\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "", text)
    return re.sub(rf"events(/|%2F){event}(?=\D|$)", r"events\1N", text)
