"""A deck without and with a proposal: both outcomes, and what is said with it that wasn't said without."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.verdicts import ERROR, UNKNOWN, Finding, Verdict
from engine.rules.validation import check_deck
from vsdb.what_if.trying import Trial


@dataclass(frozen=True, slots=True)
class Effect:
    """What a proposal does to a deck in a format on a day; `news` are errors and unknowns that only it brings."""

    deck: Deck
    fmt: Format
    day: date
    before: str
    after: str
    news: tuple[Finding, ...] = ()
    gone: tuple[Finding, ...] = ()

    @property
    def is_touched(self) -> bool:
        """Whether anything is otherwise."""
        return self.before != self.after or bool(self.news or self.gone)

    @property
    def rules(self) -> tuple[tuple[str, str, str], ...]:
        """The rules that only the proposal breaks: code, document and rule, each once."""
        told = (
            (each.code, each.citation.document if each.citation else "", each.citation.rule if each.citation else "")
            for each in self.news
        )
        return tuple(dict.fromkeys(told))


def effect(trial: Trial, deck: Deck, slug: str, day: date) -> Effect:
    """Judge a deck, as it was read from the facts of that day, in a format without and with the proposal."""
    recorded, changed = trial.fmt(slug, day)
    before = check_deck(deck, recorded, day)
    if day < trial.after.since:
        return Effect(deck, recorded, day, before.outcome, before.outcome)
    after = check_deck(_with_errata(trial, deck, day), changed, day)
    return Effect(deck, changed, day, before.outcome, after.outcome, _only(after, before), _only(before, after))


def _with_errata(trial: Trial, deck: Deck, day: date) -> Deck:
    """The same cards with the facts that the proposal gives them; a list isn't read anew by other names."""
    if not trial.question.proposal.errata:
        return deck
    cards = trial.after.on(day).catalog.by_slug
    entries = tuple(
        replace(
            entry,
            card=cards[entry.card.slug] if entry.card else None,
            candidates=tuple(cards[each.slug] for each in entry.candidates),
        )
        for entry in deck.entries
    )
    return replace(deck, entries=entries)


def _only(one: Verdict, other: Verdict) -> tuple[Finding, ...]:
    """The errors and unknowns of one verdict that the other hasn't."""
    said = {_said(finding) for finding in other.of(ERROR, UNKNOWN)}
    return tuple(finding for finding in one.of(ERROR, UNKNOWN) if _said(finding) not in said)


def _said(finding: Finding) -> tuple[object, ...]:
    cards = tuple(card.slug for card in finding.cards)
    return (finding.code, finding.severity, cards, finding.found, finding.allowed, finding.section, finding.lines)
