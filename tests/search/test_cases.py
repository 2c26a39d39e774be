"""The queries whose right answers are known, asked as people ask them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from vsdb.catalog.cards.models import Card
from vsdb.search.services import search_cards


def read_later_names(shared: Path) -> set[str]:
    """The cards of printings that came after the known answers: they may be found beside them."""
    with (shared / "data" / "riftbound" / "cards-new.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"] for row in csv.DictReader(file)}


@pytest.mark.shared
@pytest.mark.django_db
def test_every_known_query_finds_exactly_its_cards(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "queries.json").read_text(encoding="utf-8"))
    assert len(cases) >= 15
    later = read_later_names(shared)
    for case in cases:
        found = search_cards(case["query"], game=case["game"])
        titles = dict(Card.objects.filter(pk__in=found.ids).values_list("pk", "title"))
        # The cases join versions by a slash.
        got = {titles[pk].replace(" ○ ", " / ") for pk in found.ids}
        assert found.notes == ()
        if case["game"] == "riftbound":
            got -= later - set(case["titles"])
        if case["note"]:
            assert got >= set(case["titles"]), case["query"]
        else:
            assert got == set(case["titles"]), case["query"]
