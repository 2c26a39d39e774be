"""How the restrictions of 2PCG formats read their terms, and what they say when a card doesn't fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from engine.games.vs_2pcg.card_facts import is_main_character
from engine.games.vs_2pcg.deck_parts import list_cards
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.verdicts import ERROR, UNKNOWN, Breach, Measure
from engine.rules.messages import card_titles

Terms = Mapping[str, object]
Said = Iterator[Breach | Measure]
Answers = Sequence[tuple[Card, bool | None]]
T = TypeVar("T")

_MAX_KEPT = 1000  #: terms that were read


def read_names(terms: Terms, key: str) -> tuple[str, ...]:
    """A list of the terms; empty where it isn't given."""
    given = terms.get(key)
    return tuple(map(str, given)) if isinstance(given, (list, tuple)) else ()


def read_number(terms: Terms, key: str) -> int | None:
    """A number of the terms."""
    given = terms.get(key)
    return given if isinstance(given, int) else None


def read_mappings(terms: Terms, key: str) -> tuple[Terms, ...]:
    """A list of mappings of the terms."""
    given = terms.get(key)
    return tuple(each for each in given if isinstance(each, Mapping)) if isinstance(given, (list, tuple)) else ()


def list_main_characters(deck: Deck, *, piles: bool = True) -> tuple[Card, ...]:
    """The different main characters of a list, wherever they stand."""
    return deck.once(_find_main_characters, piles)


def _find_main_characters(deck: Deck, piles: bool) -> tuple[Card, ...]:
    return tuple(card for card in list_cards(deck, piles=piles) if is_main_character(card))


def read_once(read: Callable[[Terms], T]) -> Callable[[Terms], T]:
    """A reader that reads the terms of a restriction once, since they never change."""
    kept: dict[int, tuple[Terms, T]] = {}

    def look_up(terms: Terms) -> T:
        found = kept.get(id(terms))
        if found is None:
            if len(kept) >= _MAX_KEPT:
                kept.clear()
            # The terms are kept too, so that no others can have their number.
            found = kept[id(terms)] = (terms, read(terms))
        return found[1]

    return look_up


def check_cards(
    cards: Iterable[Card], test: Callable[[Card], bool | None], allowed: str, fact: str
) -> Iterator[Breach | Measure]:
    """One breach for the cards that fail a test, one for those of which the fact isn't recorded."""
    return report_answers([(card, test(card)) for card in cards], allowed, fact)


def report_answers(answers: Answers, allowed: str, fact: str) -> Iterator[Breach | Measure]:
    """The same, of cards that were tested already."""
    failing = tuple([card for card, answer in answers if answer is False])
    vague = tuple([card for card, answer in answers if answer is None])
    if failing:
        verb = "doesn’t" if len(failing) == 1 else "don’t"
        yield Breach(f"{card_titles(failing)} {verb} fit; {allowed}", failing, len(failing), 0, severity=ERROR)
    if vague:
        yield Breach(
            f"{fact[:1].upper()}{fact[1:]} not recorded for {card_titles(vague)}; {allowed}",
            vague,
            len(vague),
            0,
            severity=UNKNOWN,
        )
    yield Measure(len(failing), 0, note=allowed)
