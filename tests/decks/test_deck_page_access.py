"""Who sees and who edits a deck, and who keeps its pages."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.decks.stored import deck_of, page_of, person, text_of
from vsdb.accounts.viewers import Viewer
from vsdb.decks import comments
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db

#: What can be read of a deck, below its address.
READ = [
    "versions/",
    "versions/1/",
    "export/text/",
    "odds/",
    "hand/?seed=1",
    "sheet.pdf",
    "proxies.pdf",
    "judge/",
    "preview.png",
]


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


class TestWhoSeesADeck:
    def test_a_private_one_is_its_owners_alone(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], title="Hidden plan")
        _, other = person("bob")
        for end in ("", f"{deck.slug}/", *READ):
            assert ann[1].get(f"/decks/{deck.pk}/{end}").status_code in {200, 302}
            for stranger in (client, other):
                answer = stranger.get(f"/decks/{deck.pk}/{end}")
                assert answer.status_code == 404
                assert "Hidden plan" not in answer.content.decode()

    def test_a_public_one_is_for_everybody(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        for end in (f"{deck.slug}/", *READ):
            assert client.get(f"/decks/{deck.pk}/{end}").status_code == 200

    def test_a_secret_link_opens_every_page_for_reading(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="link")
        assert client.get(page_of(deck)).status_code == 404
        for end in ("", *READ):
            assert client.get(f"/decks/shared/{deck.secret}/{end}").status_code == 200

    def test_every_link_of_a_secret_page_keeps_to_the_secret(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="link")
        for end in ("", "versions/", "versions/1/", "hand/?seed=1", "judge/", "export/text/?show=page"):
            page = text_of(client, f"/decks/shared/{deck.secret}/{end}")
            assert f"/decks/{deck.pk}/" not in page
            assert f"/decks/shared/{deck.secret}/" in page

    def test_another_secret_link_ends_the_one_before(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="link")
        assert ann[1].post(f"/decks/{deck.pk}/share/", {"renew": "yes"}).status_code == 302
        assert client.get(f"/decks/shared/{deck.secret}/").status_code == 404
        deck.refresh_from_db()
        assert client.get(f"/decks/shared/{deck.secret}/").status_code == 200

    def test_one_that_staff_has_hidden_is_gone_for_others(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        bob, _ = person("bob")
        report = comments.report(deck, Viewer(bob.pk), "rude")
        comments.settle_report(report.pk, Viewer(bob.pk, may_moderate=True), hide=True, why="It is rude.")
        assert client.get(page_of(deck)).status_code == 404
        assert client.get(f"/decks/shared/{deck.secret}/").status_code == 404
        assert "It is rude." in text_of(ann[1], page_of(deck))

    def test_what_is_built_without_an_account_is_the_browsers(self, client: Client) -> None:
        answer = client.post("/decks/new/", {"game": "vs-classic", "title": "Mine alone"})
        deck = Deck.objects.get()
        assert answer.headers["Location"] == f"/decks/{deck.pk}/edit/"
        assert "Mine alone" in text_of(client, page_of(deck))
        assert Client().get(page_of(deck)).status_code == 404


class TestNobodyKeepsThem:
    def test_no_page_may_be_stored_by_anybody(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        below = [f"/decks/{deck.pk}/{end}" for end in ("", f"{deck.slug}/", *READ)]
        secret = [f"/decks/shared/{deck.secret}/{end}" for end in ("", *READ)]
        lists = [
            "/decks/",
            "/decks/mine/",
            "/decks/new/",
            "/decks/compare/",
            f"/decks/compare/?a={deck.pk}&b={deck.pk}",
        ]
        for address in (*below, *secret, *lists):
            for browser in (client, ann[1]):
                answer = browser.get(address)
                assert answer.headers["Cache-Control"] == "private, no-store", address
                assert "ETag" not in answer.headers, address

    def test_only_public_pages_may_be_found_by_search_engines(self, ann: tuple[User, Client], client: Client) -> None:
        public, linked = deck_of(ann[0], visibility="public"), deck_of(ann[0], visibility="link")
        assert "noindex" not in text_of(client, page_of(public))
        assert "X-Robots-Tag" not in client.get(page_of(public)).headers
        for browser, address in ((client, f"/decks/shared/{linked.secret}/"), (ann[1], page_of(linked))):
            assert '<meta name="robots" content="noindex">' in text_of(browser, address)
            assert browser.get(address).headers["X-Robots-Tag"] == "noindex"

    def test_previews_are_told_only_where_others_can_look(self, ann: tuple[User, Client], client: Client) -> None:
        public, linked, private = (deck_of(ann[0], visibility=each) for each in ("public", "link", "private"))
        assert f'content="http://testserver/decks/{public.pk}/preview.png"' in text_of(client, page_of(public))
        shared = text_of(client, f"/decks/shared/{linked.secret}/")
        assert f'content="http://testserver/decks/shared/{linked.secret}/preview.png"' in shared
        for deck in (linked, private):
            assert "og:" not in text_of(ann[1], page_of(deck))
        picture = client.get(f"/decks/{public.pk}/preview.png")
        assert picture.content.startswith(b"\x89PNG")


class TestWhoEdits:
    """The builder of somebody else's deck leads to what others may do, and tells nothing of private decks."""

    def test_a_public_deck_leads_to_its_page_to_a_fork_and_to_signing_in(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        deck = deck_of(ann[0], visibility="public")
        for browser, may_sign_in in ((client, True), (person("bob")[1], False)):
            answer = browser.get(f"/decks/{deck.pk}/edit/")
            shown = answer.content.decode()
            assert answer.status_code == 404
            assert answer.headers["Cache-Control"] == "private, no-store"
            assert "Only the owner can edit this deck" in shown
            assert f'href="{page_of(deck)}"' in shown
            assert f'action="/decks/{deck.pk}/fork/"' in shown
            assert (f'href="/account/login/?next=/decks/{deck.pk}/edit/">Sign in</a>' in shown) == may_sign_in
            assert "Card name" not in shown

    @pytest.mark.parametrize("visibility", ["private", "link"])
    def test_one_that_others_may_not_read_is_as_one_that_is_not_there(
        self, ann: tuple[User, Client], client: Client, visibility: str
    ) -> None:
        deck = deck_of(ann[0], title="Hush", visibility=visibility)
        for browser in (client, person("bob")[1]):
            answers = [browser.get(f"/decks/{pk}/edit/") for pk in (deck.pk, deck.pk + 1)]
            assert [answer.status_code for answer in answers] == [404, 404]
            one, other = (re.sub(r'name="csrf[^>]*>', "", answer.content.decode()) for answer in answers)
            numbered = re.compile(rf"(?:(?<=deck )|(?<=ecks/)|(?<=%2F))(?:{deck.pk}|{deck.pk + 1})\b")
            assert numbered.sub("N", one) == numbered.sub("N", other)
            assert "No page has this address" not in one
