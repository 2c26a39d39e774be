"""The card list: plain filters of its address, names searched, pages that follow one another."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def titles(page: str) -> list[str]:
    """The card pages that a list leads to, in its order."""
    return re.findall(r'href="/cards/[\w-]+/([\w-]+)/"', page)


def listed(client: Client, address: str) -> list[str]:
    return titles(client.get(address).content.decode())


class TestFilters:
    def test_narrow_the_list_together(self, client: Client) -> None:
        # Of the Marvel Universe set three cards are recorded with the Warbound affiliation.
        assert sorted(listed(client, "/cards/vs-classic/?set=MUN&team=warbound")) == [
            "elloe-kaifi-slave-of-the-empire",
            "hercules-secret-avenger",
            "rick-jones-monsters-best-friend",
        ]
        assert listed(client, "/cards/vs-classic/?set=MUN&team=warbound&cost=7") == ["hercules-secret-avenger"]

    def test_by_keyword_and_type(self, client: Client) -> None:
        found = listed(client, "/cards/vs-classic/?keyword=reservist&type=Character&set=MUN")
        assert "falcon-secret-avenger" in found
        assert "superhuman-registration-act-team-up" not in found

    def test_by_domain_and_energy(self, client: Client) -> None:
        found = listed(client, "/cards/riftbound/?domain=Chaos&energy=5&q=jinx")
        assert found == ["jinx-rebel"]

    def test_list_a_card_with_several_printings_in_a_set_once(self, client: Client) -> None:
        assert listed(client, "/cards/riftbound/?set=OGN&q=jinx+rebel") == ["jinx-rebel"]

    def test_narrow_beside_a_query(self, client: Client) -> None:
        assert listed(client, "/cards/vs-classic/?set=MUN&q=team:warbound+cost=7") == ["hercules-secret-avenger"]

    def test_narrow_over_every_game(self, client: Client) -> None:
        assert listed(client, "/cards/?domain=Chaos&energy=5&q=jinx") == ["jinx-rebel"]

    def test_are_taken_off_by_their_own_link(self, client: Client) -> None:
        page = client.get("/cards/vs-classic/?set=MUN&team=warbound&page=1").content.decode()
        assert re.search(r'href="/cards/vs-classic/\?set=MUN">Team warbound ×', page)

    @pytest.mark.parametrize("words", ["cost=abc", "cost=99999999999999999999", "level=-1", "set=%00"])
    def test_that_cannot_be_read_are_refused_beside_the_field(self, client: Client, words: str) -> None:
        response = client.get(f"/cards/vs-2pcg/?{words}")
        assert response.status_code == 400
        assert "field__error" in response.content.decode()


class TestNames:
    @pytest.mark.parametrize(
        "query", ["shehulk agent", "she hulk agent", "SHE-HULK  Agent of S.H.I.E.L.D", "agent she-hulk"]
    )
    def test_match_without_regard_to_case_hyphens_dots_and_order(self, client: Client, query: str) -> None:
        found = listed(client, f"/cards/vs-classic/?q={query}")
        assert "she-hulk-agent-of-shield" in found

    def test_are_found_in_every_game_at_once(self, client: Client) -> None:
        page = client.get("/cards/?q=mobilize").content.decode()
        assert 'href="/cards/vs-classic/mobilize/"' in page
        assert 'href="/cards/riftbound/mobilize/"' in page

    def test_lead_from_a_champion_to_its_legend(self, client: Client) -> None:
        assert "jinx-loose-cannon" in listed(client, "/cards/riftbound/?q=jinx")

    def test_are_escaped(self, client: Client) -> None:
        page = client.get("/cards/?q=<script>alert(1)</script>").content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


class TestViews:
    def test_pages_follow_one_another_without_a_gap(self, client: Client) -> None:
        first = listed(client, "/cards/vs-classic/")
        second = listed(client, "/cards/vs-classic/?page=2")
        assert len(first) == 60
        assert not set(first) & set(second)

    def test_a_page_beyond_the_last_is_the_last(self, client: Client) -> None:
        assert listed(client, "/cards/vs-classic/?page=9999") == listed(client, "/cards/vs-classic/?page=14")

    def test_a_face_reads_like_the_card(self, client: Client) -> None:
        page = client.get("/cards/vs-classic/?q=captain+america+champion").content.decode()
        assert (
            '<span class="visually-hidden">Captain America, Champion License. Character. Recruit cost 4. '
            "Avengers / S.H.I.E.L.D. "
            "Loyalty-Reveal, Leader. ATK 8. DEF 7. MUN.</span>"
        ) in page

    def test_what_is_not_recorded_is_said_and_never_zero(self, client: Client) -> None:
        page = client.get("/cards/vs-classic/?q=mr+fantastic+protector").content.decode()
        assert "recruit cost not recorded" in page
        assert "ATK not recorded" in page
