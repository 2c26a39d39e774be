"""What every game asks of a list as it was written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from engine.model.cards import Printing
from engine.model.decks import DECK, Deck, DeckEntry, ReadingNote
from engine.model.verdicts import INFO, UNKNOWN
from engine.rules.shared import ambiguous_card, edition_before_held, reader_notes, unknown_card, unreadable_line
from engine.rules.validation import check_deck
from tests.engine.classic_builders import (
    A_DAY,
    a_card,
    a_deck,
    a_format,
    an_ambiguous,
    an_unknown,
    an_unreadable,
    breaches,
    measures,
)

BORIS = a_card("Boris")
HAWK = a_card("Hank Hall", "Agent of Chaos")


class TestLinesOfAList:
    """set-list cards: each line names one card of the sets."""

    def test_in_order_say_nothing(self) -> None:
        deck = a_deck((4, BORIS))
        for check in (unreadable_line, unknown_card, ambiguous_card, reader_notes):
            assert breaches(check(deck, a_format(), A_DAY)) == []
            assert measures(check(deck, a_format(), A_DAY))[0].found == 0

    def test_that_cannot_be_read_are_named_by_their_number(self) -> None:
        [breach] = breaches(unreadable_line.look_at(a_deck((4, BORIS), an_unreadable(line=7), an_unknown(2, "Borris"))))
        assert (breach.lines, breach.message) == ((7,), "Line 7 can’t be read: there is no name")

    def test_that_name_no_recorded_card_are_unknown_with_up_to_five_names_like_them(self) -> None:
        near = tuple(a_card(f"Boris {number}") for number in range(6))
        [breach] = breaches(unknown_card.look_at(a_deck((4, BORIS), an_unknown(3, "Borris", *near), an_unreadable())))
        assert (breach.severity, breach.found, breach.suggestions) == (UNKNOWN, 3, near[:5])
        assert breach.message.startswith("No card named “Borris”. Did you mean Boris 0; ")

    def test_that_name_no_recorded_card_are_unknown_without_a_name_like_them_too(self) -> None:
        [breach] = breaches(unknown_card.look_at(a_deck(an_unknown(3, "Qqq"))))
        assert breach.message == "No card named “Qqq” is recorded"

    def test_that_name_several_cards_are_unknown(self) -> None:
        found = list(ambiguous_card.look_at(a_deck(an_unknown(1, "Bors"), an_ambiguous(2, "Hawk", BORIS, HAWK))))
        [breach] = breaches(found)
        assert (breach.severity, breach.suggestions, breach.lines) == (UNKNOWN, (BORIS, HAWK), (91,))
        assert breach.message == "“Hawk” matches 2 cards: Boris; Hank Hall, Agent of Chaos"
        assert measures(found)[0].found == 2

    def test_that_name_cards_of_one_title_are_told_apart_by_their_printings(self) -> None:
        first = replace(BORIS, printings=(Printing("MOR", "001"),))
        [breach] = breaches(ambiguous_card.look_at(a_deck(an_ambiguous(2, "Boris", first, BORIS))))
        assert breach.message == f"“Boris” matches 2 cards: Boris [MOR-001]; Boris [{BORIS.slug}]"

    def test_that_leave_a_version_out_which_no_card_had_yet_say_so(self) -> None:
        [breach] = breaches(ambiguous_card.look_at(a_deck(an_ambiguous(2, "Hank Hall", HAWK))))
        assert breach.message == "“Hank Hall” gives no version, and Hank Hall, Agent of Chaos was not out yet"

    def test_suggest_titles_and_tell_those_apart_that_are_alike(self) -> None:
        first = replace(BORIS, printings=(Printing(None), Printing("MOR", "001")))
        [found] = check_deck(a_deck(an_ambiguous(60, "Boris", first, BORIS, HAWK)), a_format(), A_DAY).of(UNKNOWN)[:1]
        assert found.as_dict()["suggestions"] == [
            "Boris [MOR-001]",
            f"Boris [{BORIS.slug}]",
            "Hank Hall, Agent of Chaos",
        ]

    def test_that_name_many_cards_name_five_of_them(self) -> None:
        hulks = [a_card("Hulk", str(number)) for number in range(6)]
        [breach] = breaches(ambiguous_card.look_at(a_deck(an_ambiguous(2, "Hulk", *hulks))))
        assert breach.message.endswith("Hulk, 4, ...")

    def test_on_which_something_was_settled_say_what(self) -> None:
        note = ReadingNote("version-inferred", "read as Boris, the only one on record")
        entries = (
            DeckEntry(DECK, 4, BORIS, line=3, notes=(note,)),
            DeckEntry(DECK, 1, state="unknown", line=4, name="Borris", notes=(note,)),
        )
        found = breaches(reader_notes.look_at(Deck("vs-classic", entries)))
        assert [(each.code, each.severity, each.cards, each.lines) for each in found] == [
            ("version-inferred", INFO, (BORIS,), (3,)),
            ("version-inferred", INFO, (), (4,)),
        ]


class TestADayBeforeTheOldestEdition:
    """cr-2007-02-05 Edition: edition-before-held says that no edition of the day is held."""

    check = edition_before_held("cr-2007-02-05", date(2007, 2, 5))

    def test_is_told(self) -> None:
        [breach] = breaches(self.check(a_deck(), a_format(), date(2007, 2, 4)))
        assert breach.severity == INFO
        assert "cr-2007-02-05, in force from 2007-02-05" in breach.message

    def test_is_not_the_day_of_that_edition(self) -> None:
        assert breaches(self.check(a_deck(), a_format(), date(2007, 2, 5))) == []
        assert breaches(self.check(a_deck(), a_format(), A_DAY)) == []
