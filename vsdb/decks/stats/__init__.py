"""What a deck's page shows of what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.model.decks import Deck
from vsdb.decks.stats.affiliations import AffiliationPicture, draw_affiliations
from vsdb.decks.stats.curves import DeckCharts, chart_deck
from vsdb.decks.stats.loyalty import LoyaltyPicture, draw_loyalty
from vsdb.decks.stats.rules import ApplyingRules, list_applying_rules


@dataclass(frozen=True, slots=True)
class DeckStats:
    """A deck in figures, who of it goes together, loyalty's order and the rules that bear on it."""

    deck: Deck
    as_of: date
    figures: DeckCharts
    affiliations: AffiliationPicture | None
    loyalty: LoyaltyPicture | None
    rules: ApplyingRules


def compute_deck_stats(deck: Deck, as_of: date) -> DeckStats:
    """Look at a deck as it was read for a day; two queries."""
    together, order = draw_affiliations(deck), draw_loyalty(deck)
    playing = (together.citations if together else ()) + (order.citations if order else ())
    return DeckStats(deck, as_of, chart_deck(deck), together, order, list_applying_rules(deck, as_of, playing))
