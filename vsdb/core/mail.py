"""Sends mail without failing what it is about, and never prints it in production."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from smtplib import SMTPException

from django.conf import settings
from django.core import checks
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

logger = logging.getLogger(__name__)
FAULTS = (SMTPException, OSError)  #: what a mail server that is gone or refuses raises
NOT_SET = "EMAIL_URL is not set"
_CONSOLE = "django.core.mail.backends.console.EmailBackend"


class CarefulBackend(BaseEmailBackend):
    """Sends by the backend of `EMAIL_URL`. A mail that can't be sent is logged, and raises nothing.

    Whoever sends learns it from the number of mails that were sent. In production mail is never printed: the console
    is the log, and a link to set a password is for one person alone.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """How many were sent."""
        fault = find_mail_fault()
        if fault:
            for _ in email_messages:
                logger.error("mail not sent: %s", fault)
            return 0
        sent = 0
        backend = get_connection(settings.EMAIL_DELIVERY_BACKEND, fail_silently=False)
        try:
            backend.open()
            for message in email_messages:
                sent += self._send(backend, message)
        except FAULTS as error:
            logger.error("mail not sent: the mail server doesn't answer: %s: %s", type(error).__name__, error)
        finally:
            with suppress(*FAULTS):
                backend.close()
        return sent

    @staticmethod
    def _send(backend: BaseEmailBackend, message: EmailMessage) -> int:
        try:
            return backend.send_messages([message]) or 0
        except FAULTS as error:
            logger.error("mail not sent: the mail server refuses it: %s: %s", type(error).__name__, error)
            return 0


def find_mail_fault() -> str:
    """Why this site sends no mail at all; empty where it may."""
    if settings.DEBUG or settings.EMAIL_DELIVERY_BACKEND != _CONSOLE:
        return ""
    return NOT_SET


@checks.register("mail", deploy=True)
def check_mail(**_: object) -> list[checks.CheckMessage]:
    """Warn where production has no mail server."""
    if not find_mail_fault():
        return []
    hint = "Set EMAIL_URL, such as smtp+tls://user:password@host:587. Without it nobody can sign up."
    return [checks.Warning("This site sends no mail: EMAIL_URL is not set.", hint=hint, id="vsdb.W010")]
