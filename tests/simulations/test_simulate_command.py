"""`manage.py simulate`: what it plays, and the exit status that scripts go by."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests import commands

pytestmark = pytest.mark.django_db

CLASSIC = "# game: vs-classic\n# as-of: 2010-06-01\n40 Sentinel Mark V, Army\n16 Savage Beatdown\n4 Nobody Here\n"
RIFT = "# game: riftbound\nLegend\n1 Annie, Dark Child\nDeck\n9 OGN-001\n9 OGN-002\n9 OGN-003\nRunes\n12 Fury Rune\n"

run = partial(commands.run, "simulate")


@pytest.fixture
def lists(tmp_path: Path) -> dict[str, str]:
    """A file for each game."""
    texts = {
        "classic": CLASSIC,
        "rift": RIFT,
        "tiny": "# game: riftbound\nDeck\n3 OGN-001\n",
        "empty": "# game: riftbound\nRunes\n3 Fury Rune\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.txt") for name in texts}


def told(*arguments: str) -> dict[str, Any]:
    """The JSON that a call prints."""
    status, out, err = run(*arguments, "--json")
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


class TestAResult:
    def test_has_the_figures_of_each_turn(self, lists: dict[str, str]) -> None:
        found = told(lists["classic"], "--games", "50", "--turns", "3", "--seed", "5")
        assert (found["game"], found["games"], found["turns"], found["seed"], found["first"]) == (
            "vs-classic",
            50,
            3,
            5,
            False,
        )
        assert [row["turn"] for row in found["by_turn"]] == [1, 2, 3]
        assert found["unknown"] == {"cards": 44, "names": ["Nobody Here", "Sentinel Mark V, Army"]}

    def test_is_the_same_for_the_same_seed(self, lists: dict[str, str]) -> None:
        asked = (lists["rift"], "--games", "20", "--seed", "7", "--json")
        assert run(*asked) == run(*asked)

    def test_without_a_seed_prints_the_one_that_plays_it_again(self, lists: dict[str, str]) -> None:
        found = told(lists["classic"], "--games", "9")
        again = told(lists["classic"], "--games", "9", "--seed", str(found["seed"]))
        assert again == found

    def test_of_riftbound_gives_who_goes_second_a_rune_more(self, lists: dict[str, str]) -> None:
        points = [
            told(lists["rift"], "--games", "3", "--seed", "1", *more)["by_turn"][0]["points"]["mean"]
            for more in ((), ("--on-play",))
        ]
        assert points == [3.0, 2.0]

    def test_for_people_is_a_table_with_policy_rules_and_the_first_game(self, lists: dict[str, str]) -> None:
        status, out, _ = run(lists["classic"], "--games", "1200", "--seed", "1", "--turns", "2")
        lines = out.splitlines()
        assert status == 0
        assert lines[0].endswith("1,200 games of 2 turns, seed 1, mean ± standard error")
        assert lines[1].split()[:3] == ["turn", "points", "spent"]
        assert lines[2].split()[:4] == ["1", "1.00", "±", "0.00"]
        assert "%" in lines[2]
        assert "cr-2.7 404.1" in out
        assert "  Before the first turn" in lines
        assert "  Turn 2" in lines

    def test_as_csv_has_each_figure_or_the_games_by_each_value(self, lists: dict[str, str]) -> None:
        asked = (lists["classic"], "--games", "20", "--turns", "2", "--seed", "1", "--csv")
        heads = [run(*asked, *more)[1].splitlines()[0] for more in ((), ("--distribution",))]
        assert heads == ["list,turn,figure,mean,se,meaning", "list,turn,figure,value,games,share,meaning"]
        both = run(*asked, "--against", lists["classic"])[1].splitlines()
        assert len(both) == 2 * (len(run(*asked)[1].splitlines()) - 1) + 1

    def test_beside_another_list_has_what_differs(self, lists: dict[str, str], tmp_path: Path) -> None:
        other = tmp_path / "other.txt"
        other.write_text("60 Falcon, Secret Avenger\n", encoding="utf-8")
        asked = (lists["classic"], "--games", "20", "--turns", "3", "--seed", "1", "--against", str(other))
        assert told(*asked)["against"]["unknown"]["cards"] == 0
        lines = run(*asked)[1].splitlines()
        at = lines.index("The second list less the first, difference ± standard error")
        assert lines[at + 2].split()[:4] == ["1", "0.00", "±", "0.00"]

    def test_names_the_cards_that_a_rule_stops(self, lists: dict[str, str]) -> None:
        out = run(lists["rift"], "--games", "20", "--seed", "1", "--blocked")[1]
        assert "Cards that a rule stops, in 20 games:\n  power_blocked:" in out
        classic = run(lists["classic"], "--games", "20", "--seed", "1", "--turns", "1", "--blocked")[1]
        assert "of games, cr-2.7 203.5b" in classic

    def test_cites_the_rules_of_a_day(self, lists: dict[str, str]) -> None:
        found = told(lists["rift"], "--games", "2", "--as-of", "2026-01-01")
        assert {each["document"] for each in found["citations"]} == {"rb-core-1.3"}


class TestRefusals:
    @pytest.mark.parametrize(
        ("name", "arguments", "why"),
        [
            ("classic", ("--games", "0"), "0 games; at least 1"),
            ("classic", ("--games", "100001"), "100,001 games; at most 100,000"),
            ("tiny", ("--games", "10001"), "at most 10,000 of this deck, whose games are played one by one"),
            ("classic", ("--turns", "13"), "13 turns; at most 12"),
            ("classic", ("--turns", "0"), "0 turns; at least 1"),
            ("classic", ("--seed", "-1"), "seed -1; from 0"),
            ("empty", (), "the deck section of the list has no cards"),
            ("rift", ("--as-of", "soon"), "--as-of"),
            ("rift", ("--csv", "--json"), "choose one of --csv and --json"),
        ],
    )
    def test_say_what_is_out_of_range(
        self, lists: dict[str, str], name: str, arguments: tuple[str, ...], why: str
    ) -> None:
        status, out, err = run(lists[name], *arguments)
        assert (status, out) == (2, "")
        assert why in err

    def test_name_a_missing_file(self) -> None:
        assert run("nowhere.txt")[0] == 2
