"""Long lists of rulings and texts, page by page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet, Window
from django.http import HttpRequest
from django.utils import timezone

from vsdb.catalog.wordings.drawing import Gloss
from vsdb.catalog.wordings.models import Ruling
from vsdb.catalog.wordings.rulings import A_PAGE, ShownRuling, shown

_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


def ruling_page(
    request: HttpRequest, rulings: QuerySet[Ruling], words: Mapping[str, Gloss] | None = None
) -> tuple[Page[Ruling], list[ShownRuling]]:
    """A page of rulings by `?page=`, and its rulings as they are shown today; one query and those of `shown`.

    `words` are the keywords of the rulings' game by their names, where they are known already.
    """
    found = page_of(request, rulings)
    held = [*found]
    named = {ruling.source.game_id: words for ruling in held} if words is not None else None
    return found, shown(held, timezone.localdate(), named)


def page_of(request: HttpRequest, rows: QuerySet[Any]) -> Page[Any]:
    """The page that `?page=` asks for, with how many rows there are; one query, more where there is no such page."""
    pages: Paginator[Any] = Paginator(rows, A_PAGE)
    asked = request.GET.get("page") or "1"
    number = int(asked) if _NUMBER.fullmatch(asked) else 0
    counted = rows.annotate(row_count=Window(Count("pk")))
    held = [*counted[(number - 1) * A_PAGE : number * A_PAGE]] if number else []
    if not held and number != 1:
        return pages.get_page(asked)
    pages.count = held[0].row_count if held else 0
    return Page(held, number, pages)
