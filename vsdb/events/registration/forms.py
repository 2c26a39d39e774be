"""Forms of registration: what players say of themselves, and what staff changes in a row of the players' table."""

from __future__ import annotations

from typing import Any

from django import forms

from engine import InputError
from vsdb.core.words import to_sentence
from vsdb.events.models import Event, Registration
from vsdb.events.registration.consents import DISCLOSURE, NAMED, PUBLISH, Consents, list_wordings
from vsdb.events.registration.names import MAX_TABLE

State = Registration.State
#: What staff sets; a place is offered by the waiting list alone.
STATE_CHOICES = (
    (State.CONFIRMED, "Confirmed"),
    (State.WAITLISTED, "Waiting list"),
    (State.WITHDRAWN, "Withdrawn"),
    (State.DROPPED, "Dropped"),
)


class NamesForm(forms.Form):
    """How a player is named and reached."""

    shown_name = forms.CharField(label="Name", max_length=80, help_text="What everybody sees. It may be an alias.")
    sort_name = forms.CharField(
        label="Name for sorting",
        max_length=120,
        required=False,
        help_text="Only the desk sees it, such as “Doe, Jane”. Empty: the name.",
    )
    email = forms.EmailField(label="Email", max_length=254, required=False)

    def refuse(self, error: InputError) -> None:
        """Put what a service found wrong beside its field."""
        self.add_error(error.place if error.place in self.fields else None, to_sentence(error.message))

    def list_names(self) -> dict[str, Any]:
        """The names as services take them."""
        return {name: self.cleaned_data[name] for name in NamesForm.base_fields}


class ConsentsForm(forms.Form):
    """What a player agrees to, in the words of the event now."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for what, text in list_wordings(event).items():
            self.fields[what] = forms.BooleanField(label=text, required=False)

    def get_consents(self) -> Consents:
        """What was ticked; what isn't asked isn't agreed to."""
        given = self.cleaned_data
        return Consents(
            disclosure=given.get(DISCLOSURE, False), publish=given.get(PUBLISH, False), named=given.get(NAMED, False)
        )

    @property
    def consent_fields(self) -> list[forms.BoundField]:
        """The fields of consents alone."""
        return [self[what] for what in (DISCLOSURE, PUBLISH, NAMED) if what in self.fields]


class RegistrationForm(ConsentsForm, NamesForm):
    """A player registers."""


class WalkInForm(NamesForm):
    """The desk registers somebody."""

    external_id = forms.CharField(
        label="Id elsewhere",
        max_length=80,
        required=False,
        help_text="Such as a membership number. Imports match by it.",
    )
    table = forms.IntegerField(label="Table", min_value=1, max_value=MAX_TABLE, required=False)
    over_capacity = forms.BooleanField(label="Confirm even if all places are taken", required=False)


class EditForm(NamesForm):
    """The desk changes names and address."""

    external_id = WalkInForm.base_fields["external_id"]
    edition = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class PlaceForm(forms.Form):
    """State, table and cut of a player, with the edition that they were read in."""

    state = forms.ChoiceField(choices=(*STATE_CHOICES, (State.PENDING, "Place offered")))
    table = forms.IntegerField(min_value=1, max_value=MAX_TABLE, required=False)
    is_in_cut = forms.BooleanField(required=False)
    over_capacity = forms.BooleanField(required=False)
    edition = forms.IntegerField(min_value=1)


class CodeForm(forms.Form):
    """A code of an event."""

    code = forms.CharField(label="Code", max_length=40)
