"""Days that are known to lie in a span, compared with those that a query names: certain comparisons only."""

from __future__ import annotations

from django.db.models import Q

from engine.model.cards import Between
from vsdb.search.conditions.context import Context
from vsdb.search.conditions.date_terms import nearest_sets, period, sets_called
from vsdb.search.conditions.values import written
from vsdb.search.language.syntax import Term


def days_asked(term: Term, context: Context) -> Between | None:
    """The days that a term names, or between which a set came out; None, with a note, for what is neither."""
    text = written(term.value) or ""
    found = period(text, context)
    if found is not None:
        return found
    sets = sets_called(text, context.references.values())
    if sets:
        return sets[0].released
    said = f"{text[:60]!r} is no day, month, year or set; a day is written 2006-05-01"
    context.note(said, term.span, nearest_sets(text, context))
    return None


def within(columns: str, op: str, wanted: Between) -> Q:
    """Rows whose day, between the two of these columns, certainly stands so to the days that are wanted."""
    earliest, latest = f"{columns}_earliest", f"{columns}_latest"
    known = Q(**{f"{earliest}__isnull": False, f"{latest}__isnull": False})
    before, after = Q(**{f"{latest}__lt": wanted.earliest}), Q(**{f"{earliest}__gt": wanted.latest})
    return known & {
        "<": before,
        "<=": Q(**{f"{latest}__lte": wanted.latest}),
        ">": after,
        ">=": Q(**{f"{earliest}__gte": wanted.earliest}),
        "!=": before | after,
    }.get(op, Q(**{f"{earliest}__gte": wanted.earliest, f"{latest}__lte": wanted.latest}))
