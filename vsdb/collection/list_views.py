"""Pages that take a list: import with a preview, and what somebody lacks for a deck."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from engine import decklists
from engine.model.cards import GAMES
from engine.model.decks import Deck
from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import for_members, get_viewer, require_user
from vsdb.catalog.cards import selectors as cards
from vsdb.check.addresses import explain_address
from vsdb.check.list_links import build_query, open_list
from vsdb.collection import services
from vsdb.collection.lacks import DeckNeeds, compute_needs, want_lacking
from vsdb.collection.reading import KINDS, MAX_BYTES, OWNED, Decisions, ReadLines, decode_collection, read_collection
from vsdb.collection.selectors import NO_COPIES
from vsdb.collection.services import ADD, REPLACE, ImportPlan
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import answers_in_read_only_mode, read_number
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import quantity, to_sentence
from vsdb.exchange.deck_lists.importing import import_deck_list

_DECISION = re.compile(r"line-([0-9]{1,6})", re.ASCII)
MAX_SHOWN = 200  #: lines of each part of a preview
_OTHER_THAN_SHOWN = "Something changed after the preview. Nothing was saved. Check the new preview."


@answers_in_read_only_mode
@for_members("GET", "HEAD", "POST")
def import_list(request: HttpRequest) -> HttpResponse:
    """A list or a table is previewed; sent with `keep`, it is saved if it is what the preview showed."""
    words = request.POST
    if request.method != "POST":
        return _show_form(request, {"kind": request.GET.get("kind", OWNED), "mode": ADD})
    user = require_user(request)
    kind = words.get("kind", OWNED)
    asked = {"kind": kind if kind in KINDS else OWNED, "mode": words.get("mode", ADD), "game": words.get("game", "")}
    text = words.get("text", "")
    try:
        if isinstance(upload := request.FILES.get("file"), UploadedFile):
            text = decode_collection(upload.read(MAX_BYTES + 1))
        if not text.strip():
            raise InputError("Paste a list or choose a file", place="text")
        if told := explain_address(request, text):
            return _show_form(request, {**asked, "text": text}, told)
        decisions = _read_decisions(words)
        read = read_collection(
            text,
            cards.list_references(),
            timezone.localdate(),
            game=asked["game"],
            kind=asked["kind"],
            decisions=decisions,
        )
        edition = read_number(words, "edition")
        problem = ""
        if words.get("keep"):
            is_shown = words.get("previewed") == digest_import(text, asked)
            try:
                if edition is None or not is_shown:
                    raise ApplicationError(_OTHER_THAN_SHOWN, code="not-previewed")
                leaves_out = bool(words.get("leave_out"))
                plan = services.import_lines(
                    user, read.lines, asked["mode"], edition=edition, leaves_out_unread=leaves_out
                )
                return _tell_saved(request, read, plan)
            except ApplicationError as refused:
                problem = refused.message
        plan = services.plan_import(user, read.lines, asked["mode"])
        return _preview(request, asked, read, plan, decisions, problem=problem)
    except (InputError, NotFound) as error:
        return _show_form(request, {**asked, "text": text[:MAX_BYTES]}, _describe_error(error))


def digest_import(text: str, asked: Mapping[str, str]) -> str:
    """What decides what a list does, in short: what is saved has to be what was previewed. A card that is chosen for an
    unread line is seen where it is chosen, and needs no second preview."""
    # A browser sends each line end as two characters.
    said = [text.replace("\r\n", "\n").replace("\r", "\n"), *(asked[name] for name in ("game", "kind", "mode"))]
    return sha256(json.dumps(said).encode()).hexdigest()


def _tell_saved(request: HttpRequest, read: ReadLines, plan: ImportPlan) -> HttpResponse:
    left = f" {quantity(len(read.unread), 'line')} not saved." if read.unread else ""
    messages.success(request, f"{quantity(len(plan.changes), 'printing')} changed.{left}")
    return redirect("collection:index")


def _describe_error(error: InputError | NotFound) -> str:
    """What is wrong, with its line where it has one."""
    is_of_line = isinstance(error, InputError) and error.place.startswith("line")
    return to_sentence(str(error) if is_of_line else error.message)


def _read_decisions(words: QueryDict) -> dict[tuple[int, str], str]:
    """The choices for unread lines, by number and words."""
    found = ((_DECISION.fullmatch(name), str(value)) for name, value in words.items() if value)
    return {(int(name[1]), words.get(f"was-{name[1]}", "")): value[:400] for name, value in found if name}


def _show_form(request: HttpRequest, asked: Mapping[str, Any], problem: str = "") -> HttpResponse:
    context = {"asked": asked, "problem": problem, "games": GAMES, "most_kib": MAX_BYTES // 1024}
    return forbid_keeping(render(request, "collection/import.html", context, status=400 if problem else 200))


def _preview(
    request: HttpRequest,
    asked: Mapping[str, Any],
    read: ReadLines,
    plan: ImportPlan,
    decisions: Decisions,
    *,
    problem: str = "",
) -> HttpResponse:
    open_lines = {line.line for line in read.unread}
    decided = {(line, was): value for (line, was), value in decisions.items() if line not in open_lines}
    # What is taken out is shown first, since only so many changes are.
    changes = sorted(plan.changes, key=lambda each: each.after != NO_COPIES)
    by_game = {each.game: each.catalog.by_slug for each in cards.list_references()}
    context = {
        "asked": asked,
        "read": read,
        "plan": plan,
        "decided": [(line, was, value) for (line, was), value in decided.items()],
        "previewed": digest_import(read.text, asked),
        "problem": problem,
        "copies": sum(line.count for line in read.read),
        "changes": [(by_game[each.key.game].get(each.key.slug), each) for each in changes[:MAX_SHOWN]],
        "more_changes": max(0, len(plan.changes) - MAX_SHOWN),
        "noted": [line for line in read.read if line.notes][:MAX_SHOWN],
        "unread": read.unread[:MAX_SHOWN],
        "more_unread": max(0, len(read.unread) - MAX_SHOWN),
        "replaces": asked["mode"] == REPLACE,
    }
    return forbid_keeping(render(request, "collection/preview.html", context, status=409 if problem else 200))


@answers_in_read_only_mode
@require_http_methods(["GET", "HEAD", "POST"])
def show_lacks_of_list(request: HttpRequest) -> HttpResponse:
    """What somebody lacks to build a pasted deck list; the list is in the address."""
    viewer, words = get_viewer(request), request.POST if request.method == "POST" else request.GET
    asked = {"text": "", "game": words.get("game", "")}
    context: dict[str, Any] = {"asked": asked, "games": GAMES}
    try:
        if request.method == "POST":
            asked["text"] = words.get("list", "").replace("\r\n", "\n")
            if told := explain_address(request, asked["text"]):
                context["problem"] = told
                return forbid_keeping(render(request, "collection/lacks.html", context, status=400))
            _read_deck(asked["text"], asked["game"])
            query = build_query([("game", asked["game"])] if asked["game"] else [], asked["text"], request=request)
            if query:
                return redirect(f"{reverse('collection:lacks')}?{query}")
            # No address holds it: it is answered here, and nothing leads back to it.
        elif words.get("list"):
            asked["text"] = open_list(words["list"])
            context["address"] = request.get_full_path()
            context["text_address"] = f"{context['address']}&show=text"
        deck = _read_deck(asked["text"], asked["game"]) if asked["text"] else None
    except (InputError, NotFound) as error:
        context["problem"] = to_sentence(error.message)
        return forbid_keeping(render(request, "collection/lacks.html", context, status=400))
    if deck is not None and viewer.user is not None:
        needs = compute_needs(viewer.user, deck)
        if words.get("show") == "text":
            return build_text_answer(needs)
        context |= {"needs": needs, "list": asked["text"], "game": deck.game}
    return forbid_keeping(render(request, "collection/lacks.html", context))


def build_text_answer(needs: DeckNeeds) -> HttpResponse:
    """What is lacking as plain text."""
    return forbid_keeping(HttpResponse(needs.text, content_type="text/plain; charset=utf-8"))


@for_members("POST")
def want_lacking_cards(request: HttpRequest) -> HttpResponse:
    """What a list lacks goes onto the wish list."""
    user, words = require_user(request), request.POST
    deck = _read_deck(words.get("list", "").replace("\r\n", "\n"), words.get("game", ""))
    if changed := want_lacking(user, compute_needs(user, deck)):
        messages.success(request, f"{quantity(changed, 'card')} added to your wish list.")
    else:
        messages.success(request, "All these cards are already on your wish list.")
    return redirect("collection:wanted")


def _read_deck(text: str, game: str) -> Deck:
    """The deck that a list is. Raises InputError and NotFound."""
    decklists.read_metadata(text)
    return import_deck_list(text, game=game).deck
