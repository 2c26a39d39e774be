"""Loyalty in classic: which characters a deck's own printed affiliations can never let a player recruit.

Effects may grant affiliations and put characters into play, so these checks only ever warn. A fact that isn't recorded
speaks for the deck: an affiliation that isn't known may be the one that is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from engine.model.cards import Card
from engine.model.decks import UNREADABLE, Deck
from engine.model.verdicts import NONE_RECORDED, WARNING, Breach, Measure
from engine.rules import ListCheck

LOYALTY = "Loyalty"
LOYALTY_REVEAL = "Loyalty-Reveal"
DUAL_LOYALTY = "Dual Loyalty"
LOYAL = frozenset((LOYALTY, LOYALTY_REVEAL, DUAL_LOYALTY))

#: The affiliations of some characters; None among them where those of one aren't recorded.
Teams = Set[str | None]


@ListCheck
def loyalty(deck: Deck) -> Iterator[Breach | Measure]:
    """A Loyalty character needs one that can come before it and shares an affiliation."""
    loyal = _list_cards_with(deck, LOYALTY)
    for card in loyal:
        teams = card.teams
        if teams is not None and not _shares(card, _list_teams_beside(deck, card)):
            needed = f"with {_or(teams)} " if teams else ""
            yield _build_warning(deck, card, f"no other character {needed}can come into play first")
    yield _measure(deck, LOYALTY, loyal)


@ListCheck
def loyalty_reveal(deck: Deck) -> Iterator[Breach | Measure]:
    """A Loyalty—Reveal character needs another character card, a copy included, that shares an affiliation."""
    loyal = _list_cards_with(deck, LOYALTY_REVEAL)
    for card in loyal:
        if card.teams is not None and not _can_reveal(deck, card):
            missing = (
                f"the deck has no other character card with {_or(card.teams)}"
                if card.teams
                else "it has no affiliation"
            )
            yield _build_warning(deck, card, missing)
    yield _measure(deck, LOYALTY_REVEAL, loyal)


@ListCheck
def dual_loyalty(deck: Deck) -> Iterator[Breach | Measure]:
    """A Dual Loyalty character needs both its affiliations among the characters that can come before it."""
    loyal = _list_cards_with(deck, DUAL_LOYALTY)
    for card in loyal:
        missing = _list_missing_teams(card, _list_teams_beside(deck, card))
        if missing:
            yield _build_warning(deck, card, f"no other character with {_or(missing)} can come into play first")
    yield _measure(deck, DUAL_LOYALTY, loyal)


def _measure(deck: Deck, keyword: str, loyal: tuple[Card, ...]) -> Measure:
    """How many cards have the keyword; that no others have it is taken on trust."""
    if keyword in deck.keyword_names:
        return Measure(found=len(loyal))
    return Measure(0, outcome=NONE_RECORDED, note=f"no card in the deck is recorded with {keyword}")


def _list_cards_with(deck: Deck, keyword: str) -> tuple[Card, ...]:
    """The cards with the keyword; none in a deck with a line that may be any character."""
    if keyword not in deck.keyword_names or any(entry.state != UNREADABLE for entry in deck.unsettled):
        return ()
    return tuple(card for card in deck.cards if card.has_keyword(keyword))


def find_recruit_layers(deck: Deck) -> tuple[tuple[Card, ...], ...]:
    """The least fixed point: whoever needs nobody, then whoever those let in, until nobody new can come."""
    waiting = list(_list_characters(deck))
    layers: list[tuple[Card, ...]] = []
    teams: set[str | None] = set()
    while new := tuple(card for card in waiting if _may_come(deck, card, teams)):
        layers.append(new)
        teams.update(team for card in new for team in _list_teams(card))
        come = frozenset(new)
        waiting = [card for card in waiting if card not in come]
    return tuple(layers)


def _list_characters(deck: Deck) -> tuple[Card, ...]:
    """The characters of a deck, and what may be one."""
    return tuple(card for card in deck.cards if card.type in (None, "Character"))


def _list_teams(card: Card) -> tuple[str | None, ...]:
    """A card's affiliations; None stands for those that aren't recorded."""
    return (None,) if card.teams is None else card.teams


def _count_teams(cards: Iterable[Card]) -> Mapping[str | None, int]:
    """How many cards have each affiliation, or may have any."""
    counts: dict[str | None, int] = {}
    for card in cards:
        for team in dict.fromkeys(_list_teams(card)):
            counts[team] = counts.get(team, 0) + 1
    return counts


def _find_recruitable(deck: Deck) -> tuple[frozenset[Card], Mapping[str | None, int]]:
    """Everyone that can come, sooner or later, with their affiliations."""
    cards = frozenset(card for layer in find_recruit_layers(deck) for card in layer)
    return cards, _count_teams(cards)


def _find_revealable(deck: Deck) -> tuple[frozenset[Card], Mapping[str | None, int]]:
    cards = frozenset(_list_characters(deck))
    return cards, _count_teams(cards)


def _list_teams_beside(deck: Deck, card: Card, *, revealed: bool = False) -> Teams:
    """The affiliations of those beside a card that can come, or that can be revealed."""
    cards, counts = deck.once(_find_revealable if revealed else _find_recruitable)
    own = _list_teams(card) if card in cards else ()
    return {team for team, count in counts.items() if count > (team in own)}


def _may_come(deck: Deck, card: Card, before: Teams) -> bool:
    """Whether a character may be recruited, given the affiliations of those that can be in play before it."""
    if card.teams is None or LOYAL.isdisjoint(card.keyword_names):
        return True
    return not (
        (card.has_keyword(LOYALTY) and not _shares(card, before))
        or (card.has_keyword(LOYALTY_REVEAL) and not _can_reveal(deck, card))
        or (card.has_keyword(DUAL_LOYALTY) and _list_missing_teams(card, before))
    )


def _can_reveal(deck: Deck, card: Card) -> bool:
    if card.teams and deck.counts[card] > 1:
        return True
    return _shares(card, _list_teams_beside(deck, card, revealed=True))


def _shares(card: Card, teams: Teams) -> bool:
    """Whether a card has one of some other characters' affiliations, or may."""
    return bool(card.teams) and (None in teams or not teams.isdisjoint(card.teams or ()))


def _list_missing_teams(card: Card, teams: Teams) -> tuple[str, ...]:
    """Which of a card's affiliations none of some other characters has, or may have."""
    return () if None in teams else tuple(team for team in card.teams or () if team not in teams)


def _or(teams: tuple[str, ...]) -> str:
    return " or ".join(teams)


def _build_warning(deck: Deck, card: Card, missing: str) -> Breach:
    return Breach(
        f"{card.title} can’t be recruited with the deck’s printed affiliations alone: {missing}",
        (card,),
        severity=WARNING,
        lines=deck.lines[card],
    )
