"""What has changed between two decks."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decklists.differences import DeckDifferences, compare_decks
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.identities import count_by_section, get_identity, section_key
from tests.engine.decklist_cards import classic, pcg, rift
from tests.engine.real_lists import GAMES, deck_of, lines


def changes(found: DeckDifferences) -> list[tuple[str, str, str, int, int]]:
    return [(each.kind, each.section, each.name, each.before, each.after) for each in found.changes]


def moves(found: DeckDifferences) -> list[tuple[str, int, str, str]]:
    return [(each.name, each.count, each.source, each.target) for each in found.moves]


BEFORE = classic("4 X-23", "4 Nasty Surprise", "2 Nobody", "Sideboard", "1 Equipment Room")


class TestDifferences:
    def test_say_what_was_added_removed_and_changed(self) -> None:
        after = classic("3 X-23", "4 Bizarro, ME AM BIZARRO #1", "4 Nobody", "Sideboard", "1 Equipment Room")
        assert changes(compare_decks(BEFORE, after)) == [
            ("changed", "deck", "X-23", 4, 3),
            ("removed", "deck", "Nasty Surprise", 4, 0),
            ("changed", "deck", "Nobody", 2, 4),
            ("added", "deck", "Bizarro, ME AM BIZARRO #1", 0, 4),
        ]
        assert [each.by for each in compare_decks(BEFORE, after).changes] == [-1, -4, 2, 4]

    def test_say_what_was_moved(self) -> None:
        after = classic("4 Nasty Surprise", "2 Nobody", "Sideboard", "1 Equipment Room", "4 X-23")
        found = compare_decks(BEFORE, after)
        assert (changes(found), moves(found)) == ([], [("X-23", 4, "deck", "sideboard")])

    def test_say_of_a_move_that_is_not_all_what_changed_beside_it(self) -> None:
        after = classic("2 X-23", "4 Nasty Surprise", "2 Nobody", "Sideboard", "1 Equipment Room", "1 X-23")
        found = compare_decks(BEFORE, after)
        assert changes(found) == [("changed", "deck", "X-23", 4, 2)]
        assert moves(found) == [("X-23", 1, "deck", "sideboard")]

    def test_follow_a_card_from_several_sections_to_several(self) -> None:
        before = pcg("Deck", "2 Facehugger", "Pile: A", "2 Facehugger")
        after = pcg("Pile: B", "3 Facehugger", "Pile: C", "1 Facehugger")
        assert moves(compare_decks(before, after)) == [
            ("Facehugger", 2, "deck", "pile:B"),
            ("Facehugger", 1, "pile:A", "pile:B"),
            ("Facehugger", 1, "pile:A", "pile:C"),
        ]

    @pytest.mark.parametrize(
        "lines", [["Deck", "1 OGN-027a", "2 Darius, Trifarian"], ["# Other title", "Main Deck", "3x darius trifarian"]]
    )
    def test_take_printings_spelling_and_order_for_nothing(self, lines: list[str]) -> None:
        assert not compare_decks(rift("Deck", "3 OGN-027"), rift(*lines))

    def test_hold_lines_that_cannot_be_read(self) -> None:
        assert changes(compare_decks(classic("what is this"), classic("what is that"))) == [
            ("removed", "deck", "what is this", 1, 0),
            ("added", "deck", "what is that", 0, 1),
        ]

    def test_stand_by_section(self) -> None:
        found = compare_decks(classic("1 X-23", "Sideboard", "1 Boris"), classic("2 X-23", "1 Nobody"))
        assert {
            section: [each.name for each in each_section] for section, each_section in found.by_section.items()
        } == {
            "deck": ["X-23", "Nobody"],
            "sideboard": ["Boris, Personal Servant of Dr. Doom"],
        }


def key(section: str, name: str, card: Card | None) -> tuple[str, str]:
    return section_key(section), get_identity(card) if card else name


def applied(before: Deck, found: DeckDifferences) -> dict[tuple[str, str], int]:
    """The counts of a deck after its differences: moves first, then every change's own count."""
    counts = Counter(
        {key(each.section, each.name, each.card): each.count for each in count_by_section(before).values()}
    )
    for move in found.moves:
        counts[key(move.source, move.name, move.card)] -= move.count
        counts[key(move.target, move.name, move.card)] += move.count
    for change in found.changes:
        counts[key(change.section, change.name, change.card)] = change.after
    return dict(+counts)


class TestLaws:
    @settings(deadline=None, max_examples=60)
    @given(st.data(), st.sampled_from(GAMES))
    def test_what_one_has_with_the_differences_is_the_other(self, data: st.DataObject, game: str) -> None:
        before, after = (deck_of(game, data.draw(lines(game, 12))) for _ in range(2))
        held = {key(each.section, each.name, each.card): each.count for each in count_by_section(after).values()}
        assert applied(before, compare_decks(before, after)) == held

    @settings(deadline=None, max_examples=60)
    @given(st.data(), st.sampled_from(GAMES))
    def test_there_are_none_between_a_deck_and_itself(self, data: st.DataObject, game: str) -> None:
        found = data.draw(lines(game, 12))
        turned = data.draw(st.permutations(found))
        assert compare_decks(deck_of(game, found), deck_of(game, turned)) == DeckDifferences()

    @settings(deadline=None, max_examples=60)
    @given(st.data(), st.sampled_from(GAMES))
    def test_the_way_back_is_the_way_there_turned_round(self, data: st.DataObject, game: str) -> None:
        one, other = (deck_of(game, data.draw(lines(game, 12))) for _ in range(2))
        there, back = compare_decks(one, other), compare_decks(other, one)
        assert {(each.section, each.name, each.card, each.before, each.after) for each in there.changes} == {
            (each.section, each.name, each.card, each.after, each.before) for each in back.changes
        }
        assert sum(move.count for move in there.moves) == sum(move.count for move in back.moves)
