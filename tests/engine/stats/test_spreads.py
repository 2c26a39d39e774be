"""How a deck's cards are spread over types, teams and keywords."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.cards import Card
from engine.stats import Spread, count_keywords, count_teams, count_types, tally_main_deck
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck, an_unknown
from tests.engine.pcg_builders import basic_location, main_character, pcg_deck, supporting, unrecorded


def figures(spread: Spread) -> dict[str, int]:
    """Copies by name."""
    return {share.name: share.copies for share in spread.shares}


class TestTypes:
    def test_count_copies_the_most_first_and_the_unrecorded_apart(self) -> None:
        found = count_types(
            a_deck((2, a_card("A")), (3, a_card("B", type="Plot Twist")), (4, a_card("C", type=None)), (1, a_card("D")))
        )
        assert [*figures(found).items()] == [("Character", 3), ("Plot Twist", 3)]
        assert found.unrecorded.copies == 4

    def test_of_riftbound_count_the_chosen_champion_and_neither_runes_nor_sideboard(self) -> None:
        unit = riftbound("Annie", "Unit")
        found = count_types(
            deck(
                "riftbound",
                champion={unit: 1},
                deck={unit: 2, riftbound("Star", "Spell"): 3},
                runes={riftbound("Rune", "Rune"): 12},
                sideboard={riftbound("Side", "Gear"): 8},
            )
        )
        assert figures(found) == {"Unit": 3, "Spell": 3}


class TestTeams:
    def test_count_a_character_of_two_affiliations_in_both(self) -> None:
        found = count_teams(
            a_deck(
                (4, a_card("Beast", teams=("X-Men", "Avengers"))),
                (3, a_card("Storm", teams=("X-Men",))),
                (2, a_card("Loner", teams=())),
                (1, a_card("Mystery")),
            )
        )
        assert figures(found) == {"X-Men": 7, "Avengers": 4}
        assert (found.without.copies, found.unrecorded.copies) == (2, 1)

    def test_of_classic_are_those_of_characters_and_of_cards_that_may_be_one(self) -> None:
        found = count_teams(a_deck((4, a_card("Beatdown", type="Plot Twist")), (1, a_card("Thing", type=None))))
        assert found.unrecorded.copies == 1

    def test_of_2pcg_take_the_main_characters_and_every_spelling_of_a_team(self) -> None:
        found = count_teams(
            pcg_deck(
                {supporting("Toad", teams=("Brotherhood of Mutants",)): 4, basic_location(teams=None): 4},
                starters={main_character("Magneto", teams=("Brotherhood",)): 1},
                level_up={main_character("Magneto", 2, teams=("Brotherhood",)): 1},
            )
        )
        assert figures(found) == {"Brotherhood": 6}  # a basic location has no team, recorded or not
        assert found.without.copies == 4

    def test_of_2pcg_count_a_card_once_that_prints_a_team_in_two_spellings(self) -> None:
        toad = supporting("Toad", teams=("Brotherhood", "Brotherhood of Mutants"))
        assert figures(count_teams(pcg_deck({toad: 4}))) == {"Brotherhood": 4}

    def test_of_2pcg_are_unrecorded_where_no_source_has_them(self) -> None:
        found = count_teams(pcg_deck({unrecorded("Nobody Knows", "Supporting Character"): 2}))
        assert (figures(found), found.unrecorded.copies) == ({}, 2)

    def test_of_riftbound_are_none(self) -> None:
        found = count_teams(deck("riftbound", deck={riftbound("Annie", "Unit"): 3}))
        assert (found.shares, found.without.cards, found.unrecorded.cards) == ((), (), ())


class TestKeywords:
    def test_count_each_once_a_card_with_cards_and_copies(self) -> None:
        found = count_keywords(
            a_deck((4, a_card("A", keywords=("Boost", "Cosmic", "Boost"))), (2, a_card("B", keywords=("Boost",))))
        )
        assert [(share.name, len(share.cards), share.copies) for share in found.shares] == [
            ("Boost", 2, 6),
            ("Cosmic", 1, 4),
        ]

    def test_are_not_said_to_be_missing(self) -> None:
        assert count_keywords(a_deck((4, a_card("A")))).unrecorded.cards == ()


TEAMS = st.one_of(st.none(), st.lists(st.sampled_from("ABC"), unique=True).map(tuple))


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(("Character", "Equipment", None)), TEAMS), max_size=12))
def test_types_add_up_to_the_deck_and_every_character_is_somewhere_once(
    lines: list[tuple[int, str | None, tuple[str, ...] | None]],
) -> None:
    cards = [(copies, a_card(f"Card {n}", type=kind, teams=held)) for n, (copies, kind, held) in enumerate(lines)]
    found = a_deck(*cards, an_unknown(3, "Nobody"))
    by_type, by_team = count_types(found), count_teams(found)
    in_deck = sum(copies for _, copies in tally_main_deck(found))
    assert sum(share.copies for share in by_type.shares) + by_type.unrecorded.copies == in_deck
    assert in_deck + found.unsettled_in("deck") == found.size()
    somewhere: list[tuple[Card, int]] = list({pair: None for share in by_team.shares for pair in share.cards})
    somewhere += [*by_team.without.cards, *by_team.unrecorded.cards]
    assert sorted(somewhere, key=lambda pair: pair[0].slug) == sorted(
        ((card, copies) for card, copies in tally_main_deck(found) if card.type != "Equipment"),
        key=lambda pair: pair[0].slug,
    )
