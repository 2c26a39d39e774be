"""The page of goldfish games of a list: curves, plays that a rule stops, the first game, lists side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from engine import InputError, NotFound
from engine.model.decks import DECK, SIDEBOARD
from engine.model.games import game_of
from engine.model.identities import count_by_section
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check.list_links import open_list
from vsdb.core.responses import forbid_caching
from vsdb.core.words import quantity, to_sentence
from vsdb.simulations.goldfish.files import build_json, write_distribution, write_means
from vsdb.simulations.goldfish.page_games import FILES, PICTURES, GamesPage, play_games
from vsdb.simulations.goldfish.playing import MAX_TURNS, find_form_games
from vsdb.simulations.goldfish.request import OFFERED_GAMES, Exchange, GamesForm, GamesRequest
from vsdb.simulations.goldfish.sending import answer_form
from vsdb.simulations.pictures import send_chart
from vsdb.simulations.services import find_most_games
from vsdb.simulations.sources import SimulatedList

_ROWS = 4  #: of an exchange that are offered at least
_FIELDS = {"against": "against_list", "beside": "beside_deck"}  #: where what is wrong with a word is told
_NO_CARDS = "the deck section of the list has no cards"


def show(request: HttpRequest, source: SimulatedList) -> HttpResponseBase:
    """The page, or its games as a file; what can't be read is told beside its field, with 400."""
    is_sent = request.method == "POST"
    form, kind = GamesForm(request.POST if is_sent else request.GET), request.GET.get("as", "")
    if game_of(source.game).goldfish is None and not kind:
        return render(request, "simulations/games.html", {"source": source, "current": "games", "has_none": True})
    asked, page = GamesRequest(), None
    if form.is_valid():
        try:
            asked = form.read()
            if is_sent or form.typed_list:
                return answer_form(request, source, asked, form.typed_list)
            page = play_games(source, asked, distribution=kind in ("csv", "json"))
        except (InputError, NotFound) as error:
            place, message = getattr(error, "place", ""), to_sentence(error.message)
            if place == "games" and not (is_sent or asked.is_comparison):
                message += " Press Play to play more in the background."
            field = _FIELDS.get(place, place)
            is_shown = field in form.fields and (field != "beside_deck" or source.others)
            form.add_error(field if is_shown else None, message)
    if kind:
        response = _send_file(page, form, kind, request.GET.get("chart", ""))
    else:
        response = _show_page(request, source, form, asked, page)
    return forbid_caching(response) if asked.beside else response


def _send_file(page: GamesPage | None, form: GamesForm, kind: str, chart: str) -> HttpResponse:
    """The games as a file, or one of their curves as a picture. Raises InputError."""
    if kind not in (*FILES, *PICTURES):
        raise InputError(f"“{kind[:20]}” is not one of {', '.join((*FILES, *PICTURES))}", place="as")
    if page is None:
        problems = [said for of_field in form.errors.values() for said in of_field]
        raise InputError(str(problems[0]) if problems else _NO_CARDS)
    if kind in PICTURES:
        return _send_picture(page, chart, is_svg=kind == "svg")
    if kind == "json":
        return JsonResponse(build_json(page.lists, page.blocked))
    write, name = (write_means, "figures") if kind == "means" else (write_distribution, "distribution")
    header = content_disposition_header(True, f"{slugify(page.source.title)[:60] or 'list'}-{name}.csv")
    return HttpResponse(
        write(page.lists), content_type="text/csv; charset=utf-8", headers={"Content-Disposition": header or ""}
    )


def _send_picture(page: GamesPage, slug: str, *, is_svg: bool) -> HttpResponse:
    charts = {each.chart.slug: each.chart for each in page.every_curve}
    if slug and slug not in charts:
        raise InputError(f"“{slug[:20]}” is not one of {', '.join(charts)}", place="chart")
    chart = charts[slug or next(iter(charts))]
    asked = page.asked
    sub = f"{chart.title}. {quantity(asked.games, 'game')} against nobody, seed {asked.seed}; bands: one standard error"
    return send_chart(chart, page.source.title, sub, is_svg=is_svg)


def _show_page(
    request: HttpRequest, source: SimulatedList, form: GamesForm, asked: GamesRequest, page: GamesPage | None
) -> HttpResponse:
    source = page.source if page else source
    most = find_most_games(page.first.run) if page else OFFERED_GAMES[-1]
    at_once = find_form_games(page.first.run) if page else most
    offered = sorted({each for each in OFFERED_GAMES if each <= most} | {asked.games})
    exchanged, waiting = (_list_cards(source, section) for section in (DECK, SIDEBOARD))
    sideboarding = game_of(source.game).sideboarding_by
    rule = sideboarding(source.on) if sideboarding else None
    cited = [*page.citations, *(each for part in page.blocked_sections for each in part.citations)] if page else []
    versions = source.others.list_versions() if source.others else ()
    context = {
        "source": source,
        "current": "games",
        "form": form,
        "asked": asked,
        "page": page,
        "offered": offered,
        "most_games": most,
        "games_at_once": at_once,
        "other_list": form["against_list"].value() or _open_other_list(asked.against),
        "turns": range(1, MAX_TURNS + 1),
        "versions": versions,
        "exchange_rows": _list_exchange_rows(asked.exchanges) if waiting else (),
        "deck_cards": exchanged,
        "sideboard_cards": waiting,
        "sideboarding_by": rule,
        "other_deck": form["beside_deck"].value() or ("" if _is_offered(asked.beside, versions) else asked.beside),
        "hand_address": source.address(
            "hand", [("seed", str(asked.seed)), *([("first", "1")] if asked.first else []), ("policy", "1")]
        ),
        "headings": map_headings([*cited, *([rule] if rule else [])]),
    }
    return render(request, "simulations/games.html", context, status=400 if form.errors else 200)


def _open_other_list(word: str) -> str:
    """The text of the other pasted list, to be changed in the form; empty for none, or one that can't be read."""
    try:
        return open_list(word) if word else ""
    except (InputError, NotFound):
        return ""


def _is_offered(word: str, versions: Sequence[tuple[int, str, str]]) -> bool:
    return any(word == each for _, each, _ in versions)


def _list_cards(source: SimulatedList, section: str) -> list[tuple[str, str]]:
    """The cards of a section as choices: a word that names each, and its title with the copies."""
    return [
        (each.card.slug if each.card else each.name, f"{each.count} {each.name}")
        for (of_section, _), each in count_by_section(source.deck).items()
        if of_section == section and each.is_readable
    ]


def _list_exchange_rows(exchanges: Sequence[Exchange]) -> list[dict[str, Any]]:
    rows = [{"out": each.out, "into": each.into, "count": each.count} for each in exchanges]
    return rows + [{"out": "", "into": "", "count": 1}] * max(1, _ROWS - len(rows))
