"""The forms of saved positions, and of positions and logs that are pasted."""

from __future__ import annotations

import json
from typing import Any

from django import forms

from engine import InputError
from engine.play.log import MAX_LENGTH, Log, read_log
from vsdb.play.documents import MAX_BYTES
from vsdb.play.models import MAX_NAME, MAX_NOTES


class SaveForm(forms.Form):
    """A name, notes, and who may read it."""

    name = forms.CharField(max_length=MAX_NAME, label="Name")
    notes = forms.CharField(
        max_length=MAX_NOTES, required=False, widget=forms.Textarea(attrs={"rows": 4}), label="Notes"
    )
    is_public = forms.BooleanField(required=False, label="Everybody may read it")


class PasteForm(forms.Form):
    """A question of play as JSON."""

    text = forms.CharField(
        max_length=MAX_BYTES, widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}), label="Position as JSON"
    )

    def clean_text(self) -> Any:
        """The question that the text holds."""
        try:
            return json.loads(self.cleaned_data["text"])
        except json.JSONDecodeError as exc:
            raise forms.ValidationError(f"Line {exc.lineno}, column {exc.colno}: this isn’t JSON ({exc.msg}).") from exc
        except (ValueError, RecursionError) as exc:
            raise forms.ValidationError(
                "This JSON is nested too deeply, or has a number with too many digits."
            ) from exc


class LogForm(forms.Form):
    """The log of a game as text."""

    log = forms.CharField(
        max_length=MAX_LENGTH, widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}), label="Log of a game"
    )

    def clean_log(self) -> Log:
        """The log that the text holds."""
        try:
            return read_log(self.cleaned_data["log"])
        except InputError as exc:
            raise forms.ValidationError(f"{str(exc)[:1].upper()}{str(exc)[1:]}.") from exc
