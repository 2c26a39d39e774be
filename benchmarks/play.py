"""Judged attacks a second: classic proposals on two full boards, positions read beforehand.

Run it as `python -m benchmarks.play`. The time is the processor's, so that other work on the machine doesn't count;
the best of the rounds stands.
"""

from __future__ import annotations

from datetime import date
from time import process_time
from typing import Any

from engine.play.judging import judge, read_question

ROUNDS, REPEATS = 5, 2_000
GOAL = 20_000  #: attacks a second
TODAY = date(2026, 6, 1)
ATTACKS: tuple[tuple[list[str], str], ...] = (
    (["y1"], "o1"),
    (["y1", "y2"], "o2"),
    (["y1", "y2", "y3"], "o5"),
    (["y5"], "opponent"),
)


def main() -> None:
    """Print how many attacks were judged a second."""
    questions = [read_question(_document(attackers, defender), today=TODAY) for attackers, defender in ATTACKS]
    best = min(_seconds(questions) for _ in range(ROUNDS))
    print(f"{REPEATS * len(questions) / best:,.0f} classic attacks a second; the goal is {GOAL:,}")


def _seconds(questions: list[Any]) -> float:
    began = process_time()
    for _ in range(REPEATS):
        for question in questions:
            judge(question)
    return process_time() - began


def _document(attackers: list[str], defender: str) -> dict[str, Any]:
    turn = {"phase": "combat", "step": "attack", "active": "you", "priority": "you", "chain": [], "attack": None}
    sides = {name: {"characters": [_character(name[0], n) for n in range(1, 7)]} for name in ("you", "opponent")}
    action = {"action": "attack", "attackers": attackers, "defender": defender}
    return {"position": {"game": "vs-classic", "turn": turn, **sides}, "action": action}


def _character(side: str, number: int) -> dict[str, Any]:
    """The first three stand in front, the others behind them."""
    row = "front" if number <= 3 else "support"
    facts = {"row": row, "column": (number - 1) % 3, "ready": True, "stunned": False, "flight": False, "range": True}
    return {"id": f"{side}{number}", "affiliations": ["Avengers", "X-Men"], **facts}


if __name__ == "__main__":
    main()
