"""Imports that were made or tried, with what came of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Import(models.Model):
    """One file that was imported or tried: who, when, and the report as `Report.as_json` writes it.

    A state of `running` that nobody works on any more is an import that was killed: it changed nothing. `stored` names
    the uploaded file while it is kept. `restarts` counts how often it was begun again after it was killed, and
    `restarted` is the last time.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="imports")
    source = models.CharField(max_length=20)
    file_name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, blank=True)
    is_dry_run = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    stored = models.CharField(max_length=32, blank=True, editable=False)
    asked = models.DateTimeField(default=timezone.now, editable=False)
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    restarts = models.PositiveSmallIntegerField(default=0, db_default=0)
    restarted = models.DateTimeField(null=True)
    report = models.JSONField(default=dict)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.file_name}: {self.state}"
