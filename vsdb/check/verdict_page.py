"""A verdict laid out for its page: findings with their cards, the list with findings beside its lines.

And in a sentence or two what would make the deck legal, as far as its errors' figures tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from urllib.parse import urlencode

from engine import Card, CheckedRule, Citation, Finding, Format, Verdict
from engine.decklists.sections import section_title
from engine.model import verdicts
from engine.model.decks import BATTLEFIELDS, CHAMPION, DECK, RUNES, Deck, DeckEntry, count_cards
from engine.rules.team_play import find_team_rules
from vsdb.catalog.rules.selectors import map_headings
from vsdb.check.services import CheckedDeck
from vsdb.core.words import quantity

_NOUNS = {verdicts.ERROR: "error", verdicts.UNKNOWN: "unknown", verdicts.WARNING: "warning", verdicts.INFO: "note"}
_NO_COPY = frozenset({"banned", "not-in-format", "not-yet-legal"})
#: What each rule about a size counts: the sections, and what stands in them.
_SIZES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "deck-size": ((DECK, CHAMPION), "card"),
    "rune-count": ((RUNES,), "rune"),
    "battlefield-count": ((BATTLEFIELDS,), "battlefield"),
}
_TOO_MANY = frozenset({"copy-limit", "printed-limit", "signature-limit"})
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
        parts = [quantity(count, _NOUNS[name]) for name, count in self.counts]
        where = "" if len(self.verdict.counts) == 1 else " in all"
        return ", ".join([*parts, f"{quantity(self.cards, 'card')}{where}"])

    @property
    def holds(self) -> int:
        """How many rules certainly hold."""
        return sum(rule.outcome == verdicts.OK for rule in self.passed)

    @property
    def beside(self) -> int:
        """How many rules were looked at and had nothing to decide."""
        return len(self.passed) - self.holds

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
    counts = ((name, len(verdict.of(name))) for name in verdicts.SEVERITIES)
    return VerdictPage(
        deck=deck,
        fmt=first.fmt,
        verdict=verdict,
        repair=repair(deck, verdict),
        counts=tuple((name, count) for name, count in counts if count),
        cards=sum(verdict.counts.values()),
        findings=tuple(build_finding_row(finding, [deck]) for finding in verdict.findings),
        passed=tuple(rule for rule in verdict.checked if rule.outcome not in (verdicts.BROKEN, verdicts.UNKNOWN)),
        sections=tuple(_sections(deck, verdict.findings)),
        headings=map_headings(cited),
        elsewhere=checked[1:],
        link=check_query(verdict.game, first.fmt.slug, verdict.as_of, text),
    )


def build_finding_row(finding: Finding, decks: Sequence[Deck]) -> FindingRow:
    """A finding with how many copies of its cards these decks hold together."""
    return FindingRow(finding, tuple((card, sum(deck.counts.get(card, 0) for deck in decks)) for card in finding.cards))


def _sections(deck: Deck, findings: Sequence[Finding]) -> Iterable[ListSection]:
    """The list in its own order, a section each time that one begins."""
    remarks = _remarks(deck, findings)
    for section, entries in groupby(deck.entries, key=lambda entry: entry.section):
        lines = tuple(ListLine(entry, tuple(remarks.get(entry.line, ()))) for entry in entries)
        yield ListSection(section_title(section), sum(line.entry.count for line in lines), lines)


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
    """The words of the address that shows this verdict again; empty where the list is too long for one."""
    words = urlencode({"format": f"{game}/{slug}", "on": on.isoformat(), "deck": text})
    return words if len(words) <= MAX_LINK_LENGTH else ""


def repair(deck: Deck, verdict: Verdict) -> str:
    """One or two sentences: what is missing for the deck to be legal, or on what that hangs."""
    unknowns = len(verdict.of(verdicts.UNKNOWN))
    if verdict.outcome == verdicts.LEGAL:
        return "Every rule that was looked at holds."
    if verdict.outcome == verdicts.UNCERTAIN:
        missing = "fact that is missing turns" if unknowns == 1 else f"{unknowns} facts that are missing turn"
        return f"Nothing is certainly broken. It is legal if the {missing} out in its favour."
    cuts, others = _cuts(deck, verdict.of(verdicts.ERROR))
    steps = []
    for card, (count, is_all) in cuts.items():
        steps.append(f"no {card.title} ({count} to take out)" if is_all else f"{count} fewer {card.title}")
    steps += _size_steps(deck, verdict, cuts)
    others = [finding for finding in others if finding.code not in _SIZES]
    sentences = []
    if steps:
        sentences.append(f"To be legal it needs: {'; '.join(steps)}.")
    if others:
        rest = "other " if steps else ""
        which = f"The {rest}error" if len(others) == 1 else f"Each of the {len(others)} {rest}errors"
        sentences.append(f"{which} below says what is allowed.")
    gone = {card for card, (_, is_all) in cuts.items() if is_all}
    left = sum(not finding.cards or not gone.issuperset(finding.cards) for finding in verdict.of(verdicts.UNKNOWN))
    if left:
        sentences.append("Then one unknown decides." if left == 1 else f"Then {left} unknowns decide.")
    return " ".join(sentences)


def _cuts(deck: Deck, errors: Sequence[Finding]) -> tuple[dict[Card, tuple[int, bool]], list[Finding]]:
    """How many copies of each card have to go, and whether all; and the errors that no cut of a named card mends."""
    cuts: dict[Card, tuple[int, bool]] = {}
    others = []
    for finding in errors:
        match finding:
            case Finding(code=code, cards=cards) if code in _NO_COPY and cards:
                cuts |= {card: (deck.counts.get(card, 0), True) for card in cards}
            case Finding(code=code, cards=(card,), found=int(found), allowed=int(allowed)) if code in _TOO_MANY:
                count, is_all = cuts.get(card, (0, False))
                cuts[card] = (max(count, found - allowed), is_all)
            case _:
                others.append(finding)
    return cuts, others


def _size_steps(deck: Deck, verdict: Verdict, cuts: Mapping[Card, tuple[int, bool]]) -> list[str]:
    """What the sizes of the deck and its other sections ask once the cuts are made."""
    steps = []
    for rule in verdict.checked:
        if rule.code in _SIZES and isinstance(rule.found, int):
            sections, noun = _SIZES[rule.code]
            held = dict(count_cards(entry for entry in deck.entries if entry.section in sections))
            taken = sum(min(count, held.get(card, 0)) for card, (count, _) in cuts.items())
            steps += _size_step(rule.found - taken, rule.allowed, noun, is_instead=taken > 0)
    return list(dict.fromkeys(steps))


def _size_step(left: int, allowed: int | str | None, noun: str, *, is_instead: bool) -> list[str]:
    least, most = _bounds(allowed)
    if least is not None and left < least:
        words = f"{noun}{'' if least - left == 1 else 's'}"
        return [f"{least - left} other {words} in their place" if is_instead else f"{least - left} more {words}"]
    if most is not None and left > most:
        return [f"{left - most} fewer {noun}{'' if left - most == 1 else 's'}"]
    return []


def _bounds(allowed: int | str | None) -> tuple[int | None, int | None]:
    """The least and the most of a figure that is a number, `60+` or `60-80`."""
    text = str(allowed or "")
    if text.isdigit():
        return int(text), int(text)
    if text.endswith("+") and text[:-1].isdigit():
        return int(text[:-1]), None
    least, dash, most = text.partition("-")
    return (int(least), int(most)) if dash and least.isdigit() and most.isdigit() else (None, None)
