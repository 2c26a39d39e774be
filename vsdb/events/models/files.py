"""What is kept beside an event as it came."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from vsdb.events.models.event import Event


class EarlierLog(models.Model):
    """The log of an event that was imported whole, as it was exported: it is kept, and never mixed with the new one.

    Like a log it names nobody.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="earlier_log")
    rows = models.JSONField(default=list)
    imported = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"earlier log of {self.event_id}"
