"""What other sites show beside a link to a page, and the feeds that pages announce."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tests.html_tree import parse_page
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db

SITE_PICTURE = "http://testserver/static/img/preview.png"


def read_head(client: Client, address: str) -> dict[str, list[str]]:
    """The contents of a page's `meta` tags by name."""
    answer = client.get(address)
    assert answer.status_code == 200
    found: dict[str, list[str]] = {}
    for each in parse_page(answer.content.decode()).iterfind("head/meta"):
        name = each.get("property") or each.get("name") or ""
        found.setdefault(name, []).append(each.get("content", ""))
    return found


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/formats/vs-classic/silver-age/?on=2007-04-15", "Silver Age on 15 April 2007, Vs. System TCG"),
        ("/sets/vs-classic/MOR/", "Marvel Origins (MOR), Vs. System TCG set"),
        ("/rules/cr-2.7/101.2/", None),
        ("/rules/cr-2.7/", "Vs. System TCG Comprehensive Rules 2.7"),
        ("/check/?sample=secret-avengers", None),
        ("/cards/vs-classic/overload/", "Overload"),
        ("/", "vsdb: cards, rules and deck checks for Vs. System and Riftbound"),
        ("/api/guide/", "API guide"),
        ("/help/linking/", "Link to vsdb"),
    ],
)
def test_pages_that_people_share_say_title_words_and_picture_once(
    client: Client, address: str, title: str | None
) -> None:
    head = read_head(client, address)
    for name in ("og:title", "og:description", "og:image", "og:site_name", "twitter:card"):
        assert len(head[name]) == 1, name
        assert head[name][0], name
    assert head["description"] == head["og:description"]
    assert title in (None, head["og:title"][0])


def test_a_title_with_quotation_marks_stays_within_its_attribute(client: Client) -> None:
    address = client.get("/check/", {"format": "vs-classic/golden-age", "deck": '# title: "Army" <b>\n4 Overload'})
    assert read_head(client, address.headers["Location"])["og:title"][0].startswith('"Army" <b>')


def test_other_pages_show_the_picture_of_the_site(client: Client) -> None:
    assert read_head(client, "/")["og:image"] == [SITE_PICTURE]
    found = finders.find("img/preview.png")
    assert isinstance(found, str)
    with Image.open(found) as drawn:
        assert drawn.size == (1200, 630)


def test_a_verdict_says_its_outcome_and_no_card_of_the_list(client: Client) -> None:
    head = read_head(client, "/check/?sample=secret-avengers")
    assert re.search(r"(legal|illegal|uncertain) in ", head["og:title"][0])
    assert head["og:image"] == [SITE_PICTURE]


def test_a_private_deck_shows_no_preview_to_its_owner_either(client: Client) -> None:
    ann = User.objects.create_user("ann")
    deck = services.create(Viewer(ann.pk), "vs-classic", Snapshot(title="Secret plan", text="4 Overload"))
    client.force_login(ann)
    head = read_head(client, f"/decks/{deck.pk}/{deck.slug}/")
    assert [name for name in head if name.startswith(("og:", "twitter:"))] == []


@pytest.mark.parametrize(
    "address",
    [
        "/formats/vs-classic/",
        "/formats/vs-classic/silver-age/",
        "/sets/vs-classic/MOR/",
        "/cards/vs-classic/overload/",
    ],
)
def test_pages_of_a_game_announce_its_feeds_and_these_answer(client: Client, address: str) -> None:
    links = parse_page(client.get(address).content.decode()).iterfind("head/link[@rel='alternate']")
    feeds = {each.get("type"): each.get("href") or "" for each in links if "feed" in (each.get("href") or "")}
    assert set(feeds) == {"application/atom+xml", "application/feed+json"}
    for feed in feeds.values():
        assert "game=vs-classic" in feed
        assert client.get(feed).status_code == 200


@pytest.mark.parametrize("address", ["/", "/changes/", "/sets/", "/formats/", "/rules/"])
def test_pages_of_all_games_announce_the_feeds_of_all(client: Client, address: str) -> None:
    links = parse_page(client.get(address).content.decode()).iterfind("head/link[@rel='alternate']")
    assert [each.get("href") for each in links] == ["/changes/feed.atom", "/changes/feed.json"]


def test_robots_and_the_sitemap_lead_to_the_guide_and_to_the_page_about_links(client: Client) -> None:
    assert "http://testserver/api/guide/" in client.get("/robots.txt").content.decode()
    pages = client.get("/sitemap-pages.xml").content.decode()
    for address in ("/api/guide/", "/api/docs/", "/help/linking/"):
        assert f"<loc>http://testserver{address}</loc>" in pages
