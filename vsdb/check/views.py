"""The pages where a list is checked, and repaired."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from engine import decklists
from engine.decklists.fingerprints import fingerprint
from engine.model.cards import GAMES
from engine.model.decks import DECK, Deck, Entry
from engine.model.errors import InputError, NotFound
from vsdb.catalog.cards import selectors
from vsdb.check import services
from vsdb.check.forms import CheckForm, sample, samples, sentence
from vsdb.check.repair import RepairPage, picks_in, repair_list, repair_page
from vsdb.check.services import CheckedDeck
from vsdb.check.verdict_page import verdict_page
from vsdb.core.dates import day
from vsdb.core.json import json_text
from vsdb.core.uploads import drain, is_too_large
from vsdb.exchange.deck_lists import take

_LINES_ELSEWHERE = 250  #: a longer list is judged in its own format only
_SIDEBOARD = re.compile(r"\s*sb:\s*", re.IGNORECASE)
_MISSING = frozenset({"game-missing", "format-missing"})


# Nothing is stored, so a check needs no token, and other pages may hand their lists over.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """The form and, where a list came with the request, its verdict; a list that can't be read is 400."""
    if request.method == "POST" and is_too_large(request):
        drain(request)
        form = CheckForm({"deck": "", "on": "", "format": ""})
        form.errors.clear()
        form.add_error("deck", "The list is too large; at most 256 KiB, which is more than any deck needs.")
        return _page(request, form)
    data = (request.POST if request.method == "POST" else request.GET).copy()
    chosen = sample(data.get("sample", ""))
    if chosen:
        data["deck"] = chosen.text
    elif data.get("code") and not data.get("deck"):
        refused = _decoded(data)
        if refused is not None:
            return _page(request, refused)
    elif request.method != "POST" and "deck" not in data:
        return _page(request, CheckForm(initial=data.dict()))
    if data.get("instead"):
        data["format"] = data.get("instead", "")
    _replace_line(data)
    return _judged(request, data)


@require_safe
def verdict_json(request: HttpRequest) -> HttpResponse:
    """The verdict of a list in the address, as the API gives it."""
    form = CheckForm(request.GET.copy())
    checked = _check(form, alone=True)
    if not checked:
        errors = [{"field": name, "message": str(each)} for name, said in form.errors.items() for each in said]
        answer = {"code": "unreadable-input", "message": "the list can't be judged", "errors": errors}
        return HttpResponse(json_text(answer), content_type="application/json", status=400)
    return HttpResponse(json_text(checked[0].verdict.as_dict()), content_type="application/json")


def _judged(request: HttpRequest, data: QueryDict) -> HttpResponse:
    form = CheckForm(data, request.FILES)
    checked = _check(form)
    if not checked:
        return _page(request, form)
    text, asked = form.cleaned_data["deck"], form.cleaned_data["fingerprint"]
    page = verdict_page(checked, text)
    found = fingerprint(page.deck)
    # The form shows what was judged: the file's text, and the format and day that the list itself names.
    shown = CheckForm(
        initial={
            "deck": text,
            "format": f"{page.verdict.game}/{page.fmt.slug}",
            "on": page.verdict.as_of.isoformat(),
            "fingerprint": asked,
        }
    )
    words = page.link + (f"&fingerprint={asked}" if page.link and asked else "")
    context = {
        "form": shown,
        "page": page,
        "samples": samples(),
        "fingerprint": found,
        "asked": asked,
        "words": words,
    }
    response = render(request, "decks/check.html", context)
    if request.headers.get("HX-Request"):
        response.headers["HX-Push-Url"] = reverse("decks:check") + (f"?{words}" if words else "")
    return response


def _decoded(data: QueryDict) -> CheckForm | None:
    """Put the list that a deck code says in its place; the form with what is wrong where it isn't one."""
    try:
        data["deck"] = take(data.get("code", "")).text
    except (InputError, NotFound) as error:
        form = CheckForm({**data.dict(), "deck": " "})
        form.errors.clear()
        form.add_error("deck", sentence(str(error)))
        return form
    return None


def _page(request: HttpRequest, form: CheckForm) -> HttpResponse:
    context = {"form": form, "page": None, "samples": samples()}
    return render(request, "decks/check.html", context, status=400 if form.is_bound else 200)


def _check(form: CheckForm, *, alone: bool = False) -> list[CheckedDeck]:
    """The verdict that the form asks for, then those of the game's other formats; what is wrong goes to the form."""
    if not form.is_valid():
        return []
    asked = form.cleaned_data
    game, _, slug = asked["format"].partition("/")
    dates = [day(asked["on"])] if asked["on"] else []
    try:
        checked = services.check(asked["deck"], game=game or None, formats=[slug] if slug else [], dates=dates)
        others = [name for name in selectors.reference(checked[0].deck.game).formats if name != checked[0].fmt.slug]
        if alone or not others or len(checked[0].deck.entries) > _LINES_ELSEWHERE:
            return checked
        return checked + services.check(
            asked["deck"], game=checked[0].deck.game, formats=others, dates=[checked[0].verdict.as_of]
        )
    except InputError as error:
        if error.code in _MISSING:
            form.add_error("format", "Choose a format; the list doesn't name one.")
        else:
            form.add_error("on" if error.place == "as-of" else "deck", sentence(str(error)))
    except NotFound as error:
        form.add_error("format", sentence(error.message))
    return []


def _replace_line(data: QueryDict) -> None:
    """Put the card that was chosen for a line, as `line:count:game:slug`, in that line's place."""
    line, count, game, slug = (data.get("replace", "").split(":", 3) + [""] * 3)[:4]
    if not (line.isdecimal() and count.isdecimal() and game in GAMES):
        return
    card = selectors.reference(game).catalog.by_slug.get(slug)
    lines = data.get("deck", "").replace("\r\n", "\n").split("\n")
    place = int(line[:6]) - 1
    if card is None or not 0 <= place < len(lines):
        return
    prefix = _SIDEBOARD.match(lines[place])
    written = decklists.write(Deck(game, (Entry(DECK, int(count[:4]), card),))).splitlines()[-1]
    lines[place] = (prefix[0] if prefix else "") + written
    data["deck"] = "\n".join(lines)


_NOT_SAID = frozenset({"game-missing", "format-missing"})


# Nothing is stored, so it needs no token, and other pages may hand their lists over.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def of_list(request: HttpRequest) -> HttpResponse:
    """The repair of a list that comes with the request, in the words of a check; one that can't be read is 400."""
    if request.method == "POST" and is_too_large(request):
        drain(request)
        form = CheckForm({"deck": " ", "on": "", "format": ""})
        form.errors.clear()
        form.add_error("deck", "The list is too large; at most 256 KiB, which is more than any deck needs.")
        return _list_page(request, form, None)
    data = (request.POST if request.method == "POST" else request.GET).copy()
    chosen = sample(data.get("sample", ""))
    if chosen:
        data["deck"] = chosen.text
    elif request.method != "POST" and "deck" not in data:
        return _list_page(request, CheckForm(initial=data.dict()), None)
    form = CheckForm(data, request.FILES)
    page = _page_of_form(form, data)
    if page is None:
        return _list_page(request, form, None)
    found = page.found
    shown = {
        "deck": form.cleaned_data["deck"],
        "format": f"{found.fmt.game}/{found.fmt.slug}",
        "on": found.as_of.isoformat(),
    }
    return _list_page(request, CheckForm(initial=shown), page)


def _page_of_form(form: CheckForm, data: QueryDict) -> RepairPage | None:
    """The repair that a form asks for; what is wrong goes to the form."""
    if not form.is_valid():
        return None
    asked = form.cleaned_data
    game, _, slug = asked["format"].partition("/")
    on = day(asked["on"]) if asked["on"] else None
    try:
        picks = picks_in(data.dict())
        return repair_page(repair_list(asked["deck"], game=game or None, fmt=slug, on=on, picks=picks))
    except InputError as error:
        if error.code in _NOT_SAID:
            form.add_error("format", "Choose a format; the list doesn't name one.")
        else:
            form.add_error("on" if error.place == "as-of" else "deck", sentence(str(error)))
    except NotFound as error:
        form.add_error("format", sentence(error.message))
    return None


def _list_page(request: HttpRequest, form: CheckForm, page: RepairPage | None) -> HttpResponse:
    context = {"form": form, "page": page, "samples": samples()}
    return render(request, "decks/repair/list.html", context, status=400 if form.is_bound else 200)
