"""Runs of goldfish games that take too long for a request; everything else in this room stores nothing."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone


def make_key() -> str:
    """A key that nobody guesses: 128 bits in 22 characters."""
    return secrets.token_urlsafe(16)


class SimulationRun(models.Model):
    """Goldfish games of a list, played in portions beside the requests; whoever has the key may read it.

    `tally` sums up the games 0 to `played` - 1, `answer` is what they came to, as JSON. Whoever works on it has it
    until `until`. `facts` is the state of facts and code by which its games are played; by another one it begins anew.
    `tries` counts how often it was taken since the last portion that was recorded, and `called` is when somebody was
    last asked to work on it.
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
    text = models.TextField()
    game = models.CharField(max_length=40)
    as_of = models.DateField()
    games = models.PositiveIntegerField()
    turns = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=20)  #: up to 2^64 - 1, more than a column of whole numbers holds
    first = models.BooleanField(default=False)
    facts = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    played = models.PositiveIntegerField(default=0)
    tally = models.JSONField(null=True)
    answer = models.TextField(blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    until = models.DateTimeField(null=True)
    called = models.DateTimeField(default=timezone.now)
    problem = models.CharField(max_length=400, blank=True)  #: why nobody works on it, or why it failed
    asked = models.DateTimeField(default=timezone.now, editable=False)
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-asked",)

    def __str__(self) -> str:
        return f"{self.key[:6]}…, {self.games:,} games"
