"""The forms of one's own account that the accounts library doesn't have."""

from __future__ import annotations

from django import forms

from vsdb.accounts.models import ApiToken

_LASTS = (("30", "30 days"), ("90", "90 days"), ("365", "A year"), ("", "Until I revoke it"))


class TokenForm(forms.Form):
    """A new token: what it is for, what it may do and how long it lasts."""

    name = forms.CharField(
        max_length=60,
        label="What it is for",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="For your eyes: deck backup, bot of the league.",
    )
    scope = forms.ChoiceField(choices=ApiToken.Scope.choices, initial=ApiToken.Scope.READ, label="What it may do")
    days = forms.TypedChoiceField(
        choices=_LASTS, coerce=int, empty_value=None, required=False, initial="90", label="How long it lasts"
    )


class DeleteForm(forms.Form):
    """The last question before an account is deleted: its name, typed."""

    name = forms.CharField(
        label="Your user name", widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"})
    )

    def __init__(self, username: str, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.username = username

    def clean_name(self) -> str:
        """The very name of the account, in any case."""
        typed: str = self.cleaned_data["name"]
        if typed.lower() != self.username.lower():
            raise forms.ValidationError(f"This isn’t the name of your account; that is {self.username}.")
        return typed
