"""What the figures of a Riftbound deck are about, and its domains."""

from __future__ import annotations

from engine.model.cards import Card
from engine.model.decks import CHAMPION, DECK, LEGEND, RUNES, Deck
from engine.model.games import CurveAxis, StatsSettings
from engine.stats.curves import ENERGY, MIGHT, POWER
from engine.stats.domains import Domain, DomainStats
from engine.stats.parts import tally_main_deck
from engine.stats.spreads import Share, count_values

DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
_PLAYED = ("Unit", "Spell", "Gear")


def count_domains(deck: Deck) -> DomainStats:
    """The domains of a deck."""
    cards, runes = count_values(tally_main_deck(deck), _domains), count_values(deck.read(RUNES), _domains)
    of_cards, of_runes = ({share.name: share for share in each.shares} for each in (cards, runes))
    return DomainStats(
        tuple(
            Domain(name, of_cards.get(name, Share(name, ())), of_runes.get(name, Share(name, ())))
            for name in dict.fromkeys((*DOMAINS, *of_cards, *of_runes))
            if name in of_cards or name in of_runes
        ),
        cards.without,
        cards.unrecorded,
        Share("", runes.without.cards + runes.unrecorded.cards),
    )


def _domains(card: Card) -> tuple[str, ...] | None:
    return card.domains


STATS = StatsSettings(
    drawn=(CHAMPION, DECK),
    leads=(LEGEND,),
    axes=(
        CurveAxis(ENERGY, "energy", _PLAYED, title="Energy costs", figure="Energy", term="en"),
        CurveAxis(POWER, "power", _PLAYED, title="Power costs", figure="Power", term="pow"),
        CurveAxis(MIGHT, "might", ("Unit",), title="Might of units", figure="Might", term="m"),
    ),
    domains=count_domains,
)
