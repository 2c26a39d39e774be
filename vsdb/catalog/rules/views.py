"""The pages of the rules documents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from vsdb.catalog.rules.book import load_books
from vsdb.catalog.rules.compare_page import DECKS, DECKS_LABEL, KINDS, LABELS, build_compare_page
from vsdb.catalog.rules.coverage import list_coverage
from vsdb.catalog.rules.models import Document
from vsdb.catalog.rules.play_coverage import list_open_topics
from vsdb.catalog.rules.reading import link_document, list_contents
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
        "rules": game.document.rules.all(),
        "contents": list_contents(book, depth=1) if book else (),
        "book": book,
        "has_terms": book is not None and bool(book.glossary),
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
        "shown": link_document(game.linker(book)) if book else (),
    }
    return render(request, "catalog/rules/whole_document.html", context)


@require_safe
def show_glossary(request: HttpRequest, document: str) -> HttpResponse:
    """The terms that a document defines, each with its definition."""
    game = get_documents_of_game(document)
    book = game.book
    terms = []
    if book:
        linked = game.linker(book)
        for entry in book.glossary:
            terms.append((entry, [linked.shown(each) for each in (entry, *book.below(entry.slug))]))
    return render(request, "catalog/rules/glossary.html", {"document": game.document, "terms": terms})


@require_safe
@never_cache
def show_coverage(request: HttpRequest, document: str = "") -> HttpResponse:
    """Which rules of a document, or of every one, are checked in decks and in play, and what play leaves open."""
    game = get_documents_of_game(document) if document else None
    held = [game.document] if game else [*Document.objects.select_related("game")]
    found = list_coverage(held, game.books if game else load_books(held))
    context = {
        "document": game and game.document,
        "coverages": found,
        "open_topics": list_open_topics(each.document.game_id for each in found if each.played),
    }
    return render(request, "catalog/rules/coverage.html", context)


@require_safe
def compare(request: HttpRequest, before: str, after: str) -> HttpResponse:
    """Two documents of one game compared."""
    game = get_documents_of_game(before)
    page = build_compare_page(game.document, game.find_other(after), game.books)
    chapters = page.chapters
    chapter = next((each for each in chapters if each.slug and each.slug == request.GET.get("chapter")), None)
    kind = request.GET.get("kind", "")
    kind = kind if kind in (*KINDS, DECKS) else ""
    context = {
        "page": page,
        "before": page.before,
        "after": page.after,
        "chapters": chapters,
        "chapter": chapter,
        "kind": kind,
        "kind_label": LABELS.get(kind, DECKS_LABEL if kind else ""),
        "kinds": [*page.summary, *([(DECKS, DECKS_LABEL, len(page.decks))] if page.decks else [])],
        "shown": page.show(chapter.slug if chapter else "", kind),
        "is_whole": chapter is None and not kind,
    }
    return render(request, "catalog/rules/compare.html", context)


@require_safe
def show_rule(request: HttpRequest, document: str, rule: str) -> HttpResponseBase:
    """A rule in its place, what rests on it and what stands around it."""
    page, words = build_rule_page(document, rule)
    if page.rule.slug != rule:
        return redirect_to_own_address(request, "rules:rule", document, page.rule.slug)
    found, rulings = paginate_rulings(request, list_rulings_citing(page.rule), words=words)
    context = {"page": page, "rule": page.rule, "document": page.game.document, "entry": page.entry}
    context |= {"found": found, "rulings": rulings}
    return render(request, "catalog/rules/rule.html", context)
