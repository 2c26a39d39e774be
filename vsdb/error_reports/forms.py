"""The forms of a report and of staff's answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from vsdb.error_reports.models import MAX_ANSWER, MAX_SOURCE, MAX_TEXT, ErrorReport


class ReportForm(forms.Form):
    """What is wrong, and with which of `facts`. `website` is a trap for programs: people don't see it."""

    text = forms.CharField(
        max_length=MAX_TEXT,
        label="What is wrong?",
        help_text="Say what the page shows and what is right.",
        widget=forms.Textarea(attrs={"rows": 6}),
        error_messages={"required": "Describe what is wrong."},
    )
    source = forms.CharField(
        max_length=MAX_SOURCE,
        required=False,
        label="Source (optional)",
        help_text="A link, a rule number, or a card that shows it.",
    )
    email = forms.EmailField(
        required=False,
        label="Email for the answer (optional)",
        help_text="We use it for this answer only and delete it then, at most 7 days after the report is closed.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    website = forms.CharField(
        required=False,
        label="Leave this field empty",
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def __init__(self, *args: Any, facts: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if facts:
            choices = [("", "Another, or several"), *((each, each) for each in facts)]
            self.fields["fact"] = forms.ChoiceField(choices=choices, required=False, label="Which fact? (optional)")

    def clean(self) -> dict[str, Any]:
        """What was written. Raises ValidationError where the trap was filled in."""
        cleaned = super().clean() or self.cleaned_data
        if self.data.get("website"):
            # Shown again it is empty, for a person whose browser filled it in.
            self.data = {**self.data.dict(), "website": ""} if isinstance(self.data, QueryDict) else {}
            raise forms.ValidationError("A hidden field was filled in, as programs do. Send the report again.")
        return cleaned


class AnswerForm(forms.Form):
    """What staff decides, and what the reporter is told."""

    state = forms.ChoiceField(choices=ErrorReport.State.choices, label="State")
    answer = forms.CharField(
        max_length=MAX_ANSWER,
        required=False,
        label="Answer to the reporter",
        help_text="Required to decline a report.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    edition = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """A declined report says why."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("state") == ErrorReport.State.DECLINED and not cleaned.get("answer"):
            self.add_error("answer", "Say why the report is declined.")
        return cleaned
