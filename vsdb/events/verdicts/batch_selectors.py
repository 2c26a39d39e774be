"""Reads of batches, and of the lists of an event that are the same or similar."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from engine import NotFound
from vsdb.core.leased_work import OPEN, list_stuck
from vsdb.events.models import Batch, Event, EventList, Registration
from vsdb.events.verdicts import likeness
from vsdb.events.verdicts.copies import count_copies_of_lists
from vsdb.events.verdicts.judging import get_event_question
from vsdb.events.verdicts.selectors import list_entered

AT_ONCE = 100  #: lists that are compared within a request, where no batch has


@dataclass(frozen=True, slots=True)
class SimilarLists:
    """Two lists of an event, and how alike they are: from 0.9 to just below 1."""

    first: EventList
    second: EventList
    share: float

    @property
    def percent(self) -> int:
        """How alike, rounded down."""
        return int(self.share * 100)


def list_batches(event: Event) -> QuerySet[Batch]:
    """The batches of an event, the newest first."""
    return Batch.objects.filter(event=event).defer("similar")


def find_batch(event: Event, key: str) -> Batch:
    """A batch of this event by its key; one query. Raises NotFound."""
    found = list_batches(event).filter(pk=key).first()
    if found is None:
        raise NotFound("this event has no such batch")
    return found


def get_last_sign(batch: Batch) -> datetime:
    """When a batch last gave a sign of life: it ended, a portion was recorded, or somebody was called."""
    return batch.ended or batch.called


def list_open_batches() -> QuerySet[Batch]:
    """The batches of all events that wait or are worked on, the oldest first."""
    return Batch.objects.filter(state__in=OPEN).select_related("event").order_by("asked")


def list_stuck_batches() -> QuerySet[Batch]:
    """The batches that are to be worked on and aren't: nobody does, or nobody could be called."""
    return list_stuck(Batch).select_related("event")


def count_batches() -> dict[str, int]:
    """How many batches there are in each state."""
    counts = dict.fromkeys(Batch.State.values, 0)
    counts.update(Batch.objects.order_by().values_list("state").annotate(number=Count("pk")))
    return counts


def list_same(event: Event) -> list[list[EventList]]:
    """The groups of lists of several players that hold the same cards, the largest first; one query."""
    groups = [
        group for group in _group_by_fingerprint(event).values() if len({each.registration_id for each in group}) > 1
    ]
    return sorted(groups, key=lambda group: (-len(group), group[0].pk))


def list_similar(event: Event) -> list[SimilarLists]:
    """The pairs of lists of different players that are similar and not the same, the most alike first.

    By the last batch that has ended; of a small event by the lists as they are now. Two queries.
    """
    groups = _group_by_fingerprint(event)
    return [
        SimilarLists(first, second, share)
        for first_key, second_key, share in _list_similar_fingerprints(event, groups)
        for first in groups.get(first_key, ())
        for second in groups.get(second_key, ())
        if first.registration_id != second.registration_id
    ]


def _list_similar_fingerprints(event: Event, groups: dict[str, list[EventList]]) -> list[tuple[str, str, float]]:
    if sum(map(len, groups.values())) <= AT_ONCE:
        try:
            copies = count_copies_of_lists(event, get_event_question(event))
        except NotFound:
            return []
        return [(pair.first, pair.second, pair.share) for pair in likeness.find_similar(copies)]
    last = Batch.objects.filter(event=event, state=Batch.State.DONE).order_by("-asked").first()
    return [(first, second, share) for first, second, share in last.similar] if last else []


def _group_by_fingerprint(event: Event) -> dict[str, list[EventList]]:
    """The lists of those who haven't withdrawn, by fingerprint."""
    groups: defaultdict[str, list[EventList]] = defaultdict(list)
    lists = list_entered(event).exclude(registration__state=Registration.State.WITHDRAWN)
    for each in lists.select_related("registration", "current").order_by("pk"):
        if each.current is not None and each.current.fingerprint:
            groups[each.current.fingerprint].append(each)
    return groups
