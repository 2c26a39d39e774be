"""One's own decks on the front page and in the account, liked decks, public forks, and how a new deck begins."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.decks.stored import deck_of, page_of, person, text_of
from vsdb.accounts.viewers import Viewer
from vsdb.decks import comments, services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db
Person = tuple[User, Client]


@pytest.fixture
def ann() -> Person:
    return person("ann")


@pytest.fixture
def bob() -> Person:
    return person("bob")


class TestTheFrontPage:
    def test_lists_the_four_decks_edited_last(self, ann: Person, bob: Person, client: Client) -> None:
        for number in range(5):
            deck_of(ann[0], title=f"Deck {number}")
        home = text_of(ann[1], "/")
        assert re.findall(r">(Deck \d)</a>", home) == ["Deck 4", "Deck 3", "Deck 2", "Deck 1"]
        for other in (bob[1], client):
            assert 'id="own-title"' not in text_of(other, "/")

    def test_lists_the_decks_that_this_browser_built(self, client: Client) -> None:
        client.post("/decks/new/", {"game": "vs-classic", "title": "Built here"})
        assert ">Built here</a>" in text_of(client, "/")
        assert "Built here" not in text_of(Client(), "/")

    def test_counts_unread_news(self, ann: Person, bob: Person) -> None:
        deck = deck_of(ann[0], visibility="public")
        comments.add_comment(deck, Viewer(bob[0].pk), "Nice.")
        ann[1].get("/following/")
        assert "1 unread under Following" in text_of(ann[1], "/")

    def test_costs_the_same_queries_for_many_decks(
        self, ann: Person, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        counts = []
        for _ in range(2):
            deck_of(ann[0])
            with django_assert_max_num_queries(14) as asked:
                ann[1].get("/")
            counts.append(len(asked))
        assert counts[0] == counts[1]


def test_the_account_leads_to_decks_and_collection(ann: Person) -> None:
    deck_of(ann[0])
    page = text_of(ann[1], "/account/")
    assert '1 · <a href="/decks/mine/">your decks</a>' in page
    for address in ("/decks/liked/", "/collection/", "/following/"):
        assert f'<a href="{address}">' in page


class TestLiked:
    def test_lists_what_one_likes_and_may_still_see_the_last_liked_first(self, ann: Person, bob: Person) -> None:
        one, two, hidden = (deck_of(bob[0], title=title, visibility="public") for title in ("One", "Two", "Gone"))
        deck_of(bob[0], title="Not liked", visibility="public")
        for deck in (two, hidden, one):
            comments.like(deck, Viewer(ann[0].pk))
        services.share(hidden.pk, Viewer(bob[0].pk), "private")
        page = text_of(ann[1], "/decks/liked/")
        assert page.index(">One</a>") < page.index(">Two</a>")
        for title in ("Gone", "Not liked"):
            assert f">{title}</a>" not in page
        assert "You haven’t liked any public deck yet." in text_of(bob[1], "/decks/liked/")

    def test_is_reached_from_one_s_decks(self, ann: Person) -> None:
        assert '<a href="/decks/liked/">Liked</a>' in text_of(ann[1], "/decks/mine/")


class TestForks:
    def test_are_listed_where_they_are_public(self, ann: Person, bob: Person, client: Client) -> None:
        deck = deck_of(ann[0], title="Source", visibility="public")
        for number in range(7):
            fork = services.fork(deck, Viewer(bob[0].pk))
            if number:
                services.share(fork.pk, Viewer(bob[0].pk), "public")
        page = text_of(client, page_of(deck))
        listed = re.findall(r">(Source \(fork[ \d]*\))</a>", page)
        assert listed == [f"Source (fork {number})" for number in (7, 6, 5, 4, 3)]
        assert f'href="/decks/?q=forked:{deck.pk}"' in page
        assert ">Source (fork 2)</a>" in text_of(client, f"/decks/?q=forked:{deck.pk}")
        assert 'id="forks"' not in text_of(client, page_of(deck_of(ann[0], title="Alone", visibility="public")))


class TestANewDeck:
    def test_begins_with_game_and_format_of_the_last_one(self, ann: Person, client: Client) -> None:
        deck_of(ann[0], game="riftbound", format="standard", text="")
        page = text_of(ann[1], "/decks/new/")
        assert 'value="riftbound" checked' in page
        assert 'value="riftbound/standard" selected' in page
        assert 'value="vs-2pcg" checked' in text_of(ann[1], "/decks/new/?game=vs-2pcg")
        assert 'value="riftbound/standard" selected' not in text_of(ann[1], "/decks/new/?game=vs-2pcg")
        assert 'value="vs-classic/golden-age" selected' in text_of(ann[1], "/decks/new/?format=vs-classic/golden-age")
        assert 'value="vs-classic" checked' in text_of(client, "/decks/new/")

    @pytest.mark.parametrize(
        ("game", "text", "title"),
        [
            ("vs-classic", "19 Falcon, Secret Avenger", "Untitled deck"),
            ("vs-classic", "20 Falcon, Secret Avenger", "Avengers and S.H.I.E.L.D."),
            ("vs-classic", "30 Hulk, Gladiator\n14 Falcon, Secret Avenger", "Warbound"),
            ("vs-classic", "4 No such card", "Untitled deck"),
            ("vs-classic", "", "Untitled deck"),
        ],
    )
    def test_is_called_after_its_cards_until_it_has_a_title(
        self, ann: Person, game: str, text: str, title: str
    ) -> None:
        viewer = Viewer(ann[0].pk)
        made = services.create(viewer, game, Snapshot(title="", text=text))
        assert made.title == title
        later = services.create(viewer, game, Snapshot())
        services.save(later.pk, viewer, 1, Snapshot(text=text))
        assert Deck.objects.get(pk=later.pk).title == title
        assert services.create(viewer, game, Snapshot(title="My own", text=text)).title == "My own"

    def test_is_proposed_a_title_where_a_list_is_imported(self, ann: Person) -> None:
        for text, title in (("20 Falcon, Secret Avenger", "Avengers and S.H.I.E.L.D."), ("# Mine\n4 Overload", "Mine")):
            address = ann[1].post("/decks/import/", {"list": text}).headers["Location"]
            assert f'name="title" maxlength="120" value="{title}"' in text_of(ann[1], address)

    def test_is_called_after_its_legend(self, ann: Person) -> None:
        made = services.create(Viewer(ann[0].pk), "riftbound", Snapshot(text="Legend:\n1 Jinx, Loose Cannon"))
        assert made.title == "Jinx, Loose Cannon"
