"""Passkeys without a browser: what isn't a credential is refused, by every form, without a crash."""

from __future__ import annotations

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.accounts.people import account, is_signed_in, sure
from vsdb.accounts.second_factors import MfaAdapter

pytestmark = pytest.mark.django_db
HOSTILE = [
    "",
    "x",
    "null",
    "1",
    "[]",
    '"x"',
    "{}",
    json.dumps({"id": "x", "rawId": "x", "type": "public-key", "response": {}}),
    json.dumps({"id": 1, "rawId": [], "response": "x"}),
    json.dumps({"response": {"userHandle": None}}),
    json.dumps(
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": "e30",
                "authenticatorData": "AAAA",
                "signature": "AAAA",
                "userHandle": "enp6eno",
            },
        }
    ),
    json.dumps(
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "oGNmbXQ"},
        }
    ),
]


@pytest.mark.parametrize("sent", HOSTILE)
def test_no_hostile_credential_is_taken_or_crashes(sent: str) -> None:
    stranger = Client()
    assert (
        stranger.get("/account/two-factor/webauthn/login/", headers={"Accept": "application/json"}).status_code == 200
    )
    answer = stranger.post("/account/two-factor/webauthn/login/", {"credential": sent})
    assert answer.headers["Location"] == "/account/login/"
    assert not is_signed_in(stranger)
    owner = sure()
    for end in ("add", "reauthenticate"):
        address = f"/account/two-factor/webauthn/{end}/"
        owner.get(address)  # makes the challenge
        answer = owner.post(address, {"credential": sent, "name": "key"})
        assert answer.status_code in {200, 302}
    assert not Authenticator.objects.exists()


def test_options_name_this_host_and_a_new_challenge_each_time() -> None:
    asked = [
        Client().get("/account/two-factor/webauthn/login/", headers={"Accept": "application/json"}).json()
        for _ in range(2)
    ]
    keys = [each["request_options"]["publicKey"] for each in asked]
    assert {key["rpId"] for key in keys} == {"testserver"}
    assert {key["userVerification"] for key in keys} == {"required"}
    assert keys[0]["challenge"] != keys[1]["challenge"]


def test_a_new_one_is_offered_a_name_that_no_other_has() -> None:
    user, kind = account(), Authenticator.Type.WEBAUTHN
    assert MfaAdapter().generate_authenticator_name(user, kind) == "Passkey"
    for name in ("phone", "Passkey", "Passkey 3"):
        Authenticator.objects.create(user=user, type=kind, data={"name": name})
    assert MfaAdapter().generate_authenticator_name(user, kind) == "Passkey 2"
