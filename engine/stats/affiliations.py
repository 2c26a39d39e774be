"""Which characters of a deck share an affiliation, so that they may attack together and reinforce each other.

A team attack needs one affiliation that all its attackers share (classic 601.5a; 2PCG: Team Attack); who reinforces
shares one with the defender (classic 708.7b). Rows, readiness and adjacency are for the table, and effects may grant
affiliations. Two characters of one name aren't on one side together (classic 704.1; 2PCG: Uniqueness), unless they
aren't unique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.games import game_of
from engine.stats.parts import Tally, tally_characters
from engine.stats.spreads import Share, count_values, name_teams

MERCENARY = "Mercenary"  #: attacks together with any main character
SOLITARY = "Solitary"  #: never attacks together


@dataclass(frozen=True, eq=False, slots=True)
class Affiliations:
    """The characters of a deck and who of them goes together.

    `bands` are the affiliations with everyone who joins others under them, those with the most copies first.
    `partners` are, for each, those that certainly share one with it, itself where copies of it may stand together;
    `perhaps` those that may, since an affiliation isn't recorded. `apart` are the certain ones without a partner.
    """

    members: Tally
    names: Mapping[Card, tuple[str, ...] | None]  #: of each one's affiliations
    bands: tuple[Share, ...]
    unaffiliated: Share
    unrecorded: Share
    partners: Mapping[Card, tuple[Card, ...]]
    perhaps: Mapping[Card, tuple[Card, ...]]

    @property
    def apart(self) -> tuple[Card, ...]:
        """Those that certainly go together with nobody."""
        return tuple(card for card, _ in self.members if not self.partners[card] and not self.perhaps[card])


def find_shared_affiliations(deck: Deck) -> Affiliations:
    """Who of a deck's characters goes together with whom; nobody in a game without affiliations."""
    members = tally_characters(deck)
    called = name_teams(members)
    by_team = count_values(members, called)
    joining = count_values(tuple(each for each in members if not each[0].has_keyword(SOLITARY)), called)
    cards = [card for card, _ in members]
    pairs = [*combinations(cards, 2), *((card, card) for card, copies in members if copies > 1)]
    answers = [(one, other, _together(one, other, called)) for one, other in pairs]
    return Affiliations(
        members,
        {card: called(card) for card in cards},
        joining.shares,
        by_team.without,
        by_team.unrecorded,
        _sides(cards, ((one, other) for one, other, answer in answers if answer)),
        _sides(cards, ((one, other) for one, other, answer in answers if answer is None)),
    )


def can_go_together(one: Card, other: Card) -> bool | None:
    """Whether two cards may stand on one side and attack together; `None` where a fact that decides isn't recorded."""
    return _together(one, other, name_teams(((one, 1), (other, 1))))


def _together(one: Card, other: Card, called: Callable[[Card], tuple[str, ...] | None]) -> bool | None:
    if SOLITARY in one.keyword_names | other.keyword_names:
        return False
    uniques = (_is_unique(one), _is_unique(other))
    keep_apart = False if one.names.isdisjoint(other.names) or False in uniques else None if None in uniques else True
    if keep_apart:
        return False
    if _is_hired(one, other) or _is_hired(other, one):
        return True
    teams, others = called(one), called(other)
    if () in (teams, others):
        return False
    if teams is None or others is None:
        return None
    if set(teams).isdisjoint(others):
        return False
    return True if one.type and other.type and keep_apart is False else None


def _is_unique(card: Card) -> bool | None:
    """Whether a second character of its name puts the first away; `None` where its versions aren't recorded."""
    return game_of(card.game).stats.is_unique(card)


def _is_hired(one: Card, other: Card) -> bool:
    return one.has_keyword(MERCENARY) and other.type in game_of(other.game).stats.hiring_types


def _sides(cards: Iterable[Card], pairs: Iterable[tuple[Card, Card]]) -> dict[Card, tuple[Card, ...]]:
    """Each card's partners, both ways, in the order of the pairs."""
    found: dict[Card, dict[Card, None]] = {card: {} for card in cards}
    for one, other in pairs:
        found[one][other] = None
        found[other][one] = None
    return {card: tuple(others) for card, others in found.items()}
