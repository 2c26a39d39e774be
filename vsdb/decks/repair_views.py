"""The pages of the smallest repair: of a list that is pasted, and of a stored deck, whose owner may apply it."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine.model.errors import InputError, NotFound
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import choices
from vsdb.check import services
from vsdb.check.forms import CheckForm, sentence
from vsdb.check.repair import Repaired, picks_in, repair_list
from vsdb.check.repair_page import RepairPage, repair_page
from vsdb.check.samples import sample, samples
from vsdb.core.errors import ApplicationError
from vsdb.core.uploads import drain, is_too_large
from vsdb.core.words import counted
from vsdb.decks import selectors, store, to_engine
from vsdb.decks.access import acting, number_in, reading
from vsdb.decks.viewed_deck import Place

_MISSING = frozenset({"game-missing", "format-missing"})


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
    on = services.day(asked["on"]) if asked["on"] else None
    try:
        picks = picks_in(data.dict())
        return repair_page(repair_list(asked["deck"], game=game or None, fmt=slug, on=on, picks=picks))
    except InputError as error:
        if error.code in _MISSING:
            form.add_error("format", "Choose a format; the list doesn't name one.")
        else:
            form.add_error("on" if error.place == "as-of" else "deck", sentence(str(error)))
    except NotFound as error:
        form.add_error("format", sentence(error.message))
    return None


def _list_page(request: HttpRequest, form: CheckForm, page: RepairPage | None) -> HttpResponse:
    context = {"form": form, "page": page, "samples": samples()}
    return render(request, "decks/repair/list.html", context, status=400 if form.is_bound else 200)


@reading
def of_stored(request: HttpRequest, place: Place) -> HttpResponseBase:
    """The repair of a stored deck's newest version in its format on its day, or in those that the address names."""
    page, problem, status = None, "", 200
    try:
        page = _page_of_stored(place, request.GET)
    except (InputError, NotFound) as error:
        problem, status = sentence(str(error)), 400
    deck, words = place.deck, request.GET
    context = {
        "place": place,
        "page": page,
        "problem": problem,
        "formats": choices(cards.reference(deck.game_id), words.get("format", "") or deck.format),
        "chosen": page.found.fmt.slug if page else words.get("format", ""),
        "on": words.get("on", ""),
    }
    return render(request, "decks/repair/stored.html", context, status=status)


@acting
def apply(request: HttpRequest, place: Place) -> HttpResponse:
    """The repair with what was picked, as the next version of one's own deck."""
    if not place.is_own:
        raise NotFound(f"there is no deck {place.deck.pk} of yours")
    found = _of_stored(place, request.POST)
    if found is None or not found.works or found.deck is None:
        raise ApplicationError("There is no repair to apply in this format.", code="no-repair")
    newest = selectors.revision_of(place.deck)
    store.save(
        place.deck.pk,
        place.asker,
        number_in(request.POST, "edition") or place.deck.edition,
        replace(store.snapshot_of(newest), text=to_engine.list_text(found.deck)),
        comment=f"Repaired for {found.fmt.name}: {counted(found.repair.size, 'change')}",
    )
    messages.success(request, f"The repair is version {selectors.deck_for(place.deck.pk, place.asker).edition}.")
    return redirect(place.address())


def _page_of_stored(place: Place, words: QueryDict) -> RepairPage | None:
    found = _of_stored(place, words)
    return repair_page(found) if found else None


def _of_stored(place: Place, words: QueryDict) -> Repaired | None:
    """The repair of the newest version; None where neither it nor the address names a format."""
    revision = selectors.revision_of(place.deck)
    fmt = words.get("format", "") or revision.format
    if not fmt:
        return None
    on = services.day(str(words["on"]), place="on") if words.get("on") else revision.as_of
    return repair_list(revision.text, game=place.deck.game_id, fmt=fmt, on=on, picks=picks_in(words.dict()))
