"""Public decks that share most cards with a deck."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.decks.stored import deck_of, person, text_of
from vsdb.decks import similar
from vsdb.decks.similar import find_similar

pytestmark = pytest.mark.django_db
TEXT = "4 Savage Beatdown\n4 Flying Kick\n4 Overload"


def test_counts_the_copies_in_common_most_first() -> None:
    ann = person("ann")[0]
    deck = deck_of(ann, title="Mine", text=TEXT, visibility="public")
    made = {
        text: deck_of(ann, text=text, visibility="public").pk
        for text in (
            "3 Savage Beatdown",
            "4 Savage Beatdown\n9 Flying Kick",
            "2 Overload",
            "60 Sentinel Mark V, Army",
            TEXT,
        )
    }
    deck_of(ann, text=TEXT)
    deck_of(ann, text=TEXT, visibility="link")
    assert list(find_similar(deck).items()) == [
        (made[TEXT], 12),
        (made["4 Savage Beatdown\n9 Flying Kick"], 8),
        (made["3 Savage Beatdown"], 3),
    ]


def test_compares_with_the_newest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("ann")[0]
    deck = deck_of(ann, text=TEXT)
    keys = [deck_of(ann, text=TEXT, visibility="public").pk for _ in range(4)]
    monkeypatch.setattr(similar, "MAX_COMPARED", 2)
    assert set(find_similar(deck)) == set(keys[2:])
    monkeypatch.setattr(similar, "MAX_SEEN", 1)
    assert set(find_similar(deck)) == {keys[3]}


def test_the_page_lists_them_and_costs_the_same_for_many(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ann = person("ann")[0]
    deck = deck_of(ann, title="Mine", text=TEXT, visibility="public")
    assert "No public deck shares a quarter of its cards." in text_of(client, f"/decks/{deck.pk}/similar/")
    counts = []
    for number in range(2):
        deck_of(ann, title=f"Other {number}", text=TEXT, visibility="public")
        with django_assert_max_num_queries(20) as asked:
            page = text_of(client, f"/decks/{deck.pk}/similar/")
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert set(re.findall(r">(Other \d)</a>", page)) == {"Other 0", "Other 1"}
    assert "12 cards in common" in page
    assert f'href="/decks/{deck.pk}/similar/"' in text_of(client, f"/decks/{deck.pk}/mine/")


def test_an_empty_deck_is_like_none() -> None:
    ann = person("ann")[0]
    deck_of(ann, text=TEXT, visibility="public")
    assert find_similar(deck_of(ann, text="")) == {}
