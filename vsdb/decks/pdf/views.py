"""What a deck gives away: sample hands, files in every layout, paper, and a picture for other sites."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import content_disposition_header

from engine.model.errors import InputError, NotFound
from vsdb.check.forms import sentence
from vsdb.check.sample_hand import Asked, hand_page
from vsdb.core.requests import number_in
from vsdb.decks.access import Place, reading
from vsdb.decks.deck_page import about, names_of, read_version, verdict_line
from vsdb.decks.pdf import documents
from vsdb.decks.pdf.check_sheet import judge_page
from vsdb.decks.pdf.documents import Told, draw

_SEEDS = 1_000_000_000
_INLINE = frozenset({"text/plain"})  #: what a browser shows as it is; everything else is saved


@reading
def hand(request: HttpRequest, place: Place) -> HttpResponseBase:
    """A hand of the newest version; without a seed one is drawn, and the address then holds it."""
    seed = number_in(request.GET, "seed")
    if seed is None:
        return HttpResponseRedirect(f"{place.address('hand')}?seed={secrets.randbelow(_SEEDS)}")
    aside = request.GET.getlist("aside")[:20]
    if not all(each.isascii() and each.isdigit() and len(each) < 4 for each in aside):
        raise InputError("a place in the hand is a number", place="aside")
    asked = Asked(
        seed=seed,
        has_mulligan=bool(request.GET.get("mulligan")),
        aside=tuple(sorted({int(each) for each in aside})),
        drawn=number_in(request.GET, "draw") or 0,
    )
    read = read_version(place.deck)
    problem = ""
    try:
        page = hand_page(read.value, asked, read.on)
    except InputError as error:
        if not asked.aside:
            raise
        # Too many were ticked: the same hand once more, with them.
        problem = sentence(str(error))
        page = hand_page(read.value, Asked(seed=seed), read.on)
    context = {"place": place, "page": page, "problem": problem, "ticked": asked.aside}
    return render(request, "decks/stored/hand.html", context, status=400 if problem else 200)


@reading
def export(request: HttpRequest, place: Place, slug: str) -> HttpResponse:
    """The deck in a layout, as a file or, with `show=page`, on a page with what couldn't go in as it was."""
    found = documents.exported(place, slug, request.build_absolute_uri)
    if request.GET.get("show") == "page":
        context = {"place": place, "layout": found.layout, "written": found.export, "name": found.name}
        return render(request, "decks/stored/export.html", context)
    response = HttpResponse(found.export.text, content_type=found.layout.content_type)
    disposition = content_disposition_header(found.layout.media_type not in _INLINE, found.name)
    if disposition:
        response.headers["Content-Disposition"] = disposition
    return response


@reading
def sheet(request: HttpRequest, place: Place) -> HttpResponse:
    """The registration sheet as PDF."""
    return documents.sheet_file(place, request.GET, request.build_absolute_uri)


@reading
def proxies(request: HttpRequest, place: Place) -> HttpResponse:
    """The faces at true size as PDF, nine on a page."""
    return documents.proxies_file(place, request.GET)


@reading
def judge(request: HttpRequest, place: Place) -> HttpResponse:
    """The list by name, to be ticked in a deck check."""
    sheet = documents.sheet_of(place, request.GET, request.build_absolute_uri)
    page = judge_page(sheet, place.address())
    return render(request, "decks/judge_list.html", {"page": page})


@reading
def preview(request: HttpRequest, place: Place) -> HttpResponse:
    """The picture for other sites: of public decks, and of others where their secret link is known."""
    if not (place.has_preview or place.is_own):
        raise NotFound("this deck has no picture for other sites")
    read = read_version(place.deck)
    told = Told(
        title=read.revision.title,
        about=about(place.deck, read),
        outcome=read.outcome,
        verdict=verdict_line(read),
        names=tuple(names_of(read.value)),
    )
    return HttpResponse(draw(told), content_type="image/png")
