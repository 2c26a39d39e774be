"""Judging deck lists: one door for the pages, the API, the command line and the workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from django.utils import timezone

from engine import decklists
from engine.model.cards import GAMES
from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, UNKNOWN, Verdict
from engine.rules.validation import check_everywhere
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, find_game, find_game_of_formats
from vsdb.core.dates import parse_day

MAX_FORMATS = 80
MAX_DATES = 31
MAX_VERDICTS = 400
#: A list is read once a day and judged once a format and day; what that costs grows with its lines.
MAX_LINES_READ = 5_000
MAX_LINES_JUDGED = 40_000


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """A deck as it was read for a day, the format, and the verdict."""

    deck: Deck
    fmt: Format
    verdict: Verdict

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return len(self.verdict.of(ERROR))

    @property
    def unknowns(self) -> int:
        """How many unknowns there are."""
        return len(self.verdict.of(UNKNOWN))


def check(
    deck: str | Sequence[str] | Sequence[Mapping[str, Any]],
    *,
    game: str | None = None,
    formats: Sequence[str] = (),
    dates: Sequence[date] = (),
) -> list[CheckedDeck]:
    """Judge a list in every format on every day given, formats outermost, in the order given.

    A deck is a text, or a list of its lines, or of items as `engine.decklists.read_items` takes them. What isn't given
    comes from the deck's own `# game:`, `# format:` and `# as-of:` lines; the game also from the formats; the day last
    from today. Costs the one query of a reference that is in memory. Raises InputError and NotFound.
    """
    _refuse_too_many(formats, dates)
    given = join_lines(deck)
    said = decklists.read_metadata(given) if isinstance(given, str) else {}
    slugs = list(formats) or [said[key] for key in ("format",) if key in said]
    reference = selectors.get_reference(choose_game(game, said, slugs))
    days = list(dict.fromkeys(dates or [_day_said(said)]))
    chosen = dict.fromkeys(find_format(reference, slug) for slug in slugs)
    if not chosen:
        raise InputError(
            f"no format is given; {GAMES[reference.game]} has {', '.join(reference.formats)}",
            place="format",
            code="format-missing",
        )
    _refuse_too_long(given, len(chosen), len(days))
    # The day bears on the reading: a version left out resolves to what may have been out by then, and the cards have
    # the facts that their wording gave them that day.
    decks = {day: _read(given, reference.on(day), day) for day in days}
    verdicts = {day: check_everywhere(deck, chosen, day) for day, deck in decks.items()}
    return [CheckedDeck(decks[day], fmt, verdicts[day][place]) for place, fmt in enumerate(chosen) for day in days]


def read_list(text: str, *, game: str | None = None) -> Deck:
    """The deck of a list, read for the game and the day that it names, today last; the one query of a reference that is
    in memory. Raises InputError and NotFound."""
    said = decklists.read_metadata(text)
    reference = selectors.get_reference(choose_game(game, said, [said["format"]] if "format" in said else []))
    as_of = _day_said(said)
    return _read(text, reference.on(as_of), as_of)


def _refuse_too_many(formats: Sequence[str], dates: Sequence[date]) -> None:
    """Raise InputError where one request asks for more than a person would."""
    for what, count, most in (
        ("formats", len(formats), MAX_FORMATS),
        ("dates", len(dates), MAX_DATES),
        ("formats times dates", len(formats) * len(dates), MAX_VERDICTS),
    ):
        if count > most:
            raise InputError(f"{count} {what}; at most {most}", place=what.split()[0], code="too-many")


def _refuse_too_long(given: str | Sequence[Any], formats: int, dates: int) -> None:
    """Raise InputError where a long list is asked about too often at once; one of 160 lines never is."""
    lines = given.count("\n") + 1 if isinstance(given, str) else len(given)
    if dates > 1 and lines * dates > MAX_LINES_READ:
        raise InputError(
            f"{lines} lines on {dates} days; at most {MAX_LINES_READ} lines times days: ask for fewer days at once",
            place="dates",
            code="too-many",
        )
    if formats * dates > 1 and lines * formats * dates > MAX_LINES_JUDGED:
        raise InputError(
            f"{lines} lines in {formats} formats on {dates} days; at most {MAX_LINES_JUDGED} in all: ask in parts",
            place="formats",
            code="too-many",
        )


def choose_game(game: str | None, said: Mapping[str, str], slugs: Sequence[str]) -> str:
    """The game that is named, else the one that the list says, else that of the formats.

    Raises InputError and NotFound.
    """
    word = game or said.get("game")
    if word:
        return find_game(word)
    if not slugs:
        raise InputError(
            f"neither a game nor a format is given; the games are {', '.join(GAMES)}", place="game", code="game-missing"
        )
    return find_game_of_formats(slugs)


def _day_said(said: Mapping[str, str]) -> date:
    return parse_day(said["as-of"], place="as-of") if said.get("as-of") else timezone.localdate()


def join_lines(deck: str | Sequence[str] | Sequence[Mapping[str, Any]]) -> str | Sequence[Mapping[str, Any]]:
    """Lines as one text; a text and items as they are."""
    if isinstance(deck, str):
        return deck
    if not any(isinstance(line, str) for line in deck):
        return cast("Sequence[Mapping[str, Any]]", deck)
    lines: list[str] = []
    for place, line in enumerate(deck):
        if not isinstance(line, str):
            raise InputError("lines and items are mixed; give one or the other", place=f"deck[{place}]")
        if len(line.splitlines()) > 1:
            raise InputError("several lines in one; give each its own place", place=f"deck[{place}]")
        lines.append("".join(line.splitlines()))
    return "\n".join(lines)


def _read(given: str | Sequence[Mapping[str, Any]], reference: Reference, as_of: date) -> Deck:
    if isinstance(given, str):
        return decklists.read_deck(given, reference.catalog, as_of)
    return decklists.read_items(given, reference.catalog, as_of)
