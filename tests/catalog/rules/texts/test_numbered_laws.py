"""Whatever stands in a file: the readers of numbered editions refuse it as input, or lose nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from tests.catalog.rules.texts.documents import joined, strip_space_and_markup
from tests.catalog.rules.texts.editions import MARKED, PLAIN, by_slug
from vsdb.exchange.rule_documents.edition import read_markdown, read_numbered

READERS = pytest.mark.parametrize("read", [read_numbered, read_markdown], ids=["numbered", "markdown"])
BITS = [
    "",
    " ",
    "\t",
    "- ",
    "• ",
    "# ",
    "**",
    "<u>",
    "</u>",
    "[x",
    "](#)",
    "\\",
    "–",
    ":",
    "Example:",
    "Glossary",
    "o ",
    "tu-",
    "long " * 20,
]
NUMBERS = ["1.", "101.", "101.1", "101.1a", "101.1l.", "101.11", "999.999z", "rule 101.1", "102.", "7", "(See rule"]
LINES = st.lists(st.sampled_from([*BITS, *NUMBERS, *MARKED.split("\n"), *PLAIN.split("\n")]), max_size=4).map("".join)
MUTATED = st.lists(LINES, max_size=40).map("\n".join)


def holds(read: object, text: str) -> None:
    """It is refused, or lossless, with addresses that fit their columns and parents that came before."""
    assert callable(read)
    try:
        found = read(text, "any")
    except InputError:
        return
    units = by_slug(found)
    assert strip_space_and_markup(joined(found.units)) == strip_space_and_markup(text)
    before: set[str] = set()
    for unit in found.units:
        assert unit.parent is None or unit.parent in before
        before.add(unit.slug)
        assert len(unit.slug) <= 160
        assert len(unit.number) <= 80
        assert len(unit.title) <= 200
        for mention in unit.mentions:
            assert unit.text[mention.start : mention.end] == mention.written
            assert mention.target is None or mention.target in units
            assert len(mention.written) <= 160


@READERS
@settings(deadline=None)
@given(text=st.text())
def test_any_text(read: object, text: str) -> None:
    holds(read, text)
    holds(read, f"101.1 {text}")


@READERS
@settings(max_examples=200, deadline=None)
@given(text=MUTATED)
@example(text="101.1b **Example:** Fern brings ten.\n102.**Example**: Moss brings nine.")
def test_lines_of_an_edition_in_disorder(read: object, text: str) -> None:
    holds(read, text)


@READERS
@settings(deadline=None)
@given(start=st.integers(0, 2000), length=st.integers(0, 300), put=st.text(max_size=20))
def test_an_edition_with_a_part_replaced(read: object, start: int, length: int, put: str) -> None:
    for text in (MARKED, PLAIN):
        holds(read, text[:start] + put + text[start + length :])


@pytest.mark.shared
@pytest.mark.parametrize(
    ("read", "name"),
    [(read_numbered, "vs-classic-rules-2007-02-05.txt"), (read_markdown, "vs-classic-rules-2.7-2008-12-22.md")],
    ids=["2007", "2.7"],
)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=st.integers(0, 320_000), length=st.integers(0, 20_000), put=MUTATED)
def test_a_real_edition_with_a_part_replaced(
    shared: Path, read: object, name: str, start: int, length: int, put: str
) -> None:
    text = (shared / "documents" / name).read_text(encoding="utf-8")
    holds(read, text[:start] + put + text[start + length :])
