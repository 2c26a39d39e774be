"""`manage.py sample_hand`: what it deals, and the exit status that scripts go by."""

from __future__ import annotations

import io
import json
import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection

from tests import commands

pytestmark = pytest.mark.django_db

CLASSIC = (
    "# game: vs-classic\n# as-of: 2010-06-01\n8 Sentinel Mark V, Army\n4 Savage Beatdown\n4 Overload\n2 Nobody Here\n"
)
PCG = "# format: multiverse\nMain Character\n1 Captain Marvel [AFF-001]\nDeck\n30 AFF-018\n30 AFF-022\n"
RIFT = "# game: riftbound\nLegend\n1 Annie, Dark Child\nDeck\n3 OGN-001\n3 OGN-002\n3 OGN-003\n3 OGN-004\n"

run = partial(commands.run, "sample_hand")


@pytest.fixture
def lists(tmp_path: Path) -> dict[str, str]:
    """A file for each game."""
    texts = {"classic": CLASSIC, "pcg": PCG, "rift": RIFT, "empty": "# game: riftbound\nRunes\n3 Fury Rune\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.txt") for name in texts}


def dealt(*arguments: str) -> dict[str, object]:
    """The JSON that a call prints."""
    status, out, err = run(*arguments, "--json")
    assert (status, err) == (0, "")
    found: dict[str, object] = json.loads(out)
    return found


def names(*arguments: str) -> list[str]:
    hand = dealt(*arguments)["hand"]
    assert isinstance(hand, list)
    return [each["name"] for each in hand]


class TestAHand:
    @pytest.mark.parametrize(("name", "size", "left"), [("classic", 4, 14), ("pcg", 7, 53), ("rift", 4, 8)])
    def test_has_as_many_cards_as_the_game_says(self, lists: dict[str, str], name: str, size: int, left: int) -> None:
        told = dealt(lists[name], "--seed", "1")
        assert (len(names(lists[name], "--seed", "1")), told["library_left"]) == (size, left)

    def test_is_the_same_for_the_same_seed(self, lists: dict[str, str]) -> None:
        assert run(lists["classic"], "--seed", "7", "--json") == run(lists["classic"], "--seed", "7", "--json")

    def test_without_a_seed_prints_the_one_that_deals_it_again(self, lists: dict[str, str]) -> None:
        status, out, _ = run(lists["pcg"])
        assert status == 0
        seed = re.search(r"seed (\d+)", out)
        assert seed is not None
        assert run(lists["pcg"], "--seed", seed[1])[1] == out

    def test_is_told_with_its_rule_and_place(self, lists: dict[str, str]) -> None:
        _, out, _ = run(lists["classic"], "--seed", "7")
        lines = out.splitlines()
        assert lines[0] == f"{lists['classic']}: opening hand of 4, seed 7 (cr-2.7 101.5)"
        assert [line[:5] for line in lines[1:5]] == ["  1  ", "  2  ", "  3  ", "  4  "]
        assert lines[5:] == [
            "14 cards left in the deck.",
            "Cards that aren't recorded are dealt as written. Unreadable lines aren't dealt.",
        ]

    def test_of_riftbound_cites_the_newest_edition_that_is_held(self, lists: dict[str, str]) -> None:
        _, out, _ = run(lists["rift"], "--seed", "7")
        assert out.splitlines()[0].endswith("seed 7 (rb-core-2026-07-16 116)")

    def test_is_dealt_from_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(PCG.encode())))
        assert dealt("-", "--seed", "1")["file"] == "-"


class TestMulligan:
    def test_brings_a_new_hand(self, lists: dict[str, str]) -> None:
        told = dealt(lists["classic"], "--seed", "3", "--mulligan")
        assert (told["mulligans"], told["may_mulligan"]) == (1, False)
        assert (
            "hand after the mulligan of 4, seed 3 (cr-2.7 101.6)"
            in run(lists["classic"], "--seed", "3", "--mulligan")[1]
        )

    def test_sets_aside_the_dearest_cards_in_riftbound(self, lists: dict[str, str]) -> None:
        """Of OGN-001 to OGN-004, Brazen Buccaneer costs 6 and Blazing Scorcher 5, the others 2 and 1."""
        order = ["Brazen Buccaneer", "Blazing Scorcher", "Chemtech Enforcer", "Cleave"]
        before = names(lists["rift"], "--seed", "5")
        after = names(lists["rift"], "--seed", "5", "--mulligan")
        dearest = sorted(before, key=order.index)
        assert sorted(after[:2], key=order.index) == dearest[2:]

    def test_sets_aside_the_cards_that_are_named(self, lists: dict[str, str]) -> None:
        before = names(lists["rift"], "--seed", "5")
        after = names(lists["rift"], "--seed", "5", "--mulligan", "--aside", "4")
        assert after[:3] == before[:3]


class TestWhatCannotBeUsed:
    @pytest.mark.parametrize(
        ("name", "arguments", "why"),
        [
            ("rift", ["--mulligan", "--aside", "9"], "no card 9"),
            ("classic", ["--mulligan", "--aside", "1"], "changes the whole hand"),
            ("rift", ["--aside", "1"], "add --mulligan"),
            ("empty", [], "the deck section of the list has no cards"),
            ("classic", ["--game", "chess"], "chess"),
        ],
    )
    def test_says_why(self, lists: dict[str, str], name: str, arguments: list[str], why: str) -> None:
        status, out, err = run(lists[name], "--seed", "1", *arguments)
        assert (status, out) == (2, "")
        assert why in err

    @pytest.mark.parametrize(("text", "said"), [("4 Nobody\n", "choose the game"), ("# mine\n", "has no cards")])
    def test_is_a_list_whose_cards_tell_no_game(self, tmp_path: Path, text: str, said: str) -> None:
        (tmp_path / "list.txt").write_text(text, encoding="utf-8")
        status, _, err = run(str(tmp_path / "list.txt"))
        assert (status, said in err) == (2, True)

    def test_is_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        status, _, err = run(str(tmp_path / "none.txt"))
        assert (status, "none.txt" in err) == (2, True)

    def test_is_a_database_without_tables(self, lists: dict[str, str]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE cards_game RENAME TO cards_game_gone")
        status, _, err = run(lists["classic"])
        assert (status, "load_reference" in err) == (2, True)
