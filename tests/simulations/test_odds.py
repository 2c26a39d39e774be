"""Odds of lists and counts, by the command and over HTTP: the same answers, and errors that name their place."""

from __future__ import annotations

import json
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.test import Client

from engine import InputError
from tests import commands
from tests.engine.simulation.odds.asking import HOSTILE, HOSTILE_DECK, forbid_counting, miss
from vsdb.catalog.cards.models import Card, Printing
from vsdb.search.certainty import find_members
from vsdb.simulations.odds.questions import answer_odds

pytestmark = pytest.mark.django_db

LIST = (
    "# game: vs-classic\n# as-of: 2010-06-01\n28 Sentinel Mark V, Army\n4 Savage Beatdown\n4 Overload\n24 Flying Kick\n"
)
WANT_A = {"game": "vs-classic", "want": [{"of": "A", "by": 4}]}
run = partial(commands.run, "odds")


#: Those of four cards, as these tests have them.
COSTS = {"overload": 3, "savage-beatdown": 3, "flying-kick": None, "sentinel-mark-v-army": 4}


@pytest.fixture
def costs() -> None:
    for slug, cost in COSTS.items():
        Card.objects.filter(game="vs-classic", slug=slug).update(cost=cost)


def ask_list(group: dict[str, Any], text: str = LIST, question: dict[str, Any] | None = None) -> dict[str, Any]:
    return answer_odds({"deck": {"list": text, "groups": {"A": group}}, "question": question or WANT_A}).as_dict()


class TestAList:
    @pytest.mark.parametrize(
        ("group", "copies"),
        [
            ({"names": ["Savage Beatdown"]}, 4),
            ({"names": ["savage-beatdown", "OVERLOAD"]}, 8),
            ({"q": "t:character"}, 28),
            ({"q": '"savage beatdown" or overload'}, 8),
            ({"q": "-t:character"}, 32),
        ],
    )
    def test_is_grouped_by_names_and_queries(self, group: dict[str, Any], copies: int) -> None:
        assert ask_list(group)["answer"] == str(1 - miss(60, copies, 12))

    def test_is_answered_by_the_edition_of_a_day(self) -> None:
        given = {"deck": {"size": 39, "groups": {"A": 3}}, "question": {**WANT_A, "game": "riftbound"}}
        cited = [
            {each["document"] for each in answer_odds(given, as_of=day).as_dict()["citations"]}
            for day in (date(2026, 8, 1), date(2026, 4, 1))
        ]
        assert cited == [{"rb-core-2026-07-16"}, {"rb-core-1.3"}]

    @pytest.mark.parametrize(
        ("head", "today", "document"),
        [
            ("# as-of: 2026-04-15\n", date(2026, 8, 1), "rb-core-1.3"),
            ("", date(2026, 8, 1), "rb-core-2026-07-16"),
            ("", date(2026, 4, 15), "rb-core-1.3"),
        ],
    )
    def test_is_answered_by_the_edition_of_the_lists_day_or_of_today(
        self, monkeypatch: pytest.MonkeyPatch, head: str, today: date, document: str
    ) -> None:
        monkeypatch.setattr("django.utils.timezone.localdate", lambda: today)
        text = f"# game: riftbound\n{head}Deck\n39 Flame Chompers\nRunes\n12 Fury Rune"
        question = {"game": "riftbound", "want": [{"of": "A", "by": 1}]}
        told = ask_list({"names": ["Flame Chompers"]}, text, question)
        assert {each["document"] for each in told["citations"]} == {document}

    @pytest.mark.parametrize(("first", "rules"), [(True, ["315.3.b"]), (False, ["315.3.b", "485.7"])])
    def test_about_runes_cites_the_one_more_of_who_goes_second(self, first: bool, rules: list[str]) -> None:
        given = {
            "deck": {"size": 12, "groups": {"A": 6}},
            "question": {"game": "runes", "first": first, "want": [{"of": "A", "by": 1}]},
        }
        told = answer_odds(given, as_of=date(2026, 8, 1)).as_dict()
        assert [each["rule"] for each in told["citations"]] == rules

    def test_says_that_a_card_is_in_a_part_that_is_not_drawn_from(self) -> None:
        text = "# game: riftbound\nChampion\n1 Jinx, Rebel\nDeck\n39 Flame Chompers\nRunes\n12 Fury Rune"
        with pytest.raises(InputError, match="'Jinx, Rebel' is in the list, but nothing is drawn from there: "):
            ask_list({"names": ["Jinx, Rebel"]}, text, {"game": "riftbound", "want": [{"of": "A", "by": 1}]})

    @pytest.mark.usefixtures("costs")
    def test_with_a_cost_that_is_not_recorded_gives_a_range(self) -> None:
        told = ask_list({"q": "cost=3"})
        assert told["answer"] is None
        assert (told["least"], told["most"]) == (str(1 - miss(60, 8, 12)), str(1 - miss(60, 32, 12)))

    def test_leaves_a_card_that_is_not_recorded_open(self) -> None:
        told = ask_list({"q": "t:character"}, LIST.replace("Flying Kick", "Nobody At All"))
        assert (told["least"], told["most"]) == (str(1 - miss(60, 28, 12)), "1/1")

    def test_leaves_a_line_open_that_may_be_one_card_or_another(self) -> None:
        text = "# game: vs-classic\n4 Aquaman\n56 Overload\n"
        for name in ("Aquaman, King of the Seven Seas", "Aquaman, Lord of Atlantis"):
            told = ask_list({"names": [name]}, text)
            assert (told["least"], told["most"]) == ("0/1", str(1 - miss(60, 4, 12)))
        assert ask_list({"names": ["Aquaman"]}, text)["answer"] == str(1 - miss(60, 4, 12))

    def test_of_riftbound_is_drawn_without_its_champion_and_its_runes(self) -> None:
        text = (
            "# game: riftbound\nLegend\n1 Annie, Dark Child\nChampion\n1 Annie, Fiery\nDeck\n3 OGN-001\n36 OGN-002\n"
            "Runes\n7 Fury Rune\n5 Chaos Rune\n"
        )
        question = {"game": "riftbound", "want": [{"of": "A", "by": 3}]}
        assert ask_list({"names": ["Blazing Scorcher"]}, text, question)["answer"] == str(1 - miss(39, 3, 7))
        runes = {"game": "runes", "first": True, "want": [{"of": "A", "by": 1}]}
        assert ask_list({"names": ["Chaos Rune"]}, text, runes)["answer"] == str(1 - miss(12, 5, 2))

    @pytest.mark.parametrize(
        ("deck", "place", "said"),
        [
            ({"list": LIST}, "deck.groups", "name a group"),
            ({"list": LIST, "groups": {"A": {}}}, "deck.groups.A", "either names or q"),
            ({"list": LIST, "groups": {"A": {"names": []}}}, "deck.groups.A.names", "1 to 60"),
            (
                {"list": LIST, "groups": {"A": {"names": ["Overlord"]}}},
                "deck.groups.A.names[0]",
                "did you mean Overload",
            ),
            ({"list": LIST, "groups": {"A": {"q": "cots=3"}}}, "deck.groups.A.q", "cots"),
            ({"list": LIST, "groups": {"A": {"q": ""}}}, "deck.groups.A.q", "empty"),
            ({"list": LIST, "groups": {str(n): {"q": "t:character"} for n in range(7)}}, "deck.groups", "at most 6"),
            ({"list": 3, "groups": {"A": {"q": "t:character"}}}, "deck.list", "text"),
            ({"list": LIST, "size": 60, "groups": {}}, "deck.size", "not one of"),
        ],
    )
    def test_that_cannot_be_grouped_is_refused_with_its_place(self, deck: Any, place: str, said: str) -> None:
        with pytest.raises(InputError, match=said) as refused:
            answer_odds({"deck": deck, "question": WANT_A})
        assert refused.value.place == place


@pytest.mark.usefixtures("costs")
class TestCertainty:
    """A fact that isn't recorded decides neither for nor against a card, nor for its negation."""

    def find(self, query: str) -> tuple[set[str], set[str]]:
        found = find_members(query, "vs-classic", COSTS)
        return set(found.certain), set(found.undecided)

    def test_is_none_either_way(self) -> None:
        low, high = self.find("cost<=3"), self.find("-cost<=3")
        assert low[1] == high[1] == {"flying-kick"}
        assert low[0] | high[0] | {"flying-kick"} == set(COSTS)
        assert not low[0] & high[0]

    def test_is_there_where_another_part_decides(self) -> None:
        assert "flying-kick" not in set().union(*self.find("cost<=3 t:character"))
        assert "flying-kick" in self.find("cost<=3 or t:plot-twist")[0]

    def test_is_there_where_it_is_asked_what_is_recorded(self) -> None:
        assert self.find("cost=unknown") == ({"flying-kick"}, set())

    @pytest.mark.parametrize("query", ["rarity:common", "-rarity:common", "is:concealed", "-is:concealed", "-brand:dc"])
    def test_is_none_of_rarities_flags_and_brands(self, query: str) -> None:
        Card.objects.filter(slug="flying-kick").update(brand="", is_concealed=None)
        Printing.objects.filter(card__slug="flying-kick").update(rarity="")
        assert "flying-kick" in self.find(query)[1]

    @pytest.mark.parametrize("query", ["text:stun", "-text:stun", "is:legal", "legal:golden-age", "number:1"])
    def test_is_not_guessed_of_what_cannot_be_asked(self, query: str) -> None:
        with pytest.raises(InputError, match="can't be counted"):
            self.find(query)

    def test_counts_sums_too(self) -> None:
        assert "flying-kick" in self.find("cost*2<=3")[1]


class TestTheCommand:
    def test_answers_one_question(self, tmp_path: Path) -> None:
        file = tmp_path / "question.json"
        file.write_text(json.dumps({"deck": {"size": 60, "groups": {"A": 4}}, "question": WANT_A}), encoding="utf-8")
        status, out, _ = run(str(file), "--json")
        assert status == 0
        assert json.loads(out)["answer"] == str(1 - miss(60, 4, 12))
        status, out, _ = run(str(file))
        assert out.splitlines()[0] == f"60.10% ({1 - miss(60, 4, 12)})"
        assert "cr-2.7 101.5" in out

    def test_answers_each_of_a_list(self, tmp_path: Path) -> None:
        file = tmp_path / "questions.json"
        good = {"deck": {"size": 60, "groups": {"A": 4}}, "question": WANT_A}
        file.write_text(json.dumps([good, {"deck": {}, "question": WANT_A}, good]), encoding="utf-8")
        status, out, _ = run(str(file))
        first, second, third = map(json.loads, out.splitlines())
        assert (status, first) == (2, third)
        assert second["error"]["path"] == "deck.size"

    def test_takes_the_list_from_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "deck.txt").write_text(LIST, encoding="utf-8")
        question = {
            "deck": {"groups": {"A": {"names": ["Overload"]}}},
            "question": {**WANT_A, "mulligan": {"do": "best"}},
        }
        (tmp_path / "question.json").write_text(json.dumps(question), encoding="utf-8")
        status, out, _ = run(str(tmp_path / "question.json"), "--deck", str(tmp_path / "deck.txt"))
        assert status == 0
        assert out.splitlines()[0] == f"72.16% ({1 - miss(60, 4, 16)})"
        assert "Of 4 rest, put away 4 rest" in out

    def test_names_the_hands_to_keep_of_each_part(self, tmp_path: Path) -> None:
        part = {"deck": {"size": 60, "groups": {"A": 4}}, **WANT_A}
        parts = [part, {**part, "mulligan": {"do": "best"}}]
        (tmp_path / "question.json").write_text(json.dumps({"question": {"parts": parts}}), encoding="utf-8")
        status, out, _ = run(str(tmp_path / "question.json"))
        assert status == 0
        assert "Part 2: Keep: 1 A, 3 rest; 2 A, 2 rest; 3 A, 1 rest; 4 A" in out
        assert "Part 2: Of 4 rest, put away 4 rest" in out
        assert "Part 1: " not in out

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("{", "isn't JSON"),
            ("3", "must be an object"),
            (json.dumps([{}] * 1001), "at most 1,000"),
            ("[" * 9000, "JSON"),
        ],
    )
    def test_refuses_what_is_no_question(self, tmp_path: Path, text: str, said: str) -> None:
        (tmp_path / "question.json").write_text(text, encoding="utf-8")
        status, _, err = run(str(tmp_path / "question.json"))
        assert status == 2
        assert said in err

    def test_names_a_file_that_is_not_there(self) -> None:
        status, _, err = run("nowhere.json")
        assert (status, "nowhere.json" in err) == (2, True)


class TestTheApi:
    def post(self, client: Client, body: Any) -> Any:
        return client.post("/api/v1/odds", body, content_type="application/json")

    def test_answers_as_the_command_does(self, client: Client) -> None:
        given = {"deck": {"list": LIST, "groups": {"A": {"names": ["Overload"]}}}, "question": WANT_A}
        answer = self.post(client, given)
        assert answer.status_code == 200
        assert answer.json() == json.loads(json.dumps(answer_odds(given).as_dict()))

    def test_names_the_path_of_what_cannot_be_read(self, client: Client) -> None:
        given = {"deck": {"size": 60, "groups": {"A": 4}}, "question": {**WANT_A, "game": "vs-2pcg"}}
        answer = self.post(client, given)
        assert answer.status_code == 400
        assert "first" in json.dumps(answer.json())

    def test_answers_a_list_with_a_list(self, client: Client) -> None:
        given = {"deck": {"size": 60, "groups": {"A": 4}}, "question": WANT_A}
        first, second = self.post(client, [given, {}]).json()
        assert first["decimal"] == 0.600972
        assert second["error"]["path"] == "question"

    def test_refuses_many_at_once(self, client: Client) -> None:
        assert self.post(client, [{}] * 21).status_code == 400

    @pytest.mark.parametrize(
        "question",
        [
            {"game": "vs-classic", "want": [{"of": "A"}] * 400},
            {"game": "vs-classic", "want": [[[[]]]]},
            {"game": "vs-classic", "want": {"of": "A"}},
            {"game": "vs-classic", "want": [{"of": "A", "by": 10**30}]},
            {"game": "\0", "want": [{"of": "A"}]},
            {"game": "vs-classic", "want": [{"of": [["A"]]}]},
        ],
    )
    def test_refuses_hostile_questions(self, client: Client, question: Any) -> None:
        assert self.post(client, {"deck": {"size": 60, "groups": {"A": 4}}, "question": question}).status_code == 400


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_counting(monkeypatch)


@pytest.mark.usefixtures("no_work")
class TestAHostileQuestion:
    """Seven groups and 400 conditions: refused with a reason before anything is counted."""

    GIVEN: ClassVar[list[tuple[dict[str, Any], str]]] = [
        ({"deck": HOSTILE_DECK, "question": HOSTILE}, "7 groups; at most 6"),
        ({"deck": {"size": 60, "groups": dict.fromkeys("ABCDEF", 8)}, "question": HOSTILE}, "400 conditions"),
        (
            {
                "deck": {"list": LIST, "groups": {name: {"q": "t:character"} for name in "ABCDEFG"}},
                "question": HOSTILE,
            },
            "7 groups; at most 6",
        ),
        (
            {"question": {"parts": [{"deck": HOSTILE_DECK, **HOSTILE}] * 6}},
            "7 groups; at most 6",
        ),
    ]

    @pytest.mark.parametrize(("given", "said"), GIVEN)
    def test_is_refused_over_http(self, client: Client, given: dict[str, Any], said: str) -> None:
        for body in (given, [given] * 3):
            answer = client.post("/api/v1/odds", body, content_type="application/json")
            assert answer.status_code == (400 if body is given else 200)
            assert said in json.dumps(answer.json())

    @pytest.mark.parametrize(("given", "said"), GIVEN)
    def test_is_refused_by_the_command(self, tmp_path: Path, given: dict[str, Any], said: str) -> None:
        (tmp_path / "question.json").write_text(json.dumps(given), encoding="utf-8")
        status, _, err = run(str(tmp_path / "question.json"))
        assert status == 2
        assert said in err
