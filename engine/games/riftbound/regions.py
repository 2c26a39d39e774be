"""Sets that are legal in a region on another day than elsewhere: verdicts use the worldwide day and tell the other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from engine.model.cards import Card, CardSet
from engine.model.formats import CONSTRUCTED, Format
from engine.model.verdicts import INFO, NOT_APPLICABLE, Breach, Measure
from engine.rules import MarkCheck

_PROMO = "promo"


def _regional_days(marks: tuple[str, ...], fmt: Format, as_of: date) -> Iterator[Breach | Measure]:
    """Cards of the deck that are legal in a region on that day and not elsewhere, or the other way round."""
    if not fmt.kind.startswith(CONSTRUCTED):
        yield Measure(outcome=NOT_APPLICABLE, note="the format has no regional days")
        return
    said = [name for name, _, _ in _list_days_in_effect(fmt, as_of) if name in marks]
    if said:
        yield Breach(
            f"Judged by the worldwide first legal days. In some regions others count: {', '.join(said)}",
            found=len(said),
            severity=INFO,
        )
    yield Measure(found=len(said))


def _list_marks(card: Card, fmt: Format, as_of: date) -> tuple[str, ...]:
    """The regional days that bear on a card."""
    return tuple(
        name
        for name, code, region in _list_days_in_effect(fmt, as_of)
        if code in card.set_codes and _differs(card, fmt, as_of, region)
    )


@lru_cache(maxsize=256)
def _list_days_in_effect(fmt: Format, as_of: date) -> tuple[tuple[str, str, str], ...]:
    """The regional days by which a set is legal and not elsewhere, or the other way round: words, set and region."""
    return tuple(
        (f"{card_set.name} in {regional.region} from {regional.legal_from}", card_set.code, regional.region)
        for card_set in fmt.sets.values()
        for regional in card_set.regional_days
        if bool(card_set.legal.has_come(as_of)) is not (regional.legal_from <= as_of)
    )


def _differs(card: Card, fmt: Format, as_of: date, region: str) -> bool:
    """Whether a card is from a legal set in a region and not elsewhere, or the other way round (601.2.a)."""
    sets = [each for code in card.set_codes if (each := fmt.sets.get(code)) and each.kind != _PROMO]
    elsewhere = any(each.legal.has_come(as_of) for each in sets)
    return elsewhere is not any(_has_come_to(each, region, as_of) for each in sets)


def _has_come_to(card_set: CardSet, region: str, as_of: date) -> bool:
    own = next((each.legal_from for each in card_set.regional_days if each.region == region), None)
    return own <= as_of if own else bool(card_set.legal.has_come(as_of))


def _is_any_in_effect(fmt: Format, as_of: date) -> bool:
    return fmt.kind.startswith(CONSTRUCTED) and bool(_list_days_in_effect(fmt, as_of))


#: Most days lie between no two of a set's days.
REGIONAL_DAYS = MarkCheck(_regional_days, _list_marks, _is_any_in_effect)
