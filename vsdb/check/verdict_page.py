"""A verdict laid out for its page: findings with their cards, the list with findings beside its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from urllib.parse import parse_qsl, urlencode

from django.utils import timezone

from engine import Card, CheckedRule, Citation, Finding, Format, Verdict
from engine.decklists.sections import section_title
from engine.model import verdicts
from engine.model.decks import Deck, DeckEntry, count_cards
from engine.rules.advice import advise, describe_figures
from engine.rules.team_play import find_team_rules
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check.list_links import build_query
from vsdb.check.play_area import PlayArea, build_play_area, describe_size, measure_deck
from vsdb.check.services import CheckedDeck

_CARDS_BESIDE_A_LINE = 3  #: a finding about more cards is told beside a line in two words


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A finding with its cards and how many of each the deck holds."""

    finding: Finding
    cards: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class LineRemark:
    """What is said beside a line."""

    severity: str
    text: str


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list with what was found about it, the worst first."""

    entry: DeckEntry
    remarks: tuple[LineRemark, ...]

    @property
    def worst(self) -> str:
        """The severity of the worst remark."""
        return self.remarks[0].severity if self.remarks else ""


@dataclass(frozen=True, slots=True)
class ListSection:
    """A section of the list; `figures` is its count, with that of the format where it has a number for the section, and
    `is_over` where that is smaller."""

    title: str
    count: int
    lines: tuple[ListLine, ...]
    figures: str = ""
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class VerdictPage:
    """Everything that the page of a verdict shows."""

    deck: Deck
    fmt: Format
    verdict: Verdict
    repair: str
    findings: tuple[FindingRow, ...]
    passed: tuple[CheckedRule, ...]
    sections: tuple[ListSection, ...]
    headings: Mapping[Citation, str]
    elsewhere: Sequence[CheckedDeck] = ()
    link: str = ""

    @property
    def figures(self) -> str:
        """What was found and how many cards there are: 2 errors, 1 unknown, 61 cards."""
        return describe_figures(self.verdict)

    @property
    def holds(self) -> int:
        """How many rules certainly hold."""
        return sum(rule.outcome == verdicts.OK for rule in self.passed)

    @property
    def beside(self) -> int:
        """How many rules were looked at and had nothing to decide."""
        return len(self.passed) - self.holds

    @property
    def saving_query(self) -> str:
        """The query of the address that makes a deck of the list, empty as `link` is. The day stands in it unless it is
        today: a deck without one is judged by the rules of whichever day it is."""
        is_todays = self.verdict.as_of == timezone.localdate() and "as-of" not in self.deck.metadata
        return urlencode([(name, said) for name, said in parse_qsl(self.link) if name != "on" or not is_todays])

    @property
    def area(self) -> PlayArea | None:
        """The deck as players lay it out; None in a game whose decks are one pile."""
        return build_play_area(self.deck, self.fmt, self.verdict.as_of)

    @property
    def is_for_teams(self) -> bool:
        """Whether the format looks at the decks of a team together too."""
        return find_team_rules(self.fmt) is not None


def build_verdict_page(checked: Sequence[CheckedDeck], text: str) -> VerdictPage:
    """The page of the first verdict, with the others beside it; one query."""
    first = checked[0]
    deck, verdict = first.deck, first.verdict
    cited = [finding.citation for finding in verdict.findings if finding.citation]
    cited += [rule.citation for rule in verdict.checked]
    return VerdictPage(
        deck=deck,
        fmt=first.fmt,
        verdict=verdict,
        repair=advise(deck, verdict),
        findings=tuple(build_finding_row(finding, [deck]) for finding in verdict.findings),
        passed=tuple(rule for rule in verdict.checked if rule.outcome not in (verdicts.BROKEN, verdicts.UNKNOWN)),
        sections=tuple(_sections(deck, first.fmt, verdict)),
        headings=map_headings(cited),
        elsewhere=checked[1:],
        link=check_query(verdict.game, first.fmt.slug, verdict.as_of, text),
    )


def build_finding_row(finding: Finding, decks: Sequence[Deck]) -> FindingRow:
    """A finding with how many copies of its cards these decks hold together; those of one deck on the lines that it
    names, where it names some."""
    counts = [deck.counts for deck in decks]
    if finding.lines and len(decks) == 1:
        named = dict(count_cards(entry for entry in decks[0].entries if entry.line in finding.lines))
        counts = [{**decks[0].counts, **named}]
    return FindingRow(finding, tuple((card, sum(each.get(card, 0) for each in counts)) for card in finding.cards))


def _sections(deck: Deck, fmt: Format, verdict: Verdict) -> Iterable[ListSection]:
    """The list in its own order, a section each time that one begins."""
    remarks, sizes = _remarks(deck, verdict.findings), measure_deck(deck, fmt, verdict.as_of)
    for section, entries in groupby(deck.entries, key=lambda entry: entry.section):
        lines = tuple(ListLine(entry, tuple(remarks.get(entry.line, ()))) for entry in entries)
        count = sum(line.entry.count for line in lines)
        size = sizes.get(section) if count == deck.size(section) else None
        figures = describe_size(size) if size else str(count)
        yield ListSection(section_title(section), count, lines, figures, bool(size and size.is_over))


def _remarks(deck: Deck, findings: Sequence[Finding]) -> dict[int, list[LineRemark]]:
    """What is said beside each line, in the findings' order."""
    found: dict[int, list[LineRemark]] = {}
    for finding in findings:
        lines = finding.lines or tuple(line for card in finding.cards for line in deck.lines.get(card, ()))
        if finding.severity == verdicts.INFO and not finding.lines:
            continue
        is_about_few = len(finding.cards) <= _CARDS_BESIDE_A_LINE and len(lines) <= _CARDS_BESIDE_A_LINE
        text = finding.message if is_about_few else finding.code.replace("-", " ")
        for line in dict.fromkeys(lines):
            found.setdefault(line, []).append(LineRemark(finding.severity, text))
    return found


def check_query(game: str, slug: str, on: date, text: str) -> str:
    """The query of the address that shows this verdict again; empty where the list is too long and isn't kept."""
    return build_query(describe_format(game, slug, on), text)


def describe_format(game: str, slug: str, on: date) -> list[tuple[str, str]]:
    """The words of an address that say in which format and on which day."""
    return [("format", f"{game}/{slug}"), ("on", on.isoformat())]
