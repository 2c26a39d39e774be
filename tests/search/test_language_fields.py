"""The one table of fields, against the table that the language was laid down in."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.model.cards import GAMES
from vsdb.search.language.deck_fields import ASKED_ELSEWHERE
from vsdb.search.language.field_types import OPERATORS, FieldKind, RequiredData, SearchField
from vsdb.search.language.fields import FIELDS, find_field
from vsdb.search.language.parser import parse
from vsdb.search.language.syntax import Subquery, walk_terms

#: Columns of the table: the keys that stand between backticks, but for what is no key of a card's field.
_NO_KEYS = {"!", "~"}
ids = [one.name for one in FIELDS]


def keys_asked(query: str) -> set[str]:
    """The fields that a query asks or is shown by."""
    parsed = parse(query)
    found = set()
    waiting = [parsed.tree]
    while waiting:
        for term in walk_terms(waiting.pop()):
            found.add(term.field)
            waiting += [term.value.tree] if isinstance(term.value, Subquery) else []
    shown = parsed.display
    return found | {
        name
        for name, value in (
            ("asof", parsed.as_of),
            ("sort", shown.sort),
            ("group", shown.group),
            ("view", shown.view),
            ("unique", shown.unique),
        )
        if value
    }


class TestTheTable:
    def test_knows_every_key_once(self) -> None:
        often = Counter(key for one in FIELDS for key in one.keys)
        assert [key for key, count in often.items() if count > 1] == []

    @pytest.mark.parametrize("one", FIELDS, ids=ids)
    def test_has_help_and_examples_that_ask_the_field(self, one: SearchField) -> None:
        assert one.help.endswith(".")
        assert one.examples
        assert set(one.games) <= set(GAMES)
        asked = set[str]().union(*(keys_asked(example) for example in one.examples))
        assert asked & {one.name, "is", "has", ""}

    @pytest.mark.parametrize("one", FIELDS, ids=ids)
    def test_has_examples_without_a_mistake(self, one: SearchField) -> None:
        for example in one.examples:
            assert [note for note in parse(example).notes if "” finds no cards: " not in note.message] == []

    @pytest.mark.parametrize("one", FIELDS, ids=ids)
    def test_finds_a_field_by_each_of_its_keys(self, one: SearchField) -> None:
        assert {find_field(key.upper()) for key in one.keys} == {one}

    def test_says_why_where_no_card_can_be_found(self) -> None:
        lacking = {one.name for one in FIELDS if not one.is_answerable}
        assert lacking == {"willpower", "world", "restricted", *(one.name for one in ASKED_ELSEWHERE)}

    def test_says_what_has_to_be_loaded(self) -> None:
        wording = {one.name for one in FIELDS if one.needs is RequiredData.WORDING}
        assert {
            "text",
            "full",
            "printed",
            "mentions",
            "refs",
            "refby",
            "stamped",
            "fn",
            "errata",
            "erratadon",
        } <= wording
        assert {one.name for one in FIELDS if one.needs is RequiredData.RULINGS} == {
            "ruling",
            "rulings",
            "rulingon",
            "cites",
        }
        lacking = {one.name for one in FIELDS if one.needs}
        assert not lacking & {"name", "cost", "team", "kw", "set", "legal", "pile", "uses", "domain"}

    def test_compares_every_kind(self) -> None:
        assert set(OPERATORS) == set(FieldKind)

    def test_knows_nothing_by_a_strange_key(self) -> None:
        assert find_field("zonk") is None

    def test_holds_every_key_of_the_language(self, shared: Path) -> None:
        rows = [line for line in (shared / "SEARCH.md").read_text().splitlines() if line.startswith("| ")][1:]
        columns = [row.replace("\\|", "¦").split("|")[2] for row in rows]
        spans = [span for column in columns for span in re.findall(r"`([^`]+)`", column)]
        wanted = {
            key for span in spans for key in re.findall(r"[a-z]+(?=[\s:]|$|>)", re.sub(r"[:>=].*?(?=\s|$)", "", span))
        }
        unknown = {key for key in wanted - _NO_KEYS if find_field(key) is None}
        assert unknown <= {"concealed", "optional", "flight", "legal", "cr"}

    def test_reads_every_example_of_the_language(self, shared: Path) -> None:
        rows = [line for line in (shared / "SEARCH.md").read_text().splitlines() if line.startswith("| ")][1:]
        columns = [row.replace("\\|", "¦").split("|")[4] for row in rows]
        examples = [span.replace("¦", "|") for column in columns for span in re.findall(r"`([^`]+)`", column)]
        assert len(examples) > 60
        mistaken = {
            example: [note.message for note in parse(example).notes]
            for example in examples
            if any("” finds no cards: " not in note.message for note in parse(example).notes)
        }
        assert mistaken == {}
