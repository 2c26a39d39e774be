"""What becomes otherwise about a format, and on which day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from engine import Reference
from engine.formats.bans import is_in_force
from engine.formats.changes import (
    format_banned_title,
    list_change_days,
    list_changes,
    list_changes_on,
    list_first_set_days,
    list_set_change_days,
)
from engine.formats.pools import find_set_statuses, find_set_timelines, get_pool_on, list_pool_change_days
from engine.model.cards import GAMES, Between
from engine.model.formats import Ban, Construction, ConstructionChange, Format, Pool
from engine.model.reference import build_format
from tests.engine.classic_builders import a_format, a_set

References = Callable[[str], Reference]
D = date.fromisoformat
DAY = timedelta(days=1)


def course(fmt: Format, kind: str) -> list[tuple[str, str, str]]:
    """Its turns of a kind: day, before, after."""
    return [(turn.day.isoformat(), turn.before, turn.after) for turn in list_changes(fmt) if turn.kind == kind]


def moved(fmt: Format, day: str) -> set[tuple[str, str, str]]:
    """The sets that turn on a day, with their status before and after."""
    return {(turn.card_set.code, turn.before, turn.after) for turn in list_changes_on(fmt, D(day)) if turn.card_set}


def between(first: str, last: str) -> Between:
    return Between(D(first), D(last))


def test_silver_age_around_the_city_championships_of_2007_turns_as_its_sets_came_out(reference: References) -> None:
    # data/sets.json: DLS is legal from 29 December 2006 and pushes DSM out; Marvel Team-Up came out in February 2007.
    silver = reference("vs-classic").formats["silver-age"]
    found = {
        (turn.card_set.code, turn.before, turn.after)
        for turn in list_changes_on(silver, D("2006-12-29"))
        if turn.card_set
    }
    assert found == {("DLS", "out", "in"), ("DSM", "in", "out")}
    found = {
        (turn.card_set.code, turn.before, turn.after)
        for turn in list_changes_on(silver, D("2007-02-01"))
        if turn.card_set
    }
    assert found == {("MTU", "out", "unknown"), ("MMK", "in", "unknown")}


def test_riftbound_standard_turns_on_the_first_day_of_2028_and_not_before(reference: References) -> None:
    standard = reference("riftbound").formats["standard"]
    left = {turn.card_set.code: turn.day for turn in list_changes(standard) if turn.card_set and turn.after == "out"}
    assert {code for code, day in left.items() if day == D("2028-01-01")} == {"OGN", "OGS", "SFD", "UNL", "VEN", "RAD"}
    assert min(left.values()) == D("2028-01-01")


@pytest.mark.parametrize("game", GAMES)
def test_between_two_turning_days_pool_and_bans_are_the_same(game: str, reference: References) -> None:
    for fmt in reference(game).formats.values():
        days = list_change_days(fmt)
        for day, after in zip(days, (*days[1:], date(2030, 1, 1)), strict=True):
            first, last = get_pool_on(fmt, day).sets, get_pool_on(fmt, after - DAY).sets
            assert {code: each.status for code, each in first.items()} == {c: e.status for c, e in last.items()}
            assert [is_in_force(ban, day) for ban in fmt.bans] == [is_in_force(ban, after - DAY) for ban in fmt.bans]


class TestABan:
    @staticmethod
    def of(**facts: object) -> Format:
        ban = Ban("Overload", between("2005-06-01", "2005-07-31"), **facts)  # type: ignore[arg-type]
        return a_format(bans=(ban,))

    def test_turns_into_doubt_and_out_of_it_at_both_ends(self) -> None:
        assert course(self.of(ends=between("2006-12-01", "2008-08-11")), "ban") == [
            ("2005-06-01", "not in force", "unknown"),
            ("2005-07-31", "unknown", "in force"),
            ("2006-12-01", "in force", "unknown"),
            ("2008-08-11", "unknown", "not in force"),
        ]

    def test_says_in_which_doubt_it_is(self) -> None:
        first, second, third, last = list_changes(
            self.of(ends=between("2006-12-01", "2008-08-11"), event="Pro Circuit")
        )[:4]
        assert "may be banned" in first.said
        assert "began between 2005-06-01 and 2005-07-31" in first.said
        assert second.said.endswith("is banned in Test Age (Pro Circuit)")
        assert "lifted between 2006-12-01 and 2008-08-11" in third.said
        assert "no longer banned" in last.said

    def test_that_may_have_ended_at_any_time_since_has_no_last_turn(self) -> None:
        ends = [
            turn.after for turn in list_changes(self.of(ends=Between(D("2007-01-01"), date.max))) if turn.kind == "ban"
        ]
        assert ends == ["unknown", "in force", "unknown"]

    def test_that_may_have_ended_before_it_surely_began_is_in_doubt_all_along(self) -> None:
        assert course(self.of(ends=between("2005-07-01", "2005-09-30")), "ban") == [
            ("2005-06-01", "not in force", "unknown"),
            ("2005-09-30", "unknown", "not in force"),
        ]

    def test_is_named_with_all_that_narrows_it_down(self) -> None:
        day = between("2005-06-01", "2005-06-01")
        ban = Ban(
            "Nova", day, identity="Frankie Raye", versions=("Young", "Herald"), printings=("MHG-001",), team="Heralds"
        )
        assert format_banned_title(ban) == "Nova ◊ Frankie Raye, Young ○ Herald [Heralds, MHG-001]"
        assert format_banned_title(Ban("Overload", day)) == "Overload"


class TestASeason:
    def test_begins_and_ends_with_a_doubt_where_its_days_are_in_doubt(self) -> None:
        fmt = a_format(starts=between("2006-01-01", "2006-12-31"), ends=between("2009-01-01", "2009-06-30"))
        assert course(fmt, "season") == [
            ("2006-01-01", "out of season", "unknown"),
            ("2006-12-31", "unknown", "in season"),
            ("2009-01-02", "in season", "unknown"),
            ("2009-07-01", "unknown", "out of season"),
        ]
        said = [turn.said for turn in list_changes(fmt) if turn.kind == "season"]
        words = ("may have begun", "begins", "may have ended", "ends")
        assert all(each in sentence for each, sentence in zip(words, said, strict=True))

    def test_that_never_surely_ends_turns_once_into_doubt(self) -> None:
        fmt = a_format(ends=Between(D("2009-01-01"), date.max))
        assert course(fmt, "season") == [("2009-01-02", "in season", "unknown")]

    def test_that_is_doubtful_in_a_single_stretch_turns_at_its_two_ends_only(self) -> None:
        fmt = a_format(starts=between("2006-01-01", "2006-12-31"), ends=between("2006-06-01", "2007-01-01"))
        assert [day for day, *_ in course(fmt, "season")] == ["2006-01-01", "2007-01-02"]


def test_the_first_day_there_is_turns_nothing_since_no_day_is_before_it() -> None:
    first = Between(date.min, date.min)
    ban = Ban(formats=("league",), card="Overload", begins=first, ends=Between(date.min, D("2008-01-01")))
    fmt = a_format(bans=(ban,), starts=first, ends=Between(date.min, D("2009-01-01")))
    assert course(fmt, "ban") == [("2008-01-01", "unknown", "not in force")]
    assert course(fmt, "season") == [("0001-01-02", "in season", "unknown"), ("2009-01-02", "unknown", "out of season")]


def test_the_editions_turn_every_format_of_their_game() -> None:
    assert course(a_format(), "edition") == [("2008-12-22", "cr-2007-02-05", "cr-2.7")]


class TestFigures:
    fmt = a_format(
        construction=Construction(deck_min=40, sideboard_max=8),
        construction_changes=(
            ConstructionChange(D("2006-01-01"), {"sideboard_max": 10}),
            ConstructionChange(D("2007-01-01"), {"sideboard_max": None, "deck_max": 60}),
        ),
    )

    @pytest.mark.parametrize(
        ("day", "figures"),
        [
            ("2005-12-31", Construction(deck_min=40, sideboard_max=8)),
            ("2006-01-01", Construction(deck_min=40, sideboard_max=10)),
            ("2006-12-31", Construction(deck_min=40, sideboard_max=10)),
            ("2007-01-01", Construction(deck_min=40, deck_max=60)),
        ],
    )
    def test_are_those_of_the_day(self, day: str, figures: Construction) -> None:
        assert self.fmt.construction_on(D(day)) == figures

    def test_are_read_from_a_row_with_their_days(self) -> None:
        row = {
            "slug": "standard",
            "name": "Standard",
            "construction": {"deck_min": 40, "sideboard_max": 8},
            "construction_changes": [
                {"since": "2006-01-01", "sideboard_max": 10},
                {"since": "2007-01-01", "sideboard_max": None, "deck_max": 60},
            ],
        }
        assert build_format("riftbound", row, {}, ()).construction_changes == self.fmt.construction_changes

    def test_turn_on_their_days(self) -> None:
        assert course(self.fmt, "figures") == [
            ("2006-01-01", "maximum sideboard size 8", "maximum sideboard size 10"),
            ("2007-01-01", "maximum sideboard size 10", "maximum sideboard size none"),
            ("2007-01-01", "maximum deck size none", "maximum deck size 60"),
        ]
        said = next(turn.said for turn in list_changes(self.fmt) if turn.kind == "figures")
        assert said.endswith(": maximum sideboard size 10, before 8")

    def test_of_riftbound_turn_with_the_tournament_rules_of_july_2026(self, reference: References) -> None:
        formats = reference("riftbound").formats
        for slug in ("standard", "2v2-constructed"):
            assert course(formats[slug], "figures") == [
                ("2026-07-16", "maximum sideboard size 8", "maximum sideboard size 10")
            ]


class TestTheDaysOfASet:
    fmt = a_format(a_set("MOR", "2004-04-01", "2004-04-30"), a_set("DOR", "2004-07-01", "2004-07-01"))

    def test_are_those_on_which_its_status_changes(self) -> None:
        assert list_set_change_days(self.fmt, "MOR") == (D("2004-04-01"), D("2004-04-30"))
        assert list_set_change_days(self.fmt, "DOR") == (D("2004-07-01"),)

    def test_are_none_for_a_set_that_is_not_recorded(self) -> None:
        assert list_set_change_days(self.fmt, "XXX") == ()

    def test_the_first_of_any_set_is_told_from_the_later_ones(self) -> None:
        assert list_first_set_days(self.fmt) == (D("2004-04-01"), D("2004-04-30"))

    def test_say_that_a_set_is_in_or_may_be_or_no_longer_is(self) -> None:
        fmt = a_format(
            a_set("MOR", "2004-04-01", "2004-04-30", kind="expansion", brand="Marvel"),
            a_set("MSM", "2005-01-01", "2005-01-01", kind="expansion", brand="Marvel"),
            pool=Pool("rotation", per_brand={"Marvel": 1}),
        )
        said = {turn.day: turn.said for turn in list_changes(fmt) if turn.card_set and turn.card_set.code == "MOR"}
        assert "Unknown whether MOR (MOR) is in Test Age" in said[D("2004-04-01")]
        assert said[D("2004-04-30")].endswith("enters Test Age")
        assert "leaves Test Age: MOR rotated out" in said[D("2005-01-01")]


@pytest.mark.parametrize("game", GAMES)
def test_the_timelines_of_sets_say_what_every_day_says(reference: References, game: str) -> None:
    for fmt in reference(game).formats.values():
        timelines = find_set_timelines(fmt)
        for day in (date.min, *list_pool_change_days(fmt)):
            statuses = find_set_statuses(fmt, day)
            said = {code: [status for since, status in timelines[code] if since <= day][-1] for code in fmt.sets}
            assert said == statuses, (fmt.slug, day)
