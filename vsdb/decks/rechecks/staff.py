"""Who may see rechecks and ask for them: staff by the permissions of the admin."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User

from engine.model.errors import NotFound

_MAY_SEE, _MAY_ASK = "rechecks.view_recheck", "rechecks.add_recheck"


def staff(user: AbstractBaseUser | AnonymousUser | None) -> User:
    """Whoever asks, who may see rechecks. Raises NotFound: nobody else is told that there are any."""
    if isinstance(user, User) and user.is_active and user.is_staff and (user.has_perm(_MAY_SEE) or may_ask(user)):
        return user
    raise NotFound("there is nothing here")


def may_ask(user: User) -> bool:
    """Whether they may begin a recheck, and go on with one that stands still."""
    return user.has_perm(_MAY_ASK)


def asking(user: AbstractBaseUser | AnonymousUser | None) -> User:
    """Whoever asks, who may begin a recheck. Raises NotFound."""
    found = staff(user)
    if not may_ask(found):
        raise NotFound("there is nothing here that you may begin")
    return found
