"""Secrets at rest: sealed with the site's field keys, and looked up by a keyed digest.

The first of `FIELD_KEYS` seals, all of them open. Behind them stand keys made from `SECRET_KEY` and its fallbacks, so
that a site without `FIELD_KEYS` has one, and one that sets them later still reads what it stored before.

A sealed text is `sealed1-<fingerprint>-<Fernet token>`: its key is known by its fingerprint without trying any, and a
missing one can be named.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core import checks

MIN_KEY_LENGTH = 32  #: characters; shorter words can be guessed
_MARK = "sealed1"
#: As letters of addresses, without the padding of base 64.
_SEALED = re.compile(rf"{_MARK}-(?P<fingerprint>[0-9a-f]{{8}})-(?P<token>[A-Za-z0-9_-]{{90,}})", re.ASCII)


class MissingKeyError(Exception):
    """What is stored was sealed with a key that the site doesn't have. `fingerprint` names the key."""

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self.message = (
            "The site can’t read this secret: one of its encryption keys is missing. Nothing is lost. Tell the "
            "operator of the site, who can put the key back."
        )
        super().__init__(f"no key with the fingerprint {fingerprint} in FIELD_KEYS or DJANGO_SECRET_KEY")


@dataclass(frozen=True, slots=True)
class FieldKey:
    """A key of the site. The fingerprint names it and tells nothing of it; each purpose has a key of its own."""

    fingerprint: str
    fernet: Fernet
    digest_key: bytes

    def seal(self, text: str) -> str:
        """The text, sealed: another result each time."""
        token = self.fernet.encrypt(text.encode()).decode().rstrip("=")
        return f"{_MARK}-{self.fingerprint}-{token}"

    def digest(self, text: str) -> str:
        """The keyed digest of a text, the same each time: 64 hexadecimal digits."""
        return hmac.new(self.digest_key, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def list_keys() -> tuple[FieldKey, ...]:
    """The site's keys: the first seals, all open."""
    fallbacks = getattr(settings, "SECRET_KEY_FALLBACKS", ())
    words = dict.fromkeys((*settings.FIELD_KEYS, settings.SECRET_KEY, *fallbacks))
    return tuple(_build_key(word) for word in words)


@lru_cache(maxsize=32)
def _build_key(word: str) -> FieldKey:
    fernet = Fernet(base64.urlsafe_b64encode(_derive(word, "seal")))
    return FieldKey(_derive(word, "fingerprint")[:4].hex(), fernet, _derive(word, "digest"))


def _derive(word: str, purpose: str) -> bytes:
    """32 bytes for a purpose; whoever knows those for another can't tell these."""
    return HKDF(SHA256(), 32, salt=None, info=f"vsdb field key: {purpose}".encode()).derive(word.encode())


def seal(text: str) -> str:
    """The text, sealed with the newest key."""
    return list_keys()[0].seal(text)


def unseal(stored: str) -> str:
    """The text that was sealed. Raises MissingKeyError also where it was damaged."""
    found = _SEALED.fullmatch(stored)
    if found is None:
        raise ValueError("not a sealed text")
    token = found["token"]
    padded = token + "=" * (-len(token) % 4)
    for key in list_keys():
        if key.fingerprint == found["fingerprint"]:
            try:
                return key.fernet.decrypt(padded).decode()
            except InvalidToken:
                continue  # two keys may have one fingerprint
    raise MissingKeyError(found["fingerprint"])


def is_sealed(stored: str) -> bool:
    """Whether a stored text is sealed; one that is not was stored before the site had keys."""
    return _SEALED.fullmatch(stored) is not None


def find_fingerprint(stored: str) -> str:
    """The fingerprint of the key that opens a stored text; empty where it isn't sealed."""
    found = _SEALED.fullmatch(stored)
    return found["fingerprint"] if found else ""


def find_fingerprints(text: str) -> list[str]:
    """The fingerprint of the key of each sealed text within a longer one, such as a row of a table."""
    return [found["fingerprint"] for found in _SEALED.finditer(text)]


def list_digests(text: str) -> list[str]:
    """The digests under which a text may be stored, one a key, the newest key's first."""
    return [key.digest(text) for key in list_keys()]


def list_fingerprints() -> list[str]:
    """The fingerprints of the site's keys, the newest first."""
    return [key.fingerprint for key in list_keys()]


@checks.register("field_keys", deploy=True)
def check_field_keys(**_: object) -> list[checks.CheckMessage]:
    """Warn of keys that are too short, and of keys listed twice. Names them by their place, never by their words."""
    found: list[checks.CheckMessage] = []
    keys = list(settings.FIELD_KEYS)
    for place, key in enumerate(keys, start=1):
        if len(key) < MIN_KEY_LENGTH:
            said = f"Key {place} of FIELD_KEYS has {len(key)} characters; at least {MIN_KEY_LENGTH} are needed."
            hint = "Put a longer key first, run manage.py rotate_keys, then remove the short one."
            found.append(checks.Warning(said, hint=hint, id="vsdb.W011"))
        if (first := keys.index(key) + 1) < place:
            said = f"Key {place} of FIELD_KEYS is the same as key {first}."
            found.append(checks.Warning(said, hint="Remove one of the two.", id="vsdb.W012"))
    return found
