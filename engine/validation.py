"""The front door: is this deck legal in this format on this day, and why."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from engine.decks import Deck
from engine.formats import Format
from engine.rulesets import DayCheck, FigureCheck, ListCheck, Rule
from engine.rulesets.editions import edition_in_force
from engine.verdicts import (
    BROKEN,
    ERROR,
    NONE_RECORDED,
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

Said = tuple[list[Finding], list[Checked]]


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
        found, seen = _said(rule, deck, fmt, as_of)
        findings += found
        checked += seen
    if findings:
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


_NOTHING = Measure()
_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


def _worst_first(finding: Finding) -> int:
    return _RANK[finding.severity]


def _said(rule: Rule, deck: Deck, fmt: Format, as_of: date) -> Said:
    """What a rule has to say, asked anew only if the deck, the format or the day can make a difference."""
    check = rule.check
    if type(check) is ListCheck:
        said = deck.judged.get(rule)
        if said is None:
            said = deck.judged[rule] = _look_at(rule, check.look_at(deck))
        return said
    if type(check) is FigureCheck:
        key = (rule, fmt.construction)
        said = deck.judged.get(key)
        if said is None:
            said = deck.judged[key] = _look_at(rule, check.look_at(deck, fmt.construction))
        return said
    if type(check) is DayCheck:
        return _said_of_day(rule, check, fmt, as_of)
    return _look_at(rule, check(deck, fmt, as_of))


@lru_cache(maxsize=4096)
def _said_of_day(rule: Rule, check: DayCheck, fmt: Format, as_of: date) -> Said:
    """What a rule that looks at no deck has to say of a format on a day."""
    return _look_at(rule, check.look_at(fmt, as_of))


def _look_at(rule: Rule, said: Iterable[Breach | Measure]) -> Said:
    """What a check says are findings, what it saw are the rules looked at, once each section."""
    measures: list[Measure] = []
    findings: list[Finding] = []
    outcome = OK
    for each in said:
        if isinstance(each, Measure):
            measures.append(each)
        else:
            findings.append(_finding(rule, each))
            if each.severity == ERROR:
                outcome = BROKEN
            elif each.severity == UNKNOWN and outcome == OK:
                outcome = UNKNOWN
    return findings, [
        Checked(
            rule.code,
            measure.outcome if measure.outcome and (outcome == OK or measure.outcome != NONE_RECORDED) else outcome,
            measure.citation or rule.citation,
            measure.found,
            measure.allowed,
            measure.section,
            measure.note,
        )
        for measure in measures or (_NOTHING,)
    ]


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
