"""One door in: the layout and the game are recognised, and no line is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.cards import GAMES, VS_2PCG, VS_CLASSIC
from engine.model.decks import AMBIGUOUS, READ, UNKNOWN, UNREADABLE
from engine.model.errors import InputError, NotFound
from engine.model.reference import Reference
from tests.decks.lists.decks_out import HOSTILE, TEXT
from tests.engine import decklist_cards as small
from vsdb.exchange.deck_lists.importing import ImportedList, read_list_in_any_layout

ON = date(2008, 6, 1)
#: The three small games of the tests of deck text.
BORIS = small.BORIS.slug
REFERENCES = [Reference(each.game, "test", each, each.sets, {}) for each in (small.CLASSIC, small.PCG, small.RIFT)]


def taken(given: str | bytes, *, game: str | None = None, file_name: str = "") -> ImportedList:
    return read_list_in_any_layout(given, references=REFERENCES, as_of=ON, game=game, file_name=file_name)


def entries(found: ImportedList) -> list[tuple[str, int, str]]:
    return [(each.section, each.count, each.card.slug if each.card else each.state) for each in found.deck.entries]


class TestLayout:
    """Content tells it first, the file's name second."""

    @pytest.mark.parametrize(
        ("text", "layout"),
        [
            ("# Doom\n4 Boris", "text"),
            ("[4] Boris", "text"),
            ("[Deck]\n4 Boris", "text"),
            ("4 [Boris](https://x.example/cards/vs-classic/boris/)", "markdown"),
            ("4 [Boris](https://x.example/elsewhere/)", "text"),
            ("4 [url=https://x.example/cards/vs-classic/boris/]Boris[/url]", "bbcode"),
            ('{"game": "vs-classic", "cards": []}', "json"),
            ('[{"count": 4, "name": "Boris"}]', "json"),
            ("Quantity;Card Name\n4;Boris", "csv"),
            ("sep=,\r\n# x\r\ncount,slug\r\n4,boris", "csv"),
            ('<?xml version="1.0"?>\n<deck game=""/>', "o8d"),
        ],
    )
    def test_is_told_by_the_content_whatever_the_file_is_called(self, text: str, layout: str) -> None:
        for name in ("", "deck.txt", "deck.json", "deck.o8d") if layout != "text" else ("", "deck.txt", "list"):
            assert taken(text, game=VS_CLASSIC, file_name=name).layout.slug == layout

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("deck.json", "line 1, column 3: this looks like JSON, but the syntax is wrong here"),
            ("DECK.O8D", "line 1, column 1: this looks like an OCTGN deck, but the XML is broken: syntax error"),
            ("deck.csv", "this looks like CSV, but no row names the columns"),
        ],
    )
    def test_a_file_that_isnt_what_its_name_says_is_refused(self, name: str, message: str) -> None:
        with pytest.raises(InputError, match=message):
            taken("4 Boris", game=VS_CLASSIC, file_name=name)

    def test_a_file_has_to_be_utf_8_and_of_a_size(self) -> None:
        assert entries(taken("# game: vs-classic\n4 Boris".encode("utf-8-sig"))) == [("deck", 4, BORIS)]
        for content, message in (
            ("4 Zoë".encode("latin-1"), "line 1: byte 5 is 0xEB, which isn’t UTF-8"),
            ("4 Boris".encode("utf-16"), "UTF-16"),
            (b"4 Bo\0ris", "line 1: column 5 has a NUL byte"),
            (b"x" * (256 * 1024 + 1), "the list has 262,145 bytes; at most 262,144"),
        ):
            with pytest.raises(InputError, match=message):
                taken(content)
        with pytest.raises(InputError, match="the list has 262,145 bytes"):
            taken("x" * (256 * 1024 + 1))


class TestGame:
    """Asked for, else said by the list, else told by its cards."""

    def test_what_is_asked_for_decides_and_a_list_that_says_another_is_told_so(self) -> None:
        found = taken("# game: riftbound\n4 Boris", game=VS_CLASSIC)
        assert entries(found) == [("deck", 4, BORIS)]
        assert found.remarks == ("The list names Riftbound. It was read as Vs. System TCG, as you chose.",)

    def test_the_list_may_say_it(self) -> None:
        assert taken("# game: Vs. System 2PCG\n1 Chair").deck.game == VS_2PCG
        assert taken('{"game": "vs-2pcg", "cards": [{"slug": "chair"}]}').deck.game == VS_2PCG

    def test_a_word_that_is_no_game_is_remarked_and_the_cards_tell_it(self) -> None:
        found = taken("# game: chess\n1 Chair\n1 Facehugger\n1 Nobody")
        assert found.deck.game == VS_2PCG
        assert found.remarks == (
            "No game named “chess”. The games are vs-classic, vs-2pcg, riftbound.",
            "The list names no game. It was read as Vs. System 2PCG: 2 of 3 lines name cards of this game.",
        )

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("1 Nobody", "no line names a recorded card"),
            ("", "no line names a recorded card"),
            ("1 X-23\n1 Chair", "the cards fit Vs. System TCG and Vs. System 2PCG"),
        ],
    )
    def test_where_nothing_tells_it_it_is_asked(self, text: str, why: str) -> None:
        with pytest.raises(InputError, match=why) as error:
            taken(text)
        assert (error.value.code, error.value.place) == ("game-missing", "game")

    def test_a_game_that_isnt_there_is_refused(self) -> None:
        with pytest.raises(NotFound, match="no game"):
            taken("4 Boris", game="chess")
        with pytest.raises(NotFound, match="no cards of Riftbound"):
            read_list_in_any_layout("4 Boris", references=REFERENCES[:1], as_of=ON, game="riftbound")


class TestLines:
    """Each is read, guessed with its reason, or listed for a decision."""

    def test_what_a_person_has_to_decide_is_listed_with_its_line_its_reason_and_candidates(self) -> None:
        found = taken("# Doom\n4 Boris\n2 Ghost Rider\n1 Boriss\n0 X-23\nNothing here", game=VS_CLASSIC)
        assert [(each.line, each.written, each.state, each.count) for each in found.decisions] == [
            (3, "2 Ghost Rider", AMBIGUOUS, 2),
            (4, "1 Boriss", UNKNOWN, 1),
            (5, "0 X-23", UNREADABLE, 0),
            (6, "Nothing here", UNREADABLE, 0),
        ]
        assert [each.why for each in found.decisions] == [
            "“Ghost Rider” fits 2 cards. Choose one.",
            "No card named “Boriss” is recorded.",
            "0 copies; a line can have 1 to 9,999.",
            "“Nothing here” has no number of copies and isn’t a card name.",
        ]
        assert [card.slug for card in found.decisions[1].candidates] == [BORIS]
        assert found.text.splitlines()[3] == "1 Boriss"

    def test_what_was_guessed_stands_with_its_reason_on_the_line(self) -> None:
        found = taken("4 Boris\nX-23", game=VS_CLASSIC)
        assert [(each.line, each.notes[0].code) for each in found.deck.noted] == [
            (1, "version-inferred"),
            (2, "count-inferred"),
        ]

    @pytest.mark.parametrize(
        "name",
        ["Deck", "# Deck", "// x", "----", "Foo:", "Sideboard", "SB: Deck", "(4)", "[x]", "  ", "Legend: Boris"],
    )
    def test_a_name_that_would_be_a_heading_or_a_comment_is_a_line_all_the_same(self, name: str) -> None:
        for text in (
            json.dumps([{"count": 4, "name": name, "slug": "nobody"}, {"count": 1, "slug": BORIS}]),
            json.dumps([{"written": name, "count": 1}, {"count": 1, "slug": BORIS}]),
            f'count,name,slug\n4,"{name}",nobody\n1,,{BORIS}\n',
        ):
            found = entries(taken(text, game=VS_CLASSIC))
            assert len(found) == 2
            assert found[1] == ("deck", 1, BORIS)

    @settings(deadline=None)
    @given(
        names=st.lists(st.one_of(st.sampled_from([*HOSTILE, "Deck", "2 Deck", "Pile: x"]), TEXT), max_size=8),
        counts=st.lists(st.sampled_from(["1", "4", "0", "-1", "x", "4x", "2.5", "99999"]), min_size=8, max_size=8),
    )
    @pytest.mark.parametrize("game", GAMES)
    def test_every_item_of_a_foreign_list_is_an_entry(self, game: str, names: list[str], counts: list[str]) -> None:
        items = [{"count": count, "name": name} for count, name in zip(counts, names, strict=False) if name]
        found = taken(json.dumps(items), game=game)
        assert len(found.deck.entries) == len(items)

    def test_an_unknown_section_is_the_deck_and_said_so(self) -> None:
        rows = [{"section": each, "slug": "chair"} for each in ("Plot Twists", "Heap", "pile:# x", "Level Up", "")]
        found = taken(json.dumps(rows), game=VS_2PCG)
        assert [each.section for each in found.deck.entries] == ["deck", "deck", "deck", "level-up", "deck"]
        assert found.remarks == (
            "This game has no section “Heap”. Its cards were added to the deck.",
            "This game has no section “pile:# x”. Its cards were added to the deck.",
        )

    def test_a_riftbound_list_without_sections_is_placed_by_type(self) -> None:
        rows = [{"name": "Annie, Dark Child"}, {"name": "Fury Rune", "count": 7}]
        assert entries(taken(json.dumps(rows))) == [("legend", 1, small.ANNIE.slug), ("runes", 7, "fury-rune")]

    def test_a_note_on_a_line_that_names_no_card_goes_to_the_deck_s_notes(self) -> None:
        rows = [
            {"name": "Nobody", "note": "who?"},
            {"slug": BORIS, "note": "him"},
            {"slug": BORIS, "note": "him again"},
        ]
        found = taken(json.dumps({"cards": rows, "notes": "All."}), game=VS_CLASSIC)
        assert found.card_notes == {BORIS: "him"}
        assert found.notes == "All.\nNobody: who?\nBoris, Personal Servant of Dr. Doom: him again"


class TestJson:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                '{"cards": [\n  {"count": 4,, }]}',
                "line 2, column 15: this looks like JSON, but the syntax is wrong",
            ),
            ('{"layout": "other", "cards": []}', "its layout is 'other', version 1; only vsdb-deck can be read"),
            ('{"layout": "vsdb-deck", "version": 2, "cards": []}', "its layout has version 2"),
            ('{"cards": {}}', "the list “cards” is missing"),
            ('{"cards": [4]}', r"cards\[0\]: found int; write each card as an object"),
            ('{"cards": [{"name": []}]}', r"cards\[0\].name: found list; write text"),
            ('{"a":' * 40_000, "the nesting is too deep"),
            ('{"cards": [' + "9" * 5_000 + "]}", "a number is too large"),
        ],
    )
    def test_what_cant_be_read_is_told_with_its_place(self, text: str, message: str) -> None:
        with pytest.raises(InputError, match=message):
            taken(text, game=VS_CLASSIC)


class TestCsv:
    def test_columns_stand_in_any_order_under_the_names_that_people_give_them(self) -> None:
        found = taken("Card;Qty;Zone;Price\nChair;4;Level Up;1\n\n;;;\nBaseball Bat;2;;", game=VS_2PCG)
        assert entries(found) == [("level-up", 4, "chair"), ("deck", 2, "baseball-bat")]
        assert found.remarks == ("The column “Price” was ignored.",)

    def test_a_spreadsheet_may_have_saved_it_and_the_comments_stay(self) -> None:
        found = taken("# Doom, again,,\r\n# game: vs-classic,,\r\n,,\r\ncount,name,slug\r\n2,,x-23\r\n,X-23,\r\n")
        assert (found.deck.title, found.deck.game) == ("Doom, again", VS_CLASSIC)
        assert entries(found) == [("deck", 2, "x-23"), ("deck", 1, "x-23")]

    def test_a_comma_in_a_name_that_stands_last_is_part_of_it(self) -> None:
        found = taken("count,name\n4,Boris, Personal Servant of Dr. Doom\n1,X-23,,", game=VS_CLASSIC)
        assert entries(found) == [("deck", 4, BORIS), ("deck", 1, "x-23")]

    def test_any_other_row_wider_than_the_header_is_kept_whole(self) -> None:
        found = taken("name,count\nBoris, Personal Servant of Dr. Doom,4\nX-23,1", game=VS_CLASSIC)
        assert [(each.line, each.written, each.state) for each in found.decisions] == [
            (1, "Boris, Personal Servant of Dr. Doom,4", UNREADABLE)
        ]


def test_a_list_without_an_octgn_id_costs_no_query(reference: Callable[[str], Reference]) -> None:
    """The database is refused to tests that don't ask for it."""
    references: Sequence[Reference] = [reference(game) for game in GAMES]
    found = read_list_in_any_layout("1 Captain Marvel [AFF-001]", references=references, as_of=ON)
    assert [each.state for each in found.deck.entries] == [READ]
