"""What the figures of a 2PCG deck are about, and its power symbols (pcg-5.0, Locations)."""

from __future__ import annotations

from engine.games.vs_2pcg.card_facts import (
    EQUIPMENT,
    SUPPORTING_CHARACTER,
    is_character,
    is_location,
    team_key,
    team_keys,
)
from engine.games.vs_2pcg.card_facts import MAIN_CHARACTER as MAIN
from engine.model.cards import Card
from engine.model.decks import DECK, LEVEL_UP, MAIN_CHARACTER, Deck
from engine.model.games import CurveAxis, StatsSettings
from engine.model.verdicts import Citation
from engine.stats.curves import COST
from engine.stats.parts import tally_own_cards
from engine.stats.power_symbols import Symbol, SymbolStats
from engine.stats.spreads import Share, count_values

SYMBOLS = ("Energy", "Intellect", "Might", "Skill", "Alien", "Humanity")
SWARM = "Swarm"  #: any number of it on one side


def count_power_symbols(deck: Deck) -> SymbolStats:
    """The power symbols of a deck, in the rulebook's order."""
    sources: dict[str, list[tuple[Card, int]]] = {"one": [], "several": [], "asking": []}
    for card, copies in tally_own_cards(deck):
        sources[_part(card)].append((card, copies))
    giving, choosing, asking = (count_values(tuple(cards), _symbols) for cards in sources.values())
    by_name = [{share.name: share for share in each.shares} for each in (giving, choosing, asking)]
    found = dict.fromkeys((*SYMBOLS, *sorted({name for each in by_name for name in each})))
    return SymbolStats(
        tuple(
            Symbol(name, *(each.get(name, Share(name, ())) for each in by_name))
            for name in found
            if any(name in each for each in by_name)
        ),
        giving.unrecorded,
        Share("", tuple(each for each in asking.unrecorded.cards if is_character(each[0]))),
    )


def _part(card: Card) -> str:
    """Whether a card gives one symbol, gives one of several, or asks for what it has."""
    if not is_location(card):
        return "asking"
    return "several" if len(card.power_symbols or ()) > 1 else "one"


def _symbols(card: Card) -> tuple[str, ...] | None:
    return card.power_symbols


STATS = StatsSettings(
    own=(MAIN_CHARACTER, LEVEL_UP, DECK),
    leads=(MAIN_CHARACTER,),
    axes=(CurveAxis(COST, "cost", (SUPPORTING_CHARACTER, EQUIPMENT, MAIN)),),
    characters=(None, MAIN, SUPPORTING_CHARACTER),
    are_teams_of_all=True,
    team_key=team_key,
    is_teamless=lambda card: team_keys(card) == frozenset(),
    is_unique=lambda card: not card.has_keyword(SWARM),
    hiring_types=(MAIN,),
    power_symbols=count_power_symbols,
    team_attack_by=Citation("pcg-5.0", "Team Attack"),
)
