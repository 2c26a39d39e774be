"""Sends mail without failing what it is about, and never prints it in production."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from smtplib import SMTPException
from typing import Any

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

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.problem = ""  #: what kept the last mail from being sent, without addresses
        self._backend: BaseEmailBackend | None = None
        self._is_kept = False

    def open(self) -> bool:
        """Keep the connection for several calls, until it is closed."""
        self._is_kept = True
        return True

    def close(self) -> None:
        """End the connection."""
        self._is_kept = False
        self._disconnect()

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """How many were sent."""
        self.problem = find_mail_fault()
        if self.problem:
            for _ in email_messages:
                logger.error("mail not sent: %s", self.problem)
            return 0
        sent = 0
        try:
            backend = self._connect()
            for message in email_messages:
                sent += self._send(backend, message)
        except FAULTS as error:
            self.problem = f"the mail server doesn’t answer: {type(error).__name__}"
            logger.error("mail not sent: the mail server doesn't answer: %s: %s", type(error).__name__, error)
        finally:
            if self.problem or not self._is_kept:
                self._disconnect()
        return sent

    def _connect(self) -> BaseEmailBackend:
        if self._backend is None:
            backend = get_connection(settings.EMAIL_DELIVERY_BACKEND, fail_silently=False)
            backend.open()
            self._backend = backend
        return self._backend

    def _disconnect(self) -> None:
        if self._backend is not None:
            with suppress(*FAULTS):
                self._backend.close()
            self._backend = None

    def _send(self, backend: BaseEmailBackend, message: EmailMessage) -> int:
        try:
            return backend.send_messages([message]) or 0
        except FAULTS as error:
            self.problem = f"the mail server refuses it: {type(error).__name__}"
            logger.error("mail not sent: the mail server refuses it: %s: %s", type(error).__name__, error)
            return 0


def find_mail_fault() -> str:
    """Why this site sends no mail at all; empty where it may."""
    is_careful = f"{__name__}.{CarefulBackend.__name__}" == settings.EMAIL_BACKEND
    if settings.DEBUG or not is_careful or settings.EMAIL_DELIVERY_BACKEND != _CONSOLE:
        return ""
    return NOT_SET


@checks.register("mail", deploy=True)
def check_mail(**_: object) -> list[checks.CheckMessage]:
    """Warn where production has no mail server."""
    if not find_mail_fault():
        return []
    hint = "Set EMAIL_URL, such as smtp+tls://user:password@host:587. Without it nobody can sign up."
    return [checks.Warning("This site sends no mail: EMAIL_URL is not set.", hint=hint, id="vsdb.W010")]
