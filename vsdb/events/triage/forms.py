"""The forms of rulings, penalties, messages and later verdicts. What is wrong with a text is said by the services."""

from __future__ import annotations

from django import forms

from vsdb.events.models import Penalty
from vsdb.events.triage.services import Decision

_ALLOWED, _REFUSED = "allowed", "refused"


class RulingForm(forms.Form):
    """A ruling on the finding of a digest; `seen` is the ruling that was shown with it."""

    finding = forms.CharField(max_length=64)
    seen = forms.IntegerField(required=False, min_value=1)
    decision = forms.ChoiceField(
        choices=((_ALLOWED, "Allowed"), (_REFUSED, "Not allowed")),
        error_messages={"required": "Choose whether this is allowed."},
    )
    reason = forms.CharField(required=False, strip=False)
    document = forms.CharField(required=False)
    rule = forms.CharField(required=False)
    all_lists = forms.BooleanField(required=False)

    def to_decision(self) -> Decision:
        """What was decided; the form is valid."""
        said = self.cleaned_data
        return Decision(said["decision"] == _ALLOWED, said["reason"], said["document"], said["rule"])


class PenaltyForm(forms.Form):
    """A penalty; `seen` is how many the player had when the form was shown, withdrawn ones too."""

    kind = forms.ChoiceField(choices=Penalty.Kind.choices, error_messages={"required": "Choose a penalty."})
    infraction = forms.CharField(required=False, strip=False)
    reason = forms.CharField(required=False, strip=False)
    seen = forms.IntegerField(required=False, min_value=0)
    list = forms.IntegerField(required=False, min_value=1)


class AdoptionForm(forms.Form):
    """What the head judge does with a later verdict."""

    verdict = forms.IntegerField(min_value=1)
    choice = forms.ChoiceField(
        choices=(("adopt", "Adopt the later verdict"), ("keep", "Keep the verdict of record")),
        error_messages={"required": "Choose which verdict counts."},
    )
    reason = forms.CharField(required=False, strip=False)


class MessageForm(forms.Form):
    """A message to players. Nothing is sent before `confirm`."""

    subject = forms.CharField(required=False, strip=False)
    text = forms.CharField(required=False, strip=False)
    nonce = forms.CharField(required=False, max_length=40)
    confirm = forms.BooleanField(required=False)
