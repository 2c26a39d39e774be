"""The pages of the rules documents."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engine.errors import NotFound
from vsdb.rules import selectors


def documents(request: HttpRequest) -> HttpResponse:
    """Every document, by game."""
    return render(request, "rules/documents.html", {"documents": selectors.documents()})


def document(request: HttpRequest, document: str) -> HttpResponse:
    """A document with the rules of it that are cited."""
    try:
        found = selectors.document(document)
    except NotFound as error:
        raise Http404(error.message) from error
    return render(request, "rules/document.html", {"document": found, "rules": selectors.rules_of(found)})


def rule(request: HttpRequest, document: str, rule: str) -> HttpResponse:
    """A rule, what rests on it and what stands beside it."""
    try:
        found = selectors.rule(document, rule)
    except NotFound as error:
        raise Http404(error.message) from error
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
