"""Formats by organizers in the admin: staff sees what is published, and may take it away from the public."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from vsdb.accounts.staff_log import log_staff_action
from vsdb.custom_formats import services
from vsdb.custom_formats.models import OwnFormat


@admin.register(OwnFormat)
class OwnFormatAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Published formats; a draft is its owner's alone. Nothing is changed here but whether others see them."""

    fields = list_display = (
        *("name", "slug", "game", "owner", "current", "edited"),
        *("retired_at", "hidden_at", "hidden_why"),
    )
    list_select_related = ("owner", "game")
    list_filter: ClassVar = ("game",)
    search_fields = ("name", "slug", "owner__username")
    list_per_page = 50
    show_full_result_count = False
    actions = ("hide_them", "show_them")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What everybody sees, or saw."""
        return super().get_queryset(request).exclude(newest=None)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """The list's actions ask for it; a format itself is changed by nobody here."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.action(description="Hide from everyone except the organizer", permissions=["change"])
    def hide_them(self, request: HttpRequest, queryset: QuerySet[OwnFormat]) -> None:
        """The formats are found by nobody else."""
        for fmt in queryset:
            services.hide(fmt, "Hidden by staff.")
            log_staff_action(cast(int, request.user.pk), fmt, "Hidden by staff.", name=fmt.slug)
        messages.success(request, "The formats are hidden.")

    @admin.action(description="Show again", permissions=["change"])
    def show_them(self, request: HttpRequest, queryset: QuerySet[OwnFormat]) -> None:
        """The formats are found again."""
        for fmt in queryset:
            services.hide(fmt, "", is_hidden=False)
            log_staff_action(cast(int, request.user.pk), fmt, "Shown again.", name=fmt.slug)
        messages.success(request, "The formats are visible again.")
