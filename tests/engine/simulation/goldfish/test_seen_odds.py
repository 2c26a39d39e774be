"""The exact odds beside the figures of goldfish games, against the formulas and against the games' own hands."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import Deck
from engine.simulation.goldfish import seen_odds
from engine.simulation.goldfish.cards import GoldfishCard
from engine.simulation.goldfish.running import GoldfishRun
from engine.simulation.goldfish.seen_odds import find_exact_odds, find_seen_odds
from tests.engine.builders import card, deck
from tests.engine.simulation.goldfish.decks import curve, hero

GAMES = 4_000
TWIST = card(VS_CLASSIC, "Twist", type="Plot Twist")
SPELL = card(RIFTBOUND, "Spell", type="Spell", energy=6)


def costs(cost: int) -> seen_odds.IsWanted:
    """Whether a card that can be played has a cost."""

    def has_cost(each: GoldfishCard) -> bool:
        return each.is_playable and each.cost == cost

    return has_cost


def of(game: str, *cards: tuple[Card, int]) -> Deck:
    """A deck of these cards."""
    return deck(game, deck=dict(cards))


class TestFormulas:
    def test_a_hand_that_goes_is_as_four_cards_more(self) -> None:
        """Only one-drops keep a hand: 1 - C(56, 10) / C(60, 10)."""
        run = GoldfishRun(of(VS_CLASSIC, (hero("One", 1), 4), (hero("Nine", 9), 16), (TWIST, 40)))
        assert find_seen_odds(run, costs(1), 1) == 1 - Fraction(comb(56, 10), comb(60, 10))

    def test_hands_that_all_stay_or_all_go_are_as_random(self) -> None:
        """1 - C(56, 8) / C(60, 8) by turn 2."""
        every = 1 - Fraction(comb(56, 8), comb(60, 8))
        stays = GoldfishRun(of(VS_CLASSIC, (hero("One", 1), 4), (hero("Two", 2), 56)))
        goes = GoldfishRun(of(VS_CLASSIC, (hero("Five", 5), 4), (hero("Nine", 9), 56)))
        assert find_seen_odds(stays, costs(1), 2) == find_seen_odds(goes, costs(5), 2) == every

    def test_a_riftbound_hand_with_nothing_to_set_aside_stays(self) -> None:
        """1 - C(36, 6) / C(39, 6) by turn 2."""
        run = GoldfishRun(of(RIFTBOUND, (hero("Two", 2, RIFTBOUND), 3), (hero("One", 1, RIFTBOUND), 36)))
        assert find_seen_odds(run, costs(2), 2) == 1 - Fraction(comb(36, 6), comb(39, 6))

    def test_a_card_that_the_deck_lacks_is_never_seen(self) -> None:
        assert find_seen_odds(GoldfishRun(curve()), costs(9), 4) == 0


class TestGames:
    @pytest.mark.parametrize(
        ("listed", "cost", "first"),
        [
            (curve(), 2, False),
            (curve(), 5, False),
            (curve(VS_2PCG), 2, True),
            (curve(VS_2PCG), 4, False),
            (curve(RIFTBOUND, size=39), 3, False),
            (curve(RIFTBOUND, size=39), 6, False),
            (of(RIFTBOUND, (hero("Six", 6, RIFTBOUND), 8), (SPELL, 16), (hero("Two", 2, RIFTBOUND), 15)), 6, True),
        ],
    )
    def test_see_a_card_as_often_as_the_odds_say(self, listed: Deck, cost: int, first: bool) -> None:
        """Within four standard errors; in the last deck a dear card that isn't wanted goes before one that is."""
        run, turn, wanted = GoldfishRun(listed, seed=6, turns=3, first=first), 3, costs(cost)
        chance = find_seen_odds(run, wanted, turn)
        assert chance is not None
        seen = 0
        for game in range(1, GAMES + 1):
            deal = run.dealer.deal(game)
            seen += any(wanted(each) for each in (*deal.hand, *deal.library[: sum(run.draws)]))
        assert abs(seen / GAMES - chance) < 4 * sqrt(chance * (1 - chance) / GAMES)


class TestByTurn:
    def test_stand_beside_each_turn(self) -> None:
        run = GoldfishRun(of(VS_CLASSIC, (hero("Nine", 9), 4), (TWIST, 56)), turns=9)
        *_, last = find_exact_odds(run)
        assert (last.turn, last.points, last.on_curve) == (9, 9, find_seen_odds(run, costs(9), 9))
        assert last.as_dict() == {
            "turn": 9,
            "on_curve_seen": str(last.on_curve),
            "nothing_playable_seen": str(1 - (last.on_curve or 0)),
        }

    def test_count_the_runes_as_points(self) -> None:
        run = GoldfishRun(of(RIFTBOUND, (hero("Two", 2, RIFTBOUND), 3), (hero("One", 1, RIFTBOUND), 36)), turns=2)
        assert [each.points for each in find_exact_odds(run)] == [3, 5]

    def test_are_none_where_they_cant_be_counted(self) -> None:
        run = GoldfishRun(of(VS_CLASSIC, (hero("One", 1), 4)), turns=1)
        assert [each.as_dict() for each in find_exact_odds(run)] == [
            {"turn": 1, "on_curve_seen": None, "nothing_playable_seen": None}
        ]


class TestLimits:
    def test_a_deck_with_fewer_cards_than_are_seen_has_none(self) -> None:
        assert find_seen_odds(GoldfishRun(of(VS_CLASSIC, (hero("One", 1), 4))), costs(1), 4) is None

    def test_what_takes_long_to_count_has_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(seen_odds, "MAX_WORK", 1)
        assert find_seen_odds(GoldfishRun(curve()), costs(4), 4) is None
