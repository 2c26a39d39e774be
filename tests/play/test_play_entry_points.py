"""The command and the API of play: exit statuses, lists, unusable input, and the recorded facts of named cards."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from engine.play.judging import playable
from tests.engine.play.test_bad_input import mangle
from vsdb.play.api import MAX_QUESTIONS
from vsdb.play.services import answer_question

QUESTION: dict[str, Any] = {
    "position": {
        "game": "vs-classic",
        "turn": {"phase": "build", "step": "resource", "active": "you", "opening": True},
    },
    "action": {"action": "build-resource", "from": "hand"},
}
UNKNOWN_VERB = {**QUESTION, "action": {"action": "build-resourse"}}

pytestmark = pytest.mark.django_db


def run(tmp_path: Path, text: str, *options: str) -> int:
    """The exit status of the command."""
    file = tmp_path / "question.json"
    file.write_text(text, "utf-8")
    try:
        call_command("may_i_play", str(file), *options)
    except SystemExit as exc:
        return int(str(exc.code))
    except CommandError as exc:
        return exc.returncode
    return 0


def test_a_list_is_answered_in_order_and_ends_with_the_worst_status(tmp_path: Path, capsys: Any) -> None:
    assert run(tmp_path, json.dumps([QUESTION, UNKNOWN_VERB])) == 2
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["outcome"] == "legal"
    assert second["error"]["path"] == "action.action"
    assert "build-resource" in second["error"]["near"]


@pytest.mark.parametrize(
    "text",
    ["", "[" * 100_000, '{"position": NaN}', '{"position": {}, "position": {}}', "5", json.dumps(UNKNOWN_VERB)],
    ids=["empty", "deep", "nan", "twice", "number", "verb"],
)
def test_unusable_input_ends_with_2(tmp_path: Path, text: str) -> None:
    assert run(tmp_path, text) == 2


def test_words_begin_with_the_verdict(tmp_path: Path, capsys: Any) -> None:
    assert run(tmp_path, json.dumps(QUESTION)) == 0
    assert capsys.readouterr().out.startswith("Legal: build-resource")


def test_what_would_happen_is_not_told_as_if_it_had(tmp_path: Path, capsys: Any) -> None:
    action = {"action": "attack", "attackers": ["a"], "defender": "x"}
    assert run(tmp_path, json.dumps({"position": {"game": "vs-2pcg"}, "action": action})) == 3
    assert "\nWhat happens if it is legal:\na: exhausted\nResult: {" in capsys.readouterr().out


def test_the_api_answers_one_a_list_and_refuses_with_the_nearest_words(client: Client) -> None:
    def post(body: Any) -> Any:
        return client.post("/api/v1/play", json.dumps(body), "application/json")

    assert post(QUESTION).json()["outcome"] == "legal"
    refused = post(UNKNOWN_VERB)
    assert refused.status_code == 400
    assert refused.json()["error"]["path"] == "action.action"
    several = post([UNKNOWN_VERB, QUESTION]).json()
    assert "error" in several[0]
    assert several[1]["outcome"] == "legal"
    verbs = {each["action"] for each in client.get("/api/v1/play/actions").json()["games"][0]["actions"]}
    assert "attack" in verbs


def test_a_slug_of_no_card_is_refused() -> None:
    question = {**QUESTION, "position": {**QUESTION["position"], "you": {"characters": [{"slug": "no-such-card"}]}}}
    with pytest.raises(ValueError, match="no card of the reference"):
        answer_question(question)


@pytest.mark.parametrize("game", playable())
def test_the_api_answers_or_refuses_each_of_many_mangled_questions(client: Client, game: str) -> None:
    chance = random.Random(20)  # noqa: S311
    # JSON has no infinity: a body with one is refused as a whole.
    asked = [each for each in itertools.islice(mangle(game, chance), MAX_QUESTIONS) if _is_json(each)]
    given = client.post("/api/v1/play", json.dumps(asked), "application/json")
    assert (given.status_code, len(given.json())) == (200, len(asked))
    refused = [each["error"] for each in given.json() if "error" in each]
    assert all(each["path"] and each["message"] for each in refused)
    assert 10 < len(refused) < len(asked) - 3


def _is_json(question: Any) -> bool:
    try:
        json.dumps(question, allow_nan=False)
    except ValueError:
        return False
    return True
