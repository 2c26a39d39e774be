"""The page where the decks of a team are checked together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine.model.cards import GAMES
from engine.model.errors import InputError, NotFound
from engine.rules.team_play import team_of
from vsdb.check.forms import sentence
from vsdb.check.services import CheckedDeck
from vsdb.check.team import MOST_DECKS, CheckedTeam, check_team, team_formats
from vsdb.check.verdict_page import FindingRow, VerdictPage, verdict_page
from vsdb.core.dates import day
from vsdb.core.requests import drain, is_too_large

_LISTS = tuple(f"deck_{number}" for number in range(1, MOST_DECKS + 1))


@dataclass(frozen=True, slots=True)
class TeamPage:
    """What the page of a team shows: the verdict, what is between the decks, and each deck's own page."""

    checked: CheckedTeam
    decks: tuple[VerdictPage, ...]
    shared: tuple[tuple[FindingRow, tuple[int, ...]], ...]

    @property
    def word(self) -> str:
        """The outcome as the first word of the page."""
        return self.checked.verdict.outcome.capitalize()

    @property
    def bad(self) -> tuple[int, ...]:
        """The numbers of the decks that aren't legal by themselves."""
        return tuple(number for number, page in enumerate(self.decks, start=1) if not page.verdict.is_legal)


class TeamForm(forms.Form):
    """The lists of a team with the format and the day; both may stand in a list."""

    format = forms.ChoiceField(required=False)
    on = forms.CharField(required=False, max_length=40)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for name in _LISTS:
            self.fields[name] = forms.CharField(required=False, strip=False)
            self.fields[name].validators = []
        chosen = cast(forms.ChoiceField, self.fields["format"])
        chosen.choices = [("", "As a list says")] + [
            (f"{fmt.game}/{fmt.slug}", f"{GAMES[fmt.game]}: {fmt.name}, {team.size} decks")
            for fmt in team_formats()
            if (team := team_of(fmt))
        ]
        chosen.error_messages["invalid_choice"] = "“%(value)s” isn’t played in teams; choose one of these."

    def lists(self) -> list[str]:
        """The lists that there are, as they were pasted."""
        given = (str(self.cleaned_data.get(name) or "").replace("\r\n", "\n") for name in _LISTS)
        return [text for text in given if text.strip()]

    @property
    def areas(self) -> list[forms.BoundField]:
        """The fields of the lists."""
        return [self[name] for name in _LISTS]


# Nothing is stored, so it needs no token, as the page of one deck.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def team_page(request: HttpRequest) -> HttpResponse:
    """The form and, where lists came with the request, the verdict; lists that can't be read are 400."""
    if request.method != "POST":
        form = TeamForm(initial={name: request.GET.get(name, "")[:100] for name in ("format", "on")})
        return render(request, "decks/team.html", {"form": form, "page": None})
    if is_too_large(request):
        drain(request)
        form = TeamForm({})
        form.add_error("deck_1", "The lists are too large; at most 256 KiB each.")
        return render(request, "decks/team.html", {"form": form, "page": None}, status=400)
    form = TeamForm(request.POST)
    page = _checked(form)
    return render(request, "decks/team.html", {"form": form, "page": page}, status=200 if page else 400)


def _checked(form: TeamForm) -> TeamPage | None:
    """The page of the verdict; None where something is wrong, which then stands in the form."""
    if not form.is_valid():
        return None
    lists = form.lists()
    if not lists:
        form.add_error("deck_1", "There is no list yet: paste one for each player, a card a line.")
        return None
    game, _, slug = form.cleaned_data["format"].partition("/")
    try:
        on = day(form.cleaned_data["on"], place="on") if form.cleaned_data["on"].strip() else None
        return _page(check_team(lists, game=game or None, fmt=slug or None, as_of=on), lists)
    except InputError as error:
        field = error.place.replace(" ", "_")
        place = field if field in form.fields else "deck_1" if field == "decks" else "format"
        form.add_error(place, sentence(error.message))
    except NotFound as error:
        form.add_error("format", sentence(error.message))
    return None


def _page(checked: CheckedTeam, lists: list[str]) -> TeamPage:
    together = zip(checked.decks, checked.verdict.decks, lists, strict=True)
    pages = tuple(verdict_page([CheckedDeck(deck, checked.fmt, verdict)], text) for deck, verdict, text in together)
    shared = []
    for finding, decks in checked.verdict.findings:
        copies = ((card, sum(deck.counts.get(card, 0) for deck in checked.decks)) for card in finding.cards)
        shared.append((FindingRow(finding, tuple(copies)), decks))
    return TeamPage(checked, pages, tuple(shared))
