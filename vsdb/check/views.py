"""The pages where a list is checked and repaired, and where the decks of a team are checked together."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import DECK, GAMES, Deck, DeckEntry, InputError, NotFound, decklists
from engine.decklists.fingerprints import compute_fingerprint
from engine.formats.names import list_main_formats
from engine.model.serialization import dump_json
from vsdb.catalog.cards import selectors
from vsdb.check import services
from vsdb.check.badges import draw_badge
from vsdb.check.forms import CheckForm, TeamForm, list_samples
from vsdb.check.list_answers import NO_FORMAT, ListQuestion, SharedAnswer, read_sent_list
from vsdb.check.list_links import Words, build_query, find_expiry, open_list
from vsdb.check.repair import RepairPage, parse_picks, refuse_too_long, repair_list, repair_page
from vsdb.check.services import MAX_DECKS, CheckedDeck, CheckedTeam
from vsdb.check.verdict_page import FindingRow, VerdictPage, build_finding_row, build_verdict_page, describe_format
from vsdb.core.dates import parse_day
from vsdb.core.requests import answers_anybody, drain, is_too_large
from vsdb.core.words import format_day, to_sentence

_LINES_ELSEWHERE = 250  #: a longer list is judged in its own format only
_SIDEBOARD = re.compile(r"\s*sb:\s*", re.IGNORECASE)


@answers_anybody
def check_page(request: HttpRequest) -> HttpResponse:
    """The form and, where the address holds a list, its verdict; a list that can't be read is 400."""
    data = read_sent_list(request)
    if isinstance(data, QueryDict):
        if data.get("instead"):
            data["format"] = data.get("instead", "")
        _replace_line(data)
    return _CHECK.show(request, data)


def show_verdict(request: HttpRequest, data: QueryDict) -> HttpResponse:
    """The verdict on a list that the data hold as `deck`, with its format and day, at whatever address it is asked
    for; the form with what is wrong where it can't be judged."""
    return _CHECK.show(request, data)


def show_unreadable_list(request: HttpRequest, data: QueryDict, problem: str) -> HttpResponse:
    """The form with a list that can't be judged and why, to be mended and checked again; no error of the request."""
    form = CheckForm(data)
    form.errors.clear()
    form.add_error("deck", to_sentence(problem))
    return render(request, "check/check.html", {"form": form, "page": None, "samples": list_samples()})


def _ask_verdict(text: str, game: str | None, slug: str, day: date | None) -> VerdictPage:
    return build_verdict_page(_check_everywhere(text, game, slug, day), text)


def _resolve_check(text: str, game: str | None, slug: str, day: date | None) -> Words:
    first = _check(text, game, slug, day)[0]
    return describe_format(first.deck.game, first.fmt.slug, first.verdict.as_of)


def _resolve_repair(text: str, game: str | None, slug: str, day: date | None) -> Words:
    first = _check(text, game, slug, day)[0]
    refuse_too_long(first.deck)
    return describe_format(first.deck.game, first.fmt.slug, first.verdict.as_of)


def _describe_verdict(page: VerdictPage) -> Words:
    return describe_format(page.verdict.game, page.fmt.slug, page.verdict.as_of)


def _extend_verdict(page: VerdictPage, form: CheckForm, detected: Container[str]) -> dict[str, Any]:
    """The fingerprints, how the list was read, and its verdicts in the other main formats."""
    main = list_main_formats(selectors.get_reference(page.verdict.game), page.verdict.as_of)
    return {
        "fingerprint": compute_fingerprint(page.deck),
        "asked": form.cleaned_data["fingerprint"],
        "reading": _describe_reading(page, detected),
        "main_formats": [each for each in page.elsewhere if each.fmt in main],
    }


def _describe_reading(page: VerdictPage, detected: Container[str]) -> list[tuple[str, str, str]]:
    """Game, format and date of a verdict, each with where it comes from, empty where it was chosen."""
    said, verdict, from_list = page.deck.metadata, page.verdict, "from the list"
    of_game = from_list if said.get("game") else "from the cards" if "format" in detected else ""
    of_format = "main format" if "format" in detected else from_list if said.get("format") == page.fmt.slug else ""
    is_said = said.get("as-of") == verdict.as_of.isoformat()
    of_day = "no date in the list" if "on" in detected else from_list if is_said else ""
    return [
        ("Game", GAMES[verdict.game], of_game),
        ("Format", page.fmt.name, of_format),
        ("Date", format_day(verdict.as_of), of_day),
    ]


@require_safe
def show_verdict_json(request: HttpRequest) -> HttpResponse:
    """The verdict of a list in the address, as the API gives it."""
    data = read_sent_list(request)
    form = CheckForm(data) if isinstance(data, QueryDict) else data if data.is_bound else CheckForm({})
    checked = form.answer(_check, NO_FORMAT) if isinstance(data, QueryDict) else None
    if not checked:
        errors = [{"field": name, "message": str(each)} for name, said in form.errors.items() for each in said]
        answer = {"code": "unreadable-input", "message": "this list can't be checked", "errors": errors}
        return HttpResponse(dump_json(answer), content_type="application/json", status=400)
    return HttpResponse(dump_json(checked[0].verdict.as_dict()), content_type="application/json")


@require_safe
def show_verdict_badge(request: HttpRequest) -> HttpResponse:
    """The verdict of a list in the address as a small picture, for other sites. Raises InputError and NotFound."""
    data = read_sent_list(request)
    form = CheckForm(data) if isinstance(data, QueryDict) else data if data.is_bound else CheckForm({})
    checked = form.answer(_check, NO_FORMAT) if isinstance(data, QueryDict) else None
    if not checked:
        raise InputError(next(str(each) for said in form.errors.values() for each in said), place="deck")
    first = checked[0]
    response = draw_badge(first.verdict.outcome, first.fmt, first.verdict.as_of)
    response.headers["Cache-Control"] = "public, max-age=300"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _check(text: str, game: str | None, slug: str, day: date | None) -> list[CheckedDeck]:
    game, formats = _choose(text, game, slug, day)
    return services.check(text, game=game, formats=formats[:1], dates=[day] if day else [])


def _choose(text: str, game: str | None, slug: str, day: date | None) -> tuple[str | None, Sequence[str]]:
    return services.choose_game_and_formats(text, game=game, formats=[slug] if slug else [], dates=[day] if day else [])


def _check_everywhere(text: str, game: str | None, slug: str, day: date | None) -> list[CheckedDeck]:
    """The verdict that is asked for, then those of the game's other formats."""
    checked = _check(text, game, slug, day)
    first = checked[0]
    others = [name for name in selectors.get_reference(first.deck.game).formats if name != first.fmt.slug]
    if not others or len(first.deck.entries) > _LINES_ELSEWHERE:
        return checked
    return checked + services.check(text, game=first.deck.game, formats=others, dates=[first.verdict.as_of])


def _replace_line(data: QueryDict) -> None:
    """Put the card that was chosen for a line, as `line:count:game:slug`, in that line's place."""
    line, count, game, slug = (data.get("replace", "").split(":", 3) + [""] * 3)[:4]
    if not (line.isdecimal() and count.isdecimal() and game in GAMES):
        return
    card = selectors.get_reference(game).catalog.by_slug.get(slug)
    lines = data.get("deck", "").replace("\r\n", "\n").split("\n")
    place = int(line[:6]) - 1
    if card is None or not 0 <= place < len(lines):
        return
    prefix = _SIDEBOARD.match(lines[place])
    written = decklists.write_deck(Deck(game, (DeckEntry(DECK, int(count[:4]), card),))).splitlines()[-1]
    lines[place] = (prefix[0] if prefix else "") + written
    data["deck"] = "\n".join(lines)


_CHECK = ListQuestion(
    "check/check.html",
    _ask_verdict,
    _describe_verdict,
    resolve=_resolve_check,
    also=("fingerprint",),
    extend=_extend_verdict,
)


@answers_anybody
def show_repair_of_list(request: HttpRequest) -> HttpResponse:
    """The repair of a list in the address, in the words of a check; one that can't be read is 400."""

    def ask(text: str, game: str | None, slug: str, day: date | None) -> RepairPage:
        picks = parse_picks(request.POST if request.method == "POST" else request.GET)
        game, formats = _choose(text, game, slug, day)
        return repair_page(repair_list(text, game=game, fmt=next(iter(formats), ""), on=day, picks=picks))

    def describe(page: RepairPage) -> Words:
        return describe_format(page.found.fmt.game, page.found.fmt.slug, page.found.as_of)

    question = ListQuestion("check/repair/list.html", ask, describe, resolve=_resolve_repair, also=("pick-",))
    return question.show(request, read_sent_list(request, decodes=False))


@dataclass(frozen=True, slots=True)
class TeamPage:
    """What the page of a team shows: the verdict, what is between the decks, and each deck's own page."""

    checked: CheckedTeam
    decks: tuple[VerdictPage, ...]
    shared: tuple[tuple[FindingRow, tuple[int, ...]], ...]

    @property
    def bad(self) -> tuple[int, ...]:
        """The numbers of the decks that aren't legal by themselves."""
        return tuple(number for number, page in enumerate(self.decks, start=1) if not page.verdict.is_legal)


@answers_anybody
def show_team_check(request: HttpRequest) -> HttpResponse:
    """The form and, where the address holds lists, the verdict; lists that can't be read are 400.

    Lists that are sent lead to an address that holds them.
    """
    if request.method == "POST" and is_too_large(request):
        drain(request)
        form = TeamForm({})
        form.add_error("deck_1", "The lists are too large. The limit is 256 KiB each.")
        return _render_team(request, form)
    data = (request.POST if request.method == "POST" else request.GET).copy()
    links = data.getlist("list")[:MAX_DECKS]
    try:
        data.update({f"deck_{number}": open_list(word) for number, word in enumerate(links, start=1) if word})
    except InputError as error:
        form = TeamForm({})
        form.add_error("deck_1", to_sentence(error.message))
        return _render_team(request, form)
    if not (request.method == "POST" or links):
        return _render_team(request, TeamForm(initial={name: data.get(name, "")[:100] for name in ("format", "on")}))
    form = TeamForm(data)
    is_refused = form.refuse_address(request) or (request.method == "POST" and form.refuse_other_game())
    page = None if is_refused else _checked_team(form)
    if page is None:
        return _render_team(request, form)
    words = describe_format(page.checked.verdict.game, page.checked.fmt.slug, page.checked.verdict.as_of)
    is_sent = request.method == "POST"
    query = build_query(words, *form.lists(), request=request if is_sent else None)
    if is_sent and query:
        return HttpResponseRedirect(f"{request.path}?{query}", status=HTTPStatus.SEE_OTHER)
    shown = TeamForm(initial={**form.cleaned_data, **dict(words)})
    return _render_team(request, shown, page=page, share=SharedAnswer(query, find_expiry(query)))


def _render_team(request: HttpRequest, form: TeamForm, **more: object) -> HttpResponse:
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "check/team.html", {"form": form, "page": None, **more}, status=status)


def _checked_team(form: TeamForm) -> TeamPage | None:
    """The page of the verdict; None where something is wrong, which then stands in the form."""
    if not form.is_valid():
        return None
    lists = form.lists()
    if not lists:
        form.add_error("deck_1", "Paste a list for each player, one card per line.")
        return None
    game, _, slug = form.cleaned_data["format"].partition("/")
    try:
        on = parse_day(form.cleaned_data["on"], place="on") if form.cleaned_data["on"].strip() else None
        return _team_page(services.check_team(lists, game=game or None, fmt=slug or None, as_of=on), lists)
    except InputError as error:
        field = error.place.replace(" ", "_")
        place = field if field in form.fields else "deck_1" if field == "decks" else "format"
        form.add_error(place, to_sentence(error.message))
    except NotFound as error:
        form.add_error("format", to_sentence(error.message))
    return None


def _team_page(checked: CheckedTeam, lists: list[str]) -> TeamPage:
    each = zip(checked.decks, checked.verdict.decks, lists, strict=True)
    pages = (build_verdict_page([CheckedDeck(deck, checked.fmt, verdict)], text) for deck, verdict, text in each)
    shared = ((build_finding_row(finding, checked.decks), decks) for finding, decks in checked.verdict.findings)
    return TeamPage(checked, tuple(pages), tuple(shared))
