"""The pages of sources and groups, and the rulings on the pages of keywords, sets and rules."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.catalog.wordings.making import CLASSIC, SLUG, make_group, make_ruling, make_source, make_wording
from vsdb.catalog.cards.models import Card, Game
from vsdb.catalog.wordings.rulings import A_PAGE
from vsdb.catalog.wordings.selectors import get_imports_version

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>"


def page_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def words(page: str) -> str:
    """What a page says, without markup and with single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


class TestSources:
    def test_are_listed_with_what_came_from_them(self, client: Client) -> None:
        make_source("book", "2008-06-01", "2008-06-30", name="The Book", kind="reference", authority="publisher")
        make_wording("Hop.", "reference", source="book")
        make_wording("Skip.", "reference", source="book", slug="bloodsport")
        make_ruling("Yes.", source="book")
        said = words(page_of(client, "/sources/"))
        assert "The Book official card reference June 2008 the publisher 2 1" in said

    def test_that_there_are_none_is_said_with_the_files_that_can_be_imported(self, client: Client) -> None:
        page = page_of(client, "/sources/")
        assert "No source is recorded yet." in page
        assert 'href="/help/#wordings"' in page

    @pytest.mark.parametrize("count", [1, 8])
    def test_take_two_queries(
        self, client: Client, count: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(count):
            make_source(f"book-{number}")
        with django_assert_num_queries(2):
            client.get("/sources/")


class TestASource:
    ADDRESS = f"/sources/{CLASSIC}/book/"

    def test_lists_its_rulings_in_its_own_order(self, client: Client) -> None:
        make_ruling("Yes.", "2009-01-01", source="book", subject="First", about=[SLUG])
        make_ruling("No.", "2005-01-01", source="book", subject="Second", sets=["MUN"])
        page = page_of(client, self.ADDRESS)
        assert page.index('id="ruling-1"') < page.index("First") < page.index('id="ruling-2"') < page.index("Second")
        assert f'href="/cards/{CLASSIC}/{SLUG}/"' in page
        assert f'href="/sets/{CLASSIC}/MUN/"' in page

    def test_lists_its_texts(self, client: Client) -> None:
        make_wording("Boost 2: Hop.", "errata", "2008-06-10", source="book", flavour="Whoosh!")
        make_wording("Skip.", "printed", source="other", slug="bloodsport")
        page = page_of(client, f"{self.ADDRESS}?view=wordings")
        assert "Errata, from 10 June 2008" in words(page)
        assert "Whoosh!" in page
        assert '<a class="keyword" href="/keywords/vs-classic/boost/"' in page
        assert "Skip." not in page

    def test_without_rulings_begins_with_its_texts(self, client: Client) -> None:
        make_wording("Hop.", "errata", "2008-06-10", source="book")
        assert "Hop." in page_of(client, self.ADDRESS)

    def test_goes_on_on_further_pages(self, client: Client) -> None:
        for number in range(A_PAGE + 1):
            make_ruling("Yes.", source="book", subject=f"Number {number + 1}.", about=[SLUG])
        assert "Number 25." in page_of(client, self.ADDRESS)
        assert "Number 26." not in page_of(client, self.ADDRESS)
        second = page_of(client, f"{self.ADDRESS}?page=2")
        assert 'id="ruling-26"' in second
        card = page_of(client, f"/cards/{CLASSIC}/{SLUG}/")
        assert f'href="{self.ADDRESS}?page=2#ruling-26"' in card

    def test_that_there_is_not_is_not_found_with_the_nearest(self, client: Client) -> None:
        make_source("book")
        assert f'href="/sources/{CLASSIC}/book/"' in page_of(client, f"/sources/{CLASSIC}/bok/", status=404)

    def test_of_another_case_leads_to_its_address(self, client: Client) -> None:
        make_source("book")
        response = client.get(f"/sources/{CLASSIC}/Book/?page=2")
        assert (response.status_code, response.headers["Location"]) == (301, f"{self.ADDRESS}?page=2")

    @pytest.mark.parametrize(("view", "queries"), [("rulings", 12), ("wordings", 5)])
    @pytest.mark.parametrize("count", [1, 20])
    def test_takes_the_same_few_queries_for_any_number(
        self, client: Client, count: int, view: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number, card in enumerate(Card.objects.filter(game=CLASSIC).values_list("slug", flat=True)[:count]):
            make_wording(f"Boost {number}", "errata", "2008-06-10", source="book", slug=card)
            make_ruling("Boost.", "2005-01-01", source="book", about=[card], mentions=[SLUG], rules=[("", "101.2")])
        with django_assert_num_queries(queries):
            client.get(f"{self.ADDRESS}?view={view}")

    def test_escapes_what_a_file_brought(self, client: Client) -> None:
        make_source("book", name=HOSTILE)
        make_ruling(HOSTILE, source="book", subject=HOSTILE, rules=[("", HOSTILE)])
        make_wording(HOSTILE, "errata", source="book", place=HOSTILE, flavour=HOSTILE, changed=[HOSTILE])
        make_wording(HOSTILE, "printed", source="book", printing_code=HOSTILE[:24])
        for address in (self.ADDRESS, f"{self.ADDRESS}?view=wordings", "/sources/"):
            page = page_of(client, address)
            assert "<script>alert" not in page
            assert "&lt;script&gt;alert" in page


class TestAGroup:
    def test_has_its_names_with_their_cards(self, client: Client) -> None:
        make_group("Hoppers", "Savage Beatdown", "Hulk", "Nobody at all")
        page = page_of(client, f"/groups/{CLASSIC}/hoppers/")
        assert f'href="/cards/{CLASSIC}/{SLUG}/"' in page
        assert f'href="/cards/{CLASSIC}/hulk-gladiator/"' in page
        assert "No card with this name is recorded." in page
        assert f'href="/sources/{CLASSIC}/list/"' in page

    def test_is_listed_by_its_source(self, client: Client) -> None:
        make_group("Hoppers", "Hulk")
        assert f'href="/groups/{CLASSIC}/hoppers/"' in page_of(client, f"/sources/{CLASSIC}/list/")

    def test_that_there_is_not_is_not_found_with_the_nearest(self, client: Client) -> None:
        make_group("Hoppers", "Hulk")
        assert f'href="/groups/{CLASSIC}/hoppers/"' in page_of(client, f"/groups/{CLASSIC}/hopers/", status=404)

    def test_takes_three_queries(self, client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        make_group("Hoppers", "Savage Beatdown", "Hulk", "Cable", "Blade")
        client.get(f"/groups/{CLASSIC}/hoppers/")
        with django_assert_num_queries(3):
            client.get(f"/groups/{CLASSIC}/hoppers/")


class TestRulingsElsewhere:
    @pytest.mark.parametrize(
        "address", [f"/keywords/{CLASSIC}/boost/", f"/sets/{CLASSIC}/MUN/", "/rules/cr-2.7/101.2/"]
    )
    def test_stand_where_they_lead_to_and_lead_back(self, client: Client, address: str) -> None:
        assert "Rulings" not in words(page_of(client, address))
        make_ruling("Yes.", about=[SLUG], keywords=["Boost"], sets=["MUN"], rules=[("", "101.2")], subject="Whether")
        page = page_of(client, address)
        assert "Whether" in page
        assert f'href="/cards/{CLASSIC}/{SLUG}/"' in page
        assert f'href="/sources/{CLASSIC}/list/#ruling-1"' in page

    def test_that_name_no_document_stand_on_every_edition_of_the_rule(self, client: Client) -> None:
        make_ruling("Yes.", rules=[("", "101.2")], subject="Whether")
        for document in ("cr-2007-02-05", "cr-2.7"):
            assert "Whether" in page_of(client, f"/rules/{document}/101.2/")

    def test_that_name_a_document_stand_on_its_rule_alone(self, client: Client) -> None:
        make_ruling("Yes.", rules=[("cr-2.7", "101.2")], subject="Whether")
        assert "Whether" in page_of(client, "/rules/cr-2.7/101.2/")
        assert "Whether" not in page_of(client, "/rules/cr-2007-02-05/101.2/")

    def test_of_another_game_do_not_stand_on_a_rule_of_the_same_number(self, client: Client) -> None:
        ruling = make_ruling("Yes.", rules=[("", "101.2")], subject="Whether")
        ruling.source.game_id = "riftbound"
        ruling.source.save()
        assert "Whether" not in page_of(client, "/rules/cr-2.7/101.2/")

    @pytest.mark.parametrize(
        "address", [f"/keywords/{CLASSIC}/boost/", f"/sets/{CLASSIC}/MUN/", "/rules/cr-2.7/101.2/"]
    )
    def test_cost_the_same_few_queries_for_any_number(self, client: Client, address: str) -> None:
        costs = []
        for count in (1, 15):
            for _ in range(count):
                make_ruling("Boost.", about=[SLUG], keywords=["Boost"], sets=["MUN"], rules=[("", "101.2")])
            client.get(address)
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            costs.append(len(asked))
        assert costs[0] == costs[1]


class TestFacesInLists:
    @pytest.mark.parametrize(
        "address", [f"/cards/{CLASSIC}/?q=%21%22savage+beatdown%22", f"/groups/{CLASSIC}/hoppers/"]
    )
    def test_carry_the_text_of_today_without_its_reminders(self, client: Client, address: str) -> None:
        make_group("Hoppers", "Savage Beatdown")
        make_wording("Hop. (On one foot.)", "printed", "2004-02-01")
        page = page_of(client, address)
        assert '<span class="face__line">Hop.</span>' in page
        assert "On one foot" not in page

    def test_say_where_there_is_no_game_text(self, client: Client) -> None:
        make_group("Hoppers", "Savage Beatdown", "Bloodsport")
        make_wording("", "printed", "2004-02-01", flavour="Whoosh!")
        page = page_of(client, f"/groups/{CLASSIC}/hoppers/")
        assert "no game text" in page
        assert "card text not available" in page


class TestWhoeverHasThePage:
    def test_is_given_it_anew_when_a_wording_or_a_ruling_comes(self, client: Client) -> None:
        address = f"/cards/{CLASSIC}/{SLUG}/"
        seen = set()
        for change in (lambda: None, lambda: make_wording("Hop.", "errata"), lambda: make_ruling("Yes.", about=[SLUG])):
            change()
            version = get_imports_version(CLASSIC)
            if version:
                Game.objects.filter(pk=CLASSIC).update(data_version=version)
            seen.add(client.get(address).headers["ETag"])
        assert len(seen) == 3
