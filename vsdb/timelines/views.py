"""The pages of timelines: of a list that is pasted, of a card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from engine.model.errors import InputError, NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.check.forms import CheckForm, sample, samples, sentence
from vsdb.core.redirects import lead_on
from vsdb.core.uploads import drain, is_too_large
from vsdb.exchange.deck_lists import take
from vsdb.timelines.page import LifePage, page_of_card, page_of_deck
from vsdb.timelines.services import life_of_card, life_of_deck


# Nothing is stored, so it needs no token, and other pages may hand their lists over.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def of_list(request: HttpRequest) -> HttpResponse:
    """The life of a list that comes with the request, in the words of a check; one that can't be read is 400."""
    if request.method == "POST" and is_too_large(request):
        drain(request)
        return _refused(request, "The list is too large; at most 256 KiB, which is more than any deck needs.")
    data = (request.POST if request.method == "POST" else request.GET).copy()
    chosen = sample(data.get("sample", ""))
    if chosen:
        data["deck"] = chosen.text
    elif data.get("code") and not data.get("deck"):
        try:
            data["deck"] = take(data.get("code", "")).text
        except (InputError, NotFound) as error:
            return _refused(request, sentence(str(error)))
    elif request.method != "POST" and "deck" not in data:
        return _list_page(request, CheckForm(initial=data.dict()), None)
    form = CheckForm(data, request.FILES)
    page = _page_of_form(form)
    if page is None:
        return _list_page(request, form, None)
    own = f"{page.game}/{page.own.slug}" if page.own else ""
    shown = CheckForm(initial={"deck": form.cleaned_data["deck"], "format": own})
    return _list_page(request, shown, page)


def _page_of_form(form: CheckForm) -> LifePage | None:
    """The life that a form asks for; what is wrong goes to the form."""
    if not form.is_valid():
        return None
    game, _, slug = form.cleaned_data["format"].partition("/")
    try:
        return page_of_deck(life_of_deck(form.cleaned_data["deck"], game=game or None, own=slug))
    except InputError as error:
        if error.code == "game-missing":
            form.add_error("format", "Choose a format; the list names neither one nor a game.")
        else:
            form.add_error("deck", sentence(str(error)))
    except NotFound as error:
        form.add_error("format", sentence(error.message))
    return None


def _refused(request: HttpRequest, why: str) -> HttpResponse:
    form = CheckForm({"deck": " ", "on": "", "format": ""})
    form.errors.clear()
    form.add_error("deck", why)
    return _list_page(request, form, None)


def _list_page(request: HttpRequest, form: CheckForm, page: LifePage | None) -> HttpResponse:
    context = {"form": form, "page": page, "samples": samples()}
    return render(request, "lives/list.html", context, status=400 if form.is_bound else 200)


@require_safe
def of_card(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """The life of a card in every format of its game."""
    reference = cards.reference(game)
    if slug not in reference.catalog.by_slug and slug.lower() in reference.catalog.by_slug:
        return lead_on(request, "cards:card-life", game, slug.lower())
    life = life_of_card(reference, slug)
    return render(request, "lives/card.html", {"card": life.card, "game": game, "page": page_of_card(life)})
