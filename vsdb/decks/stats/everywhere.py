"""The verdict on a deck in every format of its game on a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from engine.model.formats import Format
from engine.model.verdicts import ERROR, ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN, Verdict
from vsdb.catalog.cards import selectors
from vsdb.check import services
from vsdb.check.verdict_page import check_query

_RANK = {LEGAL: 0, UNCERTAIN: 1, ILLEGAL: 2}


@dataclass(frozen=True, slots=True)
class FormatRow:
    """A format with its verdict; `link` is the page of that verdict, empty where the list is too long for a link."""

    fmt: Format
    verdict: Verdict
    errors: int
    unknowns: int
    reason: str
    link: str

    @property
    def more(self) -> int:
        """How many errors and unknowns there are beside the first."""
        return max(self.errors + self.unknowns - 1, 0)


@dataclass(frozen=True, slots=True)
class Everywhere:
    """A deck in every format on a day, legal ones first; no rows where the list is too long to be judged so often."""

    game: str
    on: date
    rows: tuple[FormatRow, ...]

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """In how many formats it has each outcome, those that occur."""
        found = ((outcome, sum(row.verdict.outcome == outcome for row in self.rows)) for outcome in _RANK)
        return tuple((outcome, count) for outcome, count in found if count)


def verdicts_everywhere(text: str, game: str, on: date) -> Everywhere:
    """Judge a list in every format of its game on a day; what the reference costs. Raises NotFound."""
    slugs = tuple(selectors.reference(game).formats)
    if (text.count("\n") + 1) * len(slugs) > services.MOST_LINES_JUDGED or len(slugs) > services.MOST_FORMATS:
        return Everywhere(game, on, ())
    checked = services.check(text, game=game, formats=slugs, dates=[on])
    rows = (_row(each.fmt, each.verdict, text) for each in checked)
    return Everywhere(game, on, tuple(sorted(rows, key=lambda row: _RANK[row.verdict.outcome])))


def _row(fmt: Format, verdict: Verdict, text: str) -> FormatRow:
    against = verdict.of(ERROR, UNKNOWN)
    query = check_query(fmt.game, fmt.slug, verdict.as_of, text)
    return FormatRow(
        fmt,
        verdict,
        len(verdict.of(ERROR)),
        len(verdict.of(UNKNOWN)),
        against[0].message if against else "",
        f"{reverse('decks:check')}?{query}" if query else "",
    )
