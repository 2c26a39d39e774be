"""Sign-ups whose address nobody has confirmed."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from vsdb.accounts.services import delete_account
from vsdb.core.announcements import find_deletion, find_last_moment


def list_unconfirmed_sign_ups() -> QuerySet[User]:
    """The accounts whose address wasn't confirmed within `SIGN_UP_DAYS`, and whose mail said that they go then. One
    query when it is made. They were never signed in, so that nothing is stored for them."""
    last = find_last_moment(settings.SIGN_UP_DAYS)
    if last is None:
        return User.objects.none()
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    strangers = User.objects.filter(last_login=None, is_staff=False, is_superuser=False, date_joined__lt=last)
    return strangers.filter(Exists(addresses), ~Exists(addresses.filter(verified=True)))


def delete_unconfirmed_sign_ups(limit: int) -> int:
    """Delete at most so many of them; how many."""
    deleted = 0
    for user in list_unconfirmed_sign_ups().order_by("pk")[:limit]:
        with transaction.atomic():
            # Whoever confirms at this moment comes first or finds nothing to confirm.
            addresses = list(EmailAddress.objects.select_for_update().filter(user=user))
            if addresses and not any(each.verified for each in addresses):
                delete_account(user)
                deleted += 1
    return deleted


def find_sign_up_deletion(user: User) -> datetime | None:
    """When the account is deleted unless its address is confirmed; None where it isn't."""
    is_new = user.last_login is None and not (user.is_staff or user.is_superuser)
    return find_deletion(user.date_joined, settings.SIGN_UP_DAYS) if is_new else None
