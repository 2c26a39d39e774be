"""The classic game against nobody, worked out by hand. Citations: cr-2.7."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.vs_classic.goldfish import GOLDFISH, read_card
from engine.model.cards import COSTLESS, VS_CLASSIC, Card
from engine.model.verdicts import Citation
from engine.simulation.goldfish.cards import CHARACTER, OTHER, UNKNOWN
from tests.engine.builders import card
from tests.engine.simulation.goldfish.decks import Table, hero

TWIST = card(VS_CLASSIC, "Twist", type="Plot Twist", cost=2)
DEAR_TWIST = card(VS_CLASSIC, "Dear Twist", type="Plot Twist", cost=5)
PLACE = card(VS_CLASSIC, "Place", type="Location", cost=None)
SWORD = card(VS_CLASSIC, "Sword", type="Equipment", cost=1)
ONE, TWO, THREE, FOUR = (hero(f"Cost {cost}", cost) for cost in (1, 2, 3, 4))


def table(*cards: Card) -> Table:
    return Table(VS_CLASSIC, list(cards), hand=len(cards))


class TestTurn:
    """403.1, 404.1, 404.2, 404.5: a resource is built, each gives a point, what isn't spent is lost."""

    def test_builds_recruits_and_loses_the_rest(self) -> None:
        game = table(TWO, TWIST, TWIST, ONE)
        one = game.turn(1)
        assert (one.points, one.spent, one.hit, one.recruited, one.missed) == (1, 1, 1, 1, 0)
        assert (one.characters, one.atk, one.defense, one.hand) == (1, 1, 1, 2)
        two = game.turn(2)
        assert (two.points, two.spent, two.hit, two.hand) == (2, 2, 1, 0)
        assert game.words == [
            "Builds Twist as resource 2: a plot twist can be played from there.",
            "Recruits Cost 2 for 2.",
            "Spends 2 of 2 points.",
        ]

    def test_says_what_is_drawn_and_lost(self) -> None:
        game = Table(VS_CLASSIC, [THREE, TWIST], hand=0)
        assert game.turn(1, draws=2).spent == 0
        assert game.words[0] == "Draws Cost 3, Twist."
        assert game.words[-1] == "Spends 0 of 1 points; 1 lost."

    def test_a_hit_is_a_character_of_exactly_the_turns_number(self) -> None:
        game = table(ONE, hero("Other", 1), TWIST, TWIST, TWIST)
        assert (game.turn(1).hit, game.turn(2).hit) == (1, 0)

    def test_without_a_card_left_a_point_less(self) -> None:
        """The only card would be recruited with the point of a resource that nothing is left to give."""
        figures = table(ONE).turn(1)
        assert (figures.points, figures.spent, figures.missed, figures.hand) == (0, 0, 1, 1)

    def test_cites_each_rule(self) -> None:
        game = table(ONE, TWIST)
        game.turn(1)
        assert [step.citation.rule for step in game.steps if step.citation] == ["403.1", "404.2", "203.5b", "404.5"]


class TestWhatIsBuilt:
    def test_the_highest_threshold_then_the_one_that_isnt_known(self) -> None:
        game = table(TWIST, PLACE, DEAR_TWIST, THREE)
        built = []
        for turn in (1, 2, 3):
            game.turn(turn)
            built += game.did("build")
        assert built == ["Dear Twist", "Twist", "Place"]

    def test_second_copies_before_the_dearest(self) -> None:
        game = table(ONE, TWO, TWO, FOUR)
        game.turn(1)
        assert game.did("build") == ["Cost 2"]

    def test_copies_of_one_in_play(self) -> None:
        game = table(ONE, ONE, FOUR)
        game.turn(1)
        assert (game.did("recruit"), game.did("build")) == (["Cost 1"], ["Cost 1"])

    def test_of_one_name_the_dearer_one(self) -> None:
        young, old = (
            hero("Wolverine", cost, versions=(version,), title=version) for cost, version in ((3, "Y"), (4, "O"))
        )
        game = table(young, old, hero("Cost 7", 7))
        game.turn(1)
        assert game.did("build") == ["O"]

    def test_unknown_cards_before_the_dearest(self) -> None:
        game = table(hero("Who", None), hero("Cost 7", 7))
        game.turn(1)
        assert game.did("build") == ["Who"]

    def test_a_card_without_a_cost_before_the_dearest(self) -> None:
        game = table(hero("Cost 6", 6), hero("Costless", COSTLESS), hero("Cost 7", 7))
        game.turn(1)
        assert "Builds Costless as resource 1: it has no number for a cost and is never played." in game.words

    def test_a_location_to_be_turned_face_up(self) -> None:
        game = table(PLACE)
        game.turn(1)
        assert "Builds Place as resource 1: a location is turned face up from there." in game.words

    def test_at_last_the_dearest_of_equal_ones_the_highest_atk(self) -> None:
        game = table(hero("Weak", 7, atk=1), hero("Strong", 7, atk=9), hero("Cost 5", 5))
        game.turn(1)
        assert game.did("build") == ["Strong"]

    def test_of_equal_atk_the_first_identity(self) -> None:
        game = table(hero("B", 7), hero("A", 7))
        game.turn(1)
        assert game.did("build") == ["A"]


class TestUniqueness:
    """301.6, 704.1: a second one of a name isn't recruited, unless it isn't unique."""

    @pytest.mark.parametrize(
        ("facts", "in_play"),
        [({}, 1), ({"versions": ("Army",)}, 3), ({"keywords": ("Army",)}, 3), ({"versions": ("Non-Unique",)}, 3)],
    )
    def test_by_name(self, facts: dict[str, Any], in_play: int) -> None:
        soldier = hero("Soldier", 1, **facts)
        game = table(soldier, soldier, soldier, TWIST, TWIST)
        game.turn(1)
        assert game.turn(2).characters == in_play

    def test_of_two_cards_of_one_name_one_is_recruited(self) -> None:
        young, old = (hero("Wolverine", 1, versions=(version,), title=version) for version in ("Y", "O"))
        game = table(young, old, TWIST, TWIST)
        game.turn(1)
        assert game.turn(2).characters == 1

    def test_unique_equipment_comes_once(self) -> None:
        gem = card(VS_CLASSIC, "Gem", type="Equipment", cost=1, versions=("Unique",))
        sword = card(VS_CLASSIC, "Sword", type="Equipment", cost=1)
        assert (read_card(gem).is_unique, read_card(sword).is_unique) == (True, False)


class TestEquipment:
    """302.3a, 302.3b: only onto a character without one."""

    def test_needs_a_character(self) -> None:
        assert table(SWORD, TWIST).turn(1).recruited == 0

    def test_goes_to_the_strongest(self) -> None:
        game = table(ONE, TWO, SWORD, TWIST, TWIST, TWIST)
        game.turn(1)
        game.turn(2)
        game.turn(3)
        assert game.words[1] == "Recruits Sword for 1 onto Cost 2."

    def test_each_character_holds_one(self) -> None:
        game = table(ONE, SWORD, SWORD, TWIST, TWIST)
        assert game.turn(1).recruited == 1
        assert game.turn(2).recruited == 1
        assert game.turn(3).recruited == 0

    def test_comes_with_its_character(self) -> None:
        game = table(ONE, SWORD, TWIST, TWIST)
        game.player.row.append(game.player.hand[2])  # type: ignore[attr-defined]
        assert game.turn(2).spent == 2
        assert game.did("recruit") == ["Cost 1", "Sword"]


class TestLoyalty:
    """706.3, 706.3a, 706.3b."""

    X = hero("X", 1, teams=("X-Men",))
    LOYAL = hero("Loyal", 2, teams=("X-Men", "Avengers"), keywords=("Loyalty",))
    SHOWN = hero("Shown", 2, teams=("X-Men",), keywords=("Loyalty-Reveal",))
    DUAL = hero("Dual", 2, teams=("X-Men", "Avengers"), keywords=("Dual Loyalty",))
    AVENGER = hero("Avenger", 1, teams=("Avengers",))

    def ready(self, *cards: Card) -> Table:
        """A game with a resource more than turns."""
        game = table(*cards, TWIST, TWIST, TWIST, TWIST)
        game.player.row += game.player.hand[-1:]  # type: ignore[attr-defined]
        return game

    def test_waits_for_who_shares_an_affiliation_and_says_so(self) -> None:
        game = self.ready(self.LOYAL)
        figures = game.turn(2)
        assert (figures.recruited, figures.own) == (0, (1, 0))
        assert "Loyal stays in hand: nobody in play shares an affiliation." in game.words
        assert [step.citation.rule for step in game.steps if step.code == "shared-team" and step.citation] == ["706.3"]

    def test_is_helped_by_a_card_of_no_cost_behind_many_copies_of_another(self) -> None:
        many = hero("Alone", 0, keywords=("Loyalty",))
        game = table(
            *[many] * 7, hero("X Free", 0, teams=("X-Men",)), hero("One", 1, teams=("X-Men",), keywords=("Loyalty",))
        )
        game.turn(1)
        assert game.did("recruit") == ["X Free", "One"]

    def test_comes_after_who_shares_one_on_the_same_turn(self) -> None:
        game = self.ready(self.X, self.LOYAL)
        game.player.row += game.player.hand[-1:]  # type: ignore[attr-defined]
        assert game.turn(3).own == (0, 0)
        assert game.did("recruit") == ["X", "Loyal"]

    def test_is_no_matter_of_a_card_that_costs_too_much(self) -> None:
        assert table(self.LOYAL, TWIST).turn(1).own == (0, 1)

    @pytest.mark.parametrize(("helper", "comes"), [(X, 1), (AVENGER, 0)])
    def test_reveals_a_character_card_from_hand(self, helper: Card, comes: int) -> None:
        game = self.ready(self.SHOWN, hero("Cost 6", 6, teams=helper.teams))
        assert game.turn(2).recruited == comes

    def test_reveals_a_copy_of_itself_or_one_in_the_row(self) -> None:
        game = table(self.SHOWN, self.SHOWN, hero("Cost 6", 6))
        game.player.row.append(game.player.hand[2])  # type: ignore[attr-defined]
        assert game.turn(2).recruited == 1
        assert game.did("build") == ["Shown"]
        assert game.did("reveal") == ["Shown"]

    def test_says_what_is_revealed_and_by_which_rule(self) -> None:
        game = self.ready(self.SHOWN, hero("Cost 6", 6, teams=self.X.teams))
        game.turn(2)
        (step,) = (step for step in game.steps if step.code == "reveal")
        assert step.message == "Reveals Cost 6, which shares an affiliation with Shown."
        assert step.citation == Citation("cr-2.7", "706.3a")

    def test_isnt_blamed_for_a_card_of_no_cost(self) -> None:
        free = hero("Free", 0, teams=self.X.teams, keywords=("Loyalty",))
        game = self.ready(free, TWIST)
        assert game.turn(2).own[0] == 0
        assert game.did("shared-team") == []

    def test_needs_nothing_revealed_where_one_in_play_shares(self) -> None:
        game = self.ready(self.X, self.SHOWN)
        game.turn(1)
        assert game.turn(2).recruited == 1
        assert game.did("reveal") == []

    def test_dual_loyalty_needs_both(self) -> None:
        game = self.ready(self.X, self.DUAL)
        game.turn(1)
        assert "Dual stays in hand: those in play don’t have both its affiliations." in game.words
        game = self.ready(self.X, self.AVENGER, self.DUAL)
        game.player.row += game.player.hand[-2:]  # type: ignore[attr-defined]
        assert game.turn(4).recruited == 3

    def test_is_unknown_where_its_affiliation_is(self) -> None:
        loyal = hero("Loyal", 2, teams=None, keywords=("Loyalty",))
        assert (read_card(loyal).role, read_card(loyal).is_unknown) == (UNKNOWN, True)


class TestThresholds:
    """203.5b: a plot twist that asks for more resources than there are."""

    def test_are_counted_and_said(self) -> None:
        game = table(DEAR_TWIST, THREE)
        assert game.turn(1).own == (0, 1)
        assert "Dear Twist can’t be played yet: threshold 5, 1 resources." in game.words


class TestReading:
    @pytest.mark.parametrize(
        ("facts", "role"),
        [({"teams": None, "keywords": ("Loyalty",)}, UNKNOWN), ({"type": None}, UNKNOWN), ({"type": "Token"}, OTHER)],
    )
    def test_leaves_out_what_isnt_known(self, facts: dict[str, Any], role: str) -> None:
        found = read_card(hero("X", 1, **facts))
        assert (found.role, found.is_playable, found.is_unknown) == (role, False, role == UNKNOWN)

    def test_leaves_out_a_cost_that_isnt_recorded(self) -> None:
        found = read_card(hero("X", None))
        assert (found.role, found.is_playable, found.is_unknown) == (UNKNOWN, False, True)

    @pytest.mark.parametrize("cost", [COSTLESS, "X"])
    def test_doesnt_play_a_card_without_a_number_and_knows_it(self, cost: str) -> None:
        """203.4d."""
        found = read_card(hero("X", cost))
        assert (found.is_playable, found.is_unknown) == (False, False)
        loyal = read_card(hero("X", cost, teams=None, keywords=("Loyalty",)))
        assert (loyal.role, loyal.is_playable, loyal.is_unknown) == (CHARACTER, False, False)

    def test_a_plot_twist_of_unknown_threshold_is_unknown_too(self) -> None:
        assert read_card(PLACE).is_unknown

    def test_takes_an_unrecorded_atk_for_0_and_says_so(self) -> None:
        found = read_card(hero("X", 1, atk=None))
        assert (found.atk, found.missing) == (0, ("atk",))


class TestMulligan:
    def test_keeps_a_hand_with_a_character_of_3_or_less(self) -> None:
        game = table(THREE, FOUR, TWIST, SWORD)
        assert GOLDFISH.mulligan(game.player.hand) == ()  # type: ignore[attr-defined]
        assert GOLDFISH.mulligan(game.player.hand[1:]) == (0, 1, 2)  # type: ignore[attr-defined]
