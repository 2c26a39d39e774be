"""The judge's list: by name, with boxes to tick."""

from __future__ import annotations

import re

from django.template.loader import render_to_string
from django.test import RequestFactory

from engine.model.cards import VS_2PCG, VS_CLASSIC
from engine.model.decks import DECK, SIDEBOARD, Deck, DeckEntry
from tests.engine import builders
from vsdb.decks.pdf.listing import SheetRequest, build_check_rows, build_judge_list_page


def deck() -> Deck:
    storm, atom = builders.card(VS_CLASSIC, "Storm"), builders.card(VS_CLASSIC, "atom smasher")
    edge = builders.card(VS_CLASSIC, "Éowyn")
    return Deck(
        VS_CLASSIC,
        (
            DeckEntry(DECK, 2, storm),
            builders.unknown(3, "Aaa"),
            DeckEntry(DECK, 4, edge),
            DeckEntry(DECK, 1, storm),
            DeckEntry(DECK, 4, atom),
            DeckEntry(SIDEBOARD, 1, storm),
        ),
    )


def html(sheet: SheetRequest) -> str:
    request = RequestFactory().get("/decks/1/x/judge/")
    return render_to_string("decks/pdf/judge_list.html", {"page": build_judge_list_page(sheet, "/decks/1/x/")}, request)


def test_is_by_name_with_a_row_for_each_section_and_unread_lines_last() -> None:
    assert [(each.row.count, each.row.name, each.where) for each in build_check_rows(deck())] == [
        (4, "atom smasher", "Deck"),
        (4, "Éowyn", "Deck"),
        (3, "Storm", "Deck"),
        (1, "Storm", "Sideboard"),
        (3, "3 Aaa", "Deck"),
    ]


def test_two_cards_of_one_name_are_told_apart_by_their_printing() -> None:
    levels = [
        builders.card(VS_2PCG, "Captain Marvel", printings=(code,), level=n) for n, code in ((2, "A-2"), (1, "A-1"))
    ]
    rows = build_check_rows(Deck(VS_2PCG, tuple(DeckEntry(DECK, 1, each) for each in levels)))
    assert [each.row.code for each in rows] == ["A-1", "A-2"]


def test_of_a_deck_without_cards_says_so() -> None:
    empty = SheetRequest(Deck(VS_CLASSIC))
    assert "This list has no cards yet." in html(empty)


def test_as_a_page_has_every_row_with_boxes_that_say_what_they_tick() -> None:
    page = html(SheetRequest(deck(), "My deck", fingerprint="K7QD-2M9X-4TFH"))
    assert page.partition("<main")[2].partition("</main>")[0].count('type="checkbox"') == 3 * 5
    assert 'aria-label="Check 2: Storm, Sideboard"' in page
    assert "total <b>15</b>" in page
    assert "K7QD-2M9X-4TFH" in page
    assert "3 Aaa" in page


def test_as_a_page_escapes_what_people_wrote_and_sets_no_style() -> None:
    hostile = "<script>alert(1)</script>"
    written = Deck(
        VS_CLASSIC,
        (DeckEntry(DECK, 1, state="unknown", written=hostile), DeckEntry(DECK, 1, builders.card(VS_CLASSIC, hostile))),
    )
    page = html(SheetRequest(written, hostile, hostile, hostile, None, hostile, hostile, hostile))
    assert hostile not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 5
    assert not re.search(r"\sstyle=|\son\w+=", page)
