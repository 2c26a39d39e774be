"""How a deck of the Vs. System TCG is built."""

from engine.model.decks import DECK
from engine.model.games import Building, Step

_FIRST = {DECK: Step("Start with a team: find its characters", "t:character team:avengers sort:cost")}

BUILDING = Building(
    types=("Character", "Plot Twist", "Equipment", "Location"),
    first_step=lambda deck, section: _FIRST.get(section),
)
