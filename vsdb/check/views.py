"""The pages where a list is checked and repaired, and where the decks of a team are checked together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine import DECK, GAMES, Deck, DeckEntry, InputError, NotFound, decklists
from engine.decklists.fingerprints import compute_fingerprint
from vsdb.catalog.cards import selectors
from vsdb.check import services
from vsdb.check.forms import CheckForm, TeamForm, list_page, read_sent_list, show_list_answer
from vsdb.check.repair import RepairPage, parse_picks, repair_list, repair_page
from vsdb.check.services import CheckedDeck, CheckedTeam
from vsdb.check.verdict_page import FindingRow, VerdictPage, build_finding_row, build_verdict_page
from vsdb.core.commands import dump_json
from vsdb.core.dates import parse_day
from vsdb.core.requests import answers_anybody, drain, is_too_large
from vsdb.core.words import to_sentence

_LINES_ELSEWHERE = 250  #: a longer list is judged in its own format only
_SIDEBOARD = re.compile(r"\s*sb:\s*", re.IGNORECASE)


@answers_anybody
def check_page(request: HttpRequest) -> HttpResponse:
    """The form and, where a list came with the request, its verdict; a list that can't be read is 400."""
    data = read_sent_list(request)
    if isinstance(data, CheckForm):
        return list_page(request, "check/check.html", data)
    if data.get("instead"):
        data["format"] = data.get("instead", "")
    _replace_line(data)
    return _render_verdict(request, data)


@require_safe
def show_verdict_json(request: HttpRequest) -> HttpResponse:
    """The verdict of a list in the address, as the API gives it."""
    form = CheckForm(request.GET.copy())
    checked = form.answer(_check)
    if not checked:
        errors = [{"field": name, "message": str(each)} for name, said in form.errors.items() for each in said]
        answer = {"code": "unreadable-input", "message": "the list can't be judged", "errors": errors}
        return HttpResponse(dump_json(answer), content_type="application/json", status=400)
    return HttpResponse(dump_json(checked[0].verdict.as_dict()), content_type="application/json")


def _render_verdict(request: HttpRequest, data: QueryDict) -> HttpResponse:
    form = CheckForm(data, request.FILES)
    checked = form.answer(_check_everywhere)
    if not checked:
        return list_page(request, "check/check.html", form)
    text, asked = form.cleaned_data["deck"], form.cleaned_data["fingerprint"]
    page = build_verdict_page(checked, text)
    # The form shows what was judged: the file's text, and the format and day that the list itself names.
    chosen = {"format": f"{page.verdict.game}/{page.fmt.slug}", "on": page.verdict.as_of.isoformat()}
    shown = CheckForm(initial={"deck": text, **chosen, "fingerprint": asked})
    words = page.link + (f"&fingerprint={asked}" if page.link and asked else "")
    found = compute_fingerprint(page.deck)
    response = list_page(request, "check/check.html", shown, page, fingerprint=found, asked=asked, words=words)
    if request.headers.get("HX-Request"):
        response.headers["HX-Push-Url"] = reverse("decks:check") + (f"?{words}" if words else "")
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


@answers_anybody
def show_repair_of_list(request: HttpRequest) -> HttpResponse:
    """The repair of a list that comes with the request, in the words of a check; one that can't be read is 400."""

    def ask(text: str, game: str | None, slug: str, day: date | None) -> RepairPage:
        picks = parse_picks(request.POST if request.method == "POST" else request.GET)
        game, formats = _choose(text, game, slug, day)
        return repair_page(repair_list(text, game=game, fmt=next(iter(formats), ""), on=day, picks=picks))

    def describe(page: RepairPage) -> dict[str, str]:
        return {"format": f"{page.found.fmt.game}/{page.found.fmt.slug}", "on": page.found.as_of.isoformat()}

    return show_list_answer(request, "check/repair/list.html", ask, describe, decodes=False)


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
    """The form and, where lists came with the request, the verdict; lists that can't be read are 400."""
    page = None
    if request.method == "POST" and is_too_large(request):
        drain(request)
        form = TeamForm({})
        form.add_error("deck_1", "The lists are too large; at most 256 KiB each.")
    elif request.method == "POST":
        form = TeamForm(request.POST)
        page = _checked_team(form)
    else:
        form = TeamForm(initial={name: request.GET.get(name, "")[:100] for name in ("format", "on")})
    status = 400 if form.is_bound and not page else 200
    return render(request, "check/team.html", {"form": form, "page": page}, status=status)


def _checked_team(form: TeamForm) -> TeamPage | None:
    """The page of the verdict; None where something is wrong, which then stands in the form."""
    if not form.is_valid():
        return None
    lists = form.lists()
    if not lists:
        form.add_error("deck_1", "There is no list yet: paste one for each player, a card a line.")
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
