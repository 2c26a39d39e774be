"""The bulk path against the plain one, word by word and game by game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest

from engine.model.cards import COSTLESS, RIFTBOUND, VS_2PCG, VS_CLASSIC, Card
from engine.model.decks import Deck
from engine.simulation.goldfish import bulk, bulk_words, dealing, philox
from engine.simulation.goldfish.running import GoldfishRun
from tests.engine.builders import card, deck
from tests.engine.simulation.goldfish.decks import curve, hero, rune
from tests.engine.simulation.goldfish.random_decks import (
    build_random_classic,
    build_random_pcg,
    build_random_riftbound,
)

GAMES = np.array([1, 2, 77, 2**40], dtype=np.uint64)


class TestWords:
    @pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
    def test_are_those_of_plain_python(self, seed: int) -> None:
        words = bulk_words.generate_words(seed, GAMES, 0, 11)
        for column, game in enumerate(GAMES):
            assert words[:, column].tolist() == list(islice(philox.generate_words(seed, int(game)), 11))

    def test_are_those_of_numpys_own_generator(self) -> None:
        plain = list(islice(philox.generate_words(5, 9), 40))
        assert np.random.Philox(key=np.array([5, 9], dtype=np.uint64)).random_raw(40).tolist() == plain

    @pytest.mark.parametrize(("first", "stop"), [(0, 4), (3, 9), (4, 5), (7, 22)])
    def test_can_begin_anywhere(self, first: int, stop: int) -> None:
        whole = bulk_words.generate_words(3, GAMES, 0, 24)
        assert bulk_words.generate_words(3, GAMES, first, stop).tolist() == whole[first:stop].tolist()

    def test_of_no_games_are_none(self) -> None:
        assert bulk_words.generate_words(3, GAMES[:0], 3, 9).shape == (6, 0)

    @pytest.mark.parametrize("size", [9, 60, 10_000])
    def test_shuffle_alike(self, size: int) -> None:
        words = bulk_words.generate_words(3, GAMES, 0, 9)
        found = bulk_words.shuffle_partly(words, np.arange(size, dtype=np.int16))
        for row in range(len(GAMES)):
            assert found[row].tolist() == dealing.shuffle_partly(words[:, row].tolist(), size)


def classic(**more: dict[Card, int]) -> Deck:
    """A list with two versions of a name, an army, equipment, unknown cards, plot twists of several thresholds."""
    cards = {hero(f"Cost {cost}", cost, atk=cost % 3): 3 for cost in range(1, 8)}
    cards |= {hero("Wolverine", cost, versions=(str(cost),), title=f"Wolverine {cost}"): 3 for cost in (2, 3, 5)}
    cards |= {
        hero("Soldier", 1, versions=("Army",)): 6,
        hero("Free", 0): 2,
        hero("Who", None): 2,
        hero("Costless", COSTLESS): 2,
    }
    cards |= {card(VS_CLASSIC, f"Twist {cost}", type="Plot Twist", cost=cost): 2 for cost in range(1, 5)}
    return deck(VS_CLASSIC, deck={**cards, **more.get("cards", {})})


SWORD = card(VS_CLASSIC, "Sword", type="Equipment", cost=1)
GEM = card(VS_CLASSIC, "Gem", type="Equipment", cost=2, versions=("Unique",))
LOYAL_FREE = hero("Loyal Free", 0, teams=("Z",), keywords=("Loyalty",))
LOYAL = hero("Loyal", 2, teams=("X",), keywords=("Loyalty",))
MAIN = card(VS_2PCG, "Storm", slug="storm-1", type="Main Character", level=1, atk=2, defense=4, teams=(), aka=("Oro",))


def pcg() -> Deck:
    """A list with the main character's name, names that overlap by AKA, a swarm and equipment."""
    cards = {hero(f"Cost {cost}", cost, VS_2PCG): 5 for cost in range(1, 8)}
    cards |= {hero("Storm", 2, VS_2PCG): 3, hero("X", 3, VS_2PCG, aka=("Cost 2",)): 4}
    cards |= {hero("Egg", 1, VS_2PCG, keywords=("Swarm",)): 5}
    cards |= {card(VS_2PCG, "Bat", type="Equipment", cost=1, teams=()): 4, card(VS_2PCG, "Y", type="Plot Twist"): 4}
    return deck(VS_2PCG, deck=cards, main_character={MAIN: 1})


def riftbound(**sections: dict[Card, int]) -> Deck:
    """A list of two domains, unless its runes are given."""
    runes = {rune("Fury"): 6, rune("Calm"): 6}
    return deck(RIFTBOUND, **{name: cards for name, cards in {"runes": runes, **sections}.items() if cards})


DECKS = {
    "curve": curve(),
    "odd": classic(),
    "equipped": classic(cards={SWORD: 6, GEM: 3}),
    "loyal": classic(cards={LOYAL: 4, LOYAL_FREE: 3}),
    "cheap and loyal": deck(
        VS_CLASSIC,
        deck={hero(f"Loyal {number}", 1, keywords=("Loyalty",)): 1 for number in range(20)}
        | {hero(f"One {number}", 1 + number % 2): 1 for number in range(40)},
    ),
    "many teams": deck(
        VS_CLASSIC,
        deck={
            hero(f"{number}", 2, teams=(f"{number}",), versions=("Army",), keywords=("Loyalty",)): 1
            for number in range(70)
        },
    ),
    "armed": classic(cards={card(VS_CLASSIC, "Axe", type="Equipment", cost=1, atk=2, defense=1): 6}),
    "cheap": deck(VS_CLASSIC, deck={hero(f"One {number}", 1): 1 for number in range(60)}),
    "swarming": deck(VS_CLASSIC, deck={hero("Soldier", 1, versions=("Army",)): 60}),
    "dear": deck(VS_CLASSIC, deck={hero(f"Nine {number}", 6 + number % 4): 2 for number in range(30)}),
    "2pcg": pcg(),
    "small": curve(size=20, copies=2),
    "many names": deck(VS_CLASSIC, deck={hero(f"Hero {number}", 1 + number % 7): 1 for number in range(70)}),
    "large": deck(VS_CLASSIC, deck={hero(f"Hero {number}", 1 + number % 7): 250 for number in range(40)}),
    "free": deck(VS_CLASSIC, deck={hero(f"Free {number}", number % 3 // 2): 1 for number in range(50)} | {SWORD: 10}),
    "many sets": build_random_pcg(6),
    "riftbound": curve(RIFTBOUND),
    "riftbound, small": curve(RIFTBOUND, size=9, copies=1),
    "riftbound, cheap": riftbound(deck={hero(f"One {number}", 1, RIFTBOUND): 1 for number in range(40)}),
    "riftbound, two domains": riftbound(deck={hero("Two", 2, RIFTBOUND, power=1, domains=("Calm", "Fury")): 30}),
    "riftbound, any domain": riftbound(deck={hero("Two", 2, RIFTBOUND, power=1, domains=()): 30}),
    "riftbound, runes of two": riftbound(
        deck={hero("Two", 2, RIFTBOUND, power=1): 30},
        runes={card(RIFTBOUND, "Twin Rune", type="Rune", domains=("Calm", "Fury")): 12},
    ),
    "riftbound, no runes": riftbound(deck={hero("Two", 2, RIFTBOUND): 30}, runes={}),
}


def test_numpy_is_imported_only_when_it_is_asked_for() -> None:
    program = (
        "import sys; from engine.simulation.goldfish.running import run_goldfish as run\n"
        "from tests.engine.simulation.goldfish.decks import curve\n"
        "plain = run(curve(), games=5); print('numpy' in sys.modules)\n"
        "bulk = run(curve(), games=5, in_bulk=True); print('numpy' in sys.modules, bulk.as_dict() == plain.as_dict())"
    )
    ran = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True", "True"]


class TestGames:
    @pytest.mark.parametrize("name", DECKS)
    @pytest.mark.parametrize("first", [False, True])
    def test_are_those_of_plain_python(self, name: str, first: bool) -> None:
        run = GoldfishRun(DECKS[name], seed=12, turns=9, first=first)
        found = bulk.play_each(run, 1, 61)
        for number, turns in enumerate(found, start=1):
            assert turns == run.play(number), f"game {number}"

    @pytest.mark.parametrize("name", DECKS)
    def test_add_up_to_the_same_tally(self, name: str) -> None:
        run = GoldfishRun(DECKS[name], seed=3, turns=5)
        assert bulk.play_portion(run, 0, 60) == run.play_portion(0, 60) == run.play_portion(0, 60, in_bulk=True)

    def test_add_up_in_whatever_steps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        run = GoldfishRun(DECKS["odd"], seed=3, turns=5)
        whole = bulk.play_portion(run, 0, 200)
        monkeypatch.setattr(bulk, "GAMES_AT_ONCE", 7)
        assert bulk.play_portion(run, 0, 200) == whole

    def test_play_game_0_like_the_sample_hand(self) -> None:
        run = GoldfishRun(DECKS["curve"], seed=3, turns=5)
        assert bulk.play_each(run, 0, 2) == [run.play(0), run.play(1)]

    @pytest.mark.parametrize(
        ("name", "is_suited"),
        [
            ("odd", True),
            ("loyal", True),
            ("many teams", False),
            ("free", False),
            ("many sets", False),
            ("small", False),
            ("riftbound", True),
            ("riftbound, two domains", False),
            ("riftbound, small", False),
        ],
    )
    def test_know_which_are_played_in_bulk(self, name: str, is_suited: bool) -> None:
        assert GoldfishRun(DECKS[name], turns=7).is_played_in_bulk is is_suited

    @pytest.mark.parametrize("build", [build_random_classic, build_random_pcg, build_random_riftbound])
    @pytest.mark.parametrize("seed", range(25, 60))
    def test_of_random_decks_are_those_of_plain_python(self, build: Callable[[int], Deck], seed: int) -> None:
        run = GoldfishRun(build(seed), seed=seed, turns=7, first=bool(seed % 2))
        assert bulk.prepare(run) is not None
        for number, turns in enumerate(bulk.play_each(run, 1, 21), start=1):
            assert turns == run.play(number), f"game {number}"

    def test_of_more_turns_than_points_fit_are_played_in_plain_python(self) -> None:
        run = GoldfishRun(DECKS["large"], turns=32)
        assert bulk.play_portion(run, 1, 3) == run.play_portion(1, 3)
