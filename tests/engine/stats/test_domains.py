"""The domains of a Riftbound deck."""

from __future__ import annotations

from engine.stats import count_domains
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_deck


def test_are_counted_with_their_power_and_runes_in_the_games_order() -> None:
    found = count_domains(
        deck(
            "riftbound",
            champion={riftbound("Annie", "Unit", power=1): 1},
            deck={
                riftbound("Star", "Spell", power=2): 3,
                riftbound("Both", "Spell", power=1, domains=("Fury", "Chaos")): 2,
                riftbound("Free", "Unit", domains=("Chaos",)): 3,
                riftbound("Plain", "Gear", domains=()): 2,
                riftbound("Unread", "Gear", domains=None): 1,
            },
            runes={
                riftbound("Fury Rune", "Rune"): 7,
                riftbound("Calm Rune", "Rune", domains=("Calm",)): 4,
                riftbound("Blank Rune", "Rune", domains=None): 1,
            },
            sideboard={riftbound("Side", "Unit", domains=("Order",)): 3},
        )
    )
    figures = [(each.name, each.cards.copies, each.power, each.runes.copies) for each in found.domains]
    # Fury: Annie 1, Star 3 x 2, Both 2 x 1 = 9 power of 6 copies. Chaos: Both 2 x 1, Free asks for none.
    assert figures == [("Fury", 6, 9, 7), ("Calm", 0, 0, 4), ("Chaos", 5, 2, 0)]
    assert (found.colorless.copies, found.unrecorded.copies, found.unrecorded_runes.copies) == (2, 1, 1)


def test_are_none_in_the_other_games() -> None:
    assert count_domains(a_deck()).domains == ()
