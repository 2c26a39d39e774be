"""Whole runs: what is dealt, sums over portions, laws, replays."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from math import comb, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.errors import InputError
from engine.model.games import game_of
from engine.simulation.goldfish.dealing import shuffle_partly
from engine.simulation.goldfish.philox import GENERATOR, generate_words
from engine.simulation.goldfish.running import GoldfishRun, join_portions, run_goldfish
from engine.simulation.hands import deal_opening_hand, draw_cards, mulligan
from tests.engine.builders import card, deck
from tests.engine.real_lists import real_decks
from tests.engine.simulation.goldfish.decks import curve, hero, places, unknown_line

GAME_SLUGS = [VS_CLASSIC, VS_2PCG, RIFTBOUND]


def as_text(result: Any) -> str:
    return json.dumps(result.as_dict())


class TestDealing:
    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_deals_each_copy_once(self, game: str) -> None:
        run = GoldfishRun(curve(game, 30), seed=5, turns=40)
        for number in range(4):
            deal = run.dealer.deal(number)
            dealt = Counter(places((*deal.hand, *deal.library)))
            assert dealt == Counter(run.cards.copies)

    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_deals_only_the_cards_that_can_be_seen(self, game: str) -> None:
        run = GoldfishRun(curve(game, 400), seed=5, turns=3)
        rule = run.rule
        for number in range(1, 4):
            deal = run.dealer.deal(number)
            assert len(deal.hand) == rule.hand_size
            assert 3 * rule.draws_per_turn <= len(deal.library) <= 3 * rule.draws_per_turn + rule.hand_size + 4

    @pytest.mark.parametrize("game", GAME_SLUGS)
    @pytest.mark.parametrize("seed", range(6))
    def test_game_0_is_the_sample_hand(self, game: str, seed: int) -> None:
        listed = curve(game)
        deal = GoldfishRun(listed, seed=seed).dealer.deal(0)
        hand = deal_opening_hand(listed, seed)
        assert [each.identity for each in deal.opening] == [each.identity for each in hand.cards]
        if deal.gone:
            hand = mulligan(hand, deal.gone if game == RIFTBOUND else ())
        assert [each.identity for each in deal.hand] == [each.identity for each in hand.cards]
        later = draw_cards(hand, 9).cards[len(hand.cards) :]
        assert [each.identity for each in deal.library[:9]] == [each.identity for each in later]

    def test_a_mulligan_takes_the_next_cards_and_puts_the_hand_below(self) -> None:
        """Classic 101.6: with the words of the opening hand and of those that follow."""
        listed = deck(VS_CLASSIC, deck={hero(f"Cost {cost}", cost): 1 for cost in range(4, 16)})
        run = GoldfishRun(listed, seed=3, turns=4)
        deal = run.dealer.deal(1)
        order = shuffle_partly([word for word, _ in zip(generate_words(3, 1), range(12), strict=False)], 12)
        assert places(deal.opening) == [run.cards.copies[at] for at in order[:4]]
        assert places((*deal.hand, *deal.library)) == [run.cards.copies[at] for at in (*order[4:], *order[:4])]

    def test_a_riftbound_mulligan_of_a_tiny_deck_draws_what_there_is(self) -> None:
        listed = deck(RIFTBOUND, deck={hero(f"Energy {cost}", cost, RIFTBOUND): 1 for cost in range(5, 10)})
        for number in (0, 1):
            deal = GoldfishRun(listed, turns=2).dealer.deal(number)
            assert (len(deal.gone), len(deal.hand), len(deal.library)) == (2, 3, 2)

    def test_who_goes_first_in_2pcg_draws_nothing_on_the_first_turn(self) -> None:
        """pcg-5.0 Draw Phase."""
        assert GoldfishRun(curve(VS_2PCG), turns=3, first=True).draws == (0, 2, 2)
        assert GoldfishRun(curve(VS_2PCG), turns=3).draws == (2, 2, 2)

    def test_each_place_of_the_deck_is_as_likely(self) -> None:
        """Chi-square of the places of 12 cards over 3,000 games: 121 degrees of freedom."""
        games, size = 3_000, 12
        seen = Counter(
            place
            for game in range(1, games + 1)
            for place in enumerate(
                shuffle_partly([w for w, _ in zip(generate_words(9, game), range(size), strict=False)], size)
            )
        )
        expected = games / size
        chi = sum((seen[at, card] - expected) ** 2 / expected for at in range(size) for card in range(size))
        assert abs(chi - (size - 1) ** 2) < 4 * sqrt(2 * (size - 1) ** 2)


class TestPortions:
    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_one_and_seven_give_the_same_bytes(self, game: str) -> None:
        whole = run_goldfish(curve(game), games=35, turns=5, seed=11)
        run = GoldfishRun(curve(game), seed=11, turns=5)
        portions = [run.play_portion(start, start + 5) for start in range(0, 35, 5)]
        assert as_text(join_portions(run, reversed(portions))) == as_text(whole)

    def test_a_list_written_otherwise_gives_the_same(self) -> None:
        cards = {hero(f"Cost {cost}", cost): 4 for cost in range(1, 9)}
        turned = dict(reversed(cards.items()))
        one, other = (run_goldfish(deck(VS_CLASSIC, deck=each), games=20) for each in (cards, turned))
        assert as_text(one) == as_text(other)

    def test_hash_order_makes_no_difference(self) -> None:
        program = (
            "import json; from engine.simulation.goldfish.running import run_goldfish as run\n"
            "from tests.engine.simulation.goldfish.decks import curve\n"
            f"print(json.dumps([run(curve(game), games=8, seed=2).as_dict() for game in {GAME_SLUGS!r}]))"
        )
        texts = {
            subprocess.run(
                (sys.executable, "-c", program),
                env={"PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("1", "2")
        }
        assert len(texts) == 1

    def test_is_the_same_for_ever(self) -> None:
        """An exact replay: the sums of 50 games of a fixed list."""
        tally = GoldfishRun(curve(), seed=42, turns=4).play_portion(0, 50)
        assert [row[:9] for row in tally.sums] == EXACT


EXACT = [
    (50, 19, 31, 19, 19, 19, 19, 19, 231),
    (100, 70, 30, 34, 10, 55, 89, 89, 245),
    (150, 89, 61, 28, 4, 88, 178, 178, 262),
    (200, 136, 64, 31, 3, 125, 314, 314, 275),
]


class TestLaws:
    @settings(deadline=None, max_examples=25)
    @given(real_decks(20), st.integers(0, 2**64 - 1), st.booleans())
    def test_hold_for_real_lists(self, listed: Any, seed: int, first: bool) -> None:
        run = GoldfishRun(listed, seed=seed, turns=5, first=first)
        for number in (0, 1):
            for turn, figures in enumerate(run.play(number), start=1):
                assert 0 <= figures.spent <= figures.points <= (2 * turn + 1 if listed.game == RIFTBOUND else turn)
                assert figures.hand <= run.rule.hand_size + run.rule.draws_per_turn * turn
                assert figures.hit in (0, 1)

    def test_hits_of_turn_1_are_those_of_seeing_a_one_drop_where_none_is_built(self) -> None:
        """Twists are built first, and each hand is kept: 1 - C(56, 6) / C(60, 6) exactly, within 4 errors."""
        keep = hero("Cost 2", 2)
        listed = deck(
            VS_CLASSIC,
            deck={hero("One", 1): 4, keep: 16, card(VS_CLASSIC, "Twist", type="Plot Twist", cost=1): 40},
        )
        games = 3_000
        run = GoldfishRun(listed, seed=1, turns=1)
        seen = hits = 0
        for number in range(games):
            deal = run.dealer.deal(number)
            cards = (*deal.hand, *deal.library[:2])
            has_one = any(each.cost == 1 for each in cards)
            hit = run.play(number)[0].hit
            assert hit <= has_one
            assert hit == has_one
            seen += any(each.cost == 1 for each in (*deal.opening, *deal.library[:2])) and not deal.gone
            hits += hit
        unkept = comb(40, 4) / comb(60, 4)
        chance = 1 - comb(56, 6) / comb(60, 6)
        assert abs(hits / games - chance) < unkept + 4 * sqrt(chance * (1 - chance) / games)

    def test_hits_of_turn_1_with_the_games_mulligan_are_exact(self) -> None:
        """One-drops alone keep a hand, so that a mulligan is as four cards more: 1 - C(56, 10) / C(60, 10)."""
        listed = deck(
            VS_CLASSIC, deck={hero("One", 1): 4, hero("Nine", 9): 16, card(VS_CLASSIC, "T", type="Plot Twist"): 40}
        )
        games = 3_000
        result = run_goldfish(listed, games=games, turns=1, seed=8)
        chance = 1 - comb(56, 10) / comb(60, 10)
        assert abs(result.estimate(1, "curve_hit")["mean"] - chance) < 4 * sqrt(chance * (1 - chance) / games)

    def test_a_share_has_the_error_of_a_share(self) -> None:
        result = run_goldfish(curve(), games=200, turns=2)
        share, error = result.estimate(2, "curve_hit").values()
        assert error == pytest.approx(sqrt(share * (1 - share) / 200), abs=1e-6)


class TestResult:
    RESULT = run_goldfish(curve(), games=40, turns=4, seed=6)

    def test_has_the_figures_of_each_turn(self) -> None:
        told = self.RESULT.as_dict()
        assert (told["game"], told["seed"], told["games"], told["turns"], told["first"]) == (
            VS_CLASSIC,
            6,
            40,
            4,
            False,
        )
        assert GENERATOR in told["generator"]
        assert [row["turn"] for row in told["by_turn"]] == [1, 2, 3, 4]
        assert set(told["by_turn"][0]) == {
            *("turn", "points", "spent", "lost", "curve_hit", "on_curve", "characters", "atk", "def", "hand")
        }
        assert all(set(value) == {"mean", "se"} for name, value in told["by_turn"][3].items() if name != "turn")

    def test_sums_up_the_whole_game(self) -> None:
        whole = self.RESULT.as_dict()["whole_game"]
        assert (list(whole["spent_by"]), list(whole["nothing_recruited_by"])) == (["4"], ["2", "3", "4"])
        assert whole["resources_missed"] == {"mean": 0.0, "se": 0.0}
        assert whole["spent_by"]["4"]["mean"] == pytest.approx(
            sum(self.RESULT.estimate(turn, "spent")["mean"] for turn in (1, 2, 3, 4))
        )

    def test_on_curve_is_a_hit_on_every_turn_so_far(self) -> None:
        run = self.RESULT.run
        games = [[turn.hit for turn in run.play(game)] for game in range(40)]
        for turn in (1, 2, 3, 4):
            share = sum(all(hits[:turn]) for hits in games) / 40
            assert self.RESULT.estimate(turn, "on_curve")["mean"] == pytest.approx(share)

    def test_replays_game_0_with_the_figures_that_it_counts(self) -> None:
        replay = self.RESULT.as_dict()["game_0"]
        assert [row["turn"] for row in replay] == [0, 1, 2, 3, 4]
        spent = [turn.spent for turn in self.RESULT.run.play(0)]
        assert [row["steps"][-1]["message"].split()[1] for row in replay[1:]] == [str(each) for each in spent]
        assert replay[0]["steps"][0]["code"] == "opening"

    @pytest.mark.parametrize("game", GAME_SLUGS)
    def test_names_policy_assumptions_and_rules(self, game: str) -> None:
        told = run_goldfish(curve(game), games=2, turns=2).as_dict()
        assert set(told["policy"]) == {"mulligan", "build", "play"}
        assert any("opponent" in assumed for assumed in told["assumes"])
        assert len(told["citations"]) == len({tuple(each.values()) for each in told["citations"]}) > 5
        assert told["more_by_turn"][0].keys() - {"turn"} == {
            *("spent_so_far", "nothing_recruited", "resources_missed"),
            *(game_of(game).goldfish.own_metrics if game_of(game).goldfish else ()),
        }

    @pytest.mark.parametrize(
        ("game", "rules"),
        [
            (VS_CLASSIC, {"loyalty_blocked": ["706.3", "706.3a", "706.3b"], "threshold_missed": ["203.5b"]}),
            (VS_2PCG, {"stamp_blocked": ["Playing Equipment"]}),
            (RIFTBOUND, {"power_blocked": ["163.2.a", "164.2.b"]}),
        ],
    )
    def test_names_the_rules_that_are_counted_as_in_the_way(self, game: str, rules: dict[str, list[str]]) -> None:
        told = run_goldfish(curve(game), games=2, turns=2).as_dict()
        assert {metric: [each["rule"] for each in cited] for metric, cited in told["blocked_by"].items()} == rules
        assert rules.keys() <= told["more_by_turn"][0].keys()

    def test_tells_a_kept_hand_from_a_mulligan(self) -> None:
        codes = {
            seed: [step.code for step in GoldfishRun(curve(game), seed=seed, turns=1).replay()[0][1]]
            for game in GAME_SLUGS
            for seed in range(12)
        }
        assert {code for found in codes.values() for code in found} == {"opening", "keep", "mulligan"}

    def test_says_how_much_was_left_out(self) -> None:
        cards = {hero("Who", None): 3, hero("Cost 2", 2, atk=None): 5, hero("Cost 1", 1): 9}
        listed = deck(VS_CLASSIC, unknown_line(2), deck=cards, sideboard={hero("Apart", None): 4})
        told = run_goldfish(listed, games=2, turns=2).as_dict()
        assert told["unknown"] == {"cards": 5, "names": ["Nobody", "Who"]}
        assert "Left out, since a fact that decides isn’t recorded: 5 of 19 cards." in told["assumes"]
        assert "Counted as 0, since it isn’t recorded: ATK or DEF of Cost 2." in told["assumes"]

    def test_says_that_a_list_has_no_runes(self) -> None:
        listed = deck(RIFTBOUND, deck={hero("Two", 2, RIFTBOUND): 9})
        told = run_goldfish(listed, games=2, turns=2).as_dict()
        assert "The list has no runes, so nothing can be paid for." in told["assumes"]

    @pytest.mark.parametrize("count", [0, 1])
    def test_of_a_tiny_deck(self, count: int) -> None:
        for game in GAME_SLUGS:
            listed = deck(game, **({"deck": {hero("One", 1, game): count}} if count else {}))
            told = run_goldfish(listed, games=3, turns=3).as_dict()
            assert told["games"] == 3

    def test_of_10_000_cards(self) -> None:
        cards = {hero(f"Cost {cost} of {number}", cost): 4 for cost in range(1, 11) for number in range(250)}
        assert run_goldfish(deck(VS_CLASSIC, deck=cards), games=20).tally.games == 20


class TestRefusals:
    @pytest.mark.parametrize(
        ("asked", "place"),
        [({"games": 0}, "games"), ({"turns": 0}, "turns"), ({"seed": -1}, "seed"), ({"seed": 1 << 64}, "seed")],
    )
    def test_name_what_is_out_of_range(self, asked: dict[str, int], place: str) -> None:
        with pytest.raises(InputError) as refused:
            run_goldfish(curve(), **{"games": 1, **asked})
        assert refused.value.place == place

    def test_name_a_game_without_goldfish(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("engine.simulation.goldfish.running.game_of", lambda slug: SPARE)
        with pytest.raises(InputError, match="no goldfish for Spare"):
            run_goldfish(curve(), games=1)


class _Spare:
    name, goldfish, opening = "Spare", None, None


SPARE = _Spare()


def test_every_game_of_ours_has_one() -> None:
    assert all(game_of(game).goldfish for game in GAMES)
