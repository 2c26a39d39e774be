"""A format whose deck building numbers change on a day: the API gives those of the day, page and command say when."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import commands

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", ["standard", "2v2-constructed"])
@pytest.mark.parametrize(("day", "most"), [("2026-07-15", 8), ("2026-07-16", 10)])
def test_the_api_gives_the_numbers_of_the_day(client: Client, slug: str, day: str, most: int) -> None:
    found = client.get(f"/api/v1/formats/riftbound/{slug}?on={day}").json()
    assert (found["construction"]["sideboard_max"], found["construction"]["deck_max"]) == (most, 40)
    [change] = found["construction_changes"]
    assert (change["since"], change["sideboard_max"], change["deck_max"]) == ("2026-07-16", 10, 40)


def test_a_format_without_changes_gives_none(client: Client) -> None:
    assert client.get("/api/v1/formats/vs-classic/golden-age").json()["construction_changes"] == []


def test_the_page_and_the_command_say_when_they_change(client: Client) -> None:
    for day, now, otherwise in (
        ("2026-07-15", 8, "From 16 July 2026: a sideboard of at most 10 cards."),
        ("2026-07-16", 10, "Until 15 July 2026: a sideboard of at most 8 cards."),
    ):
        page = client.get(f"/formats/riftbound/standard/?on={day}").content.decode()
        said = commands.run("pool", "riftbound/standard", "--as-of", day)[1]
        for text in (page, said):
            assert f"A sideboard of at most {now} cards." in text
            assert otherwise in text
