"""The list of public decks, and what an owner does with one of theirs."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.decks.stored import deck_of, page_of, person, text_of
from vsdb.accounts.viewers import STRANGER, Viewer
from vsdb.decks import services
from vsdb.decks.browse import A_PAGE, build_list
from vsdb.decks.models import Deck
from vsdb.decks.search import search_decks

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


class TestTheList:
    def test_shows_public_decks_with_their_outcome_and_no_others(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        deck_of(ann[0], title="Shown", visibility="public")
        deck_of(ann[0], title="By link", visibility="link")
        deck_of(ann[0], title="Kept back")
        page = text_of(client, "/decks/")
        assert "Shown" in page
        assert "illegal" in page
        assert "By link" not in page
        assert "Kept back" not in page

    def test_is_narrowed_by_game_format_tag_and_query(self, ann: tuple[User, Client], client: Client) -> None:
        one = deck_of(ann[0], title="One", visibility="public")
        deck_of(ann[0], title="Two", visibility="public", game="riftbound", format="standard", text="")
        services.describe(one.pk, Viewer(ann[0].pk), event="", played_on=None, tags=["Aggro"])
        for query in (
            "game=vs-classic",
            "format=vs-classic/silver-age",
            "tag=aggro",
            "q=contains:savage-beatdown",
            "q=one",
        ):
            page = text_of(client, f"/decks/?{query}")
            assert ">One</a>" in page, query
            assert ">Two</a>" not in page, query

    def test_the_first_page_of_a_costly_query_says_how_many_there_are_like_any_other(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        for number in range(A_PAGE + 2):
            deck_of(ann[0], title=f"Deck {number}", visibility="public")
        asked = "/decks/?q=contains:savage-beatdown"
        first, other = (client.get(f"{asked}{page}").context["list"]["page"] for page in ("", "&page=2"))
        assert (first.paginator.count, first.number, first.paginator.num_pages) == (A_PAGE + 2, 1, 2)
        assert (other.paginator.count, other.number) == (A_PAGE + 2, 2)
        keys = search_decks("contains:savage-beatdown", STRANGER).ids
        assert (*first, *other) == keys

    def test_a_costly_query_is_asked_once_for_the_first_page(self, ann: tuple[User, Client]) -> None:
        deck_of(ann[0], title="One", visibility="public")
        keys = search_decks("contains:savage-beatdown", STRANGER).keys
        for is_costly, queries in ((True, 1), (False, 2)):
            with CaptureQueriesContext(connection) as asked:
                build_list(keys.all(), None, is_costly=is_costly)
            of_cards = [each for each in asked.captured_queries if "decks_deckcard" in each["sql"]]
            assert len(of_cards) == queries

    def test_says_what_it_does_not_understand(self, client: Client) -> None:
        page = text_of(client, "/decks/?game=chess&format=x/y&q=contanis:x")
        assert "No game “chess”." in page
        assert "No format “x/y”." in page
        assert "There is no field “contanis” for decks" in page

    def test_says_what_to_do_where_there_is_nothing(self, client: Client) -> None:
        assert "No public decks yet." in text_of(client, "/decks/")
        assert "No decks found." in text_of(client, "/decks/?q=nothing")
        assert "You have no decks yet." in text_of(client, "/decks/mine/")

    def test_hostile_words_of_the_address_find_nothing_and_break_nothing(self, client: Client) -> None:
        for query in ("tag=%00", "tag='%3B--", "page=-1", "page=x", "q=%00", "q=" + "(" * 500, "format=%2F%2F"):
            assert client.get(f"/decks/?{query}").status_code == 200


class TestWhatAnOwnerDoes:
    def test_shares_and_takes_back(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0])
        for visibility, status in (("public", 200), ("link", 404), ("public", 200), ("private", 404)):
            answer = ann[1].post(f"/decks/{deck.pk}/share/", {"visibility": visibility})
            assert answer.headers["Location"] == f"{page_of(deck)}#share"
            assert client.get(page_of(deck)).status_code == status

    def test_a_browser_without_an_account_may_give_a_link_but_not_publish(self, client: Client) -> None:
        client.post("/decks/new/", {"game": "vs-classic"})
        deck = Deck.objects.get()
        assert client.post(f"/decks/{deck.pk}/share/", {"visibility": "public"}).status_code == 409
        assert client.post(f"/decks/{deck.pk}/share/", {"visibility": "link"}).status_code == 302
        deck.refresh_from_db()
        assert Client().get(f"/decks/shared/{deck.secret}/").status_code == 200

    def test_describes_it(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        words = {"event": "Pro Circuit", "played_on": "2008-07-01", "tags": "Aggro,  Budget ,aggro"}
        ann[1].post(f"/decks/{deck.pk}/describe/", words)
        page = text_of(ann[1], page_of(deck))
        assert "Played at Pro Circuit on 1 July 2008." in page
        assert sorted(tag.name for tag in deck.tags.all()) == ["Aggro", "Budget"]

    def test_a_description_that_is_refused_stays_in_its_fields(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        for words, said in (
            ({"played_on": "soon", "tags": "Aggro"}, "is not a date"),
            ({"tags": ",".join("abcdefghi")}, "9 tags; at most 8"),
            ({"tags": "!!"}, "needs a letter or digit"),
        ):
            answer = ann[1].post(f"/decks/{deck.pk}/describe/", words)
            page = answer.content.decode()
            assert answer.status_code == 400
            assert said in page
            assert f'value="{words["tags"]}"' in page
        deck.refresh_from_db()
        assert (deck.played_on, deck.tags.count()) == (None, 0)

    def test_deletes_it_after_being_asked_once_more(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        assert "Delete “Doom”?" in ann[1].post(f"/decks/{deck.pk}/delete/").content.decode()
        assert Deck.objects.filter(pk=deck.pk).exists()
        assert ann[1].post(f"/decks/{deck.pk}/delete/", {"sure": "yes"}).headers["Location"] == "/decks/mine/"
        assert not Deck.objects.filter(pk=deck.pk).exists()

    def test_nobody_else_does_any_of_it(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], visibility="public")
        _, bob = person("bob")
        for end, words in (
            ("share/", {"visibility": "private"}),
            ("share/", {"renew": "yes"}),
            ("describe/", {"event": "Mine"}),
            ("delete/", {"sure": "yes"}),
            ("versions/1/restore/", {}),
        ):
            for browser in (bob, client):
                for secret in ("", deck.secret):
                    assert browser.post(f"/decks/{deck.pk}/{end}", {**words, "secret": secret}).status_code == 404
        kept = Deck.objects.get(pk=deck.pk)
        assert (kept.visibility, kept.secret, kept.event) == ("public", deck.secret, "")

    def test_says_who_sees_it_now(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        assert "Currently visible to: <b>only you</b>" in text_of(ann[1], page_of(deck))
        ann[1].post(f"/decks/{deck.pk}/share/", {"visibility": "link"})
        assert "Currently visible to: <b>anyone with the link</b>" in text_of(ann[1], page_of(deck))

    def test_claims_what_the_browser_has_built(self, client: Client) -> None:
        client.post("/decks/new/", {"game": "vs-classic", "title": "Built before"})
        assert client.post("/decks/claim/").status_code == 409
        user = User.objects.create_user("ann")
        session = client.session
        built = session["decks_built"]
        client.force_login(user)
        session = client.session
        session["decks_built"] = built
        session.save()
        assert "Add it to your account" in text_of(client, "/decks/mine/")
        assert client.post("/decks/claim/").status_code == 302
        assert Deck.objects.get().owner == user
        after = text_of(client, "/decks/mine/")
        assert "1 deck added to your account." in after
        assert "Claim" not in after

    def test_no_form_works_without_its_token(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = ann[1].cookies
        for end in ("share/", "describe/", "delete/", "fork/", "like/", "comments/", "report/"):
            assert strict.post(f"/decks/{deck.pk}/{end}").status_code == 403
        for address in ("/decks/new/", "/decks/import/", "/decks/claim/", "/decks/reports/"):
            assert strict.post(address).status_code == 403
