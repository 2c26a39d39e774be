"""Accounts in the admin: staff sees what there is and may take it away, and sees no secret; and the log of staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from engine import InputError
from vsdb.accounts import control
from vsdb.accounts.models import ApiToken
from vsdb.core.errors import ApplicationError

# The library's own page shows the secrets themselves.
admin.site.unregister(Authenticator)
admin.site.unregister(User)
_RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class ReasonForm(ActionForm):
    """What is done with the accounts that are ticked, and why."""

    reason = forms.CharField(
        required=False,
        max_length=control.MAX_REASON,
        label="Reason",
        widget=forms.TextInput(attrs={"placeholder": "mailed to the person, kept in the log", "size": 40}),
    )


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts, with what an operator does with them: blocking, and a lost second factor."""

    actions = ("block", "unblock", "reset_second_factor")
    action_form = ReasonForm
    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Blocking is an action, which asks for a reason; only an administrator says what others may do."""
        held = (*super().get_readonly_fields(request, obj), "is_active")
        return held if _is_administrator(request) else (*held, *_RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only an administrator changes one, or their password."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Only an administrator deletes one."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store it; staff vouches for the first address that it enters."""
        super().save_model(request, obj, form, change)
        if change and "username" in form.changed_data:
            control.tell_renamed(obj)
        if obj.email and not EmailAddress.objects.filter(user=obj).exists():
            EmailAddress.objects.create(user=obj, email=obj.email.lower(), verified=True, primary=True)

    @admin.action(description="Block: end sessions, delete tokens", permissions=["change"])
    def block(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Nobody signs in with these any more."""
        self._do(request, queryset, control.block_account, "blocked")

    @admin.action(description="Unblock", permissions=["change"])
    def unblock(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """These may sign in again."""
        self._do(request, queryset, control.unblock_account, "unblocked")

    @admin.action(description="Remove the second factor", permissions=["change"])
    def reset_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """The password alone lets these in."""
        self._do(request, queryset, control.reset_second_factor, "without a second factor now")

    def _do(
        self, request: HttpRequest, queryset: QuerySet[User], act: Callable[[User, str, User | None], bool], done: str
    ) -> None:
        by = cast(User, request.user)
        for user in queryset:
            if not _may_touch(request, user):
                messages.error(request, f"Not done for {user.username}: only an administrator may do this to one.")
                continue
            try:
                is_told = act(user, request.POST.get("reason", ""), by)
            except (ApplicationError, InputError) as error:
                messages.error(request, f"Not done for {user.username}: {error}")
            else:
                say = messages.success if is_told else messages.warning
                say(request, f"Done: {user.username} is {done}. {control.say_told(user, is_told=is_told)}")


def _is_administrator(request: HttpRequest) -> bool:
    return cast(User, request.user).is_superuser


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    return user is None or not user.is_superuser or _is_administrator(request)


class _OnlySeen(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that nobody makes or changes here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class _SeenAndDeleted(_OnlySeen):
    """Rows that only their owners make."""

    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(Authenticator)
class AuthenticatorAdmin(_SeenAndDeleted):
    """Second factors. The action on the page of accounts removes all of a person's and tells them."""

    fields = list_display = ("user", "type", "created_at", "last_used_at")
    list_filter: ClassVar = ("type",)


@admin.register(ApiToken)
class ApiTokenAdmin(_SeenAndDeleted):
    """Tokens: deleting one revokes it."""

    fields = list_display = ("user", "name", "prefix", "scope", "created", "last_used", "expires")
    list_filter: ClassVar = ("scope",)


@admin.register(LogEntry)
class StaffLogAdmin(_OnlySeen):
    """What staff did, here, on pages of the site and by commands. Nobody changes or deletes an entry."""

    fields = list_display = ("action_time", "user", "content_type", "object_repr", "action_flag", "said")
    list_select_related = ("user", "content_type")
    list_filter: ClassVar = ("action_flag", "content_type")
    search_fields = ("user__username", "object_repr", "change_message")
    date_hierarchy = "action_time"

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="what")
    def said(self, entry: LogEntry) -> str:
        """What was done, in words."""
        return entry.get_change_message()
