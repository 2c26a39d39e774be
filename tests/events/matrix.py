"""Who gets what at each address of events, pages and API: the table that `test_event_matrix.py` walks.

Add a row for each new address. `row(GET="200 200 200 200 200 404 404 404")` has a status for each of ASKERS, in their
order; a single number is everybody's. `sent` is what is sent with another method than GET; `{entry}` in a text of it
stands for the key of that row. The words of an address stand for the rows of the event that is asked about, as
`matrix_world.py` makes them.
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


NEW_EVENT = {
    "title": "Spring Open",
    "format": "vs-classic/golden-age",
    "zone": "Europe/Berlin",
    "starts": "2027-03-06T10:00",
    "ends": "2027-03-06T18:00",
    "offer_hours": "24",
    "lists": "required",
    "grace_minutes": "10",
    "kind": "constructed",
    "disclosure": "nobody",
    "disclosed_from": "over",
    "retention_days": "90",
    "penalty_days": "365",
}
NEW_CALL = {
    "game": "vs-classic",
    "format": "golden-age",
    "title": "Spring Open",
    "zone": "Europe/Berlin",
    "starts": "2027-03-06T10:00",
    "ends": "2027-03-06T18:00",
}
DESK = "200 200 200 200 200 404 404 404"  #: whoever works at the event
ORGANIZERS = "200 200 404 404 404 404 404 404"
JUDGES = "404 404 200 200 404 404 404 404"
NO_SCOREKEEPER = "200 200 200 200 404 404 404 404"  #: organizers and judges

_EDITS = "302 302 404 404 404 404 404 404"  #: a form of the organizers that leads on
_HEAD_EDITS = "302 404 404 404 404 404 404 404"
_CALLS = "200 200 404 404 404 404 404 401"  #: a call of the organizers that changes something
_HEAD_CALLS = "200 404 404 404 404 404 404 401"

#: Planning.
PLANNING: dict[str, Row] = {
    "events:index": row(GET="200"),
    "events:new": row(NEW_EVENT, GET="200 200 200 200 200 200 200 302", POST="302"),
    "events:sample": row(POST="404"),  # for staff alone: test_sample_event.py
    "events:event": row(GET="200"),
    "events:desk": row(GET=DESK),
    "events:edit": row({"edition": 1}, GET=ORGANIZERS, POST="400 400 404 404 404 404 404 404"),
    "events:copy": row(POST=_EDITS),
    "events:extend": row({"minutes": 10}, POST=_EDITS),
    "events:stage": row({"confirm": "yes"}, GET=ORGANIZERS, POST=_EDITS),
    "events:roles": row({"user": "rival", "role": "judge"}, GET="200 404 404 404 404 404 404 404", POST=_HEAD_EDITS),
    "events:role-revoke": row(POST=_HEAD_EDITS),
    "events:hand-over": row({"user": "rival"}, POST=_HEAD_EDITS),
    "events:leave": row(POST="302 302 302 302 302 404 404 404"),
    "api:events": row(NEW_CALL, GET="200", POST="201 201 201 201 201 201 201 401"),
    "api:event": row({"edition": 1, "title": "Moved"}, GET="200", PATCH=_CALLS),
    "api:event-desk": row(GET=DESK),
    "api:event-stage": row({"stage": "running", "confirm": True}, POST=_CALLS),
    "api:event-copy": row({"days": 7}, POST="201 201 404 404 404 404 404 401"),
    "api:event-extend": row({"minutes": 10}, POST=_CALLS),
    "api:event-roles": row(
        {"user": "rival", "role": "judge"},
        GET="200 404 404 404 404 404 404 404",
        POST="201 404 404 404 404 404 404 401",
    ),
    "api:event-role": row(DELETE="204 404 404 404 404 404 404 401"),
    "api:event-hand-over": row({"user": "rival"}, POST=_HEAD_CALLS),
    "api:event-leave": row(POST="409 204 204 204 204 404 404 401"),
}

#: Registration.
_PLAYER = "404 404 404 404 404 200 404 404"  #: whoever is registered
_PLAYER_EDITS = "404 404 404 404 404 302 404 404"
_PLAYER_REFUSED = "404 404 404 404 404 409 404 404"
REGISTRATION: dict[str, Row] = {
    "events:register": row(GET="200 200 200 200 200 302 200 200", POST="400 400 400 400 400 302 400 400"),
    "events:enter": row(GET="200", POST="400"),
    "events:venue": row(GET="200", POST="400"),
    "events:me": row(GET=_PLAYER),
    "events:withdraw": row(POST=_PLAYER_EDITS),
    "events:accept": row(POST=_PLAYER_REFUSED),  # no place is offered
    "events:register-again": row(POST=_PLAYER_REFUSED),  # the player has not withdrawn
    "events:agree": row(POST=_PLAYER_EDITS),
    "events:players": row(GET=DESK),
    "events:new-player": row(GET=ORGANIZERS, POST="400 400 404 404 404 404 404 404"),
    "events:player": row(GET=DESK),
    "events:set-player": row({"state": "confirmed", "table": 3, "edition": 1}, POST="302 302 404 404 302 404 404 404"),
    "events:edit-player": row({"shown_name": "Player", "edition": 1}, POST="302 302 404 404 404 404 404 404"),
    "events:player-code": row(POST="409 409 404 404 404 404 404 404"),  # the player has an account
    "events:rounds": row(GET=DESK),
    "api:event-registrations": row(
        {"shown_name": "New"}, GET="200 200 200 200 200 200 404 404", POST="201 201 201 201 201 409 201 401"
    ),
    "api:event-registration": row(
        {"table": 3}, GET="200 200 200 200 200 200 404 404", PATCH="200 200 404 404 200 404 404 401"
    ),
    "api:event-registration-withdraw": row(POST="200 200 404 404 200 200 404 401"),
    "api:event-registration-confirm": row(POST="200 200 404 404 200 409 404 401"),
}

#: Lists.
OWN = "404 404 404 404 404 200 404 404"  #: the player alone
LISTS: dict[str, Row] = {
    "events:my-list": row(GET=OWN),
    "events:my-list-slot": row({"do": "take-back"}, GET=OWN, POST=OWN.replace("200", "303")),
    "events:receipt": row(GET=OWN),
    "events:open-lists": row(GET="200"),
    "events:open-list": row(GET="404"),  # nothing is disclosed
    "events:list": row({"do": "reopen"}, GET=NO_SCOREKEEPER, POST="400 400 400 404 404 404 404 404"),
    "events:player-list": row({"do": "submit"}, GET=NO_SCOREKEEPER, POST="400 400 404 404 404 404 404 404"),
    "api:event-own-list": row(GET=OWN),
    "api:event-own-draft": row({"list": "", "edition": 99}, PUT="404 404 404 404 404 409 404 401"),
    "api:event-own-submission": row({"list": "# none"}, POST="404 404 404 404 404 400 404 401"),
    "api:event-own-versions": row(GET=OWN),
    "api:event-open-lists": row(GET="200"),
    "api:event-list": row(GET=NO_SCOREKEEPER),
    "api:event-list-versions": row(GET="404"),  # before the lock
    "api:event-list-reopen": row({}, POST="400 400 400 404 404 404 404 401"),
    "api:event-list-accept": row({}, POST="409 409 409 404 404 404 404 401"),
    "api:event-list-replace": row({"list": "", "reason": ""}, POST="404 404 409 404 404 404 404 401"),
    "api:event-player-submission": row({}, POST="400 400 404 404 404 404 404 401"),
}

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
_OWN = "404 404 404 404 404 200 404 404"  #: before the lock its player alone
_STAFF_AND_OWN = "200 200 200 200 404 200 404 404"
_PENALTY = {"kind": "warning", "infraction": "Late list"}

TRIAGE: dict[str, Row] = {
    "events:triage": row(GET=NO_SCOREKEEPER),
    "events:triage-mail": row(GET=NO_SCOREKEEPER, POST="404"),  # to nobody
    "events:triage-rule": row(
        {"finding": "none", "of": "{entry}:"}, GET=JUDGES, POST="404 404 400 400 404 404 404 404"
    ),
    "events:triage-drop": row(GET=ORGANIZERS, POST="400 400 404 404 404 404 404 404"),
    "events:triage-drafts": row(GET="200 200 200 404 404 404 404 404", POST="400 400 400 404 404 404 404 404"),
    "events:list-rulings": row({"finding": "none"}, GET=_OWN, POST="404"),
    "events:decide-verdict": row({"verdict": 1}, POST="404"),
    "events:rulings": row(GET=NO_SCOREKEEPER),
    "events:penalties": row(GET=NO_SCOREKEEPER),
    "events:penalty-withdraw": row({"reason": "A mistake."}, POST="302 302 302 302 404 404 404 404"),
    "events:player-penalties": row(_PENALTY, GET=_STAFF_AND_OWN, POST="404 404 302 302 404 404 404 404"),
    "api:event-triage": row(GET=NO_SCOREKEEPER),
    "api:event-list-rulings": row(GET=_OWN, POST="404 404 404 404 404 404 404 401"),
    "api:event-decide-verdict": row(POST="404 404 404 404 404 404 404 401"),
    "api:event-rulings": row(GET=NO_SCOREKEEPER),
    "api:event-penalties": row(GET=NO_SCOREKEEPER),
    "api:event-penalty-withdraw": row({"reason": "A mistake."}, POST="200 200 200 200 404 404 404 401"),
    "api:event-player-penalties": row(_PENALTY, GET=_STAFF_AND_OWN, POST="404 404 201 201 404 404 404 401"),
}

#: Deck checks, devices, what they send, and notes. The check is open, and no list is locked yet.
_TAKERS = "{0} {0} {0} {0} 404 404 404 404"  #: organizers and judges
_TAKER_CALLS = "{0} {0} {0} {0} 404 404 404 401"
_TOLD_WHO = "403 403 200 200 403 404 404 404"  #: judges; who works at the event is told so
_JUDGE_EDITS = "404 404 302 302 404 404 404 404"
_JUDGE_CALLS = "404 404 {0} {0} 404 404 404 401"
CHECKS: dict[str, Row] = {
    "events:checks": row(GET=_TOLD_WHO),
    "events:check-pick": row({"how": "random"}, GET=_JUDGE_EDITS, POST="404 404 409 409 404 404 404 404"),
    "events:check-list": row({"do": "start"}, GET=JUDGES, POST="404 404 409 409 404 404 404 404"),
    "events:check": row({"do": "join"}, GET=JUDGES, POST=_JUDGE_EDITS),
    "events:check-code": row(GET="302 302 302 302 404 404 404 404"),
    "events:conflicts": row(GET=_TOLD_WHO),
    "events:conflict-settle": row({"keep": "theirs"}, POST=_JUDGE_EDITS),
    "events:device-desk": row(GET="200 200 200 200 404 404 404 302"),  # a session may just have ended
    "events:devices": row({"name": "Phone"}, GET=NO_SCOREKEEPER, POST=_TAKERS.format(302)),
    "events:device-revoke": row(POST=_TAKERS.format(302)),
    "events:package": row(GET=_TAKERS.format(400)),  # without a device
    "events:sync": row(POST=_TAKERS.format(400)),
    "events:player-notes": row({"text": "Late."}, GET=JUDGES, POST=_JUDGE_EDITS),
    "api:event-checks": row({"list": "{entry}"}, GET=JUDGES, POST="404 404 404 404 404 404 404 401"),
    "api:event-check-coverage": row(GET=JUDGES),
    "api:event-check-pick": row({"how": "random"}, POST=_JUDGE_CALLS.format(409)),
    "api:event-check": row(GET=JUDGES),
    "api:event-check-cards": row(GET=JUDGES),
    "api:event-check-counts": row({"deltas": {}}, POST=_JUDGE_CALLS.format(409)),  # nobody has joined
    "api:event-check-judges": row({}, POST=_JUDGE_CALLS.format(200)),
    "api:event-check-end": row({"result": "abandoned"}, POST=_JUDGE_CALLS.format(409)),
    "api:event-conflicts": row(GET=JUDGES),
    "api:event-conflict": row({"keep": "theirs"}, POST=_JUDGE_CALLS.format(200)),
    "api:event-devices": row({"name": "Phone"}, GET=NO_SCOREKEEPER, POST=_TAKER_CALLS.format(201)),
    "api:event-device": row(DELETE=_TAKER_CALLS.format(204)),
    "api:event-package": row(GET=_TAKERS.format(400)),
    "api:event-sync": row({}, POST=_TAKER_CALLS.format(400)),
    "api:event-player-notes": row({"text": "Late."}, GET=JUDGES, POST=_JUDGE_CALLS.format(201)),
    "api:event-rounds": row(GET=DESK),
}

#: Paper.
PAPER: dict[str, Row] = {  # the papers of the event are seats
    "events:papers": row(
        {"kind": "sheets", "order": "name", "paper": "a4"}, GET=DESK, POST="400 400 400 400 404 404 404 404"
    ),  # no list is locked yet
    "events:paper": row(GET=DESK),
    "events:paper-cancel": row(POST="302 302 302 302 302 404 404 404"),
    "events:paper-file": row(GET=DESK),
    "api:event-papers": row({"kind": "seats"}, POST="201 201 201 201 201 404 404 401"),
    "api:event-paper": row(GET=DESK),
    "api:event-paper-file": row(GET=DESK),
}

#: Transfer.
TRANSFER: dict[str, Row] = {
    "events:import-event": row(GET="200 200 200 200 200 200 200 302", POST="400 400 400 400 400 400 400 302"),
    "events:transfer": row(GET=DESK),
    "events:import": row(
        {"text": "Zoe", "layout": "topdeck"},
        GET="302 302 404 404 302 404 404 404",
        POST="200 200 404 404 404 404 404 404",
    ),
    "events:export-csv": row(GET=DESK),
    "events:export-json": row(GET=DESK),
    "events:export-event": row(GET=ORGANIZERS),
    "api:event-file-import": row({"event": {}}, POST="400 400 400 400 400 400 400 401"),
    "api:event-file": row(GET=ORGANIZERS),
    "api:event-players-export": row(GET=DESK),
    "api:event-import": row({"text": "Zoe", "layout": "topdeck"}, POST="200 200 404 404 404 404 404 401"),
}

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
RETENTION: dict[str, Row] = {
    "events:log": row(GET="200 200 200 200 404 200 404 404"),
    "events:log-csv": row(GET="200 200 200 200 404 200 404 404"),
    "events:log-json": row(GET="200 200 200 200 404 200 404 404"),
    "api:event-log": row(GET="200 200 200 200 404 200 404 404"),
}

#: Every address of events. Each subject adds its own rows above.
ADDRESSES: dict[str, Row] = {
    **PLANNING,
    **REGISTRATION,
    **LISTS,
    **VERDICTS,
    **TRIAGE,
    **CHECKS,
    **PAPER,
    **TRANSFER,
    **NOTICES,
    **PUBLISHING,
    **RETENTION,
}
