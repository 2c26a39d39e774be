"""What changed lately, on the front page; the days are the official ones."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from engine.model.cards import GAMES
from vsdb.catalog.cards.models import CardSet
from vsdb.core.words import format_between
from vsdb.web.views import RecentChanges, list_recent_changes

pytestmark = pytest.mark.django_db


TODAY = date(2026, 10, 23)


def of(game: str, today: date = TODAY) -> RecentChanges:
    """What changed lately in a game."""
    return next(each for each in list_recent_changes(today) if each.game == game)


class TestNewestSets:
    def test_are_named_with_their_days_newest_first(self) -> None:
        assert [(each.code, format_between(each.released)) for each in of("riftbound").sets] == [
            ("RAD", "23 October 2026"),
            ("VEN", "31 July 2026"),
            ("UNL", "8 May 2026"),
        ]

    def test_leave_out_what_is_only_announced(self) -> None:
        assert CardSet.objects.get(code="LGC").released_earliest == date(2027, 1, 29)
        assert [each.code for each in of("riftbound", date(2026, 10, 22)).sets] == ["VEN", "UNL", "SFD"]

    def test_leave_out_what_no_official_source_has(self) -> None:
        # DC Final Crisis, made by fans in 2012, is the newest of all that call themselves classic sets.
        assert CardSet.objects.get(game="vs-classic", code="DFC").released_earliest.year == 2012
        assert [each.code for each in of("vs-classic").sets] == ["MEV", "MUN", "DCL"]


class TestNewestBans:
    def test_of_one_day_stand_together_with_their_formats(self) -> None:
        newest, before = of("vs-classic").bans
        assert newest.cards == ("Frankie Raye", "Nenora")
        assert before.cards == ("Dr. Light",)
        assert {"golden-age", "silver-age"} <= {fmt.slug for fmt in newest.formats}

    def test_that_a_format_began_with_are_no_change(self) -> None:
        days = [(wave.begins, fmt.starts) for game in GAMES for wave in of(game).bans for fmt in wave.formats]
        assert days
        assert all(starts is None or begins.earliest > starts.earliest for begins, starts in days)


def test_sets_and_bans_stand_in_one_order_the_newest_first() -> None:
    # Bans of March 2026 lie between Spiritforged of 13 February and Unleashed of 8 May.
    told = [card_set.code if card_set else "bans" for card_set, _ in of("riftbound", date(2026, 7, 1)).rows]
    assert told[:3] == ["UNL", "bans", "SFD"]


def test_the_front_page_leads_to_what_changed(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Latest changes" in page
    for address in ("/sets/riftbound/VEN/", "/formats/riftbound/standard/#bans", "/formats/vs-2pcg/incursion/#bans"):
        assert f'href="{address}"' in page
        assert client.get(address).status_code == 200
