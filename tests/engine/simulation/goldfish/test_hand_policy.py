"""What the goldfish's mulligan policy does with sample hands."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.cards import GAMES, RIFTBOUND, VS_CLASSIC
from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.simulation.goldfish.hand_policy import HandPolicy, read_hand_policy
from engine.simulation.goldfish.running import GoldfishRun
from engine.simulation.hands import Hand, deal_opening_hand, draw_turn
from tests.engine.builders import card, deck
from tests.engine.real_lists import real_decks
from tests.engine.simulation.goldfish.decks import curve, hero, unknown_line

GAME_SLUGS = sorted(GAMES)


def policy_of(listed: Deck) -> HandPolicy:
    found = read_hand_policy(listed)
    assert found
    return found


def first_where(policy: HandPolicy, *, keeps: bool) -> Hand:
    """The first hand that the policy keeps, or that it doesn't."""
    hands = map(policy.dealer.deal, range(500))
    return next(hand for hand in hands if policy.decide(hand).keeps is keeps)


class TestDecision:
    def test_keeps_a_hand_for_a_card_and_names_it(self) -> None:
        policy = policy_of(curve())
        hand = first_where(policy, keeps=True)
        decision = policy.decide(hand)
        cheap = dict.fromkeys(dealt.name for dealt in hand.cards if dealt.name in ("Cost 1", "Cost 2", "Cost 3"))
        assert cheap
        assert all(name in decision.reason for name in cheap)
        assert decision.reason.startswith("Keeps the hand for Cost ")
        assert policy.follow(hand) is hand

    def test_sends_a_hand_back_and_says_why(self) -> None:
        policy = policy_of(curve())
        hand = first_where(policy, keeps=False)
        decision = policy.decide(hand)
        assert decision.as_dict() == {
            "keeps": False,
            "gone": [0, 1, 2, 3],
            "words": "without a character of cost 3 or less the hand goes",
            "reason": "Takes a mulligan: no card keeps the hand.",
        }
        assert policy.follow(hand).mulligans == 1
        assert policy.decide(policy.follow(hand)) == decision

    def test_sets_dear_cards_aside_in_riftbound(self) -> None:
        policy = policy_of(curve(RIFTBOUND))
        hand = first_where(policy, keeps=False)
        decision = policy.decide(hand)
        gone = [hand.cards[place].name for place in decision.gone]
        assert set(gone) <= {"Cost 5", "Cost 6", "Cost 7"}
        assert decision.reason == f"Sets aside {', '.join(gone)}."
        assert policy.follow(hand).gone == decision.gone
        assert policy.decide(first_where(policy, keeps=True)).reason == "Sets nothing aside."

    def test_counts_cards_of_unknown_cost(self) -> None:
        listed = deck(VS_CLASSIC, unknown_line(3), deck={hero("Nine", 9): 1})
        assert policy_of(listed).decide(deal_opening_hand(listed, 1)).reason == (
            "Takes a mulligan: no card keeps the hand. 3 of 4 cards of unknown cost or type."
        )

    def test_names_a_card_once(self) -> None:
        listed = deck(VS_CLASSIC, deck={hero("One", 1): 4})
        assert policy_of(listed).decide(deal_opening_hand(listed, 1)).reason == "Keeps the hand for One."

    def test_says_how_many_cards_of_the_deck_count_for_nothing(self) -> None:
        twist = card(VS_CLASSIC, "Twist", type="Plot Twist", cost=None)
        assert policy_of(deck(VS_CLASSIC, unknown_line(3), deck={hero("Nine", 9): 1, twist: 5})).unknown == 3
        spell = card(RIFTBOUND, "Spell", type="Spell", energy=None)
        assert policy_of(deck(RIFTBOUND, deck={hero("Nine", 9, RIFTBOUND): 1, spell: 2})).unknown == 2

    @pytest.mark.parametrize("keeps", [True, False])
    def test_comes_too_late_after_a_turn(self, keeps: bool) -> None:
        policy = policy_of(curve())
        with pytest.raises(InputError, match="too late"):
            policy.follow(draw_turn(first_where(policy, keeps=keeps)))

    def test_is_none_in_a_game_without_a_goldfish(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("engine.simulation.goldfish.hand_policy.game_of", lambda slug: _Spare)
        assert read_hand_policy(curve()) is None


class _Spare:
    goldfish = None


class TestGame0:
    """Game 0 of the goldfish is the sample hand: mulligan, draws and runes alike."""

    @pytest.mark.parametrize("game", GAME_SLUGS)
    @pytest.mark.parametrize("first", [True, False])
    @pytest.mark.parametrize("seed", [1, 2, 7])
    def test_draws_what_the_hand_draws(self, game: str, first: bool, seed: int) -> None:
        listed = curve(game)
        hand = policy_of(listed).follow(deal_opening_hand(listed, seed, first=first))
        played: dict[int, dict[str, list[str]]] = {}
        for turn, steps in GoldfishRun(listed, seed=seed, turns=5, first=first).replay()[1:]:
            played[turn] = {step.code: [each.title for each in step.cards] for step in steps}
            hand = draw_turn(hand)
        assert len(hand.turns) == 5
        for drawn in hand.turns:
            assert [each.name for each in drawn.cards] == played[drawn.turn].get("draw", [])
            for _, cards in drawn.piles:
                assert [each.name for each in cards] == played[drawn.turn]["channel"]


class TestShareKept:
    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_is_that_of_many_hands(self, game: str) -> None:
        policy, hands = policy_of(curve(game)), 1_500
        kept = sum(policy.decide(policy.dealer.deal(seed)).keeps for seed in range(hands))
        share = float(policy.share_kept)
        assert 0 < share < 1
        assert abs(kept / hands - share) < 4 * sqrt(share * (1 - share) / hands)

    def test_is_exact(self) -> None:
        """Of 60 cards 12 keep a hand of four: 1 - C(48, 4) / C(60, 4) = 1 - 194580/487635."""
        assert policy_of(curve()).share_kept == 1 - Fraction(194580, 487635)

    @settings(deadline=None, max_examples=60)
    @given(real_decks(20), st.integers(0, 10**9))
    def test_rests_on_single_cards(self, listed: Any, seed: int) -> None:
        """A hand is kept if any of its cards alone would be, and where cards are set aside, if all would."""
        policy = policy_of(listed)
        hand = policy.dealer.deal(seed)
        by_identity = {each.identity: each for each in policy.deck.cards}
        alone = [not policy.goldfish.mulligan((by_identity[each.identity],)) for each in hand.cards]
        expected = all(alone) if listed.game == RIFTBOUND else any(alone) or not alone
        assert policy.decide(hand).keeps is expected

    @pytest.mark.parametrize("count", [0, 1])
    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_of_a_tiny_deck(self, game: str, count: int) -> None:
        listed = deck(game, **({"deck": {hero("One", 1, game): count}} if count else {}))
        policy = policy_of(listed)
        assert policy.share_kept == 1
        assert policy.decide(policy.dealer.deal(1)).keeps
