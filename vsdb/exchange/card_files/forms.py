"""The form of an upload."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.exchange.card_files.sources import READERS
from vsdb.exchange.card_files.sources.vocabulary import find_game_in_text
from vsdb.exchange.card_files.uploads import build_name_with_game, detect_game

LABELS = {
    "octgn": "OCTGN set (XML)",
    "tcgbrowser": "TCG Browser list (JSON)",
    "cockatrice": "Cockatrice cards (XML)",
    "csv": "Table (CSV)",
    "reference": "Official card reference or set FAQ (text)",
}
#: A longer file is looked into only when it is imported.
_LOOKED_INTO = 8 * 1024 * 1024


class UploadForm(forms.Form):
    """A file, what kind of file it is, and its game where the file doesn't say it."""

    file = forms.FileField(label="File", help_text="It is tried first; nothing is changed until you say so.")
    source = forms.ChoiceField(
        label="Kind of file", choices=[("", "Choose…"), *((each, LABELS.get(each, each)) for each in READERS)]
    )
    game = forms.ChoiceField(
        label="Game",
        required=False,
        choices=[("", "The file says it"), *GAMES.items()],
        help_text="Needed where neither the file nor its name tells the game.",
    )

    def clean(self) -> dict[str, Any]:
        """What was sent, once the file begins as one of its kind and of its game does."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cast("UploadedFile[bytes] | None", cleaned.get("file"))
        source, game = cleaned.get("source"), cleaned.get("game", "")
        if file is None or not source:
            return cleaned
        if game and find_game_in_text(file.name or "") not in (None, game):
            self.add_error("game", "The file’s name says another game.")
            return cleaned
        if (file.size or 0) > _LOOKED_INTO:
            return cleaned
        try:
            said = detect_game(file, build_name_with_game(file.name or "", game), source)  # type: ignore[arg-type]
        except InputError as error:
            self.add_error("game" if error.code == "unknown-game" else "file", _sentence(str(error)))
            return cleaned
        if game and said and said != game:
            self.add_error("game", f"The file says that it is of {GAMES.get(said, said)}.")
        return cleaned


def too_large_message() -> str:
    """What is said beside the field of a file that was refused."""
    return f"The file is too large; at most {settings.IMPORT_MAX_BYTES} bytes are read (IMPORT_MAX_BYTES)."


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."
