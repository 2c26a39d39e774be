"""A document in memory: what stands under, beside and around its entries."""

from __future__ import annotations

import pytest

from vsdb.catalog.rules.book import BookEntry, RuleBookText, UnitLink


def entry(slug: str, parent: str = "", kind: str = "rule", likely: str = "", *targets: str) -> BookEntry:
    """An entry that refers to these."""
    links = tuple(UnitLink(0, 1, target) for target in targets)
    return BookEntry(slug, slug, "", "Said.", kind, 0, parent, likely, links)


BOOK = RuleBookText(
    "own",
    "1",
    (
        entry("contents-1", "", "contents", "", "1"),
        entry("1", "", "heading"),
        entry("1.1", "1", "rule", "", "1.1", "1.2"),
        entry("1.1-example-1", "1.1", "example", "", "1.2", "1.2"),
        entry("1.21", "1", "rule", "1.2l"),
        entry("1.2", "1"),
    ),
)


class TestABook:
    @pytest.mark.parametrize(
        ("asked", "found"), [("1.1", "1.1"), ("1.1-EXAMPLE-1", "1.1-example-1"), ("1.2L", "1.21"), ("9", "")]
    )
    def test_finds_an_entry_by_what_it_is_called(self, asked: str, found: str) -> None:
        held = BOOK.find(asked)
        assert (held.slug if held else "") == found

    def test_knows_what_refers_to_an_entry_once_each_and_not_the_contents(self) -> None:
        assert [each.slug for each in BOOK.referring["1.2"]] == ["1.1", "1.1-example-1"]
        assert BOOK.referring.keys() == {"1.2"}

    def test_knows_what_stands_above_below_and_beside(self) -> None:
        example = BOOK.by_slug["1.1-example-1"]
        assert [each.slug for each in BOOK.above(example)] == ["1", "1.1"]
        assert [each.slug for each in BOOK.below("1")] == ["1.1", "1.1-example-1", "1.21", "1.2"]
        before, after = BOOK.beside(BOOK.by_slug["1.21"])
        assert (before and before.slug, after and after.slug) == ("1.1", "1.2")

    def test_reads_past_its_contents(self) -> None:
        assert BOOK.readable[0].slug == "1"
