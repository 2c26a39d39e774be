"""The sections of a 2PCG list, and where its cards belong."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.card_facts import MAIN_CHARACTER
from engine.games.vs_2pcg.pile_rules import list_required_piles, pile_id
from engine.games.vs_2pcg.starters import may_start
from engine.model import decks
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.games import DeckSection, SectionRules

_MAIN_CHARACTER = ("main character", "main characters", "starting main character", "starting main characters", "mc")
_LEVEL_UP = ("level up", "level ups", "levelup", "level up zone", "level up deck", "level up characters")


def find_default_section(card: Card, deck: Deck) -> str:
    """The first main character that isn't above level 1 starts, with those that start together with it.

    Others and higher levels are for the level-up zone, and a pile's member goes to its pile.
    """
    if card.type == MAIN_CHARACTER:
        return decks.MAIN_CHARACTER if (card.level or 1) == 1 and may_start(card, deck) else decks.LEVEL_UP
    if card.member_of_piles:
        there = {pile_id(section): section for section in sorted(_piles(deck), key=str.casefold)[::-1]}
        piles = [decks.PILE + pile for pile in card.member_of_piles]
        return next((there[pile_id(pile)] for pile in piles if pile_id(pile) in there), piles[0])
    return decks.DECK


def list_required_sections(deck: Deck) -> Iterator[str]:
    """The main character, the level-up zone where there is a main character, and the piles that cards use."""
    yield decks.MAIN_CHARACTER
    if any(card.type == MAIN_CHARACTER for card in deck.cards):
        yield decks.LEVEL_UP
    yield from _piles(deck)


def may_hold(card: Card, section: str) -> bool:
    """Whether a card can stand in a section; one whose type isn't recorded may."""
    is_for_main_characters = section in {decks.MAIN_CHARACTER, decks.LEVEL_UP}
    return card.type is None or (card.type == MAIN_CHARACTER) == is_for_main_characters


def _piles(deck: Deck) -> tuple[str, ...]:
    """The piles in use under the names that the list gives them, and those that its cards ask for."""
    used = [section for section in deck.sections if section.startswith(decks.PILE)]
    known = set(map(pile_id, used))
    return (*used, *(section for section in list_required_piles(deck) if pile_id(section) not in known))


SECTIONS = SectionRules(
    own=(
        DeckSection(decks.MAIN_CHARACTER, "Main Character", _MAIN_CHARACTER),
        DeckSection(decks.LEVEL_UP, "Level Up", _LEVEL_UP),
    ),
    order=(decks.MAIN_CHARACTER, decks.LEVEL_UP, decks.DECK),
    has_piles=True,
    asked=list_required_sections,
    home=find_default_section,
    may_hold=may_hold,
)
