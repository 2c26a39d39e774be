"""Codes by which players without an account open their own page."""

from __future__ import annotations

import secrets

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  #: 32 signs of which no two look alike; 5 bits each
_CODE_LENGTH = 12


def make_code() -> str:
    """A random code of 60 bits: `7K2M-9QXW-4HTC`."""
    signs = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    return "-".join(signs[start : start + 4] for start in range(0, _CODE_LENGTH, 4))


def read_code(typed: str) -> str:
    """A code as it is stored, whatever case, spaces and hyphens it was typed with."""
    signs = "".join(sign for sign in typed.upper() if sign.isascii() and sign.isalnum())[: _CODE_LENGTH + 1]
    return "-".join(signs[start : start + 4] for start in range(0, len(signs), 4))
