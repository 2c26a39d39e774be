"""New decks: empty, or out of a list that is pasted, uploaded or stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from engine import decklists
from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Viewer, get_viewer, remember_built
from vsdb.catalog.cards import selectors as cards
from vsdb.check.addresses import explain_address
from vsdb.check.forms import OTHER_GAME, format_choices
from vsdb.check.list_answers import SharedAnswer
from vsdb.check.list_links import build_query, find_expiry, open_list
from vsdb.core.responses import serve_uncached
from vsdb.core.words import to_sentence
from vsdb.decks import browse, import_list, services
from vsdb.decks.access import refuse_too_often
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot
from vsdb.exchange.deck_lists.importing import ImportedList, import_deck_list
from vsdb.exchange.deck_lists.parameters import from_parameters

#: Parameters that bring a list.
_LISTS = frozenset({"list", "deck", "deckmain", "side", "deckside", "code", "card", "main"})
_SENT = frozenset({"list", "game", "file"})  #: the parameters of the address that the form leads to


@require_http_methods(["GET", "HEAD", "POST"])
@serve_uncached
def show_new_deck(request: HttpRequest) -> HttpResponse:
    """The ways to begin; a list in the address is shown as it was read, and nothing is kept before somebody says so."""
    if request.method == "POST":
        return _create_deck(request)
    said = {name: request.GET.get(name, "") for name in ("game", "format", "title")}
    if said["format"] and "/" not in said["format"] and said["game"]:
        said["format"] = f"{said['game']}/{said['format']}"
    if _LISTS.isdisjoint(request.GET):
        return _start(request, _add_last_used(said, get_viewer(request)))
    given = request.GET.copy()
    try:
        if given.get("list") and not given.get("deck"):
            given["deck"] = open_list(given.get("list", ""))
        if told := explain_address(request, given.get("deck", "")):
            return _start(request, {**said, "list": given.get("deck", "")}, {"list": told})
        if _SENT.issuperset(request.GET):
            taken = import_deck_list(given.get("deck", ""), file_name=given.get("file", ""), game=said["game"])
        else:
            text = from_parameters(given, cards.list_references(), timezone.localdate())
            taken = import_deck_list(text, game=said["game"])
    except (InputError, NotFound) as error:
        typed = {**said, "list": given.get("deck", "") or given.get("code", "")}
        return _start(request, typed, {_place_of(error): to_sentence(str(error))})
    share = SharedAnswer(request.GET.urlencode(), find_expiry(request.GET.urlencode()))
    return _taken(request, taken, share=share)


@require_http_methods(["GET", "HEAD", "POST"])
@serve_uncached
def import_pasted_list(request: HttpRequest) -> HttpResponse:
    """A list leads to the address where it is shown as it was read; sent with decisions, it becomes a deck."""
    if request.method != "POST":
        return redirect("stored:new")
    words, upload, file_name = request.POST, request.FILES.get("file"), ""
    text, game = (words.get("text") or words.get("list", "")).replace("\r\n", "\n"), words.get("game", "")
    try:
        if isinstance(upload, UploadedFile):
            text, file_name = decklists.decode_list(upload.read(decklists.MAX_BYTES + 1)), upload.name or ""
        if not text.strip():
            return _start(request, words.dict(), {"list": "Paste a list, one card per line, or choose a file."})
        if said := explain_address(request, text):
            return _start(request, {**words.dict(), "list": text}, {"list": said})
        taken = import_deck_list(text, file_name=file_name, game=game)
    except (InputError, NotFound) as error:
        return _start(request, {**words.dict(), "list": text}, {_place_of(error): to_sentence(str(error))})
    if not words.get("keep"):
        asked = [(name, value) for name, value in (("game", game), ("file", file_name[-80:])) if value]
        query = build_query(asked, text, request=request)
        return redirect(f"{reverse('stored:new')}?{query}") if query else _taken(request, taken)
    viewer = get_viewer(request)
    refuse_too_often(request, viewer)
    try:
        made = import_list.create_decks_from_import(viewer, taken, import_list.parse_decisions(words), words)
    except (InputError, NotFound) as error:
        return _taken(request, taken, chosen=words.get("format", ""), problem=to_sentence(str(error)))
    return _redirect_to_builder(request, made)


def _create_deck(request: HttpRequest) -> HttpResponse:
    words = request.POST
    of_game, _, slug = words.get("format", "").partition("/")
    game = words.get("game", "") or of_game
    if not game:
        return _start(request, words.dict(), {"game": "Choose a game."})
    if of_game and of_game != game:
        problem = f"This format is for {GAMES.get(of_game, of_game[:40])}. {OTHER_GAME}"
        return _start(request, words.dict(), {"format": problem})
    viewer = get_viewer(request)
    refuse_too_often(request, viewer)
    try:
        made = services.create(viewer, game, Snapshot(title=words.get("title", "")[:120], format=slug))
    except (InputError, NotFound) as error:
        place = "game" if game not in GAMES else "format"
        return _start(request, words.dict(), {place: to_sentence(str(error))})
    return _redirect_to_builder(request, made)


def _redirect_to_builder(request: HttpRequest, deck: Deck) -> HttpResponse:
    """On to the builder; a deck made without an account is this browser's."""
    remember_built(request, deck)
    return redirect("stored:edit", deck.pk)


def _start(request: HttpRequest, typed: Mapping[str, Any], problems: Mapping[str, str] | None = None) -> HttpResponse:
    start = typed.get("game") or typed.get("format", "").partition("/")[0]
    context = {
        "typed": typed,
        "problems": problems or {},
        "games": GAMES,
        "start": start if start in GAMES else next(iter(GAMES)),
        "formats": format_choices(typed.get("format", "")),
    }
    return render(request, "decks/new.html", context, status=400 if problems else 200)


def _taken(
    request: HttpRequest,
    taken: ImportedList,
    *,
    chosen: str = "",
    problem: str = "",
    share: SharedAnswer | None = None,
) -> HttpResponse:
    page, formats = import_list.build_import_page(taken, chosen=chosen), dict(format_choices())[GAMES[taken.deck.game]]
    context = {"page": page, "formats": formats, "problem": problem, "share": share}
    return render(request, "decks/import.html", context, status=400 if problem else 200)


def _add_last_used(said: Mapping[str, str], viewer: Viewer) -> Mapping[str, str]:
    """What the address says, completed by game and format of the viewer's last edited deck; one query, none for who
    has no deck."""
    if said["format"] or not (last := browse.list_latest_own_decks(viewer, 1)):
        return said
    game, fmt = last[0].deck.game_id, last[0].fmt
    if said["game"] not in ("", game):
        return said
    return {**said, "game": game, "format": f"{game}/{fmt.slug}" if fmt else ""}


def _place_of(error: InputError | NotFound) -> str:
    """The field that an error is shown beside."""
    return "list_game" if isinstance(error, NotFound) or error.code == "game-missing" else "list"
