"""Signing up and in take the same work whether an account is known or not, so that their time tells nothing."""

from __future__ import annotations

from typing import Any

from allauth.account.app_settings import LoginMethod
from allauth.account.forms import LoginForm, SignupForm
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import get_random_string


class _TakenBackError(Exception):
    """Ends a rehearsal."""


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Sign-up that makes an account or, for an address that has one, makes one and takes it back.

    Both hash the password, write the same rows in one transaction and send one email.
    """

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        """The new account and no answer; for an address that has one no account, and the same answer as after it."""
        if not self.account_already_exists:
            with transaction.atomic(), transaction.atomic():
                made: tuple[Any, Any] = super().try_save(request)
            return made
        with transaction.atomic():
            try:
                with transaction.atomic():
                    self._rehearse(request)
                    raise _TakenBackError
            except _TakenBackError:
                pass
        answered: tuple[Any, Any] = super().try_save(request)
        return answered

    def _rehearse(self, request: HttpRequest) -> None:
        """Make an account with this name and an address that nobody has."""
        email = self.cleaned_data["email"]
        self.account_already_exists = False
        self.cleaned_data["email"] = f"{get_random_string(20).lower()}@rehearsal.invalid"
        try:
            self.save(request)
        finally:
            self.account_already_exists = True
            self.cleaned_data["email"] = email


class SignInForm(LoginForm):  # type: ignore[misc]
    """Sign-in that hashes a wrong password once, also for an email address that has an account."""

    def user_credentials(self) -> dict[str, Any]:
        """What is looked up; an email address also as a user name only if somebody has that name.

        With both, the library checks the password of the address's account twice.
        """
        found: dict[str, Any] = super().user_credentials()
        if LoginMethod.EMAIL in found and not User.objects.filter(username__iexact=found[LoginMethod.EMAIL]).exists():
            found.pop(LoginMethod.USERNAME, None)
        return found
