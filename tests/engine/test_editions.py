"""Which edition judges a deck on a day, and what a verdict of an earlier day says."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.rules.editions import EDITIONS, find_edition_in_force
from engine.rules.validation import check_deck
from tests.engine.builders import deck, fmt

#: The day in each document from which it is in force, or the last that it names.
OLDEST = [
    (VS_CLASSIC, "cr-2007-02-05", date(2007, 2, 5)),
    (VS_2PCG, "pcg-5.0", date(2022, 5, 23)),
    (RIFTBOUND, "rb-core-1.3", date(2026, 3, 30)),
]


class TestTheEditionInForce:
    @pytest.mark.parametrize(
        ("day", "edition"),
        [
            (date(2004, 4, 1), "cr-2007-02-05"),
            (date(2007, 2, 5), "cr-2007-02-05"),
            (date(2008, 12, 21), "cr-2007-02-05"),
            (date(2008, 12, 22), "cr-2.7"),
            (date(2026, 1, 1), "cr-2.7"),
        ],
    )
    def test_of_classic_is_the_last_one_by_that_day(self, day: date, edition: str) -> None:
        assert find_edition_in_force(VS_CLASSIC, day).edition == edition

    @pytest.mark.parametrize("game", EDITIONS)
    def test_stands_in_the_order_of_its_days(self, game: str) -> None:
        days = [ruleset.in_force_from for ruleset in EDITIONS[game]]

        assert days == sorted(set(days))


class TestADayBeforeTheOldestEdition:
    """cr-2007-02-05 Edition: the oldest edition that is held stands in for earlier ones (edition-before-held).

    pcg-5.0 Edition: it is the only one held.
    rb-core-1.3 Edition: it is the only one held.
    """

    @pytest.mark.parametrize(("game", "edition", "day"), OLDEST)
    def test_is_judged_by_it_and_says_so(self, game: str, edition: str, day: date) -> None:
        verdict = check_deck(deck(game), fmt(game), day - timedelta(days=1))

        assert verdict.edition == edition
        assert [finding.severity for finding in verdict.findings if finding.code == "edition-before-held"] == ["info"]

    @pytest.mark.parametrize(("game", "edition", "day"), OLDEST)
    def test_ends_with_its_first_day(self, game: str, edition: str, day: date) -> None:
        verdict = check_deck(deck(game), fmt(game), day)

        assert verdict.edition == edition
        assert [finding for finding in verdict.findings if finding.code == "edition-before-held"] == []
