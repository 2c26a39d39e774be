"""How a game of the Vs. System TCG is played when nobody answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.vs_classic.loyalty import DUAL_LOYALTY, LOYALTY, LOYALTY_REVEAL
from engine.games.vs_classic.opening import OPENINGS
from engine.games.vs_classic.stats import STATS
from engine.model.cards import Card
from engine.model.names import fold
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
from engine.simulation.goldfish.resource_row import (
    ALL_TEAMS,
    SHARED_OR_SHOWN,
    SHARED_TEAM,
    RowPlayer,
    RowRules,
    keep_with_character,
)

_LOCATION = "Location"
_ROLES = {"Character": CHARACTER, "Equipment": EQUIPMENT, "Plot Twist": RESOURCE, _LOCATION: RESOURCE, None: UNKNOWN}
_NEEDS = {LOYALTY: SHARED_TEAM, LOYALTY_REVEAL: SHARED_OR_SHOWN, DUAL_LOYALTY: ALL_TEAMS}
_UNIQUE = "Unique"  #: a version that equipment may have
_KEEP_COST = 3


def read_card(card: Card) -> GoldfishCard:
    """The facts of a card that decide what becomes of it."""
    role = _ROLES.get(card.type, OTHER)
    cost = card.cost if isinstance(card.cost, int) else None
    lacks = ("cost",) if card.cost is None else ()
    if role == RESOURCE:
        return GoldfishCard(role, threshold=cost, is_location=card.type == _LOCATION, missing=lacks)
    need = next((_NEEDS[keyword.name] for keyword in card.keywords if keyword.name in _NEEDS), "")
    if role not in (CHARACTER, EQUIPMENT) or lacks or (cost is not None and need and card.teams is None):
        return GoldfishCard(role if role == OTHER else UNKNOWN, cost=cost, names=_list_names(card), missing=lacks)
    return GoldfishCard(
        role,
        cost=cost,
        is_playable=cost is not None,
        names=_list_names(card),
        teams=frozenset(card.teams or ()),
        need=need if role == CHARACTER else "",
        atk=read_number(card.atk),
        defense=read_number(card.defense),
        missing=list_missing(atk=card.atk, defense=card.defense) if role == CHARACTER else (),
    )


def _list_names(card: Card) -> frozenset[str]:
    """The name of a card of which a second one would put the first away."""
    if card.type == "Equipment":
        is_unique = _UNIQUE in card.versions or card.has_keyword(_UNIQUE)
    else:
        is_unique = card.type == "Character" and STATS.is_unique(card) is not False
    return frozenset((fold(card.name),)) if is_unique else frozenset()


def _choose_mulligan(hand: Sequence[GoldfishCard]) -> tuple[int, ...]:
    return keep_with_character(hand, _KEEP_COST)


_NEWEST, _OLDEST = "cr-2.7", "cr-2007-02-05"
#: What is cited. What is held of the edition of 2007 ends in rule 403.1; it has these rules under the same numbers.
_NUMBERS = {
    "draw": "401.1",
    "build": "403.1",
    "resource-points": "404.1",
    "recruit": "404.2",
    "recruit-step": "404.3",
    "points": "404.5",
    "ready": "408.2c",
    "uniqueness": "301.6",
    "uniqueness-rule": "704.1",
    "equip": "302.3a",
    "one-equipment": "302.3b",
    "location": "303.2",
    "plot-twist": "304.2",
    "costless": "203.4d",
    "threshold": "203.5b",
    SHARED_TEAM: "706.3",
    SHARED_OR_SHOWN: "706.3a",
    ALL_TEAMS: "706.3b",
}
_IN_OLDEST = ("draw", "uniqueness", "equip", "one-equipment", "location", "plot-twist", "threshold")
_ASSUMES = (
    "A card that costs nothing is recruited only where that lets others be paid for.",
    "Plot twists aren’t played and locations’ powers aren’t used.",
    "Equipment goes to the character with the highest ATK that has none, and adds nothing to ATK or DEF.",
)
_OLDEST_ASSUMES = (
    "Of the rules of 5 February 2007 what comes after 403.1 isn’t recorded here: it follows and cites 2.7.",
    "A card without a recruit cost isn’t played, though those rules call an undefined number 0.",
)
_WAITS = {
    SHARED_TEAM: "nobody in play shares an affiliation",
    SHARED_OR_SHOWN: "nobody in play shares an affiliation and no character card to reveal does",
    ALL_TEAMS: "those in play don’t have both its affiliations",
}


_PLOT_TWIST = "a plot twist can be played from there"
_LOCATION_WHY = "a location is turned face up from there"


def _list_citations(edition: str) -> Mapping[str, Citation]:
    """Where each rule stands in an edition."""
    citations = {code: Citation(_NEWEST, number) for code, number in _NUMBERS.items()}
    if edition == _OLDEST:
        citations |= {code: Citation(_OLDEST, _NUMBERS[code]) for code in _IN_OLDEST}
        citations["costless"] = Citation(_OLDEST, "104.3")
    return citations


def _build_goldfish(edition: str) -> Goldfish:
    rules = RowRules(_list_citations(edition), _WAITS, _PLOT_TWIST, _LOCATION_WHY, counts_thresholds=True)

    def begin(deck: GoldfishDeck, deal: Deal, *, first: bool) -> RowPlayer:
        return RowPlayer(rules, list(deal.hand), [])

    return Goldfish(
        read=read_card,
        opening=OPENINGS[edition],
        begin=begin,
        mulligan=_choose_mulligan,
        policy={
            "mulligan": f"without a character of cost {_KEEP_COST} or less the hand goes",
            "build": "of the cards that aren’t recruited this turn: plot twists and locations, the highest threshold "
            "first; then second copies of a unique name; then cards that are never played; then the dearest",
            "play": "characters and equipment, the set with the greatest total cost; of those the one with the "
            "dearest card, then with the fewest cards",
        },
        assumes=(*_ASSUMES, *(_OLDEST_ASSUMES if edition == _OLDEST else ())),
        citations=rules.citations,
        own_metrics=("loyalty_blocked", "threshold_missed"),
        blocked_by={"loyalty_blocked": (SHARED_TEAM, SHARED_OR_SHOWN, ALL_TEAMS), "threshold_missed": ("threshold",)},
        words=_WORDS,
    )


_WORDS = GameWords(
    figures={
        "loyalty_blocked": FigureWords(
            "A Loyalty character is stuck", "with a Loyalty character stuck in hand", is_share=True
        ),
        "threshold_missed": FigureWords(
            "A threshold isn’t reached", "with a threshold that isn’t reached", is_share=True
        ),
    }
)
GOLDFISHES: Mapping[str, Goldfish] = {edition: _build_goldfish(edition) for edition in OPENINGS}
GOLDFISH = GOLDFISHES[_NEWEST]
