"""Blocks in columns: none is lost or doubled, no heading stands alone, a part that goes on says so."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vsdb.decks.pdf.sheet import GROUP, PART, ROW, ColumnBlock, ColumnPage, fill_pages

HEIGHTS = {PART: 26.0, GROUP: 14.0}
FIRST, OTHER, CLOSING = 500.0, 600.0, 150.0


@st.composite
def lists(draw: st.DrawFn) -> list[ColumnBlock]:
    """Parts with groups with rows of one to eight lines."""
    blocks = []
    for part in range(draw(st.integers(0, 6))):
        blocks.append(ColumnBlock(PART, HEIGHTS[PART], f"part {part}"))
        for group in range(draw(st.integers(1, 3))):
            blocks.append(ColumnBlock(GROUP, HEIGHTS[GROUP], f"part {part}", (str(group),)))
            heights = draw(st.lists(st.integers(1, 8), min_size=1, max_size=60))
            blocks += [
                ColumnBlock(ROW, 12.0 * lines, f"part {part}", (str(number),)) for number, lines in enumerate(heights)
            ]
    return blocks


def set_in_pages(blocks: list[ColumnBlock]) -> list[ColumnPage]:
    return fill_pages(blocks, first=FIRST, other=OTHER, closing=CLOSING)


@given(lists())
def test_every_block_stands_once_in_its_order(blocks: list[ColumnBlock]) -> None:
    found = [block for page in set_in_pages(blocks) for column in page.columns for block in column]
    assert [block for block in found if block.lines != (f"{block.part}, continued",)] == blocks


@given(lists())
def test_no_column_is_longer_than_its_page_has_room(blocks: list[ColumnBlock]) -> None:
    found = set_in_pages(blocks)
    for number, page in enumerate(found):
        room = (OTHER if number else FIRST) - (CLOSING if page.has_closing else 0)
        assert page.has_closing == (number == len(found) - 1)
        assert all(sum(block.height for block in column) <= room for column in page.columns)


@given(lists())
def test_no_heading_stands_at_a_foot_and_every_column_begins_with_a_part(blocks: list[ColumnBlock]) -> None:
    for page in set_in_pages(blocks):
        for column in filter(None, page.columns):
            assert not column[-1].is_heading
            assert column[0].kind == PART
            assert len(column) > 1


def test_the_last_page_has_columns_of_like_length() -> None:
    rows = [ColumnBlock(ROW, 12.0, "p", (str(number),)) for number in range(20)]
    (page,) = set_in_pages([ColumnBlock(PART, HEIGHTS[PART], "p"), *rows])
    left, right = (sum(block.height for block in column) for column in page.columns)
    assert abs(left - right) <= 26


def test_what_fits_only_without_the_closing_leaves_it_a_page_of_its_own() -> None:
    rows = [ColumnBlock(ROW, 10.0, "p", (str(number),)) for number in range(90)]
    first, last = set_in_pages([ColumnBlock(PART, HEIGHTS[PART], "p"), *rows])
    assert not first.has_closing
    assert last == ColumnPage(((), ()), has_closing=True)
