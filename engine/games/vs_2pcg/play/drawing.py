"""The opening hand, and how many cards a turn draws (Setting Up the Game, Draw Phase)."""

from __future__ import annotations

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found, Missing
from engine.play.truth import Truth, Unknown, any_in_order, compute, equals, negate

#: How many cards the first turn of the game draws, and the second; each later one draws two.
_FIRST_TURNS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "standard": ((0,), (2,)),
    "free-for-all": ((0,), (1,)),
    "2v2": ((0,), (1,)),
    "2-headed": ((0,), (1, 2)),
    "boss-battle": ((2,), (2,)),
    "boss-vs-boss": ((0,), (2,)),
    "leviathon-invasion": ((2,), (2,)),
}
#: The game with two heads is a variation of 2 vs 2 that speaks of its first turn alone.
TWO_HEADS = Missing(
    "draw-count",
    cite_headings("2-Headed Teammates; 2 vs 2"),
    (),
    "The rulebook leaves open what the second turn draws with two heads: 1 card for each player, as in 2 vs 2, or 2.",
)


def first_player_decided(attempt: Attempt) -> Found:
    """The first player decides first; whoever has taken a mulligan has decided."""
    enemy = attempt.side(attempt.enemy)
    decided: Truth = enemy.hand_kept
    if not isinstance(enemy.mulligans, Unknown) and enemy.mulligans > 0:
        decided = Unknown((f"{enemy.path}.hand_kept",)) if enemy.hand_kept is False else True
    return any_in_order((equals(attempt.turn.first_player, attempt.by), decided))


def no_mulligan_yet(attempt: Attempt) -> Found:
    return compute(lambda taken: bool(taken == 0), attempt.own.mulligans)


def whole_hand(attempt: Attempt) -> Found:
    return bool(attempt.says.keep == 0)


def not_drawn_yet(attempt: Attempt) -> Found:
    return negate(attempt.turn.drawn)


def draws_of(attempt: Attempt) -> Maybe[int]:
    """How many cards the turn draws, by its number and the mode."""
    possible = list_draws(attempt)
    if len(possible) == 1:
        return possible[0]
    return attempt.turn.number if isinstance(attempt.turn.number, Unknown) else Unknown(())


def list_draws(attempt: Attempt) -> tuple[int, ...]:
    """The numbers of cards that the turn may draw, as far as it is known which turn it is."""
    number = attempt.turn.number
    first, second = _FIRST_TURNS[attempt.position.mode]
    if isinstance(number, Unknown):
        return tuple(sorted({*first, *second, 2}))
    return first if number <= 1 else second if number == 2 else (2,)


def count_right(attempt: Attempt) -> Found:
    """The number is one that the turn may draw; where two are possible, the result says so."""
    wanted, possible = attempt.says.count, list_draws(attempt)
    if wanted is not None and wanted not in possible:
        due = " or ".join(map(str, possible))
        told = f"This turn draws {due} {'card' if due == '1' else 'cards'}, not {wanted}."
        return Broken(f"{told}{_explain_draws(attempt, wanted, possible)}")
    if isinstance(attempt.turn.number, Unknown) and len(possible) > 1:
        return attempt.turn.number
    return None if len(possible) > 1 else True


def _explain_draws(attempt: Attempt, wanted: int, possible: tuple[int, ...]) -> str:
    """What people may have in mind who name another number."""
    if wanted == 0 and attempt.position.mode == "boss-battle":
        return " Only in Boss vs. Boss does the first player skip the first draw: then the mode is boss-vs-boss."
    deck = attempt.own.deck_size
    if not isinstance(deck, Unknown) and wanted == deck < possible[-1]:
        return " Draws from an empty deck are skipped."
    return ""
