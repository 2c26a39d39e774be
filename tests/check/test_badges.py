"""The verdict of a list in an address as a small picture."""

from __future__ import annotations

import pytest
from django.test import Client

from vsdb.check.models import KeptList

pytestmark = pytest.mark.django_db
BADGE, LIST = "/check/badge.svg", "4 Savage Beatdown\n4 Flying Kick\n"
WORDS = {"deck": LIST, "format": "vs-classic/golden-age", "on": "2008-07-01"}


class TestABadgeOfALink:
    def test_says_what_its_page_says(self, client: Client) -> None:
        link = client.post("/check/", WORDS).headers["Location"]
        response = client.get(link.replace("/check/", BADGE))
        assert response.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
        assert '<title id="title">Illegal in Golden Age on 1 July 2008</title>' in response.content.decode()
        assert response.headers["Content-Security-Policy"] == "default-src 'none'"

    def test_is_kept_until_the_facts_change(self, client: Client) -> None:
        first = client.get(BADGE, WORDS)
        assert first.headers["Cache-Control"] == "public, max-age=300"
        assert client.get(BADGE, WORDS, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
        assert not first.cookies
        assert not KeptList.objects.exists()

    @pytest.mark.parametrize(
        ("words", "status"),
        [
            ({}, 400),
            ({"deck": ""}, 400),
            ({"deck": "4 Nobody"}, 400),
            ({"deck": LIST, "format": "vs-classic/none"}, 400),
            ({"list": "z!!"}, 400),
            ({"list": "k" + "a" * 43}, 404),
            ({"deck": "x" * 1_000_000}, 400),
            ({"deck": "\0"}, 400),
        ],
        ids=lambda each: repr(each)[:30],
    )
    def test_of_what_cannot_be_checked_is_refused(self, client: Client, words: dict[str, str], status: int) -> None:
        assert client.get(BADGE, words).status_code == status

    def test_is_only_read(self, client: Client) -> None:
        assert client.post(BADGE, WORDS).status_code == 405
