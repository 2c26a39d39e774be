"""User names that are allowed, and the account forms that the accounts library lacks."""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError

from vsdb.accounts.models import ApiToken

SHORTEST, MAX_LENGTH = 2, 30  #: characters

#: Letters and digits of ASCII, so that no letter of another script can pass for one; hyphens only between them.
_NAME = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", re.ASCII)
#: Names that speak for the site, or would be taken for a word of an address.
_RESERVED = frozenset(
    (
        *("abuse", "account", "accounts", "admin", "administration", "administrator", "anonymous", "api", "billing"),
        *("contact", "deleted", "edit", "editor", "everybody", "help", "info", "judge", "judges", "legal", "login"),
        *("logout", "mail", "me", "mod", "moderation", "moderator", "moderators", "nobody", "none", "null", "official"),
        *("operator", "owner", "people", "postmaster", "root", "security", "settings", "shared", "signin", "signout"),
        *("signup", "site", "somebody", "staff", "stranger", "superuser", "support", "system", "team", "undefined"),
        *("vsdb", "webmaster", "you"),
    )
)
#: Digits and letters that are read as another letter: adm1n, 0fficial.
_READ_AS = str.maketrans("01l35", "oiies")


def validate_name_form(name: str) -> None:
    """Letters, digits and single hyphens between them. Raises ValidationError."""
    if not _NAME.fullmatch(name):
        raise ValidationError(
            "Use letters A to Z, digits, and single hyphens between them.", code="username-characters"
        )
    if not SHORTEST <= len(name) <= MAX_LENGTH:
        raise ValidationError(f"Use {SHORTEST} to {MAX_LENGTH} characters.", code="username-length")


def validate_name_not_reserved(name: str) -> None:
    """No name of the site's own, nor one that reads like it. Raises ValidationError."""
    if _as_read(name) in _RESERVED_AS_READ:
        raise ValidationError("This name is reserved. Choose another.", code="username-reserved")


def _as_read(name: str) -> str:
    """How a name is read at a glance, which tells no hyphen and no digit from a letter."""
    return name.lower().replace("-", "").translate(_READ_AS)


_RESERVED_AS_READ = frozenset(map(_as_read, _RESERVED))

VALIDATORS = [validate_name_form, validate_name_not_reserved]


_LASTS = (("30", "30 days"), ("90", "90 days"), ("365", "1 year"), ("", "Never"))


class TokenForm(forms.Form):
    """A new token: its name, its rights and when it expires."""

    name = forms.CharField(
        max_length=60,
        label="Name",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Only you see it, for example “deck backup”.",
    )
    scope = forms.ChoiceField(choices=ApiToken.Scope.choices, initial=ApiToken.Scope.READ, label="Rights")
    days = forms.TypedChoiceField(
        choices=_LASTS, coerce=int, empty_value=None, required=False, initial="90", label="Expires after"
    )


class DeleteForm(forms.Form):
    """The last step before an account is deleted: its name, typed."""

    name = forms.CharField(
        label="Your user name", widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"})
    )

    def __init__(self, username: str, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.username = username

    def clean_name(self) -> str:
        """The account's name, in upper or lower case. Raises ValidationError."""
        typed: str = self.cleaned_data["name"]
        if typed.lower() != self.username.lower():
            raise forms.ValidationError(f"Your user name is {self.username}. Type it to delete the account.")
        return typed
