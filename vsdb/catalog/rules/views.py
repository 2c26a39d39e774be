"""The pages of the rules documents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.model.errors import NotFound
from vsdb.catalog.rules import coverage as covering
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.book import books
from vsdb.catalog.rules.compare_page import compare_page
from vsdb.catalog.rules.models import Document, Rule
from vsdb.catalog.rules.reading import contents, defined
from vsdb.catalog.rules.reading import whole as whole_text
from vsdb.catalog.rules.rule_page import game_of, rule_page
from vsdb.catalog.wordings.rulings import ruling_page
from vsdb.catalog.wordings.selectors import rulings_citing
from vsdb.core.requests import lead_on


@require_safe
def document(request: HttpRequest, document: str) -> HttpResponse:
    """A document: its contents where its text is loaded, and the rules of it that are cited."""
    game = game_of(document)
    book = game.book
    context = {
        "game": game,
        "document": game.document,
        "rules": selectors.rules_of(game.document),
        "contents": contents(book, depth=1) if book else (),
        "book": book,
        "has_terms": book is not None and bool(defined(book)),
    }
    return render(request, "rules/document.html", context)


@require_safe
def whole(request: HttpRequest, document: str) -> HttpResponse:
    """A document on one page."""
    game = game_of(document)
    book = game.book
    context = {
        "document": game.document,
        "contents": contents(book, depth=1) if book else (),
        "shown": whole_text(game.linker(book)) if book else (),
    }
    return render(request, "rules/whole.html", context)


@require_safe
def glossary(request: HttpRequest, document: str) -> HttpResponse:
    """The terms that a document defines, each with its definition."""
    game = game_of(document)
    book = game.book
    linked = game.linker(book) if book else None
    terms = [
        (entry, [linked.shown(each) for each in (entry, *linked.book.below(entry.slug))])
        for entry in (defined(book) if book else ())
        if linked
    ]
    return render(request, "rules/glossary.html", {"document": game.document, "terms": terms})


@require_safe
@never_cache
def coverage(request: HttpRequest, document: str) -> HttpResponse:
    """What becomes of a document's deck-building rules."""
    game = game_of(document)
    rules = selectors.rules_of(game.document)
    found = covering.coverage([game.document], rules, game.books, covering.other_rules())
    return render(request, "rules/coverage.html", {"document": game.document, "coverages": found})


@require_safe
@never_cache
def every_coverage(request: HttpRequest) -> HttpResponse:
    """What becomes of the deck-building rules of every document."""
    held = [*Document.objects.select_related("game").order_by("position")]
    rules = Rule.objects.order_by("document__position", "position")
    found = covering.coverage(held, rules, books(held), covering.other_rules())
    return render(request, "rules/coverage.html", {"document": None, "coverages": found})


@require_safe
def compare(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """Two documents of one game compared."""
    game = game_of(before)
    if after not in game.documents:
        raise NotFound(f"{game.document.name} has no other edition called {after[:80]}")
    page = compare_page(game, game.documents[after])
    return render(request, "rules/compare.html", {"page": page, "before": page.before, "after": page.after})


@require_safe
def rule(request: HttpRequest, document: str, rule: str) -> HttpResponseBase:
    """A rule in its place, what rests on it and what stands around it."""
    page, words = rule_page(document, rule)
    if page.rule.slug != rule:
        return lead_on(request, "rules:rule", document, page.rule.slug)
    found, rulings = ruling_page(request, rulings_citing(page.rule), words=words)
    context = {
        "page": page,
        "rule": page.rule,
        "document": page.document,
        "entry": page.entry,
        "found": found,
        "rulings": rulings,
    }
    return render(request, "rules/rule.html", context)
