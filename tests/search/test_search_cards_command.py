"""`manage.py search_cards`: what it prints, and the exit status that scripts go by."""

from __future__ import annotations

import json
from functools import partial

import pytest

from tests import commands
from vsdb.catalog.cards.models import Printing

pytestmark = pytest.mark.django_db


run = partial(commands.run, "search_cards")


class TestExitStatus:
    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["savage beatdown"], 0),
            (["savage beatdown", "--game", "riftbound"], 1),
            (["savage beatdown", "--game", "chess"], 2),
            (["savage beatdown", "--limit", "0"], 2),
            (["savage beatdown", "--limit", "many"], 2),
        ],
    )
    def test_tells_whether_anything_was_found(self, arguments: list[str], status: int) -> None:
        assert run(*arguments)[0] == status


class TestJson:
    def test_is_one_object_with_total_results_and_notes(self) -> None:
        _, out, err = run("c<=3 s:MUN t:character team:avengers", "--game", "vs-classic", "--limit", "2", "--json")
        answer = json.loads(out)
        assert list(answer) == ["total", "results", "notes", "read_as"]
        assert (answer["total"], len(answer["results"]), answer["notes"], err) == (6, 2, [], "")
        first = answer["results"][0]
        assert (first["title"], first["slug"], first["game"]) == (
            "Cable, Secret Avenger", "cable-secret-avenger", "vs-classic",
        )  # fmt: skip

    def test_gives_each_printing_as_a_result_where_that_is_asked(self) -> None:
        _, out, _ = run("t:rune unique:prints", "--json")
        answer = json.loads(out)
        count = Printing.objects.filter(card__type="Rune").count()
        assert answer["total"] == len(answer["results"]) == count
        assert len({code for each in answer["results"] for code in each["printings"]}) == count

    def test_joins_identity_and_versions_as_titles_do(self) -> None:
        _, out, _ = run('id:"Black Widow" v:"Mighty Avenger"', "--json")
        assert [each["title"] for each in json.loads(out)["results"]] == [
            "Natasha Romanoff <> Black Widow, Mighty Avenger"
        ]

    def test_is_the_same_shape_where_nothing_is_found(self) -> None:
        status, out, _ = run("hukl", "--json")
        assert status == 1
        read_as = {"words": "Cards where “hukl” is in the name or text.", "query": "hukl", "names": []}
        assert json.loads(out) == {"total": 0, "results": [], "notes": [], "read_as": read_as}

    def test_says_what_was_not_understood_and_where(self) -> None:
        _, out, _ = run("savage team:avngers beatdown", "--json")
        (note,) = json.loads(out)["notes"]
        assert (note["start"], note["end"]) == (7, 19)
        assert note["suggestions"][0] == "Avengers"


class TestText:
    def test_has_a_line_a_card_and_the_count(self) -> None:
        _, out, err = run("savage beatdown")
        assert out.splitlines()[0].startswith("Savage Beatdown  Plot Twist  ")
        assert out.splitlines()[-1] == "1 card"
        assert err == ""

    def test_says_what_was_not_understood_on_standard_error(self) -> None:
        status, out, err = run("savage beatdown cost:red")
        assert status == 0
        assert "Savage Beatdown" in out
        assert "“red” is not a value of “cost”" in err

    def test_says_which_query_to_ask_where_a_field_is_unknown(self) -> None:
        _, out, err = run("savage beatdown colour:red")
        assert out == "0 cards\n"
        assert "There is no field “colour”, so no card matches it." in err
        assert "without it: savage beatdown" in err

    def test_asks_whether_another_name_was_meant(self) -> None:
        assert "did you mean Wolverine" in run("wolverne")[1]

    def test_says_what_the_records_leave_open(self) -> None:
        _, _, err = run("banned:golden@2006-10-01", "--game", "vs-classic")
        assert "may be banned in Golden Age on 1 October 2006" in err
