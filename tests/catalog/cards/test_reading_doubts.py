"""The column of doubtful facts, and numbers with the sizes of their sets, in cards.csv."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.model.errors import InputError
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.models import Card
from vsdb.catalog.cards.reading.folder import read_game

Put = Callable[[Path, int, str, str], None]


class TestTheFile:
    def test_names_the_columns_that_are_doubtful(self, small: Path, put: Put) -> None:
        put(small / "riftbound" / "cards.csv", 3, "doubtful", "might; rarity")
        (row,) = (row for row in read_game(small / "riftbound", "riftbound").cards if row["doubtful"])
        assert row["doubtful"] == ["might", "rarity"]

    @pytest.mark.parametrize("column", ["name", "cost", "printings"])
    def test_is_refused_where_there_is_no_such_column_of_facts(self, small: Path, put: Put, column: str) -> None:
        put(small / "riftbound" / "cards.csv", 3, "doubtful", column)
        with pytest.raises(InputError, match=f"no such column of facts: '{column}'; use one of domains, energy"):
            read_game(small / "riftbound", "riftbound")

    def test_takes_a_number_with_the_size_of_its_set(self, small: Path, put: Put) -> None:
        put(small / "riftbound" / "cards.csv", 3, "printings", "ONE-001/298 Promo; ONE-001/219 Promo")
        rows = read_game(small / "riftbound", "riftbound").cards
        assert [["ONE", "001/298", "Promo"], ["ONE", "001/219", "Promo"]] in [row["printings"] for row in rows]

    @pytest.mark.django_db
    def test_is_loaded_and_loaded_again_without_a_change(self, loaded: Path, put: Put) -> None:
        put(loaded / "riftbound" / "cards.csv", 3, "doubtful", "energy")
        load_reference(loaded)
        assert [each.doubtful for each in Card.objects.filter(game="riftbound") if each.doubtful] == [["energy"]]
        assert not sum(each.added + each.changed + each.removed for each in load_reference(loaded))
