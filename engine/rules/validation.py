"""The front door: is this deck legal in this format on this day, and why."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.verdicts import CheckedRules, Verdict
from engine.rules.plans import Plan, find_plan


def check_deck(deck: Deck, fmt: Format, as_of: date) -> Verdict:
    """Judge a deck by every rule of its game's edition in force; nothing stops at the first fault.

    Rules that the totals of the deck rule out aren't asked what they find, and what was checked is put into words when
    somebody reads it; `check_in_full` asks every rule. Raises ValueError where the deck and the format belong to
    different games.
    """
    plan = _find_plan(deck, fmt, as_of)
    outcome, findings = plan.judge(deck)
    return Verdict(
        outcome,
        fmt.game,
        fmt.slug,
        as_of,
        plan.edition,
        fmt.data_version,
        deck.totals.sizes,
        findings,
        CheckedRules(plan.list_checked, deck),
    )


def find_codes(deck: Deck, fmt: Format, as_of: date) -> tuple[str, tuple[str, ...]]:
    """The outcome of `check_deck`, and in order the codes of its errors and unknowns, each once, without the words.

    Raises as `check_deck`.
    """
    return _find_plan(deck, fmt, as_of).find_codes(deck)


def check_in_full(deck: Deck, fmt: Format, as_of: date) -> Verdict:
    """Judge a deck by asking every rule what it finds and what it saw: the verdict of `check_deck`, step by step.

    Raises as `check_deck`.
    """
    verdict = check_deck(deck, fmt, as_of)
    plan = find_plan(fmt, as_of)
    outcome, findings = plan.judge_in_full(deck)
    return verdict._replace(outcome=outcome, findings=findings, checked=plan.list_checked(deck))


def check_everywhere(deck: Deck, formats: Iterable[Format], as_of: date) -> tuple[Verdict, ...]:
    """Judge a deck in several formats on a day, in their order: what the list alone decides is looked at once.

    Raises as `check_deck`, whose verdicts these are.
    """
    return tuple(check_deck(deck, fmt, as_of) for fmt in formats)


def _find_plan(deck: Deck, fmt: Format, as_of: date) -> Plan:
    if deck.game != fmt.game:
        raise ValueError(f"the deck is for {deck.game}, but the format {fmt.slug} is for {fmt.game}")
    return find_plan(fmt, as_of)
