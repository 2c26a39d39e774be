"""Burning out: the trash becomes the main deck, the opponent gains a point, again if that isn't enough (431)."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.citing import Place, applied, cite_places
from engine.games.riftbound.play.combat import other_side
from engine.games.riftbound.play.damage import known
from engine.games.riftbound.play.scoring_results import WIN, side_of
from engine.model.verdicts import LEGAL
from engine.play.rules import Line, Missing, Result, Row
from engine.play.truth import Unknown

BURN_OUT: tuple[Place, ...] = (("431.2.b", "431.2.b"), "431.2.c", "431.2.d")
AGAIN: tuple[Place, ...] = ("431.3", "431.3.a")
WINS_AT_ONCE: tuple[Place, ...] = (("431.3.a", "431.3.c"),)


class Burning(NamedTuple):
    """How often somebody burned out, what was drawn in the end, the other's score, and whether that wins."""

    times: int
    drawn: int
    deck: int
    score: int
    wins: bool


def compute_burn_out(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """As much as possible is drawn, the trash is shuffled into the deck, the other gains a point, the rest is drawn."""
    if outcome != LEGAL:
        return None
    side, other = attempt.side, side_of(attempt, other_side(attempt.player))
    asks = [value for value in (side.trash, other.score, side.score) if isinstance(value, Unknown)]
    if asks:
        codes = cite_places(attempt.edition, *BURN_OUT)
        return Result(None, (), tuple(Missing("burn-out", codes, each.asks) for each in asks))
    deck, trash, theirs, own = (known(each) for each in (side.deck, side.trash, other.score, side.score))
    burned = burn(deck, trash, attempt.says.cards, theirs, own, attempt.position.victory_score)
    rules = [applied(attempt.edition, "burn-out", *BURN_OUT)]
    if burned.times > 1:
        rules.append(applied(attempt.edition, "burn-out-again", *AGAIN))
    if burned.wins:
        rules.append(applied(attempt.edition, "win", *(WINS_AT_ONCE if burned.times > 1 else WIN)))
    values = {
        "recycles": trash,
        "burn_outs": burned.times,
        "points": {attempt.other: burned.times},
        "score": burned.score,
        "drawn": burned.drawn,
        "deck": burned.deck,
        "winner": attempt.other if burned.wins else None,
    }
    return Result(values, tuple(rules), (), _lines(attempt, deck, trash, theirs, burned))


def burn(deck: int, trash: int, cards: int, theirs: int, own: int, victory: int) -> Burning:
    """Draw so many cards, burning out as often as the deck is empty, until they are drawn or the other has won."""
    times, drawn, left = 0, min(deck, cards), cards - deck
    deck = 0
    while left > 0:
        times, theirs, deck, trash = times + 1, theirs + 1, trash, 0
        if times > 1 and theirs >= victory and theirs > own:
            break
        taken = min(left, deck)
        drawn, left, deck = drawn + taken, left - taken, deck - taken
    return Burning(times, drawn, deck, theirs, theirs >= victory and theirs > own)


def _lines(attempt: Attempt, deck: int, trash: int, theirs: int, burned: Burning) -> tuple[Line, ...]:
    recycling, gaining = cite_places(attempt.edition, *BURN_OUT)[:2]
    return (
        Line(f"{attempt.says.cards} cards to draw, {deck} in the main deck", recycling),
        Line(f"{trash} cards of the trash are shuffled and become the main deck", recycling),
        Line(f"{theirs} + {burned.times} = {burned.score} points for the other side", gaining),
    )
