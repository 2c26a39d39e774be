"""The forms of the check page and of a team, and the sample decks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from engine import GAMES, InputError, NotFound, decklists
from engine.decklists.fingerprints import normalize_fingerprint
from engine.rules.team_play import find_team_rules
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import list_format_choices
from vsdb.check.addresses import explain_address
from vsdb.check.services import MAX_DECKS, find_other_game, list_team_formats
from vsdb.core.dates import parse_day
from vsdb.core.words import to_sentence

T = TypeVar("T")
Ask = Callable[[str, str | None, str, date | None], T]  #: list, game, format and day
_LISTS = tuple(f"deck_{number}" for number in range(1, MAX_DECKS + 1))
FROM_THE_LIST = ""
OTHER_GAME = "Choose that game or another format."  #: behind what says that a format is of another game
_NOT_SAID = frozenset({"game-missing", "format-missing"})
FOLDER = Path(__file__).with_name("sample_lists")
#: In the order in which they are offered, with what is to be seen in each.
OFFERED = (
    ("secret-avengers", "2 errors and a misspelled name"),
    ("warbound", "legal"),
    ("a-force", "legal"),
    ("jinx", "1 banned card"),
)


def format_choices(chosen: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Every format, by game, as `game/slug`; the one that is chosen already is among them, also as one version."""
    of_game, _, slug = chosen.partition("/")
    found = []
    for game, name in GAMES.items():
        offered = list_format_choices(selectors.get_reference(game), slug if game == of_game else "")
        found.append((name, [(f"{game}/{each.slug}", each.name) for each in offered]))
    return found


class CheckForm(forms.Form):
    """A list, pasted or uploaded, with the format and the day; both may stand in the list itself."""

    deck = forms.CharField(required=False, strip=False, empty_value="")
    file = forms.FileField(required=False, allow_empty_file=True)
    format = forms.ChoiceField(required=False)
    on = forms.CharField(required=False, max_length=40)
    fingerprint = forms.CharField(required=False, max_length=60)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast(forms.ChoiceField, self.fields["format"])
        given = (self.data if self.is_bound else self.initial).get("format")
        field.choices = [(FROM_THE_LIST, "Detect from the list"), *format_choices(str(given or ""))]
        field.error_messages["invalid_choice"] = "There is no format “%(value)s”. Choose one from the list."
        # What is wrong with a list is said by its reader, with the line.
        self.fields["deck"].validators = []

    @classmethod
    def refused(cls, problem: str, typed: Mapping[str, Any] | None = None) -> Self:
        """The form with what is wrong with a list, which isn't shown again."""
        form = cls({"on": "", "format": "", **(typed or {}), "deck": ""})
        form.errors.clear()
        form.add_error("deck", problem)
        return form

    def answer(self, ask: Ask[T], not_said: str) -> T | None:
        """What comes of the list in the game, the format and on the day that are chosen, each None or empty where the
        list says it; None where something is wrong, which then stands beside the field that it is about."""
        if not self.is_valid():
            return None
        game, _, slug = self.cleaned_data["format"].partition("/")
        try:
            return ask(self.cleaned_data["deck"], game or None, slug, self.cleaned_data["on"])
        except NotFound as error:
            self.add_error("format", to_sentence(error.message))
        except InputError as error:
            if error.code in _NOT_SAID:
                self.add_error("format", not_said)
            else:
                said = error.message if error.place == "deck" else str(error)
                self.add_error("on" if error.place == "as-of" else "deck", to_sentence(said))
        return None

    def refuse_address(self, request: HttpRequest) -> bool:
        """Whether an address was pasted instead of a list; what to do with it is then said beside the list."""
        return self.is_bound and self.is_valid() and _refuse_address(self, "deck", request)

    def refuse_other_game(self) -> bool:
        """Whether the list is certainly of another game than the format, which is then said beside the format."""
        return self.is_valid() and _refuse_other_game(self, [self.cleaned_data["deck"]])

    def clean_on(self) -> date | None:
        """The day; one that can't be read is refused with what to write."""
        return self._read("on", parse_day)

    def clean_fingerprint(self) -> str:
        """The fingerprint in its one spelling; one that is mistyped is refused with why."""
        return self._read("fingerprint", normalize_fingerprint) or ""

    def _read(self, name: str, read: Callable[[str], T]) -> T | None:
        try:
            return read(self.cleaned_data[name]) if self.cleaned_data[name] else None
        except InputError as error:
            raise forms.ValidationError(to_sentence(error.message)) from error

    def clean(self) -> dict[str, Any]:
        """The list's text, out of the file where one is uploaded."""
        cleaned = super().clean() or self.cleaned_data
        upload = cleaned.get("file")
        text = str(cleaned.get("deck") or "").replace("\r\n", "\n")
        if isinstance(upload, UploadedFile):
            try:
                text = decklists.decode_list(upload.read(decklists.MAX_BYTES + 1))
            except InputError as error:
                self.add_error("file", to_sentence(str(error)))
        if not text.strip() and not self.has_error("file"):
            self.add_error("deck", "Paste a list, one card per line, or choose a file.")
        cleaned["deck"] = text
        return cleaned


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
        chosen.choices = [("", "Detect from the lists")] + [
            (f"{fmt.game}/{fmt.slug}", f"{GAMES[fmt.game]}: {fmt.name}, {team.size} decks")
            for fmt in list_team_formats()
            if (team := find_team_rules(fmt))
        ]
        chosen.error_messages["invalid_choice"] = "“%(value)s” isn’t a team format. Choose one from the list."

    def lists(self) -> list[str]:
        """The lists that there are, as they were pasted."""
        given = (str(self.cleaned_data.get(name) or "").replace("\r\n", "\n") for name in _LISTS)
        return [text for text in given if text.strip()]

    def refuse_address(self, request: HttpRequest) -> bool:
        """Whether an address was pasted instead of a list; what to do with it is then said beside the list."""
        return self.is_valid() and any(_refuse_address(self, name, request) for name in _LISTS)

    def refuse_other_game(self) -> bool:
        """Whether a list is certainly of another game than the format, which is then said beside the format."""
        return self.is_valid() and _refuse_other_game(self, self.lists())

    @property
    def areas(self) -> list[forms.BoundField]:
        """The fields of the lists."""
        return [self[name] for name in _LISTS]


def _refuse_address(form: forms.Form, name: str, request: HttpRequest) -> bool:
    said = explain_address(request, str(form.cleaned_data.get(name) or ""))
    if said:
        form.add_error(name, said)
    return bool(said)


def _refuse_other_game(form: forms.Form, lists: Iterable[str]) -> bool:
    game, _, _ = form.cleaned_data["format"].partition("/")
    others = (find_other_game(text, game) for text in lists if game)
    if not (other := next(filter(None, others), None)):
        return False
    said = f"This format is for {GAMES[game]}, and the list is a {GAMES[other]} deck."
    form.add_error("format", f"{said} Choose a {GAMES[other]} format, or let it be detected.")
    return True


@dataclass(frozen=True, slots=True)
class SampleList:
    """A sample list; `shows` says in two or three words what its verdict is about."""

    slug: str
    title: str
    game: str
    text: str
    shows: str


@cache
def list_samples() -> tuple[SampleList, ...]:
    """Every sample, in the order in which they are offered."""
    return tuple(_sample(slug, shows) for slug, shows in OFFERED)


def find_sample(slug: str) -> SampleList | None:
    """The sample of that slug."""
    return next((each for each in list_samples() if each.slug == slug), None)


def _sample(slug: str, shows: str) -> SampleList:
    text = (FOLDER / f"{slug}.txt").read_text(encoding="utf-8")
    said = decklists.read_metadata(text)
    return SampleList(slug, said["title"], said["game"], text, shows)
