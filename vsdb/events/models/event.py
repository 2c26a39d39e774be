"""Events, who works at them, and their rounds."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from vsdb.catalog.cards.models import Game

PEOPLE = settings.AUTH_USER_MODEL


def make_uid() -> str:
    """The identity of an event in calendars; it never changes."""
    return uuid.uuid4().hex


class Event(models.Model):
    """An event. All moments are UTC; `zone` is the IANA name of the zone in which people read and write them.

    What is open, closed or locked follows from the clock (`vsdb.events.clock`), never from a job. `format` is a slug,
    or `my-league@3` for one by an organizer. A NULL `judged_on` is the day of the start in the event's zone.
    `sequence` counts what calendars have to learn.
    """

    class Stage(models.TextChoices):
        DRAFT = "draft"
        ANNOUNCED = "announced"
        RUNNING = "running"
        OVER = "over"
        CANCELLED = "cancelled"

    class Lists(models.TextChoices):
        NONE = "none", "No lists"
        OPTIONAL = "optional", "Optional"
        REQUIRED = "required", "Required"

    class Kind(models.TextChoices):
        CONSTRUCTED = "constructed", "Constructed"
        SEALED = "sealed", "Sealed"
        DRAFT = "draft", "Draft"

    class Disclosure(models.TextChoices):
        """Who reads the lists of others from the moment of disclosure; each level includes those before it."""

        NOBODY = "nobody", "Nobody"
        OPPONENT = "opponent", "The next opponent"
        CUT = "cut", "Players in the cut"
        PARTICIPANTS = "participants", "All players"
        EVERYBODY = "everybody", "Everybody"

    class DisclosedFrom(models.TextChoices):
        LOCK = "lock", "When lists are locked"
        ROUND = "round", "From a round"
        CUT = "cut", "From the cut"
        OVER = "over", "When the event is over"
        DATE = "date", "From a date"

    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    title = models.CharField(max_length=120)
    place = models.CharField(max_length=200, blank=True)
    description = models.TextField(blank=True)
    zone = models.CharField(max_length=64, default="UTC")
    starts = models.DateTimeField(db_index=True)
    ends = models.DateTimeField()
    registration_opens = models.DateTimeField(null=True)  #: NULL: as soon as the event is announced
    registration_closes = models.DateTimeField(null=True)  #: NULL: at the start
    capacity = models.PositiveIntegerField(null=True)  #: NULL: no limit and no waiting list
    offer_hours = models.PositiveSmallIntegerField(default=24)  #: how long a place is kept for who moves up
    list_deadline = models.DateTimeField(null=True)  #: NULL: the start
    grace_seconds = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.CONSTRUCTED)
    format = models.CharField(max_length=80)
    judged_on = models.DateField(null=True)
    lists = models.CharField(max_length=10, choices=Lists.choices, default=Lists.REQUIRED)
    lists_per_entry = models.PositiveSmallIntegerField(default=1)
    disclosure = models.CharField(max_length=14, choices=Disclosure.choices, default=Disclosure.NOBODY)
    disclosed_from = models.CharField(max_length=8, choices=DisclosedFrom.choices, default=DisclosedFrom.OVER)
    disclosed_round = models.PositiveSmallIntegerField(null=True)
    disclosed_at = models.DateTimeField(null=True)
    cut_at = models.DateTimeField(null=True)  #: when the cut began
    retention_days = models.PositiveSmallIntegerField(default=90)
    penalty_days = models.PositiveSmallIntegerField(default=365)
    check_percent = models.PositiveSmallIntegerField(default=10, db_default=10)  #: of the lists, that are to be checked
    check_warnings = models.CharField(max_length=40, blank=True, default="7, 10", db_default="7, 10")  #: minutes
    shuffle_minutes = models.PositiveSmallIntegerField(default=3, db_default=3)  #: that a time extension adds
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.DRAFT)
    sequence = models.PositiveIntegerField(default=0)
    uid = models.CharField(max_length=32, default=make_uid, unique=True)
    edition = models.PositiveIntegerField(default=1)  #: counts changes, so that nobody overwrites another's
    is_sample = models.BooleanField(default=False)
    copied_from = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True)  #: when its lists were published
    cleared_at = models.DateTimeField(null=True)  #: when contacts and unpublished lists were erased
    statistics = models.JSONField(null=True)  #: what is told of its lists once they are erased
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-starts", "-pk")

    def __str__(self) -> str:
        return self.title


class DeadlineChange(models.Model):
    """A list deadline with its grace, and since when it is in force; the first row comes with the event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="deadlines")
    since = models.DateTimeField()
    deadline = models.DateTimeField()
    grace_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("since", "pk")

    def __str__(self) -> str:
        return f"{self.event_id}: {self.deadline:%Y-%m-%d %H:%M} UTC"


class Actor(models.Model):
    """Whoever has done something at an event, by a number of the event. Log and versions name the number alone, so
    that an account can go without a change to them; 0 is the clock."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="actors")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(PEOPLE, models.SET_NULL, null=True, related_name="+")
    registration = models.ForeignKey(
        "Registration", models.SET_NULL, null=True, related_name="+"
    )  #: without an account

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="event_actor_number"),
            models.UniqueConstraint(fields=("event", "user"), name="event_actor_user"),
        )

    def __str__(self) -> str:
        return f"{self.event_id}: {self.number}"


class Role(models.Model):
    """What somebody may do at an event (`vsdb.events.access`). A role that is taken away keeps its row."""

    class Name(models.TextChoices):
        HEAD_ORGANIZER = "head-organizer", "Head organizer"
        ORGANIZER = "organizer", "Organizer"
        HEAD_JUDGE = "head-judge", "Head judge"
        JUDGE = "judge", "Judge"
        SCOREKEEPER = "scorekeeper", "Scorekeeper"

    event = models.ForeignKey(Event, models.CASCADE, related_name="roles")
    user = models.ForeignKey(PEOPLE, models.CASCADE, related_name="event_roles")
    name = models.CharField(max_length=16, choices=Name.choices)
    given_by = models.PositiveIntegerField()  #: an actor's number
    given_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("event", "user", "name"), condition=models.Q(revoked_at=None), name="event_role_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event_id}: {self.name}"


class StageChange(models.Model):
    """An event has gone to another stage. The log names the stages alone; here stands why, where somebody said it."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="stage_changes")
    before = models.CharField(max_length=10, choices=Event.Stage.choices)
    after = models.CharField(max_length=10, choices=Event.Stage.choices)
    reason = models.TextField(blank=True)
    by = models.PositiveIntegerField()  #: an actor's number
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.event_id}: {self.after}"


class Round(models.Model):
    """A round with its tables, as the pairing program gave it."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="event_round_number"),)

    def __str__(self) -> str:
        return f"{self.event_id}: round {self.number}"


class RoundTable(models.Model):
    """A table of a round; without a second player it is a bye."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    table = models.PositiveIntegerField()
    first = models.ForeignKey("Registration", models.CASCADE, related_name="+")
    second = models.ForeignKey("Registration", models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ("table",)
        constraints = (models.UniqueConstraint(fields=("round", "table"), name="event_table_number"),)

    def __str__(self) -> str:
        return f"table {self.table}"
