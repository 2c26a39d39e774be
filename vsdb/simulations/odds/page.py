"""The page of odds of a list: ready curves, and the answer to a question that the address holds."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from io import StringIO
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine import InputError
from engine.model.decks import DECK
from engine.model.games import game_of
from engine.model.names import fold
from engine.simulation.hands import find_opening
from engine.simulation.odds.counting import TOO_MUCH
from engine.simulation.odds.ready import MAX_PIECES, ReadyOdds, build_ready_odds
from engine.simulation.odds.sampling import OddsSample
from engine.simulation.opening_rules import ASIDE, BOTTOM, RESHUFFLE
from vsdb.catalog.rules.selectors import map_headings
from vsdb.core.line_charts import LineChart, Point, Series
from vsdb.core.requests import read_choice
from vsdb.exchange.deck_lists.data_layouts import escape_cell
from vsdb.simulations import pictures
from vsdb.simulations.odds.answers import (
    CurvePoint,
    OddsFigures,
    count_exactly,
    count_quickly,
    figures_to_dict,
    list_csv_rows,
    sample_quickly,
    sample_well,
)
from vsdb.simulations.odds.form import AskedOdds, OddsForm, end_sentence
from vsdb.simulations.odds.ready import build_point, build_ready_chart, list_ready_rows, ready_to_dict
from vsdb.simulations.odds.words import write_sentence
from vsdb.simulations.sources import SimulatedList
from vsdb.simulations.templatetags.odds import percent, write_share

EXACT = "exact"  #: `as=exact`: count however long it takes
_MULLIGAN_WORDS = {
    BOTTOM: "With a mulligan: a hand without such a card goes below the deck for a new one.",
    RESHUFFLE: "With a mulligan: a hand without such a card is shuffled into the deck for a new one.",
    ASIDE: "With a mulligan: of a hand without such a card two cards are set aside for two others.",
}
_MAX_UNREAD = 10  #: lines that are told of
_NOT_QUESTION = ("game", "list", "as", "add")  #: words of the address that aren't the question's


def show(request: HttpRequest, source: SimulatedList) -> HttpResponse:
    """The page, or with `as` the answer as a file; 400 where the question can't be read."""
    wanted = read_choice(request.GET, "as", (*_FILES, EXACT))
    form = OddsForm(source, request.GET)
    asked = form.read() if form.is_asked else None
    if wanted in _FILES and not (form.is_asked and asked is None):
        return _FILES[wanted](form, asked)
    return _render_page(request, form, asked, is_patient=wanted == EXACT)


def _render_page(request: HttpRequest, form: OddsForm, asked: AskedOdds | None, *, is_patient: bool) -> HttpResponse:
    source = form.source
    answered = _answer(form, asked, is_patient=is_patient) if asked else {}
    ready = _build_ready(form)
    words = _list_words(request)
    context = {
        "source": source,
        "current": "odds",
        "form": form,
        "ready": ready,
        **(_describe_ready(ready) if ready else {}),
        "size": source.deck.size(DECK),
        "exact_address": source.address("odds", [*words, ("as", EXACT)]),
        "files": [(title, source.address("odds", [*words, ("as", name)])) for name, title in _TITLES.items()],
        "page_address": source.address("odds", words),
        "picture_address": source.address("odds", [*words, ("as", "png")]),
        "is_patient": is_patient,
        "kept_words": [*source.words, *words],
        "unread": source.deck.unsettled[:_MAX_UNREAD],
        "unread_more": len(source.deck.unsettled[_MAX_UNREAD:]),
        "unread_cards": sum(entry.count for entry in source.deck.unsettled),
        "list_cards": sum(entry.count for entry in source.deck.entries),
        "first_address": _address_going(source, words, "1"),
        "second_address": _address_going(source, words, "0"),
        **answered,
    }
    is_wrong = form.is_asked and (asked is None or bool(form.errors))
    return render(request, "simulations/odds.html", context, status=HTTPStatus.BAD_REQUEST if is_wrong else 200)


def _answer(form: OddsForm, asked: AskedOdds, *, is_patient: bool) -> dict[str, Any]:
    """What the page says of a question: the figures, or None while they are being counted."""
    said: dict[str, Any] = {"asked": asked, "sentence": _write_sentence(asked)}
    figures = None
    try:
        figures = count_exactly(asked) if is_patient else count_quickly(asked)
    except InputError as error:
        if error.code != TOO_MUCH:
            form.errors.append(end_sentence(error.message))
            return said
    if figures is None:
        sample = sample_well(asked) if is_patient else sample_quickly(asked)
        return {**said, "sampled": _describe_sample(sample) if sample else None, "is_waiting": not is_patient}
    return {
        **said,
        "figures": figures,
        "is_waiting": figures.curve is None and not is_patient,
        "odds": figures.odds,
        "best": figures.best_hands(asked),
        "chart": build_answer_chart(asked, figures, said["sentence"]) if figures.curve else None,
        "headings": map_headings(figures.answer.citations),
    }


def _describe_sample(sample: OddsSample) -> dict[str, Any]:
    """A simulated chance with its standard error, and how many games it comes from.

    Where all games or none came true the error is that of a chance which would hide for so many games: 3 in them.
    """
    least, most = sample.odds[0].least, sample.odds[0].most
    figure = write_share(least.mean) if least == most else f"{write_share(least.mean)} to {write_share(most.mean)}"
    error = max(least.error, most.error) or 3 / sample.tally.games
    return {
        "figure": figure,
        "error": f"{100 * error:.2f}\u00a0%",
        "games": f"{sample.tally.games:,}",
        "assumes": sample.assumes,
    }


def build_answer_chart(asked: AskedOdds, figures: OddsFigures, sentence: str) -> LineChart:
    """The curve of a question by turn, with and without its mulligan, and its answer as a mark.

    Where its conditions have different turns the lines have all of them by the same turn; the answer is on none.
    """
    points = figures.curve or ()
    turns = asked.turns
    kept = Series("Every hand kept", _draw(points, lambda point: point.never))
    chosen = Series("With the mulligan", _draw(points, lambda point: point.policy))
    differs = any(point.policy != point.never for point in points)
    lines = (kept, chosen) if differs else (kept,)
    told = percent(figures.odds)
    if len(turns) == 1:
        lines = (*lines, Series(f"Your question: {told}", (build_point(turns[0], figures.odds),)))
    return LineChart(
        slug="answer",
        title="By each turn" if len(turns) == 1 else "All conditions by the same turn",
        what="Turn",
        of=sentence,
        series=lines,
        is_share=True,
        note=""
        if len(turns) == 1
        else f"The conditions of the question have different turns. Its answer, {told}, isn’t on the lines.",
    )


def _draw(points: Sequence[CurvePoint], read: Callable[[CurvePoint], Any]) -> tuple[Point, ...]:
    found = ((point.turn, read(point)) for point in points)
    return tuple(build_point(turn, odds) for turn, odds in found if odds is not None)


def _build_ready(form: OddsForm) -> ReadyOdds | None:
    """The ready odds; None for a game without rules of dealing or a deck without cards."""
    source = form.source
    rule = find_opening(game_of(source.game), source.on)
    if rule is None or not source.deck.size(DECK):
        return None
    return build_ready_odds(source.deck, rule, first=form.first, named=_find_named(form), as_of=source.on)


def _find_named(form: OddsForm) -> list[str]:
    """The slugs of the cards that the address names, by name, title or slug."""
    names = {fold(name) for name in form.data.getlist("card")[:MAX_PIECES]}
    if not names:
        return []
    cards = form.source.deck.cards
    return [card.slug for card in cards if names & {fold(each) for each in (card.name, card.title, card.slug)}]


def _describe_ready(ready: ReadyOdds) -> dict[str, Any]:
    """What the page shows of the ready odds beside their rows."""
    citations = ready.citations
    opening = [row for row in (*ready.opening, *ready.pieces) if row.opening]
    numbers = range(max((len(row.opening) for row in opening), default=0))
    return {
        "ready_chart": build_ready_chart(ready) if ready.curve else None,
        "ready_citations": citations,
        "ready_headings": map_headings(citations),
        "opening_rows": [(row, [*row.opening, *[None] * (len(numbers) - len(row.opening))]) for row in opening],
        "opening_numbers": numbers,
        "mulligan_words": _MULLIGAN_WORDS.get(ready.rule.mulligan, ""),
    }


def _address_going(source: SimulatedList, words: list[tuple[str, str]], first: str) -> str:
    """The page for who goes first or second."""
    return source.address("odds", [*(each for each in words if each[0] != "first"), ("first", first)])


def _list_words(request: HttpRequest) -> list[tuple[str, str]]:
    """The question as words of an address."""
    return [(name, value) for name in request.GET if name not in _NOT_QUESTION for value in request.GET.getlist(name)]


def _send_csv(form: OddsForm, asked: AskedOdds | None) -> HttpResponse:
    rows: Iterable[Sequence[str]]
    if asked:
        figures = _count_for_file(asked)
        rows = [[f"{figures}"]] if isinstance(figures, str) else list_csv_rows(asked, figures, _write_sentence(asked))
    else:
        figures, rows = None, list_ready_rows(_build_ready(form))
    held = StringIO()
    csv.writer(held, lineterminator="\r\n").writerows(map(escape_cell, row) for row in rows)
    return _send(held.getvalue(), "text/csv; charset=utf-8", "odds.csv", failed=isinstance(figures, str))


def _send_json(form: OddsForm, asked: AskedOdds | None) -> HttpResponse:
    told: Mapping[str, Any]
    if asked:
        figures = _count_for_file(asked)
        sentence = _write_sentence(asked)
        told = {"message": figures} if isinstance(figures, str) else figures_to_dict(asked, figures, sentence)
    else:
        figures, told = None, ready_to_dict(_build_ready(form))
    text = json.dumps(told, ensure_ascii=False, indent=1)
    return _send(text, "application/json", "odds.json", failed=isinstance(figures, str))


def _send_picture(form: OddsForm, asked: AskedOdds | None, *, is_svg: bool) -> HttpResponse:
    """The answer large with its question, and the curve that it is on; without a question the curve of the deck."""
    title = form.source.title
    if asked:
        figures = _count_for_file(asked)
        if isinstance(figures, str):
            return HttpResponse(figures, "text/plain", status=HTTPStatus.BAD_REQUEST)
        sub, told = _write_sentence(asked), percent(figures.odds)
        on_curve = build_answer_chart(asked, figures, sub) if figures.curve and len(asked.turns) == 1 else None
        return pictures.send_answer(told, title, sub, on_curve, is_svg=is_svg)
    ready = _build_ready(form)
    chart = build_ready_chart(ready) if ready and ready.curve else None
    if chart is None or not chart.places:
        return HttpResponse("There is nothing to draw.", "text/plain", status=HTTPStatus.BAD_REQUEST)
    return pictures.send_chart(chart, title, "Odds to be on curve", is_svg=is_svg)


def _count_for_file(asked: AskedOdds) -> OddsFigures | str:
    """The figures, or why there are none."""
    try:
        return count_exactly(asked)
    except InputError as error:
        return error.message


def _write_sentence(asked: AskedOdds) -> str:
    rule = asked.deck.rule
    return write_sentence(asked.deck.question, asked.named, rule, asks_first=rule.on_first_turn is not None)


def _send(text: str, kind: str, name: str, *, failed: bool) -> HttpResponse:
    answer = HttpResponse(text, kind, status=HTTPStatus.BAD_REQUEST if failed else HTTPStatus.OK)
    if not failed:
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


_FILES: Mapping[str, Callable[[OddsForm, AskedOdds | None], HttpResponse]] = {
    "csv": _send_csv,
    "json": _send_json,
    "svg": lambda form, asked: _send_picture(form, asked, is_svg=True),
    "png": lambda form, asked: _send_picture(form, asked, is_svg=False),
}
_TITLES = {"csv": "CSV", "json": "JSON", "svg": "SVG", "png": "PNG"}
