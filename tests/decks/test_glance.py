"""What a row of a list shows of a deck: its lead, its teams with their colours, its cost curve, and drafts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.decks.stored import deck_of, person, text_of
from vsdb.accounts.services import make_token
from vsdb.accounts.viewers import Viewer
from vsdb.catalog.cards.models import Game
from vsdb.decks import comments, services
from vsdb.decks.glance import SmallCurve, read_glance
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db

RIFTBOUND = "Legend\n1 ahri-nine-tailed-fox\nDeck\n"
PCG = "Main Character\n1 BOY-029\n"
ARMY = "60 Sentinel Mark V, Army\n"


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


class TestWhatIsKept:
    def test_a_legend_with_its_domains_in_their_colours(self, ann: tuple[User, Client]) -> None:
        shown = read_glance(deck_of(ann[0], game="riftbound", format="standard", text=RIFTBOUND))
        assert [(lead.slug, lead.title) for lead in shown.leads] == [("ahri-nine-tailed-fox", "Ahri, Nine-Tailed Fox")]
        assert [(group.name, group.look, group.copies) for group in shown.groups] == [
            ("Calm", "ink-calm", None),
            ("Mind", "ink-mind", None),
        ]

    def test_a_main_character_with_the_colour_of_its_team(self, ann: tuple[User, Client]) -> None:
        shown = read_glance(deck_of(ann[0], game="vs-2pcg", format="multiverse", text=PCG))
        assert [lead.title for lead in shown.leads] == ["A-Train"]
        assert [group.name for group in shown.groups] == ["The Seven"]
        assert re.fullmatch(r"band-\d+", shown.groups[0].look)

    def test_the_affiliations_with_the_most_copies_where_no_card_leads(self, ann: tuple[User, Client]) -> None:
        text = "4 Aquaman, King of the Seven Seas\n2 Archangel, Champion\n1 Aquaman, Lord of Atlantis\n"
        shown = read_glance(deck_of(ann[0], text=text))
        assert shown.leads == ()
        assert [(group.name, group.copies) for group in shown.groups][:1] == [("JLA", 5)]

    def test_a_curve_without_gaps_and_the_dearest_together(self) -> None:
        curve = SmallCurve("Cost", (("1", 4), ("2", 0), ("3", 8)), 2)
        assert curve.words == "Cost: 4 at 1, 8 at 3, 2 not recorded"
        assert curve.path == "M0 20v-10h5v10zM12 20v-20h5v20z"
        assert curve.width == 17

    def test_a_list_that_names_no_card_has_nothing_to_show(self, ann: tuple[User, Client]) -> None:
        shown = read_glance(deck_of(ann[0], text="???\n4 Nobody Knows\n"))
        assert (shown.leads, shown.groups, shown.curve) == ((), (), None)

    def test_it_is_made_anew_by_a_list_once_the_facts_have_changed(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], game="riftbound", format="standard", text=RIFTBOUND)
        Deck.objects.update(glance={}, facts="")
        assert "Nine-Tailed Fox" in text_of(ann[1], "/decks/mine/")
        deck.refresh_from_db()
        assert deck.glance["leads"]
        assert deck.facts == Game.objects.get(pk="riftbound").data_version


class TestDrafts:
    def test_a_private_deck_below_the_minimum_is_a_draft_and_not_illegal(self, ann: tuple[User, Client]) -> None:
        deck_of(ann[0])
        row = text_of(ann[1], "/decks/mine/")
        assert "15 of 60 cards" in row
        assert "sign--illegal" not in row

    def test_a_shared_one_has_a_verdict(self, ann: tuple[User, Client]) -> None:
        deck_of(ann[0], visibility="public")
        assert "illegal" in text_of(ann[1], "/decks/mine/")

    @pytest.mark.parametrize(("copies", "is_draft"), [(59, True), (60, False)])
    def test_the_minimum_is_where_a_draft_ends(self, ann: tuple[User, Client], copies: int, is_draft: bool) -> None:
        deck_of(ann[0], text=f"{copies} Sentinel Mark V, Army\n")
        assert (f"{copies} of 60 cards" in text_of(ann[1], "/decks/mine/")) == is_draft

    def test_a_private_deck_without_a_format_is_a_draft(self, ann: tuple[User, Client]) -> None:
        deck_of(ann[0], text=ARMY, format="")
        assert "no format, 60 cards" in text_of(ann[1], "/decks/mine/")

    def test_a_shared_deck_without_a_format_only_says_so(self, ann: tuple[User, Client], client: Client) -> None:
        deck_of(ann[0], text=ARMY, format="", visibility="public")
        page = text_of(client, "/decks/")
        assert "no format" in page
        assert "sign--info" not in page


class TestTheList:
    def test_costs_the_same_for_one_deck_and_for_a_page_of_them(
        self, ann: tuple[User, Client], django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(3):
            deck_of(ann[0], title=f"Deck {number}", text=ARMY, visibility="public")
        text_of(ann[1], "/decks/")
        for _ in range(2):
            with django_assert_max_num_queries(13):
                ann[1].get("/decks/")
            for number in range(15):
                deck_of(ann[0], title=f"More {number}", text=ARMY, visibility="public")
            text_of(ann[1], "/decks/")

    def test_is_sorted_by_likes_title_and_first_day_also_with_words(
        self, ann: tuple[User, Client], client: Client
    ) -> None:
        bob, _ = person("bob")
        decks = [deck_of(ann[0], title=title, visibility="public") for title in ("Beta x", "alpha x", "Gamma x")]
        comments.like(decks[1], Viewer(bob.pk))
        Deck.objects.filter(pk=decks[0].pk).update(published=timezone.now() + timedelta(days=1))
        for words in ("", "&q=x"):
            for sort, first in (("likes", "alpha x"), ("title", "alpha x"), ("newest", "Beta x"), ("", "Gamma x")):
                page = text_of(client, f"/decks/?sort={sort}{words}")
                titles = re.findall(r'deckrow__title"><a href="[^"]+">([^<]+)</a>', page)
                assert titles[0] == first, (sort, words)
        assert client.get("/decks/?sort=%00nonsense").status_code == 200

    def test_a_curve_is_read_aloud(self, ann: tuple[User, Client]) -> None:
        deck_of(ann[0], text="4 Aquaman, King of the Seven Seas\n3 Sentinel Mark V, Army\n")
        page = text_of(ann[1], "/decks/mine/")
        assert re.search(r'role="img" aria-label="Recruit cost: 4 at \d, 3 not recorded"', page)

    def test_a_title_in_a_row_is_text(self, ann: tuple[User, Client]) -> None:
        services.create(Viewer(ann[0].pk), "vs-classic", Snapshot(title="<b>x</b>", text=ARMY))
        assert "<b>x</b>" not in text_of(ann[1], "/decks/mine/")


class TestTheApi:
    def test_tells_what_rows_show(self, ann: tuple[User, Client], client: Client) -> None:
        deck = deck_of(ann[0], game="riftbound", format="standard", text=RIFTBOUND, visibility="public")
        plain = deck_of(ann[0], text="4 Savage Beatdown\n", format="", visibility="public")
        listed = {each["id"]: each for each in client.get("/api/v1/decks").json()["results"]}
        told = listed[deck.pk]
        assert told["glance"]["leads"] == [{"slug": "ahri-nine-tailed-fox", "title": "Ahri, Nine-Tailed Fox"}]
        assert told["glance"]["groups"][0] == {"name": "Calm", "copies": None}
        assert (told["outcome"], told["draft"], told["fork"]) == ("illegal", None, False)
        assert (listed[plain.pk]["outcome"], client.get(f"/api/v1/decks/{deck.pk}").json()["outcome"]) == (
            None,
            "illegal",
        )

    def test_a_draft_says_what_it_lacks_to_its_owner(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0])
        token = make_token(ann[0], name="test", scope="read")[1]
        told = Client().get(f"/api/v1/decks/{deck.pk}", headers={"Authorization": f"Bearer {token}"}).json()
        assert told["draft"] == "15 of 60 cards"
