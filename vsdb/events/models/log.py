"""The log of an event: rows that the database itself lets nobody change or delete."""

from __future__ import annotations

from django.db import models


class LogEntry(models.Model):
    """Something that was done at an event. `hash` covers the row and the hash before it, so that a change shows.

    No foreign key and no name, address or card: `event`, `actor` and the numbers in `about`, `before` and `after` say
    nothing once the rows that they mean are gone. Triggers of migration 0002 refuse UPDATE and DELETE.
    """

    event = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.PositiveIntegerField()
    action = models.CharField(max_length=40)
    about = models.CharField(max_length=60, blank=True)  #: what it was done to, as in `list:12`
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("event", "number")
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="event_log_number"),)

    def __str__(self) -> str:
        return f"{self.event}.{self.number}: {self.action}"
