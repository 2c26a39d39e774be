"""What is reported to Sentry has the id of the request and nothing about people."""

from __future__ import annotations

import json
import re
from typing import Any

import sentry_sdk
from django.core.signals import request_finished
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from vsdb.core.logs.request_ids import guid
from vsdb.core.logs.sentry import build_options

SECRET = "kJ3hT9xQpL2mZ7vB0nR4wA"
REQUEST = {
    "method": "GET",
    "url": f"https://vsdb.example/decks/shared/{SECRET}/?deck=4+Hulk",
    "query_string": "deck=4+Hulk&page=2",
    "headers": {"Cookie": "sessionid=abc"},
    "cookies": {"sessionid": "abc"},
    "data": {"password": "hunter2"},
    "env": {"REMOTE_ADDR": "203.0.113.7"},
}


class Kept(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.events += [item.get_event() for item in envelope.items]


def test_an_event_has_the_id_and_nothing_about_people(db: None) -> None:
    kept = Kept()
    # Without lines of source code: those of this test name what must not be sent.
    only_here = {"transport": kept, "default_integrations": False, "include_source_context": False}
    client = sentry_sdk.Client(**{**build_options("https://key@sentry.example/1"), **only_here})
    guid.set("0b5ee7ab3a8a4bd29f6b1d3a9a1f3c11")
    password = "hunter2"
    with sentry_sdk.isolation_scope() as scope:
        scope.set_client(client)
        scope.set_user({"email": "ann@example.org", "ip_address": "203.0.113.7"})
        scope.add_event_processor(lambda event, hint: {**event, "request": REQUEST})
        scope.add_breadcrumb(message="mailed ann@example.org", data={"token": "abc"})
        try:
            raise_for(password)
        except ValueError as error:
            scope.capture_exception(error)
    request_finished.send(sender=None)
    (event,) = kept.events
    written = json.dumps(event, default=str)
    assert event["tags"]["request_id"] == "0b5ee7ab3a8a4bd29f6b1d3a9a1f3c11"
    assert event["request"] == {
        "method": "GET",
        "url": "https://vsdb.example/decks/shared/.../",
        "query_string": "page=2",
    }
    assert "no deck of ...@..." in written
    assert not re.search(f"{SECRET}|Hulk|example.org|sessionid|hunter2|203\\.0", written)


def raise_for(password: str) -> None:
    raise ValueError(f"no deck of ann@example.org under /decks/shared/{SECRET}/")
