"""The pages of a collection and its wish list."""

from __future__ import annotations

import re

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header, url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.formats.names import find_game
from engine.model.cards import GAMES, Card
from engine.model.errors import InputError, NotFound
from vsdb.accounts.viewers import for_members, get_viewer, require_user
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import find_card
from vsdb.collection import exporting, page, selectors, services
from vsdb.collection.reading import KINDS, CardKey, find_key
from vsdb.collection.selectors import Copies
from vsdb.core.errors import ApplicationError
from vsdb.core.responses import forbid_keeping
from vsdb.core.sealed_fields import read_word
from vsdb.core.words import to_sentence
from vsdb.search.language.parser import MAX_CHARACTERS

WANTED_A_PAGE = 200


@require_safe
@never_cache
def show_collection(request: HttpRequest) -> HttpResponse:
    """What somebody owns and wants: totals, sets and a list. A stranger is told what a collection is."""
    viewer = get_viewer(request)
    if viewer.user is None:
        return forbid_keeping(render(request, "collection/welcome.html"))
    words = request.GET
    game = words.get("game", "")
    game = game if game in GAMES else ""
    query = " ".join(words.get("q", "").replace("\0", "").split())[:MAX_CHARACTERS]
    copies = selectors.load_copies(viewer.user)
    totals = selectors.summarize(copies)
    listed = page.list_cards(viewer, copies, query, game, words.get("page", ""))
    context = {
        "totals": totals,
        "list": listed,
        "games": page.list_game_links(game, query),
        "layouts": exporting.LAYOUTS,
    }
    return forbid_keeping(render(request, "collection/index.html", context))


@for_members("POST")
def change(request: HttpRequest) -> HttpResponseBase:
    """Copies of a printing are added or taken away: `step` is `owned:1:MOR-053`, or the fields say it in full."""
    user, words = require_user(request), request.POST
    reference = cards.get_reference(find_game(words.get("game", "")))
    card = find_card(reference, words.get("slug", "").replace("\0", ""))
    is_part, problem = bool(request.headers.get("HX-Request")), ""
    try:
        _step(user, card, words.get("step", ""))
    except (InputError, ApplicationError) as refused:
        if not is_part:
            raise
        problem = to_sentence(refused.message)
    if is_part:
        names = {code: each.name for code, each in reference.sets.items()}
        rows = page.build_card_rows(user, card, names)
        context = {"copies": rows, "next": _read_next(request), "problem": problem}
        return render(request, "collection/copies.html", context, status=400 if problem else 200)
    return redirect(_read_next(request) or reverse("cards:card", args=(card.game, card.slug)))


def _step(user: int, card: Card, step: str) -> None:
    """Add or take away a copy, by `owned:1:MOR-053`. Raises InputError and ApplicationError."""
    kind, _, rest = step.partition(":")
    by, _, code = rest.partition(":")
    if kind not in KINDS or by not in ("1", "-1"):
        raise InputError("the step must be like owned:1:CODE or wanted:-1:CODE", place="step")
    key = find_key(card, code) or _find_stored(user, card.game, card.slug, code)
    if key is None:
        raise InputError(f"{card.title} has no recorded printing {code[:40]!r}", place="step")
    services.step_copies(user, key, kind, int(by))


@for_members("POST")
def change_set(request: HttpRequest) -> HttpResponseBase:
    """Copies of every printing of a set are added, or taken away with a `by` below 0."""
    user, words = require_user(request), request.POST
    game = find_game(words.get("game", ""))
    card_set = cards.get_reference(game).sets.get(words.get("set", ""))
    if card_set is None:
        raise NotFound(f"no set {words.get('set', '')[:20]!r} in this game")
    by = re.fullmatch(r"(-?)([1-9]\d?)", words.get("by", ""))
    if by is None:
        raise InputError("a number of copies from 1 to 99, or from -1 to -99 to take them away", place="by")
    services.step_set(user, game, card_set.code, int(by[0]))
    return redirect(f"{reverse('cards:set', args=(game, card_set.code))}#owned")


def _find_stored(user: int, game: str, slug: str, code: str) -> CardKey | None:
    """A printing that is in the collection, though no longer in the reference."""
    return next((key for key in selectors.load_copies_of_card(user, game, slug) if key.code == code), None)


@for_members("GET", "HEAD")
def export(request: HttpRequest, layout: str) -> HttpResponse:
    """The collection as a file."""
    if layout not in exporting.LAYOUTS:
        raise NotFound(f"no layout {layout[:40]!r}; the layouts are {', '.join(exporting.LAYOUTS)}")
    copies = selectors.load_copies(require_user(request))
    only = request.GET.get("only", "")
    if only in KINDS:
        copies = {key: Copies(**{only: getattr(each, only)}) for key, each in copies.items() if getattr(each, only)}
    write = exporting.write_csv if layout == "csv" else exporting.write_text
    found = exporting.LAYOUTS[layout]
    answer = HttpResponse(write(copies, cards.list_references()), content_type=found.media_type)
    name = f"{'wanted' if only == 'wanted' else 'collection'}.{found.extension}"
    answer.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return forbid_keeping(answer)


@for_members("GET", "HEAD", "POST")
def delete(request: HttpRequest) -> HttpResponse:
    """The whole collection is deleted, once it was asked again."""
    user = require_user(request)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        services.delete_collection(user)
        messages.success(request, "Your collection was deleted.")
        return redirect("collection:index")
    totals = selectors.summarize(selectors.load_copies(user))
    return render(request, "collection/delete.html", {"totals": totals})


@for_members("GET", "HEAD")
def show_wanted(request: HttpRequest) -> HttpResponse:
    """What somebody wants, what of it they still lack, and the link to the list."""
    user = require_user(request)
    held = selectors.get_collection(user)
    wanted = selectors.list_wanted(user)
    context = {
        "page": Paginator(wanted, WANTED_A_PAGE).get_page(request.GET.get("page")),
        "lacking": sum(each.lacking for each in wanted),
        "address": _share_address(request, secret) if held and (secret := read_word(held, "secret")) else "",
        "is_link_unreadable": bool(held and held.is_link_unreadable),
        "layouts": exporting.LAYOUTS,
    }
    return forbid_keeping(render(request, "collection/wanted.html", context))


@for_members("POST")
def share(request: HttpRequest) -> HttpResponse:
    """The wish list gets a secret link, another one, or none."""
    choice = request.POST.get("share", "")
    if choice not in ("on", "renew", "off"):
        raise InputError("choose on, renew or off", place="share")
    services.share_wish_list(require_user(request), is_shared=choice != "off", renew=choice == "renew")
    said = {
        "on": "Your wish list has a secret link.",
        "renew": "Your wish list has a new link. The old one no longer works.",
    }
    messages.success(request, said.get(choice, "Your wish list is private again. The link no longer works."))
    return redirect(f"{reverse('collection:wanted')}#share")


@require_safe
def show_shared(request: HttpRequest, word: str) -> HttpResponse:
    """Somebody's wish list, for whoever has its link: what they still lack, and nothing else of their collection."""
    held = selectors.get_shared_collection(word)
    wanted = [each for each in selectors.list_wanted(held.owner_id) if each.lacking]
    listed = Paginator(wanted, WANTED_A_PAGE).get_page(request.GET.get("page"))
    context = {"owner": held.owner.username, "page": listed, "lacking": sum(each.lacking for each in wanted)}
    return forbid_keeping(render(request, "collection/shared.html", context))


def _share_address(request: HttpRequest, secret: str) -> str:
    return request.build_absolute_uri(reverse("collection:shared", args=(secret,)))


def _read_next(request: HttpRequest) -> str:
    """The page that a form leads back to; empty for one of another site."""
    back = request.POST.get("next", "")
    return (
        back if url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()) else ""
    )
