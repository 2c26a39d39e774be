"""Sessions: devices in words, when they were last seen, ending one and ending all others."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from tests.accounts.people import account, at_home, is_signed_in, sign_in
from vsdb.accounts.sessions import describe_device

pytestmark = pytest.mark.django_db
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"
EDGE = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0"
PAGE = "/account/sessions/"


@pytest.mark.parametrize(
    ("said", "device"),
    [
        (WINDOWS, "Firefox on Windows"),
        (PHONE, "Safari on iPhone"),
        (EDGE, "Edge on macOS"),
        ("curl/8.5.0", "curl"),
        ("", "Unknown browser"),
        ("<script>", "Unknown browser"),
    ],
)
def test_devices_are_named_in_words(said: str, device: str) -> None:
    assert describe_device(said) == device


def here_and_on_a_phone() -> tuple[Client, Client]:
    here, phone = at_home(), Client(headers={"user-agent": PHONE})
    sign_in(phone)
    return here, phone


class TestThePage:
    def test_ends_one_session(self) -> None:
        here, phone = here_and_on_a_phone()
        assert "Safari on iPhone" in here.get(PAGE).content.decode()
        other = UserSession.objects.get(user_agent=PHONE)
        assert here.post(f"{PAGE}{other.pk}/end/").status_code == 302
        assert is_signed_in(here)
        assert not is_signed_in(phone)
        assert "Safari on iPhone" not in here.get(PAGE).content.decode()

    def test_ends_all_others(self) -> None:
        here, phone = here_and_on_a_phone()
        here.post(PAGE)
        assert is_signed_in(here)
        assert not is_signed_in(phone)

    def test_ends_nobody_elses(self) -> None:
        here = at_home()
        account("bob")
        bob = Client()
        sign_in(bob, "bob")
        row = UserSession.objects.get(user__username="bob")
        assert here.post(f"{PAGE}{row.pk}/end/").status_code == 404
        assert is_signed_in(bob)

    def test_says_when_a_session_was_last_seen(self) -> None:
        here = at_home()
        long_ago = timezone.now() - timedelta(hours=3)
        UserSession.objects.update(last_seen_at=long_ago)
        here.get("/account/")
        assert UserSession.objects.get().last_seen_at == long_ago  # seen at sign-in, minutes ago at most
        session = here.session
        session["seen"] = int(long_ago.timestamp())
        session.save()
        here.get("/account/")
        assert timezone.now() - UserSession.objects.get().last_seen_at < timedelta(minutes=1)
