"""Riftbound against nobody, worked out by hand. Citations: core rules of July 2026."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.riftbound.goldfish import GOLDFISH, find_runes, list_demands, read_card
from engine.model.cards import RIFTBOUND, Card
from engine.simulation.goldfish.cards import CHARACTER, OTHER, UNKNOWN, GoldfishCard
from tests.engine.builders import card
from tests.engine.simulation.goldfish.decks import Table, hero, rune

FURY, CALM, MIND = (rune(domain) for domain in ("Fury", "Calm", "Mind"))
SPELL = card(RIFTBOUND, "Spell", type="Spell", energy=1, domains=("Fury",))


def unit(name: str, energy: Any, **facts: Any) -> Card:
    return hero(name, energy, RIFTBOUND, **facts)


def table(*cards: Card, runes: list[Card], first: bool = True, **apart: Any) -> Table:
    return Table(RIFTBOUND, list(cards), hand=len(cards), first=first, runes=runes, **apart)


class TestTurn:
    """315.1.b, 315.3.b, 315.4.b, 317.2.d: ready, channel two, draw, play, and the pool is emptied."""

    def test_channels_two_runes_each_turn(self) -> None:
        game = table(unit("Two", 2), unit("Three", 3), SPELL, runes=[FURY] * 12)
        one, two = game.turn(1), game.turn(2)
        assert (one.points, one.spent, one.hit, one.characters, one.atk, one.defense) == (2, 2, 1, 1, 2, 2)
        assert (two.points, two.spent, two.hit, two.characters, two.hand) == (4, 3, 1, 2, 1)

    def test_channels_one_more_on_the_first_turn_of_who_goes_second(self) -> None:
        """485.7."""
        game = table(SPELL, runes=[FURY] * 12, first=False)
        assert [game.turn(turn).points for turn in (1, 2)] == [3, 5]

    def test_channels_what_there_is(self) -> None:
        game = table(SPELL, runes=[FURY] * 3)
        assert [game.turn(turn).points for turn in (1, 2, 3)] == [2, 3, 3]
        assert game.words[0] == "Channels no runes."

    def test_asks_for_all_but_one_energy_to_be_on_curve(self) -> None:
        game = table(unit("One", 1), unit("Two", 2), runes=[FURY] * 12)
        assert (game.turn(1).hit, game.turn(2).hit) == (1, 0)

    def test_plays_units_then_gear_and_no_spells(self) -> None:
        gear = card(RIFTBOUND, "Gear", type="Gear", energy=2, domains=())
        game = table(gear, unit("One", 1), SPELL, runes=[FURY] * 12, first=False)
        figures = game.turn(1)
        assert (game.did("play"), figures.spent, figures.characters, figures.recruited) == (["One", "Gear"], 3, 1, 2)

    def test_chooses_units_and_gear_together(self) -> None:
        """The unit of four alone would be the best of the units; three and gear of two spend all five."""
        gear = card(RIFTBOUND, "Shears", type="Gear", energy=2, power=1, domains=("Calm",))
        runes = [CALM, *[FURY] * 11]
        champion = {unit("Sett", 4, power=1): 1}
        cards = (gear, unit("Fiora", 3, power=1), unit("Kingpin", 4, power=1))
        game = table(*cards, runes=runes, first=False, champion=champion)
        game.player.runes.extend(game.player.rune_deck.popleft() for _ in range(2))  # type: ignore[attr-defined]
        figures = game.turn(1)
        assert (figures.points, figures.spent, game.did("play")) == (5, 5, ["Fiora", "Shears"])

    def test_says_what_happens(self) -> None:
        game = Table(RIFTBOUND, [unit("One", 1, power=1)], hand=0, first=True, runes=[FURY, CALM])
        game.turn(1, draws=1)
        assert game.words == [
            "Channels Fury Rune, Calm Rune.",
            "Draws One.",
            "Plays One for 1 energy and 1 power.",
            "Recycles Fury Rune.",
            "Spends 1 of 2 energy; 1 lost. 1 runes stay.",
        ]


class TestRecycling:
    """164.2.b, 416: power is paid by runes that go to the bottom of their deck, spent first."""

    def test_a_rune_gives_energy_and_then_power(self) -> None:
        game = table(unit("Two", 2, power=2), runes=[FURY] * 12)
        one = game.turn(1)
        assert (one.spent, one.own) == (2, (0, 0, 0))
        assert game.turn(2).points == 2

    def test_the_recycled_come_again_when_the_others_have(self) -> None:
        game = table(unit("One", 1, power=1), runes=[FURY, CALM, CALM])
        game.turn(1)
        game.turn(2)
        assert game.words[0] == "Channels Calm Rune, Fury Rune."

    def test_of_equal_energy_the_set_that_recycles_fewest(self) -> None:
        game = table(unit("A", 2, power=1), unit("B", 2), runes=[FURY] * 12)
        game.turn(1)
        assert game.did("play") == ["B"]

    def test_every_rune_gives_energy_before_it_is_recycled(self) -> None:
        gear = card(RIFTBOUND, "Gear", type="Gear", energy=1, domains=("Fury",))
        game = table(unit("A", 1, power=2), gear, runes=[FURY] * 12)
        assert game.turn(1).spent == 2
        assert game.did("play") == ["A", "Gear"]

    def test_power_of_units_and_gear_together_takes_a_rune_each(self) -> None:
        gear = card(RIFTBOUND, "Gear", type="Gear", energy=1, power=1, domains=("Fury",))
        game = table(unit("A", 1, power=2), gear, runes=[FURY] * 12)
        assert (game.turn(1).spent, game.did("play"), game.did("recycle")) == (1, ["Gear"], ["Fury Rune"])

    def test_a_unit_of_no_energy_is_neither_played_nor_blamed_on_its_power(self) -> None:
        game = table(unit("Free", 0, power=1, domains=("Mind",)), runes=[FURY] * 12)
        figures = game.turn(1)
        assert (figures.recruited, figures.own[0], game.did("power")) == (0, 0, [])

    def test_a_domain_that_lacks_runes_keeps_a_card_in_hand(self) -> None:
        game = table(unit("A", 1, power=1, domains=("Mind",)), runes=[FURY] * 12)
        figures = game.turn(1)
        assert (figures.spent, figures.own) == (0, (1, 2, 0))
        assert "A can’t be played: it needs 1 power of Mind, and the runes lack it." in game.words


class TestRunes:
    @pytest.mark.parametrize(
        ("runes", "cards", "taken"),
        [
            ([FURY, CALM, CALM], [("Fury", "Calm")], ["Calm"]),
            ([FURY, CALM], [("Fury", "Calm"), ("Calm",)], ["Calm", "Fury"]),
            ([FURY, CALM, CALM], [("Fury", "Calm"), ("Calm", "Mind"), ("Calm", "Mind")], ["Fury", "Calm", "Calm"]),
            ([MIND, MIND, FURY, CALM], [("Mind", "Fury"), ("Mind", "Calm"), ("Mind", "Fury"), ("Mind", "Calm")], 4),
            ([FURY], [()], ["Fury"]),
            ([FURY], [("Calm",)], None),
            ([FURY], [("Fury",), ("Fury",)], None),
        ],
    )
    def test_each_power_finds_its_rune(self, runes: list[Card], cards: list[tuple[str, ...]], taken: object) -> None:
        of_runes = [GoldfishCard(OTHER, domains=frozenset(each.domains or ())) for each in runes]
        asking = [GoldfishCard(CHARACTER, power=1, domains=frozenset(domains)) for domains in cards]
        found = find_runes(of_runes, list_demands(asking))
        named = None if found is None else [next(iter(each.domains)) for each in found]
        assert (len(named or []) if isinstance(taken, int) else named) == taken


class TestChampion:
    def test_is_played_from_its_zone(self) -> None:
        game = table(SPELL, unit("Two", 2), runes=[FURY] * 12, champion={unit("Annie", 2, might=9): 1})
        first, second = game.turn(1), game.turn(2)
        assert (first.own[2], first.atk, first.hand) == (1, 9, 2)
        assert (second.characters, second.own[2]) == (2, 1)


class TestReading:
    @pytest.mark.parametrize(
        ("facts", "role", "playable"),
        [
            ({}, CHARACTER, True),
            ({"power": 1, "domains": None}, UNKNOWN, False),
            ({"type": None}, UNKNOWN, False),
            ({"type": "Spell"}, OTHER, False),
            ({"power": "X"}, CHARACTER, False),
        ],
    )
    def test_knows_what_can_be_played(self, facts: dict[str, Any], role: str, playable: bool) -> None:
        found = read_card(unit("X", 2, **facts))
        assert (found.role, found.is_playable) == (role, playable)

    def test_knows_that_an_energy_without_a_number_isnt_paid(self) -> None:
        found = read_card(unit("X", "X", power=1, domains=None))
        assert (found.role, found.is_playable, found.is_unknown) == (CHARACTER, False, False)

    def test_leaves_out_an_energy_that_isnt_recorded(self) -> None:
        assert read_card(unit("X", None)).is_unknown


class TestMulligan:
    def test_sets_aside_the_two_dearest_of_5_or_more(self) -> None:
        game = table(unit("Five", 5), unit("Seven", 7), unit("Four", 4), unit("Six", 6), runes=[FURY])
        hand = game.player.hand  # type: ignore[attr-defined]
        assert (GOLDFISH.mulligan(hand), GOLDFISH.mulligan(hand[2:3])) == ((1, 3), ())

    def test_sets_aside_spells_too(self) -> None:
        game = table(unit("Five", 5), unit("Seven", 7, type="Spell"), unit("Four", 4), unit("Two", 2), runes=[FURY])
        assert GOLDFISH.mulligan(game.player.hand) == (0, 1)  # type: ignore[attr-defined]
