"""Accounts in the admin: staff sees what there is and may take it away, and sees no secret."""

from __future__ import annotations

from typing import ClassVar

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

from vsdb.accounts.models import ApiToken

# The library's own page shows the secrets themselves.
admin.site.unregister(Authenticator)


class _SeenAndDeleted(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that only their owners make."""

    list_select_related = ("user",)
    search_fields = ("user__username",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Authenticator)
class AuthenticatorAdmin(_SeenAndDeleted):
    """Second factors: deleting one lets its owner in by the password alone, where the phone is lost."""

    fields = list_display = ("user", "type", "created_at", "last_used_at")
    list_filter: ClassVar = ("type",)


@admin.register(ApiToken)
class ApiTokenAdmin(_SeenAndDeleted):
    """Tokens: deleting one revokes it."""

    fields = list_display = ("user", "name", "prefix", "scope", "created", "last_used", "expires")
    list_filter: ClassVar = ("scope",)
