"""The list of the rules documents, and what a query finds in them."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from vsdb.catalog.rules import selectors
from vsdb.search.language.parser import MOST_CHARACTERS
from vsdb.search.rules import FIELDS, search_rules, shown

A_PAGE = 50


@require_safe
def documents(request: HttpRequest) -> HttpResponse:
    """Every document, by game; with `?q=` the rules that a query finds."""
    if request.GET.get("q", "").strip():
        return render(request, "rules/found.html", search_page(request))
    return render(request, "rules/documents.html", {"documents": selectors.documents()})


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
