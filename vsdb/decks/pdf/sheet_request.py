"""What people ask to have printed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.model.decks import Deck


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """What stands on a sheet. What is empty is left as a line to write on.

    `verdict` is one line about the deck's legality; `check_url` the address at which the fingerprint is verified,
    to which the QR code leads. Without one it holds the fingerprint.
    """

    deck: Deck
    title: str = ""
    player: str = ""
    event: str = ""
    date: date | None = None
    format: str = ""
    fingerprint: str = ""
    verdict: str = ""
    check_url: str = ""
