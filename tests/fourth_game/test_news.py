"""What happened to the fourth game is told: on the page of changes, in feeds, and to those who follow."""

from __future__ import annotations

import json

import pytest
from defusedxml import ElementTree
from django.contrib.auth.models import User
from django.test import Client

from tests.decks.stored import text_of
from tests.fourth_game.house_rules.deck_rules import HOUSE
from vsdb.decks.models import Deck
from vsdb.news.following.services import FollowTarget, follow

pytestmark = pytest.mark.django_db


def test_its_sets_and_bans_are_news(client: Client) -> None:
    told = client.get("/api/v1/changes", {"game": HOUSE}).json()
    assert [each["title"] for each in told["results"]] == [
        "New set: The Lodge",
        "Uninvited Cousin banned in Open House",
        "New set: The Attic",
        "New set: The Cellar",
        "New set: The Garden",
        "New format: Open House",
        "New edition: The House Rules",
        "New set: The House",
    ]
    page = text_of(client, f"/changes/?game={HOUSE}")
    assert "The Attic" in page


@pytest.mark.parametrize("kind", ["", "&kind=sets", "&kind=bans"])
def test_it_has_feeds(client: Client, kind: str) -> None:
    atom = client.get(f"/changes/feed.atom?game={HOUSE}{kind}").content.decode()
    entries = [each for each in ElementTree.fromstring(atom) if each.tag.endswith("entry")]
    items = json.loads(client.get(f"/changes/feed.json?game={HOUSE}{kind}").content)["items"]
    assert len(entries) == len(items) > 0
    assert "House Rules" in atom


def test_its_cards_decks_and_queries_are_followed(host: tuple[User, Client], deck: Deck) -> None:
    follow(host[0], FollowTarget(card=f"{HOUSE}/cook"))
    follow(host[0], FollowTarget(deck=deck.pk))
    follow(host[0], FollowTarget(query="t:guest hp>4", game=HOUSE))
    page = text_of(host[1], "/following/")
    for said in ("Cook", "Full House", "t:guest hp&gt;4"):
        assert said in page
