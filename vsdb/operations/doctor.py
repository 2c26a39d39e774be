"""The doctor: all checks at once for whoever runs the site, with what to do about each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from smtplib import SMTPException
from types import MappingProxyType

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from vsdb.operations.checks import LOOKS, MACHINE, SERVICES
from vsdb.operations.health import OK, PROBLEM, WARNING, Check, Look, first_line, ok, run_checks, warn
from vsdb.operations.machine import check_backup_folder

#: The exit status of the worst state.
EXIT_STATUSES: Mapping[str, int] = MappingProxyType({OK: 0, WARNING: 3, PROBLEM: 1})
_MAIL_FAULTS = (OSError, SMTPException)


def examine(send_to: str = "") -> list[Check]:
    """Run all checks. The mail server is connected to; a message is sent only where there is an address to send to."""
    mail = Look("mail server", SERVICES, lambda: check_mail_server(send_to))
    return run_checks((*LOOKS, Look("folder BACKUP_DIR", MACHINE, check_backup_folder), mail))


def check_mail_server(send_to: str = "") -> Check:
    """Whether the mail server takes connections, or a message to an address."""
    name = "mail server"
    if not settings.EMAIL_DELIVERY_BACKEND.endswith(".smtp.EmailBackend"):
        return ok(name, "none: mail is not sent by SMTP")
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        with get_connection(settings.EMAIL_DELIVERY_BACKEND) as connection:
            if send_to:
                said = "This message shows that the site can send mail."
                EmailMessage("vsdb: test", said, to=[send_to], connection=connection).send()
    except _MAIL_FAULTS as error:
        return warn(name, f"{where}: {first_line(error)}", "Start the mail server, or correct EMAIL_URL.")
    return ok(name, f"{where} has taken a message to {send_to}" if send_to else f"{where} takes connections")


def write_lines(checks: Iterable[Check]) -> Iterator[str]:
    """The checks as lines, each with what to do under it."""
    for check in checks:
        yield f"{check.state:<8} {check.name:<28} {check.detail}"
        if check.advice and check.state != OK:
            yield f"{'':<8} {'':<28} -> {check.advice}"
