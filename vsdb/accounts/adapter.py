"""What we ask of the accounts library beyond its settings."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.stages import EmailVerificationStage
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume, respond_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.sites.shortcuts import get_current_site
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme

from vsdb.accounts.limits import FAILED_SIGN_IN, count_for_address, is_within_limit
from vsdb.core.limits.callers import get_client_address

NO_MAIL = "This site can’t send email now. What you entered is stored."
UNSENT = "mail"  #: marks that notice
_SENT = "account/messages/email_confirmation_sent.txt"  #: the library says so whatever became of the mail


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

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that limits count by and that the list of sessions shows."""
        return get_client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a sign-in before the password is looked at: where the account has had too many, also failed ones, or
        too many of the address have failed. One that succeeds doesn't count for the address."""
        key = self._get_login_attempts_cache_key(request, **credentials)
        if not is_within_limit(request, FAILED_SIGN_IN):
            raise ImmediateHttpResponse(respond_429(request))
        if not consume(request, action="sign_in", key=key):
            raise ImmediateHttpResponse(respond_429(request))
        super().pre_authenticate(request, **credentials)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a sign-in that failed for the address."""
        count_for_address(request, FAILED_SIGN_IN)
        super().authentication_failed(request, **credentials)

    def is_safe_url(self, url: str | None) -> bool:
        """Whether an address that a request asks to be led to is one of this very host."""
        host = self.request.get_host()
        return url_has_allowed_host_and_scheme(url, {host}, require_https=self.request.is_secure())

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; where no server takes it, tell the visitor, and go on. The log has it already (`core.mail`).

        Who has an account and who has none are told the same.
        """
        request = allauth_context.request
        told = {"request": request, "email": email, "current_site": get_current_site(request), **context}
        if not self.render_mail(template_prefix, email, told).send() and request is not None:
            messages.error(request, NO_MAIL, extra_tags=UNSENT)
            request.is_mail_unsent = True

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        """Put a notice on the next page; that a link was sent only if it was."""
        if message_template != _SENT or not getattr(request, "is_mail_unsent", False):
            super().add_message(request, level, message_template, *args, **kwargs)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, str]]:
        """The ways to show once more that it is you, in our words."""
        said = {"mfa_reauthenticate:webauthn": "Use a passkey"}
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        return [{**each, "description": said.get(each["id"], each["description"])} for each in methods]

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
