"""How sentences write numbers and sides."""

from __future__ import annotations

from engine.games.vs_classic.play.facts import YOU

MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """A number, with a minus sign where it is below 0."""
    return str(number).replace("-", MINUS)


def whose(side: str) -> str:
    """What belongs to a side, at the start of a sentence."""
    return "Your" if side == YOU else "The opponent’s"


def called(side: str) -> str:
    """A side that is something, at the start of a sentence."""
    return "You are" if side == YOU else "The opponent is"
