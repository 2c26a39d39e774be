"""Forms of passkeys: our words, and an answer to what no browser sends.

The library checks signatures; what isn't even shaped like a credential makes it fail in many ways, all of which say the
same here: the passkey wasn't accepted.
"""

from __future__ import annotations

import binascii
from typing import Any

from allauth.mfa.webauthn import forms as theirs
from django import forms

_MAX_NAME = 60
_FAILURES = (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError, binascii.Error)
_REFUSED = "The passkey wasn’t accepted. Try again."


def _name_field(help_text: str = "") -> forms.CharField:
    attrs = {"autocomplete": "off", "maxlength": str(_MAX_NAME)}
    return forms.CharField(label="Name", max_length=_MAX_NAME, widget=forms.TextInput(attrs=attrs), help_text=help_text)


class AddPasskeyForm(theirs.AddWebAuthnForm):  # type: ignore[misc]
    """A new passkey: its name, and whether it signs in by itself."""

    name = _name_field("For example “phone” or “blue key”. Only you see it.")
    passwordless = forms.BooleanField(
        label="Sign in with it alone, without a password",
        required=False,
        initial=True,
        help_text="It then asks for a PIN, a fingerprint or your face. Old security keys can’t: untick this for them.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False  # the browser has made the passkey before the form is sent

    def clean(self) -> dict[str, Any]:
        """What was sent, once the passkey is accepted. Raises ValidationError."""
        try:
            cleaned: dict[str, Any] = super().clean()
        except _FAILURES as error:
            raise forms.ValidationError(_REFUSED) from error
        return cleaned


class RenamePasskeyForm(theirs.EditWebAuthnForm):  # type: ignore[misc]
    """Another name for a passkey."""

    name = _name_field()


class _Checked(forms.Form):
    """A sign-in by a passkey."""

    def clean_credential(self) -> Any:
        """The passkey that was used. Raises ValidationError."""
        try:
            return super().clean_credential()  # type: ignore[misc]
        except _FAILURES as error:
            raise forms.ValidationError(_REFUSED) from error


class AuthenticatePasskeyForm(_Checked, theirs.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey after the password."""


class ReauthenticatePasskeyForm(_Checked, theirs.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey in place of the password, given once more."""


class LoginPasskeyForm(_Checked, theirs.LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey alone."""
