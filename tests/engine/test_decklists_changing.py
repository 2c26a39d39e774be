"""One change to a deck under construction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import decklists
from engine.decklists.changing import count_copies, move_copies, remove_line, set_copies, set_printing
from engine.model.errors import InputError
from engine.model.reference import Reference
from tests.engine.decklist_cards import BORIS, CLASSIC, HULK_1, HULK_2, KNIGHT, ON, PCG, SURPRISE

LIST = "4 Boris, Personal Servant of Dr. Doom\n2 Nasty Surprise\nwhat is this\n1 Boris, Personal Servant of Dr. Doom\n"


def lines(text: str) -> list[str]:
    return text.splitlines()


class TestWithCount:
    def test_an_added_card_stands_last_in_its_section(self) -> None:
        deck = set_copies(decklists.read_deck("2 Nasty Surprise\n", CLASSIC, ON), BORIS, "deck", 3, CLASSIC)
        assert lines(decklists.write_deck(deck)) == ["2 Nasty Surprise", "3 Boris, Personal Servant of Dr. Doom"]

    def test_several_lines_of_a_card_become_one_where_the_first_stands(self) -> None:
        deck = set_copies(decklists.read_deck(LIST, CLASSIC, ON), BORIS, "deck", 2, CLASSIC)
        assert lines(decklists.write_deck(deck)) == [
            "2 Boris, Personal Servant of Dr. Doom",
            "2 Nasty Surprise",
            "what is this",
        ]

    def test_none_takes_the_card_out_and_leaves_every_other_line(self) -> None:
        deck = set_copies(decklists.read_deck(LIST, CLASSIC, ON), BORIS, "deck", 0, CLASSIC)
        assert lines(decklists.write_deck(deck)) == ["2 Nasty Surprise", "what is this"]

    def test_none_of_a_card_that_is_not_there_changes_nothing(self) -> None:
        deck = decklists.read_deck("2 Nasty Surprise\n", CLASSIC, ON)
        assert set_copies(deck, BORIS, "deck", 0, CLASSIC).entries == deck.entries

    def test_a_new_section_comes_in_the_order_of_its_game(self) -> None:
        deck = set_copies(decklists.read_deck("Deck\n4 Chair\n", PCG, ON), HULK_1, "main-character", 1, PCG)
        deck = set_copies(deck, HULK_2, "level-up", 1, PCG)
        assert list(deck.sections) == ["main-character", "level-up", "deck"]

    def test_a_card_whose_title_several_have_is_written_so_that_it_reads_back(self) -> None:
        deck = set_copies(decklists.read_deck("", PCG, ON), HULK_2, "level-up", 1, PCG)
        (entry,) = decklists.read_deck(decklists.write_deck(deck), PCG, ON).entries
        assert entry.card is HULK_2

    def test_a_card_whose_version_is_not_known_reads_back(self) -> None:
        deck = set_copies(decklists.read_deck("", CLASSIC, ON), KNIGHT, "deck", 1, CLASSIC)
        (entry,) = decklists.read_deck(decklists.write_deck(deck), CLASSIC, ON).entries
        assert entry.card is KNIGHT

    @pytest.mark.parametrize("count", [-1, 10_000])
    def test_a_count_that_no_list_holds_is_refused(self, count: int) -> None:
        with pytest.raises(InputError, match="copies"):
            set_copies(decklists.read_deck("", CLASSIC, ON), BORIS, "deck", count, CLASSIC)

    def test_the_most_that_a_list_holds_can_be_reached_and_not_passed(self) -> None:
        deck = set_copies(decklists.read_deck("", CLASSIC, ON), BORIS, "deck", 9_999, CLASSIC)
        deck = set_copies(deck, SURPRISE, "deck", 1, CLASSIC)
        assert deck.size() == 10_000
        with pytest.raises(InputError, match="10,000"):
            set_copies(deck, SURPRISE, "deck", 2, CLASSIC)


class TestMoved:
    def test_copies_go_from_one_section_to_the_other(self) -> None:
        deck = decklists.read_deck("Main Character\n1 She-Hulk [AFF-003]\n", PCG, ON)
        deck = move_copies(deck, HULK_1, 1, ("main-character", "level-up"), PCG)
        assert dict(deck.sizes) == {"level-up": 1}

    def test_no_more_go_than_there_are(self) -> None:
        deck = set_copies(decklists.read_deck("", CLASSIC, ON), BORIS, "deck", 2, CLASSIC)
        deck = move_copies(deck, BORIS, 5, ("deck", "sideboard"), CLASSIC)
        assert (count_copies(deck, BORIS, "deck"), count_copies(deck, BORIS, "sideboard")) == (0, 2)


def test_a_line_that_cannot_be_read_is_taken_out_by_its_number() -> None:
    deck = remove_line(decklists.read_deck(LIST, CLASSIC, ON), 3)
    assert not deck.unsettled
    assert deck.size() == 7


class TestAPrinting:
    TEXT = "Deck\n2 Jinx, Rebel [OGN-202]\nSideboard\n1 Jinx, Rebel [OGN-202]\n"

    @pytest.fixture
    def riftbound(self, reference: Callable[[str], Reference]) -> Reference:
        return reference("riftbound")

    def test_is_written_beside_the_card_of_that_section(self, riftbound: Reference) -> None:
        deck = decklists.read_deck(self.TEXT, riftbound.catalog, ON)
        chosen = set_printing(deck, riftbound.catalog.by_slug["jinx-rebel"], "sideboard", "OGN-202a")
        written = decklists.write_deck(chosen)
        assert written == self.TEXT.replace("Sideboard\n1 Jinx, Rebel [OGN-202]", "Sideboard\n1 Jinx, Rebel [OGN-202a]")
        assert decklists.read_deck(written, riftbound.catalog, ON).counts == deck.counts

    def test_stays_when_the_count_changes(self, riftbound: Reference) -> None:
        card = riftbound.catalog.by_slug["jinx-rebel"]
        deck = set_printing(decklists.read_deck(self.TEXT, riftbound.catalog, ON), card, "deck", "OGN-202a")
        assert "1 Jinx, Rebel [OGN-202a]" in decklists.write_deck(set_copies(deck, card, "deck", 1, riftbound.catalog))

    def test_of_another_card_is_refused(self, riftbound: Reference) -> None:
        deck = decklists.read_deck(self.TEXT, riftbound.catalog, ON)
        with pytest.raises(InputError, match="Jinx, Rebel has no printing 'XXX-001'"):
            set_printing(deck, riftbound.catalog.by_slug["jinx-rebel"], "deck", "XXX-001")
