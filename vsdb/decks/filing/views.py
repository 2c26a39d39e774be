"""One's own decks: the list with its filters, what is done to those that are selected, folders and labels."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import Viewer, for_members, forget_built, get_viewer
from vsdb.check.forms import format_choices
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import parse_whole_number
from vsdb.core.responses import serve_uncached
from vsdb.core.words import quantity, to_sentence
from vsdb.decks.access import ViewedDeck, with_deck_action
from vsdb.decks.filing import exporting, services
from vsdb.decks.filing.listing import NO_FOLDER, SORTS, find_mine, list_mine, parse_mine_request
from vsdb.decks.filing.selectors import list_places
from vsdb.decks.models import Folder, Label
from vsdb.decks.pdf.documents import build_pdf_response

_MOST_PICKED = 2 * services.MAX_AT_ONCE
_SENT = ("all", "folder", "new_folder", "label", "player", "paper")


@require_safe
@serve_uncached
def show_my_decks(request: HttpRequest) -> HttpResponse:
    """One's own decks: the account's, and those that this browser has built without one."""
    viewer = get_viewer(request)
    return _render_list(request, viewer)


def _render_list(request: HttpRequest, viewer: Viewer, problem: str = "", status: int = 200) -> HttpResponse:
    words = request.GET if request.method in ("GET", "HEAD") else QueryDict(request.POST.get("asked", "")[:4000])
    asked = parse_mine_request(words)
    listed = list_mine(viewer, asked, words.get("page"))
    unclaimed = [row.deck for row in listed["rows"] if row.deck.owner_id is None]
    context = {
        "list": listed,
        "viewer": viewer,
        "unclaimed": unclaimed,
        "browser_deck_days": settings.BROWSER_DECKS_DAYS,
        "games": GAMES,
        "formats": format_choices(asked.format),
        "sorts": [(slug, name) for slug, (name, _) in SORTS.items()],
        "problem": problem,
        # What was selected and typed stays when it is refused.
        "picked": {int(each) for each in request.POST.getlist("deck")[:_MOST_PICKED] if _is_key(each)},
        "sent": {name: request.POST.get(name, "")[:200] for name in _SENT},
        "most": services.MAX_AT_ONCE,
        "most_sheets": exporting.MAX_SHEETS,
    }
    return render(request, "decks/mine.html", context, status=status)


def _is_key(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


@require_POST
@serve_uncached
def act_on_selected(request: HttpRequest) -> HttpResponse:
    """What is done to the selected decks, by the form's `do`; what is refused is told above the list."""
    viewer = get_viewer(request)
    try:
        return _act(request, viewer)
    except (InputError, ApplicationError) as error:
        said = to_sentence(error.message) if isinstance(error, InputError) else error.message
        return _render_list(request, viewer, said, 400 if isinstance(error, InputError) else 409)


def _act(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    form, asked = request.POST, parse_mine_request(QueryDict(request.POST.get("asked", "")[:4000]))
    if form.get("all") == "yes":
        found = find_mine(viewer, asked)
        if found.unchecked:
            message = f"{quantity(found.unchecked, 'deck')} not checked yet. Open the list again, then select all."
            raise ApplicationError(message, code="not-checked")
        keys = list(found.keys)
    else:
        keys = [parse_whole_number(each, "deck") for each in form.getlist("deck")[: services.MAX_AT_ONCE + 1]]
    names = form.get("label", "").split(",")
    match form.get("do", ""):
        case "move":
            return _move(request, viewer, keys)
        case "label":
            services.add_labels(keys, viewer, names)
            return _back(request, f"Labeled {quantity(len(set(keys)), 'deck')}.")
        case "unlabel":
            services.remove_labels(keys, viewer, names)
            return _back(request, f"Removed the label from {quantity(len(set(keys)), 'deck')}.")
        case "zip":
            packed = exporting.write_zip(exporting.load_selected(keys, viewer))
            return _attach(packed, "application/zip", "decks.zip")
        case "json":
            return _attach(
                exporting.write_json(exporting.load_selected(keys, viewer)), "application/json", "decks.json"
            )
        case "sheets":
            decks = exporting.load_selected(keys, viewer, exporting.MAX_SHEETS)
            made = exporting.write_sheets(decks, viewer, form, request.build_absolute_uri)
            return build_pdf_response(made, "decks.pdf")
        case "delete":
            return _delete(request, viewer, keys)
    raise InputError("choose what to do with the selected decks", place="do")


def _move(request: HttpRequest, viewer: Viewer, keys: list[int]) -> HttpResponse:
    form, folder = request.POST, None
    chosen = form.get("folder", "")
    if form.get("new_folder", "").strip():
        folder = services.find_or_create_folder(viewer, form["new_folder"])
    elif chosen and chosen != NO_FOLDER:
        folder = services.get_folder(parse_whole_number(chosen, "folder"), viewer)
    elif not chosen:
        raise InputError("choose a folder, or name a new one", place="folder")
    services.move_decks(keys, viewer, folder)
    moved = quantity(len(set(keys)), "deck")
    return _back(request, f"Moved {moved} to “{folder.name}”." if folder else f"Moved {moved} out of their folder.")


def _delete(request: HttpRequest, viewer: Viewer, keys: list[int]) -> HttpResponse:
    decks = exporting.load_selected(keys, viewer)
    if request.POST.get("sure") != "yes":
        context = {"decks": decks, "asked": request.POST.get("asked", "")[:4000]}
        return render(request, "decks/delete_selected.html", context)
    count = services.delete_decks(keys, viewer)
    forget_built(request, frozenset(deck.pk for deck in decks if deck.owner_id is None))
    return _back(request, f"Deleted {quantity(count, 'deck')}.")


def _back(request: HttpRequest, said: str) -> HttpResponseRedirect:
    messages.success(request, said)
    asked = parse_mine_request(QueryDict(request.POST.get("asked", "")[:4000]))
    return HttpResponseRedirect(asked.address())


def _attach(made: bytes | str, kind: str, name: str) -> HttpResponse:
    disposition = content_disposition_header(True, name) or "attachment"
    return HttpResponse(made, content_type=kind, headers={"Content-Disposition": disposition})


@for_members("GET", "HEAD", "POST")
def show_folders(request: HttpRequest) -> HttpResponse:
    """Folders and labels with how many decks each has; a form makes a folder."""
    viewer = get_viewer(request)
    if request.method != "POST":
        return _render_folders(request, viewer)
    try:
        made = services.create_folder(viewer, request.POST.get("name", ""))
    except (InputError, ApplicationError) as error:
        return _render_folders(request, viewer, error, "new")
    messages.success(request, f"Created the folder “{made.name}”.")
    return redirect("stored:folders")


@for_members("POST")
def change_folder(request: HttpRequest, folder: int) -> HttpResponse:
    """A folder gets another name, or with `do=delete` goes without its decks."""
    return _change(request, folder, "folder", services.delete_folder, services.rename_folder)


@for_members("POST")
def change_label(request: HttpRequest, label: int) -> HttpResponse:
    """A label gets another name, or with `do=delete` goes from all decks."""
    return _change(request, label, "label", services.delete_label, services.rename_label)


def _change(
    request: HttpRequest,
    number: int,
    kind: str,
    delete: Callable[[int, Viewer], object],
    rename: Callable[[int, Viewer, str], Folder | Label],
) -> HttpResponse:
    viewer = get_viewer(request)
    if request.POST.get("do") == "delete":
        delete(number, viewer)
        messages.success(request, f"Deleted the {kind}. Its decks are kept.")
        return redirect("stored:folders")
    try:
        renamed = rename(number, viewer, request.POST.get("name", ""))
    except (InputError, ApplicationError) as error:
        return _render_folders(request, viewer, error, f"{kind}-{number}")
    messages.success(request, f"The {kind} is called “{renamed.name}”.")
    return redirect("stored:folders")


def _render_folders(
    request: HttpRequest, viewer: Viewer, error: InputError | ApplicationError | None = None, place: str = ""
) -> HttpResponse:
    said = "" if error is None else to_sentence(error.message) if isinstance(error, InputError) else error.message
    status = 200 if error is None else 400 if isinstance(error, InputError) else 409
    typed = request.POST.get("name", "")[:200]
    context = {**list_places(viewer), "problem": said, "place": place, "typed": typed}
    return render(request, "decks/folders.html", context, status=status)


@with_deck_action
def file_deck(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The deck's folder and private labels."""
    form, viewer, folder = request.POST, place.viewer, None
    if not place.is_own:
        raise NotFound(f"you have no deck {place.deck.pk}")
    if form.get("new_folder", "").strip():
        folder = services.find_or_create_folder(viewer, form["new_folder"])
    elif form.get("folder"):
        folder = services.get_folder(parse_whole_number(form["folder"], "folder"), viewer)
    services.file_deck(place.deck.pk, viewer, folder=folder, names=form.get("labels", "").split(","))
    return HttpResponseRedirect(f"{ViewedDeck(place.deck, viewer).address()}#filing")
