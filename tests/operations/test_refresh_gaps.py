"""What a refresh says where a list is incomplete, isn't read or lacks a column, and where there is no way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.errors import InputError
from tests.commands import run
from tests.operations.test_refresh_page import sign_in, upload
from tests.operations.test_refresh_reference import NEW, folder, preview, write
from tests.operations.test_refresh_tables import month
from vsdb.catalog.cards.models import Card
from vsdb.catalog.wordings.models import Source, Wording
from vsdb.operations.refreshing.reading import parse_lists
from vsdb.operations.refreshing.writing import undo

__all__ = ["folder", "month"]
pytestmark = pytest.mark.django_db


def test_fewer_printings_than_announced_numbers_are_doubtful(folder: Path, month: Path) -> None:
    said = preview(folder, month)["sets"]
    assert said["NEX"]["doubts"] == ["2 printings recorded, 170 numbers announced: the list seems incomplete"]
    assert not any("announced" in line for line in said["OGN"]["doubts"])


def test_files_that_are_not_read_are_named(folder: Path, month: Path) -> None:
    for name in ("tags-ven.csv", "new-sets.csv"):
        (month / name).write_text("set\n", encoding="utf-8")
    assert preview(folder, month)["unread"] == ["new-sets.csv", "tags-ven.csv"]
    _, out, _ = run("refresh_reference", "--from", str(month), "--folder", str(folder))
    assert "Not read, of another type: new-sets.csv, tags-ven.csv\n" in out


@pytest.mark.parametrize(
    ("name", "header", "lacking"),
    [
        ("sets.csv", "code,released", "name"),
        ("regional-days.csv", "set,region", "legal_from"),
        ("bans.csv", "card,formats", "begins_earliest"),
    ],
)
def test_a_missing_column_is_named(name: str, header: str, lacking: str) -> None:
    with pytest.raises(InputError, match=f"{name}, line 1: the column {lacking} is missing"):
        parse_lists([(Path(name), f"{header}\n")])


def test_a_refused_undo_names_the_cards_and_the_way_out(folder: Path, tmp_path: Path) -> None:
    preview(folder, write(tmp_path / "gallery.json", NEW), "--take")
    source = Source.objects.create(game_id="riftbound", slug="test", name="Test", kind=Source.Kind.CARD_FILE)
    card = Card.objects.get(game="riftbound", slug="test-raider")
    Wording.objects.create(source=source, card=card, kind=Wording.Kind.PRINTED, text="Zyxhop.", precedence=0)
    with pytest.raises(InputError, match=r"Test Raider: undo would delete .* restore the backup .* by hand"):
        undo(folder)


def test_a_ban_of_unknown_day_says_both_days_and_a_set_without_news_is_left_out(folder: Path, month: Path) -> None:
    for path in month.iterdir():
        path.unlink()
    row = "card,formats,begins_earliest,begins_latest\nHigh Note,standard,2026-12-10,2026-12-20\n"
    (month / "bans.csv").write_text(row, encoding="utf-8")
    (month / "sets.csv").write_text("code,name\nOGN,Origins\n", encoding="utf-8")
    _, out, _ = run("refresh_reference", "--from", str(month), "--folder", str(folder), "--day", "2026-12-01")
    assert "High Note from between 2026-12-10 and 2026-12-20 in standard\n" in out
    assert "sets.csv: 0 new" not in out


def test_the_page_shows_effects_and_the_way_to_take_before_the_facts(folder: Path) -> None:
    page = upload(sign_in("add_import"), NEW).content.decode()
    assert page.index('id="effects"') < page.index("Take all of it") < page.index('id="facts"')
