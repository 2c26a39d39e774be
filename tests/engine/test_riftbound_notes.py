"""What a Riftbound verdict says beside its findings: of editions, inferred facts and preconstructed decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from engine.decklists import read_deck
from engine.model.cards import RIFTBOUND, Between, Card
from engine.model.decks import Deck
from engine.model.formats import Ban
from engine.model.reference import Reference
from engine.model.verdicts import ERROR, INFO, UNKNOWN, Citation, Finding, Verdict
from engine.rules.validation import check_deck
from tests.engine.riftbound_edition_cases import ANNIE as ANNIE_LIST
from tests.engine.riftbound_lists import (
    ANNIE,
    CALM,
    DAYS,
    FIERY,
    TIBBERS,
    TOURNAMENT,
    TWELVE,
    WITH_SETS,
    a_deck,
    unit,
)

APRIL = date(2026, 4, 15)
STANDARD = replace(WITH_SETS, kind="constructed")


def notes(verdict: Verdict, code: str) -> list[Finding]:
    return [each for each in verdict.of(INFO) if each.code == code]


class TestTournamentRulesBeforeHeld:
    """rb-tournament Edition: tournament-rules-before-held says that the rules cited are later than the day."""

    @pytest.mark.parametrize(
        ("day", "is_said"),
        [
            ("2025-12-07", True),
            ("2026-03-30", True),
            ("2026-05-01", True),
            ("2026-05-02", False),
            ("2026-07-16", False),
        ],
    )
    def test_is_said_until_their_day(self, day: str, is_said: bool) -> None:
        verdict = check_deck(a_deck(), STANDARD, date.fromisoformat(day))
        said = notes(verdict, "tournament-rules-before-held")

        assert verdict.outcome == "legal"
        assert bool(said) is is_said
        assert all(day in each.message and "2026-05-02" in each.message for each in said)
        assert {each.citation for each in said} <= {Citation("rb-tournament", "Edition")}

    def test_is_no_matter_of_a_mode_of_play(self) -> None:
        verdict = check_deck(a_deck(), replace(STANDARD, kind="mode"), APRIL)

        assert notes(verdict, "tournament-rules-before-held") == []


class TestInferredFacts:
    """set-list cards: inferred-facts names those that a verdict rests on and that were inferred."""

    @staticmethod
    def said_of(list_: Deck) -> list[str]:
        verdict = check_deck(list_, STANDARD, APRIL)
        return [each.message.partition(": ")[2] for each in notes(verdict, "inferred-facts")]

    @pytest.mark.parametrize(
        ("doubtful", "said"),
        [
            (("domains", "might", "tags"), ["the domains of Guess"]),
            (("type", "domains"), ["the type of Guess; the domains of Guess"]),
            (("might", "tags", "rarity"), []),
            ((), []),
        ],
    )
    def test_are_those_that_deck_rules_read(self, doubtful: tuple[str, ...], said: list[str]) -> None:
        list_ = a_deck(deck={**TWELVE, unit("Guess", doubtful=doubtful): 3})

        assert check_deck(list_, STANDARD, APRIL).outcome == "legal"
        assert self.said_of(list_) == said

    @pytest.mark.parametrize(
        ("sections", "said"),
        [
            ({"legend": {replace(ANNIE, doubtful=("tags",)): 1}}, ["the tags of Dark Child"]),
            ({"deck": {**TWELVE, replace(TIBBERS, doubtful=("tags",)): 3}}, ["the tags of Tibbers"]),
            ({"champion": {replace(FIERY, name="Bear", title="Bear", doubtful=("tags",)): 1}}, ["the tags of Bear"]),
            # The name says whose champion it is.
            ({"champion": {replace(FIERY, doubtful=("tags",)): 1}}, []),
        ],
    )
    def test_are_tags_where_the_legends_is_looked_for(self, sections: dict[str, Any], said: list[str]) -> None:
        assert self.said_of(a_deck(**sections)) == said

    @pytest.mark.parametrize(
        "sections",
        [
            {"deck": {**TWELVE, replace(CALM, doubtful=("domains",)): 3}},
            {"deck": {**TWELVE, CALM: 3}, "legend": {replace(ANNIE, doubtful=("domains",)): 1}},
        ],
    )
    def test_make_no_deck_certainly_illegal(self, sections: dict[str, Any]) -> None:
        verdict = check_deck(a_deck(**sections), STANDARD, APRIL)

        assert verdict.outcome == "uncertain"
        assert [(each.severity, each.code) for each in verdict.of(ERROR, UNKNOWN)] == [(UNKNOWN, "domain-identity")]
        assert verdict.findings[0].message.endswith("; not certain, because domains were inferred")

    def test_of_radiance_are_said_and_its_cards_are_legal(self, reference: Callable[[str], Reference]) -> None:
        held, day = reference(RIFTBOUND), date(2026, 10, 23)
        list_ = read_deck(ANNIE_LIST.replace("3 Sai Scout", "3 Amateur Demolitionist"), held.catalog, day)
        verdict = check_deck(list_, held.formats["standard"], day)

        assert verdict.outcome == "legal"
        assert [each.cards[0].name for each in notes(verdict, "inferred-facts")] == ["Amateur Demolitionist"]


class TestPreconstructedDecks:
    """rb-tournament 601.2.d.2: preconstructed-deck says that one that nobody changed may hold its banned cards.
    rb-tournament-2026-07-16 601.2.d.2: the same, preconstructed-deck.
    rb-tournament-2026-10-09 601.2.d.2: the same, preconstructed-deck.
    """

    BANNED = unit("Scrapheap")
    FORMAT = replace(STANDARD, bans=(Ban("Scrapheap", Between(date(2026, 3, 31), date(2026, 3, 31))),))

    @classmethod
    def judge(cls, *, kind: str = "constructed", on: date = APRIL, card: Card | None = None, **more: Any) -> Verdict:
        list_ = a_deck(deck={**TWELVE, card or cls.BANNED: 3}, **more)
        return check_deck(list_, replace(cls.FORMAT, kind=kind), on)

    @pytest.mark.parametrize("edition", DAYS)
    def test_are_spoken_of_beside_a_ban(self, edition: str) -> None:
        day, suffix = DAYS[edition]
        verdict = self.judge(on=max(day, date(2026, 3, 31)))
        [said] = notes(verdict, "preconstructed-deck")

        assert verdict.outcome == "illegal"
        assert said.citation == Citation(TOURNAMENT.format(suffix), "601.2.d.2")
        assert said.cards == (self.BANNED,)
        assert "unchanged" in said.message

    def test_are_spoken_of_where_teams_play_them(self) -> None:
        assert notes(self.judge(kind="constructed-team"), "preconstructed-deck")

    @pytest.mark.parametrize(
        "asked",
        [
            {"sideboard": {unit("Beside"): 1}},
            {"card": unit("Another")},
            {"on": date(2026, 3, 30)},
            {"kind": "limited"},
            {"kind": "mode"},
        ],
        ids=["with a sideboard", "no ban", "before the ban", "limited", "mode"],
    )
    def test_are_not_spoken_of_otherwise(self, asked: dict[str, Any]) -> None:
        verdict = self.judge(**asked)

        assert notes(verdict, "preconstructed-deck") == []
        assert [each.outcome for each in verdict.checked if each.code == "preconstructed-deck"] == ["not applicable"]

    def test_are_none_where_a_card_only_shares_the_name(self) -> None:
        narrowed = replace(self.FORMAT.bans[0], type="Legend")
        list_ = a_deck(deck={**TWELVE, self.BANNED: 3})
        verdict = check_deck(list_, replace(self.FORMAT, bans=(narrowed,)), APRIL)

        assert notes(verdict, "preconstructed-deck") == []

    def test_are_told_of_recorded_bans(self, reference: Callable[[str], Reference]) -> None:
        """601.2.d.2.a names Fight or Flight, Scrapheap and Reaver's Row of the Jinx Champion Deck."""
        held = reference(RIFTBOUND)
        list_ = read_deck(
            ANNIE_LIST.replace("3 Sai Scout", "1 Scrapheap\n2 Fight or Flight").replace("Zaun Warrens", "Reaver's Row"),
            held.catalog,
            APRIL,
        )
        for slug in ("standard", "2v2-constructed"):
            [said] = notes(check_deck(list_, held.formats[slug], APRIL), "preconstructed-deck")
            assert {each.name for each in said.cards} == {"Fight or Flight", "Scrapheap", "Reaver's Row"}


class TestChampionTags:
    """rb-core-1.3 103.2.a.2: chosen-champion asks for the legend's champion tag, which any shared tag stands for."""

    def test_are_the_one_tag_of_each_legend(self, reference: Callable[[str], Reference]) -> None:
        legends = [each for each in reference(RIFTBOUND).catalog.cards if each.type == "Legend"]

        assert len(legends) > 50
        assert [each.name for each in legends if len(each.tags) != 1] == []

    def test_are_shared_by_champions_of_that_name_alone(self, reference: Callable[[str], Reference]) -> None:
        """No region, kind or other champion's tag makes a unit of somebody else a chosen champion."""
        cards = reference(RIFTBOUND).catalog.cards
        characters = {tag for each in cards if each.type == "Legend" for tag in each.tags}
        named = {"Yi": "Master Yi"}
        champions = [each for each in cards if (each.type, each.supertype) == ("Unit", "Champion")]
        fitting = {each: characters.intersection(each.tags) for each in champions}
        heads = {each: each.name.partition(",")[0] for each in champions}

        assert sum(map(bool, fitting.values())) > 100
        wrong = {
            each.name: tags for each, tags in fitting.items() if tags and tags != {named.get(heads[each], heads[each])}
        }
        assert wrong == {}

    def test_are_on_each_signature_card_once(self, reference: Callable[[str], Reference]) -> None:
        cards = reference(RIFTBOUND).catalog.cards
        characters = {tag for each in cards if each.type == "Legend" for tag in each.tags}
        signatures = [each for each in cards if each.supertype == "Signature"]

        assert [each.name for each in signatures if len(characters.intersection(each.tags)) != 1] == []
