"""The order in which the texts of a card count."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db.models import Case, DateField, Exists, F, OuterRef, Q, Value, When
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce

from vsdb.catalog.wordings.models import Wording

Ordering = OrderBy | str
_UNDATED = Value(date.min, DateField())


def in_order() -> Sequence[Ordering]:
    """The order in which a card's texts count, the last above all others: texts without a day first, then what was
    printed first, then by day, of one day by precedence.

    What a card's first printing says is older than every dated errata and reference, also of days before its release;
    where another release overlaps the day of an errata, the errata is the newer one.
    """
    return _rank().asc(), _day().asc(nulls_first=True), "precedence", "pk"


def newest_first() -> Sequence[Ordering]:
    """The order of `in_order` turned round."""
    return _rank().desc(), _day().desc(nulls_last=True), "-precedence", "-pk"


def _rank() -> Case:
    """Made anew for each query: a query that is used twice within another mistakes its tables."""
    printed_before = (
        Wording.objects.alias(day=Coalesce("effective_earliest", _UNDATED))
        .filter(card=OuterRef("card"), kind=Wording.Kind.PRINTED)
        .filter(day__lt=Coalesce(OuterRef("effective_earliest"), _UNDATED))
        .order_by()
    )
    return Case(
        When(effective_latest=None, then=0),
        When(Q(kind=Wording.Kind.PRINTED) & ~Exists(printed_before), then=1),
        default=2,
    )


def _day() -> Case:
    return Case(When(kind=Wording.Kind.PRINTED, then=F("effective_earliest")), default=F("effective_latest"))
