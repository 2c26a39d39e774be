"""Whatever people write into titles, names and notes stays text in every layout."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.cards import VS_CLASSIC
from engine.model.decks import UNREADABLE, Deck, DeckEntry
from engine.model.reference import Reference
from tests.decks.lists.decks_out import HOSTILE, SITE, written
from tests.engine.decklist_cards import CLASSIC, X_23
from vsdb.exchange.deck_lists.data_layouts import escape_cell, unescape_cell

EVERYWHERE = "\n".join(HOSTILE)


def hostile(slug: str) -> str:
    """A deck in a layout with the worst of texts wherever there is a text."""
    unread = tuple(DeckEntry("deck", 0, state=UNREADABLE, written=f"{text} {text}") for text in HOSTILE)
    deck = Deck(VS_CLASSIC, (DeckEntry("deck", 4, X_23), *unread), HOSTILE[0], {"event": HOSTILE[1]})
    return written(slug, deck, CLASSIC, notes=EVERYWHERE, card_notes={X_23.slug: EVERYWHERE}).text


class TestCsv:
    """No program that opens it finds a formula, whatever it parts cells by."""

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    def test_no_cell_begins_like_a_formula(self, separator: str) -> None:
        cells = [
            cell for row in csv.reader(io.StringIO(hostile("csv"), newline=""), delimiter=separator) for cell in row
        ]
        begins = re.compile("[ \u00a0]*[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20]")
        inside = re.compile("[;\t\r\n][ \u00a0]*[=+\\-@\uff1d\uff0b\uff0d\uff20]")
        assert len(cells) > len(HOSTILE)
        assert [cell for cell in cells if begins.match(cell)] == []
        assert separator != "," or [cell for cell in cells if inside.search(cell)] == []

    @given(st.text(st.sampled_from("=+-@';, \t\r\n\u00a0\uff1da1"), max_size=12))
    def test_every_cell_comes_back(self, cell: str) -> None:
        assert unescape_cell(escape_cell(cell)) == cell

    @pytest.mark.parametrize("cell", ["Boris", "'Ringer", "4", "", "a=b", "Spider-Man"])
    def test_a_harmless_cell_stays_as_it_is(self, cell: str) -> None:
        assert escape_cell(cell) == cell


class TestMarkdown:
    def test_nothing_but_our_own_lines_means_anything(self) -> None:
        for line in hostile("markdown").splitlines():
            ours = re.sub(r"^(?:# |## |> |- |\*(?=event|game))|\*  $", "", line)
            ours = re.sub(rf"^4 × \[X-23\]\({SITE}/cards/vs-classic/x-23/\) — |^<{SITE}/decks/7/deck/>$", "", ours)
            bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", ours)
            assert re.search(r"[`*_\[\]<>|#&~$]|://|www\.|^\s*(?:[-+=]|\d+[.)])", bare) is None, line


class TestBBCode:
    def test_no_tag_but_our_own_and_no_address_but_ours(self) -> None:
        text = hostile("bbcode")
        tags = re.findall(r"\[(?!\u200b)[^\]]*\]?", text)
        assert set(tags) == {
            "[size=150]",
            "[/size]",
            "[b]",
            "[/b]",
            "[i]",
            "[/i]",
            "[quote]",
            "[/quote]",
            "[url]",
            "[/url]",
            f"[url={SITE}/cards/vs-classic/x-23/]",
        }
        assert set(re.findall(r"\w+://[^\s\]\[]*|www\.\w+", text)) == {
            f"{SITE}/cards/vs-classic/x-23/",
            f"{SITE}/decks/7/deck/",
        }


def test_json_is_one_value_with_every_text_in_it() -> None:
    value = json.loads(hostile("json"))
    assert (value["layout"], value["version"], value["notes"]) == ("vsdb-deck", 1, EVERYWHERE)
    assert value["cards"][0] == {
        "section": "deck",
        "count": 4,
        "slug": "x-23",
        "name": "X-23",
        "printing": None,
        "note": EVERYWHERE,
    }


@pytest.mark.parametrize("slug", ["text", "text-by-type", "text-plain", "markdown", "bbcode", "csv", "o8d"])
def test_a_line_break_in_a_title_or_a_name_opens_no_line(slug: str, reference: Callable[[str], Reference]) -> None:
    deck = Deck(VS_CLASSIC, (DeckEntry("deck", 4, X_23),), "One\n4 Boris\r4 Boris\u20284 Boris")
    lines = written(slug, deck, CLASSIC).text.splitlines()
    assert not any(line.startswith("4 Boris") for line in lines)
