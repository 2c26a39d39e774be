"""How a game of 2PCG is played when nobody answers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.vs_2pcg.card_facts import (
    EQUIPMENT as EQUIPMENT_TYPE,
)
from engine.games.vs_2pcg.card_facts import MAIN_CHARACTER as MAIN_TYPE
from engine.games.vs_2pcg.card_facts import (
    PLOT_TWIST,
    SUPPORTING_CHARACTER,
    is_location,
    name_keys,
    team_keys,
)
from engine.games.vs_2pcg.opening import OPENING
from engine.games.vs_2pcg.stats import STATS
from engine.model.cards import Card
from engine.model.decks import MAIN_CHARACTER
from engine.model.verdicts import Citation
from engine.simulation.goldfish.cards import (
    CHARACTER,
    EQUIPMENT,
    OTHER,
    RESOURCE,
    UNKNOWN,
    GoldfishCard,
    GoldfishDeck,
    list_missing,
    read_number,
)
from engine.simulation.goldfish.dealing import Deal
from engine.simulation.goldfish.figures import FigureWords, GameWords
from engine.simulation.goldfish.policy import Goldfish
from engine.simulation.goldfish.resource_row import SHARED_TEAM, RowPlayer, RowRules, keep_with_character

_ROLES = {SUPPORTING_CHARACTER: CHARACTER, EQUIPMENT_TYPE: EQUIPMENT, MAIN_TYPE: CHARACTER}
_KEEP_COST = 2


def read_card(card: Card) -> GoldfishCard:
    """The facts of a card that decide what becomes of it; a main character is in play or never."""
    if card.type == PLOT_TWIST or is_location(card):
        return GoldfishCard(RESOURCE, is_location=card.type != PLOT_TWIST)
    role = UNKNOWN if card.type is None else _ROLES.get(card.type, OTHER)
    if role in (UNKNOWN, OTHER):
        return GoldfishCard(role)
    is_main, teams = card.type == MAIN_TYPE, team_keys(card)
    cost = card.cost if isinstance(card.cost, int) and not is_main else None
    if (card.cost is None and not is_main) or (role == EQUIPMENT and cost is not None and teams is None):
        return GoldfishCard(UNKNOWN, names=_list_names(card), missing=("cost",) if card.cost is None else ())
    return GoldfishCard(
        role,
        cost=cost,
        is_playable=cost is not None,
        names=_list_names(card),
        teams=teams or frozenset(),
        need=SHARED_TEAM if role == EQUIPMENT and teams else "",
        atk=read_number(card.atk),
        defense=read_number(card.defense),
        missing=list_missing(atk=card.atk, defense=card.defense) if role == CHARACTER else (),
    )


def _list_names(card: Card) -> frozenset[str]:
    """The names of a character of which there can't be a second on one side."""
    return name_keys(card) if card.type != EQUIPMENT_TYPE and STATS.is_unique(card) else frozenset()


def _begin(deck: GoldfishDeck, deal: Deal, *, first: bool) -> RowPlayer:
    """The main character is in play from the start, at its first level."""
    return RowPlayer(_RULES, list(deal.hand), list(deck.apart[MAIN_CHARACTER]))


def _choose_mulligan(hand: Sequence[GoldfishCard]) -> tuple[int, ...]:
    return keep_with_character(hand, _KEEP_COST)


_CITATIONS = {
    code: Citation("pcg-5.0", rule)
    for code, rule in (
        ("draw", "Draw Phase"),
        ("build", "Resource Step (Optional)"),
        ("recruit", "Recruit Step"),
        ("points", "Recruit Step"),
        ("uniqueness", "Uniqueness"),
        ("equip", "Playing Equipment"),
        (SHARED_TEAM, "Playing Equipment"),
    )
}
_RULES = RowRules(
    _CITATIONS,
    {SHARED_TEAM: "nobody in play has its team symbol"},
    plot_twist="plot twists are played from the hand alone, and none is played",
    location="a location is played as it comes into the row",
    has_faces=True,
)

GOLDFISH = Goldfish(
    read=read_card,
    opening=OPENING,
    begin=_begin,
    mulligan=_choose_mulligan,
    sections=(MAIN_CHARACTER,),
    policy={
        "mulligan": f"without a supporting character of cost {_KEEP_COST} or less the hand goes",
        "build": "of the cards that aren’t recruited this turn: plot twists and locations, locations face up, all else "
        "face down; then second copies of a unique name; then cards that are never played; then the dearest",
        "play": "supporting characters and equipment, the set with the greatest total cost; of those the one with the "
        "dearest card, then with the fewest cards",
    },
    assumes=(
        "A card that costs nothing is recruited only where that lets others be paid for.",
        "Plot twists and super powers aren’t played; nobody levels up or powers up.",
        "The main character is counted among the characters in play.",
        "Equipment goes to the character with the highest ATK that has none, and adds nothing to ATK or DEF.",
    ),
    citations=_CITATIONS,
    own_metrics=("stamp_blocked",),
    blocked_by={"stamp_blocked": (SHARED_TEAM,)},
    words=GameWords(
        character="supporting character",
        curve_card="a supporting character whose cost is the turn",
        figures={
            "stamp_blocked": FigureWords(
                "Equipment with a team symbol is stuck", "with equipment stuck for its team symbol", is_share=True
            )
        },
    ),
)
