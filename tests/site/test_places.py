"""Keywords, teams and sets as places: what each is, how its cards are spread, and the cards."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vsdb.cards.models import Card, Team

pytestmark = pytest.mark.django_db


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def table(page: str, title: str) -> dict[str, int]:
    """The counts of the chart of that title, as its table gives them."""
    slug = re.search(rf'id="chart-(\w+)">{title}<', page)
    assert slug, title
    rows = page.partition(f'aria-labelledby="chart-{slug[1]}"')[2].partition("</table>")[0]
    found = re.findall(r'<th scope="row">(?:<a [^>]*>)?([^<]*)(?:</a>)?</th><td class="num">(\d+)</td>', rows)
    return {label: int(count) for label, count in found}


class TestATeam:
    def test_has_the_curve_of_its_cards(self, client: Client) -> None:
        team = Team.objects.get(game="vs-2pcg", slug="x-men")
        curve = table(page_of(client, "/teams/vs-2pcg/x-men/"), "Cost curve")
        costs = range(max(map(int, curve)) + 1)
        assert curve == {str(cost): team.cards.filter(cost=cost).count() for cost in costs}
        assert sum(curve.values()) == team.cards.filter(cost__isnull=False).count() > 0

    def test_has_a_picture_of_the_curve_that_can_be_read_aloud(self, client: Client) -> None:
        page = page_of(client, "/teams/vs-2pcg/x-men/")
        curve = table(page, "Cost curve")
        said = re.search(r'role="img" aria-label="(Cost curve: [^"]*)"', page)
        assert said
        assert all(f"{cost} {count}" in said[1] for cost, count in curve.items())

    def test_leads_to_the_cards_of_each_bar(self, client: Client) -> None:
        assert "/cards/vs-2pcg/?q=team%3AX-Men+c%3D2" in page_of(client, "/teams/vs-2pcg/x-men/")

    def test_counts_no_threshold_as_a_recruit_cost(self, client: Client) -> None:
        team = Team.objects.get(game="vs-classic", slug="avengers")
        curve = table(page_of(client, "/teams/vs-classic/avengers/"), "Recruit cost curve")
        assert sum(curve.values()) == team.cards.filter(type__in=("Character", "Equipment"), cost__gte=0).count()

    def test_in_another_case_leads_to_its_address(self, client: Client) -> None:
        assert client.get("/teams/vs-classic/Warbound/").headers["Location"] == "/teams/vs-classic/warbound/"

    def test_that_is_not_there_is_answered_with_the_nearest(self, client: Client) -> None:
        response = client.get("/teams/vs-classic/avenger/")
        assert response.status_code == 404
        assert 'href="/teams/vs-classic/avengers/"' in response.content.decode()


class TestAllTeams:
    @pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg"])
    def test_stand_with_the_number_of_their_cards(self, client: Client, game: str) -> None:
        page = page_of(client, f"/teams/{game}/")
        team = Team.objects.filter(game=game).first()
        assert re.search(rf'href="/teams/{game}/{team.slug}/">[^<]*</a> <span [^>]*>{team.cards.count()}\b', page)
        assert page.count(f'href="/teams/{game}/') == Team.objects.filter(game=game).count()

    def test_are_none_in_a_game_of_domains(self, client: Client) -> None:
        assert client.get("/teams/riftbound/").status_code == 404


class TestAKeyword:
    def test_counts_its_cards_by_type_and_leads_to_them(self, client: Client) -> None:
        page = page_of(client, "/keywords/riftbound/reaction/")
        kinds = table(page, "By type")
        cards = Card.objects.filter(game="riftbound", keywords__slug="reaction").distinct()
        assert kinds == {kind: cards.filter(type=kind).count() for kind in kinds}
        assert sum(kinds.values()) == cards.count()
        assert 'href="/cards/riftbound/?q=kw%3AReaction"' in page

    def test_that_is_not_there_is_answered_with_the_nearest(self, client: Client) -> None:
        response = client.get("/keywords/riftbound/reacton/")
        assert response.status_code == 404
        assert 'href="/keywords/riftbound/reaction/"' in response.content.decode()


class TestQueries:
    """However many cards a page shows, the database is asked the same few things."""

    @pytest.mark.parametrize(
        ("address", "queries"),
        [
            ("/keywords/riftbound/", 2),
            ("/keywords/riftbound/reaction/", 2),
            ("/keywords/vs-2pcg/swarm/", 2),
            ("/teams/vs-classic/", 2),
            ("/teams/vs-2pcg/", 2),
            ("/teams/vs-2pcg/x-men/", 2),
            ("/teams/vs-classic/warbound/", 2),
            ("/sets/", 2),
            ("/sets/riftbound/OGN/", 4),
            ("/sets/vs-2pcg/AFF/", 4),
            ("/sets/vs-2pcg/AFF/?view=faces", 4),
            ("/sets/riftbound/ARC/", 4),
            ("/formats/", 1),
            ("/formats/vs-2pcg/", 1),
            ("/formats/vs-classic/silver-age/", 1),
            ("/formats/vs-2pcg/incursion/?on=2023-09-01", 1),
        ],
    )
    def test_of_a_page(
        self, client: Client, address: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get(address)
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200
