"""Work that goes on beside requests: batches of verdicts, papers and notices; and lists that were published."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.utils import timezone

from vsdb.core.leased_work import LeasedWork
from vsdb.decks.models import Deck
from vsdb.events.models.entries import EventList, Registration
from vsdb.events.models.event import Event


class Batch(LeasedWork):
    """Judges the current version of each list of an event anew, in portions by the lists' keys.

    `judged` counts the lists that are done and `changed` those with another outcome, or other errors and unknowns, than
    before; `last` is the key of the last one. `similar` has a row for two fingerprints and how alike their lists are.
    """

    progress_field = "judged"
    lease = timedelta(seconds=5)  #: many portions' time, so that whoever is killed is soon followed by another
    patience = timedelta(seconds=5)

    event = models.ForeignKey(Event, models.CASCADE, related_name="batches")
    why = models.CharField(max_length=40)  #: import, format, day, facts, button
    total = models.PositiveIntegerField()
    judged = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    last = models.PositiveBigIntegerField(default=0)
    similar = models.JSONField(default=list)  #: empty until all are judged

    class Meta(LeasedWork.Meta):
        verbose_name = "batch of verdicts"
        verbose_name_plural = "batches of verdicts"

    def __str__(self) -> str:
        return f"{self.event_id}: {self.total:,} lists"


class PaperJob(LeasedWork):
    """Draws papers of an event into one PDF, in portions; the file is deleted after a day.

    `order` is name or table; `options` has the paper's size, whether each list starts on an odd page, and the site's
    address, to which the codes on the sheets lead.
    """

    progress_field = "drawn"

    event = models.ForeignKey(Event, models.CASCADE, related_name="papers")
    kind = models.CharField(max_length=20)
    order = models.CharField(max_length=10, default="name")
    total = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField(default=0)
    options = models.JSONField(default=dict)
    file = models.CharField(max_length=80, blank=True)

    class Meta(LeasedWork.Meta):
        verbose_name = "papers of an event"
        verbose_name_plural = "papers of events"

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"


class Notice(models.Model):
    """A mail about an event. `key` says what it is about, so that whatever is retried, each is made and sent once.

    `data` has what the text is made of; the address is the registration's, read when it is sent. `sent` is set before
    a mail is handed to the mail server, and `until` tells until when somebody is at it; it is emptied once the server
    has the mail. Without `sent`, `until` is when it is tried again. A notice that is never sent is `dropped`.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="notices")
    registration = models.ForeignKey(Registration, models.CASCADE, null=True, related_name="notices")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=120, unique=True)
    data = models.JSONField(default=dict)
    made = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField(default=timezone.now, db_index=True)
    sent = models.DateTimeField(null=True)
    dropped = models.DateTimeField(null=True)
    until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("due", "pk")

    def __str__(self) -> str:
        return self.key


class PublishedList(models.Model):
    """A list that was published as a public deck, which nobody owns. It outlasts the retention of the event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="published_lists")
    list = models.OneToOneField(EventList, models.CASCADE, related_name="published")
    deck = models.OneToOneField(Deck, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"list {self.list_id} as deck {self.deck_id}"
