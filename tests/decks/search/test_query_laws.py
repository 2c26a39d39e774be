"""Laws of queries for decks: whatever is typed is read, and what was read is written so that it is read again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vsdb.accounts.viewers import Viewer
from vsdb.decks.search import search_decks
from vsdb.decks.search.query import parse
from vsdb.search.language.deck_fields import DECK_FIELDS
from vsdb.search.language.fields import FIELDS
from vsdb.search.language.writing import unparse

KEYS = tuple(key for one in (*DECK_FIELDS, *FIELDS) for key in one.keys)
PARTS = (
    *(
        ":",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "(",
        ")",
        "{",
        "}",
        '"',
        "/",
        "-",
        "!",
        "@",
        "*",
        ",",
        " ",
        " or ",
        " not ",
    ),
    *("contains:(", "contains:", "legal:", "size>", "60", "2006-08-01", "golden", "doom", "none", "even", "\x00", "é"),
)
typed = st.lists(st.sampled_from(PARTS) | st.sampled_from(KEYS), max_size=14).map("".join)


@given(typed | st.text(max_size=60))
def test_whatever_is_typed_is_read(text: str) -> None:
    query = parse(text)
    assert all(0 <= note.span.start <= note.span.end <= max(len(text), 1) for note in query.notes)


@given(st.lists(st.sampled_from([example for one in DECK_FIELDS for example in one.examples]), min_size=1, max_size=4))
def test_what_was_read_is_written_so_that_it_is_read_again(examples: list[str]) -> None:
    query = parse(" ".join(examples))
    again = parse(unparse(query))
    assert unparse(again) == unparse(query)
    assert again.display == query.display


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed)
def test_whatever_is_typed_is_answered(text: str) -> None:
    found = search_decks(text, Viewer())
    assert found.total == 0
