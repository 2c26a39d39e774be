"""The pages of the quiz. A round lives in its address: the seed, what is asked, and the answers given so far."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from engine import GAMES, ILLEGAL, LEGAL, UNCERTAIN, NotFound
from engine.play.judging import playable
from vsdb.play.quiz.positions import (
    DIFFICULTIES,
    ROUND,
    QuizFilter,
    QuizPosition,
    draw_round,
    get_quiz_position,
    list_quiz_positions,
)

#: The answers that can be given, by their letters in addresses.
ANSWERS = {"l": LEGAL, "i": ILLEGAL, "u": UNCERTAIN}
_SEED = re.compile(r"[a-z0-9]{1,12}")
_GIVEN = re.compile(rf"[liu]{{0,{ROUND}}}")
_WORD = re.compile(r"[a-z0-9-]{0,60}")


@dataclass(frozen=True)
class Round:
    """A round of the quiz: its positions and the answers given so far, as letters."""

    game: str
    seed: str
    chosen: QuizFilter
    given: str
    is_next: bool  #: the last answer was read, and the next position is asked

    @cached_property
    def positions(self) -> tuple[QuizPosition, ...]:
        """The positions of the round."""
        return draw_round(self.game, self.seed, self.chosen)

    @property
    def marks(self) -> list[tuple[QuizPosition, str, bool]]:
        """The positions answered so far, what was said, and whether that is right."""
        pairs = zip(self.positions, self.given, strict=False)
        return [(each, ANSWERS[letter], ANSWERS[letter] == each.answer.outcome) for each, letter in pairs]

    @property
    def right(self) -> int:
        """How many answers are right."""
        return sum(is_right for _, _, is_right in self.marks)

    @property
    def is_over(self) -> bool:
        """Whether every position is answered."""
        return len(self.given) >= len(self.positions)

    @property
    def asked(self) -> QuizPosition | None:
        """The position that is asked now; None while the last answer is explained, and at the end."""
        is_asked = (self.is_next or not self.given) and not self.is_over
        return self.positions[len(self.given)] if is_asked else None

    def address(self, given: str = "", **more: str) -> str:
        """The address of this round with these answers."""
        words = {"seed": self.seed, **{key: each for key, each in self.chosen._asdict().items() if each}}
        said = {**words, **({"given": given} if given else {}), **more}
        return f"{reverse('play:quiz-of-game', args=(self.game,))}?{urlencode(said)}"


@require_safe
def show_start(request: HttpRequest) -> HttpResponse:
    """The games of the quiz."""
    games = [(slug, GAMES[slug], len(list_quiz_positions(slug))) for slug in playable()]
    return render(request, "play/quiz/start.html", {"games": [each for each in games if each[2]]})


@require_safe
def show_round(request: HttpRequest, game: str) -> HttpResponse:
    """A position to judge, the explanation of the last one, or the end of the round."""
    _require_quiz(game)
    words = request.GET
    chosen = QuizFilter(*(_word(words, name) for name in QuizFilter._fields))
    if "seed" not in words:
        began = Round(game, secrets.token_hex(3), chosen, "", is_next=False)
        if words:  # a form that chooses what is asked
            return redirect(began.address())
        return render(request, "play/quiz/choose.html", _choices(game))
    seed, given = words["seed"], words.get("given", "")
    if not _SEED.fullmatch(seed) or not _GIVEN.fullmatch(given):
        raise NotFound("this address of a quiz is damaged")
    now = Round(game, seed, chosen, given, is_next="next" in words)
    return render(request, "play/quiz/round.html", {"game": game, "round": now, **_shown(now)})


@require_safe
def show_position(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """One position of the quiz with its answer, for links from rules and reports."""
    _require_quiz(game)
    return render(request, "play/quiz/position.html", {"game": game, "position": get_quiz_position(game, key)})


def _require_quiz(game: str) -> None:
    if game not in playable() or not list_quiz_positions(game):
        raise NotFound("this game has no quiz")


def _shown(now: Round) -> dict[str, Any]:
    """What a round's page shows beside the round itself."""
    if now.asked:
        ways = [(now.address(now.given + letter), outcome) for letter, outcome in ANSWERS.items()]
        return {"ways": ways, "number": len(now.given) + 1}
    last = now.marks[-1] if now.marks else None
    return {"last": last, "onwards": now.address(now.given, next="1"), "again": now.address()}


def _choices(game: str) -> dict[str, Any]:
    held = list_quiz_positions(game)
    verbs = {each.action.verb: each.action.title for each in held}
    asked = {row.code: row.question for each in held for row in each.answer.checked if row.question}
    turned_on = {rule for each in held for rule in each.rules}
    rules = sorted(((code, asked.get(code) or code) for code in turned_on), key=lambda each: each[1])
    return {"game": game, "verbs": verbs, "rules": rules, "difficulties": DIFFICULTIES, "count": len(held)}


def _word(words: QueryDict, name: str) -> str:
    said = words.get(name, "")
    return said if _WORD.fullmatch(said) else ""
