"""The order in which the texts of a card count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from django.db.models import Case, DateField, Exists, F, OuterRef, Q, Value, When
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce

from vsdb.catalog.wordings.models import Wording

Ordering = OrderBy | str
T = TypeVar("T")
_UNDATED = Value(date.min, DateField())


@dataclass(frozen=True, slots=True)
class Aged(Generic[T]):
    """What the age of a text among those of its card hangs on, by the columns' names, and what else is known of it."""

    pk: int
    kind: str
    effective_earliest: date | None
    effective_latest: date | None
    precedence: int
    known: T


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


def sorted_by_age(texts: Iterable[Aged[T]]) -> list[Aged[T]]:
    """The texts of one card in the order of `in_order`: what a query with that order compares each with each, for a
    card that has thousands of them."""
    found = list(texts)
    printed = [text.effective_earliest or date.min for text in found if text.kind == Wording.Kind.PRINTED]
    first_printed = min(printed, default=date.max)
    return sorted(found, key=lambda text: _age(text, first_printed))


def _age(text: Aged[T], first_printed: date) -> tuple[int, bool, date, int, int]:
    is_printed = text.kind == Wording.Kind.PRINTED
    day = text.effective_earliest if is_printed else text.effective_latest
    is_first = is_printed and first_printed >= (text.effective_earliest or date.min)
    rank = 0 if text.effective_latest is None else 1 if is_first else 2
    return rank, day is not None, day or date.min, text.precedence, text.pk


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
