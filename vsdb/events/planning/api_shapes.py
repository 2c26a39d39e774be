"""What the API gives and takes of events, and how that becomes what the form takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import GAMES
from vsdb.api.errors import ErrorShape
from vsdb.api.shapes import OPTIONAL, Choice, Day, Flag, Link, Map, Moment, Number, Recorded, Shape, StrictShape, Text
from vsdb.events import clock
from vsdb.events.models import Event, Role
from vsdb.events.planning.facts import describe_readers
from vsdb.events.planning.forms import MOMENTS, write_minutes

_LOCAL = "A local time of the zone as in 2026-12-05T10:00, or a moment with an offset"
_LEFT: Mapping[str, Any] = {"required": False}


class EventShape(Shape):
    """An event in a list."""

    id = Number("Its number.")
    game = Text("The slug of the game.", source="game_id")
    title = Text("Its title.")
    place = Recorded("Where it is held.")
    zone = Text("The IANA name of its time zone.")
    starts = Moment("When it starts.")
    ends = Moment("When it ends.")
    format = Text("The slug of its format; with a version for one by an organizer.")
    stage = Choice("Its stage.", Event.Stage.choices)
    page = Link("The path of its page on this site.", "events:event", "pk")
    api = Link("Its path in this API.", "api:event", "pk")


class EventInFullShape(EventShape):
    """An event."""

    description = Recorded("Its description.")
    registration_opens = Moment("When registration opens; null: when the event is announced.", allow_null=True)
    registration_closes = Moment("When registration closes; null: at the start.", allow_null=True)
    capacity = Number("How many places there are; null: no limit.", allow_null=True)
    offer_hours = Number("For how many hours a place is kept for who moves up from the waiting list.")
    list_deadline = Moment("Until when lists are on time.", of=clock.get_deadline)
    grace_seconds = Number("For how many seconds after it lists count as late.")
    locked = Moment("When lists are locked.", of=clock.get_lock)
    kind = Choice("What is played.", Event.Kind.choices)
    judged_on = Day("The day that lists are judged for.", of=clock.get_judged_day)
    lists = Choice("Whether lists are asked for.", Event.Lists.choices)
    lists_per_entry = Number("How many lists belong to an entry.")
    disclosure = Choice("Who reads the lists of others.", Event.Disclosure.choices)
    disclosed_from = Choice("From when they do.", Event.DisclosedFrom.choices)
    disclosed_round = Number("From which round on.", allow_null=True)
    disclosed_at = Moment("From which date on.", allow_null=True)
    readers = Text("Who reads lists and from when, in a sentence.", of=describe_readers)
    retention_days = Number("How many days after the end contacts and unpublished lists are erased.")
    penalty_days = Number("How many days after the end penalties are erased.")
    check_percent = Number("How many percent of the lists are to be checked.")
    check_warnings = Text("After how many minutes a deck check warns, between commas.")
    shuffle_minutes = Number("How many minutes a time extension adds for shuffling.")
    sequence = Number("Counts the changes that calendars learn of.")
    edition = Number("Counts all changes; send it with a change.")


class _SentEventShape(StrictShape):
    """What an event is made or changed with."""

    place = Text("Where it is held.", max_length=200, allow_blank=True, **_LEFT)
    description = Text("Its description.", max_length=10_000, allow_blank=True, **_LEFT)
    registration_opens = Text(f"{_LOCAL}. Null: when the event is announced.", **OPTIONAL)
    registration_closes = Text(f"{_LOCAL}. Null: at the start.", **OPTIONAL)
    capacity = Number("How many places there are; null: no limit.", **OPTIONAL)
    offer_hours = Number("For how many hours a place is kept for who moves up.", **_LEFT)
    list_deadline = Text(f"{_LOCAL}. Null: at the start.", **OPTIONAL)
    grace_seconds = Number("For how many seconds after it lists count as late.", min_value=0, **_LEFT)
    kind = Choice("What is played.", Event.Kind.choices, **_LEFT)
    judged_on = Day("The day that lists are judged for; null: the day of the start.", **OPTIONAL)
    lists = Choice("Whether lists are asked for.", Event.Lists.choices, **_LEFT)
    lists_per_entry = Number("How many lists belong to an entry; null: 1, or a team’s.", **OPTIONAL)
    disclosure = Choice("Who reads the lists of others.", Event.Disclosure.choices, **_LEFT)
    disclosed_from = Choice("From when they do.", Event.DisclosedFrom.choices, **_LEFT)
    disclosed_round = Number("From which round on.", **OPTIONAL)
    disclosed_at = Text(f"{_LOCAL}.", **OPTIONAL)
    retention_days = Number("How many days after the end contacts and unpublished lists are erased.", **_LEFT)
    penalty_days = Number("How many days after the end penalties are erased.", **_LEFT)
    check_percent = Number("How many percent of the lists are to be checked.", **_LEFT)
    check_warnings = Text(
        "After how many minutes a deck check warns, between commas.", max_length=40, allow_blank=True, **_LEFT
    )
    shuffle_minutes = Number("How many minutes a time extension adds for shuffling.", **_LEFT)


class NewEventShape(_SentEventShape):
    """A new event."""

    game = Choice("The slug of a game.", GAMES)
    format = Text("A format; one by an organizer is kept in its newest version.", max_length=80)
    title = Text("Its title.", max_length=120)
    zone = Text("The IANA name of its time zone, as in Europe/Berlin.", max_length=64)
    starts = Text(f"{_LOCAL}.")
    ends = Text(f"{_LOCAL}.")


class ChangedEventShape(_SentEventShape):
    """Changes to an event. Parts you leave out stay."""

    edition = Number("The edition that you have read.", min_value=1)
    game = Choice("The slug of a game.", GAMES, **_LEFT)
    format = Text("A format.", max_length=80, **_LEFT)
    title = Text("Its title.", max_length=120, **_LEFT)
    zone = Text("The IANA name of its time zone. Moments stay where they are.", max_length=64, **_LEFT)
    starts = Text(f"{_LOCAL}.", **_LEFT)
    ends = Text(f"{_LOCAL}.", **_LEFT)


class StaleEventShape(ErrorShape):
    """A conflict: the event was changed elsewhere since, or the site refuses the change."""

    edition = Number("The edition that is stored now.", required=False)
    mine = Map("What you sent, as the form has it.", required=False)
    theirs = Map("What is stored now, as the form has it.", required=False)


class SentStageShape(StrictShape):
    """A stage to move to."""

    stage = Choice("The stage.", Event.Stage.choices)
    confirm = Flag("True: start although lists are missing.", required=False, default=False)
    reason = Text("Why; required for an event that is over.", required=False, default="", allow_blank=True)


class CopiedEventShape(StrictShape):
    """When a copy is held."""

    days = Number("How many days later.", min_value=1, max_value=366, required=False, default=7)


class ExtensionShape(StrictShape):
    """How much later deadlines are."""

    minutes = Number("How many minutes.", min_value=1, max_value=1_440)


class RoleShape(Shape):
    """A role that somebody has."""

    id = Number("Its number.")
    user = Text("The user name.", source="user.username")
    role = Choice("The role.", Role.Name.choices, source="name")
    given = Moment("Since when they have it.", source="given_at")


class NewRoleShape(StrictShape):
    """A role for somebody."""

    user = Text("The user name.", max_length=150)
    role = Choice("The role.", Role.Name.choices)


class PersonShape(StrictShape):
    """Somebody."""

    user = Text("The user name.", max_length=150)


class NumberShape(Shape):
    """A number of the desk."""

    label = Text("What is counted.")  # type: ignore[assignment]
    count = Number("How many there are.")
    tab = Recorded("The tab of lists that has them.")


class ComingShape(Shape):
    """What is due next."""

    label = Text("What it is.")  # type: ignore[assignment]
    moment = Moment("When.")


class BatchProgressShape(Shape):
    """How far a batch of verdicts is."""

    key = Text("Its key.")
    state = Text("Its state.")
    judged = Number("How many lists are judged.")
    total = Number("How many lists there are.")
    changed = Number("How many have another outcome or other findings than before.")


class DeskShape(Shape):
    """The numbers of the desk."""

    coming = ComingShape.one("What is due next; null: nothing.", allow_null=True)
    players = NumberShape.several("Registrations by state.")
    lists = NumberShape.several("Lists by what is to do with them; empty for a scorekeeper.")
    batch = BatchProgressShape.one("The newest batch of verdicts; null: none.", allow_null=True)
    notices_waiting = Number("How many notices are due and not sent.")
    notices_failing = Number("How many of them couldn’t be sent.")


def sent_to_form(sent: Mapping[str, Any], event: Event | None = None) -> dict[str, Any]:
    """What was sent, by the fields of the form. A zone that changes takes the moments along that aren't sent."""
    said = dict(sent)
    if "grace_seconds" in said:
        said["grace_minutes"] = write_minutes(said.pop("grace_seconds"))
    game = said.pop("game", event.game_id if event else "")
    if "format" in said or (event and game != event.game_id):
        word = said.get("format", event.format if event else "")
        said["format"] = f"{game}/{word.removeprefix(f'{game}/')}"
    if day := said.get("judged_on"):
        said["judged_on"] = day.isoformat()
    for name in MOMENTS:
        if name in said:
            said[f"{name}_which"] = ""
        elif event is not None and "zone" in said and (moment := getattr(event, name)):
            said[name] = moment.isoformat()
    return said


def form_data(held: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """What the form takes: what there is, with what was sent over it; null is an empty field."""
    return {name: "" if value is None else value for name, value in {**held, **said}.items()}
