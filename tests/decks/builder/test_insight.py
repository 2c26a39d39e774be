"""What stands beside the list: curves, counts by type and group, and each rule with its figures."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from engine.model import verdicts
from engine.model.cards import VS_CLASSIC
from engine.model.decks import Deck
from engine.model.verdicts import CheckedRule, Citation
from engine.rules.validation import check_deck
from tests.decks.builder.opened import Tab
from tests.engine import builders
from vsdb.catalog.cards.selectors import get_reference
from vsdb.check.services import CheckedDeck
from vsdb.check.verdict_page import build_verdict_page
from vsdb.decks import to_engine
from vsdb.decks.builder.insight import Insight, InsightCount, RuleRow, build_insight, list_rule_rows
from vsdb.search.services import search_cards

A_DAY = date(2026, 3, 1)
SAMPLES = Path(__file__).resolve().parents[3] / "vsdb" / "check" / "sample_lists"
LISTS = {
    "vs-classic": "4 Hulk, Gladiator\n2 Savage Beatdown\n3 Mobilize\n",
    "vs-2pcg": "Main Character\n1 She-Hulk [AFF-003]\nDeck\n4 Brainstorm\n",
    "riftbound": "Legend\n1 Jinx, Loose Cannon\nDeck\n3 Rebuke\n2 Flame Chompers\nRunes\n7 Fury Rune\n5 Chaos Rune\n",
}


def insight_of(game: str) -> Insight:
    return build_insight(to_engine.build_deck(LISTS[game], game, A_DAY), None)


def rule(code: str, outcome: str, found: int | str | None = None, allowed: int | str | None = None) -> CheckedRule:
    return CheckedRule(code, outcome, Citation("cr-2.7", "101.1"), found, allowed)


@pytest.mark.django_db
class TestCurves:
    def test_count_the_copies_of_each_cost(self) -> None:
        curve = insight_of("vs-classic").curves[0]
        figures = {bar.figure: bar.copies for bar in curve.bars if bar.copies}
        cost = get_reference("vs-classic").catalog.by_slug["hulk-gladiator"].cost
        assert figures[str(cost)] >= 4
        assert max(bar.height for bar in curve.bars) == 48
        assert all((bar.height == 0) == (bar.copies == 0) for bar in curve.bars)

    @pytest.mark.parametrize("game", LISTS)
    def test_lead_to_searches_that_are_understood(self, game: str) -> None:
        found = insight_of(game)
        queries = [bar.query for curve in found.curves for bar in curve.bars if bar.query]
        queries += [each.query for each in (*found.types, *found.groups) if each.query]
        assert queries
        assert {query: search_cards(query, game=game).notes for query in queries} == dict.fromkeys(queries, ())

    def test_a_card_is_found_by_the_bar_that_counts_it(self) -> None:
        hulk = get_reference("vs-classic").catalog.by_slug["hulk-gladiator"]
        (bar,) = (each for each in insight_of("vs-classic").curves[0].bars if each.figure == str(hulk.cost))
        found = search_cards(f'{bar.query} !"Hulk, Gladiator"', game="vs-classic")
        assert found.total == 1

    def test_of_sixty_cards_have_their_odds_too(self) -> None:
        deck = to_engine.build_deck("4 Hulk, Gladiator\n56 Savage Beatdown\n", "vs-classic", A_DAY)
        odds = build_insight(deck, None, A_DAY).odds
        assert odds
        cost = get_reference("vs-classic").catalog.by_slug["hulk-gladiator"].cost
        assert [turn.turn for turn in odds.curve if turn.on_curve.most] == [cost]

    @pytest.mark.parametrize("game", LISTS)
    def test_of_less_than_a_hand_have_no_odds(self, game: str) -> None:
        assert build_insight(Deck(game), None, A_DAY).odds is None

    @pytest.mark.parametrize("game", LISTS)
    def test_of_no_cards_are_none(self, game: str) -> None:
        found = build_insight(Deck(game), None)
        assert not any(bar.copies or bar.height for curve in found.curves for bar in curve.bars)
        assert (found.types, found.groups) == ((), ())


@pytest.mark.django_db
class TestCounts:
    def test_are_of_copies_the_most_first(self) -> None:
        assert [(each.name, each.copies) for each in insight_of("vs-classic").types] == [
            ("Plot Twist", 5),
            ("Character", 4),
        ]

    def test_are_of_domains_in_riftbound(self) -> None:
        found = insight_of("riftbound")
        assert found.groups_title == "By domain"
        assert {each.name for each in found.groups} <= {"Fury", "Chaos", "None", "Not recorded"}
        assert {"Fury", "Chaos"} <= {each.name for each in found.groups}

    def test_beyond_eight_are_others(self) -> None:
        cards = {
            builders.card(VS_CLASSIC, f"Hero {number}", type="Character", teams=(f"Team {number:02}",)): 1
            for number in range(11)
        }
        groups = build_insight(builders.deck(VS_CLASSIC, deck=cards), None).groups
        assert len(groups) == 9
        assert groups[-1] == InsightCount("Others", 3)

    def test_tell_no_team_from_a_team_that_is_not_recorded(self) -> None:
        cards = {
            builders.card(VS_CLASSIC, "Loner", type="Character", teams=()): 2,
            builders.card(VS_CLASSIC, "Unknown", type="Character", teams=None): 3,
        }
        groups = build_insight(builders.deck(VS_CLASSIC, deck=cards), None).groups
        assert groups == (InsightCount("None", 2), InsightCount("Not recorded", 3))


class TestRules:
    def test_the_worst_case_of_a_rule_stands_for_it_and_the_worst_rules_come_first(self) -> None:
        rows = list_rule_rows(
            (
                rule("deck-size", verdicts.OK, 60, "60+"),
                rule("copy-limit", verdicts.OK, 4, 4),
                rule("copy-limit", verdicts.BROKEN, 5, 4),
                rule("set-legality", verdicts.UNKNOWN),
            )
        )
        assert [(row.rule.code, row.rule.outcome) for row in rows] == [
            ("copy-limit", verdicts.BROKEN),
            ("set-legality", verdicts.UNKNOWN),
            ("deck-size", verdicts.OK),
        ]

    def test_one_that_does_not_apply_is_left_out(self) -> None:
        assert list_rule_rows((rule("pile-size", verdicts.NOT_APPLICABLE),)) == ()

    @pytest.mark.parametrize(
        ("found", "allowed", "said"),
        [
            (61, "60+", "61 of 60+"),
            (3, None, "3"),
            (1, 0, "1"),
            (None, 4, ""),
            ("a sentence of a rule", 4, ""),
            (0, 12, "0 of 12"),
        ],
    )
    def test_say_what_was_found_and_what_is_allowed(
        self, found: int | str | None, allowed: int | str | None, said: str
    ) -> None:
        assert RuleRow(rule("deck-size", verdicts.OK, found, allowed)).figures == said

    @pytest.mark.parametrize(
        ("outcome", "found", "answer"),
        [
            (verdicts.BROKEN, None, True),
            (verdicts.UNKNOWN, None, True),
            (verdicts.OK, 4, True),
            (verdicts.OK, 0, False),
            (verdicts.OK, "2026-03-01", False),
            (verdicts.OK, None, False),
            (verdicts.NONE_RECORDED, 4, False),
        ],
    )
    def test_of_interest_are_those_that_are_not_settled_or_count(
        self, outcome: str, found: int | str | None, answer: bool
    ) -> None:
        assert RuleRow(rule("deck-size", outcome, found, "60+")).is_of_interest is answer

    def test_one_that_holds_and_allows_anything_is_of_no_interest(self) -> None:
        assert not RuleRow(rule("insane-deck", verdicts.OK, 4)).is_of_interest

    @pytest.mark.django_db
    def test_beside_a_tick_nothing_is_named_by_what_breaks_it(self) -> None:
        """Every rule of every sample deck in every format."""
        said = set()
        for game, name in (("vs-classic", "warbound"), ("vs-2pcg", "a-force"), ("riftbound", "jinx")):
            deck = to_engine.build_deck((SAMPLES / f"{name}.txt").read_text(encoding="utf-8"), game, A_DAY)
            for fmt in get_reference(game).formats.values():
                said |= {row.words for row in list_rule_rows(check_deck(deck, fmt, A_DAY).checked)}
        accusing = re.compile(r"missing|unreach|banned|duplicate|not |out of|unknown|unexpected|nested|inferred|ambig")
        assert [words for words in said if accusing.search(words.lower())] == []
        assert {"Ban list", "Loyalty", "Sets of the format"} <= said

    @pytest.mark.django_db
    def test_none_of_a_verdict_is_lost(self) -> None:
        fmt = get_reference("vs-classic").formats["golden-age"]
        deck = to_engine.build_deck(LISTS["vs-classic"], "vs-classic", A_DAY)
        verdict = check_deck(deck, fmt, A_DAY)
        found = build_insight(deck, build_verdict_page([CheckedDeck(deck, fmt, verdict)], LISTS["vs-classic"]))
        shown = {row.rule.code for row in (*found.rules, *found.others)}
        assert shown == {each.code for each in verdict.checked if each.outcome != verdicts.NOT_APPLICABLE}


class TestThePage:
    def test_counts_anew_with_every_change(self, tab: Tab) -> None:
        def characters() -> str:
            return re.search(r"Character</a> <b>(\d+)</b>", tab.text)[1]  # type: ignore[index]

        tab.open()
        assert characters() == "2"
        tab.change("op=add&card=hulk-gladiator")
        assert characters() == "3"

    def test_shows_each_rule_with_its_citation(self, tab: Tab) -> None:
        page = tab.open()
        assert re.search(r"Deck size.*?10 of 60\+.*?101\.1", page, re.DOTALL)
