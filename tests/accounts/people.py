"""People as tests make them, and what they do at the door."""

from __future__ import annotations

import base64
import hmac
import re
import struct
import time
from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.test import Client

PASSWORD = "seven geese in a row"


def account(name: str = "ann", *, is_confirmed: bool = True, is_staff: bool = False) -> User:
    """Somebody with an account, and an address that is confirmed."""
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, is_staff=is_staff)
    EmailAddress.objects.create(user=user, email=user.email, verified=is_confirmed, primary=True)
    return user


def sign_in(client: Client, login: str = "ann", password: str = PASSWORD, **more: str) -> HttpResponse:
    """What the form at the door answers."""
    return client.post("/account/login/", {"login": login, "password": password, **more})


def at_home(name: str = "ann") -> Client:
    """A browser in which somebody has signed in at the door."""
    account(name)
    client = Client()
    assert sign_in(client, name).status_code == 302
    return client


def is_it_you(client: Client, password: str = PASSWORD) -> HttpResponse:
    """What is answered to the password, given once more."""
    return client.post("/account/reauthenticate/", {"password": password})


def sure(name: str = "ann") -> Client:
    """A browser in which somebody has signed in, and has given the password once more."""
    client = at_home(name)
    assert is_it_you(client).status_code == 302
    return client


def link_in(mail: EmailMessage) -> str:
    """The path of the one link of a message."""
    (link,) = re.findall(r"https?://testserver(/\S+)", mail.body)
    return str(link)


def texts(mails: Sequence[EmailMessage]) -> list[str]:
    return [f"{mail.subject}\n{mail.body}" for mail in mails]


def totp(secret: str, steps_ahead: int = 0) -> str:
    """The code of an authenticator now, as RFC 6238 reckons it (HMAC-SHA-1, 30 seconds, six digits)."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps_ahead)
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place : place + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def add_authenticator(client: Client) -> str:
    """Set up an authenticator in a browser whose owner has given the password anew; its secret."""
    page = client.get("/account/two-factor/totp/activate/").content.decode()
    (secret,) = re.findall(r"<code>([A-Z2-7]{32})</code>", page)
    answer = client.post("/account/two-factor/totp/activate/", {"code": totp(secret)})
    assert answer.headers["Location"] == "/account/two-factor/recovery-codes/"
    return str(secret)


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200
