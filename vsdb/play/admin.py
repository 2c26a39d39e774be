"""Saved positions in the admin: staff sees the public ones, and may take one away from the public."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from vsdb.accounts.staff_log import log_staff_action
from vsdb.play.kept import services
from vsdb.play.models import SavedPosition


@admin.register(SavedPosition)
class SavedPositionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Public positions; a private one is its owner's alone. Nothing is changed here but whether others see them."""

    fields = list_display = ("name", "game", "owner", "outcome", "edited", "hidden_at")
    list_select_related = ("owner",)
    list_filter: ClassVar = ("game",)
    search_fields = ("name", "owner__username")
    list_per_page = 50
    show_full_result_count = False
    actions = ("hide_them", "show_them")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What everybody sees, or saw."""
        return super().get_queryset(request).filter(is_public=True)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """The list's actions ask for it; a position itself is changed by nobody here."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.action(description="Hide from everyone except the owner", permissions=["change"])
    def hide_them(self, request: HttpRequest, queryset: QuerySet[SavedPosition]) -> None:
        """The positions are found by nobody else."""
        self._hide(request, queryset, "Hidden by staff.", is_hidden=True)
        messages.success(request, "The positions are hidden.")

    @admin.action(description="Show again", permissions=["change"])
    def show_them(self, request: HttpRequest, queryset: QuerySet[SavedPosition]) -> None:
        """The positions are found again."""
        self._hide(request, queryset, "Shown again.", is_hidden=False)
        messages.success(request, "The positions are visible again.")

    @staticmethod
    def _hide(request: HttpRequest, queryset: QuerySet[SavedPosition], said: str, *, is_hidden: bool) -> None:
        for saved in queryset:
            services.hide_position(saved, is_hidden=is_hidden)
            log_staff_action(cast(int, request.user.pk), saved, said, name=saved.key)
