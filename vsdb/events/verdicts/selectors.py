"""The verdict of record of each list of an event, and the later verdicts that stand beside it.

Of record is, without any job, the newest verdict on the current version that was made before the lock, or the one that
was made with the version itself; a later one only where the head judge has adopted it. Every page, sheet, table and
address of the API asks here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet

from vsdb.events import clock
from vsdb.events.models import Adoption, Event, EventList, ListVerdict
from vsdb.events.verdicts.changes import VerdictChange, build_change, differ


@dataclass(frozen=True, slots=True)
class VerdictMoment:
    """A verdict by its key, and when it was made."""

    pk: int
    made: datetime


@dataclass(frozen=True, slots=True)
class VerdictPair:
    """The verdict of record of a list and its newest one, which may be the same."""

    record: ListVerdict
    newest: ListVerdict

    @property
    def is_changed(self) -> bool:
        """Whether the newest one has another outcome or other errors and unknowns than the one of record."""
        return self.record.pk != self.newest.pk and differ(self.record, self.newest)


def choose_record(verdicts: Sequence[VerdictMoment], lock: datetime, adopted: int | None) -> int | None:
    """The key of the verdict of record among those on a version, the oldest first; `adopted` is the one that the head
    judge adopted last. None where there is no verdict."""
    if not verdicts:
        return None
    if any(each.pk == adopted for each in verdicts):
        return adopted
    in_time = [each.pk for each in verdicts if each.made <= lock]
    return in_time[-1] if in_time else verdicts[0].pk


def get_record(entry: EventList) -> ListVerdict | None:
    """The verdict of record of a list; None where there is no version. Four queries."""
    pair = get_pair(entry)
    return pair.record if pair else None


def get_newest(entry: EventList) -> ListVerdict | None:
    """The newest verdict on the current version of a list, whether it is of record or not. Four queries."""
    pair = get_pair(entry)
    return pair.newest if pair else None


def is_changed(entry: EventList) -> bool:
    """Whether the newest verdict on a list differs from the one of record. Four queries."""
    pair = get_pair(entry)
    return pair is not None and pair.is_changed


def get_pair(entry: EventList) -> VerdictPair | None:
    """The verdict of record and the newest one of a list; None where there is no version. Four queries."""
    return map_pairs(entry.event, EventList.objects.filter(pk=entry.pk)).get(entry.pk)


def list_records(event: Event, *, has_whole: bool = True) -> dict[int, ListVerdict]:
    """The verdict of record of each list of an event that has one, by the list's key. Five queries for 1,000 lists;
    quicker without `has_whole`, where their texts aren't needed."""
    return {key: pair.record for key, pair in map_pairs(event, has_whole=has_whole).items()}


def list_changes(event: Event) -> dict[int, VerdictPair]:
    """By the list's key the lists whose newest verdict differs from the one of record, and about which the head judge
    hasn't decided. Seven queries for 1,000 lists."""
    pairs = map_pairs(event, has_whole=False)
    return {key: pairs[key] for key in list_undecided(event, pairs)}


def list_undecided(event: Event, pairs: Mapping[int, VerdictPair]) -> set[int]:
    """The keys of those lists whose newest verdict differs and about which the head judge hasn't decided. One query."""
    decided = set(Adoption.objects.filter(list__event=event).values_list("verdict", flat=True))
    return {key for key, pair in pairs.items() if pair.newest.pk not in decided and pair.is_changed}


def map_pairs(
    event: Event, lists: QuerySet[EventList] | None = None, *, has_whole: bool = True
) -> dict[int, VerdictPair]:
    """The verdict of record and the newest one of lists of an event, all where none are given, by the list's key.

    Three queries, and two for each thousand verdicts. Without `has_whole` a verdict that is the newest and of record is
    loaded without its text, some KiB each.
    """
    entries = (EventList.objects.all() if lists is None else lists).filter(event=event, current__isnull=False)
    reopened = dict(entries.values_list("pk", "registration__reopened_until"))
    of_current = {"version__list__in": entries, "version": F("version__list__current")}
    moments: dict[int, list[VerdictMoment]] = defaultdict(list)
    found = ListVerdict.objects.filter(**of_current).order_by("made", "pk")
    for key, pk, made in found.values_list("version__list", "pk", "made"):
        moments[key].append(VerdictMoment(pk, made))
    adopted = dict(
        Adoption.objects.filter(list__in=entries, is_adopted=True).order_by("at", "pk").values_list("list", "verdict")
    )
    lock = clock.get_lock(event)
    chosen = {
        key: (choose_record(each, max(lock, reopened.get(key) or lock), adopted.get(key)), each[-1].pk)
        for key, each in moments.items()
    }
    alone = {record for record, newest in chosen.values() if record == newest}
    others = {pk for record, newest in chosen.values() if record != newest for pk in (record, newest)}
    singles = ListVerdict.objects.all() if has_whole else ListVerdict.objects.defer("whole")
    rows = {**singles.in_bulk(alone), **ListVerdict.objects.in_bulk(others)}
    return {
        key: VerdictPair(rows[record], rows[newest]) for key, (record, newest) in chosen.items() if record is not None
    }


def map_newest(versions: Iterable[int]) -> dict[int, ListVerdict]:
    """The newest verdict on each of these versions that has one, by the version's key. One query."""
    found = ListVerdict.objects.filter(version__in=list(versions)).order_by("made", "pk")
    return {each.version_id: each for each in found}


def describe_change(entry: EventList) -> VerdictChange | None:
    """How the newest verdict on a list differs from the one of record; None where it doesn't. Five queries."""
    pair = get_pair(entry)
    if pair is None or not pair.is_changed:
        return None
    since = pair.newest.made
    for earlier in ListVerdict.objects.filter(version=pair.newest.version_id).order_by("-made", "-pk"):
        if differ(earlier, pair.newest):
            break
        since = earlier.made
    return build_change(pair.record, pair.newest, since)


def list_entered(event: Event) -> QuerySet[EventList]:
    """The lists of an event that were submitted, each with its current version."""
    return EventList.objects.filter(event=event, current__isnull=False).select_related("current")
