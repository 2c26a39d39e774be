"""Who can be recruited before whom (cr-2.7 706.3, 706.3a, 706.3b)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.games.vs_classic.loyalty import dual_loyalty, loyalty, loyalty_reveal
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.stats import LoyaltyOrder, find_loyalty_order
from tests.engine.classic_builders import a_card, a_deck, an_unknown, an_unreadable, breaches
from tests.engine.pcg_builders import pcg_deck

LOYAL, REVEAL, DUAL = "Loyalty", "Loyalty-Reveal", "Dual Loyalty"
STORM = a_card("Storm", teams=("X-Men",))
CYCLOPS = a_card("Cyclops", teams=("X-Men",), keywords=(LOYAL,))
BRIDGE = a_card("Bridge", teams=("X-Men", "Avengers"), keywords=(LOYAL,))
VISION = a_card("Vision", teams=("Avengers",), keywords=(LOYAL,))
MYSTERY = a_card("Mystery Man")


def order(deck: Deck) -> LoyaltyOrder:
    found = find_loyalty_order(deck)
    assert found is not None
    return found


class TestLayers:
    def test_come_one_after_another_over_a_chain(self) -> None:
        # Storm lets Bridge in, and Bridge, being an Avenger, lets Vision in.
        found = order(a_deck((1, VISION), (1, BRIDGE), (1, STORM)))
        assert found.layers == ((STORM,), (BRIDGE,), (VISION,))
        assert found.lets_in == {BRIDGE: (STORM,), VISION: (BRIDGE,)}
        assert found.loyal == (VISION, BRIDGE)

    def test_leave_those_out_that_nobody_lets_in(self) -> None:
        found = order(a_deck((4, CYCLOPS), (4, VISION)))
        assert (found.layers, found.unreachable, found.uncertain) == ((), (CYCLOPS, VISION), ())

    def test_begin_with_those_that_reveal_a_copy(self) -> None:
        champion = a_card("Champion", teams=("Avengers",), keywords=(REVEAL,))
        found = order(a_deck((2, champion), (1, VISION)))
        assert (found.layers, found.lets_in) == (((champion,), (VISION,)), {VISION: (champion,)})

    def test_hold_a_dual_loyalty_back_until_both_are_there(self) -> None:
        envoy = a_card("Envoy", teams=("X-Men", "Avengers"), keywords=(DUAL,))
        hawkeye = a_card("Hawkeye", teams=("Avengers",))
        assert order(a_deck((1, envoy), (1, STORM), (1, hawkeye))).lets_in == {envoy: (STORM, hawkeye)}
        assert order(a_deck((1, envoy), (1, STORM))).unreachable == (envoy,)

    def test_are_one_where_nobody_has_loyalty(self) -> None:
        jet = a_card("X-Jet", type="Equipment", teams=("X-Men",))
        found = order(a_deck((4, STORM), (4, MYSTERY), (2, jet)))
        assert (found.layers, found.loyal, found.lets_in) == (((STORM, MYSTERY),), (), {})

    def test_are_none_in_a_deck_without_characters(self) -> None:
        assert order(a_deck()).layers == ()


class TestWhatIsNotRecorded:
    def test_makes_those_uncertain_that_hang_on_it(self) -> None:
        found = order(a_deck((1, CYCLOPS), (1, MYSTERY)))
        assert (found.layers, found.uncertain, found.unreachable) == (((MYSTERY,),), (CYCLOPS,), ())

    def test_changes_nothing_for_those_that_need_it_not(self) -> None:
        found = order(a_deck((1, CYCLOPS), (1, MYSTERY), (1, STORM)))
        assert (found.layers, found.lets_in) == (((MYSTERY, STORM), (CYCLOPS,)), {CYCLOPS: (STORM,)})

    def test_of_the_loyal_one_itself_makes_it_uncertain(self) -> None:
        surfer = a_card("Silver Surfer", keywords=(LOYAL, REVEAL))
        assert order(a_deck((4, surfer), (4, STORM))).uncertain == (surfer,)

    def test_is_a_card_that_may_be_no_character(self) -> None:
        found = order(a_deck((1, CYCLOPS), (1, a_card("Thing", type=None, teams=("X-Men",)))))
        assert found.uncertain == (CYCLOPS,)

    def test_is_a_line_that_may_be_anybody(self) -> None:
        assert order(a_deck((1, CYCLOPS), an_unknown(1, "Somebody"))).uncertain == (CYCLOPS,)
        assert order(a_deck((1, CYCLOPS), an_unreadable())).unreachable == (CYCLOPS,)


def test_loyalty_is_no_order_in_the_other_games() -> None:
    assert find_loyalty_order(pcg_deck()) is None


TEAMS = st.one_of(st.none(), st.lists(st.sampled_from("ABC"), unique=True, max_size=2).map(tuple))
KEYWORDS = st.lists(st.sampled_from((LOYAL, REVEAL, DUAL)), unique=True, max_size=2).map(tuple)
KINDS = st.sampled_from(("Character", "Character", "Character", None, "Equipment"))


@given(st.lists(st.tuples(st.integers(1, 2), KINDS, TEAMS, KEYWORDS), max_size=9))
def test_the_unreachable_are_those_that_the_rules_warn_of(
    lines: list[tuple[int, str | None, tuple[str, ...] | None, tuple[str, ...]]],
) -> None:
    cards: list[tuple[int, Card]] = [
        (copies, a_card(f"Card {n}", type=kind, teams=teams, keywords=words))
        for n, (copies, kind, teams, words) in enumerate(lines)
    ]
    deck = a_deck(*cards)
    found = order(deck)
    warned = {
        card
        for check in (loyalty, loyalty_reveal, dual_loyalty)
        for breach in breaches(check.look_at(deck))
        for card in breach.cards
        if card.type != "Equipment"
    }
    assert set(found.unreachable) == warned
    placed = [card for layer in found.layers for card in layer] + [*found.uncertain, *found.unreachable]
    assert sorted(card.slug for card in placed) == sorted(card.slug for _, card in cards if card.type != "Equipment")
