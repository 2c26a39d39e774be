"""What to do first in a deck that has nothing there yet: the sentence, and the query that finds the cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.decklists.homes import is_pile
from engine.games.vs_2pcg.deck_parts import is_part_of_adventure, pile_key
from engine.model import decks
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import Deck


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do, and the query that finds cards for it."""

    words: str
    query: str


_FIRST: dict[tuple[str, str], Step] = {
    (VS_CLASSIC, decks.DECK): Step("Begin with a team: find its characters", "t:character team:avengers sort:cost"),
    (VS_2PCG, decks.MAIN_CHARACTER): Step("Choose a main character of level 1", "t:mc level=1"),
    (VS_2PCG, decks.DECK): Step("Find supporting characters", "t:sc sort:cost"),
    (RIFTBOUND, decks.LEGEND): Step("Choose a legend", "t:legend"),
    (RIFTBOUND, decks.CHAMPION): Step("Choose a champion unit with the legend's tag", "t:unit super:champion"),
    (RIFTBOUND, decks.DECK): Step("Find units, spells and gear", "(t:unit or t:spell or t:gear) -super:token"),
    (RIFTBOUND, decks.RUNES): Step("Add twelve runes", "t:rune"),
    (RIFTBOUND, decks.BATTLEFIELDS): Step("Choose three battlefields", "t:battlefield"),
}


def step_into(deck: Deck, section: str) -> Step | None:
    """What to do first in a section of a deck in which nothing stands; None where nothing has to."""
    if deck.game == VS_2PCG and section == decks.LEVEL_UP:
        names = (card.name for card, _ in deck.read(decks.MAIN_CHARACTER))
        return next((Step(f"Add the next levels of {name}", f't:mc !"{name}" level>1') for name in names), None)
    if is_pile(section):
        pile = section.removeprefix(decks.PILE)
        if is_part_of_adventure(pile_key(pile)):
            part = decks.MAIN_CHARACTER if pile.endswith("Main Character") else decks.DECK
            return _FIRST[VS_2PCG, part]
        return Step(f"Find cards for the {pile} pile", f'"{pile}"')
    if deck.game == RIFTBOUND:
        return _of_legend(deck, section)
    return _FIRST.get((deck.game, section))


def _of_legend(deck: Deck, section: str) -> Step | None:
    """What goes with the legend, once there is one."""
    step = _FIRST.get((RIFTBOUND, section))
    legend = next((card for card, _ in deck.read(decks.LEGEND)), None)
    if step is None or legend is None or section not in (decks.CHAMPION, decks.DECK, decks.RUNES):
        return step
    tag = f' tag:"{legend.tags[0]}"' if section == decks.CHAMPION and legend.tags else f' for:"{legend.title}"'
    return Step(step.words, step.query + tag)
