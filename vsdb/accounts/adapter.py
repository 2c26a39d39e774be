"""What we ask of the accounts library beyond its settings."""

from __future__ import annotations

from typing import ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.stages import EmailVerificationStage
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up may be closed, nobody is led to another host, and staff needs no confirmed address."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": "This account is closed.",
        "duplicate_email": "Your account already uses this email address.",
        "email_password_mismatch": "Wrong email address or password.",
        "username_password_mismatch": "Wrong user name or password.",
        "email_taken": "An account already uses this email address.",
        "username_taken": "This user name is taken.",
        "username_blacklisted": "This user name is reserved. Choose another.",
        "enter_current_password": "Wrong current password.",
        "invalid_password_reset": "This link has expired or was already used.",
        "same_as_current": "Enter a new value; this is the current one.",
        "rate_limited": "Too many requests. Wait a minute and try again.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether strangers may make accounts."""
        return bool(settings.ACCOUNT_SIGNUP_OPEN)

    def is_safe_url(self, url: str | None) -> bool:
        """Whether an address that a request asks to be led to is one of this very host."""
        host = self.request.get_host()
        return url_has_allowed_host_and_scheme(url, {host}, require_https=self.request.is_secure())

    def get_login_stages(self) -> list[str]:
        """What is asked after the password, in this order."""
        ours = f"{ConfirmedEmail.__module__}.{ConfirmedEmail.__qualname__}"
        theirs = f"{EmailVerificationStage.__module__}.{EmailVerificationStage.__qualname__}"
        return [ours if stage == theirs else stage for stage in super().get_login_stages()]


class ConfirmedEmail(EmailVerificationStage):  # type: ignore[misc]
    """Only who has confirmed an address comes in, but for staff, whose accounts somebody has made for them."""

    def handle(self) -> tuple[HttpResponseBase | None, bool]:
        """The answer that stops the login, if any, and whether the login may go on after it."""
        user = self.login.user
        if user is not None and user.is_staff:
            return None, True
        answer: tuple[HttpResponseBase | None, bool] = super().handle()
        return answer
