"""Which rules the totals of a 2PCG deck rule out.

What a card asks of others is told by the rules themselves, asked about lists of one or two cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from operator import attrgetter, or_

from engine.games.vs_2pcg.card_facts import ANY_UNIVERSE, ILLUSTRATED, PHOTOGRAPHIC, is_location, is_neutral
from engine.games.vs_2pcg.deck import (
    COPIES,
    DECK_SIZE,
    DECK_TYPES,
    INVENTION,
    LIMITS,
    MAIN_CHARACTER_REQUIRED,
    NEUTRAL_LOCATIONS,
    OMEGA_LEVEL,
    get_own_limit,
)
from engine.games.vs_2pcg.deck_parts import DeckParts
from engine.games.vs_2pcg.deck_terms import changes_deck_building
from engine.games.vs_2pcg.level_up import find_level_up_texts, level_up
from engine.games.vs_2pcg.pile_rules import check_piles
from engine.games.vs_2pcg.powers import POWER_SYMBOLS
from engine.games.vs_2pcg.starters import STARTING_LEVEL, find_starting_group
from engine.games.vs_2pcg.teams import is_loyalty
from engine.model.cards import VS_2PCG, Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, Deck, DeckEntry
from engine.model.fast_path import ANY_CARDS, FastPath, Guard, Numbers, Totals, guard
from engine.model.formats import Construction
from engine.model.verdicts import INFO, Breach
from engine.rules.shared import LIST_GUARDS

_OWN = (MAIN_CHARACTER, LEVEL_UP, DECK)
LEGION = LIMITS["Legion"]
(_CHANGES, _NO_STARTER, _ONE, _OWN_LIMIT, _NOT_IN_DECK, _NO_SYMBOL, _LOYAL, _REQUIRES, _OMEGA, _ILLUSTRATED,
 _PHOTOGRAPHIC, _NO_UNIVERSE, _LEVELS, _ASKS_PILE, _LEGION,
 _NOTES_PILE, _STARTS_PILE) = (1 << place for place in range(17))  # fmt: skip
#: The power symbols of neutral locations.
_SYMBOLS = {name: 1 << place for place, name in enumerate(POWER_SYMBOLS, start=17)}
_ALL_SYMBOLS = sum(_SYMBOLS.values())
_UNIVERSES = {ILLUSTRATED: _ILLUSTRATED, PHOTOGRAPHIC: _PHOTOGRAPHIC, ANY_UNIVERSE: 0}
_BOTH = _ILLUSTRATED | _PHOTOGRAPHIC


def _bits(card: Card) -> int:
    changes = changes_deck_building(card) or find_starting_group(card) is not None
    is_starter = card.type == "Main Character" and card.level == STARTING_LEVEL and not changes
    may_level = bool(card.levels_into) or card.level is None or bool(find_level_up_texts(card))
    own_limit = get_own_limit(card)
    words = [keyword.name for keyword in card.keywords]
    return (
        _CHANGES * changes
        | _NO_STARTER * (not is_starter)
        | _ONE * (own_limit == 1)
        | _LEGION * (own_limit == LEGION)
        | _OWN_LIMIT * (own_limit is not None and own_limit < COPIES and own_limit != 1)
        | _NOT_IN_DECK * (card.type not in DECK_TYPES or bool(card.member_of_piles) or INVENTION in words)
        | _symbol_bits(card)
        | _LOYAL * any(map(is_loyalty, words))
        | _REQUIRES * any(word.endswith(MAIN_CHARACTER_REQUIRED) for word in words)
        | _OMEGA * (OMEGA_LEVEL in words)
        | _UNIVERSES.get(card.universe or "", _NO_UNIVERSE)
        | _LEVELS * may_level
        | _pile_bits(card)
    )


def _pile_bits(card: Card) -> int:
    """Whether more than a note is to say of its piles in a deck, or where it starts; and whether a note is.

    Where a card starts that is no main character, the rules are asked.
    """
    in_deck = _find_pile_severities(_list((DECK, card)))
    if card.type != "Main Character":
        return _ASKS_PILE * bool(in_deck - {INFO}) | _STARTS_PILE | _NOTES_PILE * (INFO in in_deck)
    anywhere = _find_pile_severities(_list(*((section, card) for section in _OWN)))
    asks, starts = (bool(severities - {INFO}) for severities in (in_deck, anywhere))
    return _ASKS_PILE * asks | _STARTS_PILE * starts | _NOTES_PILE * (INFO in anywhere)


def _find_pile_severities(deck: Deck) -> set[str]:
    return {each.severity for each in check_piles(DeckParts(deck))}


def _symbol_bits(card: Card) -> int:
    """The symbols of a location that is neutral, or may be."""
    if not is_location(card) or is_neutral(card) is False:
        return 0
    if not card.power_symbols:
        return _NO_SYMBOL
    return reduce(or_, (_SYMBOLS.get(symbol, _NO_SYMBOL) for symbol in card.power_symbols))


def _list(*places: tuple[str, Card]) -> Deck:
    return Deck(VS_2PCG, tuple(DeckEntry(section, 1, card) for section, card in places))


@lru_cache(maxsize=16_384)
def _fits_above(starter: Card, higher: Card) -> bool:
    """Whether the two make a level-up zone in which nothing is missing, and nothing too many."""
    said = level_up(_list((MAIN_CHARACTER, starter), (LEVEL_UP, higher)))
    return not any(isinstance(each, Breach) for each in said)


def _guards(figures: Construction, universe: str | None) -> Iterator[Guard]:
    least, most = figures.deck_min or DECK_SIZE, figures.deck_max or DECK_SIZE
    copies = min(figures.copies or COPIES, COPIES)

    def has_changes(deck: Totals) -> Numbers:
        return deck.bits_of(MAIN_CHARACTER) & _CHANGES != 0

    def unless_changed(breaks: Callable[[Totals], Numbers]) -> Callable[[Totals], Numbers]:
        return lambda deck: breaks(deck) & (deck.bits_of(MAIN_CHARACTER) & _CHANGES == 0)

    def has_wrong_size(deck: Totals) -> Numbers:
        return (deck.size(DECK) < least) | (deck.size(DECK) > most)

    def has_many_copies(deck: Totals) -> Numbers:
        is_over = deck.exceeds(DECK, copies, _LEGION) | (deck.most_of(_LEGION) > LEGION)
        return is_over | (deck.most_of(_ONE) > 1) | (deck.bits_of(DECK) & _OWN_LIMIT != 0)

    def has_many_locations(deck: Totals) -> Numbers:
        is_vague = deck.bits_of(DECK) & _NO_SYMBOL != 0
        return is_vague | deck.repeats(_ALL_SYMBOLS) | (deck.most_of(_ALL_SYMBOLS) > NEUTRAL_LOCATIONS)

    def has_wrong_levels(deck: Totals) -> Numbers:
        has_zone = deck.size(LEVEL_UP) > 0
        is_wanted = deck.bits_of(MAIN_CHARACTER) & _LEVELS != 0
        return (is_wanted | has_zone) & deck.lacks(MAIN_CHARACTER, LEVEL_UP, _fits_above)

    yield from LIST_GUARDS
    yield guard(
        "main-character",
        lambda deck: (deck.size(MAIN_CHARACTER) != 1) | (deck.bits_of(MAIN_CHARACTER) & _NO_STARTER != 0),
    )
    yield guard(
        "deck-size", lambda deck: has_wrong_size(deck) | has_changes(deck), breaks=unless_changed(has_wrong_size)
    )
    yield guard("copy-limit", lambda deck: has_many_copies(deck) | has_changes(deck), of_cards=_ONE | _LEGION)
    yield guard("card-type", lambda deck: (deck.bits_of(DECK) & _NOT_IN_DECK != 0) | has_changes(deck))
    yield guard("location-limit", has_many_locations, of_cards=_ALL_SYMBOLS)
    yield guard("loyalty", lambda deck: deck.bits & _LOYAL != 0)
    yield guard("team-required", lambda deck: deck.bits & _REQUIRES != 0)
    yield guard("omega-level", lambda deck: deck.bits & _OMEGA != 0)
    yield guard(
        "universe",
        lambda deck: _has_wrong_universe(deck, universe) | has_changes(deck),
        breaks=unless_changed(lambda deck: _is_of_wrong_universe(deck, universe)),
    )
    yield guard("level-up", has_wrong_levels, of_cards=ANY_CARDS)
    yield guard("pile-missing", lambda deck: deck.bits & _NOTES_PILE != 0, only_notes=True)
    yield guard(
        "pile-missing pile-size pile-card pile-nested pile-unexpected",
        lambda deck: (
            deck.is_beyond(_OWN)
            | (deck.bits & _ASKS_PILE != 0)
            | ((deck.bits_of(MAIN_CHARACTER) | deck.bits_of(LEVEL_UP)) & _STARTS_PILE != 0)
        ),
    )


def _has_wrong_universe(deck: Totals, wanted: str | None) -> Numbers:
    """Whether cards may be of a universe that a format doesn't allow."""
    if wanted == "one":
        return (deck.bits & _BOTH == _BOTH) | (deck.bits & _NO_UNIVERSE != 0)
    if wanted in (ILLUSTRATED, PHOTOGRAPHIC):
        return deck.bits & (_NO_UNIVERSE | (_BOTH & ~_UNIVERSES[wanted])) != 0
    return deck.bits < 0


def _is_of_wrong_universe(deck: Totals, wanted: str | None) -> Numbers:
    """Whether cards outside the piles, some of which are free of it, certainly are."""
    bits = deck.bits_of(MAIN_CHARACTER) | deck.bits_of(LEVEL_UP) | deck.bits_of(DECK)
    if wanted == "one":
        return bits & _BOTH == _BOTH
    if wanted in (ILLUSTRATED, PHOTOGRAPHIC):
        return bits & _BOTH & ~_UNIVERSES[wanted] != 0
    return bits < 0


FAST_PATH = FastPath(bits=_bits, groups={DECK: DECK}, asks=attrgetter("universe"), guards=_guards)
