"""How a Riftbound deck is built."""

from __future__ import annotations

from engine.games.riftbound.identity import CHAMPION_UNIT
from engine.games.riftbound.lists import BY_TYPE
from engine.model import decks
from engine.model.cards import Card
from engine.model.catalog import LEGEND
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.games import Building, Step

_FIRST = {
    decks.LEGEND: Step("Choose a legend", "t:legend"),
    decks.CHAMPION: Step("Choose a champion unit with the legend’s tag", "t:unit super:champion"),
    decks.DECK: Step("Find units, spells and gear", "(t:unit or t:spell or t:gear) -super:token"),
    decks.RUNES: Step("Add 12 runes", "t:rune"),
    decks.ADDITIONAL_LEGENDS: Step("Choose additional legends", "t:legend"),
    decks.BATTLEFIELDS: Step("Choose 3 battlefields", "t:battlefield"),
}


def may_move(card: Card, section: str) -> bool:
    """Whether a card may be moved to a section: to that of its type alone, champion units and additional legends to
    their own too."""
    if card.type in BY_TYPE:
        return section == BY_TYPE[card.type] or (card.type == LEGEND and section == decks.ADDITIONAL_LEGENDS)
    is_chosen = section == decks.CHAMPION and card.supertype == CHAMPION_UNIT
    return is_chosen or section in (decks.DECK, decks.SIDEBOARD)


def find_next_step(deck: Deck, section: str, fmt: Format | None) -> Step | None:
    """What to do next in a section in which cards are missing: once there is a legend, what goes with it.

    Of signature cards, `for:` finds those alone that have a tag of the legend.
    """
    step = _FIRST.get(section)
    legend = next((card for card, _ in deck.read(decks.LEGEND)), None)
    if step is None or legend is None or section not in (decks.CHAMPION, decks.DECK, decks.RUNES):
        return step
    tags = " or ".join(f'tag:"{tag}"' for tag in legend.tags) if section == decks.CHAMPION else ""
    more = (f"({tags})" if " or " in tags else tags, f'for:"{legend.title}"')
    return Step(step.words, " ".join(filter(None, (step.query, *more))))


BUILDING = Building(
    types=("Legend", "Unit", "Spell", "Gear", "Rune", "Battlefield"),
    single_types=("Legend", "Rune", "Battlefield"),
    may_move=may_move,
    next_step=find_next_step,
)
