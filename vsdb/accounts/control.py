"""What the operator does with somebody's account: blocking it, and a lost second factor.

Each is one transaction, is written into the administration's log, and is mailed to the person once it is stored; what
each gives is whether that mail went out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string

from engine import InputError, NotFound
from vsdb.accounts.models import ApiToken
from vsdb.accounts.sessions import end_sessions
from vsdb.accounts.staff_log import log_staff_action
from vsdb.core.errors import ApplicationError

logger = logging.getLogger(__name__)
MAX_REASON = 500  #: characters


_on_renamed: dict[str, Callable[[User], None]] = {}


def register_on_renamed(told: Callable[[User], None]) -> None:
    """Enter what is called when an account has another user name."""
    _on_renamed[told.__name__] = told


def tell_renamed(user: User) -> None:
    """Call what was entered."""
    for told in _on_renamed.values():
        told(user)


def say_told(user: User, *, is_told: bool) -> str:
    """A sentence on whether the person was told, for whoever acted."""
    if is_told:
        return "The person is told by email."
    why = "no email went out; the log says why" if user.email else "the account has no email address"
    return f"The person isn’t told: {why}."


def get_account(name: str) -> User:
    """The account of this name, also a blocked one. Raises NotFound."""
    found = None if "\0" in name else User.objects.filter(username__iexact=name).first()
    if found is None:
        raise NotFound(f"no account named {name[:30]!r}")
    return found


def block_account(user: User, reason: str, by: User | None = None) -> bool:
    """Nobody signs in with the account any more; its sessions end and its tokens are deleted. What it published stays.

    Raises ApplicationError for one that is blocked, and for the last that may administer the site.
    """
    with transaction.atomic(durable=True):
        held = _lock(user)
        if not held.is_active:
            raise ApplicationError(f"{held.username} is blocked already.", code="blocked")
        if (
            held.is_superuser
            and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=held.pk).exists()
        ):
            raise ApplicationError(f"{held.username} is the last administrator. Make another one first.", code="last")
        said = _read_reason(reason)
        User.objects.filter(pk=held.pk).update(is_active=False)
        ApiToken.objects.filter(user=held).delete()
        end_sessions(held)
        _log(held, said, by, "Blocked")
    return _mail(held, "blocked", said)


def unblock_account(user: User, reason: str, by: User | None = None) -> bool:
    """The account works again; tokens have to be made anew. Raises ApplicationError for one that isn't blocked."""
    with transaction.atomic(durable=True):
        held = _lock(user)
        if held.is_active:
            raise ApplicationError(f"{held.username} isn’t blocked.", code="not-blocked")
        said = _read_reason(reason)
        User.objects.filter(pk=held.pk).update(is_active=True)
        _log(held, said, by, "Unblocked")
    return _mail(held, "unblocked", said)


def reset_second_factor(user: User, reason: str, by: User | None = None) -> bool:
    """The password alone lets the owner in: authenticator app, passkeys and recovery codes are removed, and sessions
    end. Raises ApplicationError where there is none."""
    with transaction.atomic(durable=True):
        held = _lock(user)
        said = _read_reason(reason)
        if not Authenticator.objects.filter(user=held).delete()[0]:
            raise ApplicationError(f"{held.username} has no second factor.", code="no-second-factor")
        end_sessions(held)
        _log(held, said, by, "Second factor removed")
    return _mail(held, "second_factor_reset", said)


def _lock(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


def _read_reason(reason: str) -> str:
    said = " ".join(reason.split())
    if not said:
        raise InputError("say why: the person is told, and the log keeps it", place="reason")
    if len(said) > MAX_REASON or "\0" in said:
        raise InputError(f"at most {MAX_REASON} characters, without NUL", place="reason")
    return said


def _log(user: User, reason: str, by: User | None, what: str) -> None:
    """An entry needs an account: without `by` it is the person's own."""
    whence = "" if by else " from the command line"
    log_staff_action((by or user).pk, user, f"{what}{whence}. Reason: {reason}", name=user.username)


def _mail(user: User, template: str, reason: str) -> bool:
    """Whether a mail went out. What keeps it from that is logged and raised by nobody."""
    if not user.email:
        logger.warning("account %s has no email address; its owner isn't told: %s", user.pk, template)
        return False
    context = {"user": user, "reason": reason, "operator": settings.OPERATOR_EMAIL}
    subject, _, body = render_to_string(f"accounts/mail/{template}.txt", context).partition("\n")
    if not send_mail(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}", body.lstrip("\n"), None, [user.email]):
        logger.error("account %s isn't told by email: %s", user.pk, template)
        return False
    return True
