"""The page of what a query for rules finds."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.catalog.rules.texts_made import NUMBERED, OWN, load, make_document

pytestmark = pytest.mark.django_db


def page(client: Client, **asked: str) -> str:
    answer = client.get("/rules/", asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_lists_what_is_found_with_links_and_excerpts(client: Client) -> None:
    make_document()
    load(NUMBERED)
    found = page(client, q="cr:100.1a edition:own")
    assert f'<a href="/rules/{OWN}/100.1a/">100.1a</a>' in found
    assert "Wet boats float too." in found
    assert f'<a href="/rules/{OWN}/100.1a-example-1/">Example of 100.1a</a>' in found
    assert client.get(f"/rules/{OWN}/100.1a-example-1/").status_code == 200


def test_says_what_was_not_understood_and_escapes_it(client: Client) -> None:
    found = page(client, q="<b>:1 foo:<i> deck")
    assert "<code>foo</code>" in found
    assert "<i>" not in found


def test_names_the_fields_where_nothing_is_found(client: Client) -> None:
    found = page(client, q="zzzz")
    assert "No rule found" in found
    assert 'href="?q=cr%3A505"' in found


def test_is_cut_into_pages(client: Client) -> None:
    first, second = page(client, q="game:classic"), page(client, q="game:classic", page="2")
    assert 'start="1"' in first
    assert 'start="51"' in second
    assert 'start="' in page(client, q="game:classic", page="999")


def test_costs_few_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    page(client, q="deck")
    with django_assert_max_num_queries(6):
        page(client, q="deck or card")
