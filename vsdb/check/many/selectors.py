"""Reads of checks of many lists; each costs one query."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from engine.model.errors import NotFound
from vsdb.check.many.judging import JudgedList
from vsdb.check.many.table import ListRow, build_rows
from vsdb.check.models import ListOfCheck, ManyCheck
from vsdb.core.leased_work import list_stuck


def find_check(key: str) -> ManyCheck:
    """A check by its key. Raises NotFound, also for one that is kept no longer."""
    found = ManyCheck.objects.filter(pk=key, asked__gt=_find_oldest()).first()
    if found is None:
        raise NotFound("this check has been deleted or never existed; send the lists again to get a new link")
    return found


def list_own_checks(user: int | None, keys: Iterable[str] = ()) -> QuerySet[ManyCheck]:
    """The checks that an account or a browser started, the newest first."""
    own = Q(user=user) if user is not None else Q(user=None, pk__in=list(keys))
    return ManyCheck.objects.filter(own, asked__gt=_find_oldest())


def find_list(check: ManyCheck, number: int) -> ListOfCheck:
    """A list of a check by its number. Raises NotFound."""
    found = ListOfCheck.objects.filter(check_of=check, number=number).first()
    if found is None:
        raise NotFound(f"no list {number} in this check; it has {check.total:,}")
    return found


def load_rows(check: ManyCheck) -> list[ListRow]:
    """The rows of the lists that are judged, in their order."""
    lists = ListOfCheck.objects.filter(check_of=check, number__lte=check.judged, row__isnull=False)
    rows = lists.order_by("number").values_list("number", "row")
    return build_rows((number, JudgedList.from_dict(row)) for number, row in rows if row is not None)


def list_stuck_checks() -> list[ManyCheck]:
    """The checks that are to be worked on and aren't: nobody does, or nobody could be called."""
    return list(list_stuck(ManyCheck))


def list_expired_checks() -> QuerySet[ManyCheck]:
    """The checks that are kept no longer; none where they are kept for ever."""
    if settings.CHECK_MANY_DAYS <= 0:
        return ManyCheck.objects.none()
    return ManyCheck.objects.filter(asked__lte=_find_oldest())


def count_checks_by_state() -> dict[str, int]:
    """How many checks there are in each state."""
    counts = dict.fromkeys(ManyCheck.State.values, 0)
    counts.update(ManyCheck.objects.order_by().values_list("state").annotate(number=Count("pk")))
    return counts


def _find_oldest() -> datetime:
    """The moment after which a check must have been asked for to be kept still."""
    if settings.CHECK_MANY_DAYS <= 0:
        return datetime.min.replace(tzinfo=UTC)
    return timezone.now() - timedelta(days=settings.CHECK_MANY_DAYS)
