"""A verdict laid out for its page: findings with their cards, the list with findings beside its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from engine.decklists.sections import section_title
from engine.model.cards import Card
from engine.model.decks import Deck, DeckEntry
from engine.model.formats import Format
from engine.model.verdicts import (
    BROKEN,
    ERROR,
    INFO,
    OK,
    SEVERITIES,
    UNKNOWN,
    WARNING,
    CheckedRule,
    Citation,
    Finding,
    Verdict,
)
from engine.rules.team_play import find_team_rules
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check.services import CheckedDeck
from vsdb.check.verdict_text import repair
from vsdb.core.words import number_in_words, quantity

_COUNTED = {
    ERROR: ("error", "errors"),
    UNKNOWN: ("unknown", "unknowns"),
    WARNING: ("warning", "warnings"),
    INFO: ("note", "notes"),
}
MAX_LINK_LENGTH = 3_500  #: characters; servers commonly refuse request lines from 4,096 on
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
    """A section of the list."""

    title: str
    count: int
    lines: tuple[ListLine, ...]


@dataclass(frozen=True, slots=True)
class VerdictPage:
    """Everything that the page of a verdict shows."""

    deck: Deck
    fmt: Format
    verdict: Verdict
    repair: str
    counts: tuple[tuple[str, int], ...]
    cards: int
    findings: tuple[FindingRow, ...]
    passed: tuple[CheckedRule, ...]
    sections: tuple[ListSection, ...]
    headings: Mapping[Citation, str]
    elsewhere: Sequence[CheckedDeck] = ()
    link: str = ""

    @property
    def figures(self) -> str:
        """What was found and how many cards there are, in words: two errors, one unknown, sixty-one cards."""
        parts = [f"{number_in_words(count)} {_COUNTED[name][count != 1]}" for name, count in self.counts]
        where = "" if len(self.verdict.counts) == 1 else " in all"
        return ", ".join([*parts, f"{quantity(self.cards, 'card')}{where}"])

    @property
    def holds(self) -> int:
        """How many rules certainly hold."""
        return sum(rule.outcome == OK for rule in self.passed)

    @property
    def beside(self) -> int:
        """How many rules were looked at and had nothing to decide."""
        return len(self.passed) - self.holds

    @property
    def is_for_teams(self) -> bool:
        """Whether the format looks at the decks of a team together too."""
        return find_team_rules(self.fmt) is not None

    @property
    def word(self) -> str:
        """The outcome as the first word of the page."""
        return self.verdict.outcome.capitalize()


def build_verdict_page(checked: Sequence[CheckedDeck], text: str) -> VerdictPage:
    """The page of the first verdict, with the others beside it; one query."""
    first = checked[0]
    deck, verdict = first.deck, first.verdict
    held = _copies(deck)
    cited = [finding.citation for finding in verdict.findings if finding.citation]
    cited += [rule.citation for rule in verdict.checked]
    counts = ((name, len(verdict.of(name))) for name in SEVERITIES)
    return VerdictPage(
        deck=deck,
        fmt=first.fmt,
        verdict=verdict,
        repair=repair(deck, verdict),
        counts=tuple((name, count) for name, count in counts if count),
        cards=sum(verdict.counts.values()),
        findings=tuple(
            FindingRow(finding, tuple((card, held.get(card, 0)) for card in finding.cards))
            for finding in verdict.findings
        ),
        passed=tuple(rule for rule in verdict.checked if rule.outcome not in (BROKEN, UNKNOWN)),
        sections=tuple(_sections(deck, verdict.findings)),
        headings=map_headings(cited),
        elsewhere=checked[1:],
        link=check_query(verdict.game, first.fmt.slug, verdict.as_of, text),
    )


def _copies(deck: Deck) -> dict[Card, int]:
    held: dict[Card, int] = {}
    for entry in deck.entries:
        if entry.card:
            held[entry.card] = held.get(entry.card, 0) + entry.count
    return held


def _sections(deck: Deck, findings: Sequence[Finding]) -> Iterable[ListSection]:
    """The list in its own order, a section each time that one begins."""
    remarks = _remarks(deck, findings)
    opened: list[tuple[str, list[ListLine]]] = []
    for entry in deck.entries:
        if not opened or opened[-1][0] != entry.section:
            opened.append((entry.section, []))
        opened[-1][1].append(ListLine(entry, tuple(remarks.get(entry.line, ()))))
    for section, lines in opened:
        yield ListSection(section_title(section), sum(line.entry.count for line in lines), tuple(lines))


def _remarks(deck: Deck, findings: Sequence[Finding]) -> dict[int, list[LineRemark]]:
    """What is said beside each line, in the findings' order."""
    found: dict[int, list[LineRemark]] = {}
    for finding in findings:
        lines = finding.lines or tuple(line for card in finding.cards for line in deck.lines.get(card, ()))
        if finding.severity == INFO and not finding.lines:
            continue
        is_about_few = len(finding.cards) <= _CARDS_BESIDE_A_LINE and len(lines) <= _CARDS_BESIDE_A_LINE
        text = finding.message if is_about_few else finding.code.replace("-", " ")
        for line in dict.fromkeys(lines):
            found.setdefault(line, []).append(LineRemark(finding.severity, text))
    return found


def check_query(game: str, slug: str, on: date, text: str) -> str:
    """The words of the address that shows this verdict again; empty where the list is too long for one."""
    words = urlencode({"format": f"{game}/{slug}", "on": on.isoformat(), "deck": text})
    return words if len(words) <= MAX_LINK_LENGTH else ""
