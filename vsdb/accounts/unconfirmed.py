"""Sign-ups whose address nobody has confirmed."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from vsdb.accounts.services import delete_account
from vsdb.core.announcements import find_deletion, find_last_moment

_JUST_NOW = timedelta(minutes=1)


def list_unconfirmed_sign_ups() -> QuerySet[User]:
    """The accounts whose address wasn't confirmed within `SIGN_UP_DAYS`, and whose mail said that they go then. One
    query when it is made. They were never signed in, so that nothing is stored for them; those that staff made stay."""
    last = find_last_moment(settings.SIGN_UP_DAYS)
    if last is None:
        return User.objects.none()
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    strangers = User.objects.filter(last_login=None, is_staff=False, is_superuser=False, date_joined__lt=last)
    made_by_staff = _list_made_by_staff().filter(object_id=Cast(OuterRef("pk"), TextField()))
    return strangers.filter(Exists(addresses), ~Exists(addresses.filter(verified=True)), ~Exists(made_by_staff))


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
    if user.last_login is not None or user.is_staff or user.is_superuser:
        return None
    # Whoever signs up is told at once, with as much work as for an address that is known.
    is_new = timezone.now() - user.date_joined < _JUST_NOW
    if not is_new and _list_made_by_staff().filter(object_id=str(user.pk)).exists():
        return None
    return find_deletion(user.date_joined, settings.SIGN_UP_DAYS)


def _list_made_by_staff() -> QuerySet[LogEntry]:
    """The entries of the staff log for accounts that were added in the administration."""
    accounts = ContentType.objects.get_for_model(User)
    return LogEntry.objects.filter(action_flag=ADDITION, content_type=accounts)
