"""`manage.py sample_hand`: what it deals, and the exit status that scripts go by."""

from __future__ import annotations

import io
import json
import re
from datetime import date
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

    def test_cites_the_edition_of_today(self, monkeypatch: pytest.MonkeyPatch, lists: dict[str, str]) -> None:
        monkeypatch.setattr("django.utils.timezone.localdate", lambda: date(2026, 8, 1))
        _, out, _ = run(lists["rift"], "--seed", "7")
        assert out.splitlines()[0].endswith("seed 7 (rb-core-2026-07-16 116)")

    def test_cites_the_edition_of_the_lists_day_and_rather_that_of_the_option(self, tmp_path: Path) -> None:
        listed = tmp_path / "dated.txt"
        listed.write_text("# game: riftbound\n# as-of: 2026-04-15\nDeck\n39 Flame Chompers\n")
        heads = [run(str(listed), "--seed", "7", *more)[1].splitlines()[0] for more in ((), ("--as-of", "2026-07-16"))]
        assert [head.split("(")[1] for head in heads] == ["rb-core-1.3 117)", "rb-core-2026-07-16 116)"]

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


class TestTurns:
    def test_are_drawn_on_to_the_one_that_is_named(self, lists: dict[str, str]) -> None:
        told = dealt(lists["classic"], "--seed", "3", "--turns", "2")
        assert (told["turn"], told["drawn"], told["library_left"]) == (2, 4, 10)
        _, out, _ = run(lists["classic"], "--seed", "3", "--turns", "2")
        lines = out.splitlines()
        assert "opening hand of 4" in lines[0]
        assert [line.split(":")[0] for line in lines[5:7]] == ["Turn 1", "Turn 2"]

    @pytest.mark.parametrize("option", ["--first", "--on-play"])
    def test_differ_for_who_goes_first(self, lists: dict[str, str], option: str) -> None:
        assert dealt(lists["pcg"], "--seed", "3", "--turns", "1")["drawn"] == 2
        assert dealt(lists["pcg"], "--seed", "3", "--turns", "1", option)["drawn"] == 0

    def test_channel_runes(self, lists: dict[str, str], tmp_path: Path) -> None:
        (tmp_path / "runes.txt").write_text(RIFT + "Runes\n12 Fury Rune\n", encoding="utf-8")
        _, out, _ = run(str(tmp_path / "runes.txt"), "--seed", "3", "--turns", "2")
        assert [line for line in out.splitlines() if "Runes" in line] == [
            "  Runes: 3 Fury Rune.",
            "  Runes: 2 Fury Rune.",
            "7 left of Runes.",
        ]


class TestPolicy:
    def test_decides_and_says_why(self, lists: dict[str, str]) -> None:
        told = dealt(lists["rift"], "--seed", "5", "--policy")
        assert told["by_policy"] is True
        _, out, _ = run(lists["rift"], "--seed", "5", "--policy")
        assert out.splitlines()[1] == (
            f"{told['policy']['reason']} Policy: up to 2 cards of 5 or more energy are set aside, the dearest first."  # type: ignore[index]
        )

    def test_is_shown_for_many_hands_of_consecutive_seeds(self, lists: dict[str, str]) -> None:
        status, out, _ = run(lists["rift"], "--seed", "5", "--hands", "20")
        lines = out.splitlines()
        assert (status, lines[0]) == (0, f"{lists['rift']}: 20 opening hands, seeds 5 to 24")
        assert [int(line.split()[0]) for line in lines[1:21]] == list(range(5, 25))
        assert all("ets " in line for line in lines[1:21])
        assert lines[21].endswith("of all opening hands 3.03%, counted exactly.")

    def test_keeps_as_many_hands_as_it_says(self, lists: dict[str, str]) -> None:
        told = dealt(lists["rift"], "--seed", "5", "--hands", "20")
        hands: list[dict[str, dict[str, bool]]] = told["hands"]  # type: ignore[assignment]
        assert told["kept"] == sum(each["policy"]["keeps"] for each in hands)
        # Of 12 cards 6 cost less than 5 energy: C(6, 4) / C(12, 4).
        assert told["share_kept"] == {"answer": "1/33", "decimal": 0.030303}


class TestWhatCannotBeUsed:
    @pytest.mark.parametrize(
        ("name", "arguments", "why"),
        [
            ("rift", ["--mulligan", "--aside", "9"], "no card 9"),
            ("classic", ["--mulligan", "--aside", "1"], "changes the whole hand"),
            ("rift", ["--aside", "1"], "add --mulligan"),
            ("rift", ["--policy", "--mulligan"], "not both"),
            ("rift", ["--turns", "61"], "turn 61"),
            ("rift", ["--hands", "0"], "0 hands"),
            ("rift", ["--hands", "101"], "101 hands"),
            ("rift", ["--hands", "3", "--turns", "1"], "many hands are opening hands"),
            ("empty", ["--hands", "3"], "the deck section of the list has no cards"),
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
