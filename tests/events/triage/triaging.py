"""What tests of triage share: an event whose lists are locked, with everybody who works there."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.test import Client

from tests.events.making import LOCKED, give_role, make_event, make_user
from vsdb.accounts.services import make_token
from vsdb.events.access import find_asker
from vsdb.events.log import get_actor
from vsdb.events.models import Event, EventList, Ruling
from vsdb.events.triage.loading import load_rows
from vsdb.events.triage.rows import TriageRow
from vsdb.events.triage.selectors import list_own_findings
from vsdb.events.triage.services import Decision, Judge, give_ruling

ROLES = ("head-organizer", "organizer", "head-judge", "judge", "scorekeeper")


@dataclass
class Desk:
    """An event with its workers by their roles, who have those as names."""

    event: Event
    people: dict[str, User] = field(default_factory=dict)

    def judge(self, role: str, now: datetime = LOCKED) -> Judge:
        """Who decides, as services take it."""
        user = self.people[role]
        return Judge(find_asker(self.event, user.pk), get_actor(self.event, user=user.pk), now, user)

    def rows(self, role: str = "judge", now: datetime = LOCKED) -> list[TriageRow]:
        """The rows of triage for somebody."""
        return load_rows(self.event, find_asker(self.event, self.people[role].pk), now)

    def row(self, name: str, role: str = "judge", now: datetime = LOCKED) -> TriageRow:
        """The row of the player of that name."""
        return next(row for row in self.rows(role, now) if row.name == name)

    def browser(self, role: str) -> Client:
        """A browser in which somebody is signed in."""
        client = Client()
        client.force_login(self.people[role])
        return client

    def program(self, role: str) -> Client:
        """A program with a token of somebody's that may write."""
        _, secret = make_token(self.people[role], name=f"token of {role}", scope="write")
        return Client(headers={"authorization": f"Bearer {secret}"})

    def address(self, rest: str = "lists/") -> str:
        """A page of the event."""
        return f"/events/{self.event.pk}/{rest}"

    def call(self, rest: str) -> str:
        """An address of the API of the event."""
        return f"/api/v1/events/{self.event.pk}/{rest}"


def open_desk(**given: object) -> Desk:
    """An event in which nobody plays yet."""
    desk = Desk(make_event(**given))
    for role in ROLES:
        desk.people[role] = make_user(role)
        give_role(desk.event, desk.people[role], role)
    return desk


def get_digest(entry: EventList, number: int = 0) -> str:
    """The digest of a finding of a list."""
    return list_own_findings(entry)[1][number].digest


def rule(
    desk: Desk,
    entry: EventList,
    role: str = "judge",
    *,
    allowed: bool = True,
    reason: str = "Seen the card.",
    seen: int | None = None,
    everywhere: bool = False,
    number: int = 0,
) -> Ruling:
    """A ruling by somebody on a finding of a list."""
    decision = Decision(allowed, reason)
    return give_ruling(
        desk.event, entry, get_digest(entry, number), decision, desk.judge(role), seen=seen, is_event_wide=everywhere
    )


def read(client: Client, address: str) -> str:
    """The text of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def post(client: Client, address: str, said: dict[str, object]) -> tuple[int, dict[str, object]]:
    """What the API answers to what is sent."""
    answer = client.post(address, json.dumps(said), content_type="application/json")
    return answer.status_code, answer.json()
