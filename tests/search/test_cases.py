"""The queries whose right answers are known, asked as people ask them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from vsdb.catalog.cards.models import Card
from vsdb.search.services import search_cards


@pytest.mark.shared
@pytest.mark.django_db
def test_every_known_query_finds_exactly_its_cards(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "queries.json").read_text(encoding="utf-8"))
    assert len(cases) >= 15
    # The answers of Riftbound are older than these printings: their cards may be found beside them.
    with (shared / "data" / "riftbound" / "cards-new.csv").open(encoding="utf-8", newline="") as file:
        since = {row["name"] for row in csv.DictReader(file)}
    for case in cases:
        found = search_cards(case["query"], game=case["game"])
        titles = dict(Card.objects.filter(pk__in=found.ids).values_list("pk", "title"))
        # The cases join versions by a slash.
        got = {titles[pk].replace(" ○ ", " / ") for pk in found.ids}
        assert found.notes == ()
        if case["game"] == "riftbound":
            got -= since - set(case["titles"])
        if case["note"]:
            assert got >= set(case["titles"]), case["query"]
        else:
            assert got == set(case["titles"]), case["query"]
