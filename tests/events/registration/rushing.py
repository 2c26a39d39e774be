"""A hundred players behind one address sign in and submit at once, in threads; also as a process of its own.

`python -m tests.events.registration.rushing 12` does it on the database of `DATABASE_URL`, which has the reference,
and prints what came of it as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import Counter
from datetime import timedelta
from typing import Any

PASSWORD = "seven geese in a row"
ADDRESS = "203.0.113.7"


def rush(players: int) -> dict[str, Any]:
    """Make an event with so many accounts that play, and let all sign in and submit twice at once.

    Returns the statuses of all answers by action, and how many versions are stored.
    """
    from tests.accounts.people import account
    from tests.events.making import make_event, make_player
    from vsdb.events import clock
    from vsdb.events.log import find_faults
    from vsdb.events.models import ListVersion, LogEntry

    now = clock.get_now()
    hour = timedelta(hours=1)
    event = make_event(starts=now + 4 * hour, ends=now + 9 * hour, list_deadline=now + hour)
    names = [f"rush-{number}" for number in range(players)]
    for name in names:
        make_player(event, name, user=account(name))
    answers: list[tuple[str, int]] = []
    together = threading.Barrier(players)
    threads = [threading.Thread(target=_play, args=(event.pk, name, together, answers)) for name in names]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return {
        "answers": {f"{action} {status}": count for (action, status), count in sorted(Counter(answers).items())},
        "versions": ListVersion.objects.filter(list__event=event).count(),
        "players": ListVersion.objects.filter(list__event=event).values("list__registration").distinct().count(),
        "logged": LogEntry.objects.filter(event=event.pk, action="list-submitted").count(),
        "faults": [each.problem for each in find_faults(event.pk)],
    }


def _play(event: int, name: str, together: threading.Barrier, answers: list[tuple[str, int]]) -> None:
    """One player signs in, waits for the others, and submits a list and a changed one."""
    from django.db import connections
    from django.test import Client

    from tests.events.making import LEGAL, SHORT
    from vsdb.events.lists.views import build_digest

    client = Client(REMOTE_ADDR=ADDRESS, raise_request_exception=False)
    try:
        together.wait()
        sent = {"login": name, "password": PASSWORD}
        answers.append(("sign-in", client.post("/account/login/", sent).status_code))
        for text in (SHORT, LEGAL):
            sent = {"do": "submit", "deck": text, "confirm": build_digest(text)}
            answers.append(("submit", client.post(f"/events/{event}/list/1/", sent).status_code))
    finally:
        connections.close_all()


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vsdb.settings")
    django.setup()
    from django.test.utils import override_settings

    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"], ALLOWED_HOSTS=["testserver"]
    ):
        print(json.dumps(rush(int(sys.argv[1]))))
