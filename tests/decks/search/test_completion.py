"""What the word that is being typed in a search for decks may become."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from vsdb.decks.search.query import is_among_cards, list_deck_completions

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "label", "completed"),
    [
        ("conta", "contains:", "contains:("),
        ("army -lik", "likes:", "army -likes:"),
        ("is:ow", "own", "is:own "),
        ("why:bann", "banned", "why:banned "),
        ("legal:silver", "silver-age", "legal:silver-age "),
        ("format:silver", "silver-age", "format:silver-age "),
        ("team:aven", "Avengers", "team:Avengers "),
        ("-sort:lik", "likes", "-sort:likes "),
        ("g:rift", "riftbound", "g:riftbound "),
        ("contains:(cos", "cost:", "contains:(cost:"),
        ("contains:(t:plot", "Plot Twist", 'contains:(t:"Plot Twist" '),
        ("contains:(t:unit) siz", "size:", "contains:(t:unit) size:"),
    ],
)
def test_offers_fields_of_decks_their_values_and_among_cards_those_of_cards(
    text: str, label: str, completed: str
) -> None:
    assert (label, completed) in [(each.label, each.query) for each in list_deck_completions(text, len(text), None)]


def test_offers_no_field_that_nothing_answers() -> None:
    assert list_deck_completions("owne", 4, None) == []


@pytest.mark.parametrize(
    ("before", "is_among"),
    [
        ("contains:(x", True),
        ("contains:((x) y", True),
        ("contains:(x)", False),
        ("contains:(x) contains:(y", True),
        ("(x", False),
    ],
)
def test_knows_when_cards_are_asked(before: str, is_among: bool) -> None:
    assert is_among_cards(before) is is_among


@pytest.mark.parametrize("words", ["", "q=x&at=-1", "q=x&at=99999999999", "q=%00&at=0", "q=team:&game=chess"])
def test_of_anything_is_a_list(client: Client, words: str) -> None:
    response = client.get(f"/decks/complete/?{words}")
    assert response.status_code == 200
    assert isinstance(response.json()["completions"], list)


def test_answers_over_the_web(client: Client) -> None:
    response = client.get(f"/decks/complete/?{urlencode({'q': 'siz', 'at': 3, 'game': ''})}")
    assert [each["query"] for each in response.json()["completions"]] == ["size:"]
