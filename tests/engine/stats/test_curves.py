"""The curves of a deck."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.cards import COSTLESS, Card, Figure
from engine.stats import build_curves, tally_main_deck
from engine.stats.curves import COST, ENERGY, MIGHT, POWER, RECRUIT, RECRUIT_EQUIPMENT, THRESHOLD, Curve, DomainShare
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck, an_unknown
from tests.engine.pcg_builders import basic_location, equipment, main_character, pcg_deck, plot_twist, supporting


def twist(name: str, cost: Figure) -> Card:
    return a_card(name, type="Plot Twist", cost=cost)


class TestClassic:
    def test_counts_copies_by_recruit_cost_and_leaves_no_gap(self) -> None:
        # 4 of cost 1, none of 2, 3 + 2 of cost 3.
        [curve] = build_curves(a_deck((4, a_card("A", cost=1)), (3, a_card("B", cost=3)), (2, a_card("C", cost=3))))
        assert curve == Curve(RECRUIT, ((1, 4), (2, 0), (3, 5)))

    def test_keeps_characters_equipment_and_thresholds_apart(self) -> None:
        found = build_curves(
            a_deck(
                (4, a_card("A", cost=2)),
                (3, a_card("Jet", type="Equipment", cost=2)),
                (2, twist("Beatdown", 2)),
                (1, a_card("Doomstadt", type="Location", cost=4)),
            )
        )
        assert found == (
            Curve(RECRUIT, ((2, 4),)),
            Curve(RECRUIT_EQUIPMENT, ((2, 3),)),
            Curve(THRESHOLD, ((2, 2), (3, 0), (4, 1))),
        )

    def test_never_counts_an_unrecorded_cost_as_zero(self) -> None:
        [curve] = build_curves(a_deck((4, a_card("A")), (1, a_card("B", cost=0))))
        assert curve == Curve(RECRUIT, ((0, 1),), unrecorded=4)

    def test_keeps_the_costless_and_printed_signs_by_themselves(self) -> None:
        [curve] = build_curves(a_deck((1, a_card("Superman", cost=COSTLESS)), (2, a_card("X", cost="X"))))
        assert curve == Curve(RECRUIT, (), (("X", 2), (COSTLESS, 1)))
        assert curve.copies == 3

    def test_leaves_out_a_card_whose_type_is_not_recorded(self) -> None:
        assert build_curves(a_deck((4, a_card("A", type=None, cost=2)))) == ()

    def test_of_a_deck_without_cards_is_none(self) -> None:
        assert build_curves(a_deck()) == build_curves(a_deck(an_unknown(4, "Nobody"))) == ()


class TestTheOtherGames:
    def test_2pcg_counts_what_has_a_cost_in_the_deck_and_not_the_starting_main_character(self) -> None:
        main = {supporting("Pixie", cost=1): 4, equipment(cost=1): 2, plot_twist(): 4, basic_location(): 4}
        [curve] = build_curves(pcg_deck(main, starters={main_character(): 1}))
        assert curve == Curve(COST, ((1, 6),))

    def test_riftbound_counts_energy_power_and_might_with_the_chosen_champion(self) -> None:
        champion = riftbound("Annie", "Unit", energy=5, power=1, might=4)
        spell = riftbound("Falling Star", "Spell", energy=2)
        runes, side = {riftbound("Fury Rune", "Rune"): 12}, {riftbound("Side", "Unit", energy=9): 1}
        found = build_curves(
            deck("riftbound", champion={champion: 1}, deck={champion: 2, spell: 3}, runes=runes, sideboard=side)
        )
        assert found == (
            Curve(ENERGY, ((2, 3), (3, 0), (4, 0), (5, 3)), shares=(DomainShare(("Fury",), ((5, 3), (2, 3))),)),
            Curve(POWER, ((1, 3),), unrecorded=3, shares=(DomainShare(("Fury",), ((1, 3), (None, 3))),)),
            Curve(MIGHT, ((4, 3),), shares=(DomainShare(("Fury",), ((4, 3),)),)),
        )

    def test_riftbound_splits_each_by_domains_in_whichever_order_a_card_has_them(self) -> None:
        cards = {
            riftbound("A", "Gear", energy=1, domains=None): 1,
            riftbound("B", "Gear", energy=1, domains=()): 1,
            riftbound("C", "Spell", energy=2, domains=("Fury", "Calm")): 2,
            riftbound("D", "Spell", energy=3, domains=("Calm", "Fury")): 1,
            riftbound("E", "Spell", energy=2, domains=("Mind",)): 3,
            riftbound("F", "Spell", energy=1, domains=("Calm",)): 1,
        }
        energy = build_curves(deck("riftbound", deck=cards))[0]
        assert energy.shares == (
            DomainShare(("Calm",), ((1, 1),)),
            DomainShare(("Mind",), ((2, 3),)),
            DomainShare(("Calm", "Fury"), ((2, 2), (3, 1))),
            DomainShare((), ((1, 1),)),
            DomainShare(None, ((1, 1),)),
        )
        assert sum(copies for share in energy.shares for _, copies in share.figures) == energy.copies

    def test_a_game_without_domains_splits_none(self) -> None:
        assert all(curve.shares == () for curve in build_curves(a_deck((1, a_card("A", cost=7)))))


COSTS = st.one_of(st.none(), st.integers(0, 9), st.sampled_from(("X", COSTLESS)))
KINDS = st.sampled_from(("Character", "Equipment", "Plot Twist", "Location", None))


@given(st.lists(st.tuples(st.integers(1, 4), KINDS, COSTS), max_size=12))
def test_every_copy_with_a_type_is_in_exactly_one_curve(lines: list[tuple[int, str | None, Figure]]) -> None:
    cards = [(copies, a_card(f"Card {n}", type=kind, cost=cost)) for n, (copies, kind, cost) in enumerate(lines)]
    found = a_deck(*cards)
    untyped = sum(copies for card, copies in tally_main_deck(found) if card.type is None)
    assert sum(curve.copies for curve in build_curves(found)) + untyped == found.size()


def test_the_columns_stand_in_order_from_the_lowest_to_the_highest() -> None:
    [curve] = build_curves(a_deck((1, a_card("A", cost=7)), (1, a_card("B", cost=2))))
    assert [figure for figure, _ in curve.columns] == [2, 3, 4, 5, 6, 7]
