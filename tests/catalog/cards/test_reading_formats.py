"""Formats take over from one another what they don't say themselves; what is wrong is refused with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.model.errors import InputError
from vsdb.catalog.cards.reading.folder import read_documents, read_game, read_keywords

GAME = "vs-classic"


def write(folder: Path, text: str) -> Path:
    path = folder / GAME / "formats.yaml"
    path.write_text(text, encoding="utf-8")
    bans = folder / GAME / "bans.csv"
    bans.write_text("\n".join(bans.read_text(encoding="utf-8").splitlines()[:2]) + "\n", encoding="utf-8")
    return path


def formats(folder: Path, text: str) -> dict[str, dict[str, Any]]:
    write(folder, text)
    return {row["slug"]: row for row in read_game(folder / GAME, GAME).formats}


def refusal(folder: Path, text: str) -> tuple[str, str]:
    """The place after the file's name, and the message."""
    path = write(folder, text)
    with pytest.raises(InputError) as caught:
        read_game(folder / GAME, GAME)
    return caught.value.place.removeprefix(f"{path}, "), caught.value.message


class TestInheritance:
    BASE = (
        "- {slug: a, name: A, pool: {kind: listed, sets: [ONE]}, universe: one,"
        " construction: {deck_min: 60, copies: 4}}\n"
    )

    def test_takes_everything_that_is_not_said_from_what_it_inherits(self, small: Path) -> None:
        heir = formats(small, self.BASE + "- {slug: b, name: B, inherits: a}\n")["b"]
        assert heir["pool"] == {"kind": "listed", "sets": ["ONE"]}
        assert heir["construction"] == {"deck_min": 60, "copies": 4}
        assert heir["universe"] == "one"
        assert heir["inherits"] == "a"

    def test_merges_the_figures_of_construction_one_by_one(self, small: Path) -> None:
        heir = formats(small, self.BASE + "- {slug: b, name: B, inherits: a, construction: {copies: 2}}\n")["b"]
        assert heir["construction"] == {"deck_min": 60, "copies": 2}

    def test_a_figure_can_be_lifted(self, small: Path) -> None:
        heir = formats(small, self.BASE + "- {slug: b, name: B, inherits: a, construction: {copies: null}}\n")["b"]
        assert heir["construction"]["copies"] is None

    def test_takes_the_figures_that_change_later_but_for_its_own(self, small: Path) -> None:
        base = self.BASE + (
            "- {slug: b, name: B, inherits: a,"
            " construction_changes: [{since: 2006-01-01, copies: 3, deck_max: 80}, {since: 2007-01-01, copies: 2}]}\n"
        )
        heirs = "- {slug: c, name: C, inherits: b}\n- {slug: d, name: D, inherits: b, construction: {copies: 1}}\n"
        found = formats(small, base + heirs)
        changes = [{"since": "2006-01-01", "copies": 3, "deck_max": 80}, {"since": "2007-01-01", "copies": 2}]
        assert "construction_changes" not in found["a"]
        assert found["b"]["construction_changes"] == found["c"]["construction_changes"] == changes
        assert found["d"]["construction_changes"] == [{"since": "2006-01-01", "deck_max": 80}]

    def test_takes_only_the_pool_where_only_that_is_named(self, small: Path) -> None:
        heir = formats(small, self.BASE + "- {slug: b, name: B, pool_of: a}\n")["b"]
        assert heir["pool"] == {"kind": "listed", "sets": ["ONE"]}
        assert heir["construction"] == {}
        assert heir["universe"] is None

    def test_takes_the_universe_of_another(self, small: Path) -> None:
        heir = formats(small, self.BASE + "- {slug: b, name: B, universe_of: a}\n")["b"]
        assert (heir["universe"], heir["pool"]) == ("one", {"kind": "all"})

    def test_inherits_through_several(self, small: Path) -> None:
        text = "- {slug: c, name: C, inherits: b}\n" + self.BASE + "- {slug: b, name: B, inherits: a}\n"
        assert formats(small, text)["c"]["universe"] == "one"

    def test_a_ban_reaches_heirs_and_those_that_take_over_bans_and_nobody_else(self, small: Path) -> None:
        path = write(
            small,
            self.BASE
            + "- {slug: b, name: B, inherits: a}\n- {slug: c, name: C, bans_of: b}\n- {slug: d, name: D, pool_of: a}\n",
        )
        bans = path.with_name("bans.csv")
        cells = dict.fromkeys(bans.read_text(encoding="utf-8").splitlines()[1].split(","), "")
        cells |= {"card": "Plan", "formats": "a", "event": "Finals"}
        bans.write_text(bans.read_text(encoding="utf-8") + ",".join(cells.values()) + "\n", encoding="utf-8")
        assert read_game(small / GAME, GAME).bans[0]["formats"] == ["a", "b", "c"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "place", "message"),
        [
            ("- {slug: a}\n", "line 1, column 3", "the field name is missing"),
            ("  nmae: B\n", "line 3, column 9 (nmae)", "no such field: 'nmae'"),
            ("  name: B\n", "line 3, column 3 (name)", "is repeated"),
            ("- {slug: a, name: A}\n- {slug: a, name: B}\n", "line 2, column 10 (slug)", "a is already on line 1"),
            ("  inherits: b\n", "line 3, column 13 (inherits)", "no such format of this file: 'b'"),
            ("  pool: {kind: some}\n", "line 3, column 16 (kind)", "'some' is not a kind of pool"),
            (
                "- slug: a\n  name: A\n  pool: {kind: listed, sets: [SIX]}\n",
                "line 3, column 31 (sets)",
                "'SIX' is not a set",
            ),
            ("  construction: {copies: four}\n", "line 3, column 26 (copies)", "not a whole number"),
            ("  construction: {copies: true}\n", "line 3, column 26 (copies)", "not a whole number"),
            ("  construction_changes: [{copies: 2}]\n", "line 3, column 26", "the field since is missing"),
            (
                "  construction_changes: [{since: 2006-01-01}]\n",
                "line 3, column 26",
                "no figure changes on 2006-01-01",
            ),
            (
                "  construction_changes: [{since: 2006-01-01, copies: 2}, {since: 2006-01-01, copies: 3}]\n",
                "(since)",
                "2006-01-01 is not after 2006-01-01",
            ),
            ("  universe: Both\n", "line 3, column 13 (universe)", "no such universe of a format"),
            (
                "- slug: a\n  name: A\n  starts: [2006-02-30, 2006-03-01]\n",
                "line 3, column 12 (starts)",
                "'2006-02-30'",
            ),
            ("  starts: [2006-03-02, 2006-03-01]\n", "line 3, column 24 (starts)", "is before"),
            (
                "  starts: [2006-03-02]\n",
                "line 3, column 11 (starts)",
                "expected the earliest and the latest day, found 1 day",
            ),
            ("  starts: [2006-03-02, null]\n", "line 3, column 24 (starts)", "'None' is not a date"),
            ("- slug: a\n  name: 7\n", "line 2, column 9 (name)", "put a number in quotes"),
            ("  short: a\n", "line 3, column 10 (short)", "expected a list"),
            (
                "- {slug: a, name: A, short: [x]}\n- {slug: b, name: B, short: [x]}\n",
                "(short)",
                "x is already a name of a",
            ),
            ("  restrictions: [{kind: dance}]\n", "(kind)", "'dance' is not a kind of restriction"),
            ("- {slug: A b, name: A}\n", "line 1, column 10 (slug)", "'A b' is not a slug"),
            ("slug: a\n", "line 1, column 1", "expected a list"),
            ("- just words\n", "line 1, column 3", "expected fields with values"),
            ("- slug: [a\n", "line 2, column 1", "not valid YAML"),
            ("- !!python/name:os.system\n", "line 1, column 3", "not valid YAML"),
            ("- slug: a\n  name: \x07\n", "line 2, column 9", "not valid YAML"),
            ("[" * 40 + "]" * 40, "column", "too many nested levels"),
        ],
    )
    def test_what_is_wrong_is_refused_with_line_and_column(
        self, small: Path, text: str, place: str, message: str
    ) -> None:
        # An indented text goes on from the lines of a format that is right.
        found, said = refusal(small, f"- slug: a\n  name: A\n{text}" if text.startswith("  ") else text)
        assert place in found
        assert message in said

    def test_a_circle_is_refused_and_shown(self, small: Path) -> None:
        place, message = refusal(small, "- {slug: a, name: A, inherits: b}\n- {slug: b, name: B, inherits: a}\n")
        assert place == "line 2, column 32 (inherits)"
        assert message == "circular reference between formats: a -> b -> a"

    def test_a_circle_of_pools_is_refused(self, small: Path) -> None:
        place, _ = refusal(small, "- {slug: a, name: A, pool_of: b}\n- {slug: b, name: B, inherits: a}\n")
        assert "(inherits)" in place


class TestKeywordsAndDocuments:
    def test_a_keyword_stands_once(self, tmp_path: Path) -> None:
        path = tmp_path / "keywords.yaml"
        path.write_text("- name: Boost\n- name: Boost\n", encoding="utf-8")
        with pytest.raises(InputError, match=r"line 2, column 9 .*Boost is already on line 1"):
            read_keywords(path)

    def test_a_document_belongs_to_a_known_game_or_to_all(self, tmp_path: Path) -> None:
        path = tmp_path / "documents.yaml"
        path.write_text("- {slug: a, name: A}\n- {slug: b, name: B, game: chess}\n", encoding="utf-8")
        with pytest.raises(InputError, match=r"line 2, column 28 .*no such game: 'chess'"):
            read_documents(path)

    def test_a_document_stands_once(self, tmp_path: Path) -> None:
        path = tmp_path / "documents.yaml"
        path.write_text("- {slug: a, name: A}\n- {slug: a, name: B}\n", encoding="utf-8")
        with pytest.raises(InputError, match="a is already on line 1"):
            read_documents(path)

    def test_a_rule_stands_once_in_its_document(self, tmp_path: Path) -> None:
        path = tmp_path / "documents.yaml"
        rules = "[{number: '1', heading: One}, {number: '1', heading: Two}]"
        path.write_text(f"- {{slug: a, name: A, rules: {rules}}}\n", encoding="utf-8")
        with pytest.raises(InputError, match="1 is already on line 1"):
            read_documents(path)

    def test_a_rule_number_is_a_text(self, tmp_path: Path) -> None:
        path = tmp_path / "documents.yaml"
        path.write_text("- {slug: a, name: A, rules: [{number: 101.1, heading: Deck}]}\n", encoding="utf-8")
        with pytest.raises(InputError, match="put a number in quotes"):
            read_documents(path)

    def test_an_empty_file_holds_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "documents.yaml"
        path.write_text("# Nothing yet.\n", encoding="utf-8")
        assert read_documents(path) == []
