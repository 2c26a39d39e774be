"""A proposal beside the recorded facts: which formats differ by which cards, what is said of a deck or a list, and what
a format's pool loses and gains: its sets, its cards, and the teams that are hit hardest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from django.utils import timezone

from engine import Deck, Format, InputError, NotFound, Reference, check_deck, decklists, fold, game_of
from engine.decklists.addresses import refuse_address
from engine.formats import set_status
from engine.formats.legality import LEGAL, find_legality
from engine.formats.pools import get_pool_on
from engine.model.cards import GAMES, Card, CardSet
from engine.model.verdicts import ERROR, UNKNOWN, Finding, Verdict
from engine.what_if import Proposal, ProposedReference, apply_proposal, find_affected_cards
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.lookup import find_format, format_named
from vsdb.check.forms import list_samples
from vsdb.check.services import choose_game_and_formats
from vsdb.core.dates import parse_day as read_day
from vsdb.decks.models import Deck as StoredDeck
from vsdb.what_if.questions import WhatIfQuestion

_MAX_FINDINGS = 4  #: of a deck on the page
MAX_TEAMS = 12
T = TypeVar("T", Card, CardSet)
Touched = Mapping[str, frozenset[str] | None]


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
    touched: Touched
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
    return ProposalTrial(question, reference, after, cards, named, max(timezone.localdate(), after.since))


def _organizers(reference: Reference, named: dict[str, str]) -> list[Format]:
    """The organizers' formats that decks of the game have, put under the names by which they have them."""
    decks = StoredDeck.objects.filter(game=reference.game).exclude(format__in=[*reference.formats, ""])
    names = decks.order_by("format").values_list("format", flat=True).distinct()[:200]
    found = {name: fmt for name in names if (fmt := format_named(reference, name))}
    named.update((name, fmt.slug) for name, fmt in found.items())
    return list(found.values())


@lru_cache(maxsize=16)
def _apply_proposal(reference: Reference, proposal: Proposal) -> tuple[ProposedReference, Touched]:
    after = apply_proposal(reference, proposal)
    changed = (slug for slug, fmt in reference.formats.items() if after.formats[slug] is not fmt)
    found = {slug: find_affected_cards(reference, after, slug) for slug in changed}
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
        held, told = self.effect.held, self.effect.told[:_MAX_FINDINGS]
        return [(each, [(card, held.get(card.slug, 0)) for card in each.cards[:6]]) for each in told]

    @property
    def more(self) -> int:
        """How many findings there are beside those."""
        return max(0, len(self.effect.told) - _MAX_FINDINGS) if self.effect else 0


def list_effects(trial: ProposalTrial) -> list[DeckEffect]:
    """The lists of the question, in their order."""
    lists = enumerate(trial.question.lists, start=1)
    return [compute_list_effect(trial, text, f"List {number}") for number, text in lists]


def list_sample_effects(trial: ProposalTrial) -> list[DeckEffect]:
    """The samples of the game."""
    samples = (each for each in list_samples() if each.game == trial.before.game)
    return [compute_list_effect(trial, each.text, each.title) for each in samples]


def compute_list_effect(
    trial: ProposalTrial, text: str, name: str, *, fmt: str = "", on: date | None = None
) -> DeckEffect:
    """Judge a list; format and day are those asked for, else its own, else the proposal's only format and today."""
    try:
        refuse_address(text)
        said = decklists.read_metadata(text)
        name = said.get("title") or name
        if "game" in said and fold(said["game"]) not in {fold(trial.before.game), fold(GAMES[trial.before.game])}:
            problem = f"the list is for {said['game'][:40]}; the proposal is about {GAMES[trial.before.game]}"
            return DeckEffect(name, problem=problem)
        own_day = read_day(said["as-of"], place="as-of") if said.get("as-of") else None
        day = trial.question.on or on or own_day or max(timezone.localdate(), trial.after.since)
        slug = _format(trial, fmt or said.get("format", ""), text, day)
        deck = decklists.read_deck(text, trial.before.on(day).catalog, day)
        return DeckEffect(name, compute_effect(trial, deck, slug, day))
    except (InputError, NotFound) as refused:
        return DeckEffect(name, problem=str(refused))


def _format(trial: ProposalTrial, word: str, text: str, day: date) -> str:
    """The slug of the format that a list is judged in: where nothing names one, the first main format of its game that
    the proposal changes, else the first. Raises InputError and NotFound."""
    if trial.question.in_format:
        return trial.question.in_format
    only = trial.question.proposal.formats
    if not word and len(only) == 1:
        return only[0]
    if not word:
        game, formats = choose_game_and_formats(text, dates=[day])
        if game != trial.before.game:
            said = f"its cards are from {GAMES[str(game)]}; the proposal is about {GAMES[trial.before.game]}"
            raise InputError(said, code="other-game")
        return next((slug for slug in formats if slug in trial.touched), formats[0])
    slug = find_format(trial.before, word).slug
    if slug not in trial.before.formats:
        raise InputError(f"the proposal doesn't cover the format {slug}", code="format-missing")
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
        cited = ((each.code, each.citation) for each in self.news)
        return tuple(dict.fromkeys((code, at.document, at.rule) if at else (code, "", "") for code, at in cited))


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
    entries = []
    for entry in deck.entries:
        card = cards[entry.card.slug] if entry.card else None
        entries.append(replace(entry, card=card, candidates=tuple(cards[each.slug] for each in entry.candidates)))
    return replace(deck, entries=tuple(entries))


def _only(one: Verdict, other: Verdict) -> tuple[Finding, ...]:
    """The errors and unknowns of one verdict that the other hasn't."""
    said = {_get_finding_key(finding) for finding in other.of(ERROR, UNKNOWN)}
    return tuple(finding for finding in one.of(ERROR, UNKNOWN) if _get_finding_key(finding) not in said)


def _get_finding_key(finding: Finding) -> tuple[object, ...]:
    cards = tuple(card.slug for card in finding.cards)
    return (finding.code, finding.severity, cards, finding.found, finding.allowed, finding.section, finding.lines)


@dataclass(frozen=True, slots=True)
class Turn(Generic[T]):
    """A card or a set that would stand otherwise in a format."""

    what: T
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class TeamLoss:
    """A team, or a domain, with how many of its cards were legal and how many of those no longer certainly are."""

    name: str
    cards: int
    lost: int

    @property
    def percent(self) -> int:
        """The share that is lost, of a hundred."""
        return round(100 * self.lost / self.cards)


@dataclass(frozen=True)
class PoolEffect:
    """A format's pool on a day without and with a proposal."""

    trial: ProposalTrial
    fmt: Format
    day: date
    sets: tuple[Turn[CardSet], ...]
    cards: tuple[Turn[Card], ...]

    @property
    def lost(self) -> tuple[Turn[Card], ...]:
        """The cards that would certainly leave."""
        return tuple(each for each in self.cards if each.after not in (LEGAL, set_status.UNKNOWN))

    @property
    def gained(self) -> tuple[Turn[Card], ...]:
        """The cards that would certainly come in."""
        return tuple(each for each in self.cards if each.after == LEGAL)

    @property
    def doubtful(self) -> tuple[Turn[Card], ...]:
        """The cards of which it wouldn't be established any more."""
        return tuple(each for each in self.cards if each.after == set_status.UNKNOWN)

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """How many cards are certainly legal without and with the proposal; a look at every card, twice."""
        before, after = self.trial.fmt(self.fmt.slug, self.day)
        with_it = self.trial.before if self.day < self.trial.after.since else self.trial.after
        return len(_legal(self.trial.before, before, self.day)), len(_legal(with_it, after, self.day))

    @cached_property
    def teams_hit(self) -> list[TeamLoss]:
        """The teams, or domains in a game of those, that lose the largest shares of their legal cards."""
        groups = game_of(self.trial.before.game).site.face.groups

        def teams(cards: Iterable[Card]) -> Counter[str]:
            return Counter(name for card in cards for name in dict.fromkeys(getattr(card, groups) or ()))

        lost = teams(each.what for each in self.cards if each.before == LEGAL)
        if not lost:
            return []
        before, _ = self.trial.fmt(self.fmt.slug, self.day)
        held = teams(_legal(self.trial.before, before, self.day))
        found = [TeamLoss(name, held[name], count) for name, count in lost.items()]
        return sorted(found, key=lambda each: (-each.lost / each.cards, -each.lost, each.name))[:MAX_TEAMS]


def list_pool_effects(trial: ProposalTrial) -> list[PoolEffect]:
    """Every format that a proposal changes, on the day that pools are compared on; no query."""
    day = trial.shown_on
    if day < trial.after.since:
        return []
    return [_pool_effect(trial, slug, day) for slug in trial.touched]


def _pool_effect(trial: ProposalTrial, slug: str, day: date) -> PoolEffect:
    before, after = trial.fmt(slug, day)
    old, new = get_pool_on(before, day).sets, get_pool_on(after, day).sets
    both = ((before.sets[code], old[code], new[code]) for code in old)
    sets = tuple(Turn(each, one.status, two.status, two.reason) for each, one, two in both if one.status != two.status)
    touched, recorded = trial.touched[slug], trial.before.on(day).catalog
    changed = trial.after.on(day).catalog.by_slug if trial.question.proposal.errata else recorded.by_slug
    cards = recorded.cards if touched is None else [recorded.by_slug[each] for each in sorted(touched)]
    turns = []
    for card in cards:
        one, other = find_legality(card, before, day), find_legality(changed[card.slug], after, day)
        if one.status != other.status:
            turns.append(Turn(card, one.status, other.status, other.reason))
    return PoolEffect(trial, after, day, sets, tuple(turns))


def _legal(reference: Reference, fmt: Format, day: date) -> list[Card]:
    return [card for card in reference.on(day).catalog.cards if find_legality(card, fmt, day).status == LEGAL]
