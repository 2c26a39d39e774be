"""Decks that a browser has built without an account, once somebody signs in there."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.accounts.people import account, sign_in
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client: Client) -> Client:
    """A browser in which a deck was built before somebody signed in."""
    assert client.post("/decks/new/", {"game": "riftbound", "title": "First try"}).status_code == 302
    account("ann")
    sign_in(client, "ann")
    return client


def test_are_offered_on_the_page_to_which_signing_in_leads(browser: Client) -> None:
    page = browser.get("/account/").content.decode()
    assert "You built 1 deck here before you signed in" in page
    browser.post("/decks/claim/")
    assert Deck.objects.get().owner is not None
    assert "before you signed in" not in browser.get("/account/").content.decode()


def test_are_not_offered_where_nothing_was_built(client: Client) -> None:
    account("ann")
    sign_in(client, "ann")
    assert "before you signed in" not in client.get("/account/").content.decode()
