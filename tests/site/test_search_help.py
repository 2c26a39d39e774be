"""The help of the query language: the field table itself, with examples that find something."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vsdb.search.guide import guide
from vsdb.search.language.fields import FIELDS

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 1)


def test_every_field_is_explained_with_its_aliases_and_examples(client: Client) -> None:
    page = unescape(client.get("/help/search/").content.decode())
    for each in FIELDS:
        assert f'id="field-{each.name}"' in page
        assert each.help in page
        assert all(alias in page for alias in each.aliases)
        assert all(f">{example}</a>" in page for example in each.examples), each.name


def test_every_example_of_an_answerable_field_finds_cards() -> None:
    fields = [each for each in guide(TODAY).fields if not each.unanswerable]
    unanswerable = {
        f"{one.name}:{choice.name}" for one in FIELDS for choice in one.choices if choice.unanswerable or choice.needs
    }
    empty = [
        example.label
        for each in (*guide(TODAY).grammar, *fields)
        for example in each.examples
        if not example.count and example.label not in unanswerable
    ]
    assert empty == []


def test_every_example_is_a_link_to_as_many_cards_as_it_says(client: Client) -> None:
    page = client.get("/help/search/").content.decode()
    found = re.findall(r'<a class="code" href="([^"]*)">[^<]*</a> <span class="soft small">(\d+) card', page)
    assert len(found) > len(FIELDS)
    for address, count in found[::7]:
        listed = client.get(unescape(address)).content.decode()
        assert f">{count} card" in listed, address


def test_nothing_is_searched_again_while_the_facts_stay(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/help/search/")
    # The versions of the facts.
    with django_assert_num_queries(1):
        client.get("/help/search/")
