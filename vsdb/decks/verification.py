"""The proof of a list: its fingerprint, its code, and the address where anybody checks the one against the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.decklists.codes import to_code
from engine.decklists.fingerprints import fingerprint
from engine.model.decks import Deck
from engine.model.errors import InputError
from vsdb.catalog.cards import selectors as cards
from vsdb.core import qr


@dataclass(frozen=True, slots=True)
class Proof:
    """A list's fingerprint and deck code; `code` is empty where the list is too long for one."""

    fingerprint: str
    code: str
    game: str
    format: str
    as_of: date | None

    @property
    def check(self) -> str:
        """The address where a list, this one where it has a code, is checked against the fingerprint."""
        words = {"code": self.code, "fingerprint": self.fingerprint}
        if not self.code and self.format:
            words["format"] = f"{self.game}/{self.format}"
        return f"{reverse('decks:check')}?{urlencode({key: value for key, value in words.items() if value})}"

    def picture(self, root: str) -> SafeString:
        """A QR code that leads to `check`; nothing where that is too long for one."""
        address = root + self.check
        if len(address.encode()) > qr.LONGEST:
            return SafeString("")
        return qr.svg(address, "QR code: check this list against its fingerprint")


def proof(value: Deck, *, title: str = "", fmt: str = "", as_of: date | None = None) -> Proof:
    """The proof of a list, with format and day in its code so that the check needs nothing else."""
    said = {"format": fmt, "as-of": as_of.isoformat() if as_of else ""}
    whole = replace(value, title=title, metadata={key: word for key, word in said.items() if word})
    try:
        code = to_code(whole, cards.reference(value.game).catalog)
    except InputError:
        code = ""
    return Proof(fingerprint(value), code, value.game, fmt, as_of)
