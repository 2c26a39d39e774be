"""Loyalty out of card files: a text that names the teams of a deck decides the verdict of the deck."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from engine.model.verdicts import Finding, Verdict
from tests.exchange.putting import card, printed, put
from tests.exchange.test_octgn import card as octgn_card
from tests.exchange.test_octgn import octgn
from vsdb.catalog.cards import selectors
from vsdb.check.services import check
from vsdb.exchange.card_files import services

pytestmark = pytest.mark.django_db

DAY = date(2024, 1, 1)
STREETS = ("Defenders", "Underworld", "Spider-Friends", "Sinister Syndicate")
#: The explanation is in words of our own.
SWORN = f"Loyalty to the Pond. Only cards of the {', '.join(f'[{team}]' for team in STREETS)} fit in your deck."


def judged(*deck: str) -> Verdict:
    """The verdict in Secret Wars of a list of these lines."""
    [checked] = check("\n".join(deck), game="vs-2pcg", formats=["secret-wars"], dates=[DAY])
    return checked.verdict


def against_loyalty(verdict: Verdict) -> list[Finding]:
    return [finding for finding in verdict.findings if finding.code == "loyalty"]


def severities(verdict: Verdict) -> list[str]:
    return [finding.severity for finding in against_loyalty(verdict)]


def looked_at(verdict: Verdict, *codes: str) -> list[tuple[str, str]]:
    return [(each.code, each.outcome) for each in verdict.checked if each.code in codes]


@pytest.mark.shared
class TestMutantLoyalty:
    """pcg-updates July 2019: the text of XFC-018 names two teams."""

    DREAM = "1 A Dream Realized"
    MUTANTS = ("4 Toad [HOX-012]", "4 Sage", "4 Always Attack", "4 Academy")

    @pytest.fixture(autouse=True)
    def imported(self, shared: Path) -> None:
        with (shared / "data" / "octgn" / "XForce.xml").open("rb") as file:
            services.run(file, "XForce.xml", "octgn")

    def deck(self, *others: str, leader: str = "1 Banshee [HOX-029]") -> Verdict:
        return judged("Main Character", leader, "Deck", self.DREAM, *self.MUTANTS, *others)

    def test_lets_in_both_teams_and_neutral_locations(self) -> None:
        assert against_loyalty(self.deck()) == []
        assert looked_at(self.deck(), "loyalty") == [("loyalty", "ok")]

    def test_makes_a_deck_illegal_with_a_card_of_neither(self) -> None:
        verdict = self.deck("1 Wasp [AFF-009]", leader="1 Captain Marvel [AFF-001]")
        [finding] = against_loyalty(verdict)
        assert (verdict.outcome, finding.severity, finding.allowed) == ("illegal", "error", 0)
        assert "Captain Marvel [AFF-001]" in finding.message
        assert "has Mutant Loyalty" in finding.message
        assert looked_at(verdict, "loyalty") == [("loyalty", "broken")]


def our_set(*cards: str) -> io.BytesIO:
    return io.BytesIO(octgn(*cards).encode())


class TestLoyaltyToSeveralTeams:
    """pcg-updates July 2019: what a text of our own names."""

    @pytest.fixture(autouse=True)
    def imported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # The version of the data changes with a whole import alone: what is in memory would stay.
        monkeypatch.setattr(selectors, "_held", {})
        report = put(
            card("Old Pact", "PNY", "901", facts={"type": "Plot Twist"}, wordings=(printed(SWORN),)),
            card("Tin Pact", "PNY", "902", facts={"type": "Plot Twist", "keywords": [["Tin Loyalty", None]]}),
            card("Tin Man", "PNY", "903", facts={"type": "Supporting Character"}),
        )
        assert not report.lists["problems"].total

    def deck(self, *others: str, leader: str = "1 Daredevil [DEF-001]") -> Verdict:
        return judged("Main Character", leader, "Deck", *others)

    def test_has_each_team_in_the_verdict(self) -> None:
        [finding] = against_loyalty(self.deck("1 Old Pact", "1 Toad [HOX-012]"))
        assert finding.severity == "error"
        assert f"{', '.join(STREETS[:-1])} or {STREETS[-1]}" in finding.message

    def test_is_unknown_where_the_team_of_a_card_is_not_recorded(self) -> None:
        assert severities(self.deck("1 Old Pact", "1 Tin Man")) == ["unknown"]

    def test_is_unknown_where_a_recorded_keyword_names_no_team(self) -> None:
        verdict = self.deck("1 Tin Pact", "1 Toad [HOX-012]")
        assert severities(verdict) == ["unknown"]
        assert "aren’t recorded" in against_loyalty(verdict)[0].message


def test_a_set_that_is_read_anew_has_its_teams_in_the_verdict() -> None:
    """pcg-updates July 2019: as a file of OCTGN has the text, in one line."""
    properties: Iterable[tuple[str, str]] = (("Card Number", "XFC-018"), ("Type", "Plot Twist"), ("Rules", SWORN))
    services.run(our_set(octgn_card("A Dream Realized", **dict(properties))), "our.xml", "octgn")
    assert severities(judged("Main Character", "1 Captain Marvel [AFF-001]", "Deck", "1 A Dream Realized")) == ["error"]


def test_what_no_source_records_is_taken_on_trust() -> None:
    """pcg-updates July 2019, pcg-5.0 Keyword Glossary: no rule says "not applicable" for want of keywords."""
    verdict = judged("Main Character", "1 Captain Marvel [AFF-001]", "Deck", "4 Academy")
    codes = ("loyalty", "team-required", "omega-level")
    assert looked_at(verdict, *codes) == [(code, "none recorded") for code in codes]
