"""The help of the query language: the field table itself, with examples that find something."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from vsdb.search.guide import build_guide
from vsdb.search.language.deck_fields import DECK_FIELDS, OF_DECKS
from vsdb.search.language.fields import FIELDS

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 1)


def test_every_field_is_explained_with_its_aliases_and_examples(client: Client) -> None:
    page = unescape(client.get("/help/search/").content.decode())
    of_cards = [("field", each) for each in FIELDS if each.unanswerable != OF_DECKS]
    for mark, each in (*of_cards, *(("deck", each) for each in DECK_FIELDS)):
        assert f'id="{mark}-{each.name}"' in page
        assert each.help in page
        assert all(alias in page for alias in each.aliases)
        assert all(f">{example}</a>" in page for example in each.examples), each.name


def test_every_example_of_an_answerable_field_finds_cards() -> None:
    fields = [each for each in build_guide(TODAY).fields if not each.unanswerable]
    unanswerable = {
        f"{one.name}:{choice.name}" for one in FIELDS for choice in one.choices if choice.unanswerable or choice.needs
    }
    empty = [
        example.label
        for each in (*build_guide(TODAY).grammar, *fields)
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


def test_every_example_for_decks_is_a_link_to_the_search_for_decks(client: Client) -> None:
    page = client.get("/help/search/").content.decode()
    for each in DECK_FIELDS:
        for example in each.examples:
            address = f"/decks/?{urlencode({'q': example})}"
            assert f'href="{escape(address)}">{escape(example)}</a>' in page, example


def test_nothing_is_searched_again_while_the_facts_stay(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/help/search/")
    # The versions of the facts.
    with django_assert_num_queries(1):
        client.get("/help/search/")
