"""The page of what a query for rules finds."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest

from vsdb.search.language.parser import MOST_CHARACTERS
from vsdb.search.rules import FIELDS, search_rules, shown

A_PAGE = 50


def search_page(request: HttpRequest) -> dict[str, Any]:
    """What `?q=` finds, a page of it by `?page=`, the best first; four queries, and six after a load or an import."""
    text = request.GET.get("q", "")[: MOST_CHARACTERS + 1]
    answer = search_rules(text)
    found = Paginator(answer.rows, A_PAGE).get_page(request.GET.get("page"))
    start = found.start_index() - 1 if answer.rows else 0
    return {
        "query": text,
        "answer": answer,
        "found": found,
        "hits": shown(answer, start, start + A_PAGE),
        "notes": [(note, answer.query.text[note.span.start : note.span.end]) for note in answer.notes],
        "fields": FIELDS,
    }
