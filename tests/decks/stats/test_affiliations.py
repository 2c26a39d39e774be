"""Who goes together, drawn as lanes."""

from __future__ import annotations

import pytest

from engine.model.cards import Card
from engine.model.decks import Deck
from tests.engine.builders import deck, riftbound
from tests.engine.classic_builders import a_card, a_deck
from tests.engine.pcg_builders import main_character, pcg_deck, supporting
from vsdb.decks.stats.pictures import WIDTH, AffiliationPicture, draw_affiliations


def hero(name: str, *teams: str) -> Card:
    return a_card(name, teams=teams)


def picture(found: Deck) -> AffiliationPicture:
    drawn = draw_affiliations(found)
    assert drawn is not None
    return drawn


STORM, BEAST, HAWKEYE = hero("Storm", "X-Men"), hero("Beast", "X-Men", "Avengers"), hero("Hawkeye", "Avengers")
LONER, MYSTERY = hero("Loner"), a_card("Mystery Man")


class TestLanes:
    def test_stand_for_affiliations_that_two_share_those_with_most_copies_first(self) -> None:
        drawn = picture(a_deck((2, STORM), (4, BEAST), (4, HAWKEYE), (4, hero("Thing", "Fantastic Four"))))
        lanes = [(lane.letter, lane.name, lane.characters, lane.copies) for lane in drawn.lanes]
        assert lanes == [("A", "Avengers", 2, 8), ("B", "X-Men", 2, 6)]

    def test_run_from_the_first_of_their_characters_to_the_last(self) -> None:
        drawn = picture(a_deck((2, STORM), (4, BEAST), (4, HAWKEYE)))
        rows = {row.label: row for row in drawn.rows}
        assert [row.label for row in drawn.rows] == ["Hawkeye", "Beast", "Storm"]
        assert (drawn.lanes[0].top, drawn.lanes[0].bottom) == (rows["Hawkeye"].y, rows["Beast"].y)
        assert (drawn.lanes[1].top, drawn.lanes[1].bottom) == (rows["Beast"].y, rows["Storm"].y)
        assert rows["Beast"].dots == (drawn.lanes[0].x, drawn.lanes[1].x)

    def test_stay_inside_the_picture_however_many_there_are_and_the_rest_is_named(self) -> None:
        drawn = picture(a_deck(*((1, hero(f"{team}{n}", f"Team {team}")) for team in "ABCDEFGHIJKLMN" for n in (1, 2))))
        assert len(drawn.lanes) == 12
        assert [share.name for share in drawn.narrower] == ["Team M", "Team N"]
        assert [row.mark for row in drawn.rows if row.mark] == ["Team M", "Team M", "Team N", "Team N"]
        assert all(0 < lane.x < WIDTH for lane in drawn.lanes)
        assert all(row.y < drawn.height for row in drawn.rows)

    def test_say_how_many_different_names_there_are(self) -> None:
        drawn = picture(a_deck((1, STORM), (1, BEAST), (1, a_card("Storm", "Weather Goddess", teams=("X-Men",)))))
        assert [(lane.characters, lane.names) for lane in drawn.lanes] == [(3, 2)]

    def test_are_not_drawn_for_two_of_one_name_who_cannot_meet(self) -> None:
        drawn = picture(a_deck((1, STORM), (1, a_card("Storm", "Weather Goddess", teams=("X-Men",)))))
        assert (drawn.lanes, len(drawn.apart)) == ((), 2)


class TestRows:
    def test_without_a_dot_say_why(self) -> None:
        drawn = picture(a_deck((1, STORM), (1, hero("Beast", "X-Men")), (1, HAWKEYE), (1, LONER), (1, MYSTERY)))
        assert [(row.label, row.mark) for row in drawn.rows] == [
            ("Storm", ""),
            ("Beast", ""),
            ("Hawkeye", "Avengers"),  # the Mystery Man may be an Avenger
            ("Loner", "none"),
            ("Mystery Man", "? not recorded"),
        ]

    def test_say_of_whom_it_is_certain_that_they_are_alone(self) -> None:
        drawn = picture(a_deck((1, STORM), (1, HAWKEYE), (1, LONER)))
        assert [row.mark for row in drawn.rows] == ["X-Men, alone", "Avengers, alone", "none"]

    def test_that_only_say_that_nothing_is_recorded_are_left_out_where_there_are_many(self) -> None:
        def rows(unrecorded: int) -> int:
            others = ((1, a_card(f"Mystery {n}")) for n in range(unrecorded))
            return len(picture(a_deck((1, STORM), (1, BEAST), *others)).rows)

        assert (rows(6), rows(7)) == (8, 2)

    def test_shorten_a_long_name(self) -> None:
        long = hero("Doctor Strange Supreme Sorcerer of the Seven Spheres and More", "X-Men")
        assert picture(a_deck((1, STORM), (1, long))).rows[1].label.endswith("…")


class TestTable:
    def test_says_with_whom_each_goes_by_the_shorter_list(self) -> None:
        x_men = [hero(f"Mutant {n}", "X-Men") for n in range(6)]
        drawn = picture(a_deck(*((1, card) for card in x_men), (1, HAWKEYE)))
        said = {member.title: member.partners for member in drawn.members}
        assert said["Mutant 0"] == "all except Hawkeye"
        assert said["Hawkeye"] == ""

    def test_says_everyone_where_it_is_everyone(self) -> None:
        drawn = picture(a_deck(*((1, hero(f"Mutant {n}", "X-Men")) for n in range(6))))
        assert {member.partners for member in drawn.members} == {"all"}

    def test_names_few_and_copies_of_itself(self) -> None:
        sentinel = a_card("Sentinel", "Army", teams=("X-Men",))
        drawn = picture(a_deck((8, sentinel), (1, STORM)))
        assert [member.partners for member in drawn.members] == ["Storm; copies of itself", "Sentinel, Army"]

    def test_keeps_those_apart_that_only_may(self) -> None:
        drawn = picture(a_deck((1, STORM), (1, MYSTERY)))
        assert [(member.partners, member.perhaps) for member in drawn.members] == [
            ("", "Mystery Man"),
            ("", "Storm"),
        ]


class TestGames:
    def test_classic_cites_team_attack_and_reinforcement(self) -> None:
        drawn = picture(a_deck((1, STORM)))
        assert [citation.rule for citation in drawn.citations] == ["601.5a", "708.7b"]
        assert (drawn.what, drawn.can_reinforce) == ("affiliation", True)

    def test_2pcg_cites_its_team_attack_and_has_no_reinforcement(self) -> None:
        drawn = picture(pcg_deck({supporting(): 4}, starters={main_character(): 1}))
        assert [citation.rule for citation in drawn.citations] == ["Team Attack"]
        assert (drawn.what, drawn.can_reinforce) == ("team", False)

    @pytest.mark.parametrize("empty", [a_deck(), deck("riftbound", deck={riftbound("Annie", "Unit"): 3})])
    def test_without_characters_of_an_affiliation_there_is_no_picture(self, empty: Deck) -> None:
        assert draw_affiliations(empty) is None

    def test_it_is_said_where_nobodys_affiliation_is_recorded(self) -> None:
        assert picture(a_deck((1, MYSTERY))).knows_none
        assert not picture(a_deck((1, MYSTERY), (1, STORM))).knows_none

    def test_in_words_it_names_every_lane_and_who_is_not_in_one(self) -> None:
        drawn = picture(a_deck((1, STORM), (1, BEAST), (1, LONER), (1, MYSTERY)))
        assert drawn.words == "Characters that share an affiliation. X-Men: 2 characters; alone: 1; not recorded: 1"
