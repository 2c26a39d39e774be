"""Whether the site has the keys that its stored secrets need."""

from __future__ import annotations

from vsdb.core import encryption, sealed_stores
from vsdb.core.words import quantity
from vsdb.operations.health import Check, ok, problem, warn

_NAME = "stored secrets"


def check_stored_secrets() -> Check:
    """Whether all stored secrets can be read, and are sealed with the newest key; reads every secret."""
    counts = sealed_stores.count_by_key()
    if missing := sealed_stores.find_missing_keys(counts):
        return problem(_NAME, "; ".join(map(str, missing)), "Put the missing key back, then restart all processes.")
    newest = encryption.list_fingerprints()[0]
    total = sum(held.total() for held in counts.values())
    late = total - sum(held[newest] for held in counts.values())
    if late:
        said = f"{quantity(late, 'secret')} of {total} in the clear or under an older key"
        return warn(_NAME, said, "Run manage.py rotate_keys.")
    return ok(_NAME, f"{quantity(total, 'secret')} under the newest key, {newest}")
