"""Reads about events."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from vsdb.events.models import Event


def list_coming_events(now: datetime) -> QuerySet[Event]:
    """Events that everybody sees and that haven't ended, the next one first; one of several days until its last."""
    shown = Event.objects.filter(stage__in=(Event.Stage.ANNOUNCED, Event.Stage.RUNNING), ends__gte=now)
    return shown.select_related("game").order_by("starts", "pk")
