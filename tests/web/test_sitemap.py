"""The sitemap lists every page that is meant to be found, and no other."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine import GAMES
from tests.decks.stored import deck_of, page_of, person
from tests.events.making import make_event
from vsdb.catalog.cards.models import Card, Game
from vsdb.decks.models import Deck
from vsdb.web import sitemaps
from vsdb.web.sitemaps import SITEMAPS

pytestmark = pytest.mark.django_db
A_FEW = 4


def addresses(client: Client, page: str) -> list[str]:
    answer = client.get(page)
    assert answer.status_code == 200, page
    assert answer.headers["Content-Type"] == "application/xml"
    return [urlsplit(found).path for found in re.findall(r"<loc>([^<]+)</loc>", answer.content.decode())]


def test_is_named_in_robots_txt(client: Client) -> None:
    assert "Sitemap: http://testserver/sitemap.xml" in client.get("/robots.txt").content.decode()


def test_has_each_part(client: Client) -> None:
    assert addresses(client, "/sitemap.xml") == [f"/sitemap-{part}.xml" for part in SITEMAPS]
    assert client.get("/sitemap-people.xml").status_code == 404


@pytest.mark.parametrize("part", [part for part in SITEMAPS if part != "decks"])
def test_lists_pages_that_are_there_and_may_be_found(client: Client, part: str) -> None:
    make_event(starts=timezone.now() + timedelta(days=7), ends=timezone.now() + timedelta(days=8))
    found = addresses(client, f"/sitemap-{part}.xml")
    assert found
    chosen = found if part == "pages" else found[:: max(1, len(found) // A_FEW)]
    for address in chosen:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert 'content="noindex' not in answer.content.decode(), address


def test_leaves_out_the_lists_of_a_game_without_data(client: Client) -> None:
    Game.objects.filter(pk="riftbound").delete()
    found = addresses(client, "/sitemap-pages.xml")
    assert not [address for address in found if "riftbound" in address]
    assert "/cards/vs-classic/" in found


def test_lists_every_card(client: Client) -> None:
    found = addresses(client, "/sitemap-cards.xml")
    assert len(found) == len(set(found)) == Card.objects.count()
    assert {address.split("/")[2] for address in found} == {*GAMES}


def test_lists_public_decks_alone(client: Client) -> None:
    user, _ = person("ann")
    shown, hidden = (deck_of(user, title=title, visibility="public") for title in ("Shown", "Hidden"))
    Deck.objects.filter(pk=hidden.pk).update(hidden_at=hidden.edited)
    deck_of(user, title="Private")
    deck_of(user, title="Linked", visibility="link")
    assert addresses(client, "/sitemap-decks.xml") == [page_of(shown)]
    assert f"<lastmod>{shown.edited:%Y-%m-%d}</lastmod>" in client.get("/sitemap-decks.xml").content.decode()


def test_has_pages_of_many_and_costs_few_queries(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(sitemaps.CardsSitemap, "limit", 1_000)
    client.get("/sitemap-cards.xml")
    assert "/sitemap-cards.xml?p=4" in client.get("/sitemap.xml").content.decode()
    with django_assert_num_queries(3):  # the version of the facts, the count, the page
        assert len(addresses(client, "/sitemap-cards.xml?p=2")) == 1_000
