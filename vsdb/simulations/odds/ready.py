"""The ready odds of a deck as a chart, as rows of a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from engine import Deck
from engine.model.decks import DECK
from engine.model.games import game_of
from engine.simulation.hands import find_opening
from engine.simulation.odds.answers import Odds
from engine.simulation.odds.ready import Bounds, ReadyOdds, ReadyRow, TurnChance, build_ready_odds
from vsdb.core.line_charts import LineChart, Point, Series

CSV_COLUMNS = ("figure", "of", "copies", "turn", "mulligan", "answer", "decimal", "least", "most")
_KEEP, _CHANGE = "never", "keep-if"


def build_ready_chart(ready: ReadyOdds) -> LineChart:
    """On curve by turn: the turn's own drop with every hand kept and with a mulligan, and anything to play.

    A turn for which the deck has no card has no point.
    """
    own = [turn.exact for turn in ready.curve if turn.on_curve.most]
    anything = [turn.any for turn in ready.curve]
    return LineChart(
        slug="on-curve",
        title="On curve by turn",
        what="Turn",
        of="games",
        series=tuple(
            series
            for series in (
                Series("On curve, every hand kept", _draw(own)),
                Series("On curve, with a mulligan", _draw(own, is_changed=True)),
                Series("Something to play, every hand kept", _draw(anything)),
            )
            if series.points
        ),
        is_share=True,
    )


def _draw(chances: list[TurnChance], *, is_changed: bool = False) -> tuple[Point, ...]:
    found = ((each.turn, each.mulligan if is_changed else each.never) for each in chances)
    return tuple(build_point(turn, bounds) for turn, bounds in found if bounds)


def build_point(turn: int, bounds: Bounds | Odds) -> Point:
    """A chance at a turn; one that isn't certain with its bounds."""
    least, most = float(bounds.least), float(bounds.most)
    return Point(turn, least) if least == most else Point(turn, least, least, most)


def list_ready_rows(ready: ReadyOdds | None) -> Iterator[tuple[str, ...]]:
    """The ready odds as rows of a table, the heading first."""
    yield CSV_COLUMNS
    if ready is None:
        return
    for turn in ready.curve:
        for figure, copies, chance in (("on curve", turn.on_curve, turn.exact), ("to play", turn.playable, turn.any)):
            yield from _write_chances(figure, _write_costs(turn.costs), copies.numbers, (chance,))
    for figure, rows in (("cost", ready.costs), ("card", ready.pieces)):
        for row in rows:
            yield from _write_chances(figure, row.name, row.copies.numbers, row.chances)
    for row in (*ready.opening, *ready.pieces):
        for count, bounds in enumerate(row.opening):
            yield ("opening hand", row.name, str(count), "0", _KEEP, *_write(bounds))
    for rune in ready.runes:
        for turn_number, bounds in enumerate(rune.chances, 1):
            yield ("runes", rune.domain, str(rune.wanted), str(turn_number), "", *_write(bounds))


def ready_to_dict(ready: ReadyOdds | None) -> dict[str, Any]:
    """The ready odds as JSON."""
    if ready is None:
        return {"cards": 0}
    return {
        "cards": ready.size,
        "first": ready.first,
        "on_curve": [
            {
                "turn": turn.turn,
                "costs": list(turn.costs),
                "copies": list(turn.on_curve.numbers),
                **_chance_to_dict(turn.exact),
                "something_to_play": _chance_to_dict(turn.any),
            }
            for turn in ready.curve
        ],
        "costs": [_row_to_dict(row) for row in ready.costs],
        "cards_by_turn": [_row_to_dict(row) for row in ready.pieces],
        "opening_hand": [_row_to_dict(row) for row in ready.opening],
        "runes": [
            {
                "domain": row.domain,
                "at_least": row.wanted,
                "copies": list(row.copies.numbers),
                "by_turn": [_bounds_to_dict(each) for each in row.chances],
            }
            for row in ready.runes
        ],
        "undecided": list(ready.open_names),
        "citations": [each.as_dict() for each in ready.citations],
    }


def _row_to_dict(row: ReadyRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "copies": list(row.copies.numbers),
        "by_turn": [{"turn": each.turn, **_chance_to_dict(each)} for each in row.chances],
        "opening_hand": [_bounds_to_dict(each) for each in row.opening],
    }


def _chance_to_dict(chance: TurnChance) -> dict[str, Any]:
    return {"never": _bounds_to_dict(chance.never), "mulligan": _bounds_to_dict(chance.mulligan)}


def _bounds_to_dict(bounds: Bounds | None) -> dict[str, Any] | None:
    return Odds(bounds.least, bounds.most).as_dict() if bounds else None


def _write_chances(
    figure: str, of: str, copies: tuple[int, ...], chances: tuple[TurnChance, ...]
) -> Iterator[tuple[str, ...]]:
    counted = str(copies[0]) if len(copies) == 1 else f"{copies[0]}-{copies[-1]}"
    for chance in chances:
        for policy, bounds in ((_KEEP, chance.never), (_CHANGE, chance.mulligan)):
            if bounds:
                yield (figure, of, counted, str(chance.turn), policy, *_write(bounds))


def _write_costs(costs: tuple[int, int]) -> str:
    return f"{costs[0]}" if costs[0] == costs[1] else f"{costs[0]}-{costs[1]}"


def _write(bounds: Bounds) -> tuple[str, str, str, str]:
    told = Odds(bounds.least, bounds.most).as_dict()
    if told["answer"] is None:
        return "", "", told["least"], told["most"]
    return told["answer"], f"{told['decimal']:.6f}", "", ""


def build_short_odds(deck: Deck, on: date) -> ReadyOdds | None:
    """What stands beside a list: on curve by turn and the opening hand, going first; no query.

    None where the deck section has fewer cards than an opening hand, or its game has no curve.
    """
    game = game_of(deck.game)
    rule = find_opening(game, on)
    if rule is None or game.on_curve is None or deck.size(DECK) < rule.hand_size:
        return None
    return build_ready_odds(deck, rule, is_short=True)
