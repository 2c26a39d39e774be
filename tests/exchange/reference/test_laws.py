"""What holds for any file: items or a refusal, no line lost, and memory that doesn't grow with it."""

from __future__ import annotations

import gc
import io
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from tests.exchange.reference.documents import FAQ, as_bytes, bodies, lines_taken, words_of, words_said
from tests.sizes import size
from vsdb.exchange.card_files.proposals import CardProposal, ReadingProblem, SourceProposal
from vsdb.exchange.card_files.sources.reference.items import read
from vsdb.exchange.card_files.sources.reference.statements import strip_italics

LINES = st.sampled_from(
    [
        *(line.strip() for line in FAQ.split("\n")),
        "1. Lamps",
        "2. They burn.",
        "9) Late",
        "Character, 1, x/y",
        "Character: 1",
        "Plot Twist, 2",
        "• Draw a card.",
        "Choose one:",
        "CONDUCT",
        "# Conduct",
        "Page 3",
        "No comments:",
        "*Moth* draws _two <i>cards",
        "<>",
        "○",
        ",",
        "*",
        "**",
        "==",
        "## ",
        "MGC-001",
        "This set is legal from June 27, 2008.",
        "The members of the Keepers are Mila, Tam and Tam.",
        "May 4, 2007",
        "2007-13-45",
        "Reservist",
        "word " * 30,
        "\ufeff",
        "\u2028",
    ]
)
DOCUMENTS = st.lists(st.one_of(LINES, st.text(max_size=40)), max_size=40).map("\n".join)


def numbers_of_written_lines(data: bytes) -> list[int]:
    """The numbers of the lines that hold more than spaces and marks of byte order."""
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode().split("\n")
    return [number for number, line in enumerate(lines, start=1) if line.replace("\ufeff", "").strip()]


class TestAnyFile:
    @settings(max_examples=300, deadline=None)
    @given(DOCUMENTS)
    def test_gives_items_with_every_line_in_one_of_them_or_is_refused(self, text: str) -> None:
        data = text.encode(errors="replace")
        try:
            taken = lines_taken(data)
        except InputError:
            return
        assert taken == numbers_of_written_lines(data)

    @settings(max_examples=100, deadline=None)
    @given(DOCUMENTS)
    def test_gives_every_word_that_stands_under_a_name_or_a_heading(self, text: str) -> None:
        data = text.encode(errors="replace")
        try:
            said = words_said(data)
        except InputError:
            return
        for body in bodies(data):
            plain, _ = strip_italics(body.text)
            assert said.issuperset(word for word in words_of(plain) if word.isascii() and word.isalpha())

    @settings(max_examples=200, deadline=None)
    @given(st.binary(max_size=300), st.integers(0, 200))
    def test_gives_items_or_is_refused_with_any_bytes_in_it(self, noise: bytes, at: int) -> None:
        data = as_bytes(FAQ)
        try:
            items = list(read(io.BytesIO(data[:at] + noise + data[at:]), "noise"))
        except InputError:
            return
        assert isinstance(items[0], SourceProposal)
        assert items[0].slug

    @settings(max_examples=100, deadline=None)
    @given(DOCUMENTS)
    def test_gives_names_and_texts_that_are_not_empty(self, text: str) -> None:
        try:
            items = list(read(io.BytesIO(text.encode(errors="replace")), "any"))
        except InputError:
            return
        for item in items:
            if isinstance(item, CardProposal):
                assert item.name.strip()
                assert all(each.text.strip() for each in (*item.wordings, *item.rulings))


class Endless(io.RawIOBase):
    """A file made while it is read: a head, and then as many entries as are asked for."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces

    def read(self, size: int = -1, /) -> bytes:
        return b"".join(islice(self.pieces, 100))


def reference(cards: int) -> Endless:
    """A reference of many cards with text and commentary."""

    def pieces() -> Iterator[bytes]:
        yield b"Gorse Clan FAQ\nLast updated May 4, 2007\n\nSINGLE CARDS\n\n"
        for number in range(cards):
            yield (
                f"Lamp <> Lantern, Number {number}\nCharacter, 3, Clan {number % 50}, 5/4\nReservist\n\n"
                f"When Lamp enters play, draw card {number}.\n\nYou draw it even if the lamp is out.\n\n"
            ).encode()

    return Endless(pieces())


class TestAGreatFile:
    @pytest.mark.law
    @pytest.mark.full
    def test_takes_no_more_memory_than_a_small_one(self) -> None:
        """Counted in blocks that are in use, which costs no time; tracing every one would take minutes."""
        in_use = []
        few_items, many_items = 5_000, size(50_000, short=20_000)
        for number, item in enumerate(read(reference(many_items), "many")):  # type: ignore[arg-type]
            assert not isinstance(item, ReadingProblem)
            if number in {few_items, many_items}:
                gc.collect()
                in_use.append(sys.getallocatedblocks())
        few, many = in_use
        assert many < 1.02 * few

    @pytest.mark.parametrize(
        "paragraph", [b"However, lamps burn.\n\n", b"Choose one:\n", b"Page 3\n\n", b"Mila, Lamp\nDraw.\n\n"]
    )
    @pytest.mark.law
    def test_may_be_one_entry_without_end(self, paragraph: bytes) -> None:
        def pieces(entries: int) -> Iterator[bytes]:
            yield b"Gorse Clan FAQ\n\nSINGLE CARDS\n\nMila\nCharacter, 1, 1/1\nDraw a card.\n\n"
            for _ in islice(count(), entries):
                yield paragraph

        def peak(entries: int) -> int:
            tracemalloc.start()
            try:
                for item in read(Endless(pieces(entries)), "one"):  # type: ignore[arg-type]
                    assert not isinstance(item, ReadingProblem)
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

        few = size(2_000, short=1_000)
        peak(few)  # with what is made once
        assert peak(4 * few) < 1.5 * peak(few)
