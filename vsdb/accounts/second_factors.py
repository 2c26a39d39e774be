"""Secrets of second factors at rest: sealed as they are written, and where they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from vsdb.core import encryption
from vsdb.core.sealed_stores import PORTION

_SECRETS = ("secret", "seed")  #: of an authenticator app, of recovery codes
_CODES = "migrated_codes"  #: recovery codes that came from another library


def lacks_second_factor(staff: User) -> bool:
    """Whether somebody of the staff has yet to set up the second factor that pages of staff ask for; one query, or none
    with `STAFF_SECOND_FACTOR` off."""
    return bool(settings.STAFF_SECOND_FACTOR) and not is_mfa_enabled(staff)


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Seals the secrets of authenticator apps and recovery codes."""

    def encrypt(self, text: str) -> str:
        """The text, sealed."""
        return encryption.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The text; one that was stored before the site had keys as it is. Raises MissingKeyError."""
        return encryption.unseal(encrypted_text) if encryption.is_sealed(encrypted_text) else encrypted_text

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Who asks for a passkey: the host that it belongs to, and our name, which the device shows."""
        return {**super().get_public_key_credential_rp_entity(), "name": "vsdb"}

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        """The name that a new passkey has until its owner chooses another."""
        taken = {row.wrap().name for row in Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)}
        names = ("Passkey", *(f"Passkey {number}" for number in range(2, len(taken) + 2)))
        return next(name for name in names if name not in taken)


class SecondFactors:
    """The secrets in the rows of the accounts library, as `vsdb.core.sealed_stores` rewrites them."""

    name = "mfa.Authenticator.data"

    def list_stored(self) -> Iterator[str]:
        """Every secret as it is stored; one query."""
        for data in Authenticator.objects.order_by("pk").values_list("data", flat=True).iterator():
            yield from _list_secrets(data)

    def rewrite(self, is_due: Callable[[str], bool], write: Callable[[str], str]) -> int:
        """Store again what is due. Nobody uses up a recovery code of a portion while it is written."""
        count, last = 0, 0
        while keys := list(
            Authenticator.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:PORTION]
        ):
            last = keys[-1]
            with transaction.atomic():
                for row in Authenticator.objects.select_for_update().filter(pk__in=keys).order_by("pk"):
                    if due := sum(map(is_due, _list_secrets(row.data))):
                        row.data = _rewrite(row.data, lambda stored: write(stored) if is_due(stored) else stored)
                        row.save(update_fields=("data",))
                        count += due
        return count


def _list_secrets(data: dict[str, Any]) -> list[str]:
    return [*(data[name] for name in _SECRETS if name in data), *data.get(_CODES, ())]


def _rewrite(data: dict[str, Any], write: Callable[[str], str]) -> dict[str, Any]:
    changed: dict[str, Any] = {name: write(data[name]) for name in _SECRETS if name in data}
    if _CODES in data:
        changed[_CODES] = [write(code) for code in data[_CODES]]
    return {**data, **changed}
