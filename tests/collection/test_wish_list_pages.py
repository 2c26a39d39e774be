"""The page of wanted cards, and what a deck page says of one’s collection."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.collection.holding import CLASSIC, has
from vsdb.accounts.services import make_token
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards import selectors as cards
from vsdb.collection import services
from vsdb.collection.models import Collection
from vsdb.collection.reading import WANTED, CardKey
from vsdb.decks import services as decks
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db


class TestWishList:
    def test_is_private_until_it_is_shared(self, browser: Client, ann: User) -> None:
        has(ann, mor=(1, 4), land=(7, 0))
        assert Client().get("/collection/wanted/").status_code == 302
        browser.post("/collection/wanted/share/", {"share": "on"})
        first = Collection.objects.get(owner=ann).secret
        shared = Client().get(f"/collection/wanted/shared/{first}/")
        page = shared.content.decode()
        assert "Wish list of ann" in page
        assert "Savage Beatdown" in page
        assert "Savage Land" not in page
        assert ("no-store" in shared.headers["Cache-Control"], shared.headers["X-Robots-Tag"]) == (True, "noindex")
        browser.post("/collection/wanted/share/", {"share": "renew"})
        assert Client().get(f"/collection/wanted/shared/{first}/").status_code == 404
        second = Collection.objects.get(owner=ann).secret
        assert Client().get(f"/collection/wanted/shared/{second}/").status_code == 200
        browser.post("/collection/wanted/share/", {"share": "off"})
        assert Client().get(f"/collection/wanted/shared/{second}/").status_code == 404

    def test_shows_only_what_is_lacking(self, browser: Client, ann: User) -> None:
        has(ann, mor=(4, 4), land=(0, 2))
        secret = services.share_wish_list(ann.pk, is_shared=True)
        page = Client().get(f"/collection/wanted/shared/{secret}/").content.decode()
        assert "Savage Beatdown" not in page
        assert "Savage Land" in page

    def test_of_a_closed_account_is_gone(self, ann: User) -> None:
        has(ann, land=(0, 2))
        secret = services.share_wish_list(ann.pk, is_shared=True)
        User.objects.filter(pk=ann.pk).update(is_active=False)
        assert Client().get(f"/collection/wanted/shared/{secret}/").status_code == 404

    def test_is_cut_into_pages(self, browser: Client, ann: User) -> None:
        catalog = cards.get_reference(CLASSIC).catalog
        services.set_copies(ann.pk, {CardKey.of(card): {WANTED: 1} for card in catalog.cards[:450]})
        page = browser.get("/collection/wanted/?page=2").content.decode()
        assert page.count('data-label="Lacking"') <= 200
        assert 'rel="next"' in page


class TestADeck:
    """What somebody lacks for a stored deck, on its page below the deck's and in the API."""

    def test_is_compared_with_the_collection_of_whoever_asks(self, browser: Client, ann: User, bob: User) -> None:
        has(ann, mor=(1, 0))
        deck = decks.create(Viewer(bob.pk), CLASSIC, Snapshot(title="Bob's", text="4 Savage Beatdown\n1 Nobody"))
        decks.share(deck.pk, Viewer(bob.pk), "link")
        deck.refresh_from_db()
        assert browser.get(f"/decks/{deck.pk}/lacks/").status_code == 404
        address = f"/decks/shared/{deck.secret}/lacks/"
        page = browser.get(address).content.decode()
        assert "You own 1 of 4 cards. You lack 3." in page
        assert "1 line not counted" in page
        assert browser.get(f"{address}?show=text").content.decode() == "3 Savage Beatdown [savage-beatdown]\n"
        assert "Sign in to compare" in Client().get(address).content.decode()
        token = make_token(ann, name="x", scope="read")[1]
        told = Client(headers={"Authorization": f"Bearer {token}"}).get(f"/api/v1/shared/{deck.secret}/lacks").json()
        assert (told["needed"], told["lacking"], told["unsettled"][0]["written"]) == (4, 3, "1 Nobody")
        assert Client().get(f"/api/v1/shared/{deck.secret}/lacks").status_code == 401
