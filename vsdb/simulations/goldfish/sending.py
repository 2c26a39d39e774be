"""What the form of goldfish games sends: very many games become a run, others have an address, to which it leads."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from engine import InputError
from vsdb.check.list_links import build_query
from vsdb.simulations.goldfish.page_games import open_version
from vsdb.simulations.goldfish.playing import FORM_SLOW_GAMES, GoldfishRequest, build_run, find_form_games
from vsdb.simulations.goldfish.request import GamesRequest
from vsdb.simulations.runs.access import start_and_show
from vsdb.simulations.sources import SimulatedList

_TOO_LONG = "This list is too long for a link. Save it as a deck and name it under “Another deck”."


def answer_form(request: HttpRequest, source: SimulatedList, asked: GamesRequest, typed: str) -> HttpResponse:
    """Lead to the run of many games of a list, else to the address of what is asked, with the other list as it was
    typed.

    Raises InputError, NotFound and ApplicationError.
    """
    is_alone = request.method == "POST" and not (typed or asked.is_comparison)
    opened = open_version(source, asked.version) if is_alone else source
    if is_alone and _is_for_background(opened, asked):
        wanted = GoldfishRequest(
            opened.text,
            game=opened.game,
            games=asked.games,
            turns=asked.turns,
            seed=asked.seed,
            first=asked.first and opened.asks_first,
        )
        return start_and_show(request, wanted, opened.on)
    status = HTTPStatus.SEE_OTHER if request.method == "POST" else HTTPStatus.FOUND
    if not typed:
        return HttpResponseRedirect(source.address("games", asked.list_words()), status=status)
    query = build_query([*source.words, *asked.list_words(against="")], typed, name="against", request=request)
    if not query:
        raise InputError(_TOO_LONG, place="against")
    return HttpResponseRedirect(f"{source.addresses['games']}?{query}", status=status)


def _is_for_background(source: SimulatedList, asked: GamesRequest) -> bool:
    if asked.games <= FORM_SLOW_GAMES:
        return False
    run = build_run(source.deck, source.on, turns=asked.turns, seed=asked.seed, first=asked.first)
    return bool(run.cards.copies) and asked.games > find_form_games(run)
