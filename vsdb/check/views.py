"""The pages where a list is checked, and repaired."""

from __future__ import annotations

import re
from collections.abc import Mapping

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
from vsdb.check.forms import CheckForm, list_page, samples, sent_list
from vsdb.check.repair import RepairPage, picks_in, repair_list, repair_page
from vsdb.check.services import CheckedDeck
from vsdb.check.verdict_page import verdict_page
from vsdb.core.commands import json_text

_LINES_ELSEWHERE = 250  #: a longer list is judged in its own format only
_SIDEBOARD = re.compile(r"\s*sb:\s*", re.IGNORECASE)


# Nothing is stored, so a check needs no token, and other pages may hand their lists over.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def check_page(request: HttpRequest) -> HttpResponse:
    """The form and, where a list came with the request, its verdict; a list that can't be read is 400."""
    data = sent_list(request)
    if isinstance(data, CheckForm):
        return list_page(request, "decks/check.html", data)
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
        return list_page(request, "decks/check.html", form)
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


def _check(form: CheckForm, *, alone: bool = False) -> list[CheckedDeck]:
    """The verdict that the form asks for, then those of the game's other formats; what is wrong goes to the form."""
    if not form.is_valid():
        return []
    text, (game, slug) = form.cleaned_data["deck"], form.chosen
    dates = [form.day] if form.day else []
    try:
        checked = services.check(text, game=game, formats=[slug] if slug else [], dates=dates)
        first = checked[0]
        others = [name for name in selectors.reference(first.deck.game).formats if name != first.fmt.slug]
        if alone or not others or len(first.deck.entries) > _LINES_ELSEWHERE:
            return checked
        return checked + services.check(text, game=first.deck.game, formats=others, dates=[first.verdict.as_of])
    except (InputError, NotFound) as error:
        form.blame(error)
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


# Nothing is stored, so it needs no token, and other pages may hand their lists over.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def of_list(request: HttpRequest) -> HttpResponse:
    """The repair of a list that comes with the request, in the words of a check; one that can't be read is 400."""
    data = sent_list(request, decodes=False)
    form = data if isinstance(data, CheckForm) else CheckForm(data, request.FILES)
    page = None if isinstance(data, CheckForm) else _repair_page(form, picks_in(data.dict()))
    if page is None:
        return list_page(request, "decks/repair/list.html", form)
    found = page.found
    shown = {
        "deck": form.cleaned_data["deck"],
        "format": f"{found.fmt.game}/{found.fmt.slug}",
        "on": found.as_of.isoformat(),
    }
    return list_page(request, "decks/repair/list.html", CheckForm(initial=shown), page)


def _repair_page(form: CheckForm, picks: Mapping[int, str]) -> RepairPage | None:
    """The repair that a form asks for; what is wrong goes to the form."""
    if not form.is_valid():
        return None
    game, slug = form.chosen
    try:
        return repair_page(repair_list(form.cleaned_data["deck"], game=game, fmt=slug, on=form.day, picks=picks))
    except (InputError, NotFound) as error:
        form.blame(error)
        return None
