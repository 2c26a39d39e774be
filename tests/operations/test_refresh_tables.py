"""`manage.py refresh_reference` with lists of sets, regional days and bans: a new set without a developer."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.commands import run
from tests.conftest import ROOT
from tests.operations.test_refresh_reference import DECK, card, contents, preview
from vsdb.catalog.cards.models import Card, CardSet
from vsdb.catalog.formats.models import Ban
from vsdb.decks.models import Deck
from vsdb.operations.refreshing.effects import PoolChange, RefreshEffects

pytestmark = pytest.mark.django_db
SET = "code,name,released,numbered_to,note\nNEX,Next,2026-12-04,170,of the winter\n"
DAYS = "set,region,legal_from\nNEX,China,2026-11-20\nOGN,China,2025-08-01\n"
BANNED = {
    "game": "riftbound",
    "card": "Test Raider",
    "from_earliest": "2026-12-10",
    "from_latest": "2026-12-10",
    "until_earliest": None,
    "until_latest": None,
    "formats": ["standard", "2v2-constructed"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the fixtures."""
    return Path(shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures", ignore=shutil.ignore_patterns(".*")))


@pytest.fixture
def month(tmp_path: Path) -> Path:
    """A folder with the lists of a month."""
    made = tmp_path / "month"
    made.mkdir()
    cards = [card("NEX-001/170", "Test Raider"), card("NEX-002/170", "Test Rider"), card("OGN-001/298", "Test Other")]
    (made / "gallery.json").write_text(json.dumps({"updatedAt": "2026-12-01", "cards": cards}))
    (made / "sets.csv").write_text(SET)
    (made / "regional-days.csv").write_text(DAYS)
    (made / "bans.json").write_text(json.dumps([BANNED, {**BANNED, "game": "vs-classic", "card": "Overload"}]))
    return made


def write(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def table(said: dict[str, Any], name: str) -> dict[str, Any]:
    return next({**each} for each in said["tables"] if each["code"] == name)


def fixture_rows(folder: Path, name: str) -> Iterable[dict[str, str]]:
    lines = (folder / "riftbound" / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


class TestOneFolder:
    def test_brings_a_new_set_with_its_cards_days_and_bans(self, folder: Path, month: Path) -> None:
        before = contents(folder)
        said = preview(folder, month)
        assert table(said, "sets.csv")["new"] == ["NEX Next, released 2026-12-04"]
        assert table(said, "regional-days.csv")["new"] == [
            "NEX in China from 2026-11-20",
            "OGN in China from 2025-08-01",
        ]
        assert table(said, "bans.csv")["new"] == ["Test Raider from 2026-12-10 in standard, 2v2-constructed"]
        assert said["sets"]["NEX"]["new"] == ["NEX-001 Test Raider", "NEX-002 Test Rider"]
        assert contents(folder) == before

        assert preview(folder, month, "--take")["is_taken"]
        held = CardSet.objects.get(game="riftbound", code="NEX")
        assert (held.name, str(held.released_earliest), held.numbered_to, held.card_count, held.note) == (
            *("Next", "2026-12-04", 170, 2),
            "of the winter",
        )
        assert held.regional_days == [{"region": "China", "legal_from": "2026-11-20"}]
        ban = Ban.objects.get(card="Test Raider")
        assert (str(ban.begins_earliest), ban.ends_earliest) == ("2026-12-10", None)
        assert sorted(ban.formats.values_list("slug", flat=True)) == ["2v2-constructed", "standard"]
        assert not preview(folder, month)["has_news"]
        codes = [row["code"] for row in fixture_rows(folder, "sets.csv")]
        assert codes.index("RAD") + 1 == codes.index("NEX") == codes.index("LGC") - 1

        assert run("refresh_reference", "--undo", "--folder", str(folder))[0] == 0
        assert contents(folder) == before
        assert not Card.objects.filter(name="Test Raider").exists()
        assert not CardSet.objects.filter(game="riftbound", code="NEX").exists()
        assert not Ban.objects.filter(card="Test Raider").exists()

    def test_tells_the_effects_of_the_day_by_which_all_of_it_counts(self, folder: Path, month: Path) -> None:
        Deck.objects.create(game_id="riftbound", title="Raiders", format="standard", text=DECK)
        effects = preview(folder, month)["effects"]
        assert effects["day"] == "2026-12-10"
        standard = next(each for each in effects["pools"] if each["name"] == "Constructed: Standard")
        assert standard["after"] == standard["before"] + 2
        assert [(each["before"], each["after"]) for each in effects["decks"]] == [("uncertain", "illegal")]
        status, out, _ = run("refresh_reference", "--from", str(month), "--folder", str(folder))
        told = [line for line in out.splitlines() if "cards in the pool on 2026-12-10, then" in line]
        assert (status, len(told)) == (1, len({(each["before"], each["after"]) for each in effects["pools"]}))

    def test_tells_pools_that_change_alike_in_one_line(self) -> None:
        pools = (PoolChange("Standard", 3, 5), PoolChange("Sealed", 3, 5), PoolChange("Draft", 2, 5))
        effects = RefreshEffects(date(2026, 12, 1), pools, (), 0, 0, formats=3)
        assert effects.told_pools == (PoolChange("Standard, Sealed", 3, 5), PoolChange("Draft", 2, 5))
        alike = replace(effects, pools=pools[:2], formats=2)
        assert alike.told_pools == (PoolChange("All 2 formats", 3, 5),)

    def test_says_the_same_in_words(self, folder: Path, month: Path) -> None:
        status, out, _ = run("refresh_reference", "--from", str(month), "--folder", str(folder))
        assert status == 1
        first, *rest = out.splitlines()
        assert first == (
            "bans.json, gallery.json, regional-days.csv, sets.csv of 2026-12-01, 3 printings, 1 row of bans.csv, "
            "2 rows of regional-days.csv, 1 row of sets.csv, newer than the fixtures"
        )
        assert "sets.csv: 1 new, 0 changed, 0 confirmed, 0 doubtful" in rest
        assert "  new: NEX Next, released 2026-12-04" in rest

    def test_counts_the_printings_of_every_set_that_grows(self, folder: Path, tmp_path: Path) -> None:
        gallery = {"updatedAt": "2026-12-01", "cards": [card("RAD-011/167", "Test Raider")]}
        preview(folder, write(tmp_path, "gallery.json", json.dumps(gallery)), "--take")
        assert CardSet.objects.get(game="riftbound", code="RAD").card_count == 219

    def test_without_a_list_or_with_two_of_a_kind_is_refused(self, folder: Path, month: Path, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        for source, said in ((tmp_path / "empty", "the folder has no list"), (month, "one of bans at most")):
            (month / "bans.csv").write_text("card,formats,begins_earliest\nCleave,standard,2026-12-10\n")
            status, _, err = run("refresh_reference", "--from", str(source), "--folder", str(folder))
            assert (status, said in err) == (2, True), err


class TestSets:
    def test_alone_need_a_date_and_add_a_set(self, folder: Path, tmp_path: Path) -> None:
        source = write(tmp_path, "new-sets.csv", SET)
        status, _, err = run("refresh_reference", "--from", str(source), "--folder", str(folder))
        assert (status, "doesn't state its date" in err) == (2, True)
        gathered = (folder / "riftbound" / "gathered.yaml").read_bytes()
        assert preview(folder, source, "--day", "2026-12-01", "--take")["is_taken"]
        assert (folder / "riftbound" / "gathered.yaml").read_bytes() == gathered  # no cards were gathered

    @pytest.mark.parametrize(("day", "is_changed"), [("2026-12-01", True), ("2026-11-22", False)])
    def test_change_a_recorded_day_where_the_list_is_newer(
        self, folder: Path, tmp_path: Path, day: str, *, is_changed: bool
    ) -> None:
        source = write(tmp_path, "sets.csv", "code,name,released,numbered_to\nLGC,Legacy,2027-02-05,346\n")
        said = table(preview(folder, source, "--day", day), "sets.csv")
        size = {"card": "LGC Legacy", "column": "numbered_to", "recorded": None, "found": "346"}
        assert size in said["changed"]
        assert [each["column"] for each in said["changed"]] == (
            ["released_earliest", "released_latest", "numbered_to"] if is_changed else ["numbered_to"]
        )
        doubt = "LGC Legacy: released_earliest is 2027-01-29 here and 2027-02-05 in the list"
        assert (doubt in said["doubts"]) != is_changed

    def test_that_are_the_recorded_ones_bring_nothing(self, folder: Path) -> None:
        for name in ("sets.csv", "regional-days.csv", "bans.csv"):
            said = preview(folder, folder / "riftbound" / name, "--day", "2026-12-01")
            assert (said["has_news"], table(said, name)["doubts"]) == (False, []), name

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("code,name,released\nNEX,Next,soon\n", "line 2, column 3 (released): 'soon' is not a date"),
            ("code,name\nNEX,Next\n", "line 2, column 1 (code): a new set needs its release day"),
            ("code,name,released\nNEX,,2026-12-04\n", "a new set needs its name"),
            ("code,name,released,numbered_to\nNEX,Next,2026-12-04,many\n", "'many' is not a whole number"),
            ("code,name,released,size\nNEX,Next,2026-12-04,1\n", "no such column: 'size'"),
            ("code,name,released\nNEX,Next\n", "the row has 2 cells"),
            ("code,name,released\nNEX,Next,2026-12-04\nNEX,Next,2026-12-04\n", "NEX is already on line 2"),
            ("code,name,released,kind\nNEX,Next,2026-12-04,box\n", "no such kind of set: 'box'"),
            ("code,name,released\n", "the list is empty"),
            ("", "the file is empty"),
        ],
    )
    def test_are_refused_with_the_place(self, folder: Path, tmp_path: Path, text: str, said: str) -> None:
        source, before = write(tmp_path, "sets.csv", text), contents(folder)
        options = ("--from", str(source), "--folder", str(folder), "--day", "2026-12-01", "--take")
        status, _, err = run("refresh_reference", *options)
        assert (status, said in err, "sets.csv" in err) == (2, True, True), err
        assert contents(folder) == before


class TestRegionalDays:
    def test_of_a_set_that_is_not_recorded_are_doubtful(self, folder: Path, tmp_path: Path) -> None:
        text = "set,region,legal_from\nXYZ,China,2026-12-01\nSFD,China,2025-12-13\nUNL,,2026-01-01\n"
        source = write(tmp_path, "days.csv", text)
        status, _, err = run("refresh_reference", "--from", str(source), "--folder", str(folder), "--day", "2026-12-01")
        assert (status, "line 4" in err, "give the set, the region and the day" in err) == (2, True, True), err
        source.write_text(text.replace("UNL,,2026-01-01\n", ""))
        said = table(preview(folder, source, "--day", "2026-12-01"), "regional-days.csv")
        assert said["doubts"] == ["XYZ in China: the set isn't recorded"]
        assert [(each["card"], each["found"]) for each in said["changed"]] == [("SFD in China", "2025-12-13")]


class TestBans:
    def compare(self, folder: Path, tmp_path: Path, *bans: dict[str, Any], day: str = "2026-12-01") -> dict[str, Any]:
        source = write(tmp_path, "bans.json", json.dumps(bans))
        return table(preview(folder, source, "--day", day), "bans.csv")

    def test_of_an_unknown_card_are_doubtful(self, folder: Path, tmp_path: Path) -> None:
        said = self.compare(folder, tmp_path, {**BANNED, "card": "Blazing Scorchr"})
        assert said["new"] == []
        assert said["doubts"] == ["Blazing Scorchr: no card of this name is recorded; did you mean Blazing Scorcher"]

    def test_may_end_a_ban_and_begin_another(self, folder: Path, tmp_path: Path) -> None:
        shot = {**BANNED, "card": "Called Shot", "from_earliest": "2026-03-31", "from_latest": "2026-03-31"}
        ended = {**shot, "until_earliest": "2026-11-30", "until_latest": "2026-11-30"}
        again = {**BANNED, "card": "Called Shot", "from_earliest": "2027-03-01", "from_latest": "2027-03-01"}
        said = self.compare(folder, tmp_path, ended, again)
        assert [(each["column"], each["found"]) for each in said["changed"]] == [
            ("ends_earliest", "2026-11-30"),
            ("ends_latest", "2026-11-30"),
        ]
        assert said["new"] == ["Called Shot from 2027-03-01 in standard, 2v2-constructed"]

    def test_with_other_days_or_fewer_formats_are_doubtful_in_an_older_list(self, folder: Path, tmp_path: Path) -> None:
        shot = {**BANNED, "card": "Called Shot", "from_earliest": "2026-04-01", "from_latest": "2026-04-02"}
        said = self.compare(folder, tmp_path, {**shot, "formats": ["standard"]}, day="2026-11-22")
        assert (said["new"], said["changed"]) == ([], [])
        assert said["doubts"] == [
            "Called Shot from 2026-04-01: the list doesn't have it in 2v2-constructed",
            "Called Shot from 2026-04-01: begins_earliest is 2026-03-31 here and 2026-04-01 in the list",
            "Called Shot from 2026-04-01: begins_latest is 2026-03-31 here and 2026-04-02 in the list",
        ]

    def test_that_a_whole_list_lacks_are_doubtful(self, folder: Path, tmp_path: Path) -> None:
        rows = [
            {
                **BANNED,
                "card": row["card"],
                "from_earliest": row["begins_earliest"],
                "from_latest": row["begins_latest"],
            }
            for row in fixture_rows(folder, "bans.csv")
            if row["card"] not in ("Called Shot", "Wuju Bladesman, Starter")
        ]
        said = self.compare(folder, tmp_path, *rows)
        assert (said["new"], said["changed"]) == ([], [])
        assert said["doubts"] == [
            "Called Shot is banned here and not in the list",
            "Wuju Bladesman, Starter is banned here and not in the list",
        ]

    @pytest.mark.parametrize(
        ("ban", "said"),
        [
            ({**BANNED, "formats": []}, "ban 1: give the card, the formats and the day"),
            ({**BANNED, "card": "Cleave", "formats": ["stndard"]}, "no such format in formats.yaml: 'stndard'"),
            ({**BANNED, "from_earliest": "soon"}, "ban 1: 'soon' is not a date"),
            ({**BANNED, "since": "soon"}, "ban 1: no such field: 'since'"),
            ({**BANNED, "formats": [1]}, "ban 1: formats must be text"),
        ],
    )
    def test_are_refused_with_the_place(self, folder: Path, tmp_path: Path, ban: dict[str, Any], said: str) -> None:
        source = write(tmp_path, "bans.json", json.dumps([ban]))
        options = ("--from", str(source), "--folder", str(folder), "--day", "2026-12-01")
        status, _, err = run("refresh_reference", *options)
        assert (status, said in err) == (2, True), err

    @pytest.mark.shared
    def test_of_the_spring_are_all_recorded(self, folder: Path, shared: Path) -> None:
        said = preview(folder, shared / "data" / "bans.json", "--day", "2026-11-22")
        assert not said["has_news"]
