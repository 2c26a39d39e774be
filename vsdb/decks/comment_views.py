"""Likes, comments and reports of decks, and the page where staff settles them."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engine.model.errors import InputError
from vsdb.accounts.viewers import visitor
from vsdb.check.forms import sentence
from vsdb.core.errors import ApplicationError
from vsdb.core.parameters import number_in
from vsdb.decks import comments
from vsdb.decks.access import Place, about_stored, acting
from vsdb.decks.deck_views import shown

_A_PAGE = 25


@acting
def like(request: HttpRequest, place: Place) -> HttpResponse:
    """The deck is liked, or with `like=no` no longer."""
    if request.POST.get("like") == "no":
        comments.unlike(place.deck, place.asker)
    else:
        comments.like(place.deck, place.asker)
    return _back(place, "likes")


@acting
def comment(request: HttpRequest, place: Place) -> HttpResponse:
    """Something is said of the deck; what is refused stays in its field, with why."""
    text = request.POST.get("text", "")
    try:
        said = comments.comment(place.deck, place.asker, text)
    except InputError as error:
        return shown(request, place, problems={"say": sentence(error.message)}, typed={"text": text}, status=400)
    except ApplicationError as error:
        return shown(request, place, problems={"say": error.message}, typed={"text": text}, status=409)
    return _back(place, f"comment-{said.pk}")


@acting
def edit_comment(request: HttpRequest, place: Place, comment: int) -> HttpResponse:
    """One's comment is said in another way."""
    said = comments.edit_comment(place.deck, comment, place.asker, request.POST.get("text", ""))
    return _back(place, f"comment-{said.pk}")


@acting
def delete_comment(request: HttpRequest, place: Place, comment: int) -> HttpResponse:
    """One's comment is taken back."""
    comments.delete_comment(place.deck, comment, place.asker)
    return _back(place, "comments")


@acting
def report(request: HttpRequest, place: Place) -> HttpResponse:
    """Staff is asked to look at the deck or at one of its comments."""
    comments.report(place.deck, place.asker, request.POST.get("why", ""), number_in(request.POST, "comment"))
    return render(request, "decks/stored/reported.html", {"place": place})


@require_http_methods(["GET", "HEAD", "POST"])
@about_stored
def reports(request: HttpRequest) -> HttpResponse:
    """What staff is asked to look at; nobody else is told that there is such a page."""
    asker = visitor(request)
    found = comments.open_reports(asker)
    if request.method == "POST":
        hide = request.POST.get("decision") == "hide"
        comments.settle(number_in(request.POST, "report") or 0, asker, hide=hide, why=request.POST.get("why", ""))
        return redirect("stored:reports")
    page = Paginator(found, _A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "settled": comments.settled_reports(asker)[:_A_PAGE], "most": comments.MOST_HIDDEN_WHY}
    return render(request, "decks/stored/reports.html", context)


def _back(place: Place, part: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{place.address()}#{part}")
