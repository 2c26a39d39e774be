"""Who runs the site, what it stores, on which terms: by its settings, and by templates of the operator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db

PAGES = ("/about/", "/privacy/", "/terms/")


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


class TestTheOperator:
    @pytest.mark.parametrize("address", PAGES)
    def test_is_named_with_the_ways_to_reach_them(self, client: Client, settings: Settings, address: str) -> None:
        settings.OPERATOR_NAME, settings.OPERATOR_EMAIL = "Ann & Bob", "us@example.org"
        settings.OPERATOR_URL = "https://example.org/<us>"
        page = text_of(client, address)
        assert "Ann &amp; Bob" in page
        assert 'href="mailto:us@example.org"' in page
        assert 'href="https://example.org/&lt;us&gt;"' in page
        assert "has set no" not in page

    @pytest.mark.parametrize("address", PAGES)
    def test_who_isnt_set_is_said_to_be_missing(self, client: Client, settings: Settings, address: str) -> None:
        settings.OPERATOR_NAME = settings.OPERATOR_EMAIL = settings.OPERATOR_URL = ""
        assert "This site’s operator has set no contact details" in text_of(client, address)
        settings.OPERATOR_NAME = "Ann"
        assert "Ann has set no email address" in text_of(client, address)

    def test_stands_at_the_foot_of_every_page(self, client: Client, settings: Settings) -> None:
        settings.OPERATOR_NAME = "Ann"
        assert "Run by Ann." in text_of(client, "/help/")


class TestPrivacy:
    def test_names_the_cookies_that_are_set_and_their_time(self, client: Client) -> None:
        page = text_of(client, "/privacy/")
        for name in (site_settings.SESSION_COOKIE_NAME, site_settings.CSRF_COOKIE_NAME):
            assert f"<code>{name}</code>" in page
        assert f"for {site_settings.SESSION_COOKIE_AGE // 86_400} days" in page

    def test_names_what_is_kept_of_decks_and_collections(self, client: Client) -> None:
        page = text_of(client, "/privacy/")
        assert "Your deck folders and private labels. Only you can see them." in page
        assert "Your collection: the cards you own and want." in page
        assert "If you share your wish list, anyone with its secret link sees your name" in page

    @pytest.mark.parametrize("address", ["/", "/cards/", "/check/?sample=warbound", "/privacy/", "/help/", "/rules/"])
    def test_is_right_that_reading_sets_no_cookie(self, client: Client, address: str) -> None:
        assert not client.get(address).cookies


class TestTemplatesOfTheOperator:
    def test_replace_one_block_and_keep_the_others(self, client: Client, settings: Any, tmp_path: Path) -> None:
        (tmp_path / "web").mkdir()
        own = '{% extends "web/privacy.html" %}{% block logs %}<p>Our logs last 7 days.</p>{% endblock logs %}'
        (tmp_path / "web" / "privacy.html").write_text(own, encoding="utf-8")
        before = site_settings.TEMPLATES[0]
        settings.TEMPLATES = [{**before, "DIRS": [tmp_path, *before["DIRS"]]}]
        page = text_of(client, "/privacy/")
        assert "Our logs last 7 days." in page
        assert "Limits and logs" not in page
        assert "Export and deletion" in page
