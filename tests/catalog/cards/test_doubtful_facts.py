"""Facts that were inferred or rest on one list are said to be doubtful, on pages and in the API."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from vsdb.catalog.cards.coverage import get_coverage
from vsdb.catalog.cards.models import Card

pytestmark = pytest.mark.django_db


def fact(page: str, label: str) -> str:
    """What a card page says of a fact, without markup."""
    found = re.search(rf"<dt>{label}</dt>\s*<dd[^>]*>(.*?)</dd>", page, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


class TestPages:
    def test_of_a_card_mark_what_is_doubtful_and_say_why(self, client: Client) -> None:
        page = client.get("/cards/riftbound/coalesced-energy/").content.decode()
        assert fact(page, "Might") == "4 doubtful"
        assert fact(page, "Type") == "Unit doubtful"
        assert fact(page, "Energy") == "4"
        assert "type read off its picture, Spell in one list" in fact(page, "Note")

    def test_of_a_card_say_that_a_figure_is_not_recorded_where_one_list_has_two(self, client: Client) -> None:
        page = client.get("/cards/riftbound/kaisa-rebel/").content.decode()
        assert fact(page, "Might") == "not recorded"
        assert fact(page, "Note").startswith("might is 5 in RAD-063 and 4 in RAD-SP4")

    def test_of_a_set_list_its_missing_numbers_and_its_doubts(self, client: Client) -> None:
        page = client.get("/sets/riftbound/RAD/").content.decode()
        assert fact(page, "Missing numbers") == "011, 022, 032, 044, 094, 104"
        doubtful = [card for card in Card.objects.filter(printings__card_set__code="RAD").distinct() if card.doubtful]
        assert fact(page, "Doubtful").startswith(f"{len(doubtful)} cards with facts")
        assert "number 177 and any from 185 on" in fact(page, "Note")

    def test_of_an_announced_set_say_that_its_code_is_not_confirmed(self, client: Client) -> None:
        page = client.get("/sets/riftbound/LGC/").content.decode()
        assert fact(page, "Code") == "not confirmed"
        assert fact(page, "Confidence") == "medium"

    def test_of_a_set_of_which_little_is_recorded_list_no_missing_numbers(self, client: Client) -> None:
        assert "Missing numbers" not in client.get("/sets/vs-classic/MOR/").content.decode()
        sets = [each.cards for game in ("vs-classic", "vs-2pcg", "riftbound") for each in get_coverage(game).sets]
        assert all(len(each.missing_numbers) in (0, each.missing) for each in sets)


class TestTheApi:
    def test_gives_the_doubtful_fields_of_a_card(self, client: Client) -> None:
        found = client.get("/api/v1/cards/riftbound/coalesced-energy").json()
        assert found["doubtful"] == ["type", "domains", "might", "tags"]
        assert client.get("/api/v1/cards/riftbound/cleave").json()["doubtful"] == []

    def test_gives_what_is_in_doubt_about_a_set(self, client: Client) -> None:
        found = client.get("/api/v1/sets/riftbound/LGC").json()
        assert (found["code_verified"], found["confidence"], found["numbered_to"]) == (False, "medium", None)
        assert found["note"].startswith("announced with 346 numbers")

    def test_gives_the_missing_numbers_of_a_set(self, client: Client) -> None:
        (found,) = (each for each in client.get("/api/v1/coverage/riftbound").json()["sets"] if each["code"] == "RAD")
        assert found["cards"]["missing_numbers"] == [11, 22, 32, 44, 94, 104]
