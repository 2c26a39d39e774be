"""Notices that are due are sent, each at most once, whoever sends at the same time and whatever breaks off.

A notice counts as sent before its mail is handed to the mail server. So a process that is killed in between loses that
mail, which the page of notices shows, and no process sends it twice. Where the server refuses it or doesn't answer, it
is due again after a while, a mail that can't be sent again and again after an hour at most.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F, Q, QuerySet

from vsdb.core.mail import find_mail_fault
from vsdb.core.read_only import get_read_only_mode
from vsdb.events.models import Event, Notice
from vsdb.events.notices.texts import Outdated, build_notice_mail

logger = logging.getLogger(__name__)
HANDING = timedelta(minutes=5)  #: after which a mail that is being handed over counts as broken off
AT_ONCE = 200  #: notices of a run
_FIRST_RETRY, _LAST_RETRY = timedelta(minutes=1), timedelta(hours=1)
_GIVE_UP_AFTER = 3  #: mails in a row that can't be sent; then the server is gone, and the others wait
_MAX_PROBLEM = 200


@dataclass(slots=True)
class SendingCount:
    """What came of a run."""

    sent: int = 0
    failed: int = 0
    dropped: int = 0

    def add(self, other: SendingCount) -> None:
        """Count another run, too."""
        self.sent, self.failed = self.sent + other.sent, self.failed + other.failed
        self.dropped += other.dropped


def list_waiting(now: datetime) -> QuerySet[Notice]:
    """The notices whose time has come and that aren't sent, the oldest first."""
    return Notice.objects.filter(sent=None, dropped=None, due__lte=now).order_by("due", "pk")


def list_due(now: datetime) -> QuerySet[Notice]:
    """The notices that are to be sent now: those that wait, but for what couldn't be sent a moment ago."""
    return list_waiting(now).filter(Q(until=None) | Q(until__lte=now))


def send_due(now: datetime, limit: int = AT_ONCE) -> SendingCount:
    """Send what is due, at most so many. Whoever sends the same at once takes others."""
    if get_read_only_mode() or find_mail_fault():
        return SendingCount()
    return _send_each(list_due(now)[:limit], now)


def send_now(event: Event, now: datetime, limit: int) -> SendingCount:
    """Send what waits of an event, also what couldn't be sent a moment ago."""
    if find_mail_fault():
        return SendingCount(failed=list_waiting(now).filter(event=event).count())
    list_waiting(now).filter(event=event).update(until=None)
    return _send_each(list_due(now).filter(event=event)[:limit], now)


def _send_each(due: QuerySet[Notice], now: datetime) -> SendingCount:
    count = SendingCount()
    with get_connection() as connection:
        in_a_row = 0
        for notice in due.select_related("event", "registration__user"):
            if not _take(notice, now):
                continue
            problem = _send(notice, connection, now, count)
            in_a_row = in_a_row + 1 if problem else 0
            if in_a_row >= _GIVE_UP_AFTER:
                list_due(now).update(until=now + _FIRST_RETRY, problem=problem[:_MAX_PROBLEM])
                break
    return count


def _take(notice: Notice, now: datetime) -> bool:
    """Whether a notice is ours to send: one conditional update, which also marks it as sent."""
    still = list_due(now).filter(pk=notice.pk, tries=notice.tries)
    return bool(still.update(sent=now, until=now + HANDING, tries=F("tries") + 1))


def _send(notice: Notice, connection: BaseEmailBackend, now: datetime, count: SendingCount) -> str:
    """Send one notice and record what came of it; why it wasn't sent, empty where it was or never is."""
    address = find_address(notice)
    if not address:
        return _drop(notice, "no email address", now, count)
    try:
        made = build_notice_mail(notice, now)
    except Outdated as reason:
        return _drop(notice, str(reason), now, count)
    except Exception as error:
        # One that can't be written keeps no other waiting.
        logger.exception("notice %s can't be written", notice.pk)
        return _postpone(notice, f"it can’t be written: {type(error).__name__}", now, count)
    message = EmailMessage(made.subject, made.body, to=[address], connection=connection)
    if not message.send():
        return _postpone(notice, getattr(connection, "problem", "") or "the mail server refuses it", now, count)
    _record(notice, until=None, problem="")
    count.sent += 1
    return ""


def find_address(notice: Notice) -> str:
    """The registration's address, else that of its account; empty where both are gone."""
    player = notice.registration
    if player is None:
        return ""
    return player.email or (player.user.email if player.user else "")


def _drop(notice: Notice, why: str, now: datetime, count: SendingCount) -> str:
    _record(notice, sent=None, until=None, dropped=now, problem=why[:_MAX_PROBLEM])
    count.dropped += 1
    return ""


def _postpone(notice: Notice, why: str, now: datetime, count: SendingCount) -> str:
    wait = min(_FIRST_RETRY * 2 ** min(notice.tries, 10), _LAST_RETRY)
    _record(notice, sent=None, until=now + wait, problem=why[:_MAX_PROBLEM])
    count.failed += 1
    return why


def _record(notice: Notice, **values: object) -> None:
    """What came of a notice that we took; `tries` was one less."""
    Notice.objects.filter(pk=notice.pk, tries=notice.tries + 1).update(**values)
