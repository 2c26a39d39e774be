"""Mangled questions: each is judged, or refused at the place that was mangled; nothing else is raised."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.model.verdicts import UNCERTAIN
from engine.play.facts import PlayInputError
from engine.play.judging import Answer, judge, playable, read_question
from tests.engine.play import classic_examples, pcg_examples, riftbound_examples
from tests.engine.play.cases import TODAY

EXAMPLES = {"vs-classic": classic_examples, "vs-2pcg": pcg_examples, "riftbound": riftbound_examples}
COUNT = 1_000
UNHEARD_OF = "unheard_of"
JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 7, 1.5, 10**30, float("inf"), float("nan"), "", " ", "you", "nobody", "\x00", "x" * 5_000,
    [], {}, [[]], [{}], {"id": []}, {"id": "a", "": None}, [None], {"__class__": "x"}, [{"id": "a"}, {"id": "a"}],
)  # fmt: skip


@pytest.mark.parametrize("game", playable())
def test_a_thousand_mangled_questions_are_judged_or_refused(game: str) -> None:
    said = [(document, ask(document)) for document in mangle(game, random.Random(19))]  # noqa: S311
    judged = [answer for _, answer in said if isinstance(answer, Answer)]
    refused = [(document, answer) for document, answer in said if isinstance(answer, PlayInputError)]
    assert len(judged) > COUNT // 20
    assert len(refused) > COUNT // 20
    assert all(answer.outcome != UNCERTAIN or answer.asks or answer.findings for answer in judged)
    for document, refusal in refused:
        said_at = {*document, "game", "as_of", *_keys(document["position"]), *_keys(document["action"])}
        assert refusal.path.split(".")[0] in said_at, refusal
        assert 0 < len(str(refusal)) < 1_000


@pytest.mark.parametrize("game", playable())
def test_an_unheard_of_fact_is_refused_where_it_stands(game: str) -> None:
    for verb in EXAMPLES[game].EXAMPLES:
        whole = EXAMPLES[game].example(verb)
        refused = 0
        for place in [place for place, value in _places(whole, ()) if isinstance(value, dict) and place]:
            document = copy.deepcopy(whole)
            _at(document, place)[UNHEARD_OF] = 1
            said = ask(document)
            refused += isinstance(said, PlayInputError)
            # A key of a table is the player's own word.
            assert isinstance(said, Answer) or UNHEARD_OF in str(said), (place, said)
        assert refused >= 2, verb


def ask(document: dict[str, Any]) -> Answer | PlayInputError:
    """The answer to a question, or why it is refused."""
    try:
        return judge(read_question(document, today=TODAY))
    except PlayInputError as exc:
        return exc


def mangle(game: str, by: random.Random) -> Iterator[dict[str, Any]]:
    """Examples of a game's actions with one to three places damaged."""
    verbs = sorted(EXAMPLES[game].EXAMPLES)
    for _ in range(COUNT):
        document = EXAMPLES[game].example(by.choice(verbs))
        for _ in range(by.randint(1, 3)):
            _damage(document, by)
        yield document


def _damage(document: dict[str, Any], by: random.Random) -> None:
    place, value = by.choice([each for each in _places(document, ()) if len(each[0]) > 1])
    *way, last = place
    held = _at(document, tuple(way))
    kind = by.randrange(6)
    if kind == 0:
        del held[last]
    elif kind == 1:
        held[last] = [copy.deepcopy(value)]
    elif kind == 2 and isinstance(value, list) and value:
        value.append(copy.deepcopy(by.choice(value)))
    elif kind == 3 and isinstance(value, dict):
        value[by.choice(("", "id", "turn", UNHEARD_OF, "x" * 999))] = copy.deepcopy(by.choice(JUNK))
    elif kind == 4:
        held[last] = copy.deepcopy(by.choice([each for _, each in _places(document, ())]))
    else:
        held[last] = copy.deepcopy(by.choice(JUNK))


def _places(value: Any, place: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield place, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _places(each, (*place, key))


def _at(document: Any, place: tuple[Any, ...]) -> Any:
    for step in place:
        document = document[step]
    return document


def _keys(value: Any) -> list[str]:
    return [str(key)[:200] for key in value] if isinstance(value, dict) else []
