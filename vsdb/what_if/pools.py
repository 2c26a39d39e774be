"""What a format's pool loses and gains by a proposal: its sets, its cards, and the teams that are hit hardest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Generic, TypeVar

from engine.formats.legality import LEGAL, find_legality
from engine.formats.pools import get_pool_on
from engine.formats.set_status import UNKNOWN
from engine.model.cards import Card, CardSet
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.what_if.trials import ProposalTrial

MAX_TEAMS = 12
T = TypeVar("T", Card, CardSet)


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
        return tuple(each for each in self.cards if each.after not in (LEGAL, UNKNOWN))

    @property
    def gained(self) -> tuple[Turn[Card], ...]:
        """The cards that would certainly come in."""
        return tuple(each for each in self.cards if each.after == LEGAL)

    @property
    def doubtful(self) -> tuple[Turn[Card], ...]:
        """The cards of which it wouldn't be established any more."""
        return tuple(each for each in self.cards if each.after == UNKNOWN)

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
    sets = tuple(
        Turn(before.sets[code], old[code].status, new[code].status, new[code].reason)
        for code in old
        if old[code].status != new[code].status
    )
    touched, recorded = trial.touched[slug], trial.before.on(day).catalog
    changed = trial.after.on(day).catalog.by_slug if trial.question.proposal.errata else recorded.by_slug
    cards = recorded.cards if touched is None else [recorded.by_slug[each] for each in sorted(touched)]
    stands = ((card, find_legality(card, before, day), find_legality(changed[card.slug], after, day)) for card in cards)
    turns = (
        Turn(card, one.status, other.status, other.reason) for card, one, other in stands if one.status != other.status
    )
    return PoolEffect(trial, after, day, sets, tuple(turns))


def _legal(reference: Reference, fmt: Format, day: date) -> list[Card]:
    return [card for card in reference.on(day).catalog.cards if find_legality(card, fmt, day).status == LEGAL]
