"""The sets from which a deck can be built: as few as have all its cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain, combinations

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.stats.parts import Tally
from engine.stats.spreads import Share, Spread

MAX_TRIED = 12  #: sets of which every choice is tried; of more, that with the most cards is taken time after time


def find_sets_needed(deck: Deck) -> Spread:
    """As few sets as have every card of the list, all sections together; each card stands under one of them.

    A share is named for its set's code, that with the most cards first. `without` are cards that are in every set,
    `unrecorded` those of which no set is recorded.
    """
    options = {card: _list_sets(card) for card in deck.counts}
    bound = {card: found for card, found in options.items() if found and not card.is_in_every_set}
    held: dict[str, list[tuple[Card, int]]] = {code: [] for code in _choose_sets(bound)}
    for card, found in bound.items():
        code = next(code for code in held if code in found)
        held[code].append((card, deck.counts[card]))
    shares = [Share(code, tuple(cards)) for code, cards in held.items()]
    shares.sort(key=lambda share: -len(share.cards))
    everywhere = ((card, copies) for card, copies in deck.counts.items() if card.is_in_every_set)
    nowhere = (each for each in deck.counts.items() if not options[each[0]] and not each[0].is_in_every_set)
    return Spread(tuple(shares), _share(tuple(everywhere)), _share(tuple(nowhere)))


def _share(cards: Tally) -> Share:
    return Share("", cards)


def _list_sets(card: Card) -> frozenset[str]:
    return frozenset(printing.set_code for printing in card.printings if printing.set_code)


def _choose_sets(options: Mapping[Card, frozenset[str]]) -> list[str]:
    """As few sets as have a printing of every card, that with the most cards first, then by code."""
    only = {code for found in options.values() if len(found) == 1 for code in found}
    left = [found for found in options.values() if only.isdisjoint(found)]
    return sorted(only.union(_cover(left)), key=lambda code: _rank(code, options.values()))


def _cover(left: Collection[frozenset[str]]) -> Collection[str]:
    """As few sets as meet each of these choices: the fewest where there are few sets to choose from."""
    codes = sorted(set(chain.from_iterable(left)), key=lambda code: _rank(code, left))
    if len(codes) > MAX_TRIED:
        taken = codes[0]
        return {taken, *_cover([found for found in left if taken not in found])}
    choices = (chosen for size in range(len(codes) + 1) for chosen in combinations(codes, size))
    return next(chosen for chosen in choices if not any(found.isdisjoint(chosen) for found in left))


def _rank(code: str, choices: Collection[frozenset[str]]) -> tuple[int, str]:
    return -sum(code in found for found in choices), code
