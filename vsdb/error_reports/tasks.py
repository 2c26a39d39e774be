"""Mail about reports: to staff about a new one, to its reporter about the answer; by workers where there are any."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

from celery import shared_task
from django.conf import settings
from django.core.mail import mail_managers, send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from kombu.exceptions import OperationalError

from vsdb.error_reports.context import context_of
from vsdb.error_reports.models import ErrorReport
from vsdb.error_reports.selectors import describe_subject
from vsdb.error_reports.services import forget_email

logger = logging.getLogger(__name__)
MAILS_AN_HOUR = 20  #: to staff about new reports; the queue shows the others


@shared_task(name="error_reports.tell_staff", ignore_result=True)  # type: ignore[untyped-decorator]
def tell_staff(number: int, url: str) -> None:
    """Mail the managers about a new report; not where very many came in within an hour."""
    report = ErrorReport.objects.filter(pk=number).first()
    an_hour_ago = timezone.now() - timedelta(hours=1)
    lately = ErrorReport.objects.filter(sent__gte=an_hour_ago).count()
    if report is None or not settings.MANAGERS or lately > MAILS_AN_HOUR:
        return
    about = describe_subject(context_of(report))
    context = {"report": report, "about": about, "url": url, "is_last": lately == MAILS_AN_HOUR}
    body = render_to_string("error_reports/mail/new.txt", context)
    mail_managers(_one_line(f"Error report {number}: {about}"), body)


@shared_task(name="error_reports.tell_reporter", ignore_result=True)  # type: ignore[untyped-decorator]
def tell_reporter(number: int, url: str) -> None:
    """Mail the answer to whoever left an address, which is removed once the report is closed."""
    report = ErrorReport.objects.filter(pk=number).first()
    if report is None or not report.email:
        return
    context = {"report": report, "about": describe_subject(context_of(report)), "url": url}
    body = render_to_string("error_reports/mail/answered.txt", context)
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}your error report: {report.get_state_display().lower()}"
    if send_mail(subject, body, None, [report.email]):
        forget_email(number)


def start_telling_staff(number: int, url: str) -> None:
    """Mail staff as soon as the report is stored for good."""
    transaction.on_commit(partial(_start, tell_staff, number, url))


def start_telling_reporter(number: int, url: str) -> None:
    """Mail the reporter as soon as the answer is stored for good."""
    transaction.on_commit(partial(_start, tell_reporter, number, url))


def _start(task: object, number: int, url: str) -> None:
    if not settings.CELERY_BROKER_URL:
        task(number, url)  # type: ignore[operator]
        return
    try:
        task.delay(number, url)  # type: ignore[attr-defined]
    except OperationalError as error:
        logger.warning("mail about error report %s can't be queued: %s", number, error)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:150]
