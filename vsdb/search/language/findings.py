"""What a query says besides its tree: mistakes with their places, display options and date."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from engine.model.cards import GAMES
from vsdb.core.folding import find_nearest
from vsdb.core.words import format_day as in_words
from vsdb.core.words import shorten
from vsdb.search.language.field_types import SearchField
from vsdb.search.language.syntax import DisplayOptions, QueryNote, QuerySpan, sort_notes
from vsdb.search.language.tokens import ValuePiece
from vsdb.search.language.values import parse_period

MAX_NOTES = 30
_MAX_QUOTED = 60
_ENDS = {"braces": "closing brace", "pattern": "closing slash"}


class NoteCollector:
    """Collected while the query is read. A note's suggestions can stand instead of what is at its span.

    `what` is asked for, as a sentence names one of them.
    """

    def __init__(self, games: Collection[str]) -> None:
        self.games = frozenset(games)
        self.what = "card"
        self.display = DisplayOptions()
        self.as_of: date | str | None = None
        self._notes: dict[QueryNote, None] = {}

    @property
    def notes(self) -> tuple[QueryNote, ...]:
        """All notes, each once: unknown fields first, then in query order."""
        return sort_notes(self._notes)

    def note(
        self, message: str, span: QuerySpan, suggestions: tuple[str, ...] = (), *, is_unknown_field: bool = False
    ) -> None:
        """Note a mistake. After thirty notes one more says that there are others."""
        if len(self._notes) < MAX_NOTES:
            self._notes[QueryNote(message, span, suggestions, "" if is_unknown_field else None)] = None
        elif len(self._notes) == MAX_NOTES:
            self._notes[QueryNote("There are more mistakes; they are not listed.", span)] = None

    def unknown_field(self, key: str, start: int, keys: Sequence[str], negated: str = "") -> None:
        """Note an unknown field with the nearest ones. It matches nothing; `negated`, as it is typed, everything."""
        near = find_nearest(key, keys) if len(self._notes) < MAX_NOTES else ()
        of = "" if self.what == "card" else f" for {self.what}s"
        said = f"There is no field “{key}”{of}, so no {self.what} matches it."
        if negated:
            said = f"There is no field “{key}”{of}, so every {self.what} matches “{shorten(negated, _MAX_QUOTED)}”."
        self.note(said, QuerySpan(start, start + len(key)), near, is_unknown_field=True)

    def close(self, piece: ValuePiece) -> None:
        """Note a missing end."""
        if piece.is_open:
            start = QuerySpan(piece.span.start, piece.span.start + 1)
            self.note(f"A {_ENDS.get(piece.form, 'closing quote')} is missing; the rest of the query was used.", start)

    def lacking(self, known: SearchField, span: QuerySpan) -> None:
        """Note a field without data, or that the searched games lack."""
        if known.unanswerable:
            self.note(f"“{known.name}” finds no {self.what}s: {known.unanswerable}.", span)
        elif self.games and self.games.isdisjoint(known.games):
            having = " and ".join(GAMES[game] for game in known.games)
            self.note(f"Only {having} cards have “{known.name}”.", span)

    def lacking_choice(self, known: SearchField, value: str, span: QuerySpan) -> None:
        """Note a value without data."""
        choice = known.choice(value)
        if choice and choice.unanswerable:
            self.note(f"“{known.name}:{choice.name}” finds no {self.what}s: {choice.unanswerable}.", span)

    def day(self, text: str, span: QuerySpan) -> date | str:
        """Return the date; the last day of a month or year, with a note; a set or event as written."""
        days = parse_period(text)
        if days is None or ".." in text:
            return text
        if days[0] != days[1]:
            self.note(f"“{text}” is more than one day; its last day, {in_words(days[1])}, was used.", span)
        return days[1]

    def show(self, known: SearchField, piece: ValuePiece, span: QuerySpan, *, is_negated: bool) -> None:
        """Read a display option or the date of the query."""
        texts = piece.items if piece.form == "braces" else tuple(filter(None, piece.text.split(",")))
        if not texts:
            self.note(f"A value is missing after “{known.name}:”.", span, known.examples[:1])
        elif known.name == "asof":
            self.as_of = self.day(piece.text, span)
        else:
            for text in texts:
                self._show(known, text.strip(), piece.span, is_negated=is_negated)

    def _show(self, known: SearchField, text: str, span: QuerySpan, *, is_negated: bool) -> None:
        is_sort = known.name == "sort"
        choice = known.choice(text.removeprefix("-") if is_sort else text)
        if choice is None:
            names = [one.name for one in known.choices]
            near = find_nearest(text, names) if "," not in text and span.end - span.start == len(text) else ()
            self.note(f"“{text}” is not a value of “{known.name}”. Use {', '.join(names)}.", span, near)
        elif is_sort:
            is_descending = is_negated != text.startswith("-")
            before = (key for key in self.display.sort if key.removeprefix("-") != choice.name)
            self.display = replace(self.display, sort=(*before, "-" * is_descending + choice.name))
        else:
            shown: dict[str, Any] = {known.name: choice.name}
            self.display = replace(self.display, **shown)
