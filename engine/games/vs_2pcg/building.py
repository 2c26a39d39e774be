"""How a deck of Vs. System 2PCG is built."""

from __future__ import annotations

from engine.games.vs_2pcg import card_facts
from engine.games.vs_2pcg.deck_parts import is_part_of_adventure, pile_key
from engine.games.vs_2pcg.universe import FREE_OF_UNIVERSE, find_other_universe
from engine.model.cards import Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, PILE, Deck
from engine.model.formats import Format
from engine.model.games import Building, Step

_FIRST = {
    MAIN_CHARACTER: Step("Choose a main character of level 1", "t:mc level=1"),
    DECK: Step("Find supporting characters", "t:sc sort:cost"),
}


def may_move(card: Card, section: str) -> bool:
    """Whether a card may be moved to a section: only main characters start and level up."""
    return section not in (MAIN_CHARACTER, LEVEL_UP) or card.type == card_facts.MAIN_CHARACTER


def find_next_step(deck: Deck, section: str, fmt: Format | None) -> Step | None:
    """What to do next in a section in which cards are missing, among the cards of the universe that the deck has."""
    step = _find_step(deck, section)
    is_free = section.startswith(PILE) and pile_key(section.removeprefix(PILE)) in FREE_OF_UNIVERSE
    other = None if is_free else find_other_universe(deck, fmt)
    return Step(step.words, f"{step.query} -u:{other.lower()}") if step and other else step


def _find_step(deck: Deck, section: str) -> Step | None:
    if section == LEVEL_UP:
        names = (card.name for card, _ in deck.read(MAIN_CHARACTER))
        return next((Step(f"Add the next levels of {name}", f't:mc !"{name}" level>1') for name in names), None)
    if not section.startswith(PILE):
        return _FIRST.get(section)
    pile = section.removeprefix(PILE)
    if is_part_of_adventure(pile_key(pile)):
        return _FIRST[MAIN_CHARACTER if pile.endswith("Main Character") else DECK]
    return Step(f"Find cards for the {pile} pile", f'"{pile}"')


BUILDING = Building(
    types=(
        *(card_facts.MAIN_CHARACTER, card_facts.SUPPORTING_CHARACTER, card_facts.PLOT_TWIST, card_facts.EQUIPMENT),
        *("Location", card_facts.BASIC_LOCATION, card_facts.SPECIAL_LOCATION),
    ),
    single_types=(card_facts.MAIN_CHARACTER,),
    may_move=may_move,
    next_step=find_next_step,
)
