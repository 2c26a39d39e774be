"""The pages of the rules documents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from vsdb.rules import selectors


@require_safe
def documents(request: HttpRequest) -> HttpResponse:
    """Every document, by game."""
    return render(request, "rules/documents.html", {"documents": selectors.documents()})


@require_safe
def document(request: HttpRequest, document: str) -> HttpResponse:
    """A document with the rules of it that are cited."""
    found = selectors.document(document)
    return render(request, "rules/document.html", {"document": found, "rules": selectors.rules_of(found)})


@require_safe
def rule(request: HttpRequest, document: str, rule: str) -> HttpResponse:
    """A rule, what rests on it and what stands beside it."""
    found = selectors.rule(document, rule)
    before, after = selectors.neighbours(found)
    return render(
        request,
        "rules/rule.html",
        {
            "rule": found,
            "document": found.document,
            "before": before,
            "after": after,
            "elsewhere": selectors.same_number_elsewhere(found),
            "checks": selectors.checks_of(found),
            "keywords": selectors.keywords_of(found),
        },
    )
