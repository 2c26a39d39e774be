"""Documents of this layout as others have written them, one difference at a time: bytes, lines, heads and sections."""

from __future__ import annotations

import io
from datetime import date

import pytest

from engine.model.cards import Between
from engine.model.errors import InputError
from tests.exchange.reference.documents import (
    FAQ,
    as_bytes,
    cards,
    given,
    lines_taken,
    notes,
    of_kind,
    problems,
    shape,
    source,
    wording,
)
from vsdb.exchange.card_files.proposals import CardProposal, IgnoredText, Item, SetProposal
from vsdb.exchange.card_files.sources.reference.items import read

ONLY_CARDS = """\
    Heralds of Galactus Card Reference
    as of 27 September 2006

    Ossian <> The Gale, Windborn
    Character, 4, Gorse Clan ○ Harrow, 7/6
    Flight, Range

    Whenever Ossian stuns a character, its controller moves it.

    Ossian can't be moved by opponents.

    Mila
    Character, 1, 1/1

    Quiet Morning
    Plot Twist, 2
    Target defender gets +2 DEF this attack.
    Draw a card.

    Hollow Gate, Non-Unique
    Location, X

    [Activate] >>> Draw a card.
"""


class TestAReferenceOfCardsAlone:
    def test_has_every_paragraph_in_the_wording(self) -> None:
        found = cards(ONLY_CARDS)
        assert {name: shape(card) for name, card in found.items()} == {
            "Ossian": (3, 0),
            "Mila": (0, 0),
            "Quiet Morning": (2, 0),
            "Hollow Gate": (1, 0),
        }
        assert (found["Hollow Gate"].versions, found["Hollow Gate"].facts["cost"]) == (("Non-Unique",), "X")

    def test_is_named_after_a_known_set_by_its_code(self) -> None:
        found = source(ONLY_CARDS)
        assert (found.slug, found.kind, found.document) == ("mhg-reference-2006-09-27", "reference", None)

    def test_loses_no_line(self) -> None:
        data = as_bytes(ONLY_CARDS)
        assert lines_taken(data) == [n for n, line in enumerate(data.split(b"\n"), start=1) if line]

    def test_leaves_out_a_heading_over_the_cards_of_a_team(self) -> None:
        text = ONLY_CARDS.replace("    Quiet Morning\n", "    Old Harrow Folk\n\n    Quiet Morning\n").replace(
            "    Hollow Gate,", "    H\n\n    Hollow Gate,"
        )
        assert [shape(card) for card in cards(text).values()] == [(3, 0), (0, 0), (2, 0), (1, 0)]
        assert [each.reason for each in of_kind(IgnoredText, text)] == [
            "looks like a heading between cards",
            "index letter",
        ]


class TestTheFilesBytes:
    @pytest.mark.parametrize("end", [b"\r\n", b"\r"])
    def test_may_end_lines_in_any_way(self, end: bytes) -> None:
        assert given(as_bytes(FAQ).replace(b"\n", end)) == given(FAQ)

    def test_may_begin_with_a_mark(self) -> None:
        assert given(b"\xef\xbb\xbf" + as_bytes(FAQ)) == given(FAQ)

    def test_may_be_windows_1252(self) -> None:
        curly = FAQ.replace("Tam's", "Tam’s").replace(" ○ ", " • ")
        assert b"\x92" in (data := curly.encode("cp1252"))
        assert [card.name for card in of_kind(CardProposal, data)][-1] == "Tam’s Ladder"
        assert cards(data)["Ossian"].facts["teams"] == ["Gorse Clan", "Harrow"]
        assert [shape(each) for each in cards(data).values()] == [shape(each) for each in cards(FAQ).values()]

    def test_may_be_read_in_small_pieces(self) -> None:
        class Slow(io.BytesIO):
            def read(self, size: int | None = -1, /) -> bytes:
                return super().read(7)

        items: list[Item] = list(read(Slow(as_bytes(FAQ).replace(b"\n", b"\r\n")), "gorse.txt"))
        assert items == given(FAQ)

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"Mila\nCharacter, 1, 1/1\nA \x81 b\n", "line 3: is not UTF-8 or Windows-1252"),
            (b"Mila\nCharacter, 1, 1/1\n\0\n", "line 3: holds the control character"),
            ("Mila\nCharacter, 1, 1/1\n".encode("utf-16"), "is in UTF-16"),
            (b"Mila\nCharacter, 1, 1/1\n" + b"a" * 40_000, "line 3: is longer than"),
            (b"", "the file doesn't look like a card reference"),
            (b"Just a letter.\n\nWith two paragraphs.\n", "line 1: the file doesn't look like a card reference"),
            (b'<?xml version="1.0"?>\n<set/>\n', "the file doesn't look like a card reference"),
            (b"word word word\n\n" * 10_000, "the file doesn't look like a card reference"),
        ],
    )
    def test_are_refused_where_they_are_no_such_document(self, data: bytes, said: str) -> None:
        with pytest.raises(InputError, match=said):
            given(data)


class TestLinesCutToAWidth:
    LONG = """\
        Gorse Clan FAQ

        SINGLE CARDS

        Ossian, Windborn
        Character, 4, Gorse Clan, 7/6
        Reservist

        When Ossian enters play, you may look at whichever card lies
        uppermost in your deck. If it is one of the Harrow, take it
        into your hand. If it is no such card, put it on the bottom.

        You may look at the card even if you have already looked at it.
        Harrow characters that have another affiliation too count for
        this, however many of them are in play at that time already.

        If the deck has no card left, then nothing at all happens, and
        Ossian stays in play as usual.
    """

    def test_are_joined_again(self) -> None:
        ossian = cards(self.LONG)["Ossian"]
        assert shape(ossian) == (2, 2)
        assert wording(ossian)[1].endswith("bottom.")
        assert ossian.rulings[0].place.line == 13

    def test_are_all_taken(self) -> None:
        data = as_bytes(self.LONG)
        assert lines_taken(data) == [n for n, line in enumerate(data.split(b"\n"), start=1) if line.strip()]


class TestTheHead:
    @pytest.mark.parametrize(
        ("line", "days"),
        [
            ("Last updated May 4, 2007", ("2007-05-04", "2007-05-04")),
            ("As of 4 May 2007", ("2007-05-04", "2007-05-04")),
            ("Updated: 2007-05-04", ("2007-05-04", "2007-05-04")),
            ("Last updated on Sept. 1st, 2007.", ("2007-09-01", "2007-09-01")),
            ("Revised May 2007", ("2007-05-01", "2007-05-31")),
            ("Last updated 5/23/2007", ("2007-05-23", "2007-05-23")),
            ("Last updated 5/4/2007", ("2007-04-05", "2007-05-04")),
            ("May 4, 2007", ("2007-05-04", "2007-05-04")),
        ],
    )
    def test_dates_the_document(self, line: str, days: tuple[str, str]) -> None:
        found = source(f"Gorse Clan FAQ\n{line}\n\nGENERAL\n\n1. Lamps\n\nThey burn.\n").published
        assert found == Between(*map(date.fromisoformat, days))

    def test_may_hold_the_date_in_the_title(self) -> None:
        found = source("Gorse Clan FAQ (last updated May 4, 2007)\n\nGENERAL\n\n1. Lamps\n\nThey burn.\n")
        assert (found.name, found.slug) == ("Gorse Clan FAQ", "gorse-clan-faq-2007-05-04")

    def test_leaves_a_document_without_a_date_undated(self) -> None:
        found = source("Gorse Clan FAQ\n\nGENERAL\n\n1. Lamps\n\nThey burn.\n")
        assert (found.published, found.slug) == (None, "gorse-clan-faq")

    def test_is_replaced_by_the_files_name_where_there_is_none(self) -> None:
        found = source("Mila\nCharacter, 1, 1/1\nDraw a card.\n", "Gorse Clan reference 2007-05-04.txt")
        assert (found.slug, found.kind) == ("gorse-clan-reference-2007-05-04", "reference")
        assert found.published == Between(date(2007, 5, 4), date(2007, 5, 4))

    def test_may_state_when_the_set_is_legal(self) -> None:
        text = "Gorse Clan FAQ\n\nThis set is legal from May 18, 2007.\n\nERRATA\n\nMila\nCharacter, 1, 1/1\nDraw.\n"
        assert [each.facts for each in of_kind(SetProposal, text)] == [{"legal_from": "2007-05-18"}]
        assert list(notes(text)) == ["Gorse Clan FAQ"]

    def test_leaves_out_an_introduction_and_says_so(self) -> None:
        text = "Gorse Clan FAQ\n\nWelcome, reader.\n\nERRATA\n\nMila\nCharacter, 1, 1/1\nDraw a card.\n"
        assert [(each.place.line, each.reason) for each in of_kind(IgnoredText, text)] == [
            (3, "introduction to the document")
        ]


class TestSections:
    def test_may_be_missing_but_one(self) -> None:
        text = FAQ.replace("    GENERAL\n", "").replace("    ERRATA\n", "")
        assert [card.wordings[0].kind for card in of_kind(CardProposal, text)] == ["reference"] * 5

    @pytest.mark.parametrize(
        ("general", "errata", "single"),
        [
            ("General", "Errata", "Single Cards"),
            ("GENERAL RULINGS:", "OFFICIAL ERRATA:", "SINGLE CARD RULINGS:"),
            ("## General questions", "## Card errata", "## Individual Cards"),
            ("== General ==", "== Errata ==", "== Card Rulings =="),
            ("**general**", "**errata**", "**single cards**"),
            ("I. General", "II. Errata (as of May 4, 2007)", "III. Single-card entries"),
            ("Gorse Clan General Notes", "Gorse Clan Errata", "Gorse Clan Single Cards"),
        ],
    )
    def test_may_be_headed_in_other_ways(self, general: str, errata: str, single: str) -> None:
        text = FAQ.replace("    GENERAL\n", f"    {general}\n").replace("    ERRATA\n", f"    {errata}\n")
        text = text.replace("    SINGLE CARDS\n", f"    {single}\n")
        expected = [(card.wordings[0].kind, shape(card)) for card in of_kind(CardProposal, FAQ)]
        assert [(card.wordings[0].kind, shape(card)) for card in of_kind(CardProposal, text)] == expected
        assert list(notes(text)) == list(notes(FAQ))
        assert problems(text) == []

    def test_of_no_known_kind_give_rulings_under_their_heading(self) -> None:
        text = FAQ.replace(
            "    SINGLE CARDS\n", "    CONDUCT\n\n    Lamps stay outside.\n\n    So do dogs.\n\n    SINGLE CARDS\n"
        )
        assert notes(text)["Conduct"].text == "Lamps stay outside.\nSo do dogs."
        assert shape(cards(text)["Hollow Gate"]) == (1, 0)

    def test_may_have_entries_under_headings_without_numbers(self) -> None:
        text = """\
            Gorse Clan FAQ

            General

            Lanterns

            A lantern is lit.

            Willpower
            It burns as long as its bearer wants it to.
        """
        rulings = notes(text)
        assert {subject: each.text.split()[0] for subject, each in rulings.items()} == {
            "Lanterns": "A",
            "Willpower": "It",
        }
        assert rulings["Willpower"].keywords == ("Willpower",)

    def test_may_ask_and_answer(self) -> None:
        text = "Gorse Clan FAQ\n\nGeneral\n\nQ: Do lamps burn?\nA: They do.\n\nQ: Even here?\nA: Even here.\n"
        assert {subject: each.text for subject, each in notes(text).items()} == {
            "Q: Do lamps burn?": "Q: Do lamps burn?\nA: They do.",
            "Q: Even here?": "Q: Even here?\nA: Even here.",
        }

    def test_keep_a_numbered_list_inside_of_an_entry(self) -> None:
        text = FAQ.replace("    Example: You", "    1. Light it.\n\n    2. Carry it.\n\n    Example: You")
        assert len(notes(text)["Lanterns"].text.split("\n")) == 4
        assert list(notes(text)) == list(notes(FAQ))

    def test_with_a_heading_that_nothing_follows_are_a_problem(self) -> None:
        text = "Gorse Clan FAQ\n\nGENERAL\n\n1. Lamps\n\n2. Lanterns\n\nThey burn.\n"
        assert problems(text) == ["line 5, General 1: a heading with no text below it"]
        assert list(notes(text)) == ["Lanterns"]

    def test_may_introduce_themselves_with_a_rule(self) -> None:
        text = FAQ.replace(
            "    Quiet Morning\n    Plot", "    Cards of Old Tam are worth two lamps.\n\n    Quiet Morning\n    Plot"
        )
        assert notes(text)["Single Cards"].text == "Cards of Old Tam are worth two lamps."
