"""How a deck of the Vs. System TCG is built."""

from __future__ import annotations

from collections import Counter

from engine.model.decks import DECK, Deck
from engine.model.formats import Format
from engine.model.games import Building, Step

CHARACTER = "Character"
_FIRST = Step("Start with a team: find its characters", "t:character team:avengers sort:cost")


def find_next_step(deck: Deck, section: str, fmt: Format | None) -> Step | None:
    """What to do next in the deck: find characters of the team that most of its characters have."""
    if section != DECK:
        return None
    teams: Counter[str] = Counter()
    for card, count in deck.read(DECK):
        if card.type == CHARACTER:
            teams.update(dict.fromkeys(card.teams or (), count))
    if not teams:
        return _FIRST
    team = max(teams, key=lambda name: (teams[name], name))
    return Step(f"Find characters of {team}", f't:character team:"{team}" sort:cost')


BUILDING = Building(types=(CHARACTER, "Plot Twist", "Equipment", "Location"), next_step=find_next_step)
