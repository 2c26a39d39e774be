"""`manage.py refresh_reference`: a newer list beside the fixtures, taken in whole or not at all, and undone."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from engine.model.errors import InputError
from tests.check import test_coming_sets
from tests.commands import run
from tests.conftest import ROOT
from vsdb.catalog.cards.models import Card
from vsdb.decks.models import Deck
from vsdb.operations.refreshing import writing
from vsdb.operations.refreshing.reading import parse_lists

pytestmark = pytest.mark.django_db
RAIDER = "Test Raider"
DECK = test_coming_sets.DECK.replace("High Note", RAIDER)


def card(code: str, name: str, **facts: Any) -> dict[str, Any]:
    """A card as the gallery has it, a unit of Fury unless the test says otherwise."""
    plain = {"domains": ["Fury"], "rarity": "Rare", "cardTypes": ["Unit"], "superTypes": [], "tags": []}
    return {"publicCode": code, "name": name, "energy": "3", "might": "4", "power": "", **plain, **facts}


NEW = card("RAD-011/167", RAIDER, tags=["Noxus"])
#: Recorded with might 7 on the word of one list.
SOUL = card("RAD-040/167", "Heartening Soul", domains=["Calm"], energy="7", power="1", might="6")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the fixtures."""
    return Path(shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures", ignore=shutil.ignore_patterns(".*")))


@pytest.fixture
def gallery(tmp_path: Path) -> Path:
    return tmp_path / "gallery.json"


def write(gallery: Path, *cards: dict[str, Any], day: str = "2026-12-01") -> Path:
    gallery.write_text(json.dumps({"updatedAt": day, "cards": cards}), encoding="utf-8")
    return gallery


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, the lock aside."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != ".refresh.lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def preview(folder: Path, source: Path, *more: str) -> dict[str, Any]:
    """What the command says of a list; sets by their codes."""
    status, out, err = run("refresh_reference", "--from", str(source), "--folder", str(folder), "--json", *more)
    assert status in (0, 1), err
    said: dict[str, Any] = json.loads(out)
    assert (status == 1) == (said["has_news"] and not said["is_taken"])
    return {**said, "sets": {each.pop("code"): each for each in said["sets"]}}


class TestPreview:
    def test_tells_what_is_new_changed_confirmed_and_doubtful_and_changes_nothing(
        self, folder: Path, gallery: Path
    ) -> None:
        before = contents(folder)
        energy = card("RAD-016/167", "Coalesced Energy", energy="4", power="2", tags=["Spirit"])
        said = preview(folder, write(gallery, NEW, SOUL, energy))["sets"]["RAD"]
        assert said["new"] == ["RAD-011 Test Raider"]
        assert said["changed"] == [
            {"card": "Heartening Soul", "column": "might", "recorded": 7, "found": 6},
            {"card": "Coalesced Energy", "column": "tags", "recorded": None, "found": ["Spirit"]},
        ]
        assert said["confirmed"] == [f"Coalesced Energy: {column}" for column in ("type", "domains", "might")]
        assert said["doubts"] == ["the list has 2 of 218 recorded printings"]
        assert contents(folder) == before

    def test_confirms_a_doubtful_rarity_and_no_tag_that_the_list_lacks(self, folder: Path, gallery: Path) -> None:
        spell = card("RAD-010/167", "Forbidden Technique", cardTypes=["Spell"], energy="2", might="", rarity="Uncommon")
        witch = card("VEN-017/166", "Morgana, Vindictive", superTypes=["Champion"], energy="5", power="1", might="5")
        found = preview(folder, write(gallery, spell, {**witch, "tags": ["Demacia"]}))["sets"]
        assert "Forbidden Technique: rarity" in found["RAD"]["confirmed"]
        assert "Morgana, Vindictive: the list lacks the doubtful tags Morgana" in found["VEN"]["doubts"]
        assert not [each for each in found["VEN"]["confirmed"] if each.startswith("Morgana")]

    def test_says_the_same_in_words(self, folder: Path, gallery: Path) -> None:
        status, out, _ = run("refresh_reference", "--from", str(write(gallery, NEW, SOUL)), "--folder", str(folder))
        assert status == 1
        assert "RAD: 1 new, 1 changed, 0 confirmed, 1 doubtful" in out
        assert "  changed: Heartening Soul: might 7, then 6" in out
        assert re.search(r"^All \d+ formats: ", out, re.MULTILINE)
        assert "Nothing is changed yet. Take it with --take." in out

    def test_lets_a_list_that_is_no_newer_change_nothing_that_is_recorded(self, folder: Path, gallery: Path) -> None:
        said = preview(folder, write(gallery, NEW, SOUL, day="2026-11-22"))
        assert not said["is_newer"]
        assert said["sets"]["RAD"]["new"] == ["RAD-011 Test Raider"]
        assert said["sets"]["RAD"]["changed"] == []
        assert "Heartening Soul: might is 7 here and 6 in the list" in said["sets"]["RAD"]["doubts"]

    def test_doubts_what_a_list_tells_in_two_ways_or_otherwise_than_its_number(
        self, folder: Path, gallery: Path
    ) -> None:
        rebel = {"domains": ["Mind"], "superTypes": ["Champion"], "energy": "5", "power": "1", "tags": ["Kai'Sa"]}
        two = (
            card("RAD-063/167", "Kai'Sa, Rebel", **rebel, might="5"),
            card("RAD-SP4/005", "Kai'Sa, Rebel", **rebel, rarity="Showcase"),
        )
        said = preview(folder, write(gallery, *two, card("RAD-012/167", RAIDER)))["sets"]["RAD"]
        assert said["changed"] == []
        assert said["doubts"][:2] == [
            "RAD-012 is Runeblade Anvil here and Test Raider in the list",
            "Kai'Sa, Rebel: the list has two values of might, 5 and 4",
        ]

    def test_takes_no_cards_of_a_set_without_dates(self, folder: Path, gallery: Path) -> None:
        said = preview(folder, write(gallery, card("XYZ-001/100", RAIDER)))
        assert not said["has_news"]
        assert said["sets"]["XYZ"]["doubts"] == [
            "the set isn't recorded; give a list of sets with its code, name and release day too"
        ]

    def test_takes_no_tag_that_a_note_settles_and_none_of_a_legend_but_its_champion(
        self, folder: Path, gallery: Path
    ) -> None:
        karma = card(
            "OGN-235/298", "Karma, Channeler", domains=["Order"], superTypes=["Champion"], energy="6", power="1",
            might="6", tags=["Karma", "Ionia", "Vi"],
        )  # fmt: skip
        legend = {"cardTypes": ["Legend"], "energy": "", "might": ""}
        ziggs = card("RAD-141/167", "Hexplosives Expert", domains=["Fury", "Chaos"], tags=["Yordle", "Ziggs"], **legend)
        said = preview(folder, write(gallery, karma, ziggs))["sets"]
        assert said["OGN"]["changed"] == said["RAD"]["changed"] == []
        assert "Karma, Channeler: the tag Vi of the list is not taken" in said["OGN"]["doubts"]
        assert "Hexplosives Expert: the tag Yordle of the list is not taken" in said["RAD"]["doubts"]

    def test_reads_a_gallery_that_tells_name_and_subtitle_apart(self, folder: Path, gallery: Path) -> None:
        legend = {"cardTypes": ["Legend"], "domains": ["Fury", "Mind"], "energy": "", "might": "", "tags": ["Ekko"]}
        champion = {"superTypes": ["Champion"], "tags": ["Ekko"]}
        cards = (
            card("RAD-139/167", "Ekko", subtitle="Boy Who Shattered Time", **legend),
            card("RAD-185/167", "Ekko", subtitle="Timewinder", **champion),
            card("RAD-186/167", "Ekko", subtitle="Last Second", **legend),
        )
        preview(folder, write(gallery, *cards), "--take")
        assert Card.objects.get(slug="ekko-timewinder").name == "Ekko, Timewinder"
        assert Card.objects.get(slug="ekko-last-second").name == "Last Second"
        assert Card.objects.filter(name="Boy Who Shattered Time").count() == 1

    def test_tells_which_pools_and_stored_decks_turn(self, folder: Path, gallery: Path) -> None:
        deck = Deck.objects.create(game_id="riftbound", title="Raiders", format="standard", text=DECK)
        other = test_coming_sets.DECK
        Deck.objects.create(game_id="riftbound", title="Other", format="standard", text=other)
        said = preview(folder, write(gallery, NEW))["effects"]
        assert said["decks"] == [
            {"number": deck.pk, "title": "Raiders", "format": "standard", "before": "uncertain", "after": "legal"}
        ]
        assert said["looked"] == 2
        standard = next(each for each in said["pools"] if each["name"] == "Constructed: Standard")
        assert standard["after"] == standard["before"] + 1

    @pytest.mark.shared
    def test_of_the_gallery_of_march_finds_nothing_that_is_not_recorded(self, folder: Path, shared: Path) -> None:
        said = preview(folder, shared / "data" / "riftbound" / "gallery.json")
        assert not said["has_news"]
        assert {code: each["doubts"] for code, each in said["sets"].items()} == {
            "OGN": [
                "Karma, Channeler: the tag Vi of the list is not taken",
                "OGN-303a Nine-Tailed Fox is not in the list",
            ],
            "OGS": [],
            "SFD": [],
            "UNL": ["UNL-t04 Buff is not in the list", "UNL-t08 XP Tracker is not in the list"],
        }

    @pytest.mark.shared
    def test_of_the_later_printings_finds_nothing_that_is_not_recorded(self, folder: Path, shared: Path) -> None:
        said = preview(folder, shared / "data" / "riftbound" / "cards-new.csv", "--day", "2026-11-22")
        assert not said["has_news"]


class TestTaking:
    def test_writes_the_fixtures_and_loads_them_and_one_command_undoes_it(self, folder: Path, gallery: Path) -> None:
        before = contents(folder)
        assert preview(folder, write(gallery, NEW, SOUL), "--take")["is_taken"]
        raider = Card.objects.get(name=RAIDER)
        assert (raider.slug, raider.type, raider.might, raider.doubtful) == ("test-raider", "Unit", 4, [])
        soul = Card.objects.get(name="Heartening Soul")
        assert (soul.might, soul.doubtful) == (6, ["tags"])
        old, new = (each["riftbound/cards.csv"].decode().splitlines() for each in (before, contents(folder)))
        assert len(set(new) - set(old)) == 2
        assert (folder / "riftbound" / "gathered.yaml").read_text(encoding="utf-8").endswith("day: 2026-12-01\n")
        assert not preview(folder, gallery)["has_news"]

        assert run("refresh_reference", "--undo", "--folder", str(folder))[:2] == (
            0,
            "Undone: gallery.json of 2026-12-01.\n",
        )
        assert contents(folder) == before
        assert not Card.objects.filter(name=RAIDER).exists()
        assert Card.objects.get(name="Heartening Soul").might == 7
        status, _, err = run("refresh_reference", "--undo", "--folder", str(folder))
        assert (status, "there is no refresh to undo" in err) == (2, True)

    def test_changes_nothing_where_the_facts_cannot_be_loaded(
        self, folder: Path, gallery: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_args: object, **_options: object) -> None:
            raise InputError("would delete cards", code="loss-of-cards")

        before = contents(folder)
        monkeypatch.setattr(writing, "load_reference", refuse)
        source = str(write(gallery, NEW))
        status, _, err = run("refresh_reference", "--from", source, "--folder", str(folder), "--take")
        assert (status, "would delete cards" in err) == (2, True)
        assert contents(folder) == before

    def test_that_fails_leaves_the_way_back_of_the_one_before(
        self, folder: Path, gallery: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = contents(folder)
        preview(folder, write(gallery, NEW), "--take")
        taken = contents(folder)

        def refuse(*_args: object, **_options: object) -> None:
            raise OSError(28, "No space left on device")

        source = str(write(gallery, NEW, SOUL, day="2026-12-02"))
        for where, name in ((Path, "rename"), (writing, "load_reference")):  # as files are kept, and once written
            with monkeypatch.context() as patch:
                patch.setattr(where, name, refuse)
                status, _, err = run("refresh_reference", "--from", source, "--folder", str(folder), "--take")
            assert (status, "No space left on device; nothing was changed" in err) == (2, True)
            held = {name: text for name, text in contents(folder).items() if ".before-refresh.new" not in name}
            assert held == taken
        assert run("refresh_reference", "--undo", "--folder", str(folder))[0] == 0
        assert {name: contents(folder)[name] for name in before} == before

    @pytest.mark.django_db(transaction=True)
    def test_keeps_the_files_that_the_database_has_where_what_follows_is_interrupted(
        self, folder: Path, gallery: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("vsdb.catalog.cards.loading.tell_of_new_facts", lambda *_: transaction.on_commit(interrupt))
        listed = parse_lists([(gallery, write(gallery, NEW).read_text(encoding="utf-8"))])
        with pytest.raises(KeyboardInterrupt):
            writing.take(folder, listed)
        assert Card.objects.filter(name=RAIDER).exists()
        assert RAIDER.encode() in contents(folder)["riftbound/cards.csv"]
        assert writing.can_undo(folder)

    def test_is_not_undone_over_later_changes(self, folder: Path, gallery: Path) -> None:
        preview(folder, write(gallery, NEW), "--take")
        path = folder / "riftbound" / "cards.csv"
        path.write_text(path.read_text(encoding="utf-8").replace(RAIDER, "Test Raider II"), encoding="utf-8")
        taken = contents(folder)
        status, _, err = run("refresh_reference", "--undo", "--folder", str(folder))
        assert (status, "cards.csv was changed after the refresh" in err) == (2, True)
        assert contents(folder) == taken


class TestWhatIsNoList:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("{", "line 1, column 2: the file is cut off"),
            ("[]", "the JSON has another layout"),
            (json.dumps({"updatedAt": "2026-12-01", "cards": []}), "the gallery has no cards"),
            (json.dumps({"cards": [NEW]}), "give it as well (--day)"),
            (json.dumps({"updatedAt": "2026-13-01", "cards": [NEW]}), "2026-13-01"),
            (
                json.dumps({"updatedAt": "2026-12-01", "cards": [NEW, NEW]}),
                "column 234, RAD-011/167: RAD-011 is already at",
            ),
            (json.dumps({"updatedAt": "2026-12-01", "cards": [card("RAD-011", "")]}), "a name, a set and a number"),
            (json.dumps({"updatedAt": "2026-12-01", "cards": [card("RAD", "X")]}), "a name, a set and a number"),
            (json.dumps({"updatedAt": "2026-12-01", "cards": [NEW | {"might": "many"}]}), "'many' is not a number"),
            (json.dumps({"updatedAt": "2026-12-01", "cards": [NEW | {"cardTypes": ["Hero"]}]}), "no such type: 'Hero'"),
            (json.dumps({"updatedAt": "2026-12-01", "cards": [NEW | {"domains": "Fury"}]}), "domains must be a list"),
            (json.dumps({"updatedAt": "2026-12-01", "cards": [NEW | {"name": ["X"]}]}), "name must be text"),
        ],
    )
    def test_is_refused_with_its_place(self, folder: Path, gallery: Path, text: str, said: str) -> None:
        gallery.write_text(text, encoding="utf-8")
        status, _, err = run("refresh_reference", "--from", str(gallery), "--folder", str(folder))
        assert (status, said in err, "gallery.json" in err) == (2, True, True), err

    def test_of_a_table_is_refused_with_its_line(self, folder: Path, tmp_path: Path) -> None:
        table = tmp_path / "cards.csv"
        header = "set,number,name,type,supertype,domains,energy,power,might,tags,rarity"
        for rows, said in (("set,name", "the column number is missing"), (f"{header}\nRAD,011", "line 2")):
            table.write_text(rows, encoding="utf-8")
            status, _, err = run("refresh_reference", "--from", str(tmp_path / "cards.csv"), "--folder", str(folder))
            assert (status, said in err) == (2, True), err

    @pytest.mark.parametrize("options", [(), ("--undo", "--from", "x")])
    def test_is_asked_for(self, options: tuple[str, ...]) -> None:
        status, _, err = run("refresh_reference", *options)
        assert (status, "give --from FILE or --undo" in err) == (2, True)

    def test_may_be_a_folder_with_one_list(self, folder: Path, gallery: Path) -> None:
        write(gallery, NEW)
        assert preview(folder, gallery.parent)["has_news"]
        (gallery.parent / "cards-new.csv").write_text("", encoding="utf-8")
        status, _, err = run("refresh_reference", "--from", str(gallery.parent), "--folder", str(folder))
        assert (status, "found cards-new.csv, gallery.json" in err) == (2, True)
