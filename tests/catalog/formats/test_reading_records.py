"""What is recorded of a format stands in its file, is held with it, and a mistake in it is refused with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.model.errors import InputError
from engine.model.reference import build_reference
from vsdb.catalog.cards.reading.folder import read_game

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "riftbound"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    held = tmp_path / "riftbound"
    shutil.copytree(FIXTURES, held)
    return held


def write(folder: Path, record: str) -> None:
    """The file with one record alone."""
    path = folder / "formats.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index("  recorded:")
    end = next(place for place in range(start + 1, len(lines)) if not lines[place].startswith("    - "))
    path.write_text("\n".join((*lines[: start + 1], f"    - {record}", *lines[end:])), encoding="utf-8")


def test_a_record_is_held_with_its_format(folder: Path) -> None:
    write(folder, "{days: [2025-10-31, 2025-11-30], said: so, sets: [OGN], without: [SFD], bans: [Scrapheap]}")
    rows = read_game(folder, "riftbound")
    held = build_reference("riftbound", cards=(), sets=rows.sets, formats=rows.formats, bans=rows.bans)
    (found,) = held.formats["standard"].recorded
    assert (found.days.earliest.isoformat(), found.days.latest.isoformat()) == ("2025-10-31", "2025-11-30")
    assert (found.said, found.sets, found.without, found.bans) == ("so", ("OGN",), ("SFD",), ("Scrapheap",))


def test_what_a_record_does_not_say_is_not_read_as_nothing(folder: Path) -> None:
    write(folder, "{days: [2025-10-31, 2025-10-31], said: so, without: [SFD]}")
    rows = read_game(folder, "riftbound")
    held = build_reference("riftbound", cards=(), sets=rows.sets, formats=rows.formats, bans=rows.bans)
    (found,) = held.formats["standard"].recorded
    assert (found.sets, found.bans) == (None, None)
    assert held.formats["sealed"].recorded == ()


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("{days: [2025-10-31, 2025-10-31], said: so, sets: [OGN, ZZZ]}", "ZZZ"),
        ("{days: [2025-10-31, 2025-10-31], said: so, without: [ZZZ]}", "ZZZ"),
        ("{days: [2025-10-31], said: so}", "expected the earliest and the latest day, found 1 day"),
        ("{days: [2025-10-31, 2025-10-30], said: so}", "is before"),
        ("{days: [2025-10-31, 2025-10-31]}", "the field said is missing"),
        ("{days: [2025-10-31, 2025-10-31], said: so, cards: [OGN]}", "no such field: 'cards'"),
    ],
)
def test_a_mistake_is_refused_with_its_place(folder: Path, record: str, said: str) -> None:
    write(folder, record)
    with pytest.raises(InputError) as caught:
        read_game(folder, "riftbound")
    assert said in caught.value.message
    assert "formats.yaml, line " in caught.value.place
