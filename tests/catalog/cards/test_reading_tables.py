"""The fixture tables are read cell by cell, and what is wrong is refused with file, line and column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.model.errors import InputError
from vsdb.catalog.cards.reading.folder import GameRows, read_game

Edit = Callable[[Path, str, str], None]
Put = Callable[[Path, int, str, str], None]


def read(folder: Path, game: str) -> GameRows:
    return read_game(folder / game, game)


def refusal(folder: Path, game: str) -> InputError:
    with pytest.raises(InputError) as caught:
        read(folder, game)
    return caught.value


def card(rows: GameRows, slug: str) -> dict[str, Any]:
    return next(row for row in rows.cards if row["slug"] == slug)


class TestWhatACellMeans:
    def test_an_empty_cell_is_not_recorded_and_the_word_none_is_none(self, small: Path) -> None:
        rows = read(small, "vs-2pcg")
        lower, upper = card(rows, "hero-one-001"), card(rows, "hero-two-001")
        assert lower["teams"] == ["Red"]
        assert upper["teams"] == []
        assert lower["power_symbols"] is None
        assert lower["has_flight"] is None

    def test_a_figure_may_be_a_sign_as_printed(self, small: Path) -> None:
        assert card(read(small, "vs-2pcg"), "hero-two-001")["atk"] == "0+"

    def test_zero_is_not_unrecorded(self, small: Path) -> None:
        assert card(read(small, "riftbound"), "spell")["energy"] == 0
        assert card(read(small, "riftbound"), "spell")["power"] is None

    def test_costless_is_neither_zero_nor_unrecorded(self, small: Path, put: Put) -> None:
        put(small / "vs-classic" / "cards.csv", 3, "recruit_cost", "none")
        assert card(read(small, "vs-classic"), "scout-army")["cost"] == "none"

    def test_recruit_and_threshold_cost_are_told_apart(self, small: Path) -> None:
        rows = read(small, "vs-classic")
        scout, plan = card(rows, "scout-army"), card(rows, "plan")
        assert (scout["cost"], scout["cost_kind"]) == (1, "recruit")
        assert (plan["cost"], plan["cost_kind"]) == (2, "threshold")

    def test_a_keyword_keeps_its_parameter_apart(self, small: Path) -> None:
        assert card(read(small, "vs-classic"), "scout-army")["keywords"] == [["Army", None], ["Boost", "2"]]

    def test_a_team_before_a_keyword_is_its_parameter(self, small: Path, put: Put) -> None:
        put(small / "vs-2pcg" / "cards.csv", 3, "keywords", "[Red] Sworn Loyalty; [Deep Blue] Sworn Loyalty")
        rows = read(small, "vs-2pcg")
        assert [["Sworn Loyalty", "Red"], ["Sworn Loyalty", "Deep Blue"]] in [row["keywords"] for row in rows.cards]

    def test_a_printing_may_lack_its_number(self, small: Path) -> None:
        scout = card(read(small, "vs-classic"), "scout-army")
        assert scout["printings"] == [["ONE", "001", None], ["TWO", None, None]]
        assert scout["has_unrecorded_printing"] is False

    @pytest.mark.parametrize("cell", ["", "?; ONE-001"])
    def test_no_printing_and_a_question_mark_mean_one_that_is_not_recorded(
        self, small: Path, put: Put, cell: str
    ) -> None:
        put(small / "vs-classic" / "cards.csv", 3, "printings", cell)
        assert card(read(small, "vs-classic"), "scout-army")["has_unrecorded_printing"] is True

    def test_a_power_symbol_may_stand_twice(self, small: Path) -> None:
        assert card(read(small, "vs-2pcg"), "hero-two-001")["power_symbols"] == ["Might", "Might"]

    def test_a_link_leads_to_the_first_printing_of_a_card(self, small: Path, put: Put) -> None:
        put(small / "vs-2pcg" / "cards.csv", 3, "linked", "ONE-002")
        assert card(read(small, "vs-2pcg"), "hero-one-001")["linked"] == ["TWO-001"]

    def test_a_ban_takes_its_days_from_its_event_and_reaches_the_heirs_of_its_format(self, small: Path) -> None:
        (ban,) = read(small, "vs-classic").bans
        assert (ban["begins_earliest"], ban["begins_latest"]) == ("2007-01-01", "2007-01-31")
        assert ban["formats"] == ["open", "narrow"]

    def test_a_title_names_identity_and_versions(self, small: Path, put: Put) -> None:
        put(small / "vs-classic" / "cards.csv", 3, "identity", "Spy")
        put(small / "vs-classic" / "cards.csv", 3, "versions", "Army; Agent")
        assert card(read(small, "vs-classic"), "scout-army")["title"] == "Scout <> Spy, Army ○ Agent"

    def test_the_order_of_versions_makes_no_other_card(self, small: Path, put: Put) -> None:
        put(small / "vs-classic" / "cards.csv", 3, "versions", "Army; Agent")
        one = card(read(small, "vs-classic"), "scout-army")["copy_key"]
        put(small / "vs-classic" / "cards.csv", 3, "versions", "agent; Army")
        assert card(read(small, "vs-classic"), "scout-army")["copy_key"] == one

    def test_no_version_and_an_unrecorded_version_are_not_the_same_card(self, small: Path, put: Put) -> None:
        known = card(read(small, "vs-classic"), "plan")["copy_key"]
        put(small / "vs-classic" / "cards.csv", 4, "versions_known", "n")
        assert card(read(small, "vs-classic"), "plan")["copy_key"] != known

    def test_the_fingerprint_changes_with_a_fact_and_not_with_the_layout(self, small: Path, edit: Edit) -> None:
        before = read(small, "vs-classic").data_version
        edit(small / "vs-classic" / "cards.csv", "# A comment.\n", "# Another comment.\n# And one more.\n")
        edit(small / "vs-classic" / "keywords.yaml", "get more", "get much more")
        assert read(small, "vs-classic").data_version == before
        edit(small / "vs-classic" / "cards.csv", '"Character","1"', '"Character","2"')
        assert read(small, "vs-classic").data_version != before


class TestRefusals:
    @pytest.mark.parametrize(
        ("game", "file", "line", "column", "text", "message"),
        [
            ("vs-classic", "sets.csv", 3, "legal_from", "2006-02-30", "'2006-02-30' is not a date"),
            ("vs-classic", "sets.csv", 3, "legal_from", "20060210", "'20060210' is not a date"),
            (
                "vs-classic",
                "sets.csv",
                3,
                "released_latest",
                "2006-01-31",
                "2006-01-31 is before the earliest day, 2006-02-01",
            ),
            ("vs-classic", "sets.csv", 3, "released_latest", "", "a value is required, since the other day is given"),
            ("vs-classic", "sets.csv", 4, "follows", "SIX", "no such set: 'SIX'"),
            ("vs-classic", "sets.csv", 4, "follows", "TWO", "TWO cannot follow itself"),
            ("vs-classic", "sets.csv", 4, "code", "ONE", "ONE is already on line 3"),
            ("vs-classic", "sets.csv", 3, "kind", "box", "no such kind of set: 'box'"),
            ("vs-classic", "sets.csv", 3, "official", "", "a value is required"),
            ("vs-classic", "cards.csv", 3, "type", "Hero", "no such card type: 'Hero'"),
            ("vs-classic", "cards.csv", 3, "recruit_cost", "one", "'one' is not a number or a printed sign"),
            ("vs-classic", "cards.csv", 4, "recruit_cost", "1", "cards of type Plot Twist have no recruit cost"),
            ("vs-classic", "cards.csv", 3, "printings", "SIX-001", "no such set in sets.csv: 'SIX'"),
            ("vs-classic", "cards.csv", 3, "printings", "ONE-", "'ONE-' is not a printing"),
            ("vs-classic", "cards.csv", 3, "printings", "ONE-1 2", "no such rarity: '2'"),
            ("vs-classic", "cards.csv", 3, "printings", "ONE-001 Rare; ONE-001", "'ONE-001' is repeated"),
            ("vs-classic", "cards.csv", 3, "printings", "ONE;; TWO", "an empty word"),
            ("vs-classic", "cards.csv", 3, "affiliations", "Red; Red", "'Red' is repeated"),
            ("vs-classic", "cards.csv", 4, "affiliations", "red", "'red' is spelled 'Red' above"),
            ("vs-classic", "cards.csv", 3, "slug", "Scout Army", "'Scout Army' is not a slug"),
            ("vs-classic", "cards.csv", 4, "slug", "scout-army", "scout-army is already on line 3"),
            ("vs-classic", "cards.csv", 4, "name", "", "a value is required"),
            ("vs-classic", "cards.csv", 3, "versions_known", "n", "n contradicts the given versions"),
            ("vs-classic", "cards.csv", 3, "versions_known", "maybe", "no such value: 'maybe'"),
            ("vs-2pcg", "cards.csv", 3, "level", "-1", "-1 is negative"),
            ("vs-2pcg", "cards.csv", 3, "level", "1.5", "'1.5' is not a whole number"),
            ("vs-2pcg", "cards.csv", 3, "level", "٣", "'٣' is not a whole number"),
            ("vs-2pcg", "cards.csv", 3, "teams", "Rde", "no such team in teams.csv: 'Rde'"),
            ("vs-2pcg", "cards.csv", 3, "alignments", "Nice", "no such alignment: 'Nice'"),
            ("vs-2pcg", "cards.csv", 4, "power_symbols", "Mihgt", "no such power symbol: 'Mihgt'"),
            ("vs-2pcg", "cards.csv", 3, "linked", "TWO-009", "'TWO-009' is not a printing of any card"),
            ("vs-2pcg", "teams.csv", 3, "alignment", "Nice", "no such alignment: 'Nice'"),
            ("vs-2pcg", "cards.csv", 3, "name", "x" * 121, "has 121 characters; the limit is 120"),
            ("vs-2pcg", "cards.csv", 3, "note", "x" * 401, "has 401 characters; the limit is 400"),
            ("vs-2pcg", "cards.csv", 3, "aka", "x" * 81, "has 81 characters; the limit is 80"),
            ("vs-classic", "cards.csv", 3, "versions", "; ".join(c * 79 for c in "abcdef"), "the limit is 400"),
            ("riftbound", "cards.csv", 3, "printings", "ONE-001 Shiny", "no such rarity: 'Shiny'"),
            ("riftbound", "cards.csv", 3, "domains", "Colorless", "no such domain: 'Colorless'"),
            (
                "vs-classic",
                "events.csv",
                3,
                "latest",
                "2006-12-31",
                "2006-12-31 is before the earliest day, 2007-01-01",
            ),
            ("vs-classic", "bans.csv", 3, "event", "Final", "no such event in events.csv: 'Final'"),
            ("vs-classic", "bans.csv", 3, "formats", "opne", "no such format in formats.yaml: 'opne'"),
            ("vs-classic", "bans.csv", 3, "formats", "", "a value is required"),
            ("vs-classic", "bans.csv", 3, "type", "Spell", "no such card type: 'Spell'"),
            ("vs-classic", "bans.csv", 3, "set", "SIX", "no such set in sets.csv: 'SIX'"),
            (
                "vs-classic",
                "bans.csv",
                3,
                "ends_earliest",
                "2006-12-31",
                "2006-12-31 is before the ban begins, 2007-01-01",
            ),
        ],
    )
    def test_a_wrong_cell_is_refused_with_file_line_and_column(
        self, small: Path, put: Put, game: str, file: str, line: int, column: str, text: str, message: str
    ) -> None:
        path = small / game / file
        put(path, line, column, text)
        refused = refusal(small, game)
        number = path.read_text(encoding="utf-8").splitlines()[1].split(",").index(column) + 1
        assert refused.place == f"{path}, line {line}, column {number} ({column})"
        assert message in refused.message

    @pytest.mark.parametrize(
        ("old", "new", "place", "message"),
        [
            ("code_verified", "verified", "line 2, column 2 (verified)", "no such column: 'verified'"),
            ("confidence,note", "confidence", "line 2, column 17", "the column note is missing"),
            ("confidence,note", "confidence,name", "line 2, column 17 (name)", "the column name is repeated"),
            ('"ONE","y","First"', '"ONE","y"', "line 3, column 17", "the row has 16 cells; the header has 17"),
            ('"ONE","y","First"', '"ONE","y","First","Last"', "line 3, column 18", "the row has 18 cells"),
            ('"First"', '"Fi"rst"', "line 3, column 1", "not valid CSV"),
            ('"First"', '"First', "line 3, column 1", "not valid CSV"),
        ],
    )
    def test_a_wrong_layout_is_refused_with_its_place(
        self, small: Path, edit: Edit, old: str, new: str, place: str, message: str
    ) -> None:
        path = small / "vs-classic" / "sets.csv"
        edit(path, old, new)
        refused = refusal(small, "vs-classic")
        assert refused.place == f"{path}, {place}"
        assert refused.message.startswith(message)

    def test_a_cost_without_a_type_is_refused(self, small: Path, put: Put) -> None:
        put(small / "vs-classic" / "cards.csv", 3, "type", "")
        refused = refusal(small, "vs-classic")
        assert refused.place.endswith("line 3, column 7 (recruit_cost)")
        assert refused.message == "a card without a type cannot have a recruit cost"

    def test_a_ban_without_an_event_needs_days(self, small: Path, put: Put) -> None:
        put(small / "vs-classic" / "bans.csv", 3, "event", "")
        refused = refusal(small, "vs-classic")
        assert "(begins_earliest)" in refused.place
        assert refused.message == "a value is required: give the earliest and the latest first day, or an event"

    def test_a_link_to_a_number_of_two_cards_is_refused(self, small: Path) -> None:
        path = small / "vs-2pcg" / "cards.csv"
        text = path.read_text(encoding="utf-8")
        path.write_text(text + text.splitlines()[3].replace("hero-two-001", "other").replace("Hero", "Other") + "\n")
        assert "is a printing of several cards" in refusal(small, "vs-2pcg").message

    def test_a_missing_file_is_refused_by_name(self, small: Path) -> None:
        (small / "vs-classic" / "cards.csv").unlink()
        assert refusal(small, "vs-classic").place == str(small / "vs-classic" / "cards.csv")

    def test_bytes_that_are_not_utf_8_are_refused_with_their_place(self, small: Path) -> None:
        path = small / "vs-classic" / "cards.csv"
        path.write_bytes(path.read_bytes().replace(b"Plan", b"Pl\xe4n"))
        refused = refusal(small, "vs-classic")
        assert refused.message == "not UTF-8 text; save the file as UTF-8"
        assert refused.place == f"{path}, line 4, column 11"

    def test_a_nul_character_is_refused_with_its_place(self, small: Path) -> None:
        path = small / "vs-classic" / "cards.csv"
        path.write_bytes(path.read_bytes().replace(b"Plan", b"P\0an"))
        refused = refusal(small, "vs-classic")
        assert refused.message == "NUL character; remove it"
        assert refused.place == f"{path}, line 4, column 10"

    def test_a_long_cell_is_cut_in_the_message(self, small: Path, put: Put) -> None:
        put(small / "vs-classic" / "cards.csv", 3, "type", "x" * 5000)
        assert len(refusal(small, "vs-classic").message) < 300

    def test_an_empty_file_is_refused(self, small: Path) -> None:
        path = small / "vs-classic" / "sets.csv"
        path.write_text("# Nothing.\n", encoding="utf-8")
        assert refusal(small, "vs-classic").message == "the column code is missing"
