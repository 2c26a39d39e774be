"""The card list is put together from JSON that was written before, and reads as if it were written anew."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from rest_framework.renderers import JSONRenderer

from engine.cards import GAMES
from vsdb.api.serializers import CardShape
from vsdb.api.written import written
from vsdb.cards import selectors

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES)
def test_each_card_is_written_as_its_shape_gives_it(game: str) -> None:
    for card in selectors.reference(game).catalog.cards[:200]:
        assert written(card) == JSONRenderer().render(CardShape(card).data)


@pytest.mark.parametrize("query", ["game=riftbound&page=2", "page_size=3", "game=vs-classic&type=Location&cost=99"])
def test_a_page_is_the_json_that_it_would_be(client: Client, query: str) -> None:
    response = client.get(f"/api/v1/cards?{query}")
    assert response.headers["Content-Type"] == "application/json"
    assert response.content == JSONRenderer().render(json.loads(response.content))


def test_a_page_costs_as_many_queries_as_before(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/api/v1/cards?game=vs-2pcg&page_size=500")
    # The versions of the facts, how many cards there are, and which are on the page.
    with django_assert_num_queries(3):
        client.get("/api/v1/cards?game=vs-2pcg&page_size=500")
