"""Fingerprints of the secrets that rows of a backup need, so that a restore can say which one is missing."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from vsdb.core.encryption import list_fingerprints
from vsdb.core.words import quantity


def describe_keys(sealed: Mapping[str, int]) -> Mapping[str, Any]:
    """Fingerprints, which say whether two secrets are the same and nothing else of them: that of `DJANGO_SECRET_KEY`,
    and those of the keys that sealed what is stored, each with the number of its secrets."""
    return {"secret_key": fingerprint(settings.SECRET_KEY), "field_keys": dict(sorted(sealed.items()))}


def list_missing_keys(described: Mapping[str, Any]) -> Sequence[str]:
    """What won't work here after a restore, because a secret isn't among those of this site."""
    here = list_fingerprints()
    notes = [
        f"{quantity(count, 'stored secret')} can’t be read here: the key with the fingerprint {key} is missing. Second "
        "factors and secret links that it sealed don’t work. Add that key to FIELD_KEYS, or set the old "
        "DJANGO_SECRET_KEY if FIELD_KEYS was empty."
        for key, count in described.get("field_keys", {}).items()
        if key not in here
    ]
    fallbacks = getattr(settings, "SECRET_KEY_FALLBACKS", ())
    if described.get("secret_key") not in {fingerprint(word) for word in (settings.SECRET_KEY, *fallbacks)}:
        notes.append(
            "DJANGO_SECRET_KEY isn’t that of the site in the backup: browsers without an account lose their decks. Set "
            "the old one."
        )
    return notes


def fingerprint(secret: str) -> str:
    """16 hexadecimal digits that tell secrets apart."""
    return hmac.new(b"vsdb.operations.backups", secret.encode(), hashlib.sha256).hexdigest()[:16]
