"""What tests of deck checks share: a desk with locked lists, and devices that send what was done without a network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from tests.events.making import LEGAL, LOCKED, make_player, submit_list
from tests.events.triage.triaging import Desk, open_desk
from vsdb.events.access import find_asker
from vsdb.events.checks.devices import add_device, meet_device
from vsdb.events.checks.sync import take_items
from vsdb.events.checks.sync_shapes import SyncRequest
from vsdb.events.log import get_actor
from vsdb.events.models import DeckCheck, Device, EventList

LATER = LOCKED + timedelta(hours=2)
SENTINEL = "deck/sentinel-mark-v-army"


def open_checked_desk(*names: str, text: str = LEGAL, **given: object) -> tuple[Desk, list[EventList]]:
    """A desk whose players have locked lists."""
    desk = open_desk(**given)
    return desk, [submit_list(make_player(desk.event, name), text) for name in names]


def find_key(check: DeckCheck) -> str:
    """The key of the first line of a check."""
    return str(check.lines[0]["key"])


@dataclass
class Phone:
    """A device of somebody's at a desk, whose clock may be wrong; it makes up nonces of its own."""

    desk: Desk
    role: str
    device: Device
    numbers: Any = field(default_factory=count)

    @property
    def actor(self) -> int:
        """The number of whose it is."""
        return get_actor(self.desk.event, user=self.desk.people[self.role].pk)

    def item(self, kind: str, payload: Mapping[str, Any], *, base: int | None = None, at: datetime = LOCKED) -> dict:
        """An item with the next nonce."""
        nonce = f"{self.role}-{self.device.pk}-{next(self.numbers):04}"
        return {"nonce": nonce, "at": at.isoformat(), "base": base, "kind": kind, "payload": dict(payload)}

    def send(self, *items: Any, now: datetime = LATER, offset: timedelta = timedelta()) -> list[dict[str, Any]]:
        """The answers to items that are sent."""
        asker = find_asker(self.desk.event, self.desk.people[self.role].pk)
        device = meet_device(self.desk.event, asker, self.device.key, now)
        request = SyncRequest(self.desk.event, asker, device, self.actor, now, offset)
        answers: list[dict[str, Any]] = take_items(request, items)["answers"]
        return answers


def add_phone(desk: Desk, role: str = "judge") -> Phone:
    """A new device of somebody's."""
    user = desk.people[role]
    actor = get_actor(desk.event, user=user.pk)
    made = add_device(desk.event, find_asker(desk.event, user.pk), f"phone of {role}", actor=actor, now=LOCKED)
    return Phone(desk, role, made)
