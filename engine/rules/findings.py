"""What a check says of a deck, as findings and as rules that were looked at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from engine.model.decks import Deck
from engine.model.formats import Construction
from engine.model.verdicts import (
    BROKEN,
    ERROR,
    INFO,
    NONE_RECORDED,
    OK,
    UNKNOWN,
    Breach,
    CheckedRule,
    Finding,
    Measure,
)
from engine.rules import FigureCheck, ListCheck, Rule

Said = tuple[list[Finding], list[CheckedRule]]

_NOTHING = Measure()


def run_list_check(deck: Deck, rule: Rule) -> Said:
    """What a rule of the list alone says of it."""
    check = cast(ListCheck, rule.check)
    return look_at(rule, check.look_at(deck), deck)


def run_figure_check(deck: Deck, rule: Rule, figures: Construction) -> Said:
    """What a rule says of a list and some figures."""
    check = cast(FigureCheck, rule.check)
    return look_at(rule, check.look_at(deck, figures), deck)


def find_in(rule: Rule, said: Iterable[Breach | Measure], deck: Deck) -> list[Finding]:
    """What a check says against a deck, or about it, are findings."""
    return [_build_finding(rule, each, deck) for each in said if isinstance(each, Breach)]


def look_at(rule: Rule, said: Iterable[Breach | Measure], deck: Deck) -> Said:
    """The findings, and what the check saw: the rules looked at, once each section."""
    told = list(said)
    findings = find_in(rule, told, deck)
    severities = {each.severity for each in findings} if findings else ()
    outcome = BROKEN if ERROR in severities else UNKNOWN if UNKNOWN in severities else OK
    checked: list[CheckedRule] = []
    for found, allowed, section, own, note, citation in [each for each in told if isinstance(each, Measure)] or [
        _NOTHING
    ]:
        settled = own if own and (outcome == OK or own != NONE_RECORDED) else outcome
        checked.append(CheckedRule(rule.code, settled, citation or rule.citation, found, allowed, section, note))
    return findings, checked


def _build_finding(rule: Rule, breach: Breach, deck: Deck) -> Finding:
    message, cards, found, allowed, section, severity, code, citation, lines, suggestions = breach
    return Finding(
        code or rule.code,
        severity,
        message,
        citation or (None if code == "unreadable-line" else rule.citation),
        cards,
        found,
        allowed,
        section,
        lines or _find_lines(breach, deck),
        suggestions,
    )


def _find_lines(breach: Breach, deck: Deck) -> tuple[int, ...]:
    """The lines of the cards that a breach names: those of its section, else wherever they stand.

    A note names cards without pointing at them.
    """
    cards = breach.cards
    if breach.severity == INFO or not cards:
        return ()
    section = breach.section or ""
    if section in deck.sections:
        if len(cards) == 1:
            lines = deck.section_lines[section].get(cards[0], ())
        else:
            lines = tuple([entry.line for entry in deck.sections[section] if entry.card in cards])
        if lines:
            return lines
    everywhere = deck.lines
    return tuple(sorted([line for card in cards for line in everywhere.get(card, ())]))
