"""What a deck gives away: sample hands, files in every layout, paper, and a picture for other sites."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import content_disposition_header

from engine.model.errors import InputError, NotFound
from vsdb.check.sample_hand import HandRequest, build_hand_page, draw_seed
from vsdb.core.requests import read_number
from vsdb.core.words import to_sentence
from vsdb.decks.access import ViewedDeck, with_readable_deck
from vsdb.decks.deck_page import describe_deck, describe_verdict, list_best_known_cards, read_version
from vsdb.decks.pdf import documents
from vsdb.decks.pdf.documents import PreviewTexts, draw_preview_image
from vsdb.decks.pdf.listing import build_judge_list_page

_INLINE = frozenset({"text/plain"})  #: what a browser shows as it is; everything else is saved


@with_readable_deck
def show_hand(request: HttpRequest, place: ViewedDeck) -> HttpResponseBase:
    """A hand of the newest version; without a seed one is drawn, and the address then holds it."""
    seed = read_number(request.GET, "seed")
    if seed is None:
        return HttpResponseRedirect(f"{place.address('hand')}?seed={draw_seed()}")
    aside = request.GET.getlist("aside")[:20]
    if not all(each.isascii() and each.isdigit() and len(each) < 4 for each in aside):
        raise InputError("a place in the hand is a number", place="aside")
    asked = HandRequest(
        seed=seed,
        has_mulligan=bool(request.GET.get("mulligan")),
        aside=tuple(sorted({int(each) for each in aside})),
        drawn=read_number(request.GET, "draw") or 0,
    )
    read = read_version(place.deck)
    problem = ""
    try:
        page = build_hand_page(read.value, asked, read.on)
    except InputError as error:
        if not asked.aside:
            raise
        # Too many were ticked: the same hand once more, with them.
        problem = to_sentence(str(error))
        page = build_hand_page(read.value, HandRequest(seed=seed), read.on)
    context = {"place": place, "page": page, "problem": problem, "ticked": asked.aside}
    return render(request, "decks/hand.html", context, status=400 if problem else 200)


@with_readable_deck
def export(request: HttpRequest, place: ViewedDeck, slug: str) -> HttpResponse:
    """The deck in a layout, as a file or, with `show=page`, on a page with what couldn't go in as it was."""
    found = documents.export_deck(place, slug, request.build_absolute_uri)
    if request.GET.get("show") == "page":
        context = {"place": place, "layout": found.layout, "written": found.export, "name": found.name}
        return render(request, "decks/export.html", context)
    response = HttpResponse(found.export.text, content_type=found.layout.content_type)
    disposition = content_disposition_header(found.layout.media_type not in _INLINE, found.name)
    if disposition:
        response.headers["Content-Disposition"] = disposition
    return response


@with_readable_deck
def download_sheet(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The registration sheet as PDF."""
    return documents.render_sheet_file(place, request.GET, request.build_absolute_uri)


@with_readable_deck
def download_proxies(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The faces at true size as PDF, nine on a page."""
    return documents.render_proxies_file(place, request.GET)


@with_readable_deck
def show_judge_list(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The list by name, to be ticked in a deck check."""
    sheet = documents.build_sheet_request(place, request.GET, request.build_absolute_uri)
    page = build_judge_list_page(sheet, place.address())
    return render(request, "decks/pdf/judge_list.html", {"page": page})


@with_readable_deck
def show_preview(request: HttpRequest, place: ViewedDeck) -> HttpResponse:
    """The picture for other sites: of public decks, and of others where their secret link is known."""
    if not (place.has_preview or place.is_own):
        raise NotFound("this deck has no picture for other sites")
    read = read_version(place.deck)
    told = PreviewTexts(
        title=read.revision.title,
        about=describe_deck(place.deck, read),
        outcome=read.outcome,
        verdict=describe_verdict(read),
        names=tuple(list_best_known_cards(read.value)),
    )
    return HttpResponse(draw_preview_image(told), content_type="image/png")
