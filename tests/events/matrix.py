"""Who gets what at each address of events, pages and API: the table that `test_event_matrix.py` walks.

Add a row for each new address. `row(GET="200 200 200 200 200 404 404 404")` has a status for each of ASKERS, in their
order; a single number is everybody's. `sent` is what is sent with another method than GET. The words of an address
stand for the rows of the event that is asked about (`World.words` in `test_event_matrix.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: The rival has an account and nothing to do with the event; the stranger has none.
ASKERS = (
    "head-organizer",
    "organizer",
    "head-judge",
    "judge",
    "scorekeeper",
    "player",
    "rival",
    "stranger",
)


@dataclass(frozen=True, slots=True)
class Row:
    """An address: its statuses by method and asker, and what is sent."""

    methods: Mapping[str, tuple[int, ...]]
    sent: Mapping[str, Any] = field(default_factory=dict)


def row(sent: Mapping[str, Any] | None = None, **methods: str) -> Row:
    """A row of the table."""
    found = {}
    for method, line in methods.items():
        statuses = tuple(map(int, line.split()))
        found[method] = statuses * len(ASKERS) if len(statuses) == 1 else statuses
        if len(found[method]) != len(ASKERS):
            raise ValueError(f"{line!r} has no status for each of {', '.join(ASKERS)}")
    return Row(found, dict(sent or {}))


DESK = "200 200 200 200 200 404 404 404"  #: whoever works at the event
ORGANIZERS = "200 200 404 404 404 404 404 404"
JUDGES = "404 404 200 200 404 404 404 404"
NO_SCOREKEEPER = "200 200 200 200 404 404 404 404"  #: organizers and judges

#: Planning.
PLANNING: dict[str, Row] = {
    "events:index": row(GET="200"),
    "events:event": row(GET="200"),
    "events:desk": row(GET=DESK),
}

#: Registration.
REGISTRATION: dict[str, Row] = {}

#: Lists.
LISTS: dict[str, Row] = {}

#: Verdicts.
VERDICTS: dict[str, Row] = {
    "events:verdicts": row(GET=NO_SCOREKEEPER),
    "events:judge-all": row(POST="302 302 302 302 404 404 404 404"),
    "events:cancel-batch": row(POST="302 302 302 302 404 404 404 404"),
    "api:event-verdicts": row(GET=NO_SCOREKEEPER),
    "api:event-batches": row(GET=NO_SCOREKEEPER, POST="202 202 202 202 404 404 404 401"),
    "api:event-batch": row(GET=NO_SCOREKEEPER),
}

#: Triage.
TRIAGE: dict[str, Row] = {}

#: Paper.
PAPER: dict[str, Row] = {}

#: Transfer.
TRANSFER: dict[str, Row] = {}

#: Notices.
NOTICES: dict[str, Row] = {
    "events:calendars": row(GET="200"),
    "events:feed": row(GET="200"),
    "events:feed-json": row(GET="200"),
    "events:calendar": row(GET="200"),
    "events:notices": row(GET=NO_SCOREKEEPER),
    "events:notices-send": row(POST="302 302 302 302 404 404 404 404"),
    "events:notices-message": row({"subject": "Food", "text": "Is there."}, POST="302 302 302 302 404 404 404 404"),
    "api:event-notices": row(GET=NO_SCOREKEEPER),
}

#: Publishing.
PUBLISHING: dict[str, Row] = {
    "events:decks": row(GET=ORGANIZERS),  # nothing is published yet
    "events:publish": row(POST="409 409 404 404 404 404 404 404"),  # the event isn't over
    "events:unpublish": row(POST="404"),
    "events:statistics": row(GET=NO_SCOREKEEPER),
    "api:event-decks": row(GET=ORGANIZERS, POST="409 409 404 404 404 404 404 401"),
    "api:event-statistics": row(GET=NO_SCOREKEEPER),
}

#: Retention.
RETENTION: dict[str, Row] = {}

#: Every address of events. Each subject adds its own rows above.
ADDRESSES: dict[str, Row] = {
    **PLANNING,
    **REGISTRATION,
    **LISTS,
    **VERDICTS,
    **TRIAGE,
    **PAPER,
    **TRANSFER,
    **NOTICES,
    **PUBLISHING,
    **RETENTION,
}
