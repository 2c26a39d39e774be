"""A short hash of what a deck holds, the same wherever it is worked out (docs/fingerprint.md)."""

from __future__ import annotations

import hashlib

from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.model.identities import count_by_section

#: The first line of the canonical list; another layout will have another number.
LAYOUT = "vsdb deck 1"
#: Crockford's base 32, which has no I, L, O or U.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 12  #: signs, the last of them the check
_GROUP = 4
_LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1"})
_JOINTS = str.maketrans(dict.fromkeys(" -\u00ad\u2010\u2011\u2012\u2013\u2014\u2212_.\t\r\n"))


def compute_fingerprint(deck: Deck) -> str:
    """The deck's fingerprint, as in `K7QD-2M9X-4TFS`: game, and per section each card by what counts as a copy of it.

    Order, spelling, printings, lines of one card, title, metadata and notes make no difference; a line that names no
    one card counts by its text.
    """
    hashed = int.from_bytes(hashlib.sha256(build_canonical_list(deck).encode()).digest()[:7], "big") >> 1
    signs = "".join(ALPHABET[hashed >> 5 * place & 31] for place in reversed(range(LENGTH - 1)))
    return _group_signs(signs + _compute_check_sign(signs))


def build_canonical_list(deck: Deck) -> str:
    """The text that is hashed: layout, game, and a line for each section, count and identity, sorted by code points."""
    lines = sorted(f"{section}\t{each.count}\t{name}" for (section, name), each in count_by_section(deck).items())
    return "\n".join((LAYOUT, deck.game, *lines)) + "\n"


def normalize_fingerprint(text: str) -> str:
    """A fingerprint as somebody typed it, in its one spelling. Raises InputError for what can't be one.

    Case, hyphens and spaces don't matter; O is read as 0, I and L as 1.
    """
    signs = text.upper().translate(_JOINTS).translate(_LOOKALIKES)
    wrong = next((sign for sign in signs if sign not in ALPHABET), None)
    if wrong:
        raise InputError(
            f"“{wrong}” can’t be in a fingerprint; it has only digits and letters other than U", code=_CODE
        )
    if len(signs) != LENGTH:
        raise InputError(f"{len(signs)} characters; a fingerprint has {LENGTH}, as in K7QD-2M9X-4TFS", code=_CODE)
    if _compute_check_sign(signs[:-1]) != signs[-1]:
        raise InputError("this fingerprint is mistyped: its last character doesn’t match the others", code=_CODE)
    return _group_signs(signs)


_CODE = "unreadable-fingerprint"


def _compute_check_sign(signs: str) -> str:
    """The sign that catches one that is mistyped: the sum of the others, weighted 1, 3, 5 and so on, modulo 32."""
    return ALPHABET[
        sum(ALPHABET.index(sign) * weight for sign, weight in zip(signs, range(1, 99, 2), strict=False)) % 32
    ]


def _group_signs(signs: str) -> str:
    return "-".join(signs[at : at + _GROUP] for at in range(0, LENGTH, _GROUP))
