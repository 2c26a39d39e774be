"""What strangers can't do to stored decks and to whoever keeps them."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client
from pytest_django import Settings

from tests.decks.stored import LIST, deck_of, person
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db


class TestDecksMadeWithoutAnAccount:
    @pytest.fixture(autouse=True)
    def _two_an_hour(self, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"new_deck": "2/h/ip"}

    @pytest.mark.parametrize("way", ["new", "import", "fork"])
    def test_are_limited_by_address_whatever_cookies_are_forgotten(self, way: str) -> None:
        user, _ = person("ann")
        origin = deck_of(user, visibility="public")
        address = f"/decks/{origin.pk}/fork/" if way == "fork" else f"/decks/{way}/"
        form = {"game": "vs-classic", "text": LIST, "keep": "yes"}
        answers = [Client().post(address, form) for _ in range(3)]
        assert [each.status_code for each in answers] == [302, 302, 409]
        assert "sign in" in answers[-1].content.decode()
        assert Deck.objects.filter(owner=None).count() == 2
        assert Client(REMOTE_ADDR="192.0.2.7").post(address, form).status_code == HTTPStatus.FOUND

    def test_are_not_counted_for_whoever_is_signed_in(self) -> None:
        _, client = person("ann")
        answers = [client.post("/decks/new/", {"game": "vs-classic"}) for _ in range(3)]
        assert [each.status_code for each in answers] == [302, 302, 302]

    def test_are_not_counted_while_a_list_is_only_looked_at(self, client: Client) -> None:
        form = {"game": "vs-classic", "text": LIST}
        answers = [client.post("/decks/import/", form) for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 200]
