"""The front door: is this deck legal in this format on this day, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from datetime import date
from functools import cache, lru_cache
from typing import TypeVar

from engine.model.decks import Deck
from engine.model.formats import Construction, Format
from engine.model.games import game_of
from engine.model.verdicts import (
    BROKEN,
    ERROR,
    INFO,
    NONE_RECORDED,
    OK,
    SEVERITIES,
    UNKNOWN,
    Breach,
    CheckedRule,
    Citation,
    Finding,
    Measure,
    Verdict,
    find_outcome,
)
from engine.rules import DayCheck, FigureCheck, ListCheck, Rule, Ruleset, SeldomCheck
from engine.rules.editions import find_edition_in_force

C = TypeVar("C", ListCheck, FigureCheck, DayCheck, SeldomCheck)
Said = tuple[list[Finding], list[CheckedRule]]


def check_deck(deck: Deck, fmt: Format, as_of: date) -> Verdict:
    """Judge a deck by every rule of its game's edition in force; nothing stops at the first fault.

    Raises ValueError where the deck and the format belong to different games.
    """
    if deck.game != fmt.game:
        raise ValueError(f"the deck is for {deck.game}, but the format {fmt.slug} is for {fmt.game}")
    ruleset = find_edition_in_force(deck.game, as_of)
    of_day = _run_day_checks(ruleset, fmt, as_of)
    findings: list[Finding] = []
    checked: list[CheckedRule] = []
    figures = fmt.construction_on(as_of)
    for step in deck.once(_steps, ruleset, figures):
        if isinstance(step, Rule):
            check, of_any = step.check, of_day.get(step)
            if of_any is None or (isinstance(check, SeldomCheck) and check.may_say_more(deck, fmt, as_of)):
                found, seen = _look_at(step, check(deck, fmt, as_of), deck)
            else:
                found, seen = of_any
        else:
            found, seen = step
        findings += found
        checked += seen
    if own := _find_own_figures(fmt.game, figures):
        cite = Citation(f"format:{fmt.slug}", "construction")
        stated = {rule.citation for rule in ruleset.rules}
        findings = [each._replace(citation=cite) if _is_own(each, own, stated) else each for each in findings]
        checked = [each._replace(citation=cite) if _is_own(each, own, stated) else each for each in checked]
    if findings:
        findings.sort(key=_severity_rank)
    return Verdict(
        find_outcome(tuple(findings[:1])),
        deck.game,
        fmt.slug,
        as_of,
        ruleset.edition,
        fmt.data_version,
        deck.sizes,
        tuple(findings),
        tuple(checked),
    )


def check_everywhere(deck: Deck, formats: Iterable[Format], as_of: date) -> tuple[Verdict, ...]:
    """Judge a deck in several formats on a day, in their order: what the list alone decides is looked at once.

    Raises as `check_deck`, whose verdicts these are.
    """
    return tuple(check_deck(deck, fmt, as_of) for fmt in formats)


_NOTHING = Measure()
_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


def _severity_rank(finding: Finding) -> int:
    return _RANK[finding.severity]


@cache
def _rules(ruleset: Ruleset, kind: type[C]) -> tuple[tuple[Rule, C], ...]:
    """The rules of an edition whose checks look at no more than this kind does."""
    return tuple((rule, rule.check) for rule in ruleset.rules if isinstance(rule.check, kind))


def _steps(deck: Deck, ruleset: Ruleset, figures: Construction) -> tuple[Rule | Said, ...]:
    """The rules in their order; those that look at list and figures alone as what they say, neighbours put together."""
    settled = {**deck.once(_run_list_checks, ruleset), **_run_figure_checks(deck, ruleset, figures)}
    steps: list[Rule | Said] = []
    for rule in ruleset.rules:
        said = settled.get(rule)
        if said is None:
            steps.append(rule)
        elif steps and not isinstance(steps[-1], Rule):
            before = steps[-1]
            steps[-1] = ([*before[0], *said[0]], [*before[1], *said[1]])
        else:
            steps.append(said)
    return tuple(steps)


def _run_list_checks(deck: Deck, ruleset: Ruleset) -> Mapping[Rule, Said]:
    """What the rules that look at the list alone have to say of it, whatever the format and the day."""
    return {rule: _look_at(rule, check.look_at(deck), deck) for rule, check in _rules(ruleset, ListCheck)}


def _run_figure_checks(deck: Deck, ruleset: Ruleset, figures: Construction) -> Mapping[Rule, Said]:
    """What the rules that look at the list and the figures of deck building have to say, whatever the day."""
    checks = _rules(ruleset, FigureCheck)
    return {rule: _look_at(rule, check.look_at(deck, figures), deck) for rule, check in checks}


@lru_cache(maxsize=4096)
def _find_own_figures(game_slug: str, figures: Construction) -> Mapping[str, frozenset[str]]:
    """By code what a format allows by figures of its own: no document of the game states them.

    Where a game states no figures at all, its rules cite those of the formats.
    """
    game = game_of(game_slug).formats
    if not any(game.figures.values()):
        return {}
    least, most, copies = figures.deck_min, figures.deck_max, figures.copies

    def is_own(name: str, figure: int | None) -> bool:
        return figure not in {None, game.figures.get(name), *game.stated.get(name, ())}

    sizes: list[str] = []
    if is_own("deck_min", least):
        sizes += (f"{least}", f"{least}+")
    if is_own("deck_max", most):
        sizes.append(f"{most}")
    if sizes:
        sizes.append(f"{least} to {most}")
    found = {"deck-size": frozenset(sizes), "copy-limit": frozenset([f"{copies}"] if is_own("copies", copies) else ())}
    return {code: allowed for code, allowed in found.items() if allowed}


def _is_own(said: Finding | CheckedRule, own: Mapping[str, frozenset[str]], stated: Set[Citation | None]) -> bool:
    """Whether a finding or a rule checked rests on a format's own figure, and not on a rule of its own choice."""
    return str(said.allowed) in own.get(said.code, ()) and said.citation in stated


@lru_cache(maxsize=4096)
def _run_day_checks(ruleset: Ruleset, fmt: Format, as_of: date) -> Mapping[Rule, Said]:
    """What the rules that look at no deck have to say of a format on a day, and what others say of an empty one."""
    nothing = Deck(fmt.game)
    return {
        **{rule: _look_at(rule, check.look_at(fmt, as_of), nothing) for rule, check in _rules(ruleset, DayCheck)},
        **{
            rule: _look_at(rule, check.look_at(nothing, fmt, as_of), nothing)
            for rule, check in _rules(ruleset, SeldomCheck)
        },
    }


def _look_at(rule: Rule, said: Iterable[Breach | Measure], deck: Deck) -> Said:
    """What a check says are findings, what it saw are the rules looked at, once each section."""
    measures: list[Measure] = []
    findings: list[Finding] = []
    outcome = OK
    for each in said:
        if isinstance(each, Measure):
            measures.append(each)
        else:
            findings.append(_build_finding(rule, each, deck))
            if each.severity == ERROR:
                outcome = BROKEN
            elif each.severity == UNKNOWN and outcome == OK:
                outcome = UNKNOWN
    checked: list[CheckedRule] = []
    for found, allowed, section, own, note, citation in measures or (_NOTHING,):
        settled = own if own and (outcome == OK or own != NONE_RECORDED) else outcome
        checked.append(CheckedRule(rule.code, settled, citation or rule.citation, found, allowed, section, note))
    return findings, checked


def _build_finding(rule: Rule, breach: Breach, deck: Deck) -> Finding:
    return Finding(
        breach.code or rule.code,
        breach.severity,
        breach.message,
        breach.citation or (None if breach.code == "unreadable-line" else rule.citation),
        breach.cards,
        breach.found,
        breach.allowed,
        breach.section,
        breach.lines or _find_lines(breach, deck),
        breach.suggestions,
    )


def _find_lines(breach: Breach, deck: Deck) -> tuple[int, ...]:
    """The lines of the cards that a breach names: those of its section, else wherever they stand.

    A note names cards without pointing at them.
    """
    if breach.severity == INFO or not breach.cards:
        return ()
    of_section = deck.sections.get(breach.section or "", ())
    lines = [entry.line for entry in of_section if entry.card in breach.cards]
    return tuple(lines or sorted(line for card in breach.cards for line in deck.lines.get(card, ())))
