"""A site whose fixtures are older than Vendetta, brought up to date by the month's lists: no word of them is lost."""

from __future__ import annotations

import csv
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.operations.test_refresh_reference import contents, preview
from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.models import Printing
from vsdb.operations.refreshing.fixture_rows import read_fixture
from vsdb.operations.refreshing.reading import PROMOS
from vsdb.operations.refreshing.writing import undo

pytestmark = [pytest.mark.django_db, pytest.mark.shared]
COMING = ("VEN", "RAD")
SETS = "code,name,released,numbered_to\nVEN,Vendetta,2026-07-31,166\nRAD,Radiance,2026-10-23,167\n"


def listed(shared: Path) -> list[dict[str, str]]:
    """The rows of the later printings, each number as it is recorded."""
    with (shared / "data" / "riftbound" / "cards-new.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [row if row["set"] in PROMOS else {**row, "number": row["number"].partition("/")[0]} for row in rows]


@pytest.fixture
def older(tmp_path: Path, shared: Path) -> Path:
    """The fixtures without the two sets and without the later printings, loaded."""
    folder = Path(shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures", ignore=shutil.ignore_patterns(".*")))
    home, later = folder / "riftbound", {f"{row['set']}-{row['number']}".casefold() for row in listed(shared)}

    def write(name: str, rows: Iterable[Mapping[str, str]]) -> None:
        (home / name).write_text(read_fixture(home / name).write([*rows]), encoding="utf-8")

    def earlier(printings: str) -> str:
        held = (each.strip() for each in printings.split(";"))
        codes = ((each, each.partition(" ")[0]) for each in held)
        return "; ".join(each for each, code in codes if code[:3] not in COMING and code.casefold() not in later)

    cards = [{**row, "printings": earlier(row["printings"])} for row in read_fixture(home / "cards.csv").rows]
    write("cards.csv", (row for row in cards if row["printings"]))
    write("sets.csv", (row for row in read_fixture(home / "sets.csv").rows if row["code"] not in COMING))
    write("bans.csv", (row for row in read_fixture(home / "bans.csv").rows if row["begins_earliest"] < "2026-06"))
    for name, pattern, text in (
        ("formats.yaml", r"(?m)^.*sets: \[.*(VEN|RAD).*\]\}\n", ""),
        ("gathered.yaml", r"2026-\d\d-\d\d", "2026-06-01"),
    ):
        (home / name).write_text(re.sub(pattern, text, (home / name).read_text(encoding="utf-8")), encoding="utf-8")
    load_reference(folder, allow_loss=True)
    return folder


def words_of_list(rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """The words of a list of printings; a domain that is called none, and a legend's tags but the last, aren't kept."""
    for row in rows:
        tags = row["tags"].split("/")
        facts = (row[name] for name in ("set", "number", "name", "type", "supertype", "rarity", "energy", "power"))
        kept = tags[-1:] if row["type"] == "Legend" else tags
        yield from (*facts, *(each for each in row["domains"].split("/") if each != "Colorless"), *kept)


def words_of_database(rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """The words that the database has of these printings; of tags those that the list has."""
    held = {
        (each.card_set.code, str(each.number).casefold()): each
        for each in Printing.objects.filter(card__game="riftbound").select_related("card", "card_set")
    }
    for row in rows:
        printing = held[row["set"], row["number"].casefold()]
        card, number = printing.card, row["number"]
        figures = ("" if each is None else str(each) for each in (card.energy, card.power))
        labels = list(card.labels.values_list("kind", "name"))
        tags, domains = ({name for kind, name in labels if kind == wanted} for wanted in ("tag", "domain"))
        facts = (printing.card_set.code, number, card.name, card.type or "", card.supertype or "")
        yield from (*facts, printing.rarity or "", *figures, *domains)
        yield from tags & set(row["tags"].split("/")) if row["type"] != "Legend" else row["tags"].split("/")[-1:]


def test_gets_every_word_of_the_later_printings_and_goes_back(older: Path, shared: Path, tmp_path: Path) -> None:
    month = tmp_path / "month"
    month.mkdir()
    shutil.copyfile(shared / "data" / "riftbound" / "cards-new.csv", month / "cards-new.csv")
    (month / "sets.csv").write_text(SETS, encoding="utf-8")
    before, rows = contents(older), listed(shared)
    said = preview(older, month, "--day", "2026-11-22", "--take")
    assert {code: len(each["new"]) for code, each in said["sets"].items()} == Counter(row["set"] for row in rows)
    assert sum(len(each["new"]) for each in said["sets"].values()) == 371

    def counted(words: Iterator[str]) -> Counter[str]:
        return Counter(filter(None, words))

    assert counted(words_of_database(rows)) == counted(words_of_list(rows))
    assert not preview(older, month, "--day", "2026-11-22")["has_news"]
    undo(older)
    assert contents(older) == before
    assert Printing.objects.filter(card_set__code__in=COMING).count() == 0
