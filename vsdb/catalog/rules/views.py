"""The pages of the rules documents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.model.errors import NotFound
from vsdb.catalog.rules import coverage as covering
from vsdb.catalog.rules import selectors
from vsdb.catalog.rules.book import load_books
from vsdb.catalog.rules.compare_page import compare_page
from vsdb.catalog.rules.models import Document, Rule
from vsdb.catalog.rules.reading import link_document as whole_text
from vsdb.catalog.rules.reading import list_contents, list_glossary_entries
from vsdb.catalog.rules.rule_page import build_rule_page, get_documents_of_game
from vsdb.catalog.wordings.rulings import paginate_rulings
from vsdb.catalog.wordings.selectors import list_rulings_citing
from vsdb.core.requests import redirect_to_own_address


@require_safe
def show_document(request: HttpRequest, document: str) -> HttpResponse:
    """A document: its contents where its text is loaded, and the rules of it that are cited."""
    game = get_documents_of_game(document)
    book = game.book
    context = {
        "game": game,
        "document": game.document,
        "rules": selectors.list_rules(game.document),
        "contents": list_contents(book, depth=1) if book else (),
        "book": book,
        "has_terms": book is not None and bool(list_glossary_entries(book)),
    }
    return render(request, "catalog/rules/document.html", context)


@require_safe
def show_whole_document(request: HttpRequest, document: str) -> HttpResponse:
    """A document on one page."""
    game = get_documents_of_game(document)
    book = game.book
    context = {
        "document": game.document,
        "contents": list_contents(book, depth=1) if book else (),
        "shown": whole_text(game.linker(book)) if book else (),
    }
    return render(request, "catalog/rules/whole_document.html", context)


@require_safe
def show_glossary(request: HttpRequest, document: str) -> HttpResponse:
    """The terms that a document defines, each with its definition."""
    game = get_documents_of_game(document)
    book = game.book
    linked = game.linker(book) if book else None
    terms = [
        (entry, [linked.shown(each) for each in (entry, *linked.book.below(entry.slug))])
        for entry in (list_glossary_entries(book) if book else ())
        if linked
    ]
    return render(request, "catalog/rules/glossary.html", {"document": game.document, "terms": terms})


@require_safe
@never_cache
def show_coverage(request: HttpRequest, document: str) -> HttpResponse:
    """What becomes of a document's deck-building rules."""
    game = get_documents_of_game(document)
    rules = selectors.list_rules(game.document)
    found = covering.list_coverage([game.document], rules, game.books, covering.load_uncited_rules())
    return render(request, "catalog/rules/coverage.html", {"document": game.document, "coverages": found})


@require_safe
@never_cache
def show_every_coverage(request: HttpRequest) -> HttpResponse:
    """What becomes of the deck-building rules of every document."""
    held = [*Document.objects.select_related("game").order_by("position")]
    rules = Rule.objects.order_by("document__position", "position")
    found = covering.list_coverage(held, rules, load_books(held), covering.load_uncited_rules())
    return render(request, "catalog/rules/coverage.html", {"document": None, "coverages": found})


@require_safe
def compare(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """Two documents of one game compared."""
    game = get_documents_of_game(before)
    if after not in game.documents:
        raise NotFound(f"{game.document.name} has no other edition called {after[:80]}")
    page = compare_page(game, game.documents[after])
    return render(request, "catalog/rules/compare.html", {"page": page, "before": page.before, "after": page.after})


@require_safe
def show_rule(request: HttpRequest, document: str, rule: str) -> HttpResponseBase:
    """A rule in its place, what rests on it and what stands around it."""
    page, words = build_rule_page(document, rule)
    if page.rule.slug != rule:
        return redirect_to_own_address(request, "rules:rule", document, page.rule.slug)
    found, rulings = paginate_rulings(request, list_rulings_citing(page.rule), words=words)
    context = {
        "page": page,
        "rule": page.rule,
        "document": page.document,
        "entry": page.entry,
        "found": found,
        "rulings": rulings,
    }
    return render(request, "catalog/rules/rule.html", context)
