"""What a deck's page shows of what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.model.decks import Deck
from vsdb.decks.stats.affiliations import AffiliationPicture, affiliation_picture
from vsdb.decks.stats.curves import DeckFigures, figures
from vsdb.decks.stats.loyalty import LoyaltyPicture, loyalty_picture
from vsdb.decks.stats.rules import RulesThatApply, rules_that_apply


@dataclass(frozen=True, slots=True)
class DeckLook:
    """A deck in figures, who of it goes together, loyalty's order and the rules that bear on it."""

    deck: Deck
    as_of: date
    figures: DeckFigures
    affiliations: AffiliationPicture | None
    loyalty: LoyaltyPicture | None
    rules: RulesThatApply


def look(deck: Deck, as_of: date) -> DeckLook:
    """Look at a deck as it was read for a day; two queries."""
    together, order = affiliation_picture(deck), loyalty_picture(deck)
    playing = (together.citations if together else ()) + (order.citations if order else ())
    return DeckLook(deck, as_of, figures(deck), together, order, rules_that_apply(deck, as_of, playing))
