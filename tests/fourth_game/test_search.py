"""Cards of the fourth game are found by its own fields, in its own columns, with its own facets."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client

from tests.commands import run
from tests.decks.stored import text_of
from tests.fourth_game.house_rules.deck_rules import HOUSE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("uncle", {"twice-removed-uncle"}),
        ("t:room", {"kitchen", "parlour", "blue-bedroom", "rose-arbour", "wine-vault", "box-room"}),
        ("cost>=5", {"wasp-inspector", "ghost-of-the-landlord"}),
        ("hp>cost team:ivy", {"miss-plum-fenwick", "sleepy-botanist", "snowed-in-poet"}),
        ("team=none", {"uninvited-cousin"}),
        ("tag:family t:guest cost<=3", {"aunt-petronella"}),
        ("r:rare t:errand", {"read-the-old-letters"}),
        ("kw:loud cost<=4", {"aunt-petronella", "uninvited-cousin", "twice-removed-uncle"}),
        ("s:LOD", {"lost-mountaineer", "snowed-in-poet", "stove-keeper", "butler"}),
        ("banned:open-house", {"uninvited-cousin"}),
        ("f:open-house t:guest cost=4", {"twice-removed-uncle"}),
        ('!"Cook"', {"cook"}),
    ],
)
def test_its_cards_are_found(client: Client, query: str, found: set[str]) -> None:
    answer = client.get("/api/v1/cards", {"game": HOUSE, "q": query}).json()
    assert {card["slug"] for card in answer["results"]} == found
    assert answer["notes"] == []


@pytest.mark.parametrize("name", ["house", HOUSE, '"House Rules"'])
def test_it_is_asked_for_by_its_names(client: Client, name: str) -> None:
    assert client.get("/api/v1/cards", {"q": f"game:{name} t:guest"}).json()["count"] == 13


def test_it_is_found_together_with_other_games(client: Client) -> None:
    found = client.get("/api/v1/cards", {"q": "cook or hulk", "page_size": "100"}).json()["results"]
    assert {HOUSE, "vs-classic"} <= {card["game"] for card in found}


def test_the_command_finds_it() -> None:
    status, out, _ = run("search_cards", "health>=5", "--game", HOUSE, "--json")
    assert status == 0
    assert {card["slug"] for card in json.loads(out)["results"]} == {
        "lost-mountaineer", "uninvited-cousin", "wasp-inspector",
    }  # fmt: skip


class TestThePage:
    def test_shows_the_cards(self, client: Client) -> None:
        page = unescape(text_of(client, f"/cards/{HOUSE}/?q=t:servant"))
        assert re.findall(r'class="face__name">([^<]+)<', page) == [
            "Butler", "Cellarman", "Cook", "Gardener's Boy", "Maid of All Work", "Stove Keeper",
        ]  # fmt: skip

    def test_has_its_columns(self, client: Client) -> None:
        page = text_of(client, f"/cards/{HOUSE}/?q=t:guest&view=table")
        headings = re.findall(r'<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]+)<', page)
        assert headings == ["Name", "Type", "Team", "Cost", "Health", "Printing"]
        offered = re.findall(r'id="column-([a-z]+)"', page)
        assert offered == ["game", "type", "team", "cost", "health", "keywords", "text", "tags", "rarity", "printing"]
        assert "Outdoors" in text_of(client, f"/cards/{HOUSE}/?q=t:guest&view=table&columns=tags")

    def test_has_its_facets(self, client: Client) -> None:
        page = text_of(client, f"/cards/{HOUSE}/?q=t:guest")
        facets = re.findall(r'<h3 id="facet-([a-z]+)">', page)
        assert facets[:3] == ["type", "team", "cost"]
        assert not {"level", "domain", "energy"} & set(facets)
        [brass] = re.findall(r'<a id="facet-team-brass" href="([^"]+)"><span>Brass</span><span>4</span>', page)
        assert "Colonel Sprat" in text_of(client, unescape(brass))

    def test_shows_its_texts_and_leads_to_what_it_has(self, client: Client) -> None:
        page = text_of(client, f"/cards/{HOUSE}/?q=team:brass&view=text")
        assert "Colonel Sprat" in page
        assert f'href="/teams/{HOUSE}/">Households</a>' in page

    def test_completes_its_words(self, client: Client) -> None:
        found = client.get("/search/complete/", {"q": "team:em", "game": HOUSE}).json()["completions"]
        assert "team:Ember" in {offer["query"].strip() for offer in found}

    def test_is_in_the_help(self, client: Client) -> None:
        assert "House Rules" in text_of(client, "/help/search/")
