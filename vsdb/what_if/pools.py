"""What a format's pool loses and gains by a proposal: its sets, its cards, and the teams that are hit hardest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from engine.formats.legality import LEGAL, legality_of
from engine.formats.pools import pool_on
from engine.formats.set_status import UNKNOWN
from engine.model.cards import Card, CardSet
from engine.model.formats import Format
from engine.model.games import game_of
from engine.model.reference import Reference
from vsdb.what_if.trials import Trial


@dataclass(frozen=True, slots=True)
class CardTurn:
    """A card that would stand otherwise in a format."""

    card: Card
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class SetTurn:
    """A set that would stand otherwise in a format."""

    card_set: CardSet
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class PoolEffect:
    """A format's pool on a day without and with a proposal."""

    fmt: Format
    day: date
    sets: tuple[SetTurn, ...]
    cards: tuple[CardTurn, ...]

    @property
    def lost(self) -> tuple[CardTurn, ...]:
        """The cards that would certainly leave."""
        return tuple(each for each in self.cards if each.after not in (LEGAL, UNKNOWN))

    @property
    def gained(self) -> tuple[CardTurn, ...]:
        """The cards that would certainly come in."""
        return tuple(each for each in self.cards if each.after == LEGAL)

    @property
    def doubtful(self) -> tuple[CardTurn, ...]:
        """The cards of which it wouldn't be established any more."""
        return tuple(each for each in self.cards if each.after == UNKNOWN)


@dataclass(frozen=True, slots=True)
class TeamLoss:
    """A team with how many of its cards were legal and how many of those no longer certainly are."""

    name: str
    cards: int
    lost: int

    @property
    def percent(self) -> int:
        """The share that is lost, of a hundred."""
        return round(100 * self.lost / self.cards)


def pool_effects(trial: Trial) -> list[PoolEffect]:
    """Every format that a proposal changes, on the day that pools are compared on; no query."""
    day = trial.shown_on
    if day < trial.after.since:
        return []
    return [_pool_effect(trial, slug, day) for slug in trial.touched]


def _pool_effect(trial: Trial, slug: str, day: date) -> PoolEffect:
    before, after = trial.fmt(slug, day)
    old, new = pool_on(before, day).sets, pool_on(after, day).sets
    sets = tuple(
        SetTurn(before.sets[code], old[code].status, new[code].status, new[code].reason)
        for code in old
        if old[code].status != new[code].status
    )
    return PoolEffect(after, day, sets, tuple(_card_turns(trial, before, after, day)))


def _card_turns(trial: Trial, before: Format, after: Format, day: date) -> Iterable[CardTurn]:
    touched = trial.touched[after.slug]
    recorded = trial.before.on(day).catalog
    changed = trial.after.on(day).catalog.by_slug if trial.question.proposal.errata else recorded.by_slug
    for card in recorded.cards if touched is None else (recorded.by_slug[slug] for slug in sorted(touched)):
        one, other = legality_of(card, before, day), legality_of(changed[card.slug], after, day)
        if one.status != other.status:
            yield CardTurn(card, one.status, other.status, other.reason)


def sizes(trial: Trial, pool: PoolEffect) -> tuple[int, int]:
    """How many cards are certainly legal in a pool without and with the proposal; a look at every card, twice."""
    before, after = trial.fmt(pool.fmt.slug, pool.day)
    with_it = trial.before if pool.day < trial.after.since else trial.after
    return _size(trial.before, before, pool.day), _size(with_it, after, pool.day)


def _size(reference: Reference, fmt: Format, day: date) -> int:
    return sum(legality_of(card, fmt, day).status == LEGAL for card in reference.on(day).catalog.cards)


def teams_hit(trial: Trial, pool: PoolEffect, most: int = 12) -> list[TeamLoss]:
    """The teams, or domains in a game of those, that lose the largest shares of their legal cards."""
    before, _ = trial.fmt(pool.fmt.slug, pool.day)
    lost = Counter(name for each in pool.cards if each.before == LEGAL for name in _teams(each.card))
    if not lost:
        return []
    legal = (card for card in trial.before.on(pool.day).catalog.cards if set(_teams(card)) & lost.keys())
    held = Counter(
        name for card in legal if legality_of(card, before, pool.day).status == LEGAL for name in _teams(card)
    )
    found = [TeamLoss(name, held[name], count) for name, count in lost.items()]
    return sorted(found, key=lambda each: (-each.lost / each.cards, -each.lost, each.name))[:most]


def _teams(card: Card) -> tuple[str, ...]:
    return tuple(dict.fromkeys(getattr(card, game_of(card.game).site.face.groups) or ()))
