"""A Riftbound sheet holds what is registered, and has rows to write on for what is missing.

Tournament rules 402.1: a main deck of exactly 40 with the chosen champion, 1 legend, 12 runes, 3 battlefields;
601.1.c.1: a sideboard of up to 8, of up to 10 from 2026-07-16.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest

from engine import decklists
from engine.model.reference import Reference
from tests.decks.pdf import reading
from vsdb.check.forms import find_sample
from vsdb.check.play_area import build_play_area
from vsdb.decks.pdf.documents import render_sheet
from vsdb.decks.pdf.listing import (
    MAX_OPEN_ROWS,
    SheetRequest,
    build_judge_list_page,
    build_sheet_parts,
    list_open_rows,
)

Load = Callable[[str], Reference]
TODAY = date(2026, 11, 28)
TEN = (
    *("Rebuke", "Void Seeker", "Sneaky Deckhand", "Spiderling", "Stargazer"),
    *("Soulgorger", "Star-Crossed", "Sudden Storm", "Square Up", "Iron Ballista"),
)


def request(text: str, reference: Reference, fmt: str = "standard", on: date = TODAY) -> SheetRequest:
    deck = decklists.read_deck(text, reference.catalog, on)
    return SheetRequest(deck, "Jinx", area=build_play_area(deck, reference.formats.get(fmt), on))


def open_rows(found: SheetRequest) -> dict[str, tuple[str, ...]]:
    """The rows to write on, by section."""
    parts = build_sheet_parts(found.deck, found.area)
    return {part.section: rows for part in parts if (rows := list_open_rows(found.deck, part))}


def ten_beside() -> str:
    sample = find_sample("jinx")
    assert sample
    main = sample.text.partition("Sideboard\n")[0]
    return main + "Sideboard\n" + "".join(f"1 {name}\n" for name in TEN)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_whole_deck_with_ten_different_cards_in_the_sideboard_is_one_page(reference: Load, paper: str) -> None:
    found = request(ten_beside(), reference("riftbound"))
    (page,) = reading.pages(render_sheet(found, paper))
    for said in ("Legend 1 of 1", "Champion 1 of 1", "Deck 40 of 40, champion included", "Runes 12 of 12"):
        assert said in page
    assert "Battlefields 3 of 3" in page
    side = page[page.index("Sideboard 10 of 10") + 1 :][:10]
    assert sorted(re.sub(r"^1 | [A-Z]+-\d+$", "", line) for line in side) == sorted(TEN)
    assert open_rows(found) == {}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_an_empty_deck_is_a_form_to_write_on(reference: Load, paper: str) -> None:
    found = request("", reference("riftbound"))
    assert {section: len(rows) for section, rows in open_rows(found).items()} == {
        "legend": 1,
        "champion": 1,
        "deck": MAX_OPEN_ROWS,
        "runes": 2,
        "battlefields": 3,
        "sideboard": 10,
    }
    data = render_sheet(found, paper)
    (page,) = reading.pages(data)
    assert "Sideboard 0 of 10" in page
    assert "This list has no cards yet." not in page
    written = [box for box in reading.boxes(data) if box[3] < 1 and 60 < box[2] < 90]
    assert len(written) >= 33


@pytest.mark.parametrize(("day", "rows"), [(date(2026, 7, 15), 3), (date(2026, 7, 16), 5)])
def test_the_sideboard_has_a_row_for_each_card_that_may_still_come(reference: Load, day: date, rows: int) -> None:
    found = open_rows(request("Sideboard\n3 Rebuke\n2 Void Seeker\n", reference("riftbound"), on=day))
    assert len(found["sideboard"]) == rows


def test_runes_have_a_row_for_each_domain_that_is_missing(reference: Load) -> None:
    legend = "Legend\n1 Jinx, Loose Cannon\n"
    texts = {
        legend: ("Fury", "Chaos"),
        f"{legend}Runes\n7 Fury Rune\n": ("Chaos",),
        f"{legend}Runes\n7 Fury Rune\n4 Chaos Rune\n": ("",),
        "Runes\n7 Fury Rune\n": ("",),
    }
    assert {text: open_rows(request(text, reference("riftbound")))["runes"] for text in texts} == texts
    said = reading.text(render_sheet(request(legend, reference("riftbound"))))
    assert {"Fury", "Chaos"} <= set(said.split("\n"))


def test_a_few_cards_more_have_a_row_each(reference: Load) -> None:
    found = open_rows(request("Deck\n3 Gust\n3 Cleave\n" + "3 Poro\n" * 11, reference("riftbound")))
    assert len(found["deck"]) == 1
    assert "deck" not in open_rows(request("Deck\n41 Gust\n", reference("riftbound")))


@pytest.mark.parametrize(("fmt", "rows"), [("sealed", {"legend": ("",), "champion": ("",)}), ("", {})])
def test_what_a_format_does_not_know_has_no_row(reference: Load, fmt: str, rows: dict[str, tuple[str, ...]]) -> None:
    text = "Deck\n9 Gust\n9 Cleave\n9 Rebuke\nRunes\n12 Fury Rune\n"
    assert open_rows(request(text, reference("riftbound"), fmt)) == rows


@pytest.mark.parametrize("game", ["vs-classic", "vs-2pcg"])
def test_a_sheet_of_the_other_games_has_its_list_alone(reference: Load, game: str) -> None:
    found = request("1 Nobody known\n", reference(game), next(iter(reference(game).formats)))
    assert found.area is None
    assert open_rows(found) == {}


def test_the_judges_list_has_the_numbers_beside_the_totals(reference: Load) -> None:
    page = build_judge_list_page(request(ten_beside(), reference("riftbound")))
    assert page["totals"] == [
        ("Legend", "1 of 1"),
        ("Champion", "1 of 1"),
        ("Deck with champion", "40 of 40"),
        ("Runes", "12 of 12"),
        ("Battlefields", "3 of 3"),
        ("Sideboard", "10 of 10"),
    ]
    assert page["cards"] == 66
