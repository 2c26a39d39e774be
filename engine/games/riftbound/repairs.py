"""What repairs of Riftbound decks have to know."""

from __future__ import annotations

from engine.games.riftbound.deck_rules import MAIN_DECK_TYPES, TOKEN
from engine.games.riftbound.identity import CHAMPION_UNIT
from engine.model.cards import Card
from engine.model.decks import BATTLEFIELDS, CHAMPION, DECK, LEGEND, RUNES, SIDEBOARD
from engine.model.formats import Construction
from engine.model.games import Repairs
from engine.repair.by_restriction import Terms
from engine.repair.needs import Asked, Case, Reading, choices, in_section
from engine.repair.sizes import Size

_MAIN = (DECK, CHAMPION, SIDEBOARD)
_ONE_TYPE = {LEGEND: "Legend", RUNES: "Rune", BATTLEFIELDS: "Battlefield"}


def may_stand(card: Card, section: str) -> bool:
    """Whether a card can ever stand in a section of a legal deck, by its type alone."""
    if section in _ONE_TYPE:
        return card.type == _ONE_TYPE[section]
    if section == CHAMPION:
        return (card.type, card.supertype) == ("Unit", CHAMPION_UNIT)
    return card.type in MAIN_DECK_TYPES and card.supertype != TOKEN


def sizes(figures: Construction) -> tuple[Size, ...]:
    """The sizes of all sections."""
    exact = (
        ("legend", LEGEND, figures.legends),
        ("chosen-champion", CHAMPION, figures.champions),
        ("rune-count", RUNES, figures.runes),
        ("battlefield-count", BATTLEFIELDS, figures.battlefields),
    )
    return (
        Size("deck-size", frozenset((DECK, CHAMPION)), figures.deck_min or 0, figures.deck_max),
        Size("sideboard-size", frozenset((SIDEBOARD,)), 0, figures.sideboard_max),
        *(Size(code, frozenset((section,)), wanted, wanted) for code, section, wanted in exact if wanted is not None),
    )


def _surplus_in(*sections: str) -> Reading:
    """So many copies of its cards in these sections."""
    return lambda asked: (asked.some_of(asked.cards(*sections), asked.surplus),)


def _or_another_legend(asked: Asked, misfit: Case) -> tuple[Case, ...]:
    """All copies of what doesn't fit the legend, or another legend."""
    return choices((misfit, asked.some_of(asked.within(LEGEND)), Case(1, into=frozenset((LEGEND,)))))


def _champion(asked: Asked) -> tuple[Case, ...]:
    return _or_another_legend(asked, asked.all_of(asked.cards(CHAMPION)))


def _signatures(asked: Asked) -> tuple[Case, ...]:
    if asked.surplus:
        # Copies that stand where they can't are counted with the others.
        return (asked.some_of(asked.cards(), asked.surplus),)
    return _or_another_legend(asked, asked.all_of(asked.cards(*_MAIN)))


def _domains(asked: Asked) -> tuple[Case, ...]:
    return _or_another_legend(asked, asked.all_of(asked.cards(*_MAIN, RUNES)))


def _fewer_domains(asked: Asked, terms: Terms) -> tuple[Case, ...]:
    """A card goes, or another legend comes."""
    return (asked.some_of(frozenset(asked.copies)), Case(1, into=frozenset((LEGEND,))))


REPAIRS = Repairs(
    by_rule={
        "legend": in_section,
        "rune-count": in_section,
        "battlefield-count": in_section,
        "battlefield-duplicate": _surplus_in(BATTLEFIELDS),
        "sideboard-size": in_section,
        "chosen-champion": _champion,
        "signature-limit": _signatures,
        "domain-identity": _domains,
        "card-type": in_section,
    },
    by_restriction={"domains-at-most": _fewer_domains},
    may_stand=may_stand,
    sections=lambda deck: (LEGEND, CHAMPION, DECK, RUNES, BATTLEFIELDS, SIDEBOARD),
    sizes=sizes,
)
