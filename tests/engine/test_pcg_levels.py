"""Which main character levels up into which, and the level-up zone."""

from __future__ import annotations

import pytest

from engine.games.vs_2pcg.level_up import add_followers, can_follow
from engine.model.cards import VS_2PCG, Card
from engine.model.decks import LEVEL_UP, Deck
from tests.engine import builders
from tests.engine.pcg_builders import against, main_character, pcg_deck, severities, supporting, unrecorded


def pair(name: str = "Captain Marvel", *levels: int, **facts: object) -> tuple[Card, ...]:
    """A character in several levels, each knowing which it can level into."""
    return add_followers(main_character(name, level, **facts) for level in levels or (1, 2))


class TestWhoFollowsWhom:
    """pcg-5.0 Main Characters: one level higher, a shared name, a shared team if they have teams, and a link."""

    def test_follows_one_level_higher_of_one_set(self) -> None:
        assert can_follow(main_character(), main_character(level=2)) is True

    @pytest.mark.parametrize("level", [1, 3])
    def test_follows_at_no_other_distance(self, level: int) -> None:
        assert can_follow(main_character(), main_character(level=level)) is False

    def test_is_unknown_without_a_level(self) -> None:
        assert can_follow(main_character(level=None), main_character(level=2)) is None

    def test_needs_a_shared_name_and_aka_is_one(self) -> None:
        she_hulk = main_character("She-Hulk", 2)

        assert can_follow(main_character("Jennifer Walters"), she_hulk) is False
        assert can_follow(main_character("Jennifer Walters", aka=("She-Hulk",)), she_hulk) is True

    def test_takes_a_mantle_for_another_name(self) -> None:
        assert can_follow(main_character("Spider-Man"), main_character("*Spider-Man*", 2)) is False

    def test_is_unknown_where_aka_names_may_be_missing(self) -> None:
        unread = unrecorded("Marvel Girl", "Main Character", level=2)

        assert can_follow(main_character("Phoenix", teams=None, alignments=None), unread) is False
        assert can_follow(unrecorded("Phoenix", "Main Character"), unread) is None

    def test_keeps_the_two_spider_men_of_the_civil_war_apart(self) -> None:
        """The rulebook's example: one set, one name, one team each."""
        one = main_character("Spider-Man", teams=("Pro-Registration",))
        other = main_character("Spider-Man", 2, teams=("Anti-Registration",))

        assert can_follow(one, other) is False

    def test_asks_for_no_team_where_neither_has_one(self) -> None:
        one, other = (main_character("Galactus", level, teams=(), alignments=()) for level in (1, 2))

        assert can_follow(one, other) is True
        assert can_follow(one, main_character("Galactus", 2)) is False

    def test_is_unknown_without_recorded_teams(self) -> None:
        assert can_follow(main_character(teams=None, alignments=None), main_character(level=2)) is None

    def test_is_unknown_between_two_sets_without_a_recorded_link(self) -> None:
        assert can_follow(main_character(), main_character(level=2, printings=("LEG-002",))) is None

    @pytest.mark.parametrize("direction", ["up", "down"])
    def test_follows_into_another_set_by_a_link_in_either_direction(self, direction: str) -> None:
        """The rulebook's example: Thanos of one MCU set into Thanos of another."""
        low = main_character("Thanos", linked=("MCU6-010",) if direction == "up" else (), printings=("MCU3-007",))
        high = main_character("Thanos", 2, linked=("MCU3-007",) if direction == "down" else (), printings=("MCU6-010",))

        assert can_follow(low, high) is True

    def test_takes_a_link_to_another_team_for_what_the_cards_say(self) -> None:
        low = main_character("Sub-Mariner", teams=("Frightful",), linked=("FND-006",), printings=("FND-005",))
        high = main_character("Sub-Mariner", 2, teams=("Fantastic",), linked=("FND-005",), printings=("FND-006",))

        assert can_follow(low, high) is True

    def test_names_a_card_by_its_slug_too(self) -> None:
        high = main_character("Thanos", 2, printings=("MCU6-010",))

        assert can_follow(main_character("Thanos", linked=(high.slug,), printings=("MCU3-007",)), high) is True

    @pytest.mark.parametrize(("kind", "answer"), [("Supporting Character", False), (None, None)])
    def test_is_followed_by_main_characters_only(self, kind: str | None, answer: bool | None) -> None:
        assert can_follow(main_character(), unrecorded("Captain Marvel", kind, level=2)) is answer

    def test_follows_where_a_text_says_so_under_another_name(self) -> None:
        """The rulebook's examples: Wolverine into Logan, Bucky Barnes into Winter Soldier."""
        assert can_follow(main_character("Wolverine", 3), main_character("Logan", 4)) is True
        assert can_follow(main_character("Wolverine", 2), main_character("Logan", 3)) is False
        bucky = main_character("Bucky Barnes", universe="Photographic", printings=("MCU2-001",))
        assert can_follow(bucky, main_character("Winter Soldier", 2, printings=("MCU3-001",))) is True
        assert can_follow(main_character("Bucky Barnes"), main_character("Winter Soldier", 2)) is False

    def test_finds_the_followers_of_every_card_of_a_reference(self) -> None:
        low, high, token, unread = add_followers(
            [main_character(), main_character(level=2), supporting(), unrecorded("Captain Marvel", "Main Character")]
        )

        assert low.levels_into == (high.slug,)
        assert (high.levels_into, token.levels_into, unread.levels_into) == ((), (), ())

    def test_finds_followers_under_another_name(self) -> None:
        angel, archangel = add_followers([main_character("Angel"), main_character("Archangel", 2)])

        assert angel.levels_into == (archangel.slug,)


class TestTheLevelUpZone:
    """pcg-5.0 Basic Game Concepts: level-up: the zone holds one for each main character to level into, and so on."""

    def test_holds_what_the_starter_levels_into(self) -> None:
        low, high = pair()

        assert severities("level-up", pcg_deck(starters={low: 1}, level_up={high: 1})) == []

    def test_may_not_be_empty_for_one_that_can_level_up(self) -> None:
        low, _ = pair()

        assert against("level-up", pcg_deck(starters={low: 1})) == [
            (
                "error",
                "Captain Marvel [AFF-100] can level up; the level-up zone needs a card it can level into",
            )
        ]

    def test_may_be_empty_for_one_that_cannot(self) -> None:
        assert severities("level-up", pcg_deck(starters={main_character("Galactus"): 1})) == []

    def test_goes_on_to_the_highest_level_of_the_version_that_is_there(self) -> None:
        """The rulebook's first example: with the level 2 that can level up, its level 3 too."""
        low, middle, high = pair("Green Goblin", 1, 2, 3)

        assert severities("level-up", pcg_deck(starters={low: 1}, level_up={middle: 1, high: 1})) == []
        assert severities("level-up", pcg_deck(starters={low: 1}, level_up={middle: 1})) == ["error"]

    def test_needs_one_of_two_versions_and_may_hold_both(self) -> None:
        versions = [main_character("Green Goblin", 2, printings=(code,)) for code in ("MNB-080", "MNB-081")]
        low, one, other = add_followers([main_character("Green Goblin", printings=("MNB-079",)), *versions])

        assert severities("level-up", pcg_deck(starters={low: 1}, level_up={one: 1})) == []
        assert severities("level-up", pcg_deck(starters={low: 1}, level_up={one: 1, other: 1})) == []

    def test_needs_each_card_that_a_text_names(self) -> None:
        """The rulebook's second example: Dr. Pym levels into Ant-Man and Giant-Man, and both have to be there."""
        pym = main_character("Dr. Pym")
        ant, giant = main_character("Ant-Man", 2), main_character("Giant-Man", 2)

        assert severities("level-up", pcg_deck(starters={pym: 1}, level_up={ant: 1, giant: 1})) == []
        assert against("level-up", pcg_deck(starters={pym: 1}, level_up={ant: 1})) == [
            ("error", "Dr. Pym [AFF-100] can level up; the level-up zone needs each of Ant-Man, Giant-Man")
        ]

    def test_needs_emma_frost_of_both_teams(self) -> None:
        emma = main_character("Emma Frost", teams=("X-Men",))
        dark = main_character("Emma Frost", 2, teams=("H.A.M.M.E.R.",), alignments=("Evil",))
        good = main_character("Emma Frost", 2, teams=("Resistance",), printings=("TUB-005",))
        unread = main_character("Emma Frost", 2, teams=None, alignments=None, printings=("TUB-006",))

        assert severities("level-up", pcg_deck(starters={emma: 1}, level_up={dark: 1, good: 1})) == []
        assert severities("level-up", pcg_deck(starters={emma: 1}, level_up={dark: 1})) == ["error"]
        assert severities("level-up", pcg_deck(starters={emma: 1}, level_up={dark: 1, unread: 1})) == [
            "unknown",
            "unknown",
        ]

    def test_is_unknown_whether_a_text_asks_for_more_where_the_team_is_missing(self) -> None:
        emma = main_character("Emma Frost", teams=None, alignments=None)

        assert severities("level-up", pcg_deck(starters={emma: 1})) == ["unknown"]

    def test_needs_no_logan_for_a_wolverine_of_level_three(self) -> None:
        low, middle, high = pair("Wolverine", 1, 2, 3)

        assert severities("level-up", pcg_deck(starters={low: 1}, level_up={middle: 1, high: 1})) == []

    def test_holds_no_card_that_nothing_levels_into(self) -> None:
        low, high = pair()
        stranger = main_character("Iron Man", 2)

        assert against("level-up", pcg_deck(starters={low: 1}, level_up={high: 1, stranger: 1})) == [
            (
                "error",
                (
                    "No main character on the list can level into Iron Man [AFF-100]; the level-up "
                    "zone is for higher levels of the starting one"
                ),
            )
        ]

    def test_does_not_reach_over_a_missing_level(self) -> None:
        low, _, high = pair("Thor", 1, 2, 3)

        assert severities("level-up", pcg_deck(starters={low: 1}, level_up={high: 1})) == ["error", "error"]

    def test_holds_no_other_kind_of_card(self) -> None:
        assert severities("level-up", pcg_deck(starters={main_character(): 1}, level_up={supporting(): 1})) == ["error"]

    def test_holds_what_a_main_character_of_deck_or_pile_levels_into(self) -> None:
        low, high = pair("Spider-Ham")

        assert severities("level-up", pcg_deck({low: 1}, starters={main_character(): 1}, level_up={high: 1})) == []
        deck = pcg_deck(starters={main_character(): 1}, level_up={high: 1}, piles={"Sinister Six": {low: 1}})
        assert severities("level-up", deck) == []

    def test_finds_the_other_levels_of_ultron_in_his_facility(self) -> None:
        low, high = pair("Ultron")

        assert severities("level-up", pcg_deck(starters={low: 1}, piles={"Ultron Facility": {high: 1}})) == []

    def test_is_unknown_for_a_missing_level(self) -> None:
        unread = main_character(level=None)

        assert severities("level-up", pcg_deck(starters={unread: 1})) == ["unknown"]

    def test_is_unknown_over_two_sets_without_a_link(self) -> None:
        low, _ = pair()
        elsewhere = main_character(level=2, printings=("LEG-002",))
        above = main_character(level=3, printings=("LEG-003",))

        found = severities("level-up", pcg_deck(starters={low: 1}, level_up={elsewhere: 1, above: 1}))
        assert found == ["unknown", "unknown", "unknown"]

    def test_is_unknown_where_a_line_of_the_zone_is_not_settled(self) -> None:
        low, _ = pair()

        assert severities("level-up", pcg_deck({}, builders.unknown(1, section=LEVEL_UP), starters={low: 1})) == [
            "unknown"
        ]

    def test_leaves_an_empty_list_alone(self) -> None:
        assert severities("level-up", Deck(VS_2PCG)) == []
