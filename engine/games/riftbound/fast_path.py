"""Which rules the totals of a Riftbound deck rule out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.riftbound.deck_rules import MAIN_DECK_TYPES, TOKEN, UNIQUE
from engine.games.riftbound.deck_terms import ADDITIONAL_LEGENDS as MORE_LEGENDS
from engine.games.riftbound.identity import CHAMPION_UNIT, SIGNATURE, shares_tag
from engine.games.riftbound.notes import FACTS
from engine.model.cards import Card
from engine.model.decks import ADDITIONAL_LEGENDS, BATTLEFIELDS, CHAMPION, DECK, LEGEND, RUNES, SIDEBOARD
from engine.model.fast_path import ANY_CARDS, NO_LIMIT, FastPath, Guard, Numbers, Totals, guard
from engine.model.formats import Construction
from engine.rules.shared import LIST_GUARDS

_DOMAINS = {name: 1 << place for place, name in enumerate(("Fury", "Calm", "Mind", "Body", "Chaos", "Order"))}
_ALL_DOMAINS = 63
(_OPEN_DOMAINS, _NO_LEGEND, _NO_RUNE, _NO_BATTLEFIELD, _NOT_MAIN, _NO_CHAMPION, _SIGNATURE, _UNIQUE, _ASKS_LEGENDS,
 _DOUBTFUL) = (1 << place for place in range(6, 16))  # fmt: skip


def _bits(card: Card) -> int:
    domains = 0
    for domain in card.domains or ():
        domains |= _DOMAINS.get(domain, _OPEN_DOMAINS)
    is_token = card.supertype == TOKEN
    return (
        domains
        | _OPEN_DOMAINS * (card.domains is None)
        | _NO_LEGEND * (card.type != "Legend" or is_token)
        | _NO_RUNE * (card.type != "Rune" or is_token)
        | _NO_BATTLEFIELD * (card.type != "Battlefield" or is_token)
        | _NOT_MAIN * (card.type not in MAIN_DECK_TYPES or is_token)
        | _NO_CHAMPION * (card.type != "Unit" or card.supertype != CHAMPION_UNIT)
        | _SIGNATURE * (card.supertype == SIGNATURE)
        | _UNIQUE * card.has_keyword(UNIQUE)
        | _ASKS_LEGENDS * any(term.startswith(MORE_LEGENDS) for term in card.deck_building)
        | _DOUBTFUL * (any(fact in card.doubtful for fact in FACTS))
    )


def _guards(figures: Construction, asked: None) -> Iterator[Guard]:
    yield from LIST_GUARDS
    yield from _size_guards(figures)
    yield from _legend_guards(figures)
    copies = NO_LIMIT if figures.copies is None else figures.copies
    yield guard("copy-limit", lambda deck: deck.exceeds("deck", copies) | (deck.most_of(_UNIQUE) > 1), of_cards=_UNIQUE)
    yield guard("card-type", lambda deck: (deck.bits_of(DECK) | deck.bits_of(CHAMPION)) & _NOT_MAIN != 0)
    yield guard("battlefield-duplicate", lambda deck: deck.exceeds("battlefields", 1))
    yield guard("inferred-facts", lambda deck: deck.bits & _DOUBTFUL != 0, only_notes=True)


def _size_guards(figures: Construction) -> Iterator[Guard]:
    least = figures.deck_min or 0
    most = NO_LIMIT if figures.deck_max is None else figures.deck_max
    beside = NO_LIMIT if figures.sideboard_max is None else figures.sideboard_max
    runes, battlefields = figures.runes, figures.battlefields

    def size(deck: Totals) -> Numbers:
        return deck.size(DECK) + deck.size(CHAMPION)

    def has_wrong_size(deck: Totals) -> Numbers:
        return (size(deck) < least) | (size(deck) > most)

    yield guard("deck-size", has_wrong_size, breaks=has_wrong_size)
    yield guard(
        "rune-count",
        lambda deck: (
            (deck.size(RUNES) != runes if runes is not None else False) | (deck.bits_of(RUNES) & _NO_RUNE != 0)
        ),
    )
    yield guard(
        "battlefield-count",
        lambda deck: (
            (deck.size(BATTLEFIELDS) != battlefields if battlefields is not None else False)
            | (deck.bits_of(BATTLEFIELDS) & _NO_BATTLEFIELD != 0)
        ),
    )
    yield guard(
        "sideboard-size", lambda deck: (deck.size(SIDEBOARD) > beside) | (deck.bits_of(SIDEBOARD) & _NOT_MAIN != 0)
    )


def _legend_guards(figures: Construction) -> Iterator[Guard]:
    legends, champions = figures.legends, figures.champions
    signatures = NO_LIMIT if figures.signatures is None else figures.signatures

    def may_lack_a_legend(deck: Totals) -> Numbers:
        wrong = deck.size(LEGEND) > 1 if legends is None else deck.size(LEGEND) != legends
        return wrong | (deck.bits_of(LEGEND) & _NO_LEGEND != 0)

    def may_have_others(deck: Totals) -> Numbers:
        others = deck.size(ADDITIONAL_LEGENDS) > 0
        return others | (deck.bits & _ASKS_LEGENDS != 0)

    def may_lack_a_champion(deck: Totals) -> Numbers:
        unfit = deck.bits_of(CHAMPION) & _NO_CHAMPION != 0
        if champions is None:
            return unfit | (deck.size(CHAMPION) > 1)
        return unfit | (deck.size(CHAMPION) != champions) | deck.lacks(CHAMPION, LEGEND, shares_tag)

    def may_differ_in_domains(deck: Totals) -> Numbers:
        own = deck.bits_of(DECK) | deck.bits_of(CHAMPION) | deck.bits_of(SIDEBOARD) | deck.bits_of(RUNES)
        granted = deck.bits_of(LEGEND)
        wrong = (deck.size(LEGEND) != 1) | (own & _ALL_DOMAINS & ~granted != 0)
        return wrong | ((own | granted) & _OPEN_DOMAINS != 0)

    yield guard("legend", lambda deck: may_lack_a_legend(deck) | may_have_others(deck))
    yield guard("additional-legends", may_have_others)
    yield guard("chosen-champion", may_lack_a_champion, of_cards=0 if champions is None else ANY_CARDS)
    yield guard(
        "signature-limit",
        lambda deck: (deck.count(_SIGNATURE, SIDEBOARD) > signatures) | deck.differs(_SIGNATURE, LEGEND, shares_tag),
        of_cards=_SIGNATURE,
    )
    yield guard(
        "signature-limit", lambda deck: deck.count(_SIGNATURE) > signatures, only_notes=True, of_cards=_SIGNATURE
    )
    yield guard("domain-identity", may_differ_in_domains)


FAST_PATH = FastPath(
    bits=_bits,
    groups={DECK: "deck", CHAMPION: "deck", SIDEBOARD: "deck", BATTLEFIELDS: "battlefields"},
    guards=_guards,
)
