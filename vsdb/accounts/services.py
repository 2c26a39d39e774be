"""Making, using and revoking tokens, and the end of an account."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine import NotFound
from vsdb.accounts import own_data
from vsdb.accounts.models import ApiToken
from vsdb.accounts.sessions import end_sessions
from vsdb.core.errors import ApplicationError
from vsdb.core.read_only import is_refusing_writes

#: Every secret begins with it, so that programs which look for leaked secrets know ours.
TOKEN_MARK = "vsdb_"  # noqa: S105  (no secret, its beginning)
MAX_TOKENS = 20  #: of one account
_PREFIX_LENGTH = len(TOKEN_MARK) + 6
_USE_IS_WRITTEN_EVERY = timedelta(hours=1)


@transaction.atomic
def make_token(user: User, *, name: str, scope: str, days: int | None = None) -> tuple[ApiToken, str]:
    """A new token and its secret, which is kept nowhere. `days` is how long it lasts; None: until it is revoked.

    Raises ApplicationError where the account has as many as one may have.
    """
    User.objects.select_for_update().get(pk=user.pk)  # two requests at once are counted one after the other
    if ApiToken.objects.filter(user=user).count() >= MAX_TOKENS:
        said = f"you have {MAX_TOKENS} tokens, the maximum; revoke one first"
        raise ApplicationError(said, code="too-many-tokens")
    secret = TOKEN_MARK + secrets.token_urlsafe(32)
    kept = {"prefix": secret[:_PREFIX_LENGTH], "digest": _digest(secret)}
    expires = None if days is None else timezone.now() + timedelta(days=days)
    return ApiToken.objects.create(user=user, name=name, scope=scope, expires=expires, **kept), secret


def revoke_token(user: User, token: int) -> None:
    """One of somebody's own tokens no longer works. Raises NotFound."""
    if not ApiToken.objects.filter(user=user, pk=token).delete()[0]:
        raise NotFound("you have no such token")


def find_token_in_use(secret: str) -> ApiToken | None:
    """The token of this secret with its user, in one query, if it works now; its use is written once an hour."""
    now = timezone.now()
    token = ApiToken.objects.select_related("user").filter(digest=_digest(secret), user__is_active=True).first()
    if token is None or token.has_expired(now):
        return None
    long_ago = now - _USE_IS_WRITTEN_EVERY
    if (token.last_used is None or token.last_used <= long_ago) and not is_refusing_writes():
        ApiToken.objects.filter(Q(last_used=None) | Q(last_used__lte=long_ago), pk=token.pk).update(last_used=now)
    return token


@transaction.atomic
def delete_account(user: User) -> None:
    """The account is gone, with all that is held about its owner but what each section of `own_data` says stays.

    Raises ApplicationError where something has to be done first.
    """
    if said := own_data.list_refusals(user):
        raise ApplicationError(" ".join(said), code="not-yet")
    for section in own_data.list_own_data_sections():
        section.erase(user)
    end_sessions(user)
    user.delete()


def _digest(secret: str) -> str:
    """Secrets of 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
