"""The form of a list to simulate."""

from __future__ import annotations

from typing import Any, cast

from django import forms

from engine.model.games import games
from vsdb.check.forms import FROM_THE_LIST, CheckForm


class ListForm(CheckForm):
    """A list, pasted or uploaded, with its game, which the list or its cards may tell."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast(forms.ChoiceField, self.fields["format"])
        field.choices = [
            (FROM_THE_LIST, "Detect from the list"),
            *((f"{game.slug}/", game.name) for game in games() if game.opening),
        ]
        typed = str(self.data.get("format", "")).rstrip("/")[:40].replace("%", "%%")
        field.error_messages["invalid_choice"] = f"There is no game “{typed}”. Choose one from the list."
