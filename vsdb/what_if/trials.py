"""A proposal beside the recorded facts: which formats differ by which cards, and what is said of a deck or a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from django.utils import timezone

from engine import decklists
from engine.model.cards import GAMES, Card
from engine.model.decks import Deck
from engine.model.errors import InputError, NotFound
from engine.model.formats import Format
from engine.model.names import fold
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, UNKNOWN, Finding, Verdict
from engine.rules.validation import check_deck
from engine.what_if import Proposal, ProposedReference, apply_proposal, find_affected_cards
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, format_named
from vsdb.check.forms import list_samples
from vsdb.core.dates import parse_day as read_day
from vsdb.decks.models import Deck as StoredDeck
from vsdb.what_if.questions import WhatIfQuestion

_MAX_FINDINGS = 4  #: of a deck on the page


@dataclass(frozen=True, slots=True)
class ProposalTrial:
    """The facts without and with a proposal.

    `touched` are the slugs of the cards that it bears on by the slug of each format that it changes, None where any
    deck may be touched. `named` are the formats by the names under which decks have them. `today` is the day of a deck
    without one: today, or the day from which the proposal counts where that is later.
    """

    question: WhatIfQuestion
    before: Reference
    after: ProposedReference
    touched: Mapping[str, frozenset[str] | None]
    named: Mapping[str, str]
    today: date

    @property
    def shown_on(self) -> date:
        """The day on which pools are compared: the one asked for, else the first on which the proposal counts."""
        return self.question.on or self.question.proposal.since or self.today

    def fmt(self, slug: str, day: date) -> tuple[Format, Format]:
        """A format without and with the proposal on a day."""
        return self.before.formats[slug], (self.before if day < self.after.since else self.after).formats[slug]


def build_trial(question: WhatIfQuestion) -> ProposalTrial:
    """Both references of a question; the one query of a reference in memory, and one for each organizer's format.

    Raises InputError and NotFound for what can't be proposed.
    """
    reference = selectors.get_reference(question.proposal.game)
    named = {slug: slug for slug in reference.formats}
    proposal = question.proposal
    added = [find_format(reference, slug) for slug in (*proposal.formats, question.in_format) if slug]
    added = [fmt for fmt in added if fmt.slug not in reference.formats]
    if proposal.errata or proposal.set_days or added:
        added += _organizers(reference, named)
    if added:
        # A proposal for every format is one for the official ones.
        proposal = proposal if proposal.formats else replace(proposal, formats=tuple(reference.formats))
        reference = replace(reference, formats={**reference.formats, **{fmt.slug: fmt for fmt in added}})
    after, cards = _apply_proposal(reference, proposal)
    today = timezone.localdate()
    return ProposalTrial(question, reference, after, cards, named, max(today, after.since))


def _organizers(reference: Reference, named: dict[str, str]) -> list[Format]:
    """The organizers' formats that decks of the game have, put under the names by which they have them."""
    names = (
        StoredDeck.objects.filter(game=reference.game).exclude(format__in=[*reference.formats, ""]).order_by("format")
    )
    found = []
    for name in names.values_list("format", flat=True).distinct()[:200]:
        fmt = format_named(reference, name)
        if fmt is not None:
            named[name] = fmt.slug
            found.append(fmt)
    return found


@lru_cache(maxsize=16)
def _apply_proposal(
    reference: Reference, proposal: Proposal
) -> tuple[ProposedReference, Mapping[str, frozenset[str] | None]]:
    after = apply_proposal(reference, proposal)
    found = {
        slug: find_affected_cards(reference, after, slug)
        for slug, fmt in reference.formats.items()
        if after.formats[slug] is not fmt
    }
    return after, {slug: cards for slug, cards in found.items() if cards is None or cards}


@dataclass(frozen=True, slots=True)
class DeckEffect:
    """A deck with what becomes of it, or why it can't be judged; `row` is it where it is a stored one."""

    name: str
    effect: ProposalEffect | None = None
    problem: str = ""
    row: StoredDeck | None = None

    @property
    def findings(self) -> list[tuple[Finding, list[tuple[Card, int]]]]:
        """The first findings that are new, else that are gone, each with how many of its cards the deck has."""
        if self.effect is None:
            return []
        held = self.effect.held
        return [
            (finding, [(card, held.get(card.slug, 0)) for card in finding.cards[:6]])
            for finding in self.effect.told[:_MAX_FINDINGS]
        ]

    @property
    def more(self) -> int:
        """How many findings there are beside those."""
        return max(0, len(self.effect.told) - _MAX_FINDINGS) if self.effect else 0


def list_effects(trial: ProposalTrial) -> list[DeckEffect]:
    """The lists of the question, in their order."""
    return [
        compute_list_effect(trial, text, f"List {number}") for number, text in enumerate(trial.question.lists, start=1)
    ]


def list_sample_effects(trial: ProposalTrial) -> list[DeckEffect]:
    """The samples of the game."""
    return [
        compute_list_effect(trial, each.text, each.title) for each in list_samples() if each.game == trial.before.game
    ]


def compute_list_effect(
    trial: ProposalTrial, text: str, name: str, *, fmt: str = "", on: date | None = None
) -> DeckEffect:
    """Judge a list; format and day are those asked for, else its own, else the proposal's only format and today."""
    try:
        said = decklists.read_metadata(text)
        name = said.get("title") or name
        if "game" in said and fold(said["game"]) not in {fold(trial.before.game), fold(GAMES[trial.before.game])}:
            return DeckEffect(name, problem=f"it is for {said['game'][:40]}, not for {GAMES[trial.before.game]}")
        slug = _format(trial, fmt or said.get("format", ""))
        own_day = read_day(said["as-of"], place="as-of") if said.get("as-of") else None
        day = trial.question.on or on or own_day or max(timezone.localdate(), trial.after.since)
        deck = decklists.read_deck(text, trial.before.on(day).catalog, day)
        return DeckEffect(name, compute_effect(trial, deck, slug, day))
    except (InputError, NotFound) as refused:
        return DeckEffect(name, problem=str(refused))


def _format(trial: ProposalTrial, word: str) -> str:
    """The slug of the format that a list is judged in. Raises InputError and NotFound."""
    if trial.question.in_format:
        return trial.question.in_format
    only = trial.question.proposal.formats
    if not word and len(only) == 1:
        return only[0]
    if not word:
        raise InputError("it names no format; write “# format: silver-age” above it", code="format-missing")
    slug = find_format(trial.before, word).slug
    if slug not in trial.before.formats:
        raise InputError(f"the format {slug} isn't one that the proposal is about", code="format-missing")
    return slug


@dataclass(frozen=True, slots=True)
class ProposalEffect:
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
    def told(self) -> tuple[Finding, ...]:
        """What is new, else what is gone."""
        return self.news or self.gone

    @property
    def held(self) -> dict[str, int]:
        """How many copies of each card the deck has, by the cards' slugs."""
        return {card.slug: count for card, count in self.deck.counts.items()}

    @property
    def rules(self) -> tuple[tuple[str, str, str], ...]:
        """The rules that only the proposal breaks: code, document and rule, each once."""
        told = (
            (each.code, each.citation.document if each.citation else "", each.citation.rule if each.citation else "")
            for each in self.news
        )
        return tuple(dict.fromkeys(told))


def compute_effect(trial: ProposalTrial, deck: Deck, slug: str, day: date) -> ProposalEffect:
    """Judge a deck, as it was read from the facts of that day, in a format without and with the proposal."""
    recorded, changed = trial.fmt(slug, day)
    before = check_deck(deck, recorded, day)
    if day < trial.after.since:
        return ProposalEffect(deck, recorded, day, before.outcome, before.outcome)
    after = check_deck(_with_errata(trial, deck, day), changed, day)
    return ProposalEffect(deck, changed, day, before.outcome, after.outcome, _only(after, before), _only(before, after))


def _with_errata(trial: ProposalTrial, deck: Deck, day: date) -> Deck:
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
    said = {_get_finding_key(finding) for finding in other.of(ERROR, UNKNOWN)}
    return tuple(finding for finding in one.of(ERROR, UNKNOWN) if _get_finding_key(finding) not in said)


def _get_finding_key(finding: Finding) -> tuple[object, ...]:
    cards = tuple(card.slug for card in finding.cards)
    return (finding.code, finding.severity, cards, finding.found, finding.allowed, finding.section, finding.lines)
