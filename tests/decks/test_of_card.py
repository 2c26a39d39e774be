"""From a card to decks: the public decks with it, and one more copy for a deck of one's own."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.decks.stored import deck_of, person, text_of
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.selectors import get_reference, pin_data_versions
from vsdb.decks import services
from vsdb.decks.card_views import _render
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot, read_snapshot_of

pytestmark = pytest.mark.django_db

HERE = "/decks/card/vs-classic/savage-beatdown/"
HX = {"HX-Request": "true"}


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


def copies(deck: Deck) -> int:
    return sum(deck.cards.filter(slug="savage-beatdown").values_list("count", flat=True))


class TestDecksWithIt:
    def test_public_ones_are_counted_and_listed_and_no_others(self, ann: tuple[User, Client], client: Client) -> None:
        deck_of(ann[0], title="Shown", visibility="public")
        deck_of(ann[0], title="Hidden one")
        deck_of(ann[0], title="Without it", text="4 Flying Kick", visibility="public")
        part = client.get(HERE, headers=HX).content.decode()
        assert "1 public deck with it" in part
        page = text_of(client, "/decks/?card=vs-classic/savage-beatdown")
        assert "Decks with" in page
        assert ">Shown</a>" in page
        assert ">Without it</a>" not in page
        assert ">Hidden one</a>" not in page
        assert ">Shown</a>" in text_of(client, "/decks/?card=vs-classic/savage-beatdown&q=shown")
        assert "No card “vs-classic/nothing”." in text_of(client, "/decks/?card=vs-classic/nothing")
        assert client.get("/decks/?card=%00/%00").status_code == 200

    def test_the_card_s_page_links_them_without_looking_at_anybody_s_decks(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        deck_of(ann[0], title="Mine alone")
        page = client.get("/cards/vs-classic/savage-beatdown/")
        assert f'hx-get="{HERE}"' in page.content.decode()
        assert page.headers["ETag"]
        assert "Mine alone" not in text_of(ann[1], "/cards/vs-classic/savage-beatdown/")

    def test_the_part_is_kept_by_nobody(self, ann: tuple[User, Client], client: Client) -> None:
        deck_of(ann[0], title="Mine alone")
        for browser, is_told in ((ann[1], True), (client, False), (person("bob")[1], False)):
            answer = browser.get(HERE, headers=HX)
            assert answer.headers["Cache-Control"] == "private, no-store"
            assert "ETag" not in answer.headers
            assert ("Mine alone" in answer.content.decode()) == is_told
        assert "csrftoken" not in client.get(HERE, headers=HX).cookies

    def test_it_costs_two_queries(
        self, ann: tuple[User, Client], rf: object, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for _ in range(3):
            deck_of(ann[0], visibility="public")
        card = get_reference("vs-classic").catalog.by_slug["savage-beatdown"]
        request = rf.get(HERE, headers=HX)  # type: ignore[attr-defined]
        with pin_data_versions(), django_assert_num_queries(2):
            _render(request, card, Viewer(ann[0].pk))


class TestAdding:
    @pytest.mark.parametrize("headers", [{}, HX])
    def test_one_copy_and_back(self, ann: tuple[User, Client], headers: dict[str, str]) -> None:
        deck = deck_of(ann[0], text="1 Savage Beatdown\n", notes="Kept.")
        answer = ann[1].post(HERE, {"deck": deck.pk}, headers=headers, follow=True)
        assert "Added 1 copy to" in answer.content.decode()
        assert copies(deck) == 2
        deck.refresh_from_db()
        services.save(deck.pk, Viewer(ann[0].pk), 2, read_snapshot_of(deck.revisions.get(number=2)), comment="Named")
        answer = ann[1].post(HERE, {"undo": deck.pk, "version": 2}, headers=headers, follow=True)
        assert answer.status_code == 200
        assert copies(deck) == 1
        assert deck.revisions.first().notes == "Kept."  # type: ignore[union-attr]

    def test_a_stranger_begins_a_deck_with_it(self, client: Client) -> None:
        page = text_of(client, HERE)
        assert "New deck with it" in page
        answer = client.post(HERE, {"new": "yes"})
        deck = Deck.objects.get()
        assert answer.headers["Location"] == f"/decks/{deck.pk}/edit/"
        assert (deck.owner, deck.title, copies(deck)) == (None, "Savage Beatdown", 1)
        assert "Savage Beatdown" in client.get(HERE, headers=HX).content.decode()

    def test_nobody_adds_to_another_s_deck(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        before = copies(deck)
        for browser in (person("bob")[1], client):
            for words in ({"deck": deck.pk}, {"undo": deck.pk, "version": 1}):
                assert browser.post(HERE, words).status_code == 404
        assert (copies(deck), Deck.objects.get().edition) == (before, 1)

    def test_what_cannot_be_done_is_told(self, ann: tuple[User, Client]) -> None:
        other = deck_of(ann[0], game="riftbound", format="standard", text="")
        deck = deck_of(ann[0])
        for words, status in (
            ({"deck": other.pk}, 400),
            ({"deck": "x"}, 400),
            ({"deck": 99_999}, 404),
            ({"undo": deck.pk}, 400),
            ({"undo": deck.pk, "version": 77}, 404),
            ({}, 400),
        ):
            assert ann[1].post(HERE, words).status_code == status, words
        for address in ("/decks/card/vs-classic/nothing/", "/decks/card/chess/x/"):
            assert ann[1].get(address).status_code == 404
        assert ann[1].get(f"{HERE}?added=x&version=%00").status_code in (200, 400)
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = ann[1].cookies
        assert strict.post(HERE, {"deck": deck.pk}).status_code == 403

    def test_a_part_of_the_page_shows_each_refusal(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text="1 Savage Beatdown\n")
        ann[1].post(HERE, {"deck": deck.pk})
        for count in (3, 4):
            deck.refresh_from_db()
            services.save(
                deck.pk, Viewer(ann[0].pk), deck.edition, Snapshot(text=f"{count} Savage Beatdown", title="x")
            )
        for words, status, said in (
            ({"undo": deck.pk, "version": 2}, 409, "changed since"),
            ({"deck": 99_999}, 404, "99999"),
        ):
            assert ann[1].post(HERE, words).status_code == status
            part = ann[1].post(HERE, words, headers=HX)
            assert part.status_code == 400  # which HTMX swaps in, as it does no other refusal
            assert said in part.content.decode()
