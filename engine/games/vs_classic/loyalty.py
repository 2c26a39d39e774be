"""Loyalty in classic: which characters a deck's own printed affiliations can never let a player recruit.

Effects may grant affiliations and put characters into play, so these checks only ever warn. A fact that isn't recorded
speaks for the deck: an affiliation that isn't known may be the one that is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.model.cards import Card
from engine.model.decks import UNREADABLE, Deck
from engine.model.verdicts import NONE_RECORDED, WARNING, Breach, Measure
from engine.rules import ListCheck

LOYALTY = "Loyalty"
LOYALTY_REVEAL = "Loyalty-Reveal"
DUAL_LOYALTY = "Dual Loyalty"
LOYAL = frozenset((LOYALTY, LOYALTY_REVEAL, DUAL_LOYALTY))


@ListCheck
def loyalty(deck: Deck) -> Iterator[Breach | Measure]:
    """A Loyalty character needs one that can come before it and shares an affiliation."""
    loyal = _list_cards_with(deck, LOYALTY)
    can_come = deck.once(_find_recruitable) if loyal else frozenset()
    for card in loyal:
        teams = card.teams
        if teams is not None and not any(_shares(card, other) for other in can_come - {card}):
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
    can_come = deck.once(_find_recruitable) if loyal else frozenset()
    for card in loyal:
        missing = _list_missing_teams(card, can_come - {card})
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
    waiting = [card for card in deck.cards if card.type in (None, "Character")]
    can_come: set[Card] = set()
    layers: list[tuple[Card, ...]] = []
    while new := tuple(card for card in waiting if _may_come(deck, card, can_come)):
        layers.append(new)
        can_come.update(new)
        waiting = [card for card in waiting if card not in can_come]
    return tuple(layers)


def _find_recruitable(deck: Deck) -> frozenset[Card]:
    """Everyone that can come, sooner or later."""
    return frozenset(card for layer in find_recruit_layers(deck) for card in layer)


def _may_come(deck: Deck, card: Card, before: set[Card]) -> bool:
    """Whether a character may be recruited, given those that can be in play before it."""
    if card.teams is None or LOYAL.isdisjoint(card.keyword_names):
        return True
    return not (
        (card.has_keyword(LOYALTY) and not any(_shares(card, other) for other in before))
        or (card.has_keyword(LOYALTY_REVEAL) and not _can_reveal(deck, card))
        or (card.has_keyword(DUAL_LOYALTY) and _list_missing_teams(card, before))
    )


def _can_reveal(deck: Deck, card: Card) -> bool:
    if card.teams and deck.counts[card] > 1:
        return True
    return any(_shares(card, other) for other in deck.cards if other is not card and other.type in (None, "Character"))


def _shares(card: Card, other: Card) -> bool:
    """Whether another character shares an affiliation, or may."""
    return bool(card.teams) and (other.teams is None or not set(card.teams or ()).isdisjoint(other.teams))


def _list_missing_teams(card: Card, before: Iterable[Card]) -> tuple[str, ...]:
    """Which of a card's affiliations none of these characters has, or may have."""
    present: set[str] = set()
    for other in before:
        if other.teams is None:
            return ()
        present.update(other.teams)
    return tuple(team for team in card.teams or () if team not in present)


def _or(teams: tuple[str, ...]) -> str:
    return " or ".join(teams)


def _build_warning(deck: Deck, card: Card, missing: str) -> Breach:
    return Breach(
        f"{card.title} can't be recruited with the deck's printed affiliations alone: {missing}",
        (card,),
        severity=WARNING,
        lines=deck.lines[card],
    )
