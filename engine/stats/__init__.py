"""What a deck is made of, in figures, and what follows for play. A fact that isn't recorded is never a zero."""

from engine.stats.affiliations import Affiliations, shared_affiliations
from engine.stats.curves import Curve, curves
from engine.stats.domains import DomainFigures, domain_figures
from engine.stats.loyalty import LoyaltyOrder, loyalty_order
from engine.stats.parts import main_deck
from engine.stats.power_symbols import SymbolFigures, power_symbols
from engine.stats.spreads import Share, Spread, keywords, teams, types

__all__ = [
    "Affiliations",
    "Curve",
    "DomainFigures",
    "LoyaltyOrder",
    "Share",
    "Spread",
    "SymbolFigures",
    "curves",
    "domain_figures",
    "keywords",
    "loyalty_order",
    "main_deck",
    "power_symbols",
    "shared_affiliations",
    "teams",
    "types",
]
