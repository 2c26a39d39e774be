"""One's own data: taken along whole, and gone when the account is."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client

from tests.accounts.people import account, add_authenticator, at_home, is_signed_in, sign_in, sure
from vsdb.accounts.models import ApiToken
from vsdb.accounts.own_data import list_own_data_sections
from vsdb.accounts.services import delete_account, make_token
from vsdb.exchange.card_files.models import Import

pytestmark = pytest.mark.django_db


class TestTheExport:
    def test_holds_what_is_known_and_no_secret(self) -> None:
        client = sure()
        add_authenticator(client)
        user = User.objects.get()
        token, secret = make_token(user, name="backup", scope="read")
        Import.objects.create(by=user, source="csv", file_name="cards.csv")
        LogEntry.objects.create(user=user, action_flag=DELETION, object_repr="A card")
        answer = client.get("/account/export/")
        assert answer.headers["Content-Disposition"].startswith("attachment;")
        assert "no-store" in answer.headers["Cache-Control"]
        data = json.loads(answer.content)
        assert data.keys() >= {"exported", *(section.name for section in list_own_data_sections())}
        assert data["account"]["username"] == "ann"
        assert data["emails"] == [{"email": "ann@example.org", "verified": True, "primary": True}]
        assert data["sessions"][0]["ip"] == "127.0.0.1"
        assert {each["type"] for each in data["two_factor"]} == {"totp", "recovery_codes"}
        assert data["tokens"][0]["name"] == "backup"
        assert data["administration"][0]["object_repr"] == "A card"
        assert data["imports"][0]["file_name"] == "cards.csv"
        keys = UserSession.objects.values_list("session_key", flat=True)
        for hidden in (secret, token.digest, user.password, *keys):
            assert hidden not in answer.content.decode()

    def test_holds_nothing_of_anybody_else(self) -> None:
        bob = account("bob")
        make_token(bob, name="token of Bob", scope="read")
        sign_in(Client(headers={"user-agent": "Browser of Bob"}), "bob")
        text = sure().get("/account/export/").content.decode().lower()
        assert "bob" not in text

    def test_asks_for_the_password_once_more(self) -> None:
        answer = at_home().get("/account/export/")
        assert answer.headers["Location"].startswith("/account/reauthenticate/")


class TestTheDeletion:
    def test_says_what_goes_and_what_stays(self) -> None:
        page = sure().get("/account/delete/").content.decode()
        assert all(section.fate in page for section in list_own_data_sections())

    def test_asks_for_the_password_once_more_and_for_the_name(self) -> None:
        client = at_home()
        answer = client.post("/account/delete/", {"name": "ann"})
        assert answer.headers["Location"].startswith("/account/reauthenticate/")
        careful = Client()
        sign_in(careful)
        careful.post("/account/reauthenticate/", {"password": "seven geese in a row"})
        answer = careful.post("/account/delete/", {"name": "bob"})
        assert answer.status_code == 400
        assert "Your user name is ann" in answer.content.decode()
        assert User.objects.exists()

    def test_is_done_at_once_and_signs_out_everywhere(self) -> None:
        client, other = sure(), Client()
        sign_in(other)
        answer = client.post("/account/delete/", {"name": "Ann"}, follow=True)
        assert "Account deleted" in answer.content.decode()
        assert not is_signed_in(client)
        assert not is_signed_in(other)
        assert not Session.objects.exists()
        assert sign_in(Client()).status_code == 200

    def test_leaves_the_name_and_the_address_to_others(self) -> None:
        delete_account(account())
        assert account().username == "ann"

    def test_leaves_others_alone(self) -> None:
        ann, bob = account("ann"), account("bob")
        make_token(bob, name="backup", scope="read")
        delete_account(ann)
        assert User.objects.get() == bob
        assert EmailAddress.objects.get().user == bob
        assert ApiToken.objects.get().user == bob

    def test_keeps_what_staff_imported_without_the_name(self) -> None:
        user = account()
        Import.objects.create(by=user, source="csv", file_name="cards.csv")
        delete_account(user)
        assert Import.objects.get().by is None

    @pytest.mark.parametrize("model", [User, *(each.related_model for each in User._meta.related_objects)])
    def test_every_row_about_somebody_is_either_deleted_with_the_account_or_loses_the_name(
        self, model: type[models.Model]
    ) -> None:
        """No table may hold an account back, or keep a number of one that is gone."""
        about = [
            field
            for field in model._meta.get_fields()
            if isinstance(field, models.ForeignKey | models.OneToOneField) and field.related_model is User
        ]
        allowed = {models.CASCADE, models.SET_NULL}
        assert {field.remote_field.on_delete for field in about} <= allowed

    def test_finds_every_table_that_is_about_somebody(self) -> None:
        """What is held about people is known: a new table with a person in it adds a section or its name here."""
        found = {
            model._meta.label
            for model in apps.get_models()
            for field in model._meta.get_fields()
            if isinstance(field, models.ForeignKey | models.OneToOneField | models.ManyToManyField)
            and field.related_model is User
        }
        assert found <= {
            "account.EmailAddress",
            "accounts.ApiToken",
            "admin.LogEntry",
            "changes.FeedKey",
            "changes.FollowSettings",
            "decks.Folder",
            "decks.Label",
            "error_reports.ErrorReport",
            "changes.Follow",
            "collection.CollectedCard",
            "collection.Collection",
            "importing.Import",
            "ownformats.OwnFormat",
            "play.SavedPosition",
            "ownformats.OwnFormatVersion",
            "mfa.Authenticator",
            "rechecks.Recheck",
            "check.ManyCheck",
            "simulations.SimulationRun",
            "usersessions.UserSession",
            *(f"decks.{name}" for name in ("Deck", "Revision", "Like", "Comment", "Report")),
            *(f"events.{name}" for name in ("Actor", "Batch", "Device", "PaperJob", "Registration", "Role")),
        }
