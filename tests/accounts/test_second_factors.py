"""Secrets of authenticator apps and recovery codes at rest."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from tests.accounts.people import add_authenticator, is_signed_in, sign_in, sure, totp
from vsdb.core import encryption, sealed_stores

pytestmark = pytest.mark.django_db
CODE = "/account/two-factor/authenticate/"


def test_are_sealed_in_the_database() -> None:
    secret = add_authenticator(sure())
    held = {row.type: row.data for row in Authenticator.objects.all()}
    assert encryption.unseal(held["totp"]["secret"]) == secret
    assert encryption.is_sealed(held["recovery_codes"]["seed"])


def test_stored_before_there_were_keys_work_and_are_sealed_by_the_command() -> None:
    owner = sure()
    secret = add_authenticator(owner)
    call_command("rotate_keys", "--in-clear", verbosity=0)
    row = Authenticator.objects.get(type="totp")
    assert row.data["secret"] == secret
    codes = owner.get("/account/two-factor/recovery-codes/").content
    call_command("rotate_keys", verbosity=0)
    row.refresh_from_db()
    assert encryption.is_sealed(row.data["secret"])
    assert sealed_stores.count_by_key()["mfa.Authenticator.data"][sealed_stores.IN_CLEAR] == 0
    browser = Client()
    sign_in(browser)
    browser.post(CODE, {"code": totp(secret, steps_ahead=1)})
    assert is_signed_in(browser)
    assert owner.get("/account/two-factor/recovery-codes/").content.count(b"<li") == codes.count(b"<li")


def test_whose_key_is_missing_are_said_to_be_so_at_sign_in(settings: Settings) -> None:
    settings.FIELD_KEYS = ["a key that will be lost, long enough"]
    secret = add_authenticator(sure())
    settings.FIELD_KEYS = []
    browser = Client()
    sign_in(browser)
    answer = browser.post(CODE, {"code": totp(secret, steps_ahead=1)})
    assert answer.status_code == 503
    assert "encryption keys is missing" in answer.content.decode()
    assert not is_signed_in(browser)
