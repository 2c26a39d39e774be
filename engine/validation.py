"""The front door: is this deck legal in this format on this day, and why."""

from __future__ import annotations

from datetime import date

from engine.decks import Deck
from engine.formats import Format
from engine.rulesets import Rule
from engine.rulesets.editions import edition_in_force
from engine.verdicts import (
    BROKEN,
    ERROR,
    OK,
    SEVERITIES,
    UNKNOWN,
    Breach,
    Checked,
    Finding,
    Measure,
    Verdict,
    outcome_of,
)


def check_deck(deck: Deck, fmt: Format, as_of: date) -> Verdict:
    """Judge a deck by every rule of its game's edition in force; nothing stops at the first fault.

    Raises ValueError where the deck and the format belong to different games.
    """
    if deck.game != fmt.game:
        raise ValueError(f"the deck is for {deck.game}, the format {fmt.slug} for {fmt.game}")
    ruleset = edition_in_force(deck.game, as_of)
    findings: list[Finding] = []
    checked: list[Checked] = []
    for rule in ruleset.rules:
        _look_at(rule, deck, fmt, as_of, findings, checked)
    findings.sort(key=_worst_first)
    return Verdict(
        outcome=outcome_of(tuple(findings)),
        game=deck.game,
        format=fmt.slug,
        as_of=as_of,
        edition=ruleset.edition,
        data_version=fmt.data_version,
        counts=deck.sizes,
        findings=tuple(findings),
        checked=tuple(checked),
    )


_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


def _worst_first(finding: Finding) -> int:
    return _RANK[finding.severity]


def _look_at(
    rule: Rule, deck: Deck, fmt: Format, as_of: date, findings: list[Finding], checked: list[Checked]
) -> None:
    """Run one rule; what it says goes to the findings, what it saw to the rules looked at, once each section."""
    measures: list[Measure] = []
    severities = set()
    for said in rule.check(deck, fmt, as_of):
        if isinstance(said, Measure):
            measures.append(said)
        else:
            severities.add(said.severity)
            findings.append(_finding(rule, said))
    outcome = BROKEN if ERROR in severities else UNKNOWN if UNKNOWN in severities else OK
    for measure in measures or (Measure(),):
        checked.append(
            Checked(
                rule.code,
                measure.outcome if measure.outcome and outcome == OK else outcome,
                measure.citation or rule.citation,
                measure.found,
                measure.allowed,
                measure.section,
                measure.note,
            )
        )


def _finding(rule: Rule, breach: Breach) -> Finding:
    return Finding(
        breach.code or rule.code,
        breach.severity,
        breach.message,
        breach.citation or (None if breach.code == "unreadable-line" else rule.citation),
        breach.cards,
        breach.found,
        breach.allowed,
        breach.section,
        breach.lines,
        breach.suggestions,
    )
