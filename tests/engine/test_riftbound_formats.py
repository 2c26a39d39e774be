"""Riftbound's formats and modes as the fixtures hold them, with a deck that was played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine.decklists import read_deck
from engine.model.cards import RIFTBOUND
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, INFO, UNKNOWN, Citation, Verdict
from engine.rules.validation import check_deck

#: The winner of the Houston Regional Qualifier, 2025.
ANNIE = """
Legend
1 Annie, Dark Child [OGS-017]
Champion
1 Annie, Fiery [OGS-001]
Deck
3 Darius, Trifarian
3 Kai'Sa, Survivor
3 Pouty Poro
3 Sneaky Deckhand
3 Traveling Merchant
3 Vi, Destructive
3 Cleave
2 Fight or Flight
3 Flash
1 Gust
1 Rebuke
3 Ride the Wind
3 Stacked Deck
2 Void Seeker
3 Scrapheap
Runes
6 Chaos Rune
6 Fury Rune
Battlefields
1 The Arena's Greatest
1 The Dreaming Tree
1 Zaun Warrens
Sideboard
2 Draven, Showboat
"""
LEGAL_SETS = Citation("rb-tournament", "601.2.a")
LATEST_LEGAL_SETS = Citation("rb-tournament-2026-10-09", "601.2.a")
AT_THE_EVENT = date(2025, 12, 7)
MODES = ["mode-1v1-duel", "mode-1v1-match", "mode-ffa3-skirmish", "mode-ffa4-war", "mode-2v2-magma-chamber"]


@pytest.fixture
def judge(reference: Callable[[str], Reference]) -> Callable[..., Verdict]:
    held = reference(RIFTBOUND)

    def verdict(text: str, fmt: str, on: date = AT_THE_EVENT) -> Verdict:
        return check_deck(read_deck(text, held.catalog, on), held.formats[fmt], on)

    return verdict


def codes(verdict: Verdict, *severities: str) -> set[str]:
    return {finding.code for finding in verdict.of(*severities)}


class TestStandard:
    """rb-tournament 601.2.a: cards of legal sets, save those that are banned."""

    @pytest.mark.parametrize(
        ("on", "outcome"),
        [
            (date(2026, 3, 30), "legal"),
            (date(2026, 3, 31), "illegal"),
        ],
    )
    def test_bans_from_the_day_on_which_they_took_effect(
        self, on: date, outcome: str, judge: Callable[..., Verdict]
    ) -> None:
        verdict = judge(ANNIE, "standard", on)

        assert verdict.outcome == outcome
        assert codes(verdict, ERROR, UNKNOWN) == (set() if outcome == "legal" else {"banned"})

    @pytest.mark.parametrize(("on", "rotated"), [(date(2027, 12, 31), False), (date(2028, 1, 1), True)])
    def test_rotates_for_the_first_time_in_2028(self, on: date, rotated: bool, judge: Callable[..., Verdict]) -> None:
        """Its cards may be printed again in sets of 2027 and 2028, of which none is recorded."""
        verdict = judge(ANNIE, "standard", on)

        assert "not-in-format" not in codes(verdict, ERROR)
        assert ("not-in-format" in codes(verdict, UNKNOWN)) is rotated

    @pytest.mark.parametrize(
        ("on", "code", "reason", "rule"),
        [
            (date(2025, 10, 30), "not-yet-legal", "OGS becomes legal on 2025-10-31", LEGAL_SETS),
            (date(2028, 1, 1), "not-in-format", "no sets recorded for 2028", LATEST_LEGAL_SETS),
        ],
    )
    def test_cites_the_rule_on_legal_sets_and_names_the_list(
        self, on: date, code: str, reason: str, rule: Citation, judge: Callable[..., Verdict]
    ) -> None:
        verdict = judge(ANNIE, "standard", on)
        said = next(finding for finding in verdict.of(ERROR, UNKNOWN) if finding.code == code)

        assert said.citation == rule
        assert said.message.endswith(f"{reason} (set list)")
        assert [checked.citation for checked in verdict.checked if checked.code == code] == [rule]

    def test_says_that_the_edition_of_the_day_is_not_held(self, judge: Callable[..., Verdict]) -> None:
        assert "edition-before-held" in codes(judge(ANNIE, "standard"), INFO)

    def test_is_legal_by_any_printing_of_the_name(self, judge: Callable[..., Verdict]) -> None:
        """rb-tournament 601.2.c: a number beyond the set's range changes nothing."""
        text = ANNIE.replace("3 Darius, Trifarian", "3 Darius, Trifarian [OGN-027a]")

        assert judge(text, "standard").outcome == "legal"


class TestModes:
    """rb-core-1.3 103.2: at least forty cards, without the exact number of competitions."""

    @pytest.mark.parametrize("mode", MODES)
    def test_take_the_deck_of_a_competition_and_a_larger_one(self, mode: str, judge: Callable[..., Verdict]) -> None:
        larger = ANNIE.replace("1 Gust", "2 Gust")

        assert judge(ANNIE, mode).outcome == judge(larger, mode).outcome == "legal"
        assert codes(judge(larger, "standard"), ERROR) == {"deck-size"}

    def test_ask_for_three_battlefields(self, judge: Callable[..., Verdict]) -> None:
        assert codes(judge(ANNIE.replace("1 Zaun Warrens\n", ""), MODES[0]), ERROR) == {"battlefield-count"}


class TestTeams:
    """format:2v2-constructed restriction: partners' decks are held against each other by the organizer."""

    def test_say_what_is_to_be_checked_between_partners(self, judge: Callable[..., Verdict]) -> None:
        verdict = judge(ANNIE, "2v2-constructed")

        assert verdict.outcome == "legal"
        assert sum(finding.code == "format-restriction" for finding in verdict.of(INFO)) == 2


class TestLimited:
    """format:sealed restriction: three domains, no limits to copies; the pool isn't in the list."""

    SEALED = "Deck\n9 Pouty Poro\n9 Traveling Merchant\n7 Clockwork Keeper\nRunes\n12 Fury Rune\n"

    @pytest.mark.parametrize(("fmt", "least"), [("sealed", 25), ("draft", 20), ("2v2-sealed", 25)])
    def test_asks_for_a_smaller_deck_without_legend_and_champion(
        self, fmt: str, least: int, judge: Callable[..., Verdict]
    ) -> None:
        enough = self.SEALED.replace("7 Clockwork", f"{least - 18} Clockwork")
        too_few = self.SEALED.replace("7 Clockwork", f"{least - 19} Clockwork")

        assert codes(judge(enough, fmt, date(2026, 6, 1)), ERROR) == set()
        assert codes(judge(too_few, fmt, date(2026, 6, 1)), ERROR) == {"deck-size"}

    @pytest.mark.parametrize(
        ("fmt", "rule"), [("sealed", "602.4.a.2"), ("draft", "602.4.b.3"), ("2v2-sealed", "602.4.a.2")]
    )
    def test_cites_the_size_of_its_own_not_that_of_constructed_decks(
        self, fmt: str, rule: str, judge: Callable[..., Verdict]
    ) -> None:
        verdict = judge(self.SEALED.replace("9 Pouty Poro", "1 Pouty Poro"), fmt, date(2026, 6, 1))

        sizes = [each.citation for each in (*verdict.findings, *verdict.checked) if each.code == "deck-size"]
        assert sizes[:2] == [Citation("rb-tournament", rule)] * 2

    @pytest.mark.parametrize("fmt", ["sealed", "draft", "2v2-sealed"])
    def test_does_not_know_the_boosters(self, fmt: str, judge: Callable[..., Verdict]) -> None:
        verdict = judge(self.SEALED, fmt, date(2026, 6, 1))

        assert verdict.outcome == "uncertain"
        assert codes(verdict, UNKNOWN) == {"format-restriction"}

    @pytest.mark.parametrize("fmt", ["sealed", "draft", "2v2-sealed"])
    def test_allows_three_domains(self, fmt: str, judge: Callable[..., Verdict]) -> None:
        four = self.SEALED.replace("7 Clockwork Keeper", "7 Clockwork Keeper\n1 Stupefy")

        assert codes(judge(four, fmt, date(2026, 6, 1)), ERROR) == {"format-restriction"}

    @pytest.mark.parametrize("fmt", ["sealed", "draft", "2v2-sealed"])
    def test_allows_any_domain_in_the_sideboard_which_is_the_rest_of_the_pool(
        self, fmt: str, judge: Callable[..., Verdict]
    ) -> None:
        beside = f"{self.SEALED}\nSideboard\n1 Stupefy\n"

        assert codes(judge(beside, fmt, date(2026, 6, 1)), ERROR) == set()
