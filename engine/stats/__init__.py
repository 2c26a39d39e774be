"""What a deck is made of, in figures, and what follows for play. A fact that isn't recorded is never a zero."""

from engine.stats.affiliations import Affiliations, find_shared_affiliations
from engine.stats.curves import Curve, build_curves
from engine.stats.domains import DomainStats, count_domains
from engine.stats.loyalty import LoyaltyOrder, find_loyalty_order
from engine.stats.parts import tally_main_deck
from engine.stats.power_symbols import SymbolStats, count_power_symbols
from engine.stats.sets_needed import find_sets_needed
from engine.stats.spreads import Share, Spread, count_keywords, count_teams, count_types

__all__ = [
    "Affiliations",
    "Curve",
    "DomainStats",
    "LoyaltyOrder",
    "Share",
    "Spread",
    "SymbolStats",
    "build_curves",
    "count_domains",
    "count_keywords",
    "count_power_symbols",
    "count_teams",
    "count_types",
    "find_loyalty_order",
    "find_sets_needed",
    "find_shared_affiliations",
    "tally_main_deck",
]
