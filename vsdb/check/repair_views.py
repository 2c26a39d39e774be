"""The page of the smallest repair of a list that is pasted."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine.model.errors import InputError, NotFound
from vsdb.check.forms import CheckForm, sample, samples, sentence
from vsdb.check.repair import RepairPage, picks_in, repair_list, repair_page
from vsdb.core.dates import day
from vsdb.core.uploads import drain, is_too_large

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
    on = day(asked["on"]) if asked["on"] else None
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
