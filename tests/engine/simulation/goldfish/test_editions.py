"""Goldfish games and odds cite the edition of the rules that is in force on a day."""

from __future__ import annotations

from datetime import date

import pytest

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.games import game_of
from engine.simulation.goldfish.running import GoldfishRun, run_goldfish
from engine.simulation.odds.reading import find_opening
from tests.engine.simulation.goldfish.decks import curve

FIRST_HELD, JULY, OCTOBER = "rb-core-1.3", "rb-core-2026-07-16", "rb-core-2026-10-09"
#: By what is done or stands in the way: the numbers in the core rules 1.3 and in those of 16 July 2026.
NUMBERS = {
    "ready": ("315.1.b", "315.1.b"),
    "channel": ("315.3.b", "315.3.b"),
    "second": ("480.7", "485.7"),
    "second-match": ("481.7", "486.7"),
    "draw": ("315.4.b", "315.4.b"),
    "play": ("357.1", "357.1"),
    "recycle": ("163.2.b", "164.2.b"),
    "rune-deck": ("160.2.b", "161.2.b"),
    "bottom": ("416", "416"),
    "power": ("162.2.a", "163.2.a"),
    "points": ("317.2.d", "317.2.d"),
}
DAYS = [
    (date(2025, 1, 1), FIRST_HELD, FIRST_HELD, ("117", "118", "315.4.b")),
    (date(2026, 7, 15), FIRST_HELD, FIRST_HELD, ("117", "118", "315.4.b")),
    (date(2026, 7, 16), JULY, JULY, ("116", "117", "315.4.b")),
    (date(2026, 10, 8), JULY, JULY, ("116", "117", "315.4.b")),
    (date(2026, 10, 9), OCTOBER, JULY, ("116", "117")),
    (None, JULY, JULY, ("116", "117", "315.4.b")),
]


class TestRiftbound:
    @pytest.mark.parametrize(("day", "dealt", "played", "opening"), DAYS)
    def test_cites_the_edition_of_the_day(
        self, day: date | None, dealt: str, played: str, opening: tuple[str, ...]
    ) -> None:
        run = GoldfishRun(curve(RIFTBOUND), as_of=day)
        assert [(each.document, each.rule) for each in run.rule.citations] == [(dealt, rule) for rule in opening]
        column = [FIRST_HELD, JULY].index(played)
        assert {code: (each.document, each.rule) for code, each in run.policy.citations.items()} == {
            code: (played, numbers[column]) for code, numbers in NUMBERS.items()
        }

    @pytest.mark.parametrize(("day", "dealt", "played", "_"), DAYS)
    def test_cites_nothing_else_step_by_step(
        self, day: date | None, dealt: str, played: str, _: tuple[str, ...]
    ) -> None:
        told = run_goldfish(curve(RIFTBOUND), games=1, turns=5, as_of=day).as_dict()
        cited = [
            {step["citation"]["document"] for row in rows for step in row["steps"] if step["citation"]}
            for rows in (told["game_0"][:1], told["game_0"][1:])
        ]
        assert cited == [{dealt}, {played}]
        assert any("9 October 2026" in said for said in told["assumes"]) is (dealt == OCTOBER)

    def test_plays_the_same_games_by_every_edition(self) -> None:
        tallies = {GoldfishRun(curve(RIFTBOUND), seed=2, as_of=day).play_portion(0, 20) for day, *_ in DAYS}
        assert len(tallies) == 1

    @pytest.mark.parametrize(("day", "dealt", "played", "opening"), DAYS)
    def test_odds_cite_it_too(self, day: date | None, dealt: str, played: str, opening: tuple[str, ...]) -> None:
        cited = find_opening(RIFTBOUND, as_of=day).citations
        assert [(each.document, each.rule) for each in cited] == [(dealt, rule) for rule in opening]
        runes = find_opening("runes", as_of=day).citations
        extra = {FIRST_HELD: "480.7", JULY: "485.7"}
        numbers = [] if dealt == OCTOBER else ["315.3.b", extra[played]]
        assert [(each.document, each.rule) for each in runes] == [(played, number) for number in numbers]


@pytest.mark.parametrize("game", [VS_CLASSIC, VS_2PCG])
def test_a_game_of_one_edition_cites_it_on_every_day(game: str) -> None:
    today, before = (GoldfishRun(curve(game), as_of=day) for day in (date(2026, 11, 1), date(2000, 1, 1)))
    assert today.policy is before.policy is game_of(game).goldfish
    assert find_opening(game, as_of=date(2000, 1, 1)) is game_of(game).opening


@pytest.mark.parametrize(("game", "asks"), [(VS_CLASSIC, False), (VS_2PCG, True), (RIFTBOUND, True)])
def test_going_first_makes_a_difference_where_a_first_turn_does(game: str, asks: bool) -> None:
    goldfish = game_of(game).goldfish
    assert goldfish is not None
    assert goldfish.asks_first is asks
