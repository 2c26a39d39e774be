"""The power symbols of a 2PCG deck."""

from __future__ import annotations

from engine.stats import count_power_symbols
from tests.engine.classic_builders import a_card, a_deck
from tests.engine.pcg_builders import (
    basic_location,
    equipment,
    main_character,
    pcg_deck,
    plot_twist,
    special_location,
    supporting,
)


def test_are_counted_by_who_gives_and_who_asks_in_the_rulebooks_order() -> None:
    found = count_power_symbols(
        pcg_deck(
            {
                supporting("Pixie", power_symbols=("Might",)): 4,
                basic_location("Academy", "Intellect"): 4,
                basic_location("Training Ground", "Might"): 3,
                special_location(power_symbols=("Energy", "Might")): 2,
                plot_twist(): 4,
            },
            starters={main_character(power_symbols=("Skill", "Might")): 1},
        )
    )
    figures = [(each.name, each.gives.copies, each.may_give.copies, each.asks.copies) for each in found.symbols]
    # Might: three Training Grounds; two special locations or else Energy; four Pixies and the main character ask.
    assert figures == [("Energy", 0, 2, 0), ("Intellect", 4, 0, 0), ("Might", 3, 2, 5), ("Skill", 0, 0, 1)]
    assert [each.name for each in found.symbols if each.is_missing] == ["Skill"]


def test_that_are_not_recorded_are_apart() -> None:
    found = count_power_symbols(
        pcg_deck({supporting("Pixie"): 4, basic_location(power_symbols=None): 3, plot_twist(): 4, equipment(): 2})
    )
    assert found.symbols == ()
    assert (found.unrecorded_locations.copies, found.unrecorded_characters.copies) == (3, 4)


def test_of_a_kind_that_the_rulebook_lacks_come_last() -> None:
    found = count_power_symbols(pcg_deck({basic_location("Nowhere", "Wild"): 1, basic_location("Ship", "Alien"): 1}))
    assert [each.name for each in found.symbols] == ["Alien", "Wild"]


def test_are_none_in_the_other_games() -> None:
    assert count_power_symbols(a_deck((4, a_card("Storm", power_symbols=("Might",))))).symbols == ()
