"""Printings and sections of Riftbound lists as different programs write them."""

from __future__ import annotations

from datetime import date

import pytest

from engine.decklists import read_deck
from engine.model.cards import RIFTBOUND
from engine.model.decks import AMBIGUOUS
from tests.engine.real_lists import catalog

HELD = catalog(RIFTBOUND)
ON = date(2026, 11, 1)


@pytest.mark.parametrize(
    ("line", "printing"),
    [
        *((f"1 {code}", "RAD-169*") for code in ("RAD-169*", "RAD-169S", "rad-169s", "RAD-169-STAR", "RAD-169*/167")),
        ("1 OGN-303-STAR", "OGN-303*"),
        ("1 OGN-303a", "OGN-303a"),
        ("1 Hexplosives Expert [RAD-169-STAR]", "RAD-169*"),
        ("1 Hexplosives Expert (RAD) 169-STAR", "RAD-169*"),
        ("1 RAD-169S Hexplosives Expert", "RAD-169*"),
        ("1 RAD-R01A", "RAD-R01a"),
        ("1 VEN-SP1", "VEN-sp1"),
        ("1 VEN-SP1/006", "VEN-sp1"),
        ("1 OPP-001/219", "OPP-001/219"),
        ("1 Blazing Scorcher [OPP-001]", "OPP-001/298"),
    ],
)
def test_a_printing_is_read_in_every_spelling(line: str, printing: str) -> None:
    (entry,) = read_deck(f"Deck\n{line}\n", HELD, ON).entries
    assert entry.card is not None
    assert entry.printing == printing


def test_a_number_of_several_cards_leaves_open_which() -> None:
    (entry,) = read_deck("Deck\n3 OPP-001\n", HELD, ON).entries
    assert (entry.card, entry.state) == (None, AMBIGUOUS)


@pytest.mark.parametrize("form", ["{}", "{}:", "# {}", "[{}]", "{} (1)", "== {} =="])
def test_sections_are_read_as_programs_name_them(form: str) -> None:
    parts = {
        "Legend": "RAD-139",
        "Champion": "RAD-061",
        "MainDeck": "RAD-048",
        "Battlefields": "RAD-157",
        "Runes": "RAD-R01",
        "Sideboard": "OGN-004",
    }
    text = "\n".join(f"{form.format(name)}\n1 {code}" for name, code in parts.items())
    sections = [entry.section for entry in read_deck(text, HELD, ON).entries]
    assert sections == ["legend", "champion", "deck", "battlefields", "runes", "sideboard"]
