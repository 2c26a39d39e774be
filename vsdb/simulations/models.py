"""Runs of goldfish games that take too long for a request; everything else in this room stores nothing."""

from __future__ import annotations

from django.db import models

from vsdb.core.leased_work import LeasedWork


class SimulationRun(LeasedWork):
    """Goldfish games of a list, played in portions beside the requests; whoever has the key may read it.

    `tally` sums up the games 0 to `played` - 1, `answer` is what they came to, as JSON.
    """

    progress_field = "played"

    text = models.TextField()
    game = models.CharField(max_length=40)
    as_of = models.DateField()
    games = models.PositiveIntegerField()
    turns = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=20)  #: up to 2^64 - 1, more than a column of whole numbers holds
    first = models.BooleanField(default=False)
    played = models.PositiveIntegerField(default=0)
    tally = models.JSONField(null=True)
    answer = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.key[:6]}…, {self.games:,} games"
