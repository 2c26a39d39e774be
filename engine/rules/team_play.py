"""The decks of a team together: each by itself, and what they have to keep between them.

What a format asks between decks stands in its restrictions in words; what that means says its game, by the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.games import game_of, games
from engine.model.verdicts import (
    BROKEN,
    ERROR,
    ILLEGAL,
    LEGAL,
    OK,
    SEVERITIES,
    UNCERTAIN,
    UNKNOWN,
    Breach,
    CheckedRule,
    Citation,
    Finding,
    Measure,
    Verdict,
)
from engine.rules.messages import card_label, quantity
from engine.rules.validation import check_deck

CODE = "format-restriction"
_BETWEEN = "between-decks"  #: the kind of restriction that one list can't answer
_WORST_FIRST = (ILLEGAL, UNCERTAIN, LEGAL)


class SharedFinding(NamedTuple):
    """A finding between decks, with the numbers of the decks that it is about, from 1."""

    finding: Finding
    decks: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """As the API and the command line give it."""
        return {**self.finding.as_dict(), "decks": list(self.decks)}


@dataclass(frozen=True, slots=True)
class TeamVerdict:
    """Whether a team may play its decks in a format on a day: each deck's verdict, and what there is between them."""

    outcome: str
    game: str
    format: str
    as_of: date
    decks: tuple[Verdict, ...]
    findings: tuple[SharedFinding, ...]
    checked: tuple[CheckedRule, ...]

    @property
    def is_legal(self) -> bool:
        """True for a team whose decks are certainly legal together."""
        return self.outcome == LEGAL

    def as_dict(self) -> dict[str, Any]:
        """As the API and the command line give it."""
        return {
            "outcome": self.outcome,
            "legal": self.is_legal,
            "game": self.game,
            "format": self.format,
            "as_of": self.as_of.isoformat(),
            "findings": [shared.as_dict() for shared in self.findings],
            "checked": [rule.as_dict() for rule in self.checked],
            "decks": [verdict.as_dict() for verdict in self.decks],
        }


class TeamBreach(NamedTuple):
    """A breach between decks, and the decks that it is about."""

    breach: Breach
    decks: tuple[int, ...]


Check = Callable[[Sequence[Deck], Format, date], Iterator[TeamBreach | Measure]]


class TeamRules(NamedTuple):
    """How many decks a team has in a format, and what is asked between them."""

    size: int
    checks: tuple[Check, ...]


def find_team_rules(fmt: Format) -> TeamRules | None:
    """What a format asks of a team's decks; None where it isn't played in teams whose decks are looked at together."""
    return game_of(fmt.game).formats.teams.get(fmt.slug)


def list_team_formats() -> dict[tuple[str, str], TeamRules]:
    """The formats that are played in teams whose decks are looked at together, by game and slug."""
    return {(game.slug, slug): team for game in games() for slug, team in game.formats.teams.items()}


def check_team(decks: Sequence[Deck], fmt: Format, as_of: date) -> TeamVerdict:
    """Judge the decks of a team, each by itself and all of them together.

    Raises ValueError for a format that asks nothing between decks, for another number of decks than a team of it has,
    and as `check_deck`.
    """
    team = find_team_rules(fmt)
    if team is None:
        raise ValueError(f"{fmt.slug} has no rules for a team’s decks")
    if len(decks) != team.size:
        raise ValueError(f"{quantity(len(decks), 'deck')}; a team in {fmt.slug} has {team.size}")
    alone = replace(fmt, restrictions=tuple(each for each in fmt.restrictions if each.kind != _BETWEEN))
    verdicts = tuple(check_deck(deck, alone, as_of) for deck in decks)
    findings, checked = _check_between(decks, fmt, as_of, team)
    outcomes = {verdict.outcome for verdict in verdicts} | {_outcome(finding.severity) for finding, _ in findings}
    return TeamVerdict(
        outcome=next(outcome for outcome in _WORST_FIRST if outcome in outcomes),
        game=fmt.game,
        format=fmt.slug,
        as_of=as_of,
        decks=verdicts,
        findings=findings,
        checked=checked,
    )


def _check_between(
    decks: Sequence[Deck], fmt: Format, as_of: date, team: TeamRules
) -> tuple[tuple[SharedFinding, ...], tuple[CheckedRule, ...]]:
    citation = Citation(f"format:{fmt.slug}", "restriction")
    findings: list[SharedFinding] = []
    checked: list[CheckedRule] = []
    for check in team.checks:
        said = list(check(decks, fmt, as_of))
        told = [each for each in said if isinstance(each, TeamBreach)]
        severities = {each.breach.severity for each in told}
        outcome = BROKEN if ERROR in severities else UNKNOWN if severities else OK
        findings += [SharedFinding(_build_finding(each.breach, citation), each.decks) for each in told]
        checked += [
            CheckedRule(CODE, outcome, each.citation or citation, each.found, each.allowed, each.section, each.note)
            for each in said
            if isinstance(each, Measure)
        ]
    findings.sort(key=lambda each: SEVERITIES.index(each.finding.severity))
    return tuple(findings), tuple(checked)


def _build_finding(breach: Breach, citation: Citation) -> Finding:
    cite = breach.citation or citation
    return Finding(
        CODE, breach.severity, breach.message, cite, breach.cards, breach.found, breach.allowed, breach.section
    )


def _outcome(severity: str) -> str:
    return ILLEGAL if severity == ERROR else UNCERTAIN


def in_one_deck_only(
    decks: Sequence[Deck], section: str, rule: str, citation: Citation | None = None
) -> Iterator[TeamBreach | Measure]:
    """No card of a section is in two decks."""
    most = 0
    for card, counts in count_copies_by_deck(deck.read(section) for deck in decks):
        most = max(most, len(counts))
        if len(counts) > 1:
            message = f"{card_label(card)} {format_decks(counts)}; {rule}"
            breach = Breach(message, (card,), len(counts), 1, section, citation=citation)
            yield TeamBreach(breach, tuple(counts))
    yield from report_unsettled(decks, (section,), rule, citation)
    yield Measure(most, 1, section, note=rule, citation=citation)


def count_copies_by_deck(tallies: Iterable[Iterable[tuple[Card, int]]]) -> list[tuple[Card, Mapping[int, int]]]:
    """Each card, reprints as one, with its copies by the number of the deck."""
    cards: dict[str, Card] = {}
    counts: dict[str, dict[int, int]] = {}
    for number, held in enumerate(tallies, start=1):
        for card, count in held:
            cards.setdefault(card.copy_key, card)
            by_deck = counts.setdefault(card.copy_key, {})
            by_deck[number] = by_deck.get(number, 0) + count
    return [(card, counts[key]) for key, card in cards.items()]


def report_unsettled(
    decks: Sequence[Deck], sections: tuple[str, ...], rule: str, citation: Citation | None = None
) -> Iterator[TeamBreach]:
    """That a rule isn't settled for lines that name no one card."""
    counts = {number: deck.unsettled_in(*sections) for number, deck in enumerate(decks, start=1)}
    found = sum(counts.values())
    if found:
        message = f"Unknown whether {rule}: {quantity(found, 'card')} not identified"
        about = tuple(number for number, count in counts.items() if count)
        yield TeamBreach(Breach(message, found=found, severity=UNKNOWN, citation=citation), about)


def format_decks(counts: Mapping[int, int]) -> str:
    """Where copies are: in deck 1 (4) and deck 3 (2)."""
    said = [f"deck {number} ({count})" for number, count in counts.items()]
    return f"in {', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else f"in {said[0]}"
