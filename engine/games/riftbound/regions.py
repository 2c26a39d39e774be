"""Sets that are legal in a region on another day than elsewhere: verdicts use the worldwide day and tell the other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.model.cards import Card, CardSet, RegionalDay
from engine.model.decks import Deck
from engine.model.formats import CONSTRUCTED, Format
from engine.model.verdicts import INFO, NOT_APPLICABLE, Breach, Measure
from engine.rules import SeldomCheck

_PROMO = "promo"


def regional_days(deck: Deck, fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """Cards of the deck that are legal in a region on that day and not elsewhere, or the other way round."""
    if not fmt.kind.startswith(CONSTRUCTED):
        yield Measure(outcome=NOT_APPLICABLE, note="the format has no regional days")
        return
    said = tuple(
        f"{card_set.name} in {regional.region} from {regional.legal_from}"
        for card_set, regional in _list_days_in_effect(fmt, as_of)
        if any(card_set.code in card.set_codes and _differs(card, fmt, as_of, regional.region) for card in deck.cards)
    )
    if said:
        yield Breach(
            f"Judged by the worldwide first legal days. In some regions others count: {', '.join(said)}",
            found=len(said),
            severity=INFO,
        )
    yield Measure(found=len(said))


def _list_days_in_effect(fmt: Format, as_of: date) -> Iterator[tuple[CardSet, RegionalDay]]:
    """The regional days by which a set is legal and not elsewhere, or the other way round."""
    for card_set in fmt.sets.values():
        for regional in card_set.regional_days:
            if bool(card_set.legal.has_come(as_of)) is not (regional.legal_from <= as_of):
                yield card_set, regional


def _differs(card: Card, fmt: Format, as_of: date, region: str) -> bool:
    """Whether a card is from a legal set in a region and not elsewhere, or the other way round (601.2.a)."""
    sets = [each for code in card.set_codes if (each := fmt.sets.get(code)) and each.kind != _PROMO]
    elsewhere = any(each.legal.has_come(as_of) for each in sets)
    return elsewhere is not any(_has_come_to(each, region, as_of) for each in sets)


def _has_come_to(card_set: CardSet, region: str, as_of: date) -> bool:
    own = next((each.legal_from for each in card_set.regional_days if each.region == region), None)
    return own <= as_of if own else bool(card_set.legal.has_come(as_of))


def _is_any_in_effect(deck: Deck, fmt: Format, as_of: date) -> bool:
    return any(True for _ in _list_days_in_effect(fmt, as_of))


#: Most days lie between no two of a set's days.
REGIONAL_DAYS = SeldomCheck(regional_days, _is_any_in_effect)
