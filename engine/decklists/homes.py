"""Where a card of a deck under construction belongs, and which sections a deck has that its cards ask for."""

from __future__ import annotations

from engine.games.vs_2pcg.pile_rules import pile_id, piles_asked
from engine.games.vs_2pcg.starters import may_start
from engine.model import decks
from engine.model.cards import RIFTBOUND, VS_2PCG, Card
from engine.model.decks import Deck

_RIFTBOUND = {"Legend": decks.LEGEND, "Rune": decks.RUNES, "Battlefield": decks.BATTLEFIELDS}
_MAIN_CHARACTER = "Main Character"
_CHAMPION_UNIT = ("Unit", "Champion")
#: In the order in which they are written; piles stand last.
_ORDER = {
    VS_2PCG: (decks.MAIN_CHARACTER, decks.LEVEL_UP, decks.DECK),
    RIFTBOUND: (
        decks.LEGEND,
        decks.CHAMPION,
        decks.DECK,
        decks.RUNES,
        decks.BATTLEFIELDS,
        decks.SIDEBOARD,
    ),
}


def home_of(card: Card, deck: Deck) -> str:
    """The section where a card that is added to a deck belongs, as far as its facts tell; the deck where they don't.

    2PCG: the first main character that isn't above level 1 starts, with those that start together with it; others and
    higher levels are for the level-up zone, and a pile's member goes to its pile. Riftbound: by type, the first
    champion unit with the legend's tag is the chosen one.
    """
    if card.game == VS_2PCG:
        return _home_2pcg(card, deck)
    if card.game != RIFTBOUND:
        return decks.DECK
    section = _RIFTBOUND.get(card.type or "", decks.DECK)
    if section == decks.DECK and not deck.size(decks.CHAMPION) and _may_be_chosen(card, deck):
        return decks.CHAMPION
    return section


def sections_of(deck: Deck) -> tuple[str, ...]:
    """The sections to show: those that every deck of the game has, those in use, and those that a card asks for.

    The level-up zone is asked for by a main character, a pile by a card that uses it.
    """
    always = {decks.DECK}
    if deck.game == VS_2PCG:
        always.add(decks.MAIN_CHARACTER)
        if any(card.type == _MAIN_CHARACTER for card in deck.cards):
            always.add(decks.LEVEL_UP)
    elif deck.game == RIFTBOUND:
        always.update(_ORDER[RIFTBOUND])
    order = _ORDER.get(deck.game, (decks.DECK,))
    known = [section for section in order if section in always or section in deck.sections]
    others = (section for section in deck.sections if section not in order and not is_pile(section))
    return (*known, *others, *_piles(deck))


def place_of(section: str, game: str) -> tuple[int, str]:
    """By what sections of a game are ordered."""
    order = _ORDER.get(game, (decks.DECK, decks.SIDEBOARD))
    return (order.index(section), "") if section in order else (len(order), section)


def is_pile(section: str) -> bool:
    """Whether a section is an out-of-game pile."""
    return section.startswith(decks.PILE)


def _home_2pcg(card: Card, deck: Deck) -> str:
    if card.type == _MAIN_CHARACTER:
        return decks.MAIN_CHARACTER if (card.level or 1) == 1 and may_start(card, deck) else decks.LEVEL_UP
    if card.member_of_piles:
        there = {pile_id(section): section for section in reversed(_piles(deck))}
        piles = [decks.PILE + pile for pile in card.member_of_piles]
        return next((there[pile_id(pile)] for pile in piles if pile_id(pile) in there), piles[0])
    return decks.DECK


def _piles(deck: Deck) -> tuple[str, ...]:
    """The piles in use under the names that the list gives them, and those that its cards ask for, by name."""
    used = [section for section in deck.sections if is_pile(section)]
    known = set(map(pile_id, used))
    asked = [section for section in piles_asked(deck) if pile_id(section) not in known]
    return tuple(sorted((*used, *asked), key=str.casefold))


def _may_be_chosen(card: Card, deck: Deck) -> bool:
    tags = {tag for legend, _ in deck.read(decks.LEGEND) for tag in legend.tags}
    return (card.type, card.supertype) == _CHAMPION_UNIT and not tags.isdisjoint(card.tags)
