"""Sets that become legal on other days in some regions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from engine.games.riftbound.tournament import find_tournament_rules
from engine.model.cards import RIFTBOUND, Between, CardSet, RegionalDay
from engine.model.decks import Deck
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.model.verdicts import INFO, Citation
from engine.rules.validation import check_deck
from tests.engine.riftbound_lists import ORIGINS, TWELVE, WITH_SETS, a_deck, unit


def with_regions(**days: str) -> Format:
    """Standard with a set of these first legal days by region; it is legal from 2026-05-08 elsewhere."""
    legal = Between(date(2026, 5, 8), date(2026, 5, 8))
    regional = tuple(RegionalDay(region, date.fromisoformat(day)) for region, day in days.items())
    unleashed = CardSet(RIFTBOUND, "UNL", "Unleashed", legal, regional_days=regional)
    promos = CardSet(RIFTBOUND, "PR", "Promos", ORIGINS.released, kind="promo")
    return replace(WITH_SETS, kind="constructed", sets={"OGN": ORIGINS, "UNL": unleashed, "PR": promos})


def printed_in(*codes: str) -> Deck:
    """A deck with three copies of a card of these sets."""
    return a_deck(deck={**TWELVE, unit("Printed", printings=tuple(f"{code}-001" for code in codes)): 3})


class TestRegionalDays:
    """rb-tournament 601.2.b: regional-day where a region has another day.
    rb-tournament-2026-07-16 601.2.b: the same, regional-day.
    rb-tournament-2026-10-09 601.2.b: the same, regional-day.
    """

    @pytest.mark.parametrize(
        ("list_", "day", "regions"),
        [
            (printed_in("UNL"), "2026-04-09", []),
            (printed_in("UNL"), "2026-04-10", ["China from 2026-04-10"]),
            (printed_in("UNL"), "2026-05-07", ["China from 2026-04-10"]),
            (printed_in("UNL"), "2026-05-08", ["Korea from 2026-10-20"]),
            (printed_in("UNL"), "2026-10-19", ["Korea from 2026-10-20"]),
            (printed_in("UNL"), "2026-10-20", []),
            (printed_in("UNL", "PR"), "2026-07-01", ["Korea from 2026-10-20"]),
            (printed_in("UNL", "OGN"), "2026-07-01", []),
            (printed_in("OGN"), "2026-07-01", []),
        ],
    )
    def test_are_told_while_they_matter_to_a_card(self, list_: Deck, day: str, regions: list[str]) -> None:
        fmt, on = with_regions(China="2026-04-10", Korea="2026-10-20"), date.fromisoformat(day)
        verdict, plain = check_deck(list_, fmt, on), check_deck(list_, with_regions(), on)
        said = [each for each in verdict.of(INFO) if each.code == "regional-day"]

        assert verdict.outcome == plain.outcome
        assert [each.message.partition("Unleashed in ")[2] for each in said] == regions
        document = find_tournament_rules(on)
        assert {each.citation for each in said} <= {Citation(document, "601.2.b")}

    def test_are_no_matter_of_formats_that_ask_for_no_sets(self) -> None:
        fmt = replace(with_regions(Korea="2026-10-20"), kind="mode")
        verdict = check_deck(printed_in("UNL"), fmt, date(2026, 7, 1))

        assert "regional-day" not in {each.code for each in verdict.findings}
        assert [each.outcome for each in verdict.checked if each.code == "regional-day"] == ["not applicable"]

    @pytest.mark.parametrize(
        ("code", "days"),
        [
            ("SFD", [("China", "2025-12-12")]),
            ("UNL", [("China", "2026-04-10")]),
            ("OGN", [("Taiwan", "2026-08-07"), ("Korea", "2026-09-18")]),
            ("VEN", []),
        ],
    )
    def test_are_recorded(self, code: str, days: list[tuple[str, str]], reference: Callable[[str], Reference]) -> None:
        found = reference(RIFTBOUND).sets[code].regional_days

        assert [(each.region, each.legal_from.isoformat()) for each in found] == days
