"""The pages about a pasted list: the form, and one page each for odds, hands and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from http import HTTPStatus

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine import Deck
from engine.model.games import games
from vsdb.accounts.viewers import get_viewer
from vsdb.check import services
from vsdb.check.forms import CheckForm, list_samples
from vsdb.check.list_answers import read_sent_list
from vsdb.check.list_links import build_query
from vsdb.core.requests import answers_anybody, answers_in_read_only_mode
from vsdb.simulations.forms import ListForm
from vsdb.simulations.goldfish import page as goldfish_page
from vsdb.simulations.hands import hand_page, hands_page
from vsdb.simulations.odds import page as odds_page
from vsdb.simulations.sources import PAGES, SimulatedList, build_pasted_list

_NO_GAME = "Choose a game. The cards don’t show which game this is."
_TOO_LONG = "This list is too long for a link. Save it as a deck; a deck’s page has the same tools."
_ROOM = ("question", "x" * 1_500)  #: what an address has room for beside its list

ShowPage = Callable[[HttpRequest, SimulatedList], HttpResponseBase]
SHOW_PAGE: Mapping[str, ShowPage] = {
    "odds": odds_page.show,
    "hand": hand_page.show,
    "hands": hands_page.show,
    "games": goldfish_page.show,
}
TAKES_FORM = frozenset({"games"})  #: pages that are sent their form with POST


@answers_anybody
def start(request: HttpRequest) -> HttpResponseBase:
    """The form; a list that is sent leads to the address of its odds, one that can't be read is 400.

    With `edit` the list of an address stands in the form, to be changed.
    """
    data = read_sent_list(request)
    if request.method == "GET" and request.GET.get("edit") and not isinstance(data, CheckForm):
        return _show_form(request, ListForm(initial={"deck": data.get("deck", "")}))
    form = data if isinstance(data, CheckForm) else _build_form(data, request)
    deck = None if isinstance(data, CheckForm) else _read_deck(form, request)
    if deck is None:
        return _show_form(request, form)
    words = [("game", deck.game)]
    query = build_query([*words, _ROOM], form.cleaned_data["deck"], request=request)
    if not query:
        form.add_error("deck", _TOO_LONG)
        return _show_form(request, form)
    word = QueryDict(query)["list"]
    source = build_pasted_list(form.cleaned_data["deck"], word, deck, _find_day(deck))
    return HttpResponseRedirect(source.address("odds"), status=HTTPStatus.SEE_OTHER)


@answers_in_read_only_mode
@require_http_methods(["GET", "HEAD", "POST"])
def show_page(request: HttpRequest, page: str) -> HttpResponseBase:
    """A page about the list in the address or in the page's own form; the form of a list where there is none, with 400
    where it can't be read."""
    if request.method == "POST" and page not in TAKES_FORM:
        return HttpResponseNotAllowed(["GET", "HEAD"])
    word = (request.POST if request.method == "POST" else request.GET).get("list", "")
    if not word:
        query = request.GET.urlencode()
        return redirect(f"{reverse('simulate:start')}?{query}" if query else reverse("simulate:start"))
    data = read_sent_list(request)
    form = data if isinstance(data, CheckForm) else _build_form(data, request)
    deck = None if isinstance(data, CheckForm) else _read_deck(form, request)
    if deck is None:
        return _show_form(request, form)
    source = build_pasted_list(form.cleaned_data["deck"], word, deck, _find_day(deck), get_viewer(request))
    return SHOW_PAGE[page](request, source)


def _build_form(data: QueryDict, request: HttpRequest) -> CheckForm:
    game = data.get("game") or data.get("format", "").partition("/")[0]
    return ListForm({"deck": data.get("deck", ""), "format": f"{game}/" if game else ""}, request.FILES)


def _read_deck(form: CheckForm, request: HttpRequest) -> Deck | None:
    """The deck of the form; None where something is wrong, which then stands beside its field."""
    if form.refuse_address(request):
        return None
    return form.answer(lambda text, game, _slug, _day: services.read_list(text, game=game), _NO_GAME)


def _find_day(deck: Deck) -> date:
    return services.day_said(deck.metadata)


def _show_form(request: HttpRequest, form: CheckForm) -> HttpResponse:
    chosen = (request.POST if request.method == "POST" else request.GET).get("game", "")
    context = {
        "form": form,
        "games": [(game.slug, game.name, game.slug == chosen) for game in games() if game.opening],
        "samples": list_samples(),
        "pages": PAGES,
    }
    return render(request, "simulations/start.html", context, status=HTTPStatus.BAD_REQUEST if form.is_bound else 200)
