"""Filing a report and answering it. One transaction each."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from engine import InputError, NotFound
from vsdb.accounts.staff_log import log_staff_action
from vsdb.core.errors import ApplicationError, Forbidden
from vsdb.error_reports import selectors
from vsdb.error_reports.context import ReportContext, with_data_version
from vsdb.error_reports.models import CLOSED, MAX_ANSWER, MAX_SOURCE, MAX_TEXT, OPEN, ErrorReport

_EMAIL_DAYS = 7  #: for which a closed report keeps the address that its answer couldn't be mailed to
MAX_OPEN = 5_000  #: reports that wait for staff; more are refused, so that nobody can fill the disk


@transaction.atomic
def file_report(
    context: ReportContext, text: str, *, source: str = "", email: str = "", by: User | None = None
) -> ErrorReport:
    """Store a new report with what it is about. Raises InputError, and ApplicationError where too many wait."""
    said, origin = _readable(text, MAX_TEXT, "text"), _readable(source, MAX_SOURCE, "source", is_needed=False)
    if ErrorReport.objects.filter(state__in=OPEN).count() >= MAX_OPEN:
        raise ApplicationError("Too many reports are waiting for staff. Try again another day.", code="queue-full")
    list_old_emails().update(email="")
    version = selectors.get_data_version(context.game) if context.game else ""
    about = asdict(with_data_version(context, version))
    key = secrets.token_urlsafe(24)
    return ErrorReport.objects.create(key=key, text=said, source=origin, email=email, by=by, **about)


@transaction.atomic
def answer_report(
    number: int, user: User | None, *, state: str, answer: str = "", edition: int | None = None
) -> ErrorReport:
    """Set the state of a report and what its reporter is told.

    `edition` is the one that the answer was written for; None: the newest. Raises NotFound for who may not read the
    queue, Forbidden for who may only read it, InputError, and ApplicationError where somebody else answered since.
    """
    if not selectors.may_view(user):
        raise NotFound("this page does not exist, or your account may not see it")
    if not selectors.may_answer(user):
        raise Forbidden("you can read reports but not answer them")
    if state not in ErrorReport.State.values:
        raise InputError(f"{state[:20]!r} is not a state; use {', '.join(ErrorReport.State.values)}", place="state")
    is_needed = state == ErrorReport.State.DECLINED
    said = _readable(answer, MAX_ANSWER, "answer", is_needed=is_needed)
    found = ErrorReport.objects.select_for_update().filter(pk=number).first()
    if found is None:
        raise NotFound(f"there is no report {number}")
    if edition is not None and edition != found.edition:
        raise ApplicationError("Someone else answered this report meanwhile. Reload it.", code="stale")
    found.state, found.answer = ErrorReport.State(state), said
    found.handled_by, found.handled, found.edition = user, timezone.now(), found.edition + 1
    found.save(update_fields=("state", "answer", "handled_by", "handled", "edition"))
    if user is not None:
        log_staff_action(user.pk, found, f"Answered: {found.get_state_display().lower()}.")
    return found


def forget_email(number: int) -> None:
    """Remove the mail address of a report that is closed."""
    ErrorReport.objects.filter(pk=number).exclude(state__in=OPEN).update(email="")


def list_old_emails() -> QuerySet[ErrorReport]:
    """The closed reports with addresses that stayed behind because an answer couldn't be mailed."""
    last = timezone.now() - timedelta(days=_EMAIL_DAYS)
    return ErrorReport.objects.filter(state__in=CLOSED, handled__lt=last).exclude(email="")


def _readable(text: str, most: int, place: str, *, is_needed: bool = True) -> str:
    """A text as it is stored. Raises InputError."""
    said = text.replace("\r\n", "\n").strip()
    if not said and is_needed:
        raise InputError("the text is empty; write something", place=place)
    if len(said) > most:
        raise InputError(f"{len(said):,} characters; at most {most:,}", place=place)
    if "\x00" in said:
        raise InputError("the text has a NUL character; remove it", place=place)
    return said
