"""House Rules as a value: with what a game needs alone, and with all that it has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.model.cards import Card
from engine.model.decks import DECK, Deck
from engine.model.games import (
    CopyRules,
    CurveAxis,
    DeckSection,
    Game,
    GameFormats,
    NamingRules,
    RepairSettings,
    SectionRules,
    StatsSettings,
)
from engine.model.names import fold
from engine.model.verdicts import Citation
from engine.repair.needs import FindingContext, RepairCase
from engine.simulation.opening_rules import BOTTOM, OpeningRule
from engine.stats.curves import COST
from tests.fourth_game.house_rules.deck_rules import HOUSE, HOUSE_1, ROOMS
from tests.fourth_game.house_rules.site import PAID, SITE, TYPES

_ROOMS = DeckSection(ROOMS, "Rooms", ("rooms", "the rooms"))
_ORDER = (ROOMS, DECK)


def bare_house_rules() -> Game:
    """The game with hardly more than a game needs."""
    return Game(
        slug=HOUSE,
        name="House Rules",
        rulesets=(HOUSE_1,),
        sections=SectionRules(own=(_ROOMS,), order=_ORDER),
        copies=CopyRules(identity=lambda card: fold(card.name)),
    )


def house_rules() -> Game:
    """The game with all that the site can show of it."""
    return replace(
        bare_house_rules(),
        fixtures=str(Path(__file__).parent / "fixtures"),
        sections=SectionRules(own=(_ROOMS,), order=_ORDER, asked=lambda deck: _ORDER, home=_home, may_hold=_may_stand),
        naming=NamingRules(is_title_enough=True),
        formats=GameFormats(types=TYPES),
        repairs=RepairSettings(
            by_rule={"room-twice": _surplus_of_rooms}, may_stand=_may_stand, sections=lambda deck: (ROOMS, DECK)
        ),
        stats=StatsSettings(axes=(CurveAxis(COST, "cost", PAID),), characters=("Guest",)),
        opening=OpeningRule(
            hand_size=5,
            mulligan=BOTTOM,
            draws_per_turn=1,
            dealt_by=Citation("house-1", "4"),
            mulligan_by=Citation("house-1", "4"),
            drawn_by=Citation("house-1", "5"),
        ),
        site=SITE,
    )


def _home(card: Card, deck: Deck) -> str:
    return ROOMS if card.type == "Room" else DECK


def _may_stand(card: Card, section: str) -> bool:
    """Rooms make the house, everything else the deck."""
    return (card.type == "Room") == (section == ROOMS)


def _surplus_of_rooms(asked: FindingContext) -> tuple[RepairCase, ...]:
    return (asked.remove_some(asked.cards(ROOMS), asked.surplus),)
