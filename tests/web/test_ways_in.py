"""What can be asked about legality through time is found from where a person would look for it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db

QUESTIONS = (
    "/check/life/",
    "/check/repair/",
    "/check/team/",
    "/simulate/",
    "/play/",
    "/what-if/",
    "/formats/",
    "/formats/own/",
)
TEAMS = ("vs-2pcg/3v3-team-match-unified-deck-construction", "riftbound/2v2-constructed")


@pytest.mark.parametrize("address", ["/", "/check/", "/help/"])
def test_every_question_is_asked_from_the_front_page_the_check_and_the_help(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert [each for each in QUESTIONS if f'href="{each}"' not in page] == []


def test_the_help_says_where_changes_are_told_and_how_to_follow(client: Client) -> None:
    page = client.get("/help/").content.decode()
    assert 'href="/changes/"' in page
    assert 'href="/following/"' in page


def test_the_help_for_searches_says_how_a_format_by_an_organizer_is_asked_for(client: Client) -> None:
    assert "my-league@3" in client.get("/help/search/").content.decode()


def test_the_menu_of_an_account_leads_to_its_formats(client: Client) -> None:
    client.force_login(User.objects.create_user("ola"))
    assert 'href="/formats/own/">Your formats</a>' in client.get("/").content.decode()


@pytest.mark.parametrize("name", TEAMS)
def test_a_format_for_teams_leads_to_the_check_of_a_team(client: Client, name: str) -> None:
    page = client.get(f"/formats/{name}/?on=2026-05-01").content.decode()
    address = f"/check/team/?format={name}&amp;on=2026-05-01"
    assert f'href="{address}"' in page
    form = client.get(address.replace("&amp;", "&")).content.decode()
    assert f'<option value="{name}" selected>' in form
    assert 'value="2026-05-01"' in form


def test_another_format_doesnt(client: Client) -> None:
    page = client.get("/formats/vs-classic/silver-age/").content.decode()
    assert "/check/team/" not in page.partition("</main>")[0]


def test_the_verdict_of_one_deck_of_a_team_leads_there_too(client: Client) -> None:
    asked = {"deck": "# format: 2v2-constructed\n1 Scrapheap", "on": "2026-05-01"}
    page = client.post("/check/", asked, follow=True).content.decode()
    assert 'href="/check/team/?format=riftbound/2v2-constructed&amp;on=2026-05-01"' in page


def test_a_format_or_a_day_that_cant_be_is_left_unchosen(client: Client) -> None:
    page = client.get("/check/team/?format=%3Cb%3E&on=%3Cb%3E")
    assert page.status_code == 200
    assert "<b>" not in page.content.decode()


class TestTitles:
    """A page is called in tabs and bookmarks by what it answers."""

    def test_of_a_life_and_of_a_repair_name_the_deck(self, client: Client) -> None:
        assert "<title>Timeline of Warbound" in client.get("/check/life/?sample=warbound").content.decode()
        page = client.get("/check/repair/?sample=warbound").content.decode()
        assert "<title>Smallest repair of Warbound" in page
        assert "No changes needed." in page
        assert 'id="changes"' not in page

    def test_of_a_proposal_says_it(self, client: Client) -> None:
        page = client.get("/what-if/?game=vs-classic&ban=Savage+Beatdown").content.decode()
        assert "<title>What if: Savage Beatdown is banned in all formats" in page
