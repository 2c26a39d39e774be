"""What repairs of Riftbound decks have to know."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import date

from engine.games.riftbound.deck_rules import MAIN_DECK_TYPES, TOKEN
from engine.games.riftbound.deck_terms import read_deck_terms
from engine.games.riftbound.identity import CHAMPION_UNIT
from engine.games.riftbound.tournament import find_limited_rules, find_tournament_rules
from engine.model.cards import Card
from engine.model.decks import ADDITIONAL_LEGENDS, BATTLEFIELDS, CHAMPION, DECK, LEGEND, RUNES, SIDEBOARD, Deck
from engine.model.formats import Construction, Format
from engine.model.games import RepairSettings
from engine.model.verdicts import ERROR, Citation
from engine.repair.by_restriction import Terms
from engine.repair.needs import CaseReader, FindingContext, RepairCase, list_distinct_cases, list_section_cases
from engine.repair.sizes import SizeLimit

_MAIN = (DECK, CHAMPION, SIDEBOARD)
_ONE_TYPE = {LEGEND: "Legend", ADDITIONAL_LEGENDS: "Legend", RUNES: "Rune", BATTLEFIELDS: "Battlefield"}


def may_stand(card: Card, section: str) -> bool:
    """Whether a card can ever stand in a section of a legal deck, by its type alone."""
    if section in _ONE_TYPE:
        return card.type == _ONE_TYPE[section]
    if section == CHAMPION:
        return (card.type, card.supertype) == ("Unit", CHAMPION_UNIT)
    return card.type in MAIN_DECK_TYPES and card.supertype != TOKEN


def sizes(figures: Construction) -> tuple[SizeLimit, ...]:
    """The sizes of all sections."""
    optional = ("legend", LEGEND), ("chosen-champion", CHAMPION)
    exact = (
        ("legend", LEGEND, figures.legends),
        ("chosen-champion", CHAMPION, figures.champions),
        ("rune-count", RUNES, figures.runes),
        ("battlefield-count", BATTLEFIELDS, figures.battlefields),
    )
    return (
        SizeLimit("deck-size", frozenset((DECK, CHAMPION)), figures.deck_min or 0, figures.deck_max),
        SizeLimit("sideboard-size", frozenset((SIDEBOARD,)), 0, figures.sideboard_max),
        *(
            SizeLimit(code, frozenset((section,)), wanted, wanted)
            for code, section, wanted in exact
            if wanted is not None
        ),
        *(SizeLimit(code, frozenset((section,)), 0, 1) for code, section in optional if find_limited_rules(figures)),
    )


def _surplus_in(*sections: str) -> CaseReader:
    """So many copies of its cards in these sections."""
    return lambda asked: (asked.remove_some(asked.cards(*sections), asked.surplus),)


def _or_another_legend(asked: FindingContext, misfit: RepairCase) -> tuple[RepairCase, ...]:
    """All copies of what doesn't fit the legend, or another legend."""
    return list_distinct_cases(
        (misfit, asked.remove_some(asked.within(LEGEND)), RepairCase(1, into=frozenset((LEGEND,))))
    )


def _additional_legends(asked: FindingContext) -> tuple[RepairCase, ...]:
    """Its cards may not stand there; too many go; with too few, others come or the card that asks for them goes."""
    found, allowed, cards = asked.finding.found, asked.finding.allowed, asked.finding.cards
    if asked.finding.severity == ERROR:
        return (
            list_section_cases(asked)
            if cards
            else (asked.remove_some(asked.within(ADDITIONAL_LEGENDS), asked.surplus),)
        )
    if not cards:
        return (asked.remove_all(asked.within(ADDITIONAL_LEGENDS)),)
    gone = asked.remove_all(asked.cards())
    if not isinstance(found, int) or not isinstance(allowed, int):
        return (gone,)
    return (RepairCase(allowed - found, into=frozenset((ADDITIONAL_LEGENDS,))), gone)


def _champion(asked: FindingContext) -> tuple[RepairCase, ...]:
    return _or_another_legend(asked, asked.remove_all(asked.cards(CHAMPION)))


def _signatures(asked: FindingContext) -> tuple[RepairCase, ...]:
    if asked.surplus:
        # Copies that stand where they can't are counted with the others.
        return (asked.remove_some(asked.cards(), asked.surplus),)
    return _or_another_legend(asked, asked.remove_all(asked.cards(*_MAIN)))


def _domains(asked: FindingContext) -> tuple[RepairCase, ...]:
    return _or_another_legend(asked, asked.remove_all(asked.cards(*_MAIN, RUNES)))


def _fewer_domains(asked: FindingContext, terms: Terms) -> tuple[RepairCase, ...]:
    """A card goes, or another legend comes."""
    return (asked.remove_some(frozenset(asked.copies)), RepairCase(1, into=frozenset((LEGEND,))))


def _list_sections(deck: Deck) -> tuple[str, ...]:
    """Every section; that of additional legends where a card asks for some."""
    others = (ADDITIONAL_LEGENDS,) if read_deck_terms(deck).legends else ()
    return (LEGEND, CHAMPION, DECK, RUNES, BATTLEFIELDS, SIDEBOARD, *others)


def find_remedy(fmt: Format, as_of: date) -> Citation | None:
    """The rule of the tournament rules in force on an illegal list: it is corrected with as few changes as possible.

    A mode of play alone is no competition.
    """
    if fmt.kind == "mode":
        return None
    return Citation(find_tournament_rules(as_of), "703.3.b.1")


def tell_apart(deck: Deck, fmt: Format) -> Callable[[Card], Hashable]:
    """What tells cards apart beside the facts of every game: what they change about the deck, and what it allows."""
    terms = read_deck_terms(deck)
    return lambda card: (card.deck_building, terms.allows_any_domain(card))


REPAIRS = RepairSettings(
    by_rule={
        "legend": list_section_cases,
        "additional-legends": _additional_legends,
        "rune-count": list_section_cases,
        "battlefield-count": list_section_cases,
        "battlefield-duplicate": _surplus_in(BATTLEFIELDS),
        "sideboard-size": list_section_cases,
        "chosen-champion": _champion,
        "signature-limit": _signatures,
        "domain-identity": _domains,
        "card-type": list_section_cases,
    },
    by_restriction={"domains-at-most": _fewer_domains},
    may_stand=may_stand,
    sections=_list_sections,
    sizes=sizes,
    tell_apart=tell_apart,
    remedy=find_remedy,
)
