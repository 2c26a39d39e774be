"""The positions of the quiz: written by us as facts of a game, answered by the judge.

A file `play_positions.yaml` in a game's fixtures is a list of positions, each with `id`, `difficulty` (easy, medium or
hard), `situation` (what is on the table, in a sentence or two), `position` and `action`. The answer isn't stored: the
judge gives it, and a test holds it against the documents' cases.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from django.conf import settings

from engine import NotFound
from engine.model.games import game_of
from engine.play.judging import Answer, judge, playable, read_question
from engine.play.rules import Action
from vsdb.play.documents import encode_question

DIFFICULTIES = ("easy", "medium", "hard")
ROUND = 10  #: questions
FILE = "play_positions.yaml"
#: Positions of the quiz name their day where the edition matters; the others mean the newest rules.
_NEWEST = date.max


class QuizPosition(NamedTuple):
    """A position with its action, what is to see, and the judge's answer."""

    game: str
    id: str
    difficulty: str
    situation: str
    question: dict[str, Any]
    action: Action
    answer: Answer

    @property
    def code(self) -> str:
        """The question as a text for addresses."""
        return encode_question(self.question)

    @property
    def rules(self) -> tuple[str, ...]:
        """The codes of the rules that it turns on, the first first; none for a legal one."""
        return tuple(finding.code for finding in self.answer.findings if finding.severity != "info")


class QuizFilter(NamedTuple):
    """Which positions are asked; empty: all."""

    action: str = ""
    difficulty: str = ""
    rule: str = ""

    def fits(self, position: QuizPosition) -> bool:
        """Whether a position is among them."""
        return (
            self.action in ("", position.action.verb)
            and self.difficulty in ("", position.difficulty)
            and (not self.rule or self.rule in position.rules)
        )


@lru_cache(maxsize=16)
def list_quiz_positions(game: str) -> tuple[QuizPosition, ...]:
    """The positions of a game, in the order of their file; none for a game without such a file."""
    return tuple(_read_positions(game))


def get_quiz_position(game: str, key: str) -> QuizPosition:
    """A position by its id. Raises NotFound."""
    found = next((each for each in list_quiz_positions(game) if each.id == key), None)
    if found is None:
        raise NotFound(f"no position of the quiz is called {key[:80]!r}")
    return found


def draw_round(game: str, seed: str, chosen: QuizFilter) -> tuple[QuizPosition, ...]:
    """The positions of a round: the same for the same seed, in an order that the seed makes."""
    among = [each for each in list_quiz_positions(game) if chosen.fits(each)]
    return tuple(sorted(among, key=lambda each: _weigh(seed, each.id))[:ROUND])


def list_positions_of_rule(document: str, rule: str) -> list[QuizPosition]:
    """The positions of every game that turn on a rule."""
    return [each for each in _every_position() if any(_cites(each, document, rule))]


def _every_position() -> Iterable[QuizPosition]:
    return (each for game in playable() for each in list_quiz_positions(game))


def _cites(position: QuizPosition, document: str, rule: str) -> Iterator[bool]:
    for finding in position.answer.findings:
        if finding.severity != "info":
            yield from (cited.document == document and cited.rule == rule for cited in finding.citations)


def _weigh(seed: str, key: str) -> str:
    return hashlib.sha256(f"{seed}/{key}".encode()).hexdigest()


def _read_positions(game: str) -> Iterator[QuizPosition]:
    file = Path(game_of(game).fixtures or settings.BASE_DIR / "fixtures" / game) / FILE
    if not file.exists():
        return
    for row in yaml.safe_load(file.read_text("utf-8")):
        question = {"position": {"game": game, **row["position"]}, "action": row["action"]}
        read = read_question(question, today=_NEWEST)
        yield QuizPosition(game, row["id"], row["difficulty"], row["situation"], question, read.action, judge(read))
