"""What players agree to, in the words that they read, and whether it covers what the event discloses now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from vsdb.core.words import to_sentence
from vsdb.events import clock
from vsdb.events.models import Event, Registration

DISCLOSURE, PUBLISH, NAMED = "disclosure", "publish", "named"  #: what is agreed to, in rows of `Registration.consents`

MAX_KEPT = 200  #: rows of consents of a player, the newest

_READERS = {
    Event.Disclosure.OPPONENT: "my opponent of the {round} round",
    Event.Disclosure.CUT: "my opponent of the {round} round and, if I am in the cut, the other players in the cut",
    Event.Disclosure.PARTICIPANTS: "all players of the event",
    Event.Disclosure.EVERYBODY: "everybody",
}
_PUBLISH = "The organizer may publish my list with the event as a public deck after the event."
_NAMED = "My shown name may stand beside my published list. Otherwise it says “Player” and my number."


@dataclass(frozen=True, slots=True)
class Consents:
    """What a player agrees to: the event's disclosure as worded now, being published, and being named there."""

    disclosure: bool = False
    publish: bool = False
    named: bool = False


NO_CONSENTS = Consents()


def describe_disclosure(event: Event) -> str:
    """Who reads the lists of others, and from when, as players are asked to agree; empty where nobody does."""
    level = Event.Disclosure(event.disclosure)
    if level == Event.Disclosure.NOBODY:
        return ""
    return to_sentence(f"{describe_start(event)}, {_READERS[level].format(round=name_round(event))} may read my list")


def name_round(event: Event) -> str:
    """The round whose opponents read lists: once the event is over that is its last one."""
    return "last" if event.disclosed_from == Event.DisclosedFrom.OVER else "current"


def describe_start(event: Event) -> str:
    """From when lists are disclosed: `once lists are locked`."""
    if event.disclosed_from == Event.DisclosedFrom.ROUND:
        return f"from round {event.disclosed_round or 1}"
    if event.disclosed_from == Event.DisclosedFrom.DATE:
        moment = event.disclosed_at
        return f"from {clock.describe_moment(moment, event)}" if moment else "from a date that isn’t set yet"
    return {
        Event.DisclosedFrom.LOCK: "once lists are locked",
        Event.DisclosedFrom.CUT: "once the cut has begun",
        Event.DisclosedFrom.OVER: "once the event is over",
    }[Event.DisclosedFrom(event.disclosed_from)]


def list_wordings(event: Event) -> dict[str, str]:
    """What players are asked to agree to at this event, as worded now; without lists nothing."""
    if event.lists == Event.Lists.NONE:
        return {}
    worded = {DISCLOSURE: describe_disclosure(event), PUBLISH: _PUBLISH, NAMED: _NAMED}
    return {what: text for what, text in worded.items() if text}


def agree(event: Event, player: Registration, given: Consents, now: datetime) -> bool:
    """Keep what a player agrees to, or no longer does, with the words that were read. The caller saves the row.

    True where something changed.
    """
    asked = {DISCLOSURE: given.disclosure, PUBLISH: given.publish, NAMED: given.named}
    held = {row["what"]: row for row in player.consents}
    new = []
    for what, text in list_wordings(event).items():
        before = held.get(what, {"agreed": False, "text": ""})
        if asked[what] == before["agreed"] and before.get("text") == text:
            continue
        new.append(
            {"what": what, "agreed": asked[what], "at": now.isoformat(), "text": text, **_keep_terms(event, what)}
        )
    if not new:
        return False
    player.consents = [*player.consents, *new][-MAX_KEPT:]
    player.may_publish, player.may_be_named = given.publish, given.named
    if any(row["what"] == DISCLOSURE for row in new):
        player.agreed_disclosure = event.disclosure if given.disclosure else Event.Disclosure.NOBODY
        player.agreed_from = event.disclosed_from if given.disclosure else Event.DisclosedFrom.OVER
    return True


def _keep_terms(event: Event, what: str) -> dict[str, Any]:
    """The round or the date that a disclosure was agreed to begin with, which `agreed_from` alone doesn't say."""
    if what != DISCLOSURE:
        return {}
    date = event.disclosed_at.isoformat() if event.disclosed_at else None
    return {"round": event.disclosed_round, "date": date}


def list_agreed(player: Registration) -> dict[str, Any]:
    """The newest row of each consent."""
    return {row["what"]: row for row in player.consents}
