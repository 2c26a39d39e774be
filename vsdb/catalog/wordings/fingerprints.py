"""The fingerprint of what was imported for a game: the same content gives the same one on every machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from vsdb.catalog.cards.models import CardId, ImportedRow
from vsdb.catalog.wordings.models import NamedGroup, Ruling, RulingCard, RulingCitation, Source, Wording

_AT_ONCE = 500
_BITS = 256
_encoded = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode


def imports_version(game: str) -> str:
    """Empty where nothing was imported; one query then, else eleven, and memory for a few hundred rows.

    The digests of the rows are added up, so that it doesn't matter in which order a database gives them.
    """
    if not Source.objects.filter(game=game).exists():
        return ""
    total = sum(int.from_bytes(hashlib.sha256("\0".join(map(_written, row)).encode()).digest()) for row in _rows(game))
    return f"{total % 2**_BITS:064x}"


def data_version(facts_version: str, imported: str) -> str:
    """The fingerprint of everything that is known of a game."""
    if not imported:
        return facts_version
    return hashlib.sha256(f"{facts_version} {imported}".encode()).hexdigest()


def _written(value: object) -> str:
    """A value as text, the same from every database; only what may hold more values is worth the cost of JSON."""
    return _encoded(value) if isinstance(value, dict | list) else str(value)


def _rows(game: str) -> Iterator[tuple[Any, ...]]:
    of_source = "source__slug"
    yield from _of("source", Source.objects.filter(game=game), "slug name kind authority document__slug "
                   "published_earliest published_latest")  # fmt: skip
    yield from _of("row", ImportedRow.objects.filter(game=game), "kind key source facts is_new place")
    yield from _of("id", CardId.objects.filter(card__game=game), "card__slug system value")
    yield from _of("wording", Wording.objects.filter(card__game=game), f"card__slug {of_source} kind printing_code "
                   "text flavour changed effective_earliest effective_latest precedence place derived")  # fmt: skip
    ruling = f"{of_source} position"
    of_game = Ruling.objects.filter(source__game=game)
    yield from _of("ruling", of_game, f"{ruling} subject text day_earliest day_latest place")
    of_ruling = f"ruling__{of_source} ruling__position"
    said = RulingCard.objects.filter(ruling__source__game=game)
    yield from _of("card", said, f"{of_ruling} card__slug is_subject")
    yield from _of("cited", RulingCitation.objects.filter(ruling__source__game=game), f"{of_ruling} document rule")
    yield from _of("keyword", of_game.filter(keywords__isnull=False), f"{ruling} keywords__slug")
    yield from _of("set", of_game.filter(sets__isnull=False), f"{ruling} sets__code")
    yield from _of("group", NamedGroup.objects.filter(game=game), f"{of_source} slug name members place")


def _of(kind: str, rows: QuerySet[Any], columns: str) -> Iterable[tuple[Any, ...]]:
    held = rows.order_by().values_list(*columns.split())
    return ((kind, *row) for row in held.iterator(_AT_ONCE))
