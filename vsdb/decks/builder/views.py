"""The builder: a deck with its search and its verdict, and what is done to it."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from engine import decklists
from engine.decklists.addresses import refuse_address
from engine.model.errors import InputError, NotFound
from engine.model.games import game_of
from vsdb.accounts.viewers import Viewer, get_viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import list_format_choices
from vsdb.core.responses import serve_uncached
from vsdb.core.words import to_sentence
from vsdb.decks import selectors, services
from vsdb.decks.builder import saving
from vsdb.decks.builder.changes import OPS, change_of, read_changes
from vsdb.decks.builder.page import BuilderResults, build_state, parse_builder_request
from vsdb.decks.builder.saving import MergeConflict, SavedDeck, build_conflict_page, read_settled_fields
from vsdb.decks.deck_page import SHARING
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot
from vsdb.exchange.deck_lists.importing import ImportedList, import_deck_list
from vsdb.exchange.deck_lists.layouts import list_layouts

#: By the place of the page that is renewed.
_PARTS = {
    "results": "decks/builder/results.html",
    "found": "decks/builder/results.html",
    "built": "decks/builder/built.html",
    "note": "decks/builder/note.html",
}


@require_safe
@serve_uncached
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The builder's page, or the part of it that is renewed: what is found, the deck, the note on a card."""
    viewer = get_viewer(request)
    deck = selectors.get_own_deck(pk, viewer)
    part = request.headers.get("HX-Target", "")
    return render(request, _PARTS.get(part, "decks/builder/page.html"), _context(request, deck, viewer))


@require_POST
@serve_uncached
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """One change of the deck: the deck anew where the page renews itself, else back to the page."""
    viewer = get_viewer(request)
    deck = selectors.get_own_deck(pk, viewer)
    try:
        saved = _save_form(deck, viewer, request.POST, request.FILES.get("file"))
    except MergeConflict as clash:
        return _render_conflict(request, deck, clash)
    except (InputError, NotFound) as problem:
        return _render_refusal(request, deck, viewer, problem)
    if not request.headers.get("HX-Request"):
        words = request.GET.urlencode()
        return HttpResponseRedirect(reverse("stored:edit", args=(pk,)) + (f"?{words}" if words else ""))
    elsewhere = _find_saves_elsewhere(deck, saved, request.POST)
    deck.refresh_from_db()
    shown = _build_state(request, deck, saved=saved, elsewhere=elsewhere)
    sent = _read_form(request.POST)
    if elsewhere is None and "number" not in sent and sent.get("op") != "insert":
        return render(request, "decks/builder/built.html", {"built": shown})
    # Somebody else has saved, a version came back or a list came in: the page's fields may hold an older text.
    return render(request, "decks/builder/renewed.html", _texts(request, deck, shown, request.POST.get("card", "")))


def _save_form(deck: Deck, viewer: Viewer, form: QueryDict, upload: UploadedFile[Any] | None) -> SavedDeck:
    """Save a form, or what its button sent, by its `op`. Raises MergeConflict, InputError and NotFound."""
    sent = _read_form(form)
    edition, base = _edition(sent, "edition"), _edition(sent, "base" if "base" in sent else "edition")
    sent.setdefault("after", str(edition))
    match sent.get("op", ""):
        case "about":
            said: dict[str, Any] = {name: sent.get(name, "") for name in ("title", "format")}
            said["as_of"] = saving.parse_form_day(sent.get("as_of", ""))
            return saving.write_fields(deck, viewer, base, said)
        case "notes":
            return saving.write_fields(deck, viewer, base, {"notes": sent.get("notes", "")})
        case "note":
            slug = _slug(deck, sent.get("card", ""))
            return saving.write_fields(deck, viewer, base, {f"{saving.NOTE}{slug}": sent.get("note", "")})
        case "text":
            refuse_address(sent.get("text", ""))
            return saving.write_fields(deck, viewer, base, {"text": sent.get("text", "")})
        case "insert":
            given = _read_given_list(sent.get("list", ""), upload, deck.game_id)
            return saving.insert_list(deck, viewer, base, given, instead=sent.get("how") == "replace")
        case "restore":
            return saving.take_back(deck, viewer, _edition(sent, "number"), _edition(sent, "after"))
        case "name":
            return SavedDeck(services.name_version(deck.pk, viewer, sent.get("comment", "")))
        case "settle":
            both: dict[str, Any] = dict(read_settled_fields(sent))
            if "as_of" in both:
                both["as_of"] = saving.parse_form_day(both["as_of"])
            return saving.write_fields(deck, viewer, edition, both)
        case "offline":
            return saving.change_cards(
                deck, viewer, base, read_changes(sent.get("changes", ""), deck.game_id), sent.get("title")
            )
        case "look":
            return SavedDeck(selectors.get_revision(deck))
        case op if op and op not in OPS:
            raise InputError(f"no action {op[:40]!r}", place="op")
    return saving.change_list(deck, viewer, edition, change_of(sent, deck.game_id))


def _read_given_list(text: str, upload: UploadedFile[Any] | None, game: str) -> ImportedList:
    """A list that was pasted, or else a file, in any layout. Raises InputError and NotFound."""
    if text.strip():
        return import_deck_list(text.replace("\r\n", "\n"), game=game)
    if upload is None:
        raise InputError("paste a list, one card per line, or choose a file", place="list")
    read = decklists.decode_list(upload.read(decklists.MAX_BYTES + 1))
    return import_deck_list(read, file_name=upload.name or "", game=game)


def _read_form(form: QueryDict) -> dict[str, str]:
    """The fields of a form with those of the button that sent it."""
    fields = {name: str(form.get(name, "")) for name in form}
    return {**fields, **dict(parse_qsl(fields.get("change", "")))}


def _context(request: HttpRequest, deck: Deck, viewer: Viewer, problem: str = "") -> dict[str, Any]:
    """What the page and its parts show."""
    shown = _build_state(request, deck, problem=problem)
    asked = parse_builder_request(request, deck)
    results = BuilderResults(asked, shown, viewer)
    texts = _texts(request, deck, shown, request.GET.get("note", ""))
    return {**texts, "results": results, "page": results, "asked": asked}


def _texts(request: HttpRequest, deck: Deck, shown: dict[str, Any], slug: str) -> dict[str, Any]:
    """What the deck and the fields beside it show, with the note on a card where one is asked for."""
    reference, snapshot = cards.get_reference(deck.game_id), shown["snapshot"]
    noted = reference.catalog.by_slug.get(slug)
    return {
        "built": shown,
        "formats": list_format_choices(reference, snapshot.format),
        "layouts": list_layouts(deck.game_id),
        "sharing": SHARING,
        "may_be_dealt": game_of(deck.game_id).opening is not None,
        "noted": noted,
        "note": snapshot.card_notes.get(noted.slug, "") if noted else "",
        "change_address": f"{reverse('stored:change', args=(deck.pk,))}?{request.GET.urlencode()}",
    }


def _build_state(
    request: HttpRequest,
    deck: Deck,
    saved: SavedDeck | None = None,
    elsewhere: tuple[Snapshot, Snapshot] | None = None,
    problem: str = "",
) -> dict[str, Any]:
    words = _read_form(request.POST)
    asked = (words.get("as"), request.GET.get("as"))
    revision = saved.revision if saved else selectors.get_revision(deck)
    by, mode = words.get("by") or request.GET.get("by", ""), "text" if "text" in asked else ""
    shown = build_state(deck, revision, by=by, elsewhere=elsewhere, problem=problem, mode=mode)
    return {**shown, "before": saved.before if saved else None, "is_step": words.get("op") == "restore"}


def _find_saves_elsewhere(deck: Deck, saved: SavedDeck, sent: QueryDict) -> tuple[Snapshot, Snapshot] | None:
    """What the page last showed and what others have made of it since; None where nobody saved in between."""
    edition = _edition(sent, "edition")
    if edition == saved.others:
        return None
    shown = services.find_snapshot(deck, edition) or saved.since
    theirs = services.find_snapshot(deck, saved.others)
    return (shown, theirs) if shown and theirs else None


def _render_refusal(request: HttpRequest, deck: Deck, viewer: Viewer, problem: InputError | NotFound) -> HttpResponse:
    """The deck as it is, with what was wrong."""
    part = "built" if request.headers.get("HX-Request") else "page"
    context = _context(request, deck, viewer, problem=to_sentence(problem.message))
    return render(request, f"decks/builder/{part}.html", context, status=HTTPStatus.BAD_REQUEST)


def _render_conflict(request: HttpRequest, deck: Deck, clash: MergeConflict) -> HttpResponse:
    """Both texts side by side with what they come to together; nothing that was typed is lost."""
    is_part = bool(request.headers.get("HX-Request"))
    template = "decks/builder/clash.html" if is_part else "decks/builder/clash_page.html"
    formats = list_format_choices(cards.get_reference(deck.game_id), deck.format)
    context = {"clash": build_conflict_page(clash, deck.game_id), "deck": deck, "formats": formats}
    response = render(request, template, context, status=HTTPStatus.CONFLICT)
    if is_part:
        response.headers["HX-Retarget"] = "#clash"
        response.headers["HX-Reswap"] = "innerHTML show:top"
    return response


def _edition(sent: Mapping[str, Any], name: str) -> int:
    text = str(sent.get(name, ""))
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise InputError(f"{text[:20]!r} is not a version number", place=name)
    return int(text)


def _slug(deck: Deck, slug: str) -> str:
    if slug not in cards.get_reference(deck.game_id).catalog.by_slug:
        raise NotFound(f"no card {slug[:80]!r} in this game")
    return slug
