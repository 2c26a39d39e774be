"""The forms of lists: a list pasted, uploaded or copied from a deck, and what the desk decides."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from engine import InputError, decklists
from vsdb.core.words import to_sentence
from vsdb.events.clock import EARLIER, LATER, find_zone, to_utc
from vsdb.events.models import Event


class EditionForm(forms.Form):
    """A form about a list as its sender saw it; `edition` 0 stands for a list that wasn't there."""

    edition = forms.IntegerField(required=False, min_value=0, max_value=1_000_000_000, widget=forms.HiddenInput)

    @property
    def seen(self) -> int | None:
        """The edition that the sender saw; None where the form says none."""
        found: int | None = getattr(self, "cleaned_data", {}).get("edition")
        return found


class ListForm(EditionForm):
    """A list, pasted or uploaded; the file counts where both are given."""

    deck = forms.CharField(required=False, strip=False, empty_value="")
    file = forms.FileField(required=False, allow_empty_file=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["deck"].validators = []  # what is wrong with a list is said by its reader, with the line

    @property
    def file_name(self) -> str:
        """The name of the uploaded file, which tells its layout."""
        upload = self.cleaned_data.get("file")
        return str(upload.name) if isinstance(upload, UploadedFile) and upload.name else ""

    def clean(self) -> dict[str, Any]:
        """The list's text, out of the file where one is uploaded."""
        cleaned = super().clean() or self.cleaned_data
        upload = cleaned.get("file")
        text = str(cleaned.get("deck") or "")
        if isinstance(upload, UploadedFile):
            try:
                text = decklists.decode_list(upload.read(decklists.MAX_BYTES + 1))
            except InputError as error:
                self.add_error("file", to_sentence(str(error)))
        if not text.strip() and not self.has_error("file"):
            self.add_error("deck", "Paste a list, one card per line, or choose a file.")
        cleaned["deck"] = text
        return cleaned


class ReplaceForm(ListForm):
    """Another list in the place of a locked one, with the reason for it."""

    reason = forms.CharField(max_length=1_000, error_messages={"required": "Give a reason. The player reads it."})


class AnswerForm(forms.Form):
    """What the desk answers a player; `asked` is the moment of the question that its sender saw."""

    answer = forms.CharField(max_length=4_000, error_messages={"required": "Write an answer. The player reads it."})
    asked = forms.CharField(max_length=40, required=False)


class ReopenForm(EditionForm):
    """Until when a player's lists are open again, in the event's zone."""

    until = forms.CharField(max_length=40, error_messages={"required": "Choose a date and a time."})
    which = forms.ChoiceField(required=False, choices=(("", ""), (EARLIER, "earlier"), (LATER, "later")))

    def read_until(self, event: Event) -> datetime | None:
        """The moment; None where something is wrong, which then stands beside the field."""
        if not self.is_valid():
            return None
        try:
            local = datetime.fromisoformat(self.cleaned_data["until"].strip())
        except ValueError:
            self.add_error("until", "Write the date and the time as in 2026-12-05T09:30.")
            return None
        try:
            zone = find_zone(event.zone)
            return to_utc(local.replace(tzinfo=None), zone, which=self.cleaned_data["which"], place="until")
        except InputError as error:
            self.add_error("until", to_sentence(error.message))
            return None
