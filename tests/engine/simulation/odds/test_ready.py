"""Ready odds: the closed formulas over what a deck has, and ranges where a fact isn't recorded."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import AMBIGUOUS, DECK, UNKNOWN, Deck, DeckEntry
from engine.model.games import game_of
from engine.simulation.hands import find_opening
from engine.simulation.odds.ready import MAX_PIECES, Bounds, ReadyOdds, build_ready_odds, count_copies
from tests.engine.builders import card, deck
from tests.engine.simulation.goldfish.decks import curve, hero
from tests.engine.simulation.odds.asking import ask, miss, one_group

TWIST = card(VS_CLASSIC, "Twist", type="Plot Twist", cost=3)


def build(of: Deck, **options: Any) -> ReadyOdds:
    rule = find_opening(game_of(of.game))
    assert rule
    return build_ready_odds(of, rule, **options)


def classic(*entries: DeckEntry, size: int = 60) -> Deck:
    """A deck with these lines, filled up with plot twists."""
    return deck(VS_CLASSIC, *entries, deck={TWIST: size - sum(entry.count for entry in entries)})


def exact(bounds: Bounds | None) -> Fraction:
    assert bounds
    assert bounds.least == bounds.most
    return bounds.least


class TestOnCurve:
    @pytest.mark.parametrize(
        ("game", "first", "policy"),
        [
            (VS_CLASSIC, True, "keep-if"),
            (VS_2PCG, True, "keep-if"),
            (VS_2PCG, False, "keep-if"),
            (RIFTBOUND, True, "aside"),
        ],
    )
    def test_is_what_the_general_way_counts(self, game: str, first: bool, policy: str) -> None:
        ready = build(curve(game, size=39 if game == RIFTBOUND else 60, copies=3), first=first)
        mulligan = {"do": policy, "keep": [[{"of": "A"}]]}
        if policy == "aside":
            mulligan["aside"] = [{"of": "rest"}]
        for turn in ready.curve[:4]:
            copies = turn.on_curve.least
            options = {"by": turn.turn, "first": first}
            never = one_group(game, ready.size, copies, **options).odds[0].least
            changed = one_group(game, ready.size, copies, mulligan=mulligan, **options).odds[0].least
            assert (exact(turn.exact.never), exact(turn.exact.mulligan)) == (never, changed)

    def test_counts_in_classic_the_character_of_the_turn_and_what_costs_less(self) -> None:
        found = build(curve()).curve
        assert [turn.on_curve.least for turn in found] == [4, 4, 4, 4, 4, 4, 4, 0]
        assert [turn.playable.least for turn in found] == [4, 8, 12, 16, 20, 24, 28, 28]

    @pytest.mark.parametrize(("first", "costs"), [(True, [(1, 2), (3, 4)]), (False, [(1, 3), (3, 5)])])
    def test_takes_in_riftbound_the_runes_of_a_turn_but_one(self, first: bool, costs: list[tuple[int, int]]) -> None:
        found = build(curve(RIFTBOUND, size=39), first=first).curve
        assert [turn.costs for turn in found[:2]] == costs
        assert found[-1].costs == (11, 12)

    def test_says_nothing_of_turns_that_see_more_cards_than_there_are(self) -> None:
        found = build(classic(DeckEntry(DECK, 4, hero("One", 1)), size=12)).curve
        assert [turn.exact.never is None for turn in found] == [False] * 4 + [True] * 4
        assert [turn.exact.mulligan is None for turn in found] == [False] * 2 + [True] * 6


class TestWhatIsNotRecorded:
    @pytest.mark.parametrize(
        ("of", "is_open"),
        [
            (hero("Costless", None), True),
            (hero("Sign", "none"), False),
            (card(VS_CLASSIC, "No type", cost=1), True),
            (card(VS_CLASSIC, "No type, dear", cost=9), False),
            (card(VS_CLASSIC, "Twist of no cost", type="Plot Twist"), False),
        ],
    )
    def test_makes_a_range_where_it_decides(self, of: Card, is_open: bool) -> None:
        one = build(classic(DeckEntry(DECK, 4, hero("One", 1)), DeckEntry(DECK, 3, of))).curve[0]
        assert one.on_curve.numbers == ((4, 7) if is_open else (4,))
        assert one.on_curve.names == ((of.title,) if is_open else ())
        assert one.exact.never == Bounds(1 - miss(60, 4, 6), 1 - miss(60, 7 if is_open else 4, 6))

    def test_leaves_a_line_open_that_names_no_card(self) -> None:
        unknown = DeckEntry(DECK, 2, None, UNKNOWN, name="Nobody")
        ready = build(classic(DeckEntry(DECK, 4, hero("One", 1)), unknown))
        assert ready.open_names == ("Nobody",)
        assert [row.copies.numbers for row in ready.pieces if row.name == "Nobody"] == [(2,)]

    @pytest.mark.parametrize(("costs", "numbers"), [((1, 1), (2,)), ((1, 2), (0, 2)), ((2, 3), (0,))])
    def test_asks_every_card_that_a_line_may_be(self, costs: tuple[int, int], numbers: tuple[int, ...]) -> None:
        heroes = tuple(hero(f"Hero {number}", cost) for number, cost in enumerate(costs))
        line = DeckEntry(DECK, 2, None, AMBIGUOUS, name="Hero", candidates=heroes)
        assert build(classic(line)).curve[0].on_curve.numbers == numbers

    def test_counts_all_copies_of_a_line_or_none(self) -> None:
        lines = [DeckEntry(DECK, count, hero(f"Open {count}", None)) for count in (2, 3)]
        assert count_copies(lines, lambda each: None if each.cost is None else True).numbers == (0, 2, 3, 5)

    def test_bounds_the_opening_hand_over_every_number_that_there_may_be(self) -> None:
        lines = [DeckEntry(DECK, count, card(VS_CLASSIC, f"Open {count}")) for count in (7, 8, 9)]
        row = build(classic(*lines)).opening[0]
        for count, bounds in enumerate(row.opening):
            each = [Fraction(comb(n, count) * comb(60 - n, 4 - count), comb(60, 4)) for n in row.copies.numbers]
            assert bounds == Bounds(min(each), max(each))


class TestTables:
    def test_have_a_row_for_each_cost_with_its_search(self) -> None:
        rows = build(curve(dearest=3)).costs
        assert [(row.name, row.query, row.copies.least) for row in rows] == [
            ("1", "t:character cost=1", 4),
            ("2", "t:character cost=2", 4),
            ("3", "t:character cost=3", 4),
        ]
        assert exact(rows[0].chances[3].never) == 1 - miss(60, 4, 12)

    def test_have_the_cards_of_most_copies_and_those_that_are_named_first(self) -> None:
        heroes = {hero(f"Hero {number}", 1): 1 + number % 4 for number in range(12)}
        rows = build(deck(VS_CLASSIC, deck=heroes), named=["hero-4"]).pieces
        assert len(rows) == MAX_PIECES
        assert [(row.name, row.copies.least) for row in rows[:3]] == [("Hero 4", 1), ("Hero 3", 4), ("Hero 7", 4)]

    def test_tell_cards_of_one_title_apart(self) -> None:
        two = {hero("Hero", cost, title="Hero", printings=(f"AAA-00{cost}",)): 4 for cost in (1, 2)}
        assert [row.name for row in build(deck(VS_CLASSIC, deck=two)).pieces] == ["Hero [AAA-001]", "Hero [AAA-002]"]

    def test_add_up_in_the_opening_hand(self) -> None:
        ready = build(curve())
        for row in (*ready.opening, *ready.pieces):
            assert sum(exact(bounds) for bounds in row.opening) == 1
        assert [row.name for row in ready.opening] == ["Characters", "Characters of cost 2 or less"]
        assert [row.query for row in ready.opening] == ["t:character", "t:character cost<=2"]
        assert ready.low_cost == 2

    def test_ask_for_costs_between_two(self) -> None:
        rule = game_of(RIFTBOUND).on_curve
        assert rule
        assert rule.ask_costs(3, 4) == "t:unit energy>=3 energy<=4"

    def test_have_runes_by_domain_as_the_general_way_counts_them(self) -> None:
        rows = build(curve(RIFTBOUND, size=39), first=False).runes
        assert [(row.domain, row.wanted) for row in rows] == [(d, n) for d in ("Calm", "Fury") for n in (1, 2, 3)]
        want = [{"of": "A", "at_least": 2, "by": 3}]
        asked = ask({"game": "runes", "want": want, "first": False}, {"size": 12, "groups": {"A": 6}})
        assert exact(rows[1].chances[2]) == asked.odds[0].least
        assert exact(rows[1].chances[7]) == 1

    def test_leave_a_rune_of_unknown_domain_open(self) -> None:
        odd = card(RIFTBOUND, "Odd Rune", type="Rune")
        fury = card(RIFTBOUND, "Fury Rune", type="Rune", domains=("Fury",))
        ready = build(deck(RIFTBOUND, deck={hero("One", 2, RIFTBOUND): 3}, runes={fury: 7, odd: 5}))
        assert ready.runes[0].copies.numbers == (7, 12)
        assert ready.open_names == ("Odd Rune",)

    @pytest.mark.parametrize(("first", "is_cited"), [(True, False), (False, True)])
    def test_cite_the_rule_of_the_extra_rune_for_who_goes_second(self, first: bool, is_cited: bool) -> None:
        found = build(curve(RIFTBOUND), first=first)
        assert found.rule.dealt_by in found.citations
        assert (found.rune_rules[0].first_turn_by in found.citations) is is_cited

    def test_cite_runes_by_the_edition_of_a_day(self) -> None:
        cited = [build(curve(RIFTBOUND), as_of=day).rune_rules[0].drawn_by for day in (None, date(2026, 4, 1))]
        assert [each and each.document for each in cited] == ["rb-core-2026-07-16", "rb-core-1.3"]


class TestSmallDecks:
    def test_a_deck_without_cards_has_nothing(self) -> None:
        ready = build(deck(VS_CLASSIC))
        assert (ready.size, ready.curve, ready.costs, ready.pieces, ready.opening) == (0, (), (), (), ())

    def test_a_deck_of_one_card_has_no_whole_hand(self) -> None:
        ready = build(deck(VS_CLASSIC, deck={hero("One", 1): 1}))
        assert {(turn.exact.never, turn.exact.mulligan) for turn in ready.curve} == {(None, None)}
        assert [row.opening for row in ready.pieces] == [()]

    def test_what_the_builder_shows_leaves_the_tables_out(self) -> None:
        ready = build(curve(RIFTBOUND), is_short=True)
        assert ready.curve
        assert ready.opening
        assert (ready.costs, ready.pieces, ready.runes, ready.rune_rules) == ((), (), (), ())
