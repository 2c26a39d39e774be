"""Loyalty in classic: who can come before whom, by printed affiliations alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.vs_classic.loyalty import dual_loyalty, loyalty, loyalty_reveal
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.verdicts import NONE_RECORDED, WARNING, Measure
from engine.rules import ListCheck
from tests.engine.classic_builders import a_card, a_deck, an_unknown, an_unreadable, breaches, measures

LOYAL, REVEAL, DUAL = "Loyalty", "Loyalty-Reveal", "Dual Loyalty"


def hero(name: str, *teams: str, **facts: Any) -> Card:
    return a_card(name, **{"teams": teams, **facts})


STORM = hero("Storm", "X-Men")
CYCLOPS = hero("Cyclops", "X-Men", keywords=(LOYAL,))
JEAN = hero("Jean Grey", "X-Men", keywords=(LOYAL,))
MYSTERY = a_card("Mystery Man")


def warned(deck: Deck) -> list[str]:
    """The names that any of the three checks warns of."""
    found = [breach for check in (loyalty, loyalty_reveal, dual_loyalty) for breach in breaches(check.look_at(deck))]
    assert all(breach.severity == WARNING for breach in found)
    return [card.name for breach in found for card in breach.cards]


class TestLoyalty:
    """cr-2.7 706.3: needs a character of an affiliation in play; loyalty-unreachable where none can come first."""

    def test_is_reached_over_a_character_that_needs_nobody(self) -> None:
        assert warned(a_deck((4, CYCLOPS), (4, STORM))) == []

    def test_is_not_reached_over_copies_of_itself(self) -> None:
        deck = a_deck((4, CYCLOPS), (4, hero("Magneto", "Brotherhood")))
        [breach] = breaches(loyalty.look_at(deck))
        assert (breach.cards, breach.lines) == ((CYCLOPS,), (1,))
        assert breach.message == (
            "Cyclops can’t be recruited with the deck’s printed affiliations alone: no other "
"character with X-Men can come into play first"
        )  # fmt: skip

    def test_is_not_reached_over_two_that_wait_for_each_other(self) -> None:
        assert warned(a_deck((4, CYCLOPS), (4, JEAN))) == ["Cyclops", "Jean Grey"]

    def test_is_reached_over_a_chain(self) -> None:
        link = hero("Link", "X-Men", "Avengers", keywords=(LOYAL,))
        assert warned(a_deck((1, CYCLOPS), (1, link), (1, hero("Hawkeye", "Avengers")))) == []
        assert warned(a_deck((1, CYCLOPS), (1, link))) == ["Cyclops", "Link"]

    def test_is_never_reached_by_a_character_without_affiliations(self) -> None:
        [breach] = breaches(loyalty.look_at(a_deck((1, hero("Loner", keywords=(LOYAL,))), (4, STORM))))
        assert breach.message.endswith("no other character can come into play first")

    def test_is_not_reached_over_a_card_that_is_no_character(self) -> None:
        assert warned(a_deck((1, CYCLOPS), (1, hero("X-Jet", "X-Men", type="Equipment")))) == ["Cyclops"]

    @pytest.mark.parametrize(
        "other",
        [
            (4, MYSTERY),
            (4, a_card("Thing", type=None, teams=None)),
            (4, a_card("Loyal One", keywords=(LOYAL,))),
            an_unknown(1, "Somebody"),
        ],
    )
    def test_says_nothing_where_an_affiliation_is_not_known(self, other: Any) -> None:
        assert warned(a_deck((1, CYCLOPS), other)) == []

    def test_says_nothing_where_its_own_affiliation_is_not_recorded(self) -> None:
        assert warned(a_deck((1, a_card("Loyal One", keywords=(LOYAL,))), (1, hero("Hawkeye", "Avengers")))) == []

    def test_is_judged_beside_a_line_that_cannot_be_read(self) -> None:
        assert warned(a_deck((1, CYCLOPS), an_unreadable())) == ["Cyclops"]

    def test_counts_the_cards_it_looked_at(self) -> None:
        assert measures(loyalty.look_at(a_deck((1, CYCLOPS), (1, JEAN), (1, STORM))))[0].found == 2

    @pytest.mark.parametrize(("check", "keyword"), [(loyalty, LOYAL), (loyalty_reveal, REVEAL), (dual_loyalty, DUAL)])
    def test_takes_on_trust_that_no_card_has_it_where_none_is_recorded(self, check: ListCheck, keyword: str) -> None:
        note = f"no card in the deck is recorded with {keyword}"
        assert measures(check.look_at(a_deck((4, STORM)))) == [Measure(0, outcome=NONE_RECORDED, note=note)]
        loyal = hero("Loyal One", "X-Men", keywords=(keyword,))
        assert measures(check.look_at(a_deck((1, loyal), (1, STORM)))) == [Measure(1)]
        assert measures(check.look_at(a_deck((1, loyal), an_unknown(1, "Somebody")))) == [Measure(0)]


class TestLoyaltyReveal:
    """cr-2.7 706.3a: a card in hand or row that shares an affiliation does; loyalty-unreachable where there is none."""

    champion = hero("Captain America", "Avengers", "S.H.I.E.L.D.", keywords=(REVEAL,))

    def test_may_reveal_a_copy_of_itself(self) -> None:
        assert warned(a_deck((2, self.champion))) == []

    def test_has_nothing_to_reveal_when_it_is_alone(self) -> None:
        [breach] = breaches(loyalty_reveal.look_at(a_deck((1, self.champion), (4, STORM))))
        assert breach.message.endswith("the deck has no other character card with Avengers or S.H.I.E.L.D.")

    def test_may_reveal_a_card_that_can_never_be_recruited(self) -> None:
        stuck = hero("Quake", "S.H.I.E.L.D.", keywords=(LOYAL,))
        other = hero("Sharon", "S.H.I.E.L.D.", keywords=(LOYAL,))
        deck = a_deck((1, self.champion), (1, stuck), (1, other))
        assert breaches(loyalty_reveal.look_at(deck)) == []
        assert warned(deck) == []  # the champion comes first and lets both of them in

    def test_lets_nobody_in_where_it_cannot_come_itself(self) -> None:
        alone = hero("Skrull", "Skrulls", keywords=(REVEAL, LOYAL))
        assert warned(a_deck((1, alone), (1, STORM))) == ["Skrull", "Skrull"]

    def test_cannot_reveal_copies_without_an_affiliation(self) -> None:
        [breach] = breaches(loyalty_reveal.look_at(a_deck((4, hero("Loner", keywords=(REVEAL,))))))
        assert breach.message.endswith("it has no affiliation")

    def test_says_nothing_where_an_affiliation_is_not_recorded(self) -> None:
        assert warned(a_deck((1, self.champion), (1, MYSTERY))) == []
        assert warned(a_deck((1, a_card("Superman", keywords=(REVEAL,))))) == []


class TestDualLoyalty:
    """cr-2.7 706.3b: both affiliations among the characters in play; loyalty-unreachable where one can't be there."""

    envoy = hero("Envoy", "X-Men", "Avengers", keywords=(DUAL,))

    def test_is_reached_over_two_characters(self) -> None:
        assert warned(a_deck((1, self.envoy), (1, STORM), (1, hero("Hawkeye", "Avengers")))) == []

    def test_names_the_affiliation_that_is_missing(self) -> None:
        [breach] = breaches(dual_loyalty.look_at(a_deck((1, self.envoy), (4, STORM))))
        assert breach.message.endswith("no other character with Avengers can come into play first")

    def test_lets_others_in_once_it_is_there(self) -> None:
        vision = hero("Vision", "Avengers", keywords=(LOYAL,))
        deck = a_deck((1, vision), (1, self.envoy), (1, STORM), (1, hero("Wasp", "Avengers")))
        assert warned(deck) == []
        assert warned(a_deck((1, vision), (1, self.envoy), (1, STORM))) == ["Vision", "Envoy"]

    def test_says_nothing_where_an_affiliation_is_not_recorded(self) -> None:
        assert warned(a_deck((1, self.envoy), (1, MYSTERY))) == []
        assert warned(a_deck((1, a_card("Loyal One", keywords=(DUAL,))))) == []
