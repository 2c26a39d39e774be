"""What holds for every page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from vsdb.catalog.cards.models import Game
from vsdb.web.views import bad_request, forbidden, server_error

PAGES = [
    "/changes/",
    "/changes/?kind=texts&game=riftbound",
    "/",
    "/help/",
    "/cards/",
    "/cards/?q=hulk",
    "/cards/?q=no+such+card",
    "/cards/vs-classic/",
    "/cards/vs-2pcg/?view=table&type=Main+Character",
    "/cards/vs-classic/?q=tpye:character+team:avengrs+group:type&view=text",
    "/cards/?q=hulk+sort:cost&view=table",
    "/help/search/",
    "/cards/riftbound/?domain=Fury",
    "/cards/vs-classic/hulk-gladiator/",
    "/cards/vs-2pcg/she-hulk-aff-003/?on=2020-01-01",
    "/cards/riftbound/jinx-rebel/",
    "/keywords/vs-classic/",
    "/keywords/vs-2pcg/",
    "/keywords/riftbound/",
    "/keywords/vs-classic/boost/",
    "/teams/vs-classic/warbound/",
    "/sets/",
    "/sets/vs-classic/MUN/",
    "/sets/vs-2pcg/AFF/?view=faces",
    "/sets/riftbound/ARC/",
    "/formats/",
    "/formats/vs-2pcg/?on=2020-01-01",
    "/formats/vs-classic/silver-age/?on=2008-07-01",
    "/formats/vs-2pcg/incursion/",
    "/formats/riftbound/standard/",
    "/check/",
    "/check/?sample=secret-avengers",
    "/check/?sample=warbound",
    "/check/?sample=a-force",
    "/check/?sample=jinx",
    "/decks/",
    "/decks/?q=contanis:x&tag=x&game=chess",
    "/decks/mine/",
    "/decks/new/",
    "/decks/new/?game=vs-classic&deck=4+Savge+Beatdown%0A2+Boris%0Awhat",
    "/decks/compare/",
    "/collection/",
    "/collection/lacks/",
    "/check/?fingerprint=K7QD-2M9X-4TFH",
    "/rules/",
    "/rules/coverage/",
    "/rules/cr-2.7/",
    "/rules/cr-2.7/101.2/",
    "/rules/cr-2.7/all/",
    "/rules/compare/cr-2007-02-05/cr-2.7/",
]

pytestmark = pytest.mark.django_db


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


@pytest.mark.parametrize("address", PAGES)
class TestEveryPage:
    def test_answers(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 200

    def test_asks_nothing_of_another_host(self, client: Client, address: str) -> None:
        page = text_of(client.get(address))
        found = re.findall(r'(?:src|href|action|hx-\w+)="(?:https?:)?//[^"]*', page)
        assert [each for each in found if not each.startswith('href="http://testserver/')] == []

    def test_has_no_script_and_no_style_within(self, client: Client, address: str) -> None:
        page = text_of(client.get(address))
        assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=\"(?!on)|javascript:", page) == []

    def test_forbids_what_it_does_not_need(self, client: Client, address: str) -> None:
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy

    def test_has_one_title_one_main_part_and_one_first_heading(self, client: Client, address: str) -> None:
        page = text_of(client.get(address))
        assert (
            page.partition("</head>")[0].count("<title>"),
            page.count("<main "),
            len(re.findall(r"<h1[\s>]", page)),
        ) == (1, 1, 1)
        assert 'href="#main"' in page
        assert '<html lang="en"' in page

    def test_names_every_field(self, client: Client, address: str) -> None:
        page = text_of(client.get(address))
        fields = re.findall(r"<(?:input|select|textarea)\b(?![^>]*type=\"hidden\")[^>]*\bid=\"([\w-]+)\"", page)
        assert [name for name in fields if f'for="{name}"' not in page] == []
        assert len(re.findall(r"<(?:input|select|textarea)\b(?![^>]*type=\"hidden\")", page)) == len(fields)

    def test_gives_each_id_once(self, client: Client, address: str) -> None:
        ids = re.findall(r'\sid="([^"]+)"', text_of(client.get(address)))
        assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere/",
        "/cards/chess/",
        "/cards/vs-classic/nobody/",
        "/sets/vs-classic/XYZ/",
        "/formats/vs-classic/nothing/",
        "/keywords/vs-classic/nothing/",
        "/teams/vs-classic/nobody/",
        "/cards/vs-classic/%00/",
        "/rules/cr-2.7/%00/",
        "/rules/%00/",
    ],
)
def test_what_is_not_there_is_said_in_our_own_page(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert "Page not found" in text_of(response)


def test_a_crash_is_answered_with_a_page_that_needs_no_database(
    rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = server_error(rf.get("/"))
    assert response.status_code == 500
    assert "Something failed on our side" in text_of(response)


@pytest.mark.parametrize(("answer", "status"), [(bad_request, 400), (forbidden, 403)])
def test_a_refusal_says_what_to_do_in_our_own_page(
    rf: RequestFactory, answer: Callable[[HttpRequest], HttpResponse], status: int
) -> None:
    response = answer(rf.get("/"))
    assert response.status_code == status
    assert 'href="/check/"' in text_of(response)


def test_a_reference_that_is_not_loaded_is_said_and_not_a_crash(client: Client) -> None:
    Game.objects.filter(pk="riftbound").update(data_version="")
    response = client.get("/cards/riftbound/")
    assert response.status_code == 404
    assert "Nothing is recorded for Riftbound yet." in text_of(response)
    assert "load_reference" not in text_of(response)  # that is for staff


def test_crawlers_are_told_to_leave_lists_alone(client: Client) -> None:
    response = client.get("/robots.txt")
    assert response.headers["Content-Type"].startswith("text/plain")
    assert "Disallow: /check/?" in text_of(response)


def test_the_icon_is_where_browsers_look_for_it(client: Client) -> None:
    assert client.get("/favicon.ico").headers["Location"].endswith("favicon.svg")


def test_no_page_may_style_itself(client: Client) -> None:
    for address in ("/", "/api/docs/", "/api/v1/games"):
        assert "'unsafe-inline'" not in client.get(address).headers["Content-Security-Policy"]
