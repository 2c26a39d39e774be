"""What the stored wordings state, as the rows that `engine.model.reference` takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from engine.card_text import FACTS
from vsdb.catalog.wordings.models import Aged, Wording, sort_by_age

Row = dict[str, Any]
_COLUMNS = ("card__slug", "pk", "kind", "effective_earliest", "effective_latest", "precedence", "derived")
_AT_ONCE = 2_000


def list_reading_rows(game: str) -> list[Row]:
    """A game's readings, card by card in the order of their slugs, the oldest of a card first; one query.

    Left out are cards whose texts state nothing that the engine asks for, and texts that state what the one before
    stated.
    """
    held = Wording.objects.filter(card__game=game).order_by("card__slug").values_list(*_COLUMNS)
    by_card = groupby(held.iterator(_AT_ONCE), key=itemgetter(0))
    return [row for slug, wordings in by_card for row in _readings(slug, sort_by_age(map(_build_aged, wordings)))]


def _build_aged(values: tuple[Any, ...]) -> Aged[Row]:
    _, pk, kind, earliest, latest, precedence, derived = values
    facts = {name: derived[name] for name in FACTS if name in derived}
    return Aged(pk, kind, earliest, latest, precedence, facts)


def _readings(slug: str, wordings: Iterable[Aged[Row]]) -> list[Row]:
    rows: list[Row] = []
    for wording in wordings:
        earliest, latest, facts = wording.effective_earliest, wording.effective_latest, wording.known
        since = [earliest.isoformat(), latest.isoformat()] if earliest and latest else None
        if not rows and wording.kind == Wording.Kind.PRINTED:
            since = None  # before its first printing nobody has the card, and it has no other text
        if rows and rows[-1]["since"] == since:
            rows.pop()
        rows.append({"card": slug, "since": since, "facts": facts})
    different = list(_drop_repeated(rows))
    return different if any(row["facts"] for row in different) else []


def _drop_repeated(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows but those that state the same as the one before."""
    before: Row | None = None
    for row in rows:
        if before is None or row["facts"] != before["facts"]:
            yield row
        before = row
