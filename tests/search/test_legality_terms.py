"""Legality in queries: what a term finds on a day is what the card page says of that day."""

from __future__ import annotations

from datetime import date

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.reference import Reference
from tests.search.asking import TODAY, ask, slugs
from vsdb.catalog.cards import selectors
from vsdb.catalog.formats.services import list_legalities

pytestmark = pytest.mark.django_db


def legal_in(reference: Reference, slug: str, on: date, status: str) -> set[tuple[str, str]]:
    """The cards of a status in a format on a day, asked of the service of the card page, card by card."""
    return {
        (reference.game, card.slug)
        for card in reference.catalog.cards
        for each in list_legalities(card, on, reference)
        if each.fmt.slug == slug and each.status == status
    }


class TestLegality:
    @pytest.mark.parametrize(
        ("query", "game", "slug", "on", "status"),
        [
            ("legal:silver@2006-05-01", VS_CLASSIC, "silver-age", date(2006, 5, 1), "legal"),
            ("f:silver-age", VS_CLASSIC, "silver-age", TODAY, "legal"),
            ("banned:golden@2007-08-01", VS_CLASSIC, "golden-age", date(2007, 8, 1), "banned"),
            ("banned:golden asof:2007-08-01", VS_CLASSIC, "golden-age", date(2007, 8, 1), "banned"),
            ("legal:standard@2026-03-15", RIFTBOUND, "standard", date(2026, 3, 15), "legal"),
            ("banned:standard@2026-03-29", RIFTBOUND, "standard", date(2026, 3, 29), "banned"),
            ("banned:standard@2026-03-30", RIFTBOUND, "standard", date(2026, 3, 30), "banned"),
            ('banned:incursion@"Gen Con 2023"', VS_2PCG, "incursion", date(2023, 8, 6), "banned"),
        ],
    )
    def test_is_what_the_card_page_says(self, query: str, game: str, slug: str, on: date, status: str) -> None:
        assert slugs(query, game) == legal_in(selectors.get_reference(game), slug, on, status)

    def test_anywhere_is_in_any_format_whose_season_it_is(self) -> None:
        reference = selectors.get_reference(VS_2PCG)
        legal = {
            (VS_2PCG, card.slug)
            for card in reference.catalog.cards
            if any(each.status == "legal" and each.is_in_season for each in list_legalities(card, TODAY, reference))
        }
        assert slugs("legal:*", VS_2PCG) == slugs("is:legal", VS_2PCG) == legal

    def test_says_how_many_cards_the_records_leave_open(self) -> None:
        """Of nine bans of Golden Age it isn't known whether they had begun: DESIGN.md, a ban between two dates."""
        found = ask("banned:golden@2006-10-01", VS_CLASSIC)
        assert found.notes == ()
        assert "not recorded" in found.remarks[0].message

    def test_a_day_that_is_none_is_said_and_today_taken(self) -> None:
        found = ask('legal:incursion@"Gen Com 2023"', VS_2PCG)
        assert "Gen Con 2023" in found.notes[0].suggestions
        assert set(found.ids) == set(ask("legal:incursion", VS_2PCG).ids)

    def test_a_query_asks_for_a_few_days_only(self) -> None:
        found = ask(" or ".join(f"is:legal@20{year:02}-01-01" for year in range(4, 24)))
        assert any("different dates" in note.message for note in found.notes)

    @pytest.mark.parametrize(
        ("query", "count"),
        [("bannedon:2017-05-24", 3), ("bannedon<2017-05-24 game:vs-2pcg", 0), ("bannedon<=2017-05-24 game:vs-2pcg", 3)],
    )
    def test_the_days_of_bans_are_found(self, query: str, count: int) -> None:
        """Cosmo and two printings of Thanos were replaced on 2017-05-24, the first bans of the game."""
        assert ask(query).total == count
