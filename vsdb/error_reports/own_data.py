"""What is held about somebody in reports of errors: for their export, and what a deletion does with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from vsdb.accounts.own_data import OwnDataSection
from vsdb.error_reports.models import ErrorReport

_FIELDS = (
    *("kind", "subject", "fact", "page", "game", "format", "as_of", "fingerprint", "finding"),
    *("position", "data_version"),
    *("text", "source", "email", "sent", "state", "answer", "handled"),
)


def export_error_reports(user: User) -> list[dict[str, Any]]:
    """The errors that they reported; one query."""
    return [{**row} for row in ErrorReport.objects.filter(by=user).order_by("pk").values(*_FIELDS)]


def forget_error_reports(user: User) -> None:
    """Their reports lose the mail address; the name goes with the account."""
    ErrorReport.objects.filter(by=user).update(email="", by=None)
    ErrorReport.objects.filter(handled_by=user).update(handled_by=None)


SECTIONS = (
    OwnDataSection(
        "error_reports",
        26,
        export_error_reports,
        "Your error reports stay, without your name and email address.",
        forget_error_reports,
    ),
)
