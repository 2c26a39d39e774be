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
    (date(2026, 10, 9), OCTOBER, JULY, ("116", "117", "315.4.b")),
    (None, JULY, JULY, ("116", "117", "315.4.b")),
]


class TestRiftbound:
    @pytest.mark.parametrize(("day", "dealt", "played", "opening"), DAYS)
    def test_cites_the_edition_of_the_day(
        self, day: date | None, dealt: str, played: str, opening: tuple[str, ...]
    ) -> None:
        run = GoldfishRun(curve(RIFTBOUND), as_of=day)
        assert [(each.document, each.rule) for each in run.rule.citations] == cite_opening(dealt, played, opening)
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
        assert [(each.document, each.rule) for each in cited] == cite_opening(dealt, played, opening)
        runes = find_opening("runes", as_of=day).citations
        extra = {FIRST_HELD: "480.7", JULY: "485.7"}
        assert [(each.document, each.rule) for each in runes] == [(played, "315.3.b"), (played, extra[played])]
        assert [bool(find_opening(each, as_of=day).note) for each in (RIFTBOUND, "runes")] == [dealt == OCTOBER] * 2

    def test_says_which_rune_the_second_player_has_more(self) -> None:
        told = run_goldfish(curve(RIFTBOUND), games=1, turns=2, as_of=date(2026, 1, 1)).as_dict()
        cited = [
            [step["citation"] and step["citation"]["rule"] for step in row["steps"] if step["code"] == "second"]
            for row in told["game_0"]
        ]
        assert cited == [[], ["480.7"], []]


def cite_opening(dealt: str, drawn: str, numbers: tuple[str, ...]) -> list[tuple[str, str]]:
    """Opening hand and mulligan by one edition, the draw by another."""
    hand, changed, draw = numbers
    return [(dealt, hand), (dealt, changed), (drawn, draw)]


class TestClassic:
    """Before 22 December 2008 the rules of 5 February 2007 hold, of which 403.1 and what follows isn't held here."""

    @pytest.mark.parametrize("day", [date(2000, 1, 1), date(2008, 12, 21)])
    def test_cites_the_rules_of_2007(self, day: date) -> None:
        run = GoldfishRun(curve(), as_of=day)
        cited = {code: (each.document, each.rule) for code, each in run.policy.citations.items()}
        assert {each for each in cited.values() if each[0] == "cr-2007-02-05"} == {
            ("cr-2007-02-05", rule)
            for rule in ("104.3", "203.5b", "301.6", "302.3a", "302.3b", "303.2", "304.2", "401.1")
        }
        assert {each for each in cited.values() if each[0] != "cr-2007-02-05"} == {
            ("cr-2.7", rule)
            for rule in (
                *("403.1", "404.1", "404.2", "404.3", "404.5", "408.2c", "704.1"),
                *("706.3", "706.3a", "706.3b"),
            )
        }
        assert cited["costless"] == ("cr-2007-02-05", "104.3")
        assert any("104.3" in said or "undefined number" in said for said in run.policy.assumes)

    @pytest.mark.parametrize(
        ("day", "document"),
        [(date(2008, 12, 21), "cr-2007-02-05"), (date(2008, 12, 22), "cr-2.7"), (None, "cr-2.7")],
    )
    def test_deals_by_the_edition_of_the_day(self, day: date | None, document: str) -> None:
        assert [(each.document, each.rule) for each in find_opening(VS_CLASSIC, as_of=day).citations] == [
            (document, rule) for rule in ("101.5", "101.6", "401.1")
        ]
        draws = [
            step["citation"]["document"]
            for row in run_goldfish(curve(), games=1, turns=2, as_of=day).as_dict()["game_0"]
            for step in row["steps"]
            if step["code"] in ("opening", "draw")
        ]
        assert draws == [document] * 3

    def test_plays_the_same_games_by_every_edition(self) -> None:
        assert (
            len({GoldfishRun(curve(), seed=2, as_of=day).play_portion(0, 20) for day in (None, date(2007, 1, 1))}) == 1
        )


def test_2pcg_has_one_edition() -> None:
    today, before = (GoldfishRun(curve(VS_2PCG), as_of=day) for day in (date(2026, 11, 1), date(2000, 1, 1)))
    assert today.policy is before.policy is game_of(VS_2PCG).goldfish
    assert find_opening(VS_2PCG, as_of=date(2000, 1, 1)) is game_of(VS_2PCG).opening


@pytest.mark.parametrize(("game", "asks"), [(VS_CLASSIC, False), (VS_2PCG, True), (RIFTBOUND, True)])
def test_going_first_makes_a_difference_where_a_first_turn_does(game: str, asks: bool) -> None:
    goldfish = game_of(game).goldfish
    assert goldfish is not None
    assert goldfish.asks_first is asks
