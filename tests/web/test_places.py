"""Keywords, teams and sets as places: what each is, how its cards are spread, and the cards."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vsdb.catalog.cards.models import Card, Team

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
        main = page.partition("</main>")[0]
        assert main.count(f'href="/teams/{game}/') == Team.objects.filter(game=game).count()

    def test_are_none_in_a_game_of_domains(self, client: Client) -> None:
        assert client.get("/teams/riftbound/").status_code == 404


class TestASet:
    @pytest.mark.parametrize("code", ["vs-classic/MUN", "riftbound/OGN"])
    def test_lists_its_numbers_in_order_and_what_has_none_last(self, client: Client, code: str) -> None:
        rows = page_of(client, f"/sets/{code}/").partition("<tbody>")[2].partition("</tbody>")[0]
        numbers = re.findall(r'<td class="code">(?:(\w+)|<span)', rows)
        assert [number for number in numbers if number] == sorted(number for number in numbers if number) != []
        assert numbers == sorted(numbers, key=lambda number: (not number, number))

    def test_counts_every_affiliation_of_its_cards(self, client: Client) -> None:
        cards = Card.objects.filter(game="vs-classic", printings__card_set__code="MUN")
        counts = {team.name: team.cards.filter(pk__in=cards).count() for team in Team.objects.filter(game="vs-classic")}
        found = table(page_of(client, "/sets/vs-classic/MUN/"), "By affiliation")
        assert found == {name: count for name, count in counts.items() if count}
        assert len(found) > 12


@pytest.mark.parametrize("place", ["keywords/vs-2pcg", "teams/vs-2pcg", "teams/vs-classic"])
def test_lists_of_names_are_in_alphabetical_order_whatever_their_case(client: Client, place: str) -> None:
    names = re.findall(rf'<a href="/{place}/[\w-]+/">([^<]*)</a>', page_of(client, f"/{place}/"))
    assert names == sorted(names, key=str.lower)
    assert len(names) > 30


@pytest.mark.parametrize(("game", "has_teams"), [("vs-classic", True), ("vs-2pcg", True), ("riftbound", False)])
@pytest.mark.parametrize("page", ["/", "/cards/", "/cards/{game}/"])
def test_teams_are_led_to_where_a_game_has_them(client: Client, game: str, page: str, has_teams: bool) -> None:
    assert (f'href="/teams/{game}/"' in page_of(client, page.format(game=game))) is has_teams


class TestAKeyword:
    def test_counts_its_cards_by_type_and_leads_to_them(self, client: Client) -> None:
        page = page_of(client, "/keywords/riftbound/reaction/")
        kinds = table(page, "By type")
        cards = Card.objects.filter(game="riftbound", keywords__slug="reaction").distinct()
        assert kinds == {kind: cards.filter(type=kind).count() for kind in kinds}
        assert sum(kinds.values()) == cards.count()
        assert 'href="/cards/riftbound/?q=kw%3AReaction"' in page

    def test_that_no_card_is_recorded_with_says_so_and_leads_to_the_others(self, client: Client) -> None:
        page = page_of(client, "/keywords/vs-2pcg/acrobatic/")
        assert "No card with this keyword is recorded yet." in page
        assert "Search these cards" not in page
        assert 'href="/keywords/vs-2pcg/">All keywords</a>' in page

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
            ("/keywords/riftbound/reaction/", 3),
            ("/keywords/vs-2pcg/swarm/", 3),
            ("/teams/vs-classic/", 2),
            ("/teams/vs-2pcg/", 2),
            ("/teams/vs-2pcg/x-men/", 2),
            ("/teams/vs-classic/warbound/", 2),
            ("/sets/", 2),
            ("/sets/riftbound/OGN/", 5),
            ("/sets/vs-2pcg/AFF/", 5),
            ("/sets/vs-2pcg/AFF/?view=faces", 5),
            ("/sets/riftbound/ARC/", 5),
            ("/sources/", 2),
            ("/", 7),
            ("/help/", 1),
            ("/help/search/", 1),
            ("/cards/", 7),
            ("/rules/", 2),
            ("/rules/cr-2.7/", 3),
            ("/check/", 1),
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
