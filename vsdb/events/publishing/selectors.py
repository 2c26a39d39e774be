"""Which lists can be published, and which are."""

from __future__ import annotations

from django.db.models import QuerySet

from vsdb.events.models import Event, EventList, PublishedList, Registration


def list_publishable(event: Event) -> QuerySet[EventList]:
    """The submitted lists of players who agreed to publishing, without those that are published already."""
    entries = EventList.objects.filter(event=event, registration__may_publish=True, published=None)
    held = entries.exclude(current=None).exclude(registration__state=Registration.State.WITHDRAWN)
    return held.select_related("current", "registration").order_by("registration__number", "slot")


def list_published(event: Event) -> QuerySet[PublishedList]:
    """The published lists that staff hasn't hidden, in the order of their players' numbers."""
    rows = PublishedList.objects.filter(event=event, deck__hidden_at=None, deck__visibility="public")
    return rows.select_related("deck", "list__registration").order_by("list__registration__number", "list__slot")
