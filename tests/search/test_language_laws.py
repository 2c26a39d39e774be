"""Laws that hold for every text, however strange."""

from __future__ import annotations

import random
import re
import time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.search.query_shapes import shape, spans
from tests.sizes import size
from vsdb.search.completion import complete
from vsdb.search.language.fields import FIELDS
from vsdb.search.language.parser import MAX_CHARACTERS, parse
from vsdb.search.language.syntax import Query
from vsdb.search.language.writing import describe, unparse

KEYS = [key for field in FIELDS for key in field.keys]
SIGNS = ": = != < <= > >= ≤ ≥ ≠ ( ) { } [ ] \" “ ” ' / \\ @ ! - + * , ; . .. ~ # % & | ? ^ $ or OR and not NOT"
WORDS = "hulk x-men *Spider-Man* S.H.I.E.L.D. Ünïcödé 日本 🂡 ﷽ 0 1 -1 007 999999999999 1..5 1-50 5.. ..5 0+ X none even"
VALUES = (
    "unknown odd both * 2006 2006-06 2006-02-30 2006-06-01 9999 0000 s:MOR s: atk+def cost*4 %00 (a+)+$ flip:( t:( -("
)
#: What queries are made of, and what breaks them.
PIECES = [
    *KEYS,
    *(example for field in FIELDS for example in field.examples),
    *(piece for line in (SIGNS, WORDS, VALUES) for piece in line.split()),
    *("\x00", "\n", "\t", "\u202e", "\ud800", "\ufeff", "'; DROP TABLE cards; --", "(" * 40, "{" * 9),
    *(" ", "  ", "a" * 200, "not ("),
]
queries = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=14).flatmap(
    lambda pieces: st.sampled_from([" ".join(pieces), "".join(pieces)])
)
slowly = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def assert_in_place(query: Query) -> None:
    """Every place lies inside the text, and no term and no note stands nowhere."""
    for span in [*spans(query.tree), *(note.span for note in query.notes)]:
        assert 0 <= span.start < span.end <= len(query.text)


def _whole(text: str) -> str:
    """The text, where all of it is read: what is longer than a query may be is cut, and then means another thing."""
    assume(len(text) <= MAX_CHARACTERS)
    return text


class TestEveryText:
    @slowly
    @given(queries)
    def test_is_read_with_every_place_inside_it(self, text: str) -> None:
        assert_in_place(parse(text))

    @slowly
    @given(queries)
    def test_means_the_same_when_it_is_written_again(self, text: str) -> None:
        query = parse(text)
        again = parse(_whole(unparse(query)))
        assert shape(again.tree) == shape(query.tree)
        assert (again.display, again.as_of) == (query.display, query.as_of)

    @slowly
    @given(queries)
    def test_is_written_again_without_a_mistake(self, text: str) -> None:
        notes = parse(_whole(unparse(parse(text)))).notes
        # What finds nothing is still asked.
        assert [
            note.message for note in notes if not re.search("finds no cards: |^There is no field", note.message)
        ] == []

    @slowly
    @given(queries)
    def test_can_be_said_in_words(self, text: str) -> None:
        assert describe(parse(text)).endswith(".")

    @slowly
    @given(queries, st.integers(-3, 400))
    def test_is_completed_inside_it(self, text: str, cursor: int) -> None:
        for one in complete(text, cursor):
            assert 0 <= one.span.start <= one.span.end <= len(text)
            assert one.text

    @slowly
    @given(queries)
    def test_loses_nothing_by_being_negated_twice(self, text: str) -> None:
        written = unparse(parse(text))
        once, twice = parse(f"({written})"), parse(_whole(f"-(-({written}))"))
        assert shape(twice.tree) == shape(once.tree)


def _seconds(text: str) -> float:
    started = time.process_time()
    parse(text)
    return time.process_time() - started


class TestHostileQueries:
    """Seconds of the processor, so that a busy machine fails nothing."""

    @pytest.mark.law
    def test_of_pieces_at_random_are_read_and_none_takes_a_fifth_of_a_second(self) -> None:
        chance = random.Random(20060501)  # noqa: S311
        slow = []
        for _ in range(size(10_000, short=2_500)):
            pieces = chance.choices(PIECES, k=chance.randint(1, 60))
            text = chance.choice([" ", "", "", ":"]).join(pieces)
            started = time.process_time()
            query = parse(text)
            if time.process_time() - started > 0.2:
                slow.append(text)
            assert_in_place(query)
        # Of one that was slow because memory was tidied up meanwhile the same text is fast at another time.
        assert [text for text in slow if min(_seconds(text) for _ in range(3)) > 0.2] == []

    @pytest.mark.parametrize(
        "piece",
        ["(", ")", "-", "not ", '"', "{", "/", "@", "!", "a:", "a=b ", "flip:(", "t:(", "c:1+", "or ", "\\", "{a,"],
    )
    def test_a_piece_over_and_over_is_read_at_once(self, piece: str) -> None:
        started = time.process_time()
        query = parse(piece * (MAX_CHARACTERS // len(piece)))
        assert time.process_time() - started < 2
        assert_in_place(query)
