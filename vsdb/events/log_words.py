"""What a row of an event's log says in a sentence. The codes of actions stay in the API and in files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from vsdb.events.clock import describe_moment
from vsdb.events.models import Event, EventList, LogEntry, Registration
from vsdb.events.verdicts.batches import BUTTON, DAY, FACTS, FORMAT, IMPORT

#: By action what was done, to be read after who did it; `{about}` is what it was done to.
VERBS: Mapping[str, str] = {
    # the event
    "create": "created the event",
    "event-created": "created the event",
    "event-changed": "changed the event",
    "event-imported": "imported the event from a file",
    "deadlines-extended": "extended the deadlines",
    "stage": "moved the event to another stage",
    "roles-copied": "copied the roles of another event",
    "role-given": "gave {about} a role",
    "role-revoked": "took a role from {about}",
    "handed-over": "handed the event over to {about}",
    "imported": "imported players, lists or rounds",
    "exported": "exported the whole event",
    # registrations
    "register": "registered {about}",
    "register-again": "registered {about} again",
    "accept-place": "accepted the offered place for {about}",
    "confirm": "gave {about} a place",
    "waitlist": "put {about} on the waiting list",
    "withdraw": "withdrew {about}",
    "drop": "dropped {about} from the event",
    "consent": "changed what {about} agreed to",
    "edit-player": "changed name or address for {about}",
    "new-code": "made a new code for {about}",
    "set-table": "set the table for {about}",
    "set-cut": "set the cut for {about}",
    # lists
    "draft-saved": "saved a draft of {about}",
    "list-submitted": "submitted {about}",
    "list-accepted": "accepted the draft of {about}",
    "list-replaced": "replaced {about}",
    "list-read": "read {about}",
    "lists-reopened": "opened lists again for {about}",
    "desk-asked": "asked the desk about {about}",
    "question-answered": "answered a question from {about}",
    "lists-printed": "printed lists",
    "published": "published lists",
    "unpublished": "took {about} back from the published lists",
    "published-name-changed": "changed the name beside the published deck of {about}",
    # verdicts, rulings and penalties
    "batch-begun": "started to judge all lists again",
    "batch-cancelled": "cancelled judging all lists again",
    "verdict-adopted": "made a later verdict the one of record for {about}",
    "verdict-kept": "kept the verdict of record for {about}",
    "ruling-given": "ruled on {about}",
    "event-ruling-given": "ruled on all lists with a finding of {about}",
    "penalty-given": "gave {about} a penalty",
    "penalty-withdrawn": "withdrew a penalty given to {about}",
    # deck checks and devices
    "check-picked": "picked a list at random for a deck check",
    "check-started": "started a deck check of {about}",
    "check-joined": "joined the deck check of {about}",
    "check-taken-over": "took over the deck check of {about}",
    "check-counted": "counted in the deck check of {about}",
    "check-ended": "ended the deck check of {about}",
    "check-set-aside": "sent a second deck check of {about} from a device",
    "conflict-settled": "settled a conflict",
    "note-written": "wrote a note about a player",
    "device-added": "added {about}",
    "device-revoked": "revoked {about}",
    "package-taken": "took the event along on {about}",
    # messages
    "message-to-all": "sent a message to all players",
    "players-mailed": "sent a message to some players",
}
#: Of these: what players did themselves. `{their}` is “their”, or “your” on the player's own page.
OWN_VERBS: Mapping[str, str] = {
    "register": "registered",
    "register-again": "registered again",
    "accept-place": "accepted the offered place",
    "waitlist": "went to the waiting list",
    "withdraw": "withdrew",
    "drop": "dropped from the event",
    "consent": "changed what {they} agreed to",
    "edit-player": "changed {their} name or address",
    "new-code": "made a new code",
    "desk-asked": "asked the desk",
}
#: Of these: what follows from time, facts or a closed account, whoever the row names.
SENTENCES: Mapping[str, str] = {
    "offer-place": "A place was offered to {about}",
    "offer-expired": "The place offered to {about} expired",
    "account-deleted": "The account of {about} was deleted",
    "batch-done": "All lists were judged again",
    "cleared": "What the event keeps no longer was erased",
}
#: Why lists were judged again, in words.
CAUSES = {
    IMPORT: "an import",
    FORMAT: "another format",
    DAY: "another day for which lists are judged",
    FACTS: "newer facts",
    BUTTON: "a request at the desk",
}
_HIDDEN = frozenset(("edition", "check", "rival", "adoption", "penalty", "ruling", "verdict"))  #: numbers for programs
_WORDS = frozenset(("the clock", "the desk", "the event", "you"))  #: who did it, where that is no name
_THINGS = {"device": "device {}", "check": "the deck of check {}"}


@dataclass(frozen=True, slots=True)
class LogNames:
    """Names of what rows are about: of players by number, of lists by key with their player's number and slot."""

    players: Mapping[int, str]
    lists: Mapping[int, tuple[int, int]]
    actors: Mapping[int, str]
    own: int | None = None  #: the number of the player who reads, on their own page

    def name_player(self, number: int) -> str:
        """`Ann (player 17)`, or `player 17` for who isn't told names."""
        if number == self.own:
            return "you"
        name = self.players.get(number)
        return f"{name} (player {number})" if name else f"player {number}"

    def name_list(self, key: int, *, is_own: bool = False) -> str:
        """`the list of Ann (player 17)`; `list 2 of …` for a second one."""
        number, slot = self.lists.get(key, (0, 1))
        if not number:
            return "a list"
        if number == self.own:
            return "your list" if slot == 1 else f"your list {slot}"
        if is_own:
            return "their list" if slot == 1 else f"their list {slot}"
        return f"{'the list' if slot == 1 else f'list {slot}'} of {self.name_player(number)}"


def load_names(event: Event, rows: Sequence[LogEntry], actors: Mapping[int, str], *, own: int | None) -> LogNames:
    """The names that sentences about these rows need; at most two queries. A player who reads their own rows, by number
    `own`, is told no names of others."""
    said = [each.about.partition(":") for each in rows]
    keys = {int(key) for kind, _, key in said if kind == "list" and key.isdigit()}
    for each in rows:
        keys |= {key for values in (each.before, each.after) for key in _list_keys(values)}
    lists = {
        pk: (number, slot)
        for pk, number, slot in EventList.objects.filter(event=event, pk__in=keys).values_list(
            "pk", "registration__number", "slot"
        )
    }
    numbers = {int(key) for kind, _, key in said if kind == "registration" and key.isdigit()}
    numbers |= {number for number, _ in lists.values()}
    players: dict[int, str] = {}
    if own is None:
        found = Registration.objects.filter(event=event, number__in=numbers)
        players = dict(found.values_list("number", "shown_name"))
    return LogNames(players, lists, actors, own)


def _list_keys(values: Mapping[str, Any]) -> list[int]:
    """The keys of lists that a row names beside what it is about."""
    several, one = values.get("lists"), values.get("list")
    return [key for key in (*(several if isinstance(several, list) else ()), one) if type(key) is int]


def say_row(row: LogEntry, who: str, names: LogNames, player: int | None = None) -> str:
    """What a row says in a sentence; `player` is the player's number of who did it, where it is a player."""
    action, about = row.action, row.about
    kind, _, key = about.partition(":")
    number = int(key) if key.isdigit() else None
    of = number if kind == "registration" else names.lists.get(number or 0, (None, 0))[0] if kind == "list" else None
    is_own = player is not None and of == player
    thing = _name_thing(kind, number, names, is_own=is_own)
    if action in SENTENCES:
        return f"{SENTENCES[action].format(about=thing)}."
    verb = OWN_VERBS.get(action, "") if is_own else ""
    if action == "desk-asked" and row.after.get("asks") is False:
        verb = "took a question to the desk back"
    verb = verb or VERBS.get(action) or f"{action.replace('-', ' ')} {{about}}".strip()
    is_reader = names.own is not None and player == names.own
    pronouns = {"they": "you", "their": "your"} if is_reader else {"they": "they", "their": "their"}
    subject = f"{who[0].upper()}{who[1:]}" if who in _WORDS else who  # names stay as they are written
    return f"{subject} {verb.format(about=thing, **pronouns)}".rstrip() + "."


def _name_thing(kind: str, number: int | None, names: LogNames, *, is_own: bool) -> str:
    if number is None or kind == "event":
        return ""
    if kind == "registration":
        return "themselves" if is_own and number != names.own else names.name_player(number)
    if kind == "list":
        return names.name_list(number, is_own=is_own)
    if kind == "actor":
        return names.actors.get(number, f"No. {number}")
    return _THINGS.get(kind, f"{kind} {{}}").format(number)


def say_details(before: Mapping[str, Any], after: Mapping[str, Any], event: Event, names: LogNames) -> str:
    """What was different before and after, on one line; lists by their players, moments in the event's zone."""
    told = [names.name_list(key) for key in _list_keys({**before, **after})]
    for name in sorted({*before, *after} - _HIDDEN):
        if name == "list" or (name == "lists" and isinstance(after.get(name), list)):
            continue  # named above
        old, new = before.get(name), after.get(name)
        label = name.replace("_", " ")
        if name == "why" and new in CAUSES:
            told.append(f"because of {CAUSES[str(new)]}")
        elif name not in before:
            told.append(f"{label}: {_write(new, event)}")
        elif name not in after and not after:
            told.append(f"{label}: {_write(old, event)}")
        elif name not in after:
            told.append(f"{label} before: {_write(old, event)}")
        elif old != new:
            told.append(f"{label}: {_write(old, event)} → {_write(new, event)}")
    return "; ".join(told)


def _write(value: Any, event: Event) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None | "" | []:
            return "none"
        case list():
            return " and ".join(_write(each, event) for each in value)
        case dict():
            return " and ".join(f"{name} {_write(each, event)}" for name, each in value.items()) or "none"
        case str():
            return _write_text(value, event)
    return str(value)


def _write_text(value: str, event: Event) -> str:
    """A word of the log; a moment in the event's zone."""
    if re.fullmatch(r"[a-z_-]+", value):
        return value.replace("_", " ").replace("-", " ")
    if len(value) < len("2026-11-28T18:00+00:00") or "T" not in value:
        return value
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return value
    return describe_moment(moment, event) if moment.tzinfo else value
