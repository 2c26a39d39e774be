"""Stored wordings as readings of the engine, and the verdicts that follow from them; the wordings are our own."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from engine.model.cards import VS_CLASSIC
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card, Game
from vsdb.catalog.cards.to_engine import list_reading_rows
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.check.services import check

pytestmark = pytest.mark.django_db

SLUG = "savage-beatdown"
DECK = "8 Sentinel Mark V, Army\n4 Savage Beatdown"
BEFORE, DAY = date(2008, 6, 9), date(2008, 6, 10)
KINDS = {"printed": 0, "reference": 10, "errata": 20}


@pytest.fixture(autouse=True)
def nothing_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """No reference is kept from another test, and none for another."""
    monkeypatch.setattr(selectors, "_held", {})


def word(kind: str, *days: str, source: str = "list", slug: str = SLUG, **derived: Any) -> Wording:
    """A stored wording, from one day or between two, that states these facts."""
    held, _ = Source.objects.get_or_create(
        game_id=VS_CLASSIC, slug=source, defaults={"name": source, "kind": "card-file", "authority": "community"}
    )
    return Wording.objects.create(
        card=Card.objects.get(game=VS_CLASSIC, slug=slug),
        source=held,
        kind=kind,
        effective_earliest=days[0] if days else None,
        effective_latest=days[-1] if days else None,
        precedence=KINDS[kind],
        derived=derived,
    )


def read() -> list[tuple[Any, Any]]:
    rows = list_reading_rows(VS_CLASSIC)
    assert {row["card"] for row in rows} <= {SLUG}
    return [(row["since"], row["facts"]) for row in rows]


class TestReadings:
    def test_are_none_where_nothing_is_imported(self) -> None:
        assert read() == []
        held = selectors.get_reference(VS_CLASSIC)
        assert held.on(DAY) is held

    def test_take_one_query(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        word("printed", "2004-01-01", printed_limit=3)
        word("errata", "2008-06-10", printed_limit=2)
        with django_assert_num_queries(1):
            list_reading_rows(VS_CLASSIC)

    def test_stand_in_the_order_in_which_texts_count(self) -> None:
        word("errata", "2008-06-01", "2008-06-10", printed_limit=2)
        word("printed", "2005-01-01", source="late", printed_limit=5)
        word("reference", source="undated", printed_limit=6)
        assert read() == [
            (None, {"printed_limit": 6}),
            (["2005-01-01", "2005-01-01"], {"printed_limit": 5}),
            (["2008-06-01", "2008-06-10"], {"printed_limit": 2}),
        ]

    def test_are_as_old_as_the_card_where_the_first_text_is_printed(self) -> None:
        word("printed", "2004-01-01", printed_limit=3)
        assert read() == [(None, {"printed_limit": 3})]

    def test_of_one_day_are_the_text_that_wins(self) -> None:
        word("errata", "2008-06-10", printed_limit=2)
        word("reference", "2008-06-10", printed_limit=3)
        assert read() == [(["2008-06-10", "2008-06-10"], {"printed_limit": 2})]

    def test_leave_out_what_states_nothing_new(self) -> None:
        word("printed", "2004-01-01", printed_limit=3)
        word("reference", "2008-06-10", printed_limit=3, super_powers=[{"name": "Hop"}])
        assert read() == [(None, {"printed_limit": 3})]

    def test_leave_out_cards_whose_texts_state_nothing(self) -> None:
        word("printed", "2004-01-01")
        word("errata", "2008-06-10", level_up={"xp": 4})
        assert read() == []

    def test_keep_a_text_that_no_longer_states_something(self) -> None:
        word("printed", "2004-01-01", printed_limit=3)
        word("errata", "2008-06-10")
        assert read() == [(None, {"printed_limit": 3}), (["2008-06-10", "2008-06-10"], {})]

    def test_come_with_the_rows_of_the_reference(self) -> None:
        word("printed", "2004-01-01", printed_limit=3)
        assert selectors.list_reference_rows(VS_CLASSIC)["readings"] == [
            {"card": SLUG, "since": None, "facts": {"printed_limit": 3}}
        ]


class TestVerdicts:
    def codes(self, day: date) -> list[str]:
        [checked] = check(DECK, formats=["golden-age"], dates=[day])
        return [finding.code for finding in checked.verdict.findings]

    def test_change_from_the_day_of_an_errata(self) -> None:
        word("printed", "2004-01-01")
        word("errata", "2008-06-10", printed_limit=3)
        assert "printed-limit" not in self.codes(BEFORE)
        assert "printed-limit" in self.codes(DAY)

    def test_of_several_days_are_each_by_the_text_of_the_day(self) -> None:
        word("errata", "2008-06-10", printed_limit=3)
        both = check(DECK, formats=["golden-age"], dates=[DAY, BEFORE])
        assert ["printed-limit" in [f.code for f in each.verdict.findings] for each in both] == [True, False]

    def test_cost_no_query_for_the_day(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        word("errata", "2008-06-10", printed_limit=3)
        selectors.get_reference(VS_CLASSIC)
        with django_assert_num_queries(1):
            check(DECK, game=VS_CLASSIC, formats=["golden-age"], dates=[DAY, BEFORE])

    def test_follow_a_wording_once_the_data_version_changes(self) -> None:
        assert "printed-limit" not in self.codes(DAY)
        word("errata", "2008-06-10", printed_limit=3)
        Game.objects.filter(pk=VS_CLASSIC).update(data_version="after the import")
        assert "printed-limit" in self.codes(DAY)
