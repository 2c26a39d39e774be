"""Lists that are too long for an address, and checks of many lists: kept for a while so that their answers can be
shared."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone


class KeptList(models.Model):
    """A list behind a link. Its key follows from its text and a secret: nobody guesses it, and a list has one row."""

    key = models.CharField(max_length=43, primary_key=True)
    text = models.TextField()
    kept_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = "list behind a link"
        verbose_name_plural = "lists behind links"

    def __str__(self) -> str:
        return f"{self.key[:8]}…, kept on {self.kept_at:%Y-%m-%d}"


def make_key() -> str:
    """A key that nobody guesses: 128 bits in 22 characters."""
    return secrets.token_urlsafe(16)


class ManyCheck(models.Model):
    """A check of many lists, judged in portions; whoever has the key may read it.

    The lists 1 to `judged` have their rows. What is empty of `game` and `format`, or null of `as_of`, each list says
    itself. Whoever works on it has it until `until`. `facts` is the state of facts and code by which its lists are
    judged; by another one it begins anew. `tries` counts how often it was taken since the last portion that was
    recorded, and `called` is when somebody was last asked to work on it.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    key = models.CharField(max_length=32, primary_key=True, default=make_key)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    caller = models.CharField(max_length=43, blank=True)  #: a keyed digest of whoever started it; empty once it is over
    game = models.CharField(max_length=40, blank=True)
    format = models.CharField(max_length=80, blank=True)
    as_of = models.DateField(null=True)
    total = models.PositiveIntegerField()
    facts = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    judged = models.PositiveIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    until = models.DateTimeField(null=True)
    called = models.DateTimeField(default=timezone.now)
    problem = models.CharField(max_length=400, blank=True)  #: why nobody works on it, or why it failed
    asked = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-asked",)
        verbose_name = "check of many lists"
        verbose_name_plural = "checks of many lists"

    def __str__(self) -> str:
        return f"{self.key[:6]}…, {self.total:,} lists"


class ListOfCheck(models.Model):
    """A list of a check, with its number from 1, and what came of it once it is judged.

    `deck` is the list as deck text where it came in another layout; `row` is what `JudgedList.as_dict` gives.
    """

    check_of = models.ForeignKey(ManyCheck, models.CASCADE, related_name="lists")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    file = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True)
    refusal = models.CharField(max_length=400, blank=True)  #: why it couldn't be read when it was sent
    deck = models.TextField(blank=True)
    row = models.JSONField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("check_of", "number"), name="one_list_a_number"),)
        verbose_name = "list of a check"
        verbose_name_plural = "lists of checks"

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"
