"""Verdicts on versions of lists, and what judges decide beside them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from vsdb.events.models.entries import EventList, ListVersion, Registration
from vsdb.events.models.event import Event


class ListVerdict(models.Model):
    """A verdict on a version. Never changed. `whole` is the verdict as JSON text, byte for byte as it was made; `state`
    the facts and the code that it rests on."""

    version = models.ForeignKey(ListVersion, models.CASCADE, related_name="verdicts")
    format = models.CharField(max_length=80)
    day = models.DateField()
    state = models.CharField(max_length=64)
    outcome = models.CharField(max_length=10)
    codes = models.JSONField(default=list)
    whole = models.TextField()
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("made", "pk")
        indexes = (models.Index(fields=("version", "made"), name="event_verdict_version"),)

    def __str__(self) -> str:
        return f"{self.outcome}, version {self.version_id}"


class Adoption(models.Model):
    """The head judge has taken a later verdict as the one of record, or kept the one there was."""

    list = models.ForeignKey(EventList, models.CASCADE, related_name="adoptions")
    verdict = models.ForeignKey(ListVerdict, models.CASCADE, related_name="adoptions")  #: the later one
    is_adopted = models.BooleanField()
    reason = models.TextField()
    by = models.PositiveIntegerField()  #: an actor's number
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"list {self.list_id}: {'adopted' if self.is_adopted else 'kept'}"


class Ruling(models.Model):
    """What a judge decides on a finding: of one list, or with `list` NULL of every list of the event that has it.

    `code` and `subject` name the finding: its code, and the card's slug or the line's text. `finding` is a digest of
    the whole finding as the judge saw it, by which a changed one is told. Nothing is edited: `supersedes` names the
    ruling that this one takes the place of, and each ruling has one such successor at most.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="rulings")
    list = models.ForeignKey(EventList, models.CASCADE, null=True, related_name="rulings")
    code = models.CharField(max_length=60)
    subject = models.CharField(max_length=200, blank=True)
    finding = models.CharField(max_length=64)
    is_allowed = models.BooleanField()
    reason = models.TextField()
    document = models.CharField(max_length=120, blank=True)
    rule = models.CharField(max_length=80, blank=True)
    by = models.PositiveIntegerField()  #: an actor's number
    at = models.DateTimeField(default=timezone.now)
    supersedes = models.OneToOneField("self", models.SET_NULL, null=True, related_name="superseded_by")

    class Meta:
        ordering = ("at", "pk")
        indexes = (models.Index(fields=("event", "code"), name="event_ruling_code"),)

    def __str__(self) -> str:
        return f"{self.code}: {'allowed' if self.is_allowed else 'not allowed'}"


class Penalty(models.Model):
    """A penalty that a judge gave. None is ever given by itself. One that was a mistake is withdrawn with a reason: it
    stays, and counts no more."""

    class Kind(models.TextChoices):
        CAUTION = "caution", "Caution"
        WARNING = "warning", "Warning"
        GAME_LOSS = "game-loss", "Game loss"
        MATCH_LOSS = "match-loss", "Match loss"
        DISQUALIFICATION = "disqualification", "Disqualification"

    registration = models.ForeignKey(Registration, models.CASCADE, related_name="penalties")
    list = models.ForeignKey(EventList, models.SET_NULL, null=True, related_name="penalties")
    kind = models.CharField(max_length=18, choices=Kind.choices)
    infraction = models.CharField(max_length=120)
    reason = models.TextField(blank=True)
    by = models.PositiveIntegerField()  #: an actor's number
    at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.PositiveIntegerField(null=True)
    withdrawn_reason = models.TextField(blank=True, default="", db_default="")

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return self.kind


#: The penalties that count: those that nobody has withdrawn.
STANDING = models.Q(withdrawn_at=None)
