"""Judging many lists at once: each has its own verdicts or its own error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import InputError, NotFound
from engine.decklists.encoding import split_lines
from vsdb.check import services
from vsdb.check.services import CheckedDeck, SentDeck
from vsdb.core.dates import parse_day

MAX_DECKS = 75
#: What one request may cost: verdicts, and lines to be judged. 75 lists of 200 lines in one format fit.
MAX_VERDICTS = services.MAX_VERDICTS
MAX_LINES_JUDGED = services.MAX_LINES_JUDGED


@dataclass(frozen=True, slots=True)
class DeckQuestion:
    """A list with the formats and days to judge it in; what is left out comes from the list."""

    deck: SentDeck
    game: str | None = None
    formats: Sequence[str] = ()
    dates: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class DeckAnswer:
    """The verdicts on a list, or what is wrong with it."""

    checked: Sequence[CheckedDeck] = ()
    error: InputError | NotFound | None = None


def check_each(questions: Sequence[DeckQuestion]) -> Iterator[DeckAnswer]:
    """The answer to each list, in order; costs what `services.check` does. An error of one list stops no other.

    Lists beyond what one request may cost are answered with the error `too-many`.
    """
    verdicts = lines = 0
    for each in questions:
        try:
            days = [parse_day(day, place="dates") for day in each.dates]
            game, formats = services.choose_game_and_formats(
                each.deck, game=each.game, formats=each.formats, dates=days
            )
            # A list that names a format is judged in one.
            count = max(len(formats), 1) * max(len(days), 1)
            verdicts += count
            lines += _count_lines(each.deck) * count
            if verdicts > MAX_VERDICTS or lines > MAX_LINES_JUDGED:
                raise InputError(_explain_limit(verdicts), code="too-many")
            yield DeckAnswer(services.check(each.deck, game=game, formats=formats, dates=days))
        except (InputError, NotFound) as error:
            yield DeckAnswer(error=error)


def _count_lines(deck: SentDeck) -> int:
    """As many as are read. Raises InputError for a list that is too long or isn't text."""
    return len(split_lines(deck)) if isinstance(deck, str) else len(deck)


def _explain_limit(verdicts: int) -> str:
    if verdicts > MAX_VERDICTS:
        return f"more than {MAX_VERDICTS} verdicts in one request; send this list in the next"
    return f"more than {MAX_LINES_JUDGED:,} lines times formats and dates in one request; send this list in the next"
