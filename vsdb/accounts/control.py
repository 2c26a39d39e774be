"""What the operator does with somebody's account: blocking it, and a lost second factor.

Each is one transaction, is written into the administration's log, and is mailed to the person once it is stored.
"""

from __future__ import annotations

import logging
from functools import partial
from smtplib import SMTPException

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


def get_account(name: str) -> User:
    """The account of this name, also a blocked one. Raises NotFound."""
    found = None if "\0" in name else User.objects.filter(username__iexact=name).first()
    if found is None:
        raise NotFound(f"no account named {name[:30]!r}")
    return found


@transaction.atomic
def block_account(user: User, reason: str, by: User | None = None) -> None:
    """Nobody signs in with the account any more; its sessions end and its tokens are deleted. What it published stays.

    Raises ApplicationError for one that is blocked, and for the last that may administer the site.
    """
    held = _lock(user)
    if not held.is_active:
        raise ApplicationError(f"{held.username} is blocked already.", code="blocked")
    if held.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=held.pk).exists():
        raise ApplicationError(f"{held.username} is the last administrator. Make another one first.", code="last")
    said = _read_reason(reason)
    User.objects.filter(pk=held.pk).update(is_active=False)
    ApiToken.objects.filter(user=held).delete()
    end_sessions(held)
    _tell(held, "blocked", said, by, "Blocked")


@transaction.atomic
def unblock_account(user: User, reason: str, by: User | None = None) -> None:
    """The account works again; tokens have to be made anew. Raises ApplicationError for one that isn't blocked."""
    held = _lock(user)
    if held.is_active:
        raise ApplicationError(f"{held.username} isn’t blocked.", code="not-blocked")
    said = _read_reason(reason)
    User.objects.filter(pk=held.pk).update(is_active=True)
    _tell(held, "unblocked", said, by, "Unblocked")


@transaction.atomic
def reset_second_factor(user: User, reason: str, by: User | None = None) -> None:
    """The password alone lets the owner in: authenticator app, passkeys and recovery codes are removed, and sessions
    end. Raises ApplicationError where there is none."""
    held = _lock(user)
    said = _read_reason(reason)
    if not Authenticator.objects.filter(user=held).delete()[0]:
        raise ApplicationError(f"{held.username} has no second factor.", code="no-second-factor")
    end_sessions(held)
    _tell(held, "second_factor_reset", said, by, "Second factor removed")


def _lock(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


def _read_reason(reason: str) -> str:
    said = " ".join(reason.split())
    if not said:
        raise InputError("say why: the person is told, and the log keeps it", place="reason")
    if len(said) > MAX_REASON or "\0" in said:
        raise InputError(f"at most {MAX_REASON} characters, without NUL", place="reason")
    return said


def _tell(user: User, template: str, reason: str, by: User | None, what: str) -> None:
    """Log it, and mail it once it is stored. An entry needs an account: without `by` it is the person's own."""
    whence = "" if by else " from the command line"
    log_staff_action((by or user).pk, user, f"{what}{whence}. Reason: {reason}", name=user.username)
    transaction.on_commit(partial(_mail, user, template, reason))


def _mail(user: User, template: str, reason: str) -> None:
    if not user.email:
        logger.warning("account %s has no email address; its owner isn't told: %s", user.pk, template)
        return
    context = {"user": user, "reason": reason, "operator": settings.OPERATOR_EMAIL}
    subject, _, body = render_to_string(f"accounts/mail/{template}.txt", context).partition("\n")
    try:
        send_mail(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}", body.lstrip("\n"), None, [user.email])
    except (SMTPException, OSError) as error:
        logger.error("account %s can't be mailed (%s): %s", user.pk, template, error)
