"""Lists of decks, also those of a person, the page of one, what its owner does with it, and what others say of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from vsdb.accounts import selectors as people
from vsdb.accounts.viewers import forget_built, remember_built, visitor
from vsdb.catalog.cards.preview import SIZE
from vsdb.check.forms import format_choices, sentence
from vsdb.core.dates import day
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import lead_on, number_in
from vsdb.decks import browse, comments, store
from vsdb.decks.access import Place, about_stored, acting, place_of, reading, refuse_too_often, root_of
from vsdb.decks.deck_page import SHARING, deck_page
from vsdb.decks.models import Deck
from vsdb.decks.selectors import unclaimed
from vsdb.exchange.deck_lists import layouts_of

_A_PAGE = 25


@require_safe
@about_stored
def index(request: HttpRequest) -> HttpResponse:
    """The decks that everybody may see."""
    asker = visitor(request)
    listed = browse.browse(browse.asked(request.GET), asker, request.GET.get("page"))
    context = {"list": listed, "asker": asker, "formats": format_choices(listed.asked.format), "games": GAMES}
    return render(request, "decks/stored/index.html", context)


@require_safe
@about_stored
def mine(request: HttpRequest) -> HttpResponse:
    """One's own decks: the account's, and those that this browser has built without one."""
    asker = visitor(request)
    listed = browse.mine(asker, request.GET.get("page"))
    unclaimed = [row.deck for row in listed.rows if row.deck.owner_id is None]
    return render(request, "decks/stored/mine.html", {"list": listed, "asker": asker, "unclaimed": unclaimed})


@require_safe
@about_stored
def short(request: HttpRequest, pk: int) -> HttpResponse:
    """A deck's number leads to its page."""
    return redirect(place_of(request, pk).address())


@reading
def page(request: HttpRequest, place: Place, slug: str = "") -> HttpResponseBase:
    """A deck for people."""
    if slug and slug != place.deck.slug:
        return redirect(place.address())
    return shown(request, place)


def shown(
    request: HttpRequest,
    place: Place,
    *,
    problems: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a deck; where a form on it was refused, with what is wrong and what was typed."""
    found, root = deck_page(place, request.GET.get("talk", "")), root_of(request)
    context = {
        "page": found,
        "place": place,
        "root": root,
        "qr": found.proof.picture(root),
        "sharing": SHARING,
        "layouts": layouts_of(place.deck.game_id),
        "most_comment": comments.MOST_COMMENT,
        "most_tags": store.MOST_TAGS,
        "size": SIZE,
        "problems": problems or {},
        "typed": typed or {},
    }
    return render(request, "decks/stored/deck.html", context, status=status)


@acting
def fork(request: HttpRequest, place: Place) -> HttpResponse:
    """A deck of one's own that begins as a version of this one."""
    refuse_too_often(request, place.asker)
    made = store.fork(place.deck, place.asker, number_in(request.POST, "version"))
    _remember(request, made)
    return redirect("stored:deck", made.pk, made.slug)


@acting
def share(request: HttpRequest, place: Place) -> HttpResponse:
    """Who may see the deck; `renew` gives it another secret link."""
    pk, asker = place.deck.pk, place.asker
    if request.POST.get("renew"):
        store.renew_link(pk, asker)
    else:
        store.share(pk, asker, request.POST.get("visibility", ""))
    return _back(place, "share")


@acting
def describe(request: HttpRequest, place: Place) -> HttpResponse:
    """Where it was played, and its tags."""
    words = request.POST
    on = words.get("played_on", "").strip()
    try:
        store.describe(
            place.deck.pk,
            place.asker,
            event=words.get("event", ""),
            played_on=day(on) if on else None,
            tags=words.get("tags", "").split(","),
        )
    except InputError as error:
        problems = {"about": sentence(error.message)}
        return shown(request, place, problems=problems, typed=words.dict(), status=400)
    return _back(place, "about")


@acting
def delete(request: HttpRequest, place: Place) -> HttpResponse:
    """The deck with all its versions, for good: asked once more before it goes."""
    if not place.is_own:
        raise NotFound(f"there is no deck {place.deck.pk} of yours")
    if request.POST.get("sure") != "yes":
        return render(request, "decks/stored/delete.html", {"place": place})
    store.delete(place.deck.pk, place.asker)
    return redirect("stored:mine")


@require_POST
@about_stored
def claim(request: HttpRequest) -> HttpResponse:
    """What this browser has built without an account becomes the account's."""
    claimed = store.claim(visitor(request))
    forget_built(request, frozenset(deck.pk for deck in claimed))
    if claimed:
        count = len(claimed)
        messages.success(request, f"{count} deck{pluralize(count)} now belong{pluralize(count, 's,')} to your account.")
    return redirect("stored:mine")


def _remember(request: HttpRequest, deck: Deck) -> None:
    """A deck made without an account is this browser's."""
    if deck.owner_id is None:
        remember_built(request, deck.pk)


def _back(place: Place, part: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{reverse('stored:deck', args=(place.deck.pk, place.deck.slug))}#{part}")


@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """What the account holds, and where each thing is changed."""
    told = people.overview_of(cast(User, request.user))
    return render(request, "accounts/overview.html", {**told, "unclaimed": unclaimed(visitor(request)).count()})


@require_safe
@never_cache
def profile(request: HttpRequest, name: str) -> HttpResponseBase:
    """Somebody's name, how long they are here, and the decks that they show everybody."""
    shown = people.person(name)
    if shown.username != name:
        return lead_on(request, "accounts:profile", shown.username)
    shown_decks = browse.of_person(shown, request.GET.get("page"))
    return render(request, "accounts/profile.html", {"shown": shown, "list": shown_decks, "decks": shown_decks.rows})


@acting
def like(request: HttpRequest, place: Place) -> HttpResponse:
    """The deck is liked, or with `like=no` no longer."""
    if request.POST.get("like") == "no":
        comments.unlike(place.deck, place.asker)
    else:
        comments.like(place.deck, place.asker)
    return _back_to(place, "likes")


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
    return _back_to(place, f"comment-{said.pk}")


@acting
def edit_comment(request: HttpRequest, place: Place, comment: int) -> HttpResponse:
    """One's comment is said in another way."""
    said = comments.edit_comment(place.deck, comment, place.asker, request.POST.get("text", ""))
    return _back_to(place, f"comment-{said.pk}")


@acting
def delete_comment(request: HttpRequest, place: Place, comment: int) -> HttpResponse:
    """One's comment is taken back."""
    comments.delete_comment(place.deck, comment, place.asker)
    return _back_to(place, "comments")


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


def _back_to(place: Place, part: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{place.address()}#{part}")
