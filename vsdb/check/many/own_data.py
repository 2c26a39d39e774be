"""What is held about somebody in checks of many lists: for their export, and what a deletion does with it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.contrib.auth.models import User

from vsdb.accounts.own_data import OwnDataSection
from vsdb.check.models import ListOfCheck, ManyCheck

_FIELDS = ("game", "format", "as_of", "total", "state", "judged", "asked", "started", "ended")


def export_checks(user: User) -> list[dict[str, Any]]:
    """Their checks with the lists; two queries."""
    lists: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    rows = ListOfCheck.objects.filter(check_of__user=user).order_by("number")
    for key, name, file, text in rows.values_list("check_of", "name", "file", "text"):
        lists[key].append({"name": name, "file": file, "text": text})
    checks = ManyCheck.objects.filter(user=user).order_by("asked")
    return [{name: getattr(check, name) for name in _FIELDS} | {"lists": lists[check.pk]} for check in checks]


SECTIONS = (
    OwnDataSection(
        "checks_of_many_lists",
        27,
        export_checks,
        "Your checks of many lists are cancelled and deleted, with the lists and results.",
    ),
)
