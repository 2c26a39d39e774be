"""What a person decides for a line goes into the list, and nothing else changes."""

from __future__ import annotations

import pytest

from engine.decklists import read_deck
from engine.model.errors import InputError
from tests.engine import decklist_cards as small
from vsdb.exchange.deck_lists.drafts import DROP, apply_decisions

LIST = "# Doom\n4 Ghost Rider\n2x Boriss (MOR)\nSB: 3 Nobody\n\nNothing here\n1 X-23\n"


def test_a_card_that_is_chosen_stands_with_the_line_s_count_where_the_line_stood() -> None:
    text = apply_decisions(LIST, {2: small.SPIRIT.slug, 3: small.BORIS.slug, 4: "x-23", 6: "x-23"}, small.CLASSIC)
    assert text == (
        "# Doom\n4 Ghost Rider, Spirit of Vengeance\n2 Boris, Personal Servant of Dr. Doom\nSB: 3 X-23\n\n"
        "1 X-23\n1 X-23\n"
    )
    assert read_deck(text, small.CLASSIC, small.ON).unsettled == ()


def test_a_line_may_be_dropped_or_written_anew_and_all_at_once() -> None:
    assert apply_decisions(LIST, {4: DROP, 6: "2 Nasty Surprise", 2: DROP}, small.CLASSIC) == (
        "# Doom\n2x Boriss (MOR)\n\n2 Nasty Surprise\n1 X-23\n"
    )
    assert apply_decisions("4 Nobody", {1: DROP}, small.CLASSIC) == ""


def test_nothing_decided_changes_nothing() -> None:
    assert apply_decisions(LIST, {}, small.CLASSIC) == LIST


def test_a_heading_on_the_same_line_stays() -> None:
    text = "Legend: Annie, Dark Chid\n3 Darius, Trifarian"
    chosen = apply_decisions(text, {1: small.ANNIE.slug}, small.RIFT)
    assert small.said(read_deck(chosen, small.RIFT, small.ON)) == [
        ("legend", 1, small.ANNIE.slug),
        ("legend", 3, small.DARIUS.slug),
    ]
    assert apply_decisions(text, {1: DROP}, small.RIFT).splitlines()[0] == "Legend:"


@pytest.mark.parametrize(
    ("decisions", "message"),
    [
        ({0: DROP}, "line 0: no line 0; the list has 7 lines"),
        ({8: DROP}, "line 8: no line 8; the list has 7 lines"),
        ({2: "  "}, "line 2: no choice made"),
        ({2: "4 X-23\n4 Boris"}, "line 2: more than 1 line"),
    ],
)
def test_what_cant_be_done_is_told_with_the_line(decisions: dict[int, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        apply_decisions(LIST, decisions, small.CLASSIC)


def test_a_line_too_long_to_be_read_can_be_decided() -> None:
    assert apply_decisions("4 " + "x" * 600, {1: "x-23"}, small.CLASSIC) == "1 X-23\n"
