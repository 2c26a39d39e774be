"""What is known of people and of their tokens."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User

from engine import NotFound
from vsdb.accounts.models import ApiToken


def get_person(name: str) -> User:
    """Whoever has this name, in any case, in one query: an account that is in use. Raises NotFound."""
    # PostgreSQL takes no NUL even to look for it.
    found = None if "\0" in name else User.objects.filter(username__iexact=name, is_active=True).first()
    if found is None:
        raise NotFound(f"no user named {name[:30]!r}")
    return found


def summarize_account(user: User) -> dict[str, object]:
    """What somebody's own page says of the account, in four queries."""
    return {
        "email": EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True).first(),
        "sessions": UserSession.objects.filter(user=user).count(),
        "has_two_factor": is_mfa_enabled(user),
        "tokens": ApiToken.objects.filter(user=user).count(),
    }
