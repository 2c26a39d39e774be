"""Which cards may come into a deck, those first that are most like what goes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from datetime import date

from engine.decklists.default_sections import is_pile
from engine.formats.bans import find_bans_on
from engine.formats.pools import get_pool_on
from engine.formats.set_status import IN, OUT
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.games import game_of
from engine.repair.additions import IN_BY_THE_DECK, collect_distinctions, get_card_key
from engine.repair.needs import RepairCase

_FAR = 99  #: the difference of two costs of which one isn't known


class RepairCandidates:
    """The cards of a catalog that may come into a deck in a format on a day."""

    def __init__(self, deck: Deck, catalog: Catalog, fmt: Format, as_of: date) -> None:
        self._deck, self._fmt, self._as_of = deck, fmt, as_of
        pool, bans = get_pool_on(fmt, as_of), find_bans_on(fmt, as_of)
        # A special location may be in by other cards; a doubt about a whole pool says nothing against a card.
        self._cards = tuple(
            card
            for card in catalog.cards
            if (status := pool.card_status(card)).status == IN
            or status.is_about_pool
            or (status.status == OUT and card.type == IN_BY_THE_DECK)
            if bans.of(card) is None
        )
        self._many: dict[Hashable, int] = {}
        self._like: dict[tuple[str, Card | None], tuple[Card, ...]] = {}

    def into(self, section: str, gone: Card | None) -> tuple[Card, ...]:
        """Those that may stand in a section, the most like a card that goes first.

        Of a pile with recorded members these alone: what it holds isn't chosen.
        """
        key = (section, gone)
        if key not in self._like:
            may_stand = game_of(self._deck.game).repairs.may_stand
            fitting = [card for card in self._cards if may_stand(card, section)]
            members = [card for card in fitting if card.member_of_piles] if is_pile(section) else []
            self._like[key] = tuple(
                sorted(members or fitting, key=lambda card: get_likeness_key(card, gone, self._deck))
            )
        return self._like[key]

    def of(self, case: RepairCase, section: str, gone: Card | None) -> tuple[Card, ...]:
        """Those of them that a case asks for."""
        return tuple(
            card
            for card in self.into(section, gone)
            if (not case.kind or card.type == case.kind)
            and (not case.same or card.copy_key == case.same)
            and (not case.among or card.slug in case.among)
            and (case.fits is None or case.fits(card))
        )

    def many(self, case: RepairCase, section: str) -> int:
        """How many cards may come into a section in a case."""
        key = (section, case.kind, case.same, case.among, case.fits)
        if key not in self._many:
            self._many[key] = len(self.of(case, section, None))
        return self._many[key]

    def apart(self, cards: Iterable[Card], deck: Deck) -> Iterator[Card]:
        """The first of all cards that the rules can't tell apart in a deck; each that it has stands for itself."""
        told = collect_distinctions(deck, self._fmt, self._as_of)
        met: set[Hashable] = set()
        for card in cards:
            key = (get_card_key(card, told), card.printed_limit)
            if key not in met:
                met.add(key)
                yield card


def get_likeness_key(card: Card, gone: Card | None, deck: Deck) -> tuple[object, ...]:
    """By what a card is less like one that goes, the weightiest first; without one, less like the cards of the deck.

    The type with its kind and level, the difference of the costs, a team or domain in common, the name; then whether it
    is in the deck already; then its slug.
    """
    in_deck = card in deck.counts
    if gone is None:
        teams = {team for each in deck.cards for team in _allies(each)}
        return (not in_deck, teams.isdisjoint(_allies(card)), card.slug)
    is_apart = bool(_allies(gone)) and _allies(gone).isdisjoint(_allies(card))
    return (
        card.type != gone.type,
        card.supertype != gone.supertype,
        gone.level != card.level,
        # Domains bind; teams rarely do.
        is_apart and card.domains is not None,
        _difference(card.cost, gone.cost),
        is_apart,
        card.name != gone.name,
        card.cost_kind != gone.cost_kind,
        not in_deck,
        card.slug,
    )


def _allies(card: Card) -> frozenset[str]:
    return frozenset((*(card.teams or ()), *(card.domains or ())))


def _difference(one: object, other: object) -> int:
    return abs(one - other) if isinstance(one, int) and isinstance(other, int) else _FAR
