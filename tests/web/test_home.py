"""The front page: what it says, that its examples give what they say, and what it costs."""

from __future__ import annotations

import html
import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import GAMES
from vsdb.web.views import list_example_tasks

pytestmark = pytest.mark.django_db

#: What stands on the page of each example.
ANSWERS = {
    "Cards legal in Silver Age in April 2007": "legal in Silver Age on 15 April 2007",
    "Sets and bans of Silver Age in April 2007": "on 15 April 2007",
    "Avengers that cost 3": "4 cards",
    "The limit on copies: rule 101.2": "Four copies of a card",
    "When Overload was legal": "30 April 2004",
    "Make an illegal deck legal": "Secret Avengers",
    "Check a 2PCG deck": "in Multiverse on 1 June 2024",
    "What did the last Riftbound ban hit?": "The Dreaming Tree",
}


def words_of(page: str) -> str:
    """The words of a page without its marks, in one line."""
    main = page.partition("<main")[2].partition("</main")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


class TestHome:
    def test_says_for_whom_and_for_which_games(self, client: Client) -> None:
        said = words_of(client.get("/").content.decode())
        assert "For players and judges of" in said
        for name in GAMES.values():
            assert name in said

    def test_leads_to_an_answer_by_each_example(self, client: Client) -> None:
        tasks = list_example_tasks()
        assert {each.name for each in tasks} == set(ANSWERS)
        home = client.get("/").content.decode()
        for each in tasks:
            assert html.escape(each.href) in home
            answer = client.get(each.href)
            assert answer.status_code == 200, each.name
            assert ANSWERS[each.name] in words_of(answer.content.decode()), each.name

    def test_checks_a_list_with_nothing_chosen(self, client: Client) -> None:
        home = client.get("/").content.decode()
        form = home.partition('<form class="checkform"')[2].partition("</form>")[0]
        assert re.findall(r'name="(\w+)"', form) == ["deck"]
        answer = client.post("/check/", {"deck": "4 Hulk, Gladiator\n56 MODOC Squad, Army ○ A.I.M."}, follow=True)
        assert "Legal in Golden Age on" in words_of(answer.content.decode())

    def test_leads_with_the_same_list_to_hands_and_odds(self, client: Client) -> None:
        home = client.get("/").content.decode()
        form = home.partition('<form class="checkform"')[2].partition("</form>")[0]
        assert '<button type="submit" formaction="/simulate/">Hands and odds</button>' in form
        answer = client.post("/simulate/", {"deck": "4 Hulk, Gladiator\n56 MODOC Squad, Army ○ A.I.M."})
        assert answer.headers["Location"].startswith("/simulate/odds/?game=vs-classic&list=")

    def test_costs_few_queries_and_bytes(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.get("/")
        with django_assert_max_num_queries(10):
            page = client.get("/")
        assert len(page.content) < 32_000


class TestTheWayToEverything:
    def test_every_link_of_the_header_and_the_footer_leads_to_a_page(self, client: Client) -> None:
        home = client.get("/").content.decode()
        frame = home.partition("<main")[0] + home.partition("</main>")[2]
        paths = {urlsplit(html.unescape(each)).path for each in re.findall(r'<a [^>]*href="(/[^"]*)"', frame)}
        assert len(paths) > 30
        statuses = {path: client.get(path).status_code for path in sorted(paths)}
        # What belongs to an account leads to the door.
        assert {path: status for path, status in statuses.items() if status != 200} == {
            "/events/new/": 302,  # both lead whoever isn’t signed in to sign in
            "/following/": 302,
        }

    def test_the_map_names_every_page_that_needs_no_name(self, client: Client) -> None:
        foot = client.get("/help/").content.decode().partition("</main>")[2]
        for path in ("/sets/", "/decks/new/", "/check/team/", "/what-if/", "/formats/own/", "/rules/", "/sources/"):
            assert f'href="{path}"' in foot
        for game in GAMES:
            assert f'href="/keywords/{game}/"' in foot
        assert 'href="/teams/riftbound/"' not in foot

    def test_works_without_scripts(self, client: Client) -> None:
        head = client.get("/help/").content.decode().partition("<main")[0]
        assert re.search(r"<details class=\"sitemenu\"[^>]*>\s*<summary>More</summary>", head)
