"""The mulligan, the start and the end of a turn (117-119, 304-305, 315-317)."""

from __future__ import annotations

from typing import Any

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.citing import applied
from engine.games.riftbound.play.timing import find_business, main_phase_open
from engine.model.verdicts import ILLEGAL
from engine.play.rules import Found, Result, Row
from engine.play.truth import Truth, Unknown, equals

HAND = 4
RUNES = 2


def mulligan_time(attempt: Attempt) -> Truth:
    """A mulligan is taken once, before the first turn (118)."""
    return attempt.side.mulligans == 0 and equals(attempt.position.turn.number, 0)


def mulligan_count(attempt: Attempt) -> Truth:
    """Up to two cards are set aside (118.1)."""
    aside = attempt.says.aside
    if isinstance(aside, Unknown):
        return aside
    return len(aside) <= 2 and len(set(aside)) == len(aside)


def compute_mulligan(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """As many cards are drawn as were set aside, which go to the bottom of the deck (118.2, 118.3)."""
    aside = attempt.says.aside
    if outcome == ILLEGAL or isinstance(aside, Unknown):
        return None
    rule = applied(attempt.edition, "mulligan-draws", ("117", "116"), ("118.2", "117.2"), ("118.3", "117.3"))
    return Result({"hand": HAND, "drawn": len(aside)}, (rule,))


def turn_player(attempt: Attempt) -> Found:
    """A turn is begun by the player whose turn it is (304)."""
    return attempt.is_my_turn


def compute_begin_turn(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Ready everything, hold battlefields, channel two runes, draw a card, empty the pools (315)."""
    if outcome == ILLEGAL:
        return None
    side, fields, edition = attempt.side, attempt.position.battlefields, attempt.edition
    extra = side.goes_second and side.first_turn
    runes = RUNES + extra
    values: dict[str, Any] = {"readies": "all", "channels": min(runes, side.rune_deck), "draws": 1, "pool": 0}
    rules = [
        applied(edition, "readies", "315.1.b"),
        applied(edition, "holds", "315.2.b.2"),
        applied(edition, "channels", "315.3.b"),
        applied(edition, "draws", "315.4.b"),
        applied(edition, "pool", ("315.4.d", "316.3"), ("166", "167")),
    ]
    if extra:
        rules.append(applied(edition, "channels-more", ("480.7", "485.7"), ("481.7", "486.7")))
    if side.rune_deck < runes:
        rules.append(applied(edition, "few-runes", "315.3.b.1"))
    if side.deck == 0:
        values["burns_out"] = True
        rules.append(applied(edition, "burn-out", "315.4.b.1", "431.1.a"))
    if not isinstance(fields, Unknown) and not any(isinstance(each.controller, Unknown) for each in fields):
        values["holds"] = sorted(each.id for each in fields if each.controller == attempt.player)
    return Result(values, tuple(rules))


def end_time(attempt: Attempt) -> Found:
    """A turn is ended in one's own main phase, with neither chain nor showdown (316.6, 305)."""
    return find_business(attempt) or main_phase_open(attempt)


def compute_end_turn(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Damage heals, what lasts this turn ends, the pools empty, and the other's turn begins (317)."""
    if outcome == ILLEGAL:
        return None
    rule = applied(attempt.edition, "turn-ends", "317.2.a", "317.2.d", "317.3")
    return Result({"active": attempt.other, "heals": "all", "pool": 0}, (rule,))
