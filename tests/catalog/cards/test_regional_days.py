"""Sets that are legal in a region on another day: read from a file, stored, told on pages and in the API."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from engine.model.errors import InputError
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import CardSet
from vsdb.catalog.cards.reading.folder import read_game
from vsdb.exchange.card_files.set_writing import _row

HEADER = "set,region,legal_from\n"
CHINA = {"region": "China", "legal_from": "2026-04-10"}


class TestTheFile:
    def test_adds_days_to_sets(self, small: Path) -> None:
        (small / "riftbound" / "regional-days.csv").write_text(HEADER + "ONE,China,2026-04-10\n", encoding="utf-8")
        found = {row["code"]: row.get("regional_days") for row in read_game(small / "riftbound", "riftbound").sets}
        assert found.pop("ONE") == [CHINA]
        assert set(found.values()) == {None}

    @pytest.mark.parametrize(
        ("row", "message"),
        [
            ("SIX,China,2026-04-10", "no such set"),
            ("ONE,,2026-04-10", "region"),
            ("ONE,China,", "legal_from"),
            ("ONE,China,2026-02-30", "2026-02-30"),
            (",China,2026-04-10", "set"),
            ("ONE,China,2026-04-10\nONE,China,2026-04-11", "China"),
        ],
    )
    def test_is_refused_where_it_is_wrong(self, small: Path, row: str, message: str) -> None:
        path = small / "riftbound" / "regional-days.csv"
        path.write_text(f"{HEADER}{row}\n", encoding="utf-8")
        with pytest.raises(InputError) as caught:
            read_game(small / "riftbound", "riftbound")
        assert str(path) in caught.value.place
        assert message in f"{caught.value.place} {caught.value.message}"


@pytest.mark.django_db
class TestTheSite:
    def test_judges_by_the_stored_days(self) -> None:
        days = selectors.get_reference("riftbound").sets["UNL"].regional_days
        assert [(each.region, each.legal_from.isoformat()) for each in days] == [("China", "2026-04-10")]

    def test_tells_them_on_the_page_of_the_set(self, client: Client) -> None:
        page = client.get("/sets/riftbound/UNL/").content.decode()
        assert "<dt>Legal in China from</dt><dd>10 April 2026</dd>" in page
        assert "<dt>Legal in" not in client.get("/sets/riftbound/VEN/").content.decode()

    def test_tells_them_in_the_api(self, client: Client) -> None:
        assert client.get("/api/v1/sets/riftbound/UNL").json()["regional_days"] == [CHINA]
        assert client.get("/api/v1/sets/riftbound/VEN").json()["regional_days"] == []

    def test_keeps_them_when_an_import_fills_a_set(self) -> None:
        assert _row(CardSet.objects.get(game="riftbound", code="UNL"))["regional_days"] == [CHINA]
