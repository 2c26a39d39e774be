"""The builder says how many copies somebody owns, with one query for all marks."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from vsdb.accounts.viewers import Viewer
from vsdb.collection import services
from vsdb.collection.reading import OWNED, CardKey
from vsdb.decks import services as decks
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", "ann@example.org")


def builder(user: User, text: str) -> tuple[Client, str]:
    deck = decks.create(Viewer(user.pk), "vs-classic", Snapshot(title="Mine", text=text))
    client = Client()
    client.force_login(user)
    return client, f"/decks/{deck.pk}/edit/?q=n:savage"


def test_marks_lines_and_found_cards(ann: User) -> None:
    services.set_copies(ann.pk, {CardKey("vs-classic", "savage-beatdown", "MOR"): {OWNED: 3}})
    client, address = builder(ann, "4 Savage Beatdown\n1 Overload")
    page = client.get(address).content.decode()
    assert "own 3, lack 1" in page
    assert "own 0, lack 1" in page
    assert page.count("data-owned") == 4


def test_marks_nothing_for_who_has_no_cards_of_the_game(ann: User) -> None:
    client, address = builder(ann, "4 Savage Beatdown")
    assert "data-owned" not in client.get(address).content.decode()


def test_costs_one_query_however_many_marks_there_are(ann: User) -> None:
    services.set_copies(ann.pk, {CardKey("vs-classic", "savage-beatdown", "MOR"): {OWNED: 3}})
    client, address = builder(ann, "4 Savage Beatdown\n1 Overload\n2 Savage Land")
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as found:
        client.get(address)
    assert sum("collection_collectedcard" in query["sql"] for query in found.captured_queries) == 1


def test_marks_nothing_in_a_browser_without_an_account() -> None:
    client = Client()
    made = client.post("/decks/new/", {"game": "vs-classic", "title": "x"})
    assert "data-owned" not in client.get(f"{made.headers['Location']}?q=n:savage").content.decode()


def test_finds_only_cards_that_are_owned_where_that_is_asked(ann: User) -> None:
    services.set_copies(ann.pk, {CardKey("vs-classic", "savage-beatdown", "MOR"): {OWNED: 3}})
    client, address = builder(ann, "4 Savage Beatdown")
    everything, owned = (client.get(f"{address}{more}").content.decode() for more in ("", "&owned=1"))
    assert 'id="owned"' in everything
    assert 'id="pick-savage-land"' in everything
    assert 'id="pick-savage-land"' not in owned
    assert 'id="pick-savage-beatdown"' in owned


def test_offers_no_box_to_who_owns_no_card_of_the_game(ann: User) -> None:
    client, address = builder(ann, "4 Savage Beatdown")
    assert 'id="owned"' not in client.get(address).content.decode()


@pytest.mark.parametrize(("owned", "said"), [(3, "You own 3 of 5 cards."), (4, "You own 4 of 5 cards.")])
def test_the_page_of_a_deck_says_how_many_of_its_cards_are_owned(ann: User, owned: int, said: str) -> None:
    services.set_copies(ann.pk, {CardKey("vs-classic", "savage-beatdown", "MOR"): {OWNED: owned}})
    client, address = builder(ann, "4 Savage Beatdown\n1 Overload")
    page = client.get(address.partition("edit/")[0], follow=True).content.decode()
    assert said in page
    assert f"You lack {5 - owned}</a>" in page


def test_the_page_of_a_deck_says_nothing_of_it_to_who_owns_no_card(ann: User) -> None:
    client, address = builder(ann, "4 Savage Beatdown")
    assert "You own" not in client.get(address.partition("edit/")[0], follow=True).content.decode()
