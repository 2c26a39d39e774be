"""Registrations, and the lists that are entered with them, version by version."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from vsdb.core.sealed_fields import DigestField, SealedField
from vsdb.events.models.event import Event

PEOPLE = settings.AUTH_USER_MODEL
_Level, _From = Event.Disclosure, Event.DisclosedFrom


class Registration(models.Model):
    """A player at an event, with or without an account. It is never deleted, only withdrawn.

    `number` is the event's: "Player 17". `code` lets somebody without an account in; empty where there is none. A
    `consents` row has `what`, `agreed` and `at`, with `text` as the player read it; `agreed_disclosure` and
    `agreed_from` are the widest disclosure that the player has agreed to.
    """

    class State(models.TextChoices):
        PENDING = "pending"  #: a place is offered until `offered_until`
        CONFIRMED = "confirmed"
        WAITLISTED = "waitlisted"
        WITHDRAWN = "withdrawn"  #: before the event runs
        DROPPED = "dropped"  #: once it runs

    event = models.ForeignKey(Event, models.CASCADE, related_name="registrations")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="event_registrations")
    shown_name = models.CharField(max_length=80)
    sort_name = models.CharField(max_length=120, blank=True)
    sort_key = models.CharField(max_length=160, blank=True)  #: `sort_name`, else `shown_name`, folded for sorting
    email = models.EmailField(blank=True)
    external_id = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CONFIRMED)
    table = models.PositiveIntegerField(null=True)
    is_in_cut = models.BooleanField(default=False)
    code = SealedField(max_length=255, blank=True, db_index=True)
    code_digest = DigestField(of="code", db_index=True)
    consents = models.JSONField(default=list)
    agreed_disclosure = models.CharField(max_length=14, choices=_Level.choices, default=_Level.NOBODY)
    agreed_from = models.CharField(max_length=8, choices=_From.choices, default=_From.OVER)
    may_publish = models.BooleanField(default=False)  #: the lists, as public decks of the event
    may_be_named = models.BooleanField(default=False)  #: beside published lists
    reopened_until = models.DateTimeField(null=True)  #: lists may be submitted until then, whatever the deadline
    asks_desk = models.TextField(blank=True)  #: what the player asks the desk, which may then read the draft
    asked_at = models.DateTimeField(null=True)
    waits_since = models.DateTimeField(null=True)
    offered_until = models.DateTimeField(null=True)
    registered = models.DateTimeField(default=timezone.now)
    standing = models.JSONField(null=True)  #: rank, points and record, as standings were imported
    edition = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("sort_key", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="event_registration_number"),
            models.UniqueConstraint(fields=("event", "user"), name="event_registration_user"),
            models.UniqueConstraint(
                fields=("event", "external_id"), condition=~Q(external_id=""), name="event_registration_external_id"
            ),
        )
        indexes = (models.Index(fields=("event", "state"), name="event_registration_state"),)

    def __str__(self) -> str:
        return self.shown_name


class EventList(models.Model):
    """A list of a registration, by its place among `lists_per_entry`. `draft` is text that isn't submitted.

    `opened_by` is the judge who has it open.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="event_lists")
    registration = models.ForeignKey(Registration, models.CASCADE, related_name="lists")
    slot = models.PositiveSmallIntegerField(default=1)
    draft = models.TextField(blank=True)
    draft_at = models.DateTimeField(null=True)
    current = models.ForeignKey("ListVersion", models.SET_NULL, null=True, related_name="+")
    opened_by = models.PositiveIntegerField(null=True)  #: an actor's number
    opened_at = models.DateTimeField(null=True)
    edition = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("registration", "slot")
        constraints = (models.UniqueConstraint(fields=("registration", "slot"), name="event_list_slot"),)

    def __str__(self) -> str:
        return f"list {self.pk}"


class ListVersion(models.Model):
    """A version of a list as it was submitted. Never changed; erased with the event's other lists after its retention.

    `text` is the list as deck text, `given` as it came, which is `text` once contacts are erased: it may name its
    player. `received` is taken first in its request.
    """

    class Source(models.TextChoices):
        PLAYER = "player"
        DESK = "desk"
        PAPER = "paper"
        JUDGE = "judge"
        IMPORT = "import"

    list = models.ForeignKey(EventList, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    given = models.TextField()
    text = models.TextField()
    by = models.PositiveIntegerField()  #: an actor's number
    received = models.DateTimeField()
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.PLAYER)
    reason = models.TextField(blank=True)
    late_seconds = models.PositiveIntegerField(default=0)
    fingerprint = models.CharField(max_length=16, blank=True, db_index=True)
    unread = models.PositiveIntegerField(default=0)  #: lines that name no card

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("list", "number"), name="event_list_version"),)

    def __str__(self) -> str:
        return f"version {self.number} of list {self.list_id}"
