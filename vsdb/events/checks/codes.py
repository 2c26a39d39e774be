"""The short code of a list’s sheet, as it is printed, typed, and part of the address in its QR code: `17-K3`.

It is the player's number, the list's place where an entry has several, and two signs by which a mistyped number is
told. It says nothing of the list.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from vsdb.events.models import Event

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  #: 32 signs of which no two look alike
_CODE = re.compile(rf"([0-9]{{1,6}})(?:[.,]([0-9]{{1,2}}))?[-–—]?([{_ALPHABET}]{{2}})")


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Whose list a code means: the player's number and the list's place."""

    number: int
    slot: int


def make_sheet_code(event: Event, number: int, slot: int) -> str:
    """The code of a player's list: `17-K3`, or `17.2-K3` where an entry has several lists."""
    place = f"{number}.{slot}" if event.lists_per_entry > 1 else str(number)
    return f"{place}-{_make_signs(event, number, slot)}"


def _make_signs(event: Event, number: int, slot: int) -> str:
    digest = hashlib.sha256(f"vsdb sheet:{event.uid}:{number}:{slot}".encode()).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:2])


def read_sheet_code(event: Event, typed: str) -> SheetPlace | None:
    """Whose list a typed code means, whatever its case and spaces; None for what is no code of this event."""
    found = _CODE.fullmatch("".join(typed.upper().split())[:20])
    if found is None:
        return None
    place = SheetPlace(int(found[1]), int(found[2] or 1))
    return place if found[3] == _make_signs(event, place.number, place.slot) else None
