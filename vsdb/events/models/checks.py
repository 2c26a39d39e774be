"""Deck checks, judges’ notes, and the devices on which an event is taken along with what they send."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from vsdb.events.models.entries import EventList, ListVersion, Registration
from vsdb.events.models.event import Event

PEOPLE = settings.AUTH_USER_MODEL


class DeckCheck(models.Model):
    """A check of a deck against a version of its list.

    `lines` is what was registered as the check began: rows of `key`, `section`, `card` (a slug; empty for a line that
    names no card), `name` and `registered`. `counts` has by key how many were counted; a key that isn't among the lines
    is a card that isn't on the list: `section/slug`. Both go with the event's lists; the totals, times and judges stay.

    A list has at most one open check. A check that was made without a network beside another one is `set-aside`, and
    `rival` names the other, until the desk settles which of the two counts.
    """

    class Kind(models.TextChoices):
        WHOLE = "whole", "Whole deck"
        PARTIAL = "partial", "Part of the deck"
        BETWEEN_GAMES = "between-games", "Deck and side together"

    class State(models.TextChoices):
        OPEN = "open", "Open"
        MATCHES = "matches", "Matches"
        DISCREPANCIES = "discrepancies", "Discrepancies"
        ABANDONED = "abandoned", "Abandoned"
        SET_ASIDE = "set-aside", "Set aside"

    event = models.ForeignKey(Event, models.CASCADE, related_name="checks")
    registration = models.ForeignKey(Registration, models.CASCADE, related_name="checks")
    lines = models.JSONField(default=list)
    counts = models.JSONField(default=dict)
    list = models.ForeignKey(EventList, models.SET_NULL, null=True, related_name="checks")
    version = models.ForeignKey(ListVersion, models.SET_NULL, null=True, related_name="+")
    nonce = models.CharField(max_length=40)
    kind = models.CharField(max_length=13, choices=Kind.choices, default=Kind.WHOLE)
    state = models.CharField(max_length=13, choices=State.choices, default=State.OPEN)
    table = models.PositiveIntegerField(null=True)
    round = models.PositiveSmallIntegerField(null=True)  #: the newest one as the check began
    started = models.DateTimeField()
    ended = models.DateTimeField(null=True)
    by = models.PositiveIntegerField()  #: an actor's number
    ended_by = models.PositiveIntegerField(null=True)
    registered = models.PositiveIntegerField(default=0)  #: cards of the lines
    counted = models.PositiveIntegerField(default=0)  #: cards that were counted
    differing = models.PositiveIntegerField(default=0)  #: lines and cards beside the list whose numbers differ
    rival = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rivals")
    outcome = models.CharField(max_length=13, blank=True)  #: of one set aside: the state it was ended with
    edition = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("started", "pk")
        constraints = (
            models.UniqueConstraint(fields=("list",), condition=Q(state="open"), name="event_check_open_once"),
            models.UniqueConstraint(fields=("event", "nonce"), name="event_check_nonce"),
        )
        indexes = (models.Index(fields=("event", "state"), name="event_check_state"),)

    def __str__(self) -> str:
        return f"check {self.pk} of list {self.list_id}"


#: The checks by which a list counts as checked: those that were made, of more than a part of the deck.
COUNTS_AS_CHECKED = Q(
    state__in=(DeckCheck.State.MATCHES, DeckCheck.State.DISCREPANCIES),
    kind__in=(DeckCheck.Kind.WHOLE, DeckCheck.Kind.BETWEEN_GAMES),
)


class CheckJudge(models.Model):
    """A judge who counts in a check, by an actor's number. Who was relieved of it has `left`."""

    check_of = models.ForeignKey(DeckCheck, models.CASCADE, related_name="judges")
    number = models.PositiveIntegerField()
    joined = models.DateTimeField()
    left = models.DateTimeField(null=True)

    class Meta:
        ordering = ("joined", "pk")
        constraints = (models.UniqueConstraint(fields=("check_of", "number"), name="event_check_judge"),)

    def __str__(self) -> str:
        return f"{self.number} in check {self.check_of_id}"


class JudgeNote(models.Model):
    """What a judge notes of a player, or of one of their lists. Judges read it, and it is part of what is held about
    the player; it goes with the event's lists."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="judge_notes")
    registration = models.ForeignKey(Registration, models.CASCADE, related_name="judge_notes")
    list = models.ForeignKey(EventList, models.SET_NULL, null=True, related_name="judge_notes")
    text = models.TextField()
    by = models.PositiveIntegerField()  #: an actor's number
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"note {self.pk}"


class Device(models.Model):
    """A device on which somebody takes an event along. Once revoked it is wiped at its next contact."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="devices")
    user = models.ForeignKey(PEOPLE, models.CASCADE, related_name="event_devices")
    key = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    added = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now)
    taken = models.DateTimeField(null=True)  #: when it last took the package
    revoked = models.DateTimeField(null=True)

    class Meta:
        ordering = ("added", "pk")
        constraints = (models.UniqueConstraint(fields=("event", "key"), name="event_device_key"),)

    def __str__(self) -> str:
        return self.name


class SyncItem(models.Model):
    """Something that a device has sent and that was taken in: once for each nonce of an event, however often it comes.

    `at` is the device's time, `offset_ms` how far the server's clock was ahead of it as the request came, `received`
    the server's time. `payload` goes with the event's lists.
    """

    class Kind(models.TextChoices):
        CHECK_START = "check-start", "Start of a check"
        CHECK_COUNT = "check-count", "Counts"
        CHECK_END = "check-end", "End of a check"
        PENALTY = "penalty", "Penalty"
        NOTE = "note", "Note"
        PICK = "pick", "Random pick"

    class Result(models.TextChoices):
        ACCEPTED = "accepted"
        CONFLICT = "conflict"

    event = models.ForeignKey(Event, models.CASCADE, related_name="sync_items")
    nonce = models.CharField(max_length=40)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="items")
    by = models.PositiveIntegerField()  #: an actor's number
    kind = models.CharField(max_length=12, choices=Kind.choices)
    at = models.DateTimeField()
    offset_ms = models.BigIntegerField(default=0)
    received = models.DateTimeField()
    base = models.PositiveBigIntegerField(null=True)
    payload = models.JSONField(default=dict)
    result = models.CharField(max_length=8, choices=Result.choices)
    message = models.CharField(max_length=300, blank=True)
    deck_check = models.ForeignKey(DeckCheck, models.SET_NULL, null=True, related_name="items")
    settled = models.CharField(max_length=6, blank=True)  #: which side the desk kept: mine (the device's) or theirs
    settled_at = models.DateTimeField(null=True)
    settled_by = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("received", "pk")
        constraints = (models.UniqueConstraint(fields=("event", "nonce"), name="event_sync_nonce"),)
        indexes = (models.Index(fields=("event", "result", "settled"), name="event_sync_result"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.nonce}"
