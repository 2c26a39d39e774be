"""A card's page: facts, keywords in our words, printings, where it is legal and what was banned."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def row(page: str, words: str) -> str:
    """The table row that holds some words."""
    return next(each for each in re.findall(r"<tr>.*?</tr>", page, re.DOTALL) if words in each)


class TestFacts:
    def test_name_what_is_recorded_and_what_is_not(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert re.search(r"<dt>Recruit cost</dt>\s*<dd>4</dd>", page)
        assert re.search(r'<dt>Flight</dt>\s*<dd><span class="unrecorded">not recorded</span>', page)

    def test_call_the_cost_of_a_plot_twist_its_threshold_cost(self, client: Client) -> None:
        assert re.search(r"<dt>Threshold cost</dt>\s*<dd>4</dd>", page_of(client, "/cards/vs-classic/bloodsport/"))

    def test_link_each_team_and_type(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert '<a href="/teams/vs-classic/avengers/">Avengers</a>' in page
        assert '<a href="/cards/vs-classic/?type=Character">Character</a>' in page

    def test_gloss_each_keyword_and_lead_to_its_rule(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/captain-america-champion-license/")
        assert '<a href="/keywords/vs-classic/loyalty-reveal/">Loyalty-Reveal</a>' in page
        assert 'href="/rules/cr-2.7/706.3a/"' in page

    def test_tell_the_printings_with_set_and_number(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/")
        assert "AFF-003" in page
        assert 'href="/sets/vs-2pcg/AFF/"' in page

    def test_lead_to_the_next_level_and_back(self, client: Client) -> None:
        assert 'href="/cards/vs-2pcg/she-hulk-aff-004/"' in page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/")
        back = page_of(client, "/cards/vs-2pcg/she-hulk-aff-004/")
        assert back.index("Levels up from") < back.index('aria-label="She-Hulk, Main Character, Level 1')

    def test_lead_to_the_neighbours_in_the_set(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/")
        assert 'rel="prev" href="/cards/vs-2pcg/captain-marvel-aff-002/"' in page
        assert 'rel="next" href="/cards/vs-2pcg/she-hulk-aff-004/"' in page

    def test_list_the_other_cards_of_the_name(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/hulk-gladiator/")
        assert 'href="/cards/vs-classic/hulk-green-scar/"' in page


class TestLegality:
    def test_is_told_for_the_day_that_is_asked_about(self, client: Client) -> None:
        address = "/cards/vs-classic/captain-america-champion-license/?on="
        # Marvel Universe was legal from 27 June 2008 on.
        assert "not in" in row(page_of(client, address + "2008-06-26"), ">Silver Age<")
        assert "legal" in row(page_of(client, address + "2008-06-27"), ">Silver Age<")

    def test_names_a_ban_with_its_days(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/gone-but-not-forgotten/?on=2006-09-23")
        assert "banned" in row(page, ">Golden Age<")
        assert "since 23 September 2006" in row(page, ">Golden Age<")
        before = page_of(client, "/cards/vs-classic/gone-but-not-forgotten/?on=2006-09-22")
        assert "banned" not in row(before, ">Golden Age<")

    def test_is_unknown_while_a_ban_may_have_begun(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-classic/overload/?on=2005-06-15")
        assert "unknown" in row(page, ">Golden Age<")

    def test_folds_the_formats_that_are_out_of_season(self, client: Client) -> None:
        page = page_of(client, "/cards/vs-2pcg/she-hulk-aff-003/?on=2023-05-01")
        folded = page.index("Formats out of season on that day")
        assert page.index(">Duality<") < folded < page.index(">Good vs Evil<")

    def test_of_a_day_that_cannot_be_read_says_so_beside_the_field(self, client: Client) -> None:
        response = client.get("/cards/vs-classic/hulk-gladiator/?on=2006-02-30")
        assert response.status_code == 400
        assert "2006-02-30" in response.content.decode()
        assert 'aria-invalid="true"' in response.content.decode()


class TestQueries:
    @pytest.mark.parametrize("slug", ["hulk-gladiator", "captain-america-champion-license"])
    def test_are_few(self, client: Client, slug: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        client.get(f"/cards/vs-classic/{slug}/")
        # The data version, the row, its teams and, where there are any, its keywords' glosses.
        with django_assert_num_queries(4 if "captain" in slug else 3):
            client.get(f"/cards/vs-classic/{slug}/")
