"""What can't be a deck list at all is refused at once, with the place and what to do."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest

from engine.decklists import MAX_BYTES, MAX_CARDS, MAX_LINE_LENGTH, MAX_LINES, decode_list, read_deck, read_metadata
from engine.model.decks import UNREADABLE
from engine.model.errors import InputError
from tests.engine.decklist_cards import CLASSIC, ON, classic

#: How many times the work of an ordinary list of the same size a hostile one may make; a hang makes thousands.
MAX_RATIO = 40


def seconds(lines: Iterable[str]) -> float:
    """Processor time of reading a list, in seconds."""
    before = time.process_time()
    classic(*lines)
    return time.process_time() - before


def ordinary_seconds() -> float:
    """That of a list of as many lines as a list may have, each of another recorded or unknown card."""
    return seconds(f"4 Spider-Man {n}" for n in range(MAX_LINES))


def refusal(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        read_deck(text, CLASSIC, ON)
    return caught.value


class TestDecode:
    """An upload is UTF-8 text."""

    @pytest.mark.parametrize("raw", [b"4 Zo\xc3\xab", b"\xef\xbb\xbf4 Zo\xc3\xab"])
    def test_reads_utf_8_with_or_without_its_mark(self, raw: bytes) -> None:
        assert decode_list(raw) == "4 Zoë"

    def test_names_the_byte_that_is_none(self) -> None:
        with pytest.raises(InputError) as caught:
            decode_list(b"4 Foo\n4 Caf\xe9\n")

        assert (caught.value.place, caught.value.code) == ("line 2", "wrong-encoding")
        assert caught.value.message.startswith("byte 6 is 0xE9, which isn’t UTF-8; save the list as UTF-8")

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be-with-mark", "utf-32"])
    def test_says_what_to_do_with_utf_16(self, encoding: str) -> None:
        raw = "\ufeff4 Foo".encode("utf-16-be") if encoding.endswith("mark") else "4 Foo".encode(encoding)
        with pytest.raises(InputError, match=r"UTF-16; save it as UTF-8"):
            decode_list(raw)

    def test_finds_the_nul_byte_of_utf_16_without_its_mark(self) -> None:
        with pytest.raises(InputError, match=r"line 1: column 2 has a NUL byte"):
            decode_list("4 Foo".encode("utf-16-le"))

    @pytest.mark.parametrize(("size", "is_read"), [(MAX_BYTES, True), (MAX_BYTES + 1, False)])
    def test_reads_a_quarter_of_a_mebibyte(self, size: int, is_read: bool) -> None:
        raw = b"\n".join([b"x" * 1023] * 256).ljust(size, b"x")
        if is_read:
            assert len(decode_list(raw)) == size
        else:
            with pytest.raises(InputError, match=r"262,145 bytes; at most 262,144"):
                decode_list(raw)


class TestRead:
    """A text that is no list is refused before anything is made of it."""

    def test_refuses_ten_megabytes(self) -> None:
        assert refusal("4 X-23\n" * 1_500_000).message == "the list has 10,500,000 bytes; at most 262,144"

    def test_counts_bytes_and_not_letters(self) -> None:
        assert refusal("€" * (MAX_BYTES // 3 + 1)).code == "too-long"

    def test_refuses_a_nul_byte_and_names_its_place(self) -> None:
        assert str(refusal("4 X-23\n4 X\0-23")) == "line 2: column 4 has a NUL byte; a list must be plain text"
        with pytest.raises(InputError, match="NUL"):
            read_metadata("# format: x\0")

    def test_refuses_half_a_character(self) -> None:
        assert str(refusal("4 X-23\n4 \ud800")).startswith("line 2: column 3 has half a character")

    @pytest.mark.parametrize("lines", [MAX_LINES, MAX_LINES + 1])
    def test_reads_two_thousand_lines(self, lines: int) -> None:
        text = "1 X-23\n" * lines
        if lines == MAX_LINES:
            assert len(read_deck(text, CLASSIC, ON).entries) == MAX_LINES
        else:
            assert refusal(text).message == "the list has 2,001 lines; at most 2,000"

    def test_reads_ten_thousand_cards(self) -> None:
        assert classic("9999 X-23", "1 X-23").size() == MAX_CARDS
        assert str(refusal("9999 X-23\n1 X-23\n1 X-23")) == "line 3: the list has more than 10,000 cards"

    def test_refuses_a_million_cards(self) -> None:
        assert refusal("9999 X-23\n" * 101).code == "too-long"
        assert classic("1000000 X-23").entries[0].problem == "1,000,000 copies; a line can have 1 to 9,999"


class TestLines:
    """A line that can't be read is marked, and the others are read."""

    @pytest.mark.parametrize(
        ("length", "is_read"), [(MAX_LINE_LENGTH, True), (MAX_LINE_LENGTH + 1, False), (100_000, False)]
    )
    def test_have_five_hundred_characters(self, length: int, is_read: bool) -> None:
        long, other = classic("4 " + "x" * (length - 2), "4 X-23").entries

        assert (long.state != UNREADABLE) is is_read
        assert len(long.written) <= MAX_LINE_LENGTH + 1
        assert is_read or long.problem == f"the line has {length:,} characters; at most 500"
        assert other.count == 4

    def test_have_no_control_characters(self) -> None:
        [entry] = classic("4 X\x07-23").entries

        assert (entry.state, entry.written) == (UNREADABLE, "4 X\x07-23")
        assert entry.problem == "column 4 has the control character U+0007; a list must be plain text"

    def test_are_quoted_in_short(self) -> None:
        assert len(classic("x" * 400).entries[0].problem) < 120


@pytest.mark.parametrize(
    "line",
    [
        "4 x",
        "4 " + "a b, " * 98,
        "4 " + "(a) " * 120,
        "4 " + "[a] " * 120,
        "4 " + "(" * 490,
        "4 " + "<> " * 160,
        "4 " + "- " * 240,
        "4 " + "/" * 490,
        "4 " + "* " * 240,
        "4 " + "." * 490,
        "4 " + "x4 " * 160,
        "- " * 248,
        " " * 490 + "x",
        "4 " + " # " * 160,
        "# " + "a:" * 240,
        "=" * 490 + "x",
        "pile " * 98,
        "1 " * 240,
        "x-1 " * 120,
    ],
)
def test_hostile_lines_make_no_more_work_than_many_ordinary_ones(line: str) -> None:
    count = min(MAX_LINES, MAX_BYTES // (len(line) + 5))
    lines = [line if line.startswith("#") else f"{line}{n}" for n in range(count)]

    assert seconds(lines) < MAX_RATIO * ordinary_seconds()


def test_unknown_names_are_suggested_for_at_once() -> None:
    assert seconds(f"1 Nasty Suprise {n}" for n in range(MAX_LINES)) < MAX_RATIO * ordinary_seconds()
