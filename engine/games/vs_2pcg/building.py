"""How a deck of Vs. System 2PCG is built."""

from __future__ import annotations

from engine.games.vs_2pcg import card_facts
from engine.games.vs_2pcg.deck_parts import is_part_of_adventure, pile_key
from engine.model.cards import Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, PILE, Deck
from engine.model.games import Building, Step

_FIRST = {
    MAIN_CHARACTER: Step("Choose a main character of level 1", "t:mc level=1"),
    DECK: Step("Find supporting characters", "t:sc sort:cost"),
}


def may_move(card: Card, section: str) -> bool:
    """Whether a card may be moved to a section: only main characters start and level up."""
    return section not in (MAIN_CHARACTER, LEVEL_UP) or card.type == card_facts.MAIN_CHARACTER


def find_first_step(deck: Deck, section: str) -> Step | None:
    """What to do first in a section in which nothing stands."""
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
    first_step=find_first_step,
)
