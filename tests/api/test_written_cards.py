"""The card list is put together from JSON that was written before, and reads as if it were written anew."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from rest_framework.renderers import JSONRenderer

from engine.model.cards import GAMES
from vsdb.catalog.api.card_shapes import CardShape
from vsdb.catalog.api.views import write_card_json
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


@pytest.mark.parametrize("game", GAMES)
def test_each_card_is_written_as_its_shape_gives_it(game: str) -> None:
    for card in selectors.get_reference(game).catalog.cards[:200]:
        assert write_card_json(card) == JSONRenderer().render(CardShape(card).data)


@pytest.mark.parametrize("query", ["game=riftbound&page=2", "page_size=3", "game=vs-classic&type=Location&cost=99"])
def test_a_page_is_the_json_that_it_would_be(client: Client, query: str) -> None:
    response = client.get(f"/api/v1/cards?{query}")
    assert response.headers["Content-Type"] == "application/json"
    assert response.content == JSONRenderer().render(json.loads(response.content))


@pytest.mark.parametrize(
    ("query", "queries"),
    [
        # The versions of the facts; of a list that is narrowed also how many cards there are and which are on the page.
        ("game=vs-2pcg", 1),
        ("game=vs-2pcg&type=Equipment", 3),
    ],
)
@pytest.mark.parametrize("size", [2, 500])
def test_a_page_costs_the_same_few_queries_however_long_it_is(
    client: Client, query: str, queries: int, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/api/v1/cards?{query}&page_size={size}"
    client.get(address)
    with django_assert_num_queries(queries):
        client.get(address)


@pytest.mark.parametrize("game", [*GAMES, ""])
def test_a_list_that_is_not_narrowed_has_the_order_of_the_database(client: Client, game: str) -> None:
    cards = Card.objects.filter(game=game) if game else Card.objects.all()
    told = client.get("/api/v1/cards", {"page_size": 500, "page": 1, **({"game": game} if game else {})}).json()
    assert told["count"] == cards.count()
    assert [(card["game"], card["slug"]) for card in told["results"]] == list(cards.values_list("game", "slug")[:500])
