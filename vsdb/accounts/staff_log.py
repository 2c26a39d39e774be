"""What staff does, in the log of the administration: also where it is done on pages of the site or by commands."""

from __future__ import annotations

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models

_MAX_NAME = 200


def log_staff_action(by: int, target: models.Model, what: str, *, name: str = "") -> None:
    """Write down that somebody of staff did something to a row. `name` says which; else its kind and number."""
    LogEntry.objects.create(
        user_id=by,
        content_type=ContentType.objects.get_for_model(target),
        object_id=str(target.pk),
        object_repr=(name or f"{target._meta.verbose_name} {target.pk}")[:_MAX_NAME],
        action_flag=CHANGE,
        change_message=what,
    )
