"""Error reports in the admin: staff sees them and may delete them; they are answered on their own page."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest

from vsdb.error_reports.models import ErrorReport


@admin.register(ErrorReport)
class ErrorReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Without the secret of the reporter's address."""

    list_display = ("text", "kind", "subject", "state", "sent", "handled_by", "handled")
    fields = (
        *("kind", "subject", "fact", "page", "game", "format", "as_of", "fingerprint", "finding"),
        *("position", "data_version"),
        *("text", "source", "email", "by", "sent", "state", "answer", "handled_by", "handled"),
    )
    list_filter: ClassVar = ("state", "kind", "game")
    list_select_related = ("handled_by",)
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("text", "subject")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
