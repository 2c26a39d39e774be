"""A deck after sideboarding."""

from __future__ import annotations

from datetime import date

import pytest

from engine.decklists.sideboarding import exchange_cards
from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.decks import DECK, LEGEND, SIDEBOARD, Deck, DeckEntry
from engine.model.errors import InputError
from engine.model.games import game_of
from tests.engine.builders import card, deck

FIGHTER, BRUTE, SPELL, TALL, SMALL = (
    card(RIFTBOUND, name, **facts)
    for name, facts in (
        ("Fighter", {}),
        ("Brute", {}),
        ("3 Wishes", {}),
        ("Twin", {"title": "Twin, Tall"}),
        ("Twin", {"title": "Twin, Small"}),
    )
)
UNKNOWN = DeckEntry(SIDEBOARD, 2, state="unknown", name="Whoever", written="2 Whoever")


def listed() -> Deck:
    return deck(
        RIFTBOUND,
        DeckEntry(DECK, 1, FIGHTER, printing="OGN-001"),
        UNKNOWN,
        DeckEntry(SIDEBOARD, 0, state="unreadable", written="???"),
        legend={card(RIFTBOUND, "Legend"): 1},
        deck={FIGHTER: 2, BRUTE: 3},
        sideboard={SPELL: 2, FIGHTER: 1, TALL: 1, SMALL: 1},
    )


def counts(found: Deck, section: str) -> dict[str, int]:
    told: dict[str, int] = {}
    for entry in found.sections.get(section, ()):
        name = entry.card.title if entry.card else entry.name or entry.written
        told[name] = told.get(name, 0) + entry.count
    return told


class TestExchange:
    """rb-tournament 403.4: cards of the sideboard for as many of the deck."""

    def test_moves_the_cards_both_ways(self) -> None:
        found = exchange_cards(listed(), "2 Brute\nFighter", "2x 3 Wishes\n1 twin, tall")
        assert counts(found, DECK) == {"Fighter": 2, "Brute": 1, "3 Wishes": 2, "Twin, Tall": 1}
        assert counts(found, SIDEBOARD) == {"Fighter": 2, "Brute": 2, "Whoever": 2, "Twin, Small": 1, "???": 0}
        assert counts(found, LEGEND) == {"Legend": 1}

    def test_there_and_back_is_the_same_deck(self) -> None:
        there = exchange_cards(listed(), "3 Brute", "2 Whoever\n3 Wishes")
        back = exchange_cards(there, "2 Whoever\n1 3 Wishes", "brute\n2 Brute")
        for section in (DECK, SIDEBOARD):
            assert counts(back, section) == counts(listed(), section)

    def test_of_nothing_changes_nothing(self) -> None:
        before = listed()
        assert exchange_cards(before, " \n", "").entries == before.entries

    def test_a_card_that_goes_out_does_not_come_in(self) -> None:
        with pytest.raises(InputError, match="isn’t in the sideboard"):
            exchange_cards(listed(), "Brute", "Brute")

    def test_takes_lines_that_name_no_recorded_card(self) -> None:
        found = exchange_cards(listed(), "Brute", "whoever")
        assert (counts(found, DECK)["Whoever"], counts(found, SIDEBOARD)["Whoever"]) == (1, 1)

    def test_opens_a_section_that_was_empty(self) -> None:
        found = exchange_cards(deck(RIFTBOUND, sideboard={BRUTE: 1}, deck={FIGHTER: 1}), "Fighter", "Brute")
        assert (counts(found, DECK), counts(found, SIDEBOARD)) == ({"Brute": 1}, {"Fighter": 1})

    @pytest.mark.parametrize(
        ("out", "into", "place", "code", "said"),
        [
            ("2 Brute", "3 Wishes", "in", "uneven-exchange", "2 out, 1 in"),
            (
                "Brute\n3 Bruté",
                "3 Wishes\n3 3 Wishes",
                "out, line 2",
                "too-many-copies",
                "3 copies of Bruté; the deck has 2",
            ),
            ("Brute\nBrute", "\n2 Fighter", "in, line 2", "too-many-copies", "the sideboard has 1"),
            ("3 Wishes", "Fighter", "out, line 1", "not-in-section", "isn’t in the deck"),
            ("Legend", "Fighter", "out, line 1", "not-in-section", "isn’t in the deck"),
            ("Brutte", "Fighter", "out, line 1", "not-in-section", "did you mean Brute?"),
            ("Brute", "Twin", "in, line 1", "ambiguous-card", "Twin, Small or Twin, Tall"),
            ("0 Brute", "", "out, line 1", "unreadable-input", "at least 1"),
            ("x" * 201, "", "out, line 1", "unreadable-input", "at most 200"),
            ("Brute\n" * 61, "", "out", "unreadable-input", "61 lines"),
        ],
    )
    def test_names_the_line_that_is_wrong(self, out: str, into: str, place: str, code: str, said: str) -> None:
        with pytest.raises(InputError, match=said) as refused:
            exchange_cards(listed(), out, into)
        assert (refused.value.place, refused.value.code) == (place, code)


class TestRule:
    """rb-tournament, rb-tournament-2026-07-16 and rb-tournament-2026-10-09 403.4."""

    @pytest.mark.parametrize(
        ("day", "document"),
        [
            (date(2026, 6, 1), "rb-tournament"),
            (date(2026, 7, 16), "rb-tournament-2026-07-16"),
            (date(2026, 11, 1), "rb-tournament-2026-10-09"),
        ],
    )
    def test_is_cited_by_the_edition_of_the_day(self, day: date, document: str) -> None:
        cite = game_of(RIFTBOUND).sideboarding_by
        assert cite is not None
        assert (cite(day).document, cite(day).rule) == (document, "403.4")

    @pytest.mark.parametrize("game", [VS_CLASSIC, VS_2PCG])
    def test_is_stated_by_no_document_of_the_others(self, game: str) -> None:
        assert game_of(game).sideboarding_by is None
