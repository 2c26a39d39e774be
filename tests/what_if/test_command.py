"""`manage.py what_if`: what it prints, its exit status, and the recorded cases under a ban."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.what_if import Proposal
from tests import commands
from tests.decks.stored import deck_of, person
from tests.what_if.test_services import A_DAY, LEGAL
from vsdb.what_if import services
from vsdb.what_if.management.commands.what_if import get_exit_status
from vsdb.what_if.questions import WhatIfQuestion
from vsdb.what_if.trials import build_trial, compute_list_effect

pytestmark = pytest.mark.django_db

run = partial(commands.run, "what_if")
BAN = ("--format", "golden-age", "--ban", "Savage Beatdown")


@pytest.fixture
def army(tmp_path: Path) -> str:
    path = tmp_path / "army.txt"
    path.write_text(f"# format: golden-age\n# as-of: 2010-06-01\n{LEGAL}\n", encoding="utf-8")
    return str(path)


def test_status_one_says_that_a_deck_becomes_illegal(army: str) -> None:
    status, out, _ = run(*BAN, "--decks", army)
    assert status == 1
    assert "legal to illegal in golden-age on 2010-06-01" in out
    assert "golden-age on" in out


def test_status_zero_says_that_none_gets_worse(army: str) -> None:
    status, out, _ = run("--format", "golden-age", "--ban", "Flying Kick", "--decks", army)
    assert status == 0
    assert "stays legal" in out


def test_an_erratum_that_makes_it_no_army_breaks_the_copies(army: str) -> None:
    card = "Sentinel Mark V, Army"
    errata = ("--erratum", f"{card}:versions=none", "--erratum", f"{card}:keywords=-Army")
    status, out, _ = run("--game", "vs-classic", *errata, "--decks", army)
    assert status == 1
    assert "copy-limit" in out


@pytest.mark.parametrize(("after", "status"), [("legal", 0), ("uncertain", 3), ("illegal", 1)])
def test_the_status_is_that_of_the_worst_turn(after: str, status: int) -> None:
    told: dict[str, Any] = {
        "decks": {"outcomes": [{"before": "illegal", "after": "illegal"}, {"before": "legal", "after": after}]},
        "lists": [],
        "cases": {"changed": []},
    }
    assert get_exit_status(told, is_unusable=False) == status
    assert get_exit_status(told, is_unusable=True) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ban", "Robin"),
        ("--format", "golden-age"),
        ("--format", "golden-age", "--ban", "Nobody Of That Name"),
        ("--format", "golden-age", "--ban", "Robin", "--on", "soon"),
        (*BAN, "--decks", "/nowhere/at/all.txt"),
        (*BAN, "--cases", "/nowhere/at/all.json"),
    ],
)
def test_status_two_says_that_something_cannot_be_used(arguments: tuple[str, ...]) -> None:
    status, _, err = run(*arguments)
    assert status == 2
    assert err


def test_json_holds_every_slice_of_the_stored_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    user, _ = person("ann")
    for number in range(3):
        deck_of(user, title=str(number), visibility="public", format="golden-age", as_of=A_DAY, text=LEGAL)
    deck_of(user, title="private", format="golden-age", as_of=A_DAY, text=LEGAL)
    monkeypatch.setattr(services, "A_SLICE", 2)
    status, out, _ = run(*BAN, "--json")
    told = json.loads(out)
    assert status == 1
    assert [each["title"] for each in told["decks"]["changed"]] == ["2", "1", "0"]
    assert told["decks"]["outcomes"] == [{"before": "legal", "after": "illegal", "decks": 3}]
    assert run(*BAN)[1].count("legal to illegal in golden-age") == 3


class TestCases:
    def test_of_a_file_are_judged_in_their_formats_on_their_days(self, tmp_path: Path) -> None:
        case = {"id": "army", "game": "vs-classic", "format": "golden-age", "as_of": "2010-06-01", "deck": LEGAL}
        other = {**case, "id": "other", "deck": LEGAL.replace("Savage Beatdown", "Flying Kick")}
        path = tmp_path / "cases.json"
        path.write_text(json.dumps({"cases": [case, other, {**case, "game": "vs-2pcg"}]}), encoding="utf-8")
        status, out, _ = run(*BAN, "--cases", str(path), "--json")
        told = json.loads(out)["cases"]
        assert status == 1
        assert told["judged"] == 2
        assert [each["name"] for each in told["changed"]] == ["army"]
        assert "Cases: 2" in run(*BAN, "--cases", str(path))[1]

    @pytest.mark.parametrize("text", ["[{}]", "{}", "nothing", '{"cases": 5}'])
    def test_that_cannot_be_read_are_refused(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "cases.json"
        path.write_text(text, encoding="utf-8")
        assert run(*BAN, "--cases", str(path))[0] == 2


_LINE = re.compile(r"\d+x?\s+(?P<card>\S.*?)\s*")


def written_cards(text: str) -> Iterator[str]:
    """What the lines of a list name after their count, case and dots left out, read without the engine."""
    for line in text.splitlines():
        if found := _LINE.fullmatch(line.strip()):
            yield found["card"].casefold().replace(".", "")


@pytest.mark.shared
@pytest.mark.full
def test_a_ban_breaks_exactly_the_legal_cases_that_have_the_card(shared: Path) -> None:
    """Cards of every legal case are banned in its format, one at a time; which lists name them is read off the text."""
    cases: list[dict[str, Any]] = json.loads((shared / "cases" / "verdicts.json").read_text(encoding="utf-8"))
    assert len(cases) >= 97
    tried = broken = 0
    for game, slug in sorted({(case["game"], case["format"]) for case in cases if case["outcome"] == "legal"}):
        of_format = [case for case in cases if (case["game"], case["format"]) == (game, slug)]
        named = {case["id"]: set(written_cards(case["deck"])) for case in of_format}
        legal = {case["id"] for case in of_format if case["outcome"] == "legal"}
        for card in sorted(set().union(*(named[key] for key in legal)))[::3]:
            proposal = Proposal(game, formats=(slug,), bans=(_word(card),))
            asked = build_trial(WhatIfQuestion(proposal))
            turned = set()
            for case in of_format:
                told = compute_list_effect(
                    asked, case["deck"], case["id"], fmt=slug, on=date.fromisoformat(case["as_of"])
                )
                assert told.effect is not None, told.problem
                assert told.effect.before == case["outcome"], case["id"]
                if told.effect.before == "legal" and told.effect.after != "legal":
                    assert {each.code for each in told.effect.news} == {"banned"}
                    turned.add(case["id"])
            assert turned == {key for key in legal if card in named[key]}, (slug, card)
            tried += 1
            broken += len(turned)
    assert tried >= 30
    assert broken >= tried


def _word(card: str) -> str:
    """The printing that a line names, else its title."""
    code = re.search(r"\[(.+)\]", card)
    return code[1] if code else card
