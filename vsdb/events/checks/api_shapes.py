"""What the API gives and takes of deck checks, devices, packages and sync (docs/offline.md)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from vsdb.api.shapes import (
    OPTIONAL,
    Choice,
    Counts,
    Flag,
    Map,
    Moment,
    Number,
    Numbers,
    Shape,
    StrictShape,
    Text,
    Texts,
)
from vsdb.events.checks.devices import MAX_NAME
from vsdb.events.checks.notes import MAX_TEXT
from vsdb.events.checks.picking import MAX_PICKED, WAYS
from vsdb.events.checks.services import ENDS
from vsdb.events.checks.settling import MINE, THEIRS
from vsdb.events.checks.sync import RESULTS
from vsdb.events.models import DeckCheck

KINDS, STATES = DeckCheck.Kind.values, DeckCheck.State.values


class CheckPersonShape(Shape):
    """Somebody of the event."""

    number = Number("The number by which the log names them.")
    name = Text("The user name; empty: account closed.")


class CheckJudgeShape(CheckPersonShape):
    """A judge of a check."""

    joined = Moment("Since when.")
    left = Moment("When another judge took over; null: still counting.", allow_null=True)


class StrangerLineShape(Shape):
    """A card that isn't on the list."""

    key = Text("The key under which it counts.")
    section = Text("The section’s slug.")
    section_title = Text("The section’s heading.")
    card = Text("The card’s slug; null: the line names no card.", allow_null=True)
    name = Text("The card’s name, or what the line says.")
    type = Text("The card’s type; null: not recorded.", allow_null=True)
    printings = Texts("The codes of its printings.")
    counted = Number("How many were counted.")


class CheckLineShape(StrangerLineShape):
    """A line of the list."""

    registered = Number("How many the list has.")


class CheckClockShape(Shape):
    """The clock of a check."""

    server_time = Moment("The server’s time.")
    elapsed_seconds = Number("How long the check takes, or took.")
    warnings = Numbers("After how many minutes the clock warns.")
    shuffle_minutes = Number("The time to shuffle.")
    extension_minutes = Number("The time extension that follows.")


class DeckCheckShape(Shape):
    """A deck check."""

    id = Number("Its number.")
    nonce = Text("Its nonce, by which devices name it.")
    list = Number("The list’s number; null: erased.", allow_null=True)
    version = Number("The version that was counted against; null: erased.", allow_null=True)
    slot = Number("Which of the player’s lists; null: erased.", allow_null=True)
    player = Number("The player’s number at the event.")
    name = Text("The player’s shown name.")
    table = Number("The table; null: none.", allow_null=True)
    round = Number("The round; null: none.", allow_null=True)
    kind = Choice("What is checked.", KINDS)
    state = Choice("Its state.", STATES)
    started = Moment("When it began.")
    ended = Moment("When it ended; null: open.", allow_null=True)
    by = CheckPersonShape.one("Who began it.")
    ended_by = CheckPersonShape.one("Who ended it; null: open.", allow_null=True)
    judges = CheckJudgeShape.several("Who counts, and who has.")
    lines = CheckLineShape.several("The list’s lines.")
    strangers = StrangerLineShape.several("Cards that were counted and aren’t on the list.")
    registered = Number("How many cards the list has.")
    counted = Number("How many were counted.")
    differing = Number("How many lines and other cards differ.")
    edition = Number("Counts changes; send it back with counts.")
    rival = Number("The check that it contradicts; null: none.", allow_null=True)
    outcome = Text("Of one set aside: the state it was ended with.")
    clock = CheckClockShape.one("Its clock.")


class CheckSummaryShape(Shape):
    """A deck check in a list of checks: without its cards."""

    id = Number("Its number.")
    list = Number("The list’s number; null: erased.", allow_null=True)
    player = Number("The player’s number at the event.")
    name = Text("The player’s shown name.")
    table = Number("The table; null: none.", allow_null=True)
    kind = Choice("What is checked.", KINDS)
    state = Choice("Its state.", STATES)
    started = Moment("When it began.")
    ended = Moment("When it ended; null: open.", allow_null=True)
    by = CheckPersonShape.one("Who began it.")
    registered = Number("How many cards the list has.")
    counted = Number("How many were counted.")
    differing = Number("How many lines and other cards differ.")


class NewCheckShape(StrictShape):
    """A check to begin, or to join where one is open."""

    list = Number("The list’s number.", min_value=1)
    kind = Choice("What is checked.", KINDS, default=DeckCheck.Kind.WHOLE.value)
    table = Number("The table; left out: the player’s.", min_value=1, max_value=9_999, **OPTIONAL)


class CheckCoverageShape(Shape):
    """How far the checks are."""

    lists = Number("Locked lists.")
    checked = Number("Those that were checked whole, or between games.")
    share = Number("In whole percent, rounded down.")
    percent = Number("The event’s target, in percent.")
    target = Number("How many lists that is.")
    missing = Number("How many checks are missing for it.")
    in_cut = Number("Locked lists in the cut.")
    unchecked_in_cut = Number("Those of them that aren’t checked.")


class PickShape(StrictShape):
    """How a list is picked."""

    how = Choice("At random among the unchecked ones, those of the cut, or by table, name or code.", WAYS)
    value = Text("The table, a part of the name, or the code.", allow_blank=True, default="", max_length=100)
    count = Number("How many, at random.", min_value=1, max_value=MAX_PICKED, default=1)


class PickedListShape(Shape):
    """A list that was picked."""

    list = Number("The list’s number.", source="pk")
    player = Number("The player’s number at the event.", source="registration.number")
    name = Text("The player’s shown name.", source="registration.shown_name")
    table = Number("The seat; null: none.", source="registration.table", allow_null=True)
    slot = Number("Which of the player’s lists it is.")


class PickedShape(Shape):
    """The lists that were picked."""

    lists = PickedListShape.several("The lists; several where more than one fits.")


class DeltasShape(StrictShape):
    """What was counted since."""

    deltas = Counts("How many more, by key; less with a minus.")


class JoinShape(StrictShape):
    """How somebody counts in a check."""

    take_over = Flag("True: alone, the others are relieved.", default=False)


class CheckEndShape(StrictShape):
    """How a check ends."""

    result = Choice("Its end.", ENDS)


class OtherCardShape(Shape):
    """A card that isn't on the list."""

    card = Text("Its slug.", source="slug")
    name = Text("Its title.", source="title")


class FoundCardsShape(Shape):
    """What words mean in a check."""

    lines = Texts("The keys of lines of the list.")
    others = OtherCardShape.several("Cards that aren’t on the list.")
    sections = Texts("The sections in which they may be counted: a key is `section/card`.")


class DeviceShape(Shape):
    """A device on which the event is."""

    id = Number("Its number.", source="pk")
    name = Text("Its name.")
    user = Text("Whose it is.", source="user.username")
    added = Moment("When it was added.")
    seen = Moment("When it last made contact.")
    taken = Moment("When it last took the package; null: never.", allow_null=True)
    revoked = Moment("When it was revoked; null: it isn’t.", allow_null=True)


class NewDeviceShape(StrictShape):
    """A device to add."""

    name = Text("What you call it.", max_length=MAX_NAME)


class AddedDeviceShape(Shape):
    """A new device with its key, which is told once."""

    id = Number("Its number.")
    key = Text("Its key.")
    name = Text("Its name.")
    added = Moment("When it was added.")


class WipeShape(Shape):
    """The device wipes what it holds."""

    wipe = Flag("True.")


class PackageShape(Shape):
    """An event to take along (`vsdb-package 1`)."""

    layout = Text("vsdb-package.")
    version = Number("The version of the layout: 1.")
    complete = Flag("True: all of it is here.")
    event = Map("The event.")
    me = Map("Who takes it along, and what they may do.")
    generated = Moment("When it was made.")
    expires = Moment("When the device erases it.")
    round = Number("The newest round; null: none.", allow_null=True)
    counts = Counts("How many players, lists, tables and open checks there are.")
    players = serializers.ListField(child=Map(), help_text="The players.")
    tables = serializers.ListField(child=Map(), help_text="The tables of the newest round.")
    lists = serializers.ListField(child=Map(), help_text="The locked lists with lines and verdicts of record.")
    sections = Map("The headings of sections.")
    cards = Map("Name, type and printings of each card of the game, by slug.")
    same = Map("Slugs that count as another card.")
    rules = Map("The rules that findings cite.")
    checks = DeckCheckShape.several("The open checks.")
    penalty_kinds = serializers.ListField(child=Texts(), help_text="The kinds of penalties with their names.")
    check_kinds = serializers.ListField(child=Texts(), help_text="The kinds of checks with their names.")


class SyncShape(StrictShape):
    """What a device sends."""

    device = Text("The device’s key.", max_length=40)
    sent_at = Text("The device’s time as it sends, with an offset.")
    items = serializers.ListField(child=serializers.JSONField(), help_text="The items; at most 200.")


class SyncAnswerShape(Shape):
    """What became of an item."""

    nonce = Text("Its nonce.")
    result = Choice("The result.", RESULTS)
    message = Text("Why, where there is something to say.")
    code = Text("A stable code; may be empty.")
    first = Text("Of a duplicate: what it was taken in as.")
    check = DeckCheckShape.one("The check as it is now; null: in the last answer about it, or none.", allow_null=True)


class SyncedShape(Shape):
    """The answers to what a device sent."""

    server_time = Moment("The server’s time.")
    answers = SyncAnswerShape.several("An answer for each item, in their order.")


class ConflictShape(Shape):
    """What a device has sent that stands against something."""

    id = Number("Its number.", source="item.pk")
    nonce = Text("Its nonce.", source="item.nonce")
    kind = Text("What was sent.", source="item.kind")
    message = Text("What it contradicts.", source="item.message")
    by = Text("Who sent it.")
    at = Moment("The device’s time.", source="item.at")
    received = Moment("The server’s time.", source="item.received")
    offset_ms = Number("How far the server’s clock was ahead.", source="item.offset_ms")
    payload = Map("What was sent.", source="item.payload")
    check = Number("The check on the device’s side; null: none.", source="item.deck_check_id", allow_null=True)
    rival = Number("The check that was there; null: none.", source="rival.pk", allow_null=True, default=None)
    mine = Texts("What differs from the list by the device; without a result only of what was counted.")
    theirs = Texts("What differs by the check that was there; without a result only of what was counted.")


class SettlingShape(StrictShape):
    """Which side of a conflict is kept."""

    keep = Choice("mine: what the device sent; theirs: what was there.", (MINE, THEIRS))


class SettledShape(Shape):
    """A conflict that is settled."""

    id = Number("Its number.", source="pk")
    kept = Text("Which side is kept.", source="settled")
    at = Moment("When.", source="settled_at")


class JudgeNoteShape(Shape):
    """A judge’s note."""

    id = Number("Its number.", source="pk")
    list = Number("The list; null: none.", source="list_id", allow_null=True)
    text = Text("The note.")
    by = Text("The judge’s user name; empty: account closed.", of=lambda row: str(row.__dict__.get("by_name", "")))
    at = Moment("When.")


class NewNoteShape(StrictShape):
    """A note to add."""

    text = Text("The note.", max_length=MAX_TEXT)
    list = Number("A list of the player; null: none.", **OPTIONAL)


def _list_players(table: Any) -> list[int]:
    return [each.number for each in (table.first, table.second) if each is not None]


class EventTableShape(Shape):
    """A table of a round."""

    table = Number("Its number.")
    players = Numbers("The players’ numbers: two, or one with a bye.", of=_list_players)


class EventRoundShape(Shape):
    """A round."""

    round = Number("Its number.", source="number")
    started = Moment("When it was imported.")
    tables = EventTableShape.several("Its tables.", of=lambda row: row.tables.all())
